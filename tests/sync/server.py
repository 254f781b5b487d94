"""A notes service to test against: what Simplenote's clients need of Simperium, on loopback.

    python3 tests/sync/server.py

starts one, and prints what to set. Nothing here was measured on the live service, which tests must never meet: it is
written from the published protocol, from how shipped clients behave, and from request and response pairs that were
recorded against such a server. **Not verified against the live service**:

- from which size on a note is refused (413), and whether a data request is ever answered with 429;
- the status for a cursor that is not known any more (here 404), and its words; the words of all errors on data;
- which objects exactly are refused (400); here one of the eight keys missing or of another type, or a modificationDate
  more than a day ahead;
- what a write without `response=1` answers; here nothing, or the version where `version_in_body` says so;
- the version after a deletion and a new object under the same id (here it goes on), and whether old versions can be read
  after a deletion (here not);
- the order of the index and the form of `mark`; the status of a deletion on an older version (here 404);
- how a write on an older version is merged; here by characters, as the published differ does it, which tears words;
- the status of a refused log-in (here 401, and never 429), and whether a token is good for data whatever program asked for
  the code by which it was given (here it is).
"""

from __future__ import annotations

import argparse
import json
import secrets
import ssl
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.sync.buckets import Bucket, Object, Refusal

APP = "chalk-bump-f49"
HOSTS = ("auth.simperium.com", "api.simperium.com", "app.simplenote.com")
PASSWORD, CODE = "correct horse", "ABC123"
EMAIL = "me@example.org"
TRIAL = "try-it"


@dataclass
class Fault:
    """Something that goes wrong with the next requests that match."""

    how: str  # "status", "drop before", "drop after", "no version", "portal", "repeat mark", "repeat ids"
    times: int
    method: str
    path: str
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Request:
    method: str
    path: str
    query: dict[str, str]
    body: Any
    headers: dict[str, str]


Answer = tuple[int, dict[str, str], bytes]


class NotesServer(ThreadingHTTPServer):
    """One service with one user, and switches for what can go wrong. `requests` are those that were answered."""

    daemon_threads = True
    block_on_close = False  # a client that keeps its connection would hold up the end

    def __init__(self, port: int = 0, tls: ssl.SSLContext | None = None) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.tls = tls  # for whoever asks for the real hosts through a proxy
        self.users = {EMAIL: PASSWORD}
        self.tokens: set[str] = set()
        self.requests: list[Request] = []
        self.faults: list[Fault] = []
        self.limit = 400_000
        self.version_in_body = False
        self.page = 1000  # at most
        self.clock: Callable[[], float] = time.time
        self.before: Callable[[Request], None] = lambda request: None  # another program's hand between two of ours
        self.between: Callable[[Request, Answer], Answer] = lambda request, answer: answer  # what stands on the way
        self.turn = threading.RLock()
        self._buckets: dict[str, Bucket] = {}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    @property
    def notes(self) -> Bucket:
        return self.bucket("note")

    def bucket(self, name: str) -> Bucket:
        if name not in self._buckets:
            self._buckets[name] = Bucket(name, lambda: self.limit, self.now)
        return self._buckets[name]

    def now(self) -> float:
        return self.clock()

    def token(self) -> str:
        """One that is good from now on."""
        token = secrets.token_hex(16)
        self.tokens.add(token)
        return token

    def write(self, id: str, content: str, **more: Any) -> int:
        """Another program's hand: a new note, or another text of one."""
        now = self.clock()
        whole: Object = {"tags": [], "systemTags": [], "creationDate": now, "deleted": False}
        whole |= {"shareURL": "", "publishURL": "", "modificationDate": now}
        with self.turn:
            entry = self.notes.entries.get(id)
            before = entry.now if entry is not None and not entry.gone else whole
            return self.notes.write(id, {**before, "content": content, "modificationDate": now, **more})[1]

    def note(self, id: str) -> dict[str, Any]:
        """A note as it is now, in the trash or not."""
        return self.notes.entries[id].now

    def contents(self) -> dict[str, str]:
        """The notes that are not in the trash."""
        with self.turn:
            return {id: entry.now["content"] for id, entry in self.notes.live() if not entry.now["deleted"]}

    def fail(
        self, how: str, times: int = 1, *, method: str = "", path: str = "", status: int = 0, **headers: str
    ) -> None:
        """The next requests of this method whose path holds this go wrong. `Retry_After="1"` is a header."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.faults.append(Fault(how, times, method, path, status, named))

    def fault(self, request: Request) -> Fault | None:
        for fault in self.faults:
            if fault.times > 0 and fault.method in ("", request.method) and fault.path in request.path:
                fault.times -= 1
                return fault
        return None

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no error."""


