"""Requests to one host: kept open, through the user's proxy, patient where the service asks for it.

A token goes into a header and nowhere else: no error, no log, no line of talk has it.
"""

from __future__ import annotations

import http.client
import random
import socket
import ssl
import time
from email.utils import parsedate_to_datetime
from urllib.parse import urlencode, urlsplit
from urllib.request import getproxies, proxy_bypass

from clew.errors import Usage
from clew.sync.contract import Later, LoginNeeded
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_TIMEOUT = 30.0  # seconds for one answer
_PAUSES = (0.5, 1.0, 2.0, 4.0)  # before it is tried again
_AWAY = (ConnectionRefusedError, socket.gaierror)  # nobody is there, or we are offline: a person waits for the answer
_KNOCKS = 2  # how often we then try again
_LONGEST = 60.0  # seconds that we wait because the service asks for it; more is for another time
_LARGEST = 64 << 20  # bytes of an answer
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Answer(Value):
    """What came back, whatever its status."""

    status: int
    headers: Mapping[str, str]  # by lower-case name
    body: bytes

    @property
    def told(self) -> str:
        """What the service says of a refusal, on one line."""
        return " ".join(self.body[:200].decode("utf-8", "replace").split()) or f"HTTP {self.status}"


class Pace:
    """So many requests a second and writes a minute, as the service is used to from its own programs."""

    def __init__(self, a_second: float, writes_a_minute: float) -> None:
        self._gaps = {False: 1 / a_second, True: 60 / writes_a_minute}
        self._free = 0.0
        self._writes: list[float] = []
        self._most = int(writes_a_minute)

    def wait(self, write: bool, now: Callable[[], float], sleep: Callable[[float], None]) -> None:
        """Until the next request may go."""
        moment = now()
        due = max(moment, self._free)
        if write:
            self._writes = [at for at in self._writes if at > moment - 60]
            if len(self._writes) >= self._most:
                due = max(due, self._writes[-self._most] + 60)
            self._writes.append(due)
        if due > moment:
            sleep(due - moment)
        self._free = due + self._gaps[False]


class Connection:
    """One host, one connection at a time. `target` is what errors call it."""

    def __init__(
        self,
        url: str,
        target: str,
        pace: Pace | None = None,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._target = target
        self._secure, self._host, self._port, self._prefix = _address(url)
        self._pace, self._sleep, self._now = pace, sleep, now
        self._open: http.client.HTTPConnection | None = None
        self.ahead = 0.0  # seconds that the service's clock is ahead of ours

    def ask(
        self,
        method: str,
        path: str,
        query: Mapping[str, str] | None = None,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """The answer. What was not answered, or not now, is asked again with the same words.

        Raises `Later`; `LoginNeeded` for a token or key that no header can hold.
        """
        if not all(value.isascii() and value.isprintable() for value in (headers or {}).values()):
            raise LoginNeeded("sync.odd-token", target=self._target)
        where = f"{self._prefix}{path}" + (f"?{urlencode(query)}" if query else "")
        reason = ""
        for number, pause in enumerate((*_PAUSES, None)):
            if self._pace is not None:
                self._pace.wait(method != "GET", self._now, self._sleep)
            asked = 0.0
            try:
                answer = self._once(method, where, body, dict(headers or {}))
            except (OSError, http.client.HTTPException) as problem:
                self.close()
                reason = _reason(problem)
                if isinstance(problem, _AWAY) and number == _KNOCKS:
                    break
            else:
                if answer.status != 429 and answer.status < 500:
                    return answer
                reason = f"HTTP {answer.status}"
                asked = _retry_after(answer)
            if pause is None or asked > _LONGEST:
                break
            self._sleep(max(asked, pause * (0.5 + random.random())))
        raise Later("sync.unreachable", target=self._target, reason=reason)

    def close(self) -> None:
        """Gives the connection back."""
        held, self._open = self._open, None
        if held is not None:
            held.close()

    def _once(self, method: str, where: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        if self._open is None:
            self._open = self._connected()
        if body is not None:
            headers["Content-Type"] = "application/json"
        self._open.request(method, where, body, headers)
        response = self._open.getresponse()
        data = response.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise http.client.HTTPException("the answer does not end")
        found = {name.lower(): value for name, value in response.getheaders()}
        self._learn_the_time(found.get("date", ""))
        return Answer(response.status, found, data)

    def _connected(self) -> http.client.HTTPConnection:
        proxy = self._proxy()
        host, port = proxy or (self._host, self._port)
        if not self._secure:
            return http.client.HTTPConnection(host, port, timeout=_TIMEOUT)
        made = http.client.HTTPSConnection(host, port, timeout=_TIMEOUT, context=ssl.create_default_context())
        if proxy is not None:
            made.set_tunnel(self._host, self._port)
        return made

    def _proxy(self) -> tuple[str, int] | None:
        found = getproxies().get("https") if self._secure else None
        if not found or proxy_bypass(self._host):
            return None
        parts = urlsplit(found if "//" in found else f"//{found}")
        return (parts.hostname, parts.port or 8080) if parts.hostname else None

    def _learn_the_time(self, said: str) -> None:
        if not said:
            return
        try:
            self.ahead = parsedate_to_datetime(said).timestamp() - time.time()
        except ValueError:
            pass


def _address(url: str) -> tuple[bool, str, int, str]:
    """(whether by TLS, host, port, path). Raises `Usage`, without the credentials that may stand in it."""
    try:
        parts = urlsplit(url)
        secure, host, port = parts.scheme == "https", parts.hostname or "", parts.port
    except ValueError:  # no port, no address of the sixth kind
        parts, secure, host, port = urlsplit(""), False, "", None
    open_line = parts.scheme == "http" and host in _LOOPBACK
    plain = url.isascii() and url.isprintable() and " " not in url and parts.username is None
    if not (host and plain and (secure or open_line)):
        raise Usage("sync.bad-address", value=_without_credentials(url))
    return secure, host, port or (443 if secure else 80), parts.path.rstrip("/")


def _without_credentials(url: str) -> str:
    before, mark, after = url.rpartition("@")
    return f"{before.partition('://')[0]}://…@{after}" if mark and "://" in before else after


def _retry_after(answer: Answer) -> float:
    said = answer.headers.get("retry-after", "")
    return float(said) if said.isdecimal() else 0.0


def _reason(problem: OSError | http.client.HTTPException) -> str:
    return getattr(problem, "strerror", None) or str(problem) or type(problem).__name__
