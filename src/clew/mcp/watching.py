"""What clients want to hear of when it changes: single resources, and the list of them.

Before 2026-07-28 a client subscribes to one resource after the other, and hears of a changed list unasked; since then it
opens a stream (`subscriptions/listen`) that says what it wants, and each notice names that stream.
"""

from __future__ import annotations

import os

from clew.errors import ClewError
from clew.mcp import wire
from clew.mcp.protocol import INVALID_PARAMS, SUBSCRIPTION, Refused, shaped
from clew.mcp.resources import path_of
from clew.mcp.uris import named
from clew.stores.fingerprint import fingerprint
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from clew.mcp.protocol import Peer
    from clew.mcp.server import Server

_METHODS = frozenset(("resources/subscribe", "resources/unsubscribe", "subscriptions/listen"))
_MOST = 1000  # resources that one client watches
_UPDATED = "notifications/resources/updated"
_LIST_CHANGED = "notifications/resources/list_changed"


class Stream(Value):
    """What one `subscriptions/listen` wants to hear."""

    id: str | int
    peer: Peer
    list: bool
    uris: tuple[str, ...]


class Watching:
    """Looks when it is told to; true while there is anything to look at."""

    def __init__(self, server: Server, send: Callable[[object], None]) -> None:
        self._server = server
        self._send = send
        self._subscribed: dict[str, None] = {}
        self._streams: dict[str | int, Stream] = {}
        self._seen: dict[str, str] = {}  # by URI
        self._folders: str | None = None  # what the list was made of; None: nobody asked for it

    def __bool__(self) -> bool:
        return bool(self._subscribed or self._streams)

    def takes(self, method: str) -> bool:
        """Whether this method is one of ours."""
        return method in _METHODS

    def answer(self, request: wire.Request, peer: Peer) -> dict[str, Any] | None:
        """The answer; None for a stream, which is answered when it ends. Raises `Refused`."""
        if request.method == "subscriptions/listen":
            self._listen(request, peer)
            return None
        uri = self._checked(request.params.get("uri"))
        if request.method == "resources/unsubscribe":
            self._subscribed.pop(uri, None)
        else:
            self._watch([uri])
            self._subscribed[uri] = None
        return {}

    def listed(self) -> None:
        """The client has the list of resources as it is now."""
        self._folders = self._look_at_folders()

    def look(self) -> None:
        """Tells what changed since the last look."""
        changed = []
        for uri in self._watched():
            now = self._look_at(uri)
            if self._seen.get(uri) != now:
                self._seen[uri] = now
                changed.append(uri)
        for uri in changed:
            if uri in self._subscribed:
                self._send(wire.notice(_UPDATED, {"uri": uri}))
            for stream in self._streams.values():
                if uri in stream.uris:
                    self._tell(stream, _UPDATED, {"uri": uri})
        if self._folders is not None and (now := self._look_at_folders()) != self._folders:
            self._folders = now
            self._tell_all_of_the_list()

    def cancel(self, id: object) -> None:
        """The client has enough of a stream."""
        self._streams = {known: stream for known, stream in self._streams.items() if known != id}

    def end(self) -> None:
        """The server ends, and every stream with it."""
        for stream in self._streams.values():
            self._send(wire.result(stream.id, shaped({"_meta": {SUBSCRIPTION: stream.id}}, stream.peer)))
        self._streams.clear()

    def _listen(self, request: wire.Request, peer: Peer) -> None:
        wanted = request.params.get("notifications")
        if not isinstance(wanted, dict):
            raise Refused(INVALID_PARAMS, "notifications is missing")
        uris = wanted.get("resourceSubscriptions") or []
        if not isinstance(uris, list):
            raise Refused(INVALID_PARAMS, "resourceSubscriptions must be a list")
        stream = Stream(request.id, peer, wanted.get("resourcesListChanged") is True, tuple(map(self._checked, uris)))
        self._watch(stream.uris)
        if stream.list and self._folders is None:
            self.listed()
        self._streams[request.id] = stream
        honoured: dict[str, Any] = {"resourcesListChanged": True} if stream.list else {}
        if stream.uris:
            honoured["resourceSubscriptions"] = list(stream.uris)
        self._tell(stream, "notifications/subscriptions/acknowledged", {"notifications": honoured})

    def _tell(self, stream: Stream, method: str, params: Mapping[str, object]) -> None:
        self._send(wire.notice(method, {"_meta": {SUBSCRIPTION: stream.id}, **params}))

    def _tell_all_of_the_list(self) -> None:
        listening = [stream for stream in self._streams.values() if stream.list]
        for stream in listening:
            self._tell(stream, _LIST_CHANGED, {})
        if not self._streams:
            self._send(wire.notice(_LIST_CHANGED, {}))

    def _watched(self) -> dict[str, None]:
        return dict.fromkeys([*self._subscribed, *(uri for stream in self._streams.values() for uri in stream.uris)])

    def _watch(self, uris: Any) -> None:
        if len(self._watched()) + len(uris) > _MOST:
            raise Refused(INVALID_PARAMS, f"No more than {_MOST} resources can be watched")
        for uri in uris:
            self._seen[uri] = self._look_at(uri)

    def _checked(self, uri: object) -> str:
        if not isinstance(uri, str) or named(uri) is None:
            raise Refused(INVALID_PARAMS, f"No resource: {str(uri)[:200]}")
        return uri

    def _look_at(self, uri: str) -> str:
        try:
            path = path_of(self._server.rooms.held.home, uri)
            return fingerprint(os.stat(path)) if path else ""
        except (ClewError, OSError):  # not there, or not to be read: as good as nothing
            return ""

    def _look_at_folders(self) -> str:
        """The folders of the library change with the memories in them."""
        try:
            root = self._server.rooms.held.home.library.root
            with os.scandir(root) as found:
                folders = sorted((each.name, each.stat().st_mtime_ns) for each in found if each.is_dir())
        except (ClewError, OSError):
            return ""
        return repr(folders)
