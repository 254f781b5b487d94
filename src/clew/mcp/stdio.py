"""`clew serve`: the protocol over standard input and output.

The main thread reads, and answers at once what needs no home; so the handshake costs no import that it does without.
All else goes to a second thread, which takes one request after the other (`Turns`). The server ends when its client
closes the pipe or is gone: what was asked before is still done, and answered where somebody listens.
"""

from __future__ import annotations

from clew.mcp import wire
from clew.mcp.pipes import Pipes
from clew.mcp.protocol import INVALID_REQUEST, Peer, Refused, greeted, peer_of
from clew.mcp.server import Server

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.mcp.turns import Turns

    Reply = Callable[[dict[str, object]], None]


def serve(home: str | None, agent: str | None = None) -> int:
    """Until the client is gone; the exit status."""
    pipes = Pipes.taken()
    session = Session(Server(home, agent), lambda message: pipes.write(wire.written(message)))
    too_long = wire.Broken(None, INVALID_REQUEST, "Invalid request: the message is too long")
    for line in pipes.lines(lambda: session.take(too_long)):
        if line.strip():
            session.take(wire.read(line))
    session.end()
    return 0


class Session:
    """One client and what it said of itself. `send` puts a message on its way."""

    def __init__(self, server: Server, send: Callable[[object], None]) -> None:
        self._server = server
        self._send = send
        self._peer = Peer()
        self._turns: Turns | None = None

    def take(self, message: wire.Request | wire.Notice | wire.Reply | wire.Broken | wire.Batch) -> None:
        """Answers it, at once or in turn. Never raises."""
        if isinstance(message, wire.Batch):
            together = _Together(message, self._send)
            for each in message.messages:
                self._one(each, together.put)
        else:
            self._one(message, self._send)

    def end(self) -> None:
        """Finishes what was asked, and gives everything back."""
        if self._turns is not None:
            self._turns.end()
        self._server.close()

    def _one(self, message: wire.Request | wire.Notice | wire.Reply | wire.Broken, reply: Reply) -> None:
        if isinstance(message, wire.Broken):
            reply(wire.error(message.id, message.code, message.message))
        elif isinstance(message, wire.Request):
            self._asked(message, reply)
        elif isinstance(message, wire.Reply):
            if self._turns is not None:
                self._turns.answered(message.id, message.result)
        elif message.method == "notifications/cancelled" and self._turns is not None:
            if wire.is_id(id := message.params.get("requestId")):
                self._turns.cancel(id)
        elif message.method == "notifications/roots/list_changed" and self._turns is not None:
            self._turns.forget_roots()

    def _asked(self, request: wire.Request, reply: Reply) -> None:
        method, params = request.method, request.params
        try:
            if method == "initialize":
                self._peer = peer = greeted(params)
            else:
                peer = peer_of(params, self._peer)
            answer = self._server.at_once(method, params, peer)
            if method == "logging/setLevel":
                self._peer = self._peer.but(level=params["level"])
        except Refused as refusal:
            reply(wire.error(request.id, refusal.code, refusal.message, refusal.data))
            return
        if answer is not None:
            reply(wire.result(request.id, answer))
        else:
            self._all_turns().put(request, peer, reply)

    def _all_turns(self) -> Turns:
        if self._turns is None:
            from clew.mcp.turns import Turns  # late: a handshake does without a thread

            self._turns = Turns(self._server, self._send)
        return self._turns


class _Together:
    """The answers to a batch: they go out as one array, when the last of them is there."""

    def __init__(self, batch: wire.Batch, send: Callable[[object], None]) -> None:
        from threading import Lock  # late: hardly a client sends one

        self._send = send
        self._left = sum(isinstance(each, wire.Request | wire.Broken) for each in batch.messages)
        self._answers: list[object] = []
        self._lock = Lock()

    def put(self, answer: dict[str, object]) -> None:
        """One of the answers; from either thread."""
        with self._lock:
            self._answers.append(answer)
            complete = len(self._answers) == self._left
        if complete:
            self._send(self._answers)
