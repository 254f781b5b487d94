"""What every store promises. A store's own test file subclasses `StoreSuite` and says how one is made:

class TestMyStore(StoreSuite):
    def make(self, place):
        return MyStore(...)
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from clew.errors import ClewError, Conflict, Locked, NotFound, StorageFailed, Unreadable, Usage
from clew.stores.contract import ABSENT, ANY, Store, revision_of
from clew.stores.edit import edit

OUTSIDE = [
    *("..", "../x.md", "a/../../x.md", "a/..", "./x.md", "a/./x.md", ".", "", "/", "/etc/passwd", "a//b.md", "a/", "//host/share"),
    *("C:\\x.md", "c:/x.md", "C:x.md", "\\x.md", "a\\..\\..\\x.md", "\\\\host\\share\\x.md", "a\0.md", "\ud800.md"),
    *("n" * 256, "记" * 86, "a/" + "n" * 256 + "/b.md"),
]  # fmt: skip
NOT_PORTABLE = [
    "CON.md",
    "con",
    "p/aux.md",
    "LPT1.md",
    "com¹.txt",
    "NUL/a.md",
    "a.md.",
    "a ",
    "a:b.md",
    "x/a?.md",
    "a\n.md",
]
BYTES = [
    b"",
    b"one\n",
    b"no newline at the end",
    b"\r\n \xef\xbb\xbf",
    b"\xff\xfe\x00 not UTF-8 \x80",
    "记忆：目标\n".encode(),
]


def append(more, old):
    return (old or b"") + more


class StoreSuite:
    def make(self, place: Path) -> Store:
        """A new, empty store; `place` is an empty folder of its own."""
        raise NotImplementedError

    @pytest.fixture
    def store(self, tmp_path):
        return self.make(tmp_path)

    @pytest.mark.parametrize("data", [*BYTES, bytes(range(256)) * 4096])
    def test_bytes_come_back_exactly(self, store, data):
        put = store.put("p/a.md", data)
        got = store.get("p/a.md")
        assert (got.data, got.revision) == (data, hashlib.sha256(data).hexdigest())
        assert (put.data, put.revision) == (data, got.revision)

    def test_what_is_not_there_is_not_found(self, store):
        store.put("a.md", b"file")
        for path in ("b.md", "p/b.md", "a.md/b.md"):
            with pytest.raises(NotFound) as caught:
                store.get(path)
            assert str(caught.value.path).startswith(store.root)
            assert store.stat(path) is None
            with pytest.raises(NotFound):
                store.delete(path)

    def test_a_store_in_which_nothing_was_written_is_empty(self, store):
        assert store.list() == store.list(deep=True) == store.list("p") == []

    def test_a_write_replaces_only_what_it_expects(self, store):
        one = store.put("a.md", b"one", ABSENT)
        two = store.put("a.md", b"two", one.revision)
        three = store.put("a.md", b"three", ANY)
        for stale in (one.revision, two.revision, ABSENT):
            with pytest.raises(Conflict) as caught:
                store.put("a.md", b"mine", stale)
            assert (caught.value.mine, caught.value.theirs) == (b"mine", b"three")
        assert store.get("a.md").revision == three.revision

    def test_a_write_that_expects_a_file_that_is_gone_is_a_conflict(self, store):
        with pytest.raises(Conflict) as caught:
            store.put("p/a.md", b"mine", revision_of(b"theirs"))
        assert (caught.value.mine, caught.value.theirs) == (b"mine", None)
        assert store.list() == []

    def test_a_deletion_removes_only_what_it_expects(self, store):
        blob = store.put("a.md", b"one")
        for stale in (revision_of(b"other"), ABSENT):
            with pytest.raises(Conflict) as caught:
                store.delete("a.md", stale)
            assert caught.value.theirs == b"one"
        store.delete("a.md", blob.revision)
        assert store.stat("a.md") is None

    def test_a_deletion_takes_the_folders_along_that_it_leaves_empty(self, store):
        store.put("p/a.md", b"")
        store.put("p/q/r/b.md", b"")
        store.delete("p/q/r/b.md")
        assert [stat.path for stat in store.list(deep=True)] == ["p", "p/a.md"]
        store.delete("p/a.md")
        assert store.list() == []

    def test_a_listing_is_sorted_and_shows_hidden_names_too(self, store):
        for path in ("b.md", ".clue", "p/a.md", "p/q/b.md", "p.md", "记忆/目标.md", "p-2/a.md"):
            store.put(path, b"12345")
        assert [(stat.path, stat.kind) for stat in store.list()] == [
            *((".clue", "file"), ("b.md", "file"), ("p", "folder"), ("p-2", "folder"), ("p.md", "file")),
            ("记忆", "folder"),
        ]
        assert [stat.path for stat in store.list("p")] == ["p/a.md", "p/q"]
        assert [stat.path for stat in store.list("p", deep=True)] == ["p/a.md", "p/q", "p/q/b.md"]
        everything = [stat.path for stat in store.list(deep=True)]
        assert everything == sorted(everything)
        assert len(everything) == 11
        assert {stat.size for stat in store.list(deep=True) if stat.kind == "file"} == {5}
        assert store.list("nowhere") == []

    def test_a_listing_and_a_look_at_one_name_say_the_same(self, store):
        store.put("p/a.md", b"one")
        assert store.list("p") == [store.stat("p/a.md")]
        assert store.list() == [store.stat("p")]

    def test_a_fingerprint_tells_of_a_change_of_the_same_size(self, store):
        store.put("a.md", b"one")
        before = store.stat("a.md").fingerprint
        store.put("a.md", b"two")
        assert store.stat("a.md").fingerprint != before

    def test_a_folder_is_no_file(self, store):
        store.put("x.md/a.md", b"one")
        for act in (store.get, store.delete, lambda path: store.put(path, b"")):
            with pytest.raises(Unreadable):
                act("x.md")
        assert store.get("x.md/a.md").data == b"one"

    def test_a_file_is_no_folder(self, store):
        store.put("a.md", b"one")
        with pytest.raises(StorageFailed):
            store.put("a.md/b.md", b"two")
        with pytest.raises(Unreadable):
            store.list("a.md")
        assert store.get("a.md").data == b"one"

    @pytest.mark.parametrize("path", OUTSIDE)
    def test_a_path_that_is_not_plainly_inside_is_refused(self, store, path):
        acts = [
            store.get,
            store.stat,
            store.delete,
            lambda path: store.put(path, b"x"),
            lambda path: edit(store, path, lambda old: old),
        ]
        for act in acts + ([store.list] if path else []):  # fmt: skip
            with pytest.raises(Usage) as caught:
                act(path)
            assert caught.value.message("en") != caught.value.message("zh")
        assert store.list(deep=True) == []

    @pytest.mark.parametrize("path", NOT_PORTABLE)
    def test_a_new_name_is_legal_on_every_system(self, store, path):
        with pytest.raises(Usage):
            store.put(path, b"x")
        assert store.list(deep=True) == []

    @pytest.mark.parametrize("name", ["记忆-2.md", "🧠.md", "é.md", "e\u0301.md", "n" * 252 + ".md", ".hidden", "a b.md", "~x", "console.md", "..md"])  # fmt: skip
    def test_names_of_all_scripts_are_kept_as_they_are(self, store, name):
        store.put(f"p/{name}", b"x")
        assert [stat.path for stat in store.list("p")] == [f"p/{name}"]
        assert store.get(f"p/{name}").data == b"x"

    def test_an_edit_sees_the_bytes_and_replaces_them(self, store):
        assert edit(store, "a.md", lambda old: b"new" if old is None else b"") is not None
        edit(store, "a.md", lambda old: (old or b"") + b" newer")
        assert store.get("a.md").data == b"new newer"
        assert edit(store, "a.md", lambda old: None) is None
        assert edit(store, "a.md", lambda old: None) is None
        assert store.stat("a.md") is None

    def test_an_edit_that_changes_nothing_writes_nothing(self, store):
        store.put("a.md", b"same")
        before = store.stat("a.md")
        edit(store, "a.md", lambda old: old)
        assert store.stat("a.md") == before

    def test_an_edit_by_another_hand_meanwhile_is_not_overwritten(self, store):
        store.put("a.md", b"one")
        seen: list[bytes] = []

        def change(old):
            if not seen:
                store.put("a.md", b"two")
            seen.append(old)
            return old + b"!"

        edit(store, "a.md", change)
        assert store.get("a.md").data == b"two!"
        assert seen == [b"one", b"two"]

    def test_threads_edit_one_file_and_no_edit_is_lost(self, store):
        def work(writer):
            for number in range(25):
                edit(store, "a.md", partial(append, f"{writer} {number}\n".encode()))

        threads = [threading.Thread(target=work, args=(writer,)) for writer in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        lines = store.get("a.md").data.decode().split("\n")[:-1]
        for writer in range(4):
            assert [line for line in lines if line[0] == str(writer)] == [f"{writer} {number}" for number in range(25)]

    def test_whoever_has_the_lock_can_take_it_again_and_nobody_else_can(self, store):
        refused = []

        def other():
            try:
                with store.lock(0.05):
                    refused.append(False)
            except Locked as locked:
                refused.append(bool(locked.holder))

        def ask():
            thread = threading.Thread(target=other)
            thread.start()
            thread.join()

        with store.lock():
            with store.lock(), suppress(ValueError):
                store.put("a.md", b"")
                raise ValueError
            ask()
        ask()
        assert refused == [True, False]

    def test_random_writes_and_deletions_leave_what_a_dictionary_says(self):
        machine = type("Machine", (_Machine,), {"make": staticmethod(self.make)})
        run_state_machine_as_test(
            machine,
            settings=settings(
                max_examples=25,
                stateful_step_count=25,
                deadline=None,
                suppress_health_check=list(HealthCheck),
                phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
            ),
        )


PATHS = st.sampled_from(["a.md", "b.md", "p", "p/a.md", "p/b.md", "p/q/a.md", "p/q", "记忆/目标.md", "记忆/目标-2.md"])
TEXTS = st.sampled_from(BYTES) | st.binary(max_size=40)


class _Machine(RuleBasedStateMachine):
    """A store beside a dictionary: each step must do the same to both, or the same nothing."""

    make: Callable[[Path], Store]

    def __init__(self):
        super().__init__()
        self.place = TemporaryDirectory()
        self.store = self.make(Path(self.place.name))
        self.model = {}

    def teardown(self):
        self.place.cleanup()

    @rule(path=PATHS, data=TEXTS, expect=st.sampled_from(["any", "absent", "right", "stale"]))
    def put(self, path, data, expect):
        revision = self.expectation(path, expect)
        refusal = self.refusal_of_a_file(path) or self.conflict(path, revision)
        if refusal:
            with pytest.raises(refusal):
                self.store.put(path, data, revision)
        else:
            assert self.store.put(path, data, revision).revision == revision_of(data)
            self.model[path] = data

    @rule(path=PATHS, expect=st.sampled_from(["any", "absent", "right", "stale"]))
    def delete(self, path, expect):
        revision = self.expectation(path, expect)
        refusal = Unreadable if self.is_folder(path) else None if path in self.model else NotFound
        refusal = refusal or self.conflict(path, revision)
        if refusal:
            with pytest.raises(refusal):
                self.store.delete(path, revision)
        else:
            self.store.delete(path, revision)
            del self.model[path]

    @rule(path=PATHS, more=TEXTS)
    def append(self, path, more):
        try:
            edit(self.store, path, lambda old: (old or b"") + more)
        except ClewError:
            assert self.refusal_of_a_file(path)
        else:
            self.model[path] = self.model.get(path, b"") + more

    @rule(path=PATHS)
    def get(self, path):
        if path in self.model:
            assert self.store.get(path).data == self.model[path]
            assert [stat.size for stat in [self.store.stat(path)] if stat] == [len(self.model[path])]
        else:
            with pytest.raises(Unreadable if self.is_folder(path) else NotFound):
                self.store.get(path)

    @invariant()
    def the_same_files_are_there(self):
        listed = self.store.list(deep=True)
        assert [stat.path for stat in listed if stat.kind == "file"] == sorted(self.model)
        folders = {path.rsplit("/", depth)[0] for path in self.model for depth in range(1, path.count("/") + 1)}
        assert [stat.path for stat in listed if stat.kind == "folder"] == sorted(folders)

    def expectation(self, path, expect):
        present = revision_of(self.model[path]) if path in self.model else ABSENT
        return {"any": ANY, "absent": ABSENT, "right": present, "stale": revision_of(b"never written")}[expect]

    def conflict(self, path, revision):
        present = revision_of(self.model[path]) if path in self.model else ABSENT
        return None if revision in (ANY, present) else Conflict

    def refusal_of_a_file(self, path):
        if self.is_folder(path):
            return Unreadable
        return StorageFailed if any(path.startswith(each + "/") for each in self.model) else None

    def is_folder(self, path):
        return any(each.startswith(path + "/") for each in self.model)
