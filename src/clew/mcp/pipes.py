"""Standard input and output as the protocol's own: bytes in, bytes out, and nothing else of this process on them."""

from __future__ import annotations

import os
import select
import sys
from _thread import allocate_lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LONGEST = 1 << 26  # bytes of a message; whoever sends more sends no message
_CHUNK = 1 << 16
_PATIENCE = 2000  # milliseconds between two looks at whether the client lives


class Pipes:
    """Taken once, at the start of a server. What any code prints from then on goes to standard error."""

    def __init__(self, source: int, sink: int) -> None:
        self._source = source
        self._sink = sink
        self._writing = allocate_lock()
        self.closed = False  # nobody reads any more

    @classmethod
    def taken(cls) -> Pipes:
        """Those of this process."""
        source, sink = os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDWR)
        try:
            os.fstat(2)
        except OSError:  # closed by who started us
            os.dup2(nothing, 2)
        os.dup2(nothing, 0)
        os.dup2(2, 1)
        os.close(nothing)
        sys.stdout = sys.stderr
        if sys.platform == "win32":
            import msvcrt

            for pipe in (source, sink):
                msvcrt.setmode(pipe, os.O_BINARY)
        return cls(source, sink)

    def lines(self, too_long: Callable[[], None]) -> Iterator[bytes]:
        """Each line that comes in, until the client closes its end or is gone. One without end is told and skipped."""
        parts: list[bytes] = []
        size = 0
        skipping = False
        for chunk in self._chunks():
            *ended, rest = chunk.split(b"\n")
            for line in ended:
                if not skipping:
                    yield b"".join([*parts, line])
                parts, size, skipping = [], 0, False
            parts.append(rest)
            size += len(rest)
            if size > LONGEST and not skipping:
                too_long()
                skipping = True
            if skipping:
                parts = []
        if parts and not skipping and (line := b"".join(parts)).strip():
            yield line

    def write(self, data: bytes) -> None:
        """All of it, and no other message in between. Where nobody reads any more it goes nowhere."""
        rest = memoryview(data)
        with self._writing:
            try:
                while rest and not self.closed:
                    rest = rest[os.write(self._sink, rest) :]
            except OSError:
                self.closed = True

    def _chunks(self) -> Iterator[bytes]:
        parent = os.getppid()
        wait = _waiter(self._source)
        while not self.closed:
            if not wait():
                if os.getppid() != parent:  # killed, and somebody else still holds the other end
                    return
                continue
            try:
                chunk = os.read(self._source, _CHUNK)
            except OSError:
                return
            if not chunk:
                return
            yield chunk


def _waiter(source: int) -> Callable[[], object]:
    """Waits for something to read, but not for ever; where the system cannot, reading itself waits."""
    if sys.platform == "win32":
        return lambda: True
    if not hasattr(select, "poll"):
        return lambda: select.select([source], [], [], _PATIENCE / 1000)[0]
    poll = select.poll()
    poll.register(source, select.POLLIN)
    return lambda: poll.poll(_PATIENCE)
