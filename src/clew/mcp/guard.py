"""Who may speak with the server over HTTP: whoever bears the token, came to a name of this machine, and is no foreign page.

An ASGI application around another one. A page that makes its own host name point at 127.0.0.1 is kept out by `Host`, one
that sends its visitor's browser here by `Origin`; both are looked at before the token, and the token in constant time.
"""

from __future__ import annotations

from hmac import compare_digest
from urllib.parse import urlsplit

from clew.mcp import wire
from clew.mcp.protocol import INVALID_REQUEST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping
    from typing import Any

    Scope = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
    Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
    Application = Callable[[Scope, Receive, Send], Awaitable[None]]

LOOPBACK = ("127.0.0.1", "localhost", "::1")
FORBIDDEN, UNAUTHORIZED = 403, 401


class Guard:
    """Lets through what is allowed; all else is answered here."""

    def __init__(self, inside: Application, token: str) -> None:
        self._inside = inside
        self._token = token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._inside(scope, receive, send)
        elif scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
        elif refusal := self._refusal(scope["headers"]):
            await _answer(send, *refusal)
        else:
            await self._inside(scope, receive, send)

    def _refusal(self, headers: list[tuple[bytes, bytes]]) -> tuple[int, str] | None:
        """The status and the reason; None for a request that may pass."""
        hosts, origins, tokens = (
            [value for name, value in headers if name == wanted] for wanted in (b"host", b"origin", b"authorization")
        )
        if len(hosts) != 1 or not is_ours("//" + hosts[0].decode("latin-1")):
            return FORBIDDEN, "Forbidden: Host names another machine"
        if not all(is_ours(origin.decode("latin-1")) for origin in origins):
            return FORBIDDEN, "Forbidden: Origin is another site"
        kind, _, token = tokens[0].partition(b" ") if len(tokens) == 1 else (b"", b"", b"")
        if kind.lower() != b"bearer" or not compare_digest(token.strip(), self._token):
            return UNAUTHORIZED, "Unauthorized: the token is missing or wrong"
        return None


def is_ours(address: str) -> bool:
    """Whether a URL, or `//HOST:PORT`, names this machine's own loopback. `null`, a sandboxed page, names nothing."""
    try:
        return urlsplit(address).hostname in LOOPBACK
    except ValueError:
        return False


async def _answer(send: Send, status: int, reason: str) -> None:
    body = wire.written(wire.error(None, INVALID_REQUEST, reason))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == UNAUTHORIZED:
        headers.append((b"www-authenticate", b'Bearer realm="clew"'))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
