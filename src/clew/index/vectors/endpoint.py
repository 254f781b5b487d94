"""A model behind an OpenAI-compatible `/v1/embeddings`, such as Ollama's, on the user's own machine.

`endpoint:URL MODEL`. The settings name the address; no other one is ever called: no redirect is followed, no proxy
asked. An answer comes within its time, whole, or counts as none.
"""

from __future__ import annotations

import json
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Timer
from time import monotonic
from urllib.parse import urlsplit

import numpy as np

from clew.errors import ModelFailed
from clew.index.vectors.arithmetic import unit
from clew.index.vectors.prefixes import prefixes_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from socket import socket
    from typing import Any

    from clew.index.vectors.contract import Floats
    from clew.index.vectors.models import Wish

_PATH = "/v1/embeddings"
_LARGEST = 1 << 28  # bytes of an answer
_SAID = 200  # characters of what a server says of its own fault


class Endpoint:
    """One address and one model there. Which width its vectors have is known from the first answer."""

    def __init__(self, setting: str, url: str, name: str, key: str | None, seconds: float) -> None:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme not in ("http", "https") or not parts.hostname or not name:
            raise ModelFailed("vectors.no-address", value=setting)
        self._parts = parts
        self._path = _path(parts.path)
        self._model = name
        self._key = key
        self._seconds = seconds
        self._width: int | None = None
        self._prefixes = prefixes_for(name)
        self.name = setting
        self.fingerprint = f"endpoint {name} {' '.join(self._prefixes)}".strip()

    def embed(self, texts: Sequence[str], *, is_query: bool) -> Floats:
        prefix = self._prefixes[0 if is_query else 1]
        clean = [(prefix + text).encode("utf-8", "replace").decode() or " " for text in texts]
        rows = self._rows(self._asked(json.dumps({"model": self._model, "input": clean}).encode()), len(texts))
        if self._width not in (None, rows.shape[1]):
            raise self._failed("wrong-size", given=rows.shape[1], wanted=self._width)
        self._width = rows.shape[1]
        return unit(rows)

    def _asked(self, body: bytes) -> Any:
        """The answer as JSON."""
        status, data = self._answered(body)
        if status != 200:
            raise self._refused(status, data)
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as problem:
            raise self._failed("no-vectors") from problem

    def _answered(self, body: bytes) -> tuple[int, bytes]:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        connection = self._connection()
        deadline = monotonic() + self._seconds
        try:
            connection.connect()
            with _Until(deadline, connection.sock):
                connection.request("POST", self._path, body, headers)
                with connection.getresponse() as answer:
                    data = answer.read(_LARGEST)
                    if answer.length:
                        raise ConnectionError("it broke off")
                    return answer.status, data
        except (OSError, HTTPException) as problem:
            if isinstance(problem, TimeoutError) or monotonic() >= deadline:
                raise self._failed("too-slow", seconds=f"{self._seconds:g}") from problem
            raise self._failed("unreachable", reason=str(problem) or type(problem).__name__) from problem
        finally:
            connection.close()

    def _connection(self) -> HTTPConnection:
        kind = HTTPSConnection if self._parts.scheme == "https" else HTTPConnection
        try:
            return kind(self._parts.hostname or "", self._parts.port, timeout=self._seconds)
        except ValueError as problem:  # a port that is no number
            raise ModelFailed("vectors.no-address", value=self.name) from problem

    def _refused(self, status: int, data: bytes) -> ModelFailed:
        said = " ".join(data[: 4 * _SAID].decode("utf-8", "replace").split())[:_SAID]
        if status in (401, 403):
            return self._failed("refused-key", status=status)
        return self._failed(
            "no-model" if status == 404 else "bad-status", status=status, model=self._model, reason=said
        )

    def _rows(self, answer: Any, count: int) -> Floats:
        try:
            found = sorted(answer["data"], key=lambda one: int(one.get("index", 0)))
            rows = np.array([one["embedding"] for one in found], np.float32)
        except (KeyError, TypeError, ValueError, AttributeError) as problem:
            raise self._failed("no-vectors") from problem
        if rows.ndim != 2 or len(rows) != count or not rows.shape[1] or not np.isfinite(rows).all():
            raise self._failed("no-vectors")
        return rows

    def _failed(self, what: str, **data: Any) -> ModelFailed:
        return ModelFailed(f"vectors.{what}", url=self._parts.geturl(), **data)


def model(setting: str, wish: Wish) -> Endpoint:
    """Raises `ModelFailed`."""
    url, _, name = wish.where.partition(" ")
    return Endpoint(setting, url, name.strip(), wish.key, wish.seconds)


def _path(path: str) -> str:
    """Of the address as people write it: the whole path, or what stands before it."""
    bare = path.rstrip("/")
    if bare.endswith("/embeddings"):
        return bare
    return f"{bare}/embeddings" if bare.endswith("/v1") else f"{bare}{_PATH}"


class _Until:
    """Ends a talk at its time, however slowly the other side drips: a socket's own time-out is for each byte."""

    def __init__(self, deadline: float, wire: socket) -> None:
        self._timer = Timer(max(0.0, deadline - monotonic()), _hang_up, (wire,))
        self._timer.daemon = True

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, *problem: object) -> None:
        self._timer.cancel()


def _hang_up(wire: socket) -> None:
    try:
        wire.shutdown(2)  # both directions; who is reading sees the end
    except OSError:  # it is over already
        pass
