"""The Model Context Protocol: its versions, its errors, who speaks to us, and the form of an answer in each era.

Up to 2025-11-25 a client shakes hands (`initialize`) and what it said then holds for the whole session. From 2026-07-28
on there is no session: each request says in its `_meta` which version it speaks and what the client can do.
"""

from __future__ import annotations

from clew import __version__
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

MODERN = ("2026-07-28",)  # each request for itself
HANDSHAKE = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
RESOURCE_NOT_FOUND = -32002  # before 2026-07-28
UNSUPPORTED_VERSION = -32022

LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")

_META = "io.modelcontextprotocol/"
SUBSCRIPTION = f"{_META}subscriptionId"
FRESH = {"ttlMs": 0, "cacheScope": "private"}  # what is on disk may change at any time
LASTING = {"ttlMs": 3_600_000, "cacheScope": "private"}  # changes with the version of clew and the person's language


class Refused(Exception):
    """A request that the protocol itself refuses; what a tool refuses is an answer of the tool."""

    def __init__(self, code: int, message: str, data: object = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


class Peer(Value):
    """Who asks."""

    version: str = HANDSHAKE[0]
    client: str = ""  # as it calls itself
    capabilities: Mapping[str, Any] = {}
    level: str | None = None  # the least important log message that it wants
    session: str = ""  # of HTTP, where the client has one

    @property
    def modern(self) -> bool:
        """Whether each request stands for itself."""
        return self.version in MODERN

    def can(self, capability: str) -> bool:
        """Whether the client said that it can do this."""
        return isinstance(self.capabilities.get(capability), dict)

    @property
    def can_show_a_form(self) -> bool:
        """Whether a person can be asked. A client that can do so without saying how means a form."""
        how = self.capabilities.get("elicitation")
        return isinstance(how, dict) and (not how or "form" in how)

    def wants(self, level: str) -> bool:
        """Whether a log message of this level is to be sent. Before 2026-07-28 warnings are, unless it said otherwise."""
        least = self.level or (None if self.modern else "warning")
        return least is not None and LEVELS.index(level) >= LEVELS.index(least)


def greeted(params: Mapping[str, Any]) -> Peer:
    """The client that sends `initialize`. Raises `Refused`."""
    version = params.get("protocolVersion")
    if not isinstance(version, str):
        raise Refused(INVALID_PARAMS, "protocolVersion is missing")
    offered = version if version in HANDSHAKE else HANDSHAKE[0]
    return Peer(offered, _name(params.get("clientInfo")), _object(params.get("capabilities")))


def peer_of(params: Mapping[str, Any], before: Peer) -> Peer:
    """Who sends this request: what its `_meta` says, else who shook hands. Raises `Refused`."""
    meta = params.get("_meta")
    if not isinstance(meta, dict) or f"{_META}protocolVersion" not in meta:
        return before
    version = meta[f"{_META}protocolVersion"]
    if not isinstance(version, str):
        raise Refused(INVALID_PARAMS, "the protocol version must be a string")
    if version not in MODERN:
        data = {"supported": list(MODERN), "requested": version}
        raise Refused(UNSUPPORTED_VERSION, "Unsupported protocol version", data)
    capabilities = meta.get(f"{_META}clientCapabilities")
    if not isinstance(capabilities, dict):
        raise Refused(INVALID_PARAMS, f"_meta misses {_META}clientCapabilities")
    level = meta.get(f"{_META}logLevel")
    name = _name(meta.get(f"{_META}clientInfo"))
    return Peer(version, name, capabilities, level if level in LEVELS else None, before.session)


def shaped(result: dict[str, Any], peer: Peer, lasting: Mapping[str, object] | None = None) -> dict[str, Any]:
    """A result as this client expects it; `lasting` says for how long, where the protocol wants to know."""
    if not peer.modern:
        return result
    meta = {**_object(result.get("_meta")), f"{_META}serverInfo": server_info()}
    return {"resultType": "complete", **result, **(lasting or {}), "_meta": meta}


def server_info() -> dict[str, str]:
    """Who we are."""
    return {"name": "clew", "title": "clew", "version": __version__}


def capabilities() -> dict[str, Any]:
    """What this server can do."""
    return {
        "tools": {"listChanged": False},
        "resources": {"subscribe": True, "listChanged": True},
        "prompts": {"listChanged": False},
        "completions": {},
        "logging": {},
    }


def _object(found: object) -> dict[str, Any]:
    return found if isinstance(found, dict) else {}


def _name(info: object) -> str:
    name = _object(info).get("name")
    return name if isinstance(name, str) else ""
