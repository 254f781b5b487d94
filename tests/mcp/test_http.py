"""`clew serve --http`: the same tools for who bears the token, came to this machine's own name, and is no foreign page."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
from typing import Any

import pytest

from clew.mcp import token as tokens
from clew.mcp.guard import is_ours
from tests.mcp.conftest import CLIENT, MODERN, OTHERS, modern

mcp = pytest.importorskip("mcp")
TAGS = ["redis", "缓存"]


class Door:
    """A server that listens, and a client that sends what it is told."""

    def __init__(self, place, *words):
        kept = {name: value for name, value in os.environ.items() if not name.startswith(OTHERS)}
        self.home = place / "home"
        self.process: Any = subprocess.Popen(
            [sys.executable, "-m", "clew", "serve", "--http", "--port", "0", *words],
            stderr=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            cwd=place,
            env={**kept, "CLEW_HOME": str(self.home), "CLEW_LANG": "en"},
        )
        self.said = self._line()
        assert "http://127.0.0.1:" in self.said, self.said
        self.port = int(self.said.partition("http://127.0.0.1:")[2].partition("/")[0])
        self.token = (self.home / tokens.NAME).read_text("ascii").strip()

    def _line(self):
        return self.process.stderr.readline().decode()

    def send(self, body, method="POST", path="/mcp", token=None, data=None, **headers):
        """The status, the headers and the JSON of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        told = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            "Authorization": f"Bearer {self.token if token is None else token}",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        host = told.pop("Host", None)
        connection.putrequest(method, path, skip_host=host is not None)
        if host:
            connection.putheader("Host", host)
        for name, value in told.items():
            if value is not None:
                connection.putheader(name, value)
        raw = data if data is not None else json.dumps(body).encode()
        connection.putheader("Content-Length", str(len(raw)))
        connection.endheaders(raw)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, answer.headers, _json_of(text)

    def ask(self, method, params=None, *, session=None, **headers):
        """The result of a request of a client that shook hands."""
        if session:
            headers = {"Mcp-Session-Id": session, "MCP-Protocol-Version": "2025-11-25", **headers}
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}
        return self.send(message, **headers)

    def hello(self):
        """The id of a new session."""
        params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": CLIENT}
        status, headers, told = self.ask("initialize", params)
        assert status == 200, told
        assert told["result"]["serverInfo"]["name"] == "clew"
        return headers["mcp-session-id"]

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        rest = self.process.stderr.read().decode()
        for pipe in (self.process.stdout, self.process.stderr):
            pipe.close()
        return self.process.returncode, rest


def _json_of(text):
    for line in text.splitlines():
        if line.startswith("data: {"):
            found = json.loads(line[len("data: ") :])
            if "result" in found or "error" in found:
                return found
    return json.loads(text) if text.startswith("{") else text


@pytest.fixture(scope="module")
def door(tmp_path_factory):
    door = Door(tmp_path_factory.mktemp("door"))
    yield door
    door.end()


def test_the_token_is_made_at_the_first_start_for_its_owner_alone(door):
    seen = (door.home / tokens.NAME).stat()
    assert stat.S_IMODE(seen.st_mode) == 0o600
    assert stat.S_IMODE(door.home.stat().st_mode) == 0o700
    assert len(door.token) >= 64
    assert door.token not in door.said
    assert str(door.home / tokens.NAME) in door.said
    assert not list(door.home.glob(f"{tokens.NAME}.*"))


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077])
def test_whatever_the_umask_nobody_else_can_read_the_token(tmp_path, mask):
    before = os.umask(mask)
    try:
        token = tokens.token_of(str(tmp_path / "home"))
    finally:
        os.umask(before)
    path = tmp_path / "home" / tokens.NAME
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert tokens.token_of(str(tmp_path / "home")) == token


