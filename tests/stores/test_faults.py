"""The disk fails, and the power: after it there is the old file or the new one, and nobody was told otherwise."""

from __future__ import annotations

import errno
import os
import signal

import pytest

from clew.errors import ClewError, NotFound, StorageFailed
from clew.stores import swapping, writing
from clew.stores.checked import CheckedFolder
from clew.stores.contract import ABSENT
from clew.stores.folder import FolderStore
from clew.stores.opened import OpenedFolder
from clew.stores.swapping import swap
from tests.stores.children import start

OLD, NEW = b"the old text\n" * 50, b"the new text, longer\n" * 50
CALLS = ("open", "write", "fsync", "replace", "mkdir", "fstat", "stat", "read", "unlink", "fchmod", "utime")
SAVING = ("write", "fsync", "replace")  # the calls by which a text gets to the disk

ACTS = {
    "a new file in new folders": (lambda store: store.put("new/folder/b.md", NEW), "new/folder/b.md", None),
    "a new file": (lambda store: store.put("p/b.md", NEW, ABSENT), "p/b.md", None),
    "a change": (lambda store: store.put("p/a.md", NEW), "p/a.md", OLD),
    "an expected change": (lambda store: store.put("p/a.md", NEW, store.get("p/a.md").revision), "p/a.md", OLD),
    "a deletion": (lambda store: store.delete("p/a.md"), "p/a.md", OLD),
}


@pytest.fixture(params=[OpenedFolder, CheckedFolder])
def store(request, tmp_path):
    store = FolderStore(str(tmp_path / "root"), "library", makes_root=True, folders=request.param)
    store.put("p/a.md", OLD)
    store.put(".clue", b"entries:\n")
    return store


class Fault:
    """The n-th call of one of `names` fails; with `lasting`, so does each after it."""

    def __init__(self, monkeypatch, names, number, number_of_error, lasting=False):
        self.count = 0
        self.hit = False
        for name in names:
            monkeypatch.setattr(os, name, self._failing(getattr(os, name), number, number_of_error, lasting))

    def _failing(self, real, number, number_of_error, lasting):
        def call(*given, **named):
            self.count += 1
            if self.count == number or (lasting and self.count > number):
                self.hit = True
                raise OSError(number_of_error, os.strerror(number_of_error))
            return real(*given, **named)

        return call


def tree(store):
    """Everything below the root but the lock: path -> bytes, mode, mtime; None for a folder."""
    found: dict[str, tuple[bytes, int, int] | None] = {}
    for folder, _, names in os.walk(store.root):
        found[os.path.relpath(folder, store.root)] = None
        for name in names:
            path = os.path.join(folder, name)
            seen = os.stat(path)
            with open(path, "rb") as file:
                if name != ".clew.lock":
                    found[os.path.relpath(path, store.root)] = file.read(), seen.st_mode, seen.st_mtime_ns
    return found


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("names", [SAVING, CALLS], ids=["saving", "any call"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EROFS, errno.EACCES])
def test_a_failing_call_is_told_and_changes_nothing(store, monkeypatch, act, names, code):
    do, path, _ = ACTS[act]
    before = tree(store)
    for number in range(1, 100):
        with monkeypatch.context() as patched:
            fault = Fault(patched, names, number, code)
            try:
                do(store)
                failed = None
            except OSError as error:
                failed = error
        if failed is None:
            if not fault.hit:
                return  # every call has had its turn
            assert_done(store, path)  # one that may fail, such as naming the holder
            restore(store, before)
            before = tree(store)
            continue
        assert tree(store) == before, f"call {number}"
        assert isinstance(failed, ClewError), failed
        assert failed.errno == code
        assert str(failed.path).startswith(store.root)
        for lang in ("en", "zh"):
            assert str(failed.path) in failed.message(lang)
        with store.lock(0.0):
            pass
    pytest.fail("endless")


def assert_done(store, path):
    try:
        assert store.get(path).data == NEW
    except NotFound:
        assert path == "p/a.md"  # deleted


