"""How a token is got: by a code that the service sends by mail, or by password with the user's own API key."""

from __future__ import annotations

import json

from clew.errors import Usage
from clew.sync.contract import Later, LoginNeeded
from clew.sync.simperium.client import APP, SERVICE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.sync.simperium.connection import Answer, Connection

# The service gives a token that works only to programs that it knows.
_SOURCE = "macOS"


def request_code(account: Connection, email: str, source: str = _SOURCE) -> None:
    """Asks for a code by mail. Raises `Later` where the service does not send one."""
    _asked(account, "/account/request-login", {"username": _clean(email), "request_source": source})


def token_by_code(account: Connection, email: str, code: str) -> str:
    """Raises `LoginNeeded` for a wrong code. It is tried once: a few wrong ones lock an account for a while."""
    answer = _asked(account, "/account/complete-login", {"username": _clean(email), "auth_code": code.strip().upper()})
    return _token(answer, "sync_token")


def token_by_password(auth: Connection, email: str, password: str, key: str) -> str:
    """With the user's own API key; ours would be everybody's. Raises `LoginNeeded` as above, `Usage` without a key."""
    if not key:
        raise Usage("sync.no-api-key")
    said = {"username": _clean(email), "password": password}
    answer = _asked(auth, f"/1/{APP}/authorize/", said, {"X-Simperium-API-Key": key})
    return _token(answer, "access_token")


def _asked(to: Connection, path: str, said: dict[str, str], headers: dict[str, str] | None = None) -> Answer:
    answer = to.ask("POST", path, None, json.dumps(said).encode(), headers)
    if answer.status in (400, 401, 403):
        raise LoginNeeded("sync.login-refused", target=SERVICE, reason=answer.told)
    if not 200 <= answer.status < 300:
        raise Later("sync.unreachable", target=SERVICE, reason=f"HTTP {answer.status}")
    return answer


def _token(answer: Answer, name: str) -> str:
    try:
        token = json.loads(answer.body)[name]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Later("sync.not-the-service", target=SERVICE) from None
    return str(token)


def _clean(email: str) -> str:
    return email.strip().lower()
