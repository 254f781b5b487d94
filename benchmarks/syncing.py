"""What a sync costs of our own time where nothing changed, and what the worst merge costs.

The notes service answers at once and from memory, so that only our side is measured.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from benchmarks import _library
from benchmarks._frame import Measure, timed
from clew.home import open_home
from clew.sync.link import Link
from clew.sync.shares.notes import PublishedNotes
from clew.sync.simperium.client import Client, Held, Listed
from clew.sync.targets.simplenote import Simplenote, share_of
from clew.text.merge import merge
from clew.text.note_line import NoteLine, with_note_line
from clew.text.note_tags import note_tags
from clew.text.note_text import content_of
from clew.text.published import published
from clew.text.segments import facts_of

NOTES = 2000


class Service:
    """The calls of a client, answered from memory."""

    def __init__(self, notes: dict[str, dict[str, Any]]) -> None:
        self.notes = notes
        self.asked = 0

    def index(self, bucket: str = "note", *, since: str = "", data: bool = False) -> tuple[list[Listed], str]:
        self.asked += 1
        return [Listed(id, 1, note if data else None) for id, note in self.notes.items()], "cursor"

    def get(self, id: str, version: int | None = None, bucket: str = "note") -> Held | None:
        return Held(self.notes[id], 1) if id in self.notes else None

    def close(self) -> None:
        pass


def measures(scratch: Path) -> Iterator[Measure]:
    root = scratch / "home" / "memory"
    _library.build(root, memories=NOTES)
    notes = {f"note-{number}": note_of(path, number) for number, path in enumerate(sorted(root.rglob("*.md")))}
    home = open_home(str(scratch / "home"))
    states, share = share_of(home.sync_place("en"))
    target = Simplenote(cast("Client", Service(notes)), states, "en")
    link = Link(share, target, states, lambda: "")
    assert isinstance(share, PublishedNotes)
    assert not link.sync().run().done  # both sides have the same: that is written down once

    def idle() -> None:
        assert not link.sync().run().done

    paths = [str(path) for path in root.rglob("*.md")]

    def stats() -> None:
        for path in paths:
            os.stat(path)

    name = f"an idle sync of {NOTES:,} notes"
    yield Measure(name, timed(idle), timed(stats), "their stat calls", times=0, plus=1000, rounds=5)
    home.close()
    base = ["one", "two"] * 2000
    ours, theirs = [*base], [*base]
    for at in range(50, 4000, 97):
        ours[at], theirs[at - 20] = f"mine {at}", f"theirs {at}"
    name = "a merge of 4,000 lines that are all alike"
    yield Measure(name, timed(lambda: merge(base, ours, theirs)), timed(lambda: base == ours), "to compare", 0, 100)


def note_of(path: Path, number: int) -> dict[str, Any]:
    """Writes the note's line into a memory, and answers the note."""
    text = path.read_text("utf-8")
    path.write_text(with_note_line(text, NoteLine(path.stem, "Simplenote", f"note-{number}", "1.0"), "en"), "utf-8")
    note = published(text)
    return {"content": content_of(note, "en"), "tags": tags_of(path), "deleted": False}


def tags_of(path: Path) -> list[str]:
    return note_tags(facts_of(path.read_bytes()).tags)
