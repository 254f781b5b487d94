"""Random work by clew and by other programs: no byte that clew wrote or replaced is ever lost."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import mkdtemp

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from clew.errors import Conflict, NotFound
from clew.history.changing import Edit
from clew.history.compare import blame
from clew.history.database import History
from clew.history.kept import Kept
from clew.history.records import SEEN, Origin
from clew.history.undo import restore, restore_missing, undo
from clew.stores.contract import ABSENT
from clew.stores.ram import RamStore
from tests.history.conftest import KEY, Clock

PATHS = st.sampled_from(["a.md", "b.md", "项目/记忆.md", ".clue"])
BLOCK = bytes(range(256)) * 8
TEXTS = st.one_of(
    st.sampled_from([b"", b"one\n", "中文\n".encode(), BLOCK, BLOCK * 40]),
    st.binary(max_size=30),
)

type_of_entry = tuple[int, dict[str, bytes | None], dict[str, bytes | None]]


class Histories(RuleBasedStateMachine):
    """A store that remembers beside a dictionary of the files and a list of what was done."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = mkdtemp()
        self.history = History(str(Path(self.folder) / "history.db"), Clock())
        self.kept = Kept(RamStore(), lambda: self.history, KEY)
        self.files: dict[str, bytes] = {}
        self.known: dict[int, bytes | None] = {}  # every version ever told, and its bytes
        self.owed: set[tuple[str, bytes]] = set()  # what clew wrote or replaced, by path
        self.done: list[type_of_entry] = []  # entries of clew that changed something and were not undone

    def teardown(self) -> None:
        self.history.close()
        shutil.rmtree(self.folder)

    @rule(path=PATHS, data=TEXTS)
    def write(self, path: str, data: bytes) -> None:
        self.act({path: data}, lambda: self.kept.put(path, data))

    @rule(path=PATHS, more=TEXTS)
    def append(self, path: str, more: bytes) -> None:
        data = self.files.get(path, b"") + more
        self.act({path: data}, lambda: self.kept.put(path, data))

    @rule(path=PATHS, at=st.integers(0, 100), data=st.binary(max_size=5))
    def change_a_little(self, path: str, at: int, data: bytes) -> None:
        old = self.files.get(path, b"")
        new = old[:at] + data + old[at + 2 :]
        self.act({path: new}, lambda: self.kept.put(path, new))

    @rule(one=PATHS, other=PATHS, data=TEXTS)
    def write_two(self, one: str, other: str, data: bytes) -> None:
        new: dict[str, bytes | None] = {one: data, other: data + b"!"}
        self.act(new, lambda: self.kept.change([Edit(path, text) for path, text in new.items()], Origin("save")))

    @rule(path=PATHS)
    def delete(self, path: str) -> None:
        if path in self.files:
            self.act({path: None}, lambda: self.kept.delete(path))

    @rule(old=PATHS, new=PATHS)
    def rename(self, old: str, new: str) -> None:
        if old not in self.files or new in self.files:
            return
        data = self.files[old]
        edits = [Edit(new, data, ABSENT, moved_from=old), Edit(old, None)]
        self.act({new: data, old: None}, lambda: self.kept.change(edits, Origin("rename")))
        assert (old, data) in {(each.path, self.content(each.id)) for each in self.history.versions(KEY, new)}

    @rule(path=PATHS, data=TEXTS)
    def another_program_writes(self, path: str, data: bytes) -> None:
        self.kept.store.put(path, data)
        self.files[path] = data

    @rule(path=PATHS)
    def another_program_deletes(self, path: str) -> None:
        if path in self.files:
            self.kept.store.delete(path)
            del self.files[path]

    @rule(path=PATHS)
    def notice(self, path: str) -> None:
        if path in self.files:
            self.kept.notice([(path, self.kept.get(path))])
            self.owed.add((path, self.files[path]))

    @rule()
    def undo(self) -> None:
        """The law: afterwards each file of the newest entry is as before it, or nothing has changed at all."""
        before = dict(self.files)
        expected = next((each for each in reversed(self.done) if self.differs(each[1])), None)
        try:
            undone = undo(self.kept)
        except NotFound:
            assert expected is None
        except Conflict:
            assert expected is not None
            assert any(self.files.get(path) not in (old, expected[2][path]) for path, old in expected[1].items())
            assert self.on_disk() == before
        else:
            assert expected is not None
            assert undone.entry.id == expected[0]
            self.took_place(expected[1])
            self.done.remove(expected)

    @precondition(lambda self: self.known)
    @rule(data=st.data())
    def restore(self, data: st.DataObject) -> None:
        """The law: whatever version is named, the file has its bytes afterwards."""
        path = data.draw(PATHS)
        versions = [each for each in self.history.versions(KEY, path) if not each.gone]
        if versions:
            version = data.draw(st.sampled_from(versions))
            self.act({path: self.known[version.id]}, lambda: restore(self.kept, path, version.id))

    @rule()
    def restore_all(self) -> None:
        """The law: what clew did not remove is there afterwards, and what was there is untouched."""
        last = {each.path: self.content(each.id) for each in self.history.paths(KEY) if not each.gone}
        restored = restore_missing(self.kept)
        assert not restored.failed
        for path, data in last.items():
            if path not in self.files and path not in dict(restored.renamed):
                assert data is not None
                self.files[path] = data
        for _, new in restored.renamed:
            assert new in self.files

    @rule()
    def open_again(self) -> None:
        self.history.close()

    @rule(path=PATHS)
    def blame_is_whole(self, path: str) -> None:
        versions = [each for each in reversed(self.history.versions(KEY, path)) if not each.gone]
        lines = blame(self.history.contents(versions))
        if versions:
            last = self.content(versions[-1].id) or b""
            assert len(lines) == last.count(b"\n") + (not last.endswith(b"\n") and bool(last))

    @invariant()
    def the_files_are_as_the_model_says(self) -> None:
        assert self.on_disk() == self.files

    @invariant()
    def every_version_ever_told_reads_the_same(self) -> None:
        for path in {each.path for each in self.history.paths(KEY)}:
            for version in self.history.versions(KEY, path):
                data = self.content(version.id)
                assert self.known.setdefault(version.id, data) == data
                assert (data is None) == version.gone
        for number, data in self.known.items():
            assert self.content(number) == data

    @invariant()
    def what_clew_wrote_or_replaced_is_there(self) -> None:
        told = {
            (each.path, self.known[each.id])
            for path in self.history.paths(KEY)
            for each in self.history.versions(KEY, path.path)
        }
        assert self.owed <= told

    @invariant()
    def nothing_is_wrong_with_the_file(self) -> None:
        with self.history.file.reading() as db:
            assert db is None or db.execute("PRAGMA quick_check").fetchone() == ("ok",)
        assert all(entry.whole for entry in self.history.entries(KEY, limit=500))

    def act(self, new: dict[str, bytes | None], deed) -> None:
        """Something that clew does, in the store and in the model."""
        old = {path: self.files.get(path) for path in new}
        deed()
        entry = self.history.entries(KEY, limit=1)[0]
        if entry.what != SEEN and all(entry.id != each[0] for each in self.done) and old != new:
            changed = {path: data for path, data in old.items() if data != new[path]}
            self.done.append((entry.id, changed, {path: new[path] for path in changed}))
        self.took_place(new)

    def took_place(self, new: dict[str, bytes | None]) -> None:
        for path, data in new.items():
            if (old := self.files.pop(path, None)) is not None:
                self.owed.add((path, old))
            if data is not None:
                self.files[path] = data
                self.owed.add((path, data))

    def differs(self, old: dict[str, bytes | None]) -> bool:
        return any(self.files.get(path) != data for path, data in old.items())

    def content(self, version: int) -> bytes | None:
        return self.history.content(version)

    def on_disk(self) -> dict[str, bytes]:
        return {stat.path: self.kept.get(stat.path).data for stat in self.kept.list(deep=True) if stat.kind == "file"}


TestHistories = Histories.TestCase
TestHistories.settings = settings(
    max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)