class Dropped(Exception):
    """The connection ends without an answer."""


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    server: NotesServer
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # or each answer waits 40 ms for the word that its head has arrived

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def do_DELETE(self) -> None:
        self._answer()

    def do_CONNECT(self) -> None:
        """The real hosts, answered here; no other, so that no test ever reaches one."""
        host = self.path.partition(":")[0]
        if host not in HOSTS or self.server.tls is None:
            self.send_error(403)
            return
        self.send_response(200)
        self.end_headers()
        self.connection = self.server.tls.wrap_socket(self.connection, server_side=True)
        self.rfile = self.connection.makefile("rb")
        self.wfile = self.connection.makefile("wb", 0)
        self.close_connection = False

    def date_time_string(self, timestamp: float | None = None) -> str:
        return super().date_time_string(self.server.clock() if timestamp is None else timestamp)

    def log_message(self, format: str, *args: Any) -> None:
        """Quietly."""

    def finish(self) -> None:
        super().finish()
        if isinstance(self.connection, ssl.SSLSocket):  # the server closes only the socket that it knows
            self.connection.close()

    def _answer(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        raw = self.rfile.read(length)
        parts = urlsplit(self.path)
        query = {name: values[-1] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.command, parts.path, query, raw, headers)
        try:
            self._send(*self._carried_out(request))
        except Dropped:
            self.close_connection = True

    def _carried_out(self, request: Request) -> tuple[int, dict[str, str], bytes]:
        server = self.server
        with server.turn:
            server.before(request)
            fault = server.fault(request)
            how = fault.how if fault else ""
            if fault and how == "status":
                return fault.status, fault.headers, b"not now"
            if how == "drop before":
                raise Dropped
            if how == "portal":
                return 200, {"Content-Type": "text/html"}, b"<html>Please accept the terms</html>"
            try:
                status, headers, answer = self._route(request)
            except Refusal as refusal:
                status, headers, answer = refusal.status, {}, refusal.words.encode()
            request.body = None
            server.requests.append(request)
        if how == "drop after":
            raise Dropped
        if how == "no version":
            headers.pop("X-Simperium-Version", None)
        if how == "repeat mark":
            answer = json.dumps({**json.loads(answer), "mark": request.query.get("mark", "1")}).encode()
        return server.between(request, (status, headers, answer))

    def _send(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    # -- what is asked for

    def _route(self, request: Request) -> tuple[int, dict[str, str], bytes]:
        match [unquote(part) for part in request.path.split("/")[1:]]:
            case ["1", app, "authorize", ""] if app == APP and request.method == "POST":
                return self._authorized(request)
            case ["account", "request-login"] if request.method == "POST":
                return 200, {}, b"{}"
            case ["account", "complete-login"] if request.method == "POST":
                said = parsed(request.body)
                if said.get("auth_code") != CODE or said.get("username") not in self.server.users:
                    raise Refusal(401, "invalid code")
                return as_json({"username": said["username"], "sync_token": self.server.token()})
            case ["1", app, bucket, *rest] if app == APP:
                if request.headers.get("x-simperium-token") not in self.server.tokens:
                    raise Refusal(401, "invalid token")
                return self._of_bucket(self.server.bucket(bucket), rest, request)
        raise Refusal(404, "no such resource")

    def _authorized(self, request: Request) -> tuple[int, dict[str, str], bytes]:
        if not request.headers.get("x-simperium-api-key"):
            raise Refusal(401, "missing api key")
        said = parsed(request.body)
        if self.server.users.get(said.get("username", "")) != said.get("password"):
            raise Refusal(401, "invalid login")
        return as_json({"username": said["username"], "access_token": self.server.token(), "userid": "0" * 32})

    def _of_bucket(self, bucket: Bucket, rest: list[str], request: Request) -> tuple[int, dict[str, str], bytes]:
        query = request.query
        ccid, client = query.get("ccid", ""), query.get("clientid", "")
        match [request.method, *rest]:
            case ["GET", "index"]:
                return as_json(self._index(bucket, query))
            case ["GET", "changes"]:
                start = bucket.since(query["cv"]) if query.get("cv") else 0
                return as_json(bucket.changes[start:])
            case ["GET", "all"]:
                start = bucket.since(query["cv"]) if query.get("cv") else 0
                return as_json(bucket.changes[start:][: int(query.get("batch", 100))])
            case ["POST", "changes"]:
                return as_json([self._changed(bucket, change, client) for change in parsed(request.body)])
            case ["GET", "i", id] | ["GET", "i", id, "v", _]:
                found, version = bucket.get(id, int(rest[3]) if len(rest) > 2 else None)
                return as_json(found, version)
            case ["POST", "i", id] | ["POST", "i", id, "v", _]:
                if len(request.body) > self.server.limit + 10_000:
                    raise Refusal(413, "document too large")
                base = int(rest[3]) if len(rest) > 2 else None
                replace = query.get("replace") == "1"
                after, version = bucket.write(id, parsed(request.body), base, replace=replace, ccid=ccid, client=client)
                if query.get("response") == "1":
                    return as_json(after, version)
                said = str(version).encode() if self.server.version_in_body else b""
                return 200, {"X-Simperium-Version": str(version)}, said
            case ["DELETE", "i", id] | ["DELETE", "i", id, "v", _]:
                version = bucket.delete(id, int(rest[3]) if len(rest) > 2 else None, ccid, client)
                return 200, {"X-Simperium-Version": str(version)}, b""
        raise Refusal(404, "no such resource")

    def _index(self, bucket: Bucket, query: dict[str, str]) -> Object:
        limit = max(1, min(int(query.get("limit") or 100), self.server.page))
        after = bucket.since(query["since"]) if query.get("since") else 0
        mark = query.get("mark")
        found = [
            (id, entry)
            for id, entry in bucket.live()
            if entry.moment > after and (not mark or entry.moment <= int(mark))
        ]
        with_data = query.get("data") in ("1", "true")
        listed: list[Object] = [
            {"id": id, "v": entry.version, **({"d": entry.now} if with_data else {})} for id, entry in found[:limit]
        ]
        answer: Object = {"current": bucket.current, "index": listed}
        if len(found) > limit:
            answer["mark"] = str(found[limit][1].moment)
        return answer

    def _changed(self, bucket: Bucket, change: Object, client: str) -> Object:
        id, ccid = change["id"], change.get("ccid", "")
        body = {key: part["v"] for key, part in change.get("v", {}).items() if "v" in part}
        try:
            if change.get("o") == "-":
                return {"id": id, "o": "-", "ev": bucket.delete(id, None, ccid, client), "ccids": [ccid]}
            _, version = bucket.write(id, body, ccid=ccid, client=client)
            return {"id": id, "o": "M", "ev": version, "ccids": [ccid]}
        except Refusal as refusal:
            return {"id": id, "error": refusal.status, "ccids": [ccid]}


def parsed(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        raise Refusal(400, "invalid json") from None


def as_json(said: Any, version: int | None = None) -> tuple[int, dict[str, str], bytes]:
    headers = {"Content-Type": "application/json"}
    if version is not None:
        headers["X-Simperium-Version"] = str(version)
    return 200, headers, json.dumps(said).encode()


@contextmanager
def running(tls: ssl.SSLContext | None = None, *, trial: bool = False) -> Iterator[NotesServer]:
    """A service for as long as the block lasts; with `trial` it knows the token that pages show."""
    server = NotesServer(tls=tls)
    server.tokens |= {TRIAL} if trial else set()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def main() -> None:
    parser = argparse.ArgumentParser(description="a notes service on loopback, to try sync with; it forgets everything")
    parser.add_argument("--port", type=int, default=8787)
    port = parser.parse_args().port
    try:
        server = NotesServer(port)
    except OSError as problem:
        parser.error(f"port {port}: {problem.strerror}; --port takes another one")
    server.tokens.add(TRIAL)
    print(f"export CLEW_SIMPLENOTE_URL={server.url}")
    print(f"export CLEW_SIMPLENOTE_TOKEN={TRIAL}")
    print(f"# or log in as {EMAIL}: password '{PASSWORD}' with any API key, code {CODE}")
    print("# Ctrl-C ends it, and its notes with it", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
