"""JSON-RPC messages, one on a line: what a client may send, and the bytes of what is answered."""

from __future__ import annotations

import json

from clew.mcp.protocol import INVALID_REQUEST, PARSE_ERROR
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeGuard

    Id = str | int


class Request(Value):
    """Something that wants an answer."""

    id: Id
    method: str
    params: dict[str, Any]


class Notice(Value):
    """Something that wants none."""

    method: str
    params: dict[str, Any]


class Reply(Value):
    """The answer to a request of ours; `result` is None where it is an error."""

    id: Id
    result: dict[str, Any] | None


class Broken(Value):
    """What is no message. The id is that of the sender where it can be read."""

    id: Id | None
    code: int
    message: str


class Batch(Value):
    """Several messages in one array, whose answers go back in one: protocol 2025-03-26 has these."""

    messages: tuple[Request | Notice | Reply | Broken, ...]


def read(line: bytes) -> Request | Notice | Reply | Broken | Batch:
    """One line as what it is; never raises."""
    try:
        found = json.loads(line.decode("utf-8"), parse_constant=_no_number)
    except (ValueError, RecursionError) as problem:  # ValueError: not UTF-8, not JSON, a number of a million digits
        return Broken(None, PARSE_ERROR, f"Parse error: {_short(problem)}")
    if isinstance(found, list):
        return Batch(tuple(map(_message, found))) if found else Broken(None, INVALID_REQUEST, "Empty batch")
    return _message(found)


def result(id: Id, value: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request."""
    return {"jsonrpc": "2.0", "id": id, "result": value}


def error(id: Id | None, code: int, message: str, data: object = None) -> dict[str, Any]:
    """The answer to a request that could not be served. Without an id where none could be read."""
    told: dict[str, Any] = {"code": code, "message": message}
    if data is not None:
        told["data"] = data
    return {"jsonrpc": "2.0", "id": id, "error": told}


def notice(method: str, params: dict[str, Any]) -> dict[str, Any]:
    """What is said unasked."""
    return {"jsonrpc": "2.0", "method": method, **({"params": params} if params else {})}


def request(id: Id, method: str, params: dict[str, Any]) -> dict[str, Any]:
    """What the client is asked."""
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


def written(message: object) -> bytes:
    """The line of a message. It can always be encoded: a byte that is no UTF-8 stands as an escaped surrogate."""
    text = dumped(message)
    try:
        return text.encode() + b"\n"
    except UnicodeEncodeError:
        return json.dumps(message, separators=(",", ":"), default=_plain).encode() + b"\n"


def dumped(value: object, *, spaced: bool = False) -> str:
    """JSON, without a space too many."""
    return json.dumps(value, ensure_ascii=False, separators=None if spaced else (",", ":"), default=_plain)


def is_id(id: object) -> TypeGuard[Id]:
    """Whether it can be the id of a message."""
    return isinstance(id, (str, int)) and not isinstance(id, bool)


def _message(found: object) -> Request | Notice | Reply | Broken:
    if not isinstance(found, dict):
        return Broken(None, INVALID_REQUEST, "Invalid request: a message is an object")
    id, method = found.get("id"), found.get("method")
    readable = id if is_id(id) else None
    if found.get("jsonrpc") != "2.0":
        return Broken(readable, INVALID_REQUEST, 'Invalid request: "jsonrpc" must be "2.0"')
    if method is None and ("result" in found or "error" in found):
        answer = found.get("result")
        if readable is None:
            return Broken(None, INVALID_REQUEST, "Invalid request: an answer to nothing")
        return Reply(readable, answer if isinstance(answer, dict) else None)
    if not isinstance(method, str):
        return Broken(readable, INVALID_REQUEST, 'Invalid request: "method" is missing')
    params = found.get("params")
    if params is None:
        params = {}
    if not isinstance(params, dict):
        return Broken(readable, INVALID_REQUEST, 'Invalid request: "params" must be an object')
    if "id" not in found:
        return Notice(method, params)
    if readable is None:
        return Broken(None, INVALID_REQUEST, 'Invalid request: "id" must be a string or a number')
    return Request(readable, method, params)


def _no_number(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


def _plain(value: object) -> object:
    if isinstance(value, Value):
        return value.as_dict()
    raise TypeError(f"no JSON for {type(value).__name__}")


def _short(problem: Exception) -> str:
    return str(problem)[:200] or type(problem).__name__
