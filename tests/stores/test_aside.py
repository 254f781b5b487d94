"""Work done by another thread: in order, to its end, and told when it failed."""

from __future__ import annotations

import signal
import sys
import time
from functools import partial

import pytest

from clew.stores import aside as module
from clew.stores.aside import Aside


@pytest.fixture(params=[True, False], ids=["with a thread", "without one"])
def aside(request, monkeypatch):
    def refused(*_):
        raise RuntimeError("can't start new thread")

    if not request.param:
        monkeypatch.setattr(module, "start_new_thread", refused)
    aside = Aside()
    yield aside
    aside.end()


def test_what_was_given_is_done_in_order_before_the_wait_is_over(aside):
    done: list[object] = []

    def append(number):
        time.sleep(0.001)
        done.append(number)

    for number in range(20):
        aside.do(partial(append, number))
    assert aside.wait() is None
    assert done == list(range(20))
    aside.do(partial(done.append, "more"))
    assert aside.wait() is None
    assert done[-1] == "more"


def test_the_first_that_fails_is_told_and_the_rest_is_done(aside):
    done: list[str] = []
    first, second = OSError("first"), ValueError("second")

    def fail(problem):
        raise problem

    aside.do(partial(fail, first))
    aside.do(partial(fail, second))
    aside.do(partial(done.append, "third"))
    assert aside.wait() is first
    assert done == ["third"]


@pytest.mark.skipif(sys.platform == "win32", reason="no timer there that interrupts")
def test_ctrl_c_waits_until_nobody_uses_our_files_any_more():
    done: list[str] = []
    aside = Aside()
    aside.do(partial(time.sleep, 0.3))
    aside.do(partial(done.append, "done"))
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            aside.wait()
    finally:
        signal.signal(signal.SIGALRM, before)
    assert done == ["done"]
    aside.end()
