"""The MCP server: the other way in, for agents. It parses and answers, and calls the same methods as the commands.

`serve` is a small loop of our own over standard input and output, which is ready long before a client loses patience;
`serve_http` lets the official SDK speak HTTP, and answers with the same server.
"""

from __future__ import annotations

from clew.mcp.stdio import serve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["serve", "serve_http"]


def serve_http(
    home: str | None, agent: str | None, host: str | None, port: int | None, tell: Callable[..., None]
) -> int:
    """Over HTTP, until it is stopped; `tell` hears where it can be reached. Raises `Usage` where the SDK is not installed."""
    from clew.mcp.http import serve as over_http  # late: it brings the SDK

    return over_http(home, agent, host, port, tell)
