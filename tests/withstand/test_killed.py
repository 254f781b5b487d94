"""Killed at each system call that changes something: the old file or the new one, nothing lost, and no trace left."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from tests.withstand.acts import ACTS, Act, here, plain, telling
from tests.withstand.conftest import watched
from tests.withstand.place import Place, Tree, old_or_new, temporaries, tree
from tests.withstand.system_calls import Fault

pytestmark = watched

LOOKS: dict[str, tuple[str, ...]] = {
    "menu": ("menu",),
    "show": ("show", "Keeper"),
    "save": ("save", "of another one", "--tag", "one", "--tag", "two", "--conversation", "c8", "--dir", "../elsewhere"),
    "check": ("check",),
}


@pytest.fixture
def place(swift):
    return swift


@pytest.mark.parametrize("name", ACTS)
def test_killed_at_a_call_nothing_is_lost_and_nothing_left_over(place, name):
    """Those behind the lock that leave different disks behind. Another command looks each time."""
    looks = list(LOOKS)
    for number, new in enumerate(deaths(place, ACTS[name], few=True)):
        look_again(place, ACTS[name], looks[number % len(looks)], new)


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", ACTS)
def test_killed_at_each_call_nothing_is_lost_and_nothing_left_over(place, name, look):
    for new in deaths(place, ACTS[name], few=False):
        look_again(place, ACTS[name], look, new)


def deaths(place: Place, act: Act, few: bool) -> Iterator[Tree]:
    """Kills the act at one call after the other; what then stands on the disk was looked at when it yields."""
    act.before(place)
    with place.again() as backup:
        old = tree(place.library)
        done = place.clew(*act.words, fault=Fault())
        assert done.status == 0, done.err
        new = tree(place.library)
        told = 0
        for number, call in enumerate(done.calls, 1):
            if few and (call in ("fsync", "fdatasync") or not telling(done.calls, number)):
                continue
            backup.restore()
            died = place.clew(*act.words, fault=Fault(number, "kill"))
            assert died.status in (-signal.SIGKILL, 0), died.err
            now = tree(place.library)
            old_or_new(old, new, now)
            if died.out:
                told += 1
                assert plain(now) == plain(new), f"acknowledged, and not there at call {number} ({call})"
            kept(place, old)
            yield new
        assert told > 1, "it was never killed behind its answer"


def kept(place: Place, old: Tree) -> None:
    """Every text that stood there is on the disk still, or in the history."""
    now = tree(place.library)
    for path, data in old.items():
        if data is not None and now.get(path) != data:
            assert data in place.texts_ever(path), path


def look_again(place: Place, act: Act, look: str, new: Tree) -> None:
    """The next command finds everything in order, and the same act said once more does no harm."""
    looked = place.clew(*LOOKS[look])
    assert looked.status in (0, 1), looked.err
    assert b"bug" not in looked.err
    assert temporaries(place.folder) == [], look
    assert look != "save" or looked.status == 0 or not tree(place.library), looked.err
    if act.finished:
        again = place.clew(*act.words, "--json")
        assert again.status in ((0,) if act.finished == "always" else (0, 1)), again.out
        assert place.clew("menu").status == 0
        assert here(tree(place.library)) == here(new)
    assert place.findings() == []
