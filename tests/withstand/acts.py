"""The commands that change a library, each with what stands before it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass

from clew.text.clue import ClueEntry, read_clue
from tests.withstand.place import Place, Tree, timeless

SAVE = ("save", "SQLite it is.\nReason: one writer.", "--tag", "one", "--tag", "db", "--conversation", "c1")
FIRST = (*SAVE, "--title", "Storage", "--request", "r1")
NEXT = (*SAVE, "--heading", "Later", "--request", "r2")


@dataclass(frozen=True)
class Act:
    """A command, and what stands before it. Said again where it was cut short, it is `finished`: as if nothing had been."""

    words: tuple[str, ...]
    before: Callable[[Place], object]
    finished: str = "always"  # "or was": it may say that there is nothing to do any more; "": once more is once more

    @property
    def refuses(self) -> bool:
        """Whether it fails where it cannot write; a menu is shown all the same."""
        return self.words[0] != "menu"

    @property
    def saves(self) -> bool:
        return self.words[0] == "save"


def nothing(place: Place) -> None:
    pass


def saved(place: Place) -> None:
    place.save("kept from the beginning", "--conversation", "c0", "--title", "Keeper")
    place.save("the beginning", "--conversation", "c1", "--title", "Storage", "--request", "r1")
    place.done("menu")


def edited(place: Place) -> None:
    saved(place)
    memory = place.memories / "Storage.md"
    memory.write_bytes(memory.read_bytes() + b"\nby hand, and never seen by clew\n")


def drifted(place: Place) -> None:
    for number in range(4):
        place.save(f"text {number}", "--conversation", f"c{number}", "--title", f"Memory {number}")
    (place.memories / "Memory-1.md").unlink()
    text = (place.memories / "Memory-2.md").read_bytes()
    (place.memories / "Memory-9.md").write_bytes(text.replace(b'conversation="c2"', b'conversation="c9"'))


def deleted(place: Place) -> None:
    saved(place)
    shutil.rmtree(place.library)


def annotated(place: Place) -> None:
    """A clue file so large that its text goes to the disk by a thread of its own."""
    saved(place)
    place.clue.write_bytes(b"# noted by hand\n" * 20_000 + place.clue.read_bytes())
    place.done("menu")


def with_another(place: Place) -> None:
    saved(place)
    place.save("elsewhere", "--conversation", "c7", "--title", "Elsewhere", at=place.dir("other"))


ACTS = {
    "the first save of a library": Act(FIRST, nothing),
    "an append": Act(NEXT, saved),
    "an append to what was edited by hand": Act(NEXT, edited),
    "an append in a large library": Act(NEXT, annotated),
    "the first save of a conversation": Act((*SAVE[:-1], "c5", "--title", "Another", "--request", "r5"), saved),
    "a rename": Act(("rename", "Storage", "Database"), saved, "or was"),
    "a move": Act(("move", "Storage", "--dir", "../other"), with_another, "or was"),
    "a deletion of what was edited by hand": Act(("delete", "Storage"), edited, "or was"),
    "an undo": Act(("undo",), saved, ""),
    "a repair": Act(("check", "--fix"), drifted),
    "the check at the start": Act(("menu",), drifted),
    "one restored": Act(("restore", "Storage", "3"), edited),
    "all restored": Act(("restore", "--all"), deleted),
    "a relink": Act(("relink", ".", "../moved"), saved, "or was"),
}


def telling(calls: list[str], number: int) -> bool:
    """Whether that call stands for others: it comes behind the lock, whose writing is the first, and is the first of
    the many writes of a database in a row."""
    return "write" in calls[:number] and calls[number - 1] != "chown" and not is_one_of_many(calls, number)


def is_one_of_many(calls: list[str], number: int) -> bool:
    """Whether it is a further write of a database behind another one."""
    return calls[number - 1] == calls[number - 2] == "pwrite"


def plain(files: Tree) -> Tree:
    """Without the times at which it was written."""
    return {path: timeless(data) for path, data in files.items()}


def here(files: Tree, other: str = "elsewhere") -> tuple[Tree, list[ClueEntry]]:
    """Without what another command put into a project of its own, and without the order of a clue file."""
    entries = read_clue(files.get(".clue") or b"entries:\n").entries
    return (
        {path: data for path, data in plain(files).items() if path != ".clue" and other not in path},
        [
            entry.but(memories=tuple(sorted(entry.memories, key=lambda one: one.file)))
            for entry in entries
            if not entry.dir.endswith(other)
        ],
    )