def test_servers_that_start_at_once_have_one_token(tmp_path):
    found = []
    threads = [threading.Thread(target=lambda: found.append(tokens.token_of(str(tmp_path / "home")))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == 1


@pytest.mark.parametrize(("mode", "text"), [(0o644, "a" * 64), (0o640, "a" * 64), (0o600, ""), (0o600, "short")])
def test_a_token_that_is_none_or_no_secret_is_refused(tmp_path, mode, text):
    path = tmp_path / tokens.NAME
    path.write_text(text, "ascii")
    path.chmod(mode)
    done = subprocess.run(
        [sys.executable, "-m", "clew", "--home", str(tmp_path), "serve", "--http", "--port", "0"],
        capture_output=True,
        text=True,
        timeout=30,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 1
    assert str(path) in done.stderr
    assert "delete it" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_session_is_served_as_over_standard_input(door, tmp_path):
    session = door.hello()
    call = {"name": "clew_save", "arguments": {"text": "Over HTTP.", "tags": TAGS, "dir": str(tmp_path)}}
    status, _, told = door.ask("tools/call", call, session=session)
    assert status == 200
    assert told["result"]["structuredContent"]["created"] is True
    status, _, told = door.ask("tools/list", session=session)
    assert {tool["name"] for tool in told["result"]["tools"]} >= {"clew_start", "clew_save"}
    status, _, told = door.ask("tools/call", {"name": "clew_nothing"}, session=session)
    assert told["error"]["code"] == -32602
    status, _, told = door.ask("resources/read", {"uri": "clew://nothing"}, session=session)
    assert told["error"]["code"] == -32002
    status, _, told = door.ask("logging/setLevel", {"level": "error"}, session=session)
    assert status == 200


def test_calls_of_one_session_are_one_conversation_and_another_session_is_another(door, tmp_path):
    ids = []
    for session in [door.hello(), door.hello()]:
        for _ in range(2):
            call = {"name": "clew_start", "arguments": {"dir": str(tmp_path), "pick": 0}}
            ids.append(door.ask("tools/call", call, session=session)[2]["result"]["structuredContent"]["conversation"])
    assert ids[0] == ids[1]
    assert ids[2] == ids[3]
    assert ids[0] != ids[2]


def test_the_newer_protocol_is_served_without_a_session(door, tmp_path):
    call = {"name": "clew_start", "arguments": {"dir": str(tmp_path)}, "_meta": modern()}
    headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": "tools/call", "Mcp-Name": "clew_start"}
    status, answered, told = door.ask("tools/call", call, **headers)
    assert status == 200
    assert told["result"]["resultType"] == "complete"
    assert "mcp-session-id" not in answered
    status, _, told = door.ask(
        "server/discover", {"_meta": modern()}, **{**headers, "Mcp-Method": "server/discover", "Mcp-Name": None}
    )
    assert MODERN in told["result"]["supportedVersions"]
    status, _, told = door.ask("tools/call", call, **{**headers, "Mcp-Name": "clew_save"})
    assert (status, told["error"]["code"]) == (400, -32020)


@pytest.mark.parametrize("token", ["", "wrong", "Bearer", "é", "a" * 64])
def test_without_the_token_nothing_is_told(door, token):
    status, headers, told = door.ask("initialize", token=token)
    assert status == 401
    assert headers["www-authenticate"].startswith("Bearer")
    assert "tools" not in json.dumps(told)


def test_the_token_counts_only_as_a_bearer_in_the_header(door):
    assert door.ask("initialize", Authorization=None)[0] == 401
    assert door.ask("initialize", Authorization=door.token)[0] == 401
    assert door.ask("initialize", Authorization=f"Basic {door.token}")[0] == 401
    assert door.send({}, path=f"/mcp?token={door.token}", token="")[0] == 401
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": CLIENT}
    assert door.ask("initialize", params, Authorization=f"bearer {door.token}")[0] == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "169.254.169.254", "", "[::2]"]
)
def test_a_name_of_another_machine_is_refused_even_with_the_token(door, host):
    """A page whose own name points at 127.0.0.1 for a moment (DNS rebinding)."""
    assert door.ask("initialize", Host=host or " ")[0] in (400, 403)


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "https://localhost.evil.example", "null", "file://", "http://[", ""]
)
def test_a_page_of_another_site_is_refused_even_with_the_token(door, origin):
    assert door.ask("initialize", Origin=origin)[0] == 403


def test_a_page_of_this_machine_and_a_client_without_pages_are_let_in(door):
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": CLIENT}
    for origin in ("http://localhost:6274", "http://127.0.0.1:3000", None):
        assert door.ask("initialize", params, Origin=origin)[0] == 200
    assert is_ours("//[::1]:8765")


