"""Requests in turn, in a thread of their own, so that the client is heard meanwhile.

One at a time: twenty calls of one turn of a model have twenty effects, in their order. A request that needs an answer of
the client steps aside until it comes (or too much time went by), and holds nobody up.
"""

from __future__ import annotations

from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic

from clew.mcp import wire
from clew.mcp.ask import Answers, Needs, brought, wanted
from clew.mcp.protocol import INTERNAL_ERROR, Peer, Refused, shaped
from clew.mcp.watching import Watching

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from clew.mcp.server import Server

    Send = Callable[[object], None]

_ROOTS_WITHIN = 2.0  # seconds; a client that does not answer then will not
_PERSON_WITHIN = 600.0  # somebody reads a menu, or went for lunch
_END_WITHIN = 15.0  # for what is still to be done when the client is gone: a lock is waited for at most 10


class _Work:
    """A request on its way."""

    def __init__(self, request: wire.Request, peer: Peer, reply: Callable[[dict[str, object]], None]) -> None:
        self.request = request
        self.peer = peer
        self.reply = reply
        self.answers = Answers()
        self.open: dict[str, str] = {}  # ids of what the client was asked, and our keys
        self.got: dict[str, Mapping[str, Any] | None] = {}
        self.state = ""
        self.until = 0.0


class Turns:
    """What a session puts here is answered by `send`, each request once."""

    def __init__(self, server: Server, send: Send) -> None:
        self._server = server
        self._send = send
        self._watching = Watching(server, send)
        self._queue: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._waiting: list[_Work] = []
        self._cancelled: set[object] = set()  # ids; written by one thread, read by the other
        self._asked = 0
        self._thread = Thread(target=self._run, name="turns", daemon=True)
        self._thread.start()

    def put(self, request: wire.Request, peer: Peer, reply: Callable[[dict[str, object]], None]) -> None:
        """Answers it when its turn comes."""
        self._queue.put(lambda: self._take(_Work(request, peer, reply)))

    def answered(self, id: object, result: Mapping[str, Any] | None) -> None:
        """The client answered something that it was asked."""
        self._queue.put(lambda: self._go_on(id, result))

    def cancel(self, id: object) -> None:
        """Nobody wants this answer any more. What is being written is written to its end."""
        self._cancelled.add(id)
        self._queue.put(lambda: self._drop(id))

    def forget_roots(self) -> None:
        """The client has other roots now."""
        self._queue.put(lambda: setattr(self._server.rooms.own, "roots", None))

    def end(self) -> None:
        """Finishes what was put before, and the thread with it."""
        self._queue.put(None)
        self._thread.join(_END_WITHIN)

    def _run(self) -> None:
        while True:
            try:
                do = self._queue.get(timeout=self._patience())
            except Empty:
                self._in_between()
                continue
            if do is None:
                self._watching.end()
                return
            do()

    def _patience(self) -> float | None:
        """Seconds until there is something to do unasked; None: never."""
        waits = [max(work.until - monotonic(), 0.01) for work in self._waiting]
        if self._watching:
            waits.append(1.0)
        return min(waits, default=None)

    def _in_between(self) -> None:
        now = monotonic()
        for work in [work for work in self._waiting if work.until <= now]:
            for key in work.open.values():
                work.got[key] = None
            self._resume(work)
        self._watching.look()

    def _take(self, work: _Work) -> None:
        id = work.request.id
        if id in self._cancelled:
            self._cancelled.discard(id)
            return
        try:
            answer = self._answer(work)
        except Refused as refusal:
            self._reply(work, wire.error(id, refusal.code, refusal.message, refusal.data))
        except Needs as needs:
            self._ask(work, needs)
        except Exception as error:  # noqa: BLE001  # a fault of ours ends no session
            self._reply(work, wire.error(id, INTERNAL_ERROR, f"Internal error: {type(error).__name__}: {error}"))
        else:
            if answer is not None:
                self._reply(work, wire.result(id, answer))
        self._watching.look()

    def _answer(self, work: _Work) -> dict[str, Any] | None:
        """None where the answer comes when the client has enough of it: it listens."""
        method, params = work.request.method, work.request.params
        if self._watching.takes(method):
            return self._watching.answer(work.request, work.peer)
        answers = work.answers
        if work.peer.modern:
            answers = brought(params)
        answer = self._server.in_turn(method, params, work.peer, answers, self._said)
        if method == "resources/list":
            self._watching.listed()
        return answer

    def _said(self, method: str, params: Mapping[str, object]) -> None:
        self._send(wire.notice(method, dict(params)))

    def _reply(self, work: _Work, message: dict[str, Any]) -> None:
        if work.request.id in self._cancelled:
            self._cancelled.discard(work.request.id)
        else:
            work.reply(message)

    def _ask(self, work: _Work, needs: Needs) -> None:
        """Asks the client: in its answer to us, since there are no requests to clients any more; else by requests."""
        if work.peer.modern:
            self._reply(work, wire.result(work.request.id, shaped(wanted(needs), work.peer)))
            return
        work.state, work.got = needs.state, dict(work.answers.by_key)
        work.until = monotonic() + (_ROOTS_WITHIN if set(needs.requests) == {"roots"} else _PERSON_WITHIN)
        self._waiting.append(work)
        for key, asked in needs.requests.items():
            self._asked += 1
            id = f"clew-{self._asked}"
            work.open[id] = key
            self._send(wire.request(id, asked["method"], asked.get("params", {})))

    def _go_on(self, id: object, result: Mapping[str, Any] | None) -> None:
        for work in self._waiting:
            if id in work.open:
                work.got[work.open.pop(str(id))] = result
                if not work.open:
                    self._resume(work)
                return

    def _resume(self, work: _Work) -> None:
        self._waiting.remove(work)
        work.open.clear()
        work.answers = Answers(work.got, work.state)
        self._take(work)

    def _drop(self, id: object) -> None:
        """Whatever it was, it is no more; an id may be used again."""
        self._waiting = [work for work in self._waiting if work.request.id != id]
        self._watching.cancel(id)
        self._cancelled.discard(id)
