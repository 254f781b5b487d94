"""What a client of the MCP server waits for: the handshake of a cold start, and a call once it runs."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks import _library
from benchmarks._frame import CLEW, Measure, Taking, bare_python, timed

BARE = "python -c pass"
WAITS = "import sys; sys.stdout.write(sys.stdin.readline()); sys.stdout.flush(); sys.stdin.read()"
HELLO: dict[str, object] = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "bench", "version": "1"},
}


def measures(scratch: Path) -> Iterator[Measure]:
    greeted = _request(0, "initialize", HELLO)
    serve = (CLEW, "--home", str(scratch / "home"), "serve")
    name = "clew serve, from its start to the answer to initialize"
    yield Measure(name, _until_answered(serve, greeted), bare_python(), BARE, times=6)
    asked = _request(0, "server/discover", {})
    name = "clew serve, from its start to the answer to server/discover"
    yield Measure(name, _until_answered(serve, asked), bare_python(), BARE, times=6)
    if Path("/proc/self/status").exists():
        bare = _memory((sys.executable, "-c", WAITS), greeted)
        name = "clew serve, memory after initialize"
        yield Measure(name, _memory(serve, greeted), bare, "an interpreter that waits", times=0, plus=40, unit="MB")
    built = _library.build(scratch / "home" / "memory")
    running = _Running(serve)
    running.call("clew_search", query="SQLite", dir=built.projects[250])  # reads the whole library once
    for tool, given, times in (("clew_start", {}, 3.0), ("clew_search", {"query": "why SQLite"}, 8.0)):
        call = timed(lambda tool=tool, given=given: running.call(tool, dir=built.projects[250], **given))  # type: ignore[misc]
        yield Measure(f"{tool} in a running server, 10,000 memories", call, bare_python(), BARE, times=times)
    running.end()


def _request(id: int, method: str, params: dict[str, object]) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).encode() + b"\n"


def _started(command: tuple[str, ...]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def _asked(server: subprocess.Popen[bytes], request: bytes) -> bytes:
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(request)
    server.stdin.flush()
    answer = server.stdout.readline()
    if b"error" in answer[:80] or not answer:
        raise RuntimeError(f"{request!r} was answered by {answer!r}")
    return answer


def _ended(server: subprocess.Popen[bytes]) -> None:
    server.communicate(timeout=20)


def _until_answered(command: tuple[str, ...], request: bytes) -> Taking:
    """The milliseconds from the start of the process to the first line that it says; its end is not counted."""

    def taking() -> float:
        begun = time.perf_counter()
        server = _started(command)
        _asked(server, request)
        cost = (time.perf_counter() - begun) * 1000
        _ended(server)
        return cost

    return taking


def _memory(command: tuple[str, ...], request: bytes) -> Taking:
    """The megabytes that the process holds once it has answered."""

    def taking() -> float:
        server = _started(command)
        _asked(server, request)
        told = Path(f"/proc/{server.pid}/status").read_text("ascii")
        _ended(server)
        return int(told.partition("VmRSS:")[2].split()[0]) / 1024

    return taking


class _Running:
    """One server, and a client that calls its tools."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._server = _started(command)
        _asked(self._server, _request(0, "initialize", HELLO))
        self.end: Callable[[], None] = lambda: _ended(self._server)

    def call(self, tool: str, **given: object) -> None:
        """Raises where the tool fails: a quick error is no speed."""
        answer = _asked(self._server, _request(1, "tools/call", {"name": tool, "arguments": given}))
        if b'"isError":true' in answer:
            raise RuntimeError(answer.decode())