def test_an_unknown_session_is_not_found(door):
    assert door.ask("tools/list", session="0" * 32)[0] == 404
    session = door.hello()
    assert door.send(None, method="DELETE", data=b"", Mcp_Session_Id=session)[0] == 200
    assert door.ask("tools/list", session=session)[0] == 404


def test_bad_requests_are_refused_and_the_server_lives(door):
    assert door.send(None, data=b"{")[0] == 400
    assert door.send(None, data=b"[]")[0] == 400
    assert door.send({}, method="PUT")[0] == 405
    assert door.send({}, path="/other")[0] == 404
    assert door.send(None, data=b" " * ((1 << 24) + 1))[0] == 413
    assert door.ask("tools/list")[0] == 400, "no session"
    assert door.hello()


def test_a_request_of_ten_megabytes_is_taken(door, tmp_path):
    session = door.hello()
    call = {"name": "clew_save", "arguments": {"text": "0123456789" * (1 << 20), "tags": TAGS, "dir": str(tmp_path)}}
    assert door.ask("tools/call", call, session=session)[2]["result"]["structuredContent"]["created"] is True


def test_a_client_that_hangs_up_in_the_middle_harms_nobody(door, tmp_path):
    for size in (0, 10, 10_000):
        raw = socket.create_connection(("127.0.0.1", door.port))
        head = f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {door.token}\r\nContent-Length: 100000\r\n\r\n"
        raw.sendall(head.encode() + b"x" * size)
        raw.close()
    assert door.hello()


def test_the_sdks_own_client_is_satisfied(door, tmp_path):
    import anyio
    import httpx2
    from mcp.client import Client
    from mcp.client.streamable_http import streamable_http_client

    async def story(mode):
        headers = {"Authorization": f"Bearer {door.token}"}
        async with httpx2.AsyncClient(headers=headers, timeout=30) as web:
            transport = streamable_http_client(f"http://127.0.0.1:{door.port}/mcp", http_client=web)
            async with Client(transport, mode=mode) as session:
                assert len((await session.list_tools()).tools) == 8
                done = []

                async def save(number):
                    arguments = {"text": f"Text {number}.", "tags": TAGS, "dir": str(tmp_path), "conversation": mode}
                    done.append((await session.call_tool("clew_save", arguments)).structured_content["path"])

                async with anyio.create_task_group() as group:
                    for number in range(20):
                        group.start_soon(save, number)
                assert len(set(done)) == 1
                with open(done[0], encoding="utf-8") as file:
                    text = file.read()
                assert all(text.count(f"\nText {number}.\n") == 1 for number in range(20))

    for mode in ("legacy", "auto"):
        anyio.run(story, mode)


def test_it_stops_quietly_and_lets_nobody_have_its_port_twice(tmp_path):
    door = Door(tmp_path)
    other = subprocess.run(
        [sys.executable, "-m", "clew", "--home", str(tmp_path / "home"), "serve", "--http", "--port", str(door.port)],
        capture_output=True,
        text=True,
        timeout=30,
        stdin=subprocess.DEVNULL,
    )
    assert other.returncode == 1
    assert str(door.port) in other.stderr
    assert door.process.stdout.fileno()
    assert door.end() == (0, "")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "example.org"])
def test_it_serves_this_machine_only(tmp_path, host):
    done = subprocess.run(
        [sys.executable, "-m", "clew", "--home", str(tmp_path), "serve", "--http", "--host", host],
        capture_output=True,
        text=True,
        timeout=30,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 2
    assert host in done.stderr
    assert not (tmp_path / tokens.NAME).exists()


def test_without_the_sdk_the_message_says_how_to_get_it(tmp_path):
    code = """
import sys
sys.modules["mcp"] = sys.modules["uvicorn"] = None
from clew.__main__ import main
sys.exit(main())
"""
    done = subprocess.run(
        [sys.executable, "-c", code, "--home", str(tmp_path), "serve", "--http"],
        capture_output=True,
        text=True,
        timeout=30,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 2
    assert 'pip install "clew[http]"' in done.stderr
    assert "Traceback" not in done.stderr


def test_options_of_http_need_http(tmp_path):
    for option in (("--port", "8765"), ("--host", "127.0.0.1")):
        done = subprocess.run(
            [sys.executable, "-m", "clew", "serve", *option],
            capture_output=True,
            text=True,
            timeout=30,
            stdin=subprocess.DEVNULL,
        )
        assert done.returncode == 2
        assert "--http" in done.stderr
