"""`clew serve --http`: the protocol over streamable HTTP, spoken by the official SDK, answered by our own server.

Only on this machine's loopback, and only for who bears the token (`Guard`). The SDK keeps the sessions of clients that
shake hands, and speaks 2026-07-28 to the others. Requests are taken one at a time, as over standard input and output.
"""

from __future__ import annotations

import errno
import socket
import sys
from functools import partial

from clew import __version__
from clew.config import home_path
from clew.errors import StorageFailed, Usage
from clew.mcp.ask import Answers, Needs, brought, wanted
from clew.mcp.guard import LOOPBACK, Guard
from clew.mcp.protocol import Peer, Refused, shaped
from clew.mcp.server import Server
from clew.mcp.token import path_of, token_of
from clew.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from typing import Any

    from mcp.server.context import ServerRequestContext
    from mcp.server.lowlevel import Server as Sdk

    from clew.mcp.guard import Application

    Handler = Callable[[ServerRequestContext[Any, Any], Any], Awaitable[dict[str, Any]]]

HOST, PORT, PATH = LOOPBACK[0], 8765, "/mcp"
LARGEST = 1 << 24  # bytes of a request
_METHODS = (
    *("tools/list", "tools/call", "prompts/list", "prompts/get", "completion/complete"),
    *("resources/list", "resources/templates/list", "resources/read", "logging/setLevel"),
)


def serve(home: str | None, agent: str | None, host: str | None, port: int | None, tell: Callable[..., None]) -> int:
    """Until it is stopped. Raises `Usage` for another address than the loopback, and where the SDK is not installed."""
    if (host or HOST) not in LOOPBACK:
        raise Usage("mcp.only-loopback", host=host, loopback=LOOPBACK)
    try:
        import uvicorn

        app = application(Server(home, agent), token_of(home_path(home)))
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] == "clew":
            raise
        raise Usage("mcp.no-sdk") from missing
    listening = _listening(host or HOST, PORT if port is None else port)
    where = listening.getsockname()
    name = f"[{where[0]}]" if ":" in where[0] else where[0]
    tell(".listening", url=f"http://{name}:{where[1]}{PATH}", path=path_of(home_path(home)))
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=3, lifespan="on"
    )
    try:
        uvicorn.Server(config).run(sockets=[listening])
    except KeyboardInterrupt:  # that is how one stops it
        pass
    return 0


def application(server: Server, token: str) -> Application:
    """The ASGI application of one server: what uvicorn runs, and tests too."""
    sdk = _sdk(server)
    return Guard(sdk.streamable_http_app(streamable_http_path=PATH, host=HOST, max_request_body_size=LARGEST), token)


def _sdk(server: Server) -> Sdk[Any]:
    """The SDK's server, each method of which is answered by ours."""
    import anyio
    import mcp_types as types
    from mcp.server.lowlevel import Server as LowLevel

    sdk: Sdk[Any] = LowLevel(
        "clew", title="clew", version=__version__, instructions=say("mcp.instructions", server.lang)
    )
    params: dict[str, type[Any]] = {
        "tools/call": types.CallToolRequestParams,
        "prompts/get": types.GetPromptRequestParams,
        "completion/complete": types.CompleteRequestParams,
        "resources/read": types.ReadResourceRequestParams,
        "logging/setLevel": types.SetLevelRequestParams,
    }
    one_at_a_time = anyio.CapacityLimiter(1)
    levels: dict[str, str] = {}
    for method in _METHODS:
        handler = _handler(server, method, one_at_a_time, levels)
        sdk.add_request_handler(method, params.get(method, types.PaginatedRequestParams), handler)
    return sdk


def _handler(server: Server, method: str, limiter: Any, levels: dict[str, str]) -> Handler:
    import anyio
    from mcp.shared.exceptions import MCPError

    async def handle(ctx: ServerRequestContext[Any, Any], _params: Any) -> dict[str, Any]:
        params = dict(ctx.params or {})
        peer = _peer(ctx, levels)
        try:
            if (answer := server.at_once(method, params, peer)) is not None:
                if method == "logging/setLevel":
                    levels[peer.session] = params["level"]
                return answer
            said = partial(_said, ctx)
            work = partial(_in_turn, server, method, params, peer, said)
            return await anyio.to_thread.run_sync(work, limiter=limiter)
        except Refused as refusal:
            raise MCPError(refusal.code, refusal.message, refusal.data) from None

    return handle


def _in_turn(
    server: Server,
    method: str,
    params: Mapping[str, Any],
    peer: Peer,
    said: Callable[[str, Mapping[str, object]], None],
) -> dict[str, Any]:
    """The answer. Who cannot be asked in an answer is asked nothing: the list of the menu is enough."""
    answers = brought(params)
    while True:
        try:
            return server.in_turn(method, params, peer, answers, said)
        except Needs as needs:
            if peer.modern:
                return shaped(wanted(needs), peer)
            answers = Answers({**answers.by_key, **dict.fromkeys(needs.requests)}, needs.state)


def _peer(ctx: ServerRequestContext[Any, Any], levels: Mapping[str, str]) -> Peer:
    client = ctx.session.client_params.client_info.name if ctx.session.client_params else ""
    can = ctx.session.client_capabilities
    session = ctx.request.headers.get("mcp-session-id") if ctx.request else None
    session = session or f"http {client}"
    return Peer(
        version=ctx.protocol_version,
        client=client,
        capabilities=can.model_dump(by_alias=True, exclude_none=True) if can else {},
        level=levels.get(session),
        session=session,
    )


def _said(ctx: ServerRequestContext[Any, Any], method: str, params: Mapping[str, object]) -> None:
    """From the thread that answers: a notice on its way to who asked."""
    import anyio
    import mcp_types as types

    kinds: dict[str, Any] = {
        "notifications/progress": (types.ProgressNotification, types.ProgressNotificationParams),
        "notifications/message": (types.LoggingMessageNotification, types.LoggingMessageNotificationParams),
    }
    kind, fields = kinds[method]
    anyio.from_thread.run(
        partial(ctx.session.send_notification, related_request_id=ctx.request_id),
        kind(params=fields.model_validate(params)),
    )


def _listening(host: str, port: int) -> socket.socket:
    """The socket. Raises `StorageFailed` that says why there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # there it would let two servers have one port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen()
    except OSError as problem:
        listening.close()
        key = "mcp.port-taken" if problem.errno == errno.EADDRINUSE else "mcp.no-port"
        raise StorageFailed(key, host=host, port=port, errno=problem.errno, reason=problem.strerror) from problem
    return listening
