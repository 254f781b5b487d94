"""The disk refuses: a clear error, nothing changed, exit 1, and the text is kept. Never a success that did not happen."""

from __future__ import annotations

import errno

import pytest

from tests.withstand.acts import ACTS, Act, here, plain, telling
from tests.withstand.conftest import watched
from tests.withstand.place import Done, Place, Tree, old_or_new, temporaries, tree
from tests.withstand.system_calls import Fault

pytestmark = watched

GROWING = ("write", "pwrite", "create", "mkdir")
OTHERS = ("the first save of a library", "the first save of a conversation", "a repair", "a rename", "a move")
WRITING = (
    "write",
    "pwrite",
    "fsync",
    "fdatasync",
    "rename",
    "create",
    "mkdir",
    "ftruncate",
    "unlink",
    "utime",
    "chmod",
)


@pytest.fixture
def place(swift):
    return swift


@pytest.mark.parametrize("name", ACTS)
def test_a_call_that_fails_is_told_and_changes_nothing(place, name):
    fail_everywhere(place, ACTS[name], few=True, codes=(errno.ENOSPC, errno.EIO))


@pytest.mark.slow
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EROFS])
@pytest.mark.parametrize("name", ACTS)
def test_each_call_that_fails_is_told_and_changes_nothing(place, name, code):
    fail_everywhere(place, ACTS[name], few=False, codes=(code,))


def fail_everywhere(place: Place, act: Act, few: bool, codes: tuple[int, ...]) -> None:
    act.before(place)
    with place.again() as backup:
        old = tree(place.library)
        done = place.clew(*act.words, fault=Fault(names=WRITING))
        assert done.status == 0, done.err
        new = tree(place.library)
        refused = 0
        for number in range(1, len(done.calls) + 1):
            if few and (not telling(done.calls, number) or (number % 2 and not act.saves)):
                continue
            backup.restore()
            code = codes[number // 2 % len(codes)]
            done_so = place.clew(*act.words, "--json", fault=Fault(number, str(code), names=WRITING))
            told(done_so, act, f"{errno.errorcode[code]} at call {number} of {done_so.calls}")
            if done_so.calls[number - 1 : number] in (["unlink"], ["rename"]) and temporaries(
                place.library
            ):  # named, and gone as soon as it can be
                assert "leftover" in [rule for rule, _ in place.findings()]
                place.clew("check", "--fix")
            now = tree(place.library)
            if done_so.status == 0:
                assert plain(now) in ((plain(new),) if act.refuses else (plain(new), plain(old)))
            else:
                refused += 1
                assert now == old or "failed" in done_so.json
                finish(place, act, done_so, new)
        # How many depends on how many calls it took, which is no promise; what is restored together is tried again alone.
        assert refused or not act.refuses or act.words == ("restore", "--all")


def told(done: Done, act: Act, where: str) -> None:
    """One clear line, in the words that it has for this."""
    if done.status == 0:
        return
    assert done.status == 1, (where, done)
    assert b"Traceback" not in done.err, where
    if act.words == ("restore", "--all") and "failed" in done.json:
        assert [one for one in done.json["failed"] if one["path"].partition("/memory")[0] in one["message"]]
        return
    error = done.json["error"]
    assert error["kind"] in ("storage", "unreadable"), (where, error)
    assert error["path"], where
    assert error["path"] in error["message"], where


def finish(place: Place, act: Act, done: Done, new: Tree) -> None:
    """The disk works again: what was refused can be done as it was wanted."""
    if act.saves:
        pending = done.json["error"]["pending"]
        assert pending
        again = place.clew("save", "--pending", pending)
    else:
        again = place.clew(*act.words)
    assert again.status == 0, again.err
    assert here(tree(place.library)) == here(new)
    assert place.findings() == []


@pytest.mark.parametrize(("code", "names"), [(errno.ENOSPC, GROWING), (errno.EIO, WRITING)], ids=["full", "dead"])
@pytest.mark.parametrize("name", ["an append", *(pytest.param(name, marks=pytest.mark.slow) for name in OTHERS)])
def test_a_disk_that_fails_from_some_call_on_is_never_told_as_success(place, name, code, names):
    """Not even putting back what was done is possible then: it is told which file holds what, and nothing is lost."""
    act = ACTS[name]
    act.before(place)
    with place.again() as backup:
        old = tree(place.library)
        done = place.clew(*act.words, fault=Fault(names=names))
        new = tree(place.library)
        for number in range(1, len(done.calls) + 1):
            if not telling(done.calls, number):
                continue
            backup.restore()
            done_so = place.clew(*act.words, "--json", fault=Fault(number, str(code), True, names=names))
            told(done_so, act, f"call {number}")
            if done_so.status and "put back" in done_so.json["error"]["message"] and not act.saves:
                assert (
                    "clew history" in done_so.json["error"]["hint"]
                )  # who moved something has it twice now, and knows
                continue
            if done_so.status == 0:
                assert plain(tree(place.library)) == plain(new)
            else:
                old_or_new(old, new, tree(place.library), but=(place.slug,))
            if act.finished:
                assert place.clew("menu").status == 0
                again = place.clew(*act.words)
                assert again.status in ((0,) if act.finished == "always" else (0, 1)), again.err
                assert here(tree(place.library)) == here(new)
                assert place.findings() == []
            assert temporaries(place.folder) == []


@pytest.mark.parametrize(("call", "number"), [("write", 1), ("write", 2), ("fsync", 1), ("fsync", 2)])
@pytest.mark.parametrize("name", ["an append", "an append in a large library"])
def test_a_disk_that_is_full_before_both_texts_are_there_has_changed_neither(place, name, call, number):
    """The memory does not get its new text where the clue file has no room for what it would say of it."""
    act = ACTS[name]
    act.before(place)
    old = tree(place.library)
    known = {file: place.texts_ever(file) for file in place.files_ever()}
    full = Fault(number, str(errno.ENOSPC), True, names=(call,), file=".tmp-clew-")
    done = place.clew(*act.words, "--json", fault=full)
    assert (done.status, done.json["error"]["kind"]) == (1, "storage")
    assert done.json["error"]["path"] in (str(place.clue), str(place.memories / "Storage.md"))
    assert tree(place.library) == old
    assert {file: place.texts_ever(file) for file in place.files_ever()} == known


@pytest.mark.parametrize("name", ACTS)
def test_a_disk_that_takes_half_of_each_write_gets_it_all(place, name):
    act = ACTS[name]
    act.before(place)
    with place.again() as backup:
        assert place.clew(*act.words).status == 0
        new = tree(place.library)
        backup.restore()
        done = place.clew(*act.words, fault=Fault(1, "short", True))
        assert done.status == 0, done.err
        assert plain(tree(place.library)) == plain(new)
        assert place.findings() == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ACTS)
def test_a_disk_that_takes_half_of_any_write_gets_it_all(place, name):
    act = ACTS[name]
    act.before(place)
    with place.again() as backup:
        done = place.clew(*act.words, fault=Fault(names=("write", "pwrite")))
        new = tree(place.library)
        for number in range(1, len(done.calls) + 1):
            backup.restore()
            assert place.clew(*act.words, fault=Fault(number, "short", names=("write", "pwrite"))).status == 0
            assert plain(tree(place.library)) == plain(new)
