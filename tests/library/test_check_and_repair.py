"""Whatever happened to a library, a repair mends what it can, once, and touches nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.errors import RuleBroken
from clew.stores.temporary import host
from clew.text.clue import ClueMemory, new_clue, read_clue
from tests.library.shelves import Shelf, segment, shelf

DIRS = ["/home/project", "/home/project/web", "/srv/项目", "/"]
FILES = ["redis-cache.md", "缓存选型.md", "queue.md", "登录.md", "caf\u00e9.md", "plan (1).md"]
TAGS = [("db", "缓存"), ("Redis", "redis", "db"), ("caf\u00e9", "cafe\u0301"), (), ("a: b", '"quoted"', "#")]

Damage = Callable[[Shelf, Random], None]


def memories(ours: Shelf) -> list[Path]:
    return sorted(path for path in ours.root.glob("*/*.md") if path.is_file() and not path.is_symlink())


def some_memory(ours: Shelf, random: Random) -> Path:
    return random.choice(memories(ours) or [ours.add(DIRS[0], "the-only-one.md")])


def loses_a_memory(ours, random):
    some_memory(ours, random).unlink()


def loses_a_folder(ours, random):
    folder = some_memory(ours, random).parent
    for path in folder.iterdir():
        path.unlink() if not path.is_dir() else path.rmdir()
    folder.rmdir()


def gets_a_memory_by_hand(ours, random):
    marked = segment(random.choice([*DIRS, None]), f"c-{random.random()}", random.choice(TAGS[:2]))
    some_memory(ours, random).with_name(f"by-hand-{random.randrange(5)}.md").write_bytes(
        random.choice([marked, b"x\n"])
    )


def has_a_memory_renamed(ours, random):
    path = some_memory(ours, random)
    path.rename(path.with_name(random.choice(["another.md", "别名.md", "cafe\u0301.md", path.name.upper()])))


def has_a_memory_moved(ours, random):
    path, target = some_memory(ours, random), some_memory(ours, random)
    path.rename(target.with_name(path.name))


def has_a_memory_copied(ours, random):
    path = some_memory(ours, random)
    path.with_name("copy-of-it.md").write_bytes(path.read_bytes())


def has_a_memory_broken(ours, random):
    some_memory(ours, random).write_bytes(
        random.choice([b"\xff\xfeh\0", b"caf\xe9", b"a\0b", b"", b"<!-- clew x -->\n"])
    )


def has_a_folder_renamed(ours, random):
    folder = some_memory(ours, random).parent
    folder.rename(folder.with_name(f"{folder.name}-2{random.randrange(9)}"))


def gets_a_strange_folder(ours, random):
    ours.write(
        "from-elsewhere", "x.md", random.choice([b"no mark\n", segment("/opt/x", "c-x"), segment(DIRS[0], "c-y")])
    )


def gets_odd_files(ours, random):
    folder = some_memory(ours, random).parent
    odd = random.choice(["link", "folder", "conflict", "text", "hidden", "leftover"])
    if odd == "link" and not (folder / "link.md").is_symlink():
        (folder / "link.md").symlink_to("nowhere")
    elif odd == "folder":
        (folder / "folder.md").mkdir(exist_ok=True)
    elif odd == "leftover":
        (folder / f".tmp-clew-{host()}-4194303-1-{random.randrange(9)}").write_bytes(b"half")
    else:
        names = {"conflict": "x.sync-conflict-20261130-1-A.md", "text": "goose.txt", "hidden": ".x.md"}
        (folder / names.get(odd, "other.pdf")).write_bytes(b"\xff")


def entries_of(ours: Shelf) -> list:
    return list(read_clue(ours.clue.read_bytes()).entries) if ours.clue.exists() else []


def in_its_clue_file(change: Callable[[list, Random], None]) -> Damage:
    """A change of the entries as another program would make it: the file is written anew."""

    def damage(ours: Shelf, random: Random) -> None:
        try:
            entries = entries_of(ours)
        except OSError:  # broken by an earlier damage
            return
        if entries:
            change(entries, random)
            ours.clue.write_bytes(new_clue(entries))

    damage.__name__ = change.__name__
    return damage


@in_its_clue_file
def loses_an_entry(entries, random):
    entries.pop(random.randrange(len(entries)))


@in_its_clue_file
def has_an_entry_doubled(entries, random):
    entry = random.choice(entries)
    entries.append(entry.but(memories=entry.memories[:1], common_tags=("other",)))


@in_its_clue_file
def has_another_machine(entries, random):
    entry = random.choice(entries)
    entries.append(entry.but(dir=f"/other/machine{random.randrange(3)}", memories=random.choice([entry.memories, ()])))


@in_its_clue_file
def has_other_tags(entries, random):
    at = random.randrange(len(entries))
    tagged = [memory.but(tags=random.choice(TAGS)) for memory in entries[at].memories]
    entries[at] = entries[at].but(memories=tuple(tagged), common_tags=random.choice([*TAGS, entries[at].common_tags]))


@in_its_clue_file
def lists_a_memory_twice(entries, random):
    at = random.randrange(len(entries))
    entries[at] = entries[at].but(
        memories=entries[at].memories + tuple(m.but(tags=("new",)) for m in entries[at].memories)
    )


@in_its_clue_file
def lists_what_is_not_there(entries, random):
    at = random.randrange(len(entries))
    odd = random.choice(["gone.md", "../outside.md", "", "a/b.md", "CON.md", "x.txt"])
    entries[at] = entries[at].but(memories=(*entries[at].memories, ClueMemory(odd, ("t",))))


@in_its_clue_file
def has_a_slug_changed(entries, random):
    at = random.randrange(len(entries))
    entries[at] = entries[at].but(dir_slug=random.choice(["", "..", "a/b", "elsewhere", entries[0].dir_slug]))


def loses_its_clue_file(ours, random):
    ours.clue.unlink(missing_ok=True)


def has_its_clue_file_broken(ours, random):
    if ours.clue.exists():
        ours.clue.write_bytes(random.choice([b"entries: [\n", b"\tx", b"<<<<<<<\n"]) + ours.clue.read_bytes())


def has_its_clue_file_annotated(ours, random):
    if ours.clue.exists():
        text = ours.clue.read_bytes().replace(b"\n    name:", b'\n    # keep this\n    owner: "Kim"\n    name:')
        ours.clue.write_bytes(random.choice([text, text.replace(b"\n", b"\r\n") if b"\r" not in text else text]))


def is_looked_at(ours, random):
    ours.check()


DAMAGES: list[Damage] = [
    *(loses_a_memory, loses_a_folder, gets_a_memory_by_hand, has_a_memory_renamed, has_a_memory_moved),
    *(has_a_memory_copied, has_a_memory_broken, has_a_folder_renamed, gets_a_strange_folder, gets_odd_files),
    *(loses_an_entry, has_an_entry_doubled, has_another_machine, has_other_tags, lists_a_memory_twice),
    *(lists_what_is_not_there, has_a_slug_changed, loses_its_clue_file, has_its_clue_file_broken),
    *(has_its_clue_file_annotated, is_looked_at),
]
FULL = st.lists(
    st.tuples(st.sampled_from(DIRS), st.sampled_from(FILES), st.sampled_from(TAGS)),
    max_size=10,
    unique_by=lambda one: one[:2],
)


def holds_its_promise(ours: Shelf) -> None:
    found = ours.check()
    before, clue = ours.files(), ours.clue.read_bytes() if ours.clue.exists() else None
    try:
        fixed = ours.repair()
    except RuleBroken:
        assert ours.files() == before
        assert (ours.clue.read_bytes() if ours.clue.exists() else None) == clue
        return
    assert fixed == [finding for finding in found if finding.fixable], "each that was offered, and no other"
    left = ours.files()
    assert left == {path: data for path, data in before.items() if path in left}
    assert all("/.tmp-clew-" in path for path in before.keys() - left.keys())
    if clue is not None:
        now = ours.clue.read_bytes()
        assert now.count(b"# keep this") == clue.count(b"# keep this")
        assert clue == now or any(finding.rule != "leftover" for finding in fixed)
    again = ours.check()
    assert [finding.message() for finding in again if finding.fixable] == []
    mended = ours.clue.read_bytes() if ours.clue.exists() else None
    try:
        assert ours.repair() == []
    except RuleBroken:  # a clue file that came back may list a folder that did not
        assert "folder-missing" in {finding.rule for finding in again}
    assert (ours.clue.read_bytes() if ours.clue.exists() else None) == mended
    assert all(finding.message(lang) for finding in again for lang in ("en", "zh"))


@settings(deadline=None, max_examples=int(os.environ.get("CLEW_EXAMPLES", "100")))
@given(FULL, st.lists(st.sampled_from(DAMAGES), max_size=6), st.integers(0, 1 << 30))
def test_a_repair_mends_what_it_offered_once_and_changes_nothing_else(full, damages, seed):
    with TemporaryDirectory() as folder:
        ours = shelf(Path(folder))
        for dir, file, tags in full:
            ours.add(dir, file, tags)
        random = Random(seed)
        for damage in damages:
            damage(ours, random)
        holds_its_promise(ours)
        ours.home.close()


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_a_library_that(damage, tmp_path):
    ours = shelf(tmp_path)
    for dir in DIRS[:3]:
        for file, tags in zip(FILES[:4], TAGS):
            ours.add(dir, file, tags)
    ours.check()
    for seed in range(3):
        damage(ours, Random(seed))
    holds_its_promise(ours)