def restore(store, before):
    for path in [each for each in tree(store) if each not in before and each.endswith(".md")]:
        store.delete(path)
    store.put("p/a.md", OLD)


@pytest.mark.parametrize("act", ACTS)
def test_a_disk_that_fails_from_some_call_on_is_never_told_as_success(store, monkeypatch, act):
    do, path, old = ACTS[act]
    for number in range(1, 100):
        with monkeypatch.context() as patched:
            fault = Fault(patched, SAVING, number, errno.EIO, lasting=True)
            try:
                do(store)
                failed = None
            except ClewError as error:
                failed = error
        if not fault.hit:
            return
        if failed is not None:
            assert isinstance(failed, StorageFailed)
            now = store.get(path).data if store.stat(path) else None
            if not failed.key.endswith("-unsure"):
                assert now == old, number
            else:
                assert now in (old, NEW, None)
        restore(store, {"p/a.md": None})
        store.sweep()
    pytest.fail("endless")


@pytest.mark.parametrize("step", [1, 7, 4096])
def test_a_disk_that_takes_a_little_at_a_time_gets_it_all(store, monkeypatch, step):
    real = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: real(fd, data[:step]))
    store.put("p/a.md", NEW)
    monkeypatch.undo()
    assert store.get("p/a.md").data == NEW


def test_a_disk_that_takes_nothing_is_told(store, monkeypatch):
    real = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: real(fd, data[:3]) if len(data) > len(NEW) - 3 else 0)
    with pytest.raises(StorageFailed):
        store.put("p/a.md", NEW)
    monkeypatch.undo()
    assert store.get("p/a.md").data == OLD
    assert store.list("p")[0].path == "p/a.md"
    assert len(store.list("p")) == 1


@pytest.mark.parametrize(
    ("code", "en", "zh"),
    [
        (errno.ENOSPC, "the disk is full", "磁盘已满"),
        (errno.EIO, "input/output error", "输入输出错误"),
        (errno.EROFS, "read-only", "只读"),
        (errno.EACCES, "no permission", "没有权限"),
        (errno.ENOTEMPTY, os.strerror(errno.ENOTEMPTY), os.strerror(errno.ENOTEMPTY)),
    ],
)
def test_the_reason_is_told_in_words(store, monkeypatch, code, en, zh):
    Fault(monkeypatch, ["fsync"], 1, code)
    with pytest.raises(StorageFailed) as caught:
        store.put("p/a.md", NEW)
    assert en in caught.value.message("en")
    assert zh in caught.value.message("zh")
    assert os.path.join(store.root, "p", "a.md") in caught.value.message("en")


def test_ctrl_c_leaves_nothing_behind(store, monkeypatch):
    before = tree(store)
    monkeypatch.setattr(writing, "_RESTLESS", 0)
    appears = "link" if store._at._folders is OpenedFolder else "rename"
    for name in (*SAVING, appears):
        with monkeypatch.context() as patched:
            real = getattr(os, name)

            def interrupted(*given, real=real, name=name, **named):
                if name == "write" and given[1] != NEW:  # the holder's name
                    return real(*given, **named)
                raise KeyboardInterrupt

            patched.setattr(os, name, interrupted)
            with pytest.raises(KeyboardInterrupt):
                store.put("p/a.md" if name == "replace" else "new/b.md", NEW)
        assert tree(store) == before, name
    store.put("new/b.md", NEW)


DYING = """
old, new = b"the old text\\n" * 50, b"the new text, longer\\n" * 50
number, act = int(sys.argv[2]), sys.argv[3]
count = 0
def deadly(real):
    def call(*given, **named):
        global count
        count += 1
        if count == number:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*given, **named)
    return call
for name in ("write", "fsync", "replace", "mkdir", "unlink", "rmdir", "ftruncate", "fchmod"):
    setattr(os, name, deadly(getattr(os, name)))
if act == "put": store.put("p/a.md", new)
if act == "new": store.put("new/folder/b.md", new, ABSENT)
if act == "delete": store.delete("p/a.md")
say("done")
"""


