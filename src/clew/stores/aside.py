"""Work done aside: by a thread of its own, in the order in which it is given, while who gives it goes on.

For what lets other threads run meanwhile: a hash, a sync. Whoever wants the interpreter back from a thread that works
gets it late, so each piece of work should want it but once.
"""

from __future__ import annotations

from _thread import allocate_lock, start_new_thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _thread import LockType
    from collections.abc import Callable
    from queue import SimpleQueue


class Aside:
    """Where there can be no further thread, the work is done at once. Each wants its `end`."""

    def __init__(self) -> None:
        from _queue import SimpleQueue  # late, and without what else `queue` brings: only a large text comes to this

        self._deeds: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._problem: BaseException | None = None
        try:
            start_new_thread(self._work, ())
            self._threaded = True
        except RuntimeError:  # the system's limit, or a process that is about to end
            self._threaded = False

    def do(self, deed: Callable[[], object]) -> None:
        """Behind what was given before, be it done or failed."""
        if self._threaded:
            self._deeds.put(deed)
        else:
            self._try(deed)

    def mark(self) -> LockType:
        """Can be acquired when all is done that was given before."""
        passed = allocate_lock()
        passed.acquire()
        self.do(passed.release)
        return passed

    def wait(self) -> BaseException | None:
        """Returns when all is done, with what went wrong first. Ctrl-C waits too: what goes on aside uses our files."""
        done, interrupted = self.mark(), None
        while True:
            try:
                done.acquire()
                break
            except KeyboardInterrupt as problem:
                interrupted = problem
        if interrupted is not None:
            raise interrupted
        return self._problem

    def end(self) -> None:
        """Nothing more will be given; what was is done still."""
        if self._threaded:
            self._deeds.put(None)

    def _work(self) -> None:
        while (deed := self._deeds.get()) is not None:
            self._try(deed)

    def _try(self, deed: Callable[[], object]) -> None:
        try:
            deed()
        except BaseException as problem:  # noqa: BLE001  # whatever it is, who waits is told
            self._problem = self._problem or problem
