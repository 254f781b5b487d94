"""The MCP server: the other way in, for agents. It parses and answers, and calls the same methods as the commands.

`serve` is a small loop of our own over standard input and output, which is ready long before a client loses patience;
`serve_http` lets the official SDK speak HTTP, and answers with the same server.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def serve(home: str | None, agent: str | None) -> int:
    """Over standard input and output, until the client is gone."""
    from clew.mcp.stdio import serve as over_stdio  # late: each way has its own imports

    return over_stdio(home, agent)


def serve_http(
    home: str | None, agent: str | None, host: str | None, port: int | None, say: Callable[..., None]
) -> int:
    """Over HTTP, until it is stopped; `say` hears where it can be reached. Raises `Usage` where the SDK is not installed."""
    from clew.mcp.http import serve as over_http

    return over_http(home, agent, host, port, say)
