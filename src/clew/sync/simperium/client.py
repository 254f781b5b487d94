"""The calls on data that notes need, with what each status means. Old servers and new, by header or by body."""

from __future__ import annotations

import json
from time import time
from urllib.parse import quote

from clew.errors import NotFound
from clew.sync.contract import Later, LoginNeeded, Moved, Refused
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from clew.sync.simperium.connection import Answer, Connection

    Object = dict[str, Any]

SERVICE = "Simplenote"
APP = "chalk-bump-f49"
PAGE = 1000
_MOST_PAGES = 1000


class Listed(Value):
    """One object of a listing; `data` only where it was asked for."""

    id: str
    version: int
    data: Object | None


class Held(Value):
    """An object as it is."""

    data: Object
    version: int


class Client:
    """One bucket of one user. Every method raises `LoginNeeded` or `Later` where the service does not serve."""

    def __init__(self, connection: Connection, token: str, device: str) -> None:
        self._connection = connection
        self._headers = {"X-Simperium-Token": token}
        self._device = device

    def close(self) -> None:
        """Gives the connection back."""
        self._connection.close()

    def now(self) -> float:
        """Seconds since the epoch, by the service's clock where ours is far off: it refuses what is of tomorrow."""
        ahead = self._connection.ahead
        return time() + (ahead if abs(ahead) > 60 else 0.0)

    def index(self, bucket: str = "note", *, since: str = "", data: bool = False) -> tuple[list[Listed], str]:
        """All of it, and the cursor from which to go on. Raises `NotFound` for a cursor that is not known any more.

        A page that repeats itself ends in `Later`: half a listing is none.
        """
        query = {"limit": str(PAGE), **({"data": "true"} if data else {}), **({"since": since} if since else {})}
        found: dict[str, Listed] = {}
        marks: set[str] = set()
        for _ in range(_MOST_PAGES):
            answer = self._ask("GET", f"/{bucket}/index", query)
            if answer.status in (400, 404) and since:
                raise NotFound("sync.cursor-unknown")
            said = self._object(self._good(answer))
            for one in self._page(said):
                before = found.get(one.id)
                if before is None or before.version <= one.version:  # what changed between two pages stands on both
                    found[one.id] = one
            mark = str(said.get("mark") or "")
            if not mark:
                return [*found.values()], str(said.get("current", ""))
            if mark in marks:
                break
            marks.add(mark)
            query["mark"] = mark
        raise Later("sync.listing-repeats", target=SERVICE)

    def _page(self, said: Object) -> Iterator[Listed]:
        """A page that holds anything else than objects with their versions is no listing: nothing may be read out of it."""
        page = said.get("index")
        for one in page if isinstance(page, list) else [None]:
            id, version, data = (one.get("id"), one.get("v"), one.get("d")) if isinstance(one, dict) else (None,) * 3
            if not isinstance(id, str) or not isinstance(version, int):
                raise Later("sync.not-the-service", target=SERVICE)
            yield Listed(id, version, data if isinstance(data, dict) else None)

    def get(self, id: str, version: int | None = None, bucket: str = "note") -> Held | None:
        """One object; None for one that is not there, or has no such version any more."""
        at = "" if version is None else f"/v/{version}"
        answer = self._ask("GET", f"/{bucket}/i/{quote(id, safe='')}{at}")
        if answer.status == 404:
            return None
        held = self._object(self._good(answer))
        said = answer.headers.get("x-simperium-version", "")
        if not said.isdecimal():
            if version is None:
                raise Later("sync.no-version", target=SERVICE)
            said = str(version)
        return Held(held, int(said))

    def post(self, id: str, data: Object, base: int | None, operation: str, bucket: str = "note") -> Held:
        """Writes the whole object on a version; what is there afterwards, which may be more than what was sent.

        Said again with the same operation nothing is done twice. Raises `Moved` where there is no such version or no
        such object any more, `Refused` for what the service never takes.
        """
        at = "" if base is None else f"/v/{base}"
        query = {"clientid": self._device, "ccid": operation, "response": "1"}
        body = json.dumps(data).encode()
        answer = self._ask("POST", f"/{bucket}/i/{quote(id, safe='')}{at}", query, body)
        if answer.status == 404:
            raise Moved
        if answer.status in (409, 412):  # it was done before, or says what is there already
            return self._must(id, bucket)
        if answer.status == 413:
            raise Refused("sync.too-large", target=SERVICE, size=len(body))
        if answer.status == 400:
            raise Refused("sync.refused", target=SERVICE, reason=answer.told)
        self._good(answer)
        version = answer.headers.get("x-simperium-version", "") or answer.body.decode("ascii", "replace").strip()
        if not version.isdecimal():
            self._object(answer)  # else somebody else answered, and nobody knows whether the service ever heard of it
            return self._must(id, bucket)
        if not answer.body.strip().startswith(b"{"):
            return self._must(id, bucket)
        return Held(self._object(answer), int(version))

    def _must(self, id: str, bucket: str) -> Held:
        held = self.get(id, bucket=bucket)
        if held is None:
            raise Moved
        return held

    def _ask(self, method: str, path: str, query: dict[str, str] | None = None, body: bytes | None = None) -> Answer:
        answer = self._connection.ask(method, f"/1/{APP}{path}", query, body, self._headers)
        if answer.status in (401, 403):
            raise LoginNeeded("sync.login-needed", target=SERVICE)
        return answer

    def _good(self, answer: Answer) -> Answer:
        if answer.status != 200:
            raise Later("sync.unreachable", target=SERVICE, reason=f"HTTP {answer.status}")
        return answer

    def _object(self, answer: Answer) -> Object:
        """What an answer says. What is no JSON came from somebody else: a hotel asks to accept its terms."""
        try:
            said = json.loads(answer.body)
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict):
            raise Later("sync.not-the-service", target=SERVICE)
        return said