@pytest.mark.parametrize(("act", "path", "old"), [("put", "p/a.md", OLD), ("new", "new/folder/b.md", None), ("delete", "p/a.md", OLD)])  # fmt: skip
def test_killed_at_any_call_there_is_the_old_file_or_the_new_one_and_no_trace(store, act, path, old):
    new = None if act == "delete" else NEW
    seen = set()
    for number in range(1, 40):
        child = start(DYING, store.root, number, act)
        said, _ = child.communicate(timeout=60)
        if child.returncode == 0:
            break
        assert child.returncode == -signal.SIGKILL, said
        now = store.get(path).data if store.stat(path) else None
        assert now in (old, new)
        assert not said or now == new, "what was acknowledged is there"
        seen.add(now)
        store.recover()
        assert store.leftovers() == store.strangers() == []
        assert not [stat for stat in store.list(deep=True) if stat.path.rpartition("/")[2].startswith(".tmp")]
        if now == new and new is not None:
            store.delete(path)
        store.put("p/a.md", OLD)
    assert child.returncode == 0
    assert seen == {old, new}


def test_a_big_text_goes_through(store):
    data = os.urandom(1 << 20) * 50
    assert store.put("big.md", data).revision == store.get("big.md").revision
    assert store.stat("big.md").size == len(data)


@pytest.fixture
def deeds(monkeypatch):
    """What was done to which file or folder, in order."""
    done = []

    def watch(name, named):
        real = getattr(os, name)

        def act(first, *rest, **more):
            done.append((name, named(first, rest)))
            return real(first, *rest, **more)

        monkeypatch.setattr(os, name, act)

    def by_descriptor(fd, _):
        name = os.path.basename(os.readlink(f"/proc/self/fd/{fd}"))
        return "temporary" if name.startswith(".tmp-clew-") else name

    watch("write", by_descriptor)
    watch("fsync", by_descriptor)
    watch("replace", lambda _, rest: rest[0])
    watch("link", lambda _, rest: rest[0])

    def swapped(fd, one, other):
        done.append(("swap", other))
        return swap(fd, one, other)

    monkeypatch.setattr(swapping, "swap", swapped)
    watch("unlink", lambda name, _: "temporary" if name.startswith(".tmp-clew-") else name)
    return done


@pytest.mark.parametrize("store", [OpenedFolder], indirect=True)
@pytest.mark.parametrize(
    ("path", "restless", "named"),
    [
        ("p/a.md", False, [("replace", "a.md")]),
        ("p/a.md", True, [("swap", "a.md"), ("unlink", "temporary")]),
        ("p/b.md", False, [("link", "b.md"), ("unlink", "temporary")]),
    ],
)
def test_a_text_is_on_the_disk_before_it_has_its_name_and_the_name_before_we_say_so(
    store, deeds, monkeypatch, path, restless, named
):
    monkeypatch.setattr(writing, "_RESTLESS", 1 << 62 if restless else 0)
    store.put(path, NEW)
    lasting = [each for each in deeds if each[1] != ".clew.lock"]
    assert lasting == [("write", "temporary"), ("fsync", "temporary"), *named, ("fsync", "p")]


@pytest.mark.parametrize("store", [OpenedFolder], indirect=True)
def test_new_folders_are_on_the_disk_too(store, deeds):
    store.put("new/folder/b.md", NEW)
    assert [name for deed, name in deeds if deed == "fsync"] == ["temporary", "folder", "new", "root"]


def test_a_new_default_root_is_on_the_disk_too(tmp_path, deeds):
    FolderStore(str(tmp_path / "home" / "memory"), "library", makes_root=True).put("a.md", NEW)
    assert [name for deed, name in deeds if deed == "fsync"] == [tmp_path.name, "home", "temporary", "memory"]
