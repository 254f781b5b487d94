"""The protocol's own inspector and conformance suite as judges; `python tests/agents/real/clients.py` brings them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests.agents.real import clients

# What the suite asks of any server; the other scenarios want tools, prompts and resources made for it.
GENERIC = (
    *("server-initialize", "ping", "logging-set-level", "completion-complete", "tools-list", "resources-list"),
    *("prompts-list", "server-sse-multiple-streams", "dns-rebinding-protection"),
)
# The real application behind a door that puts the token in: the suite cannot.
DOOR = """
import socket, sys, uvicorn
from clew.mcp.http import application
from clew.mcp.server import Server
token = "t" * 64
inside = application(Server(sys.argv[1]), token)
async def door(scope, receive, send):
    if scope["type"] == "http":
        scope = {**scope, "headers": [*scope["headers"], (b"authorization", f"Bearer {token}".encode())]}
    await inside(scope, receive, send)
listening = socket.create_server(("127.0.0.1", 0))
print(listening.getsockname()[1], flush=True)
uvicorn.Server(uvicorn.Config(door, log_level="warning")).run(sockets=[listening])
"""


ENVIRON = {**os.environ, "PATH": os.pathsep.join([str(clients.node_folder()), os.environ.get("PATH", os.defpath)])}


def judge(name: str) -> str:
    """Its program; the test is skipped where it is not there."""
    found = clients.program(name)
    if found is None:
        pytest.skip(f"{name} is not here: python3 tests/agents/real/clients.py {name}")
    return str(found)


@pytest.fixture
def inspect(tmp_path):
    """Calls the inspector on a server of ours, and answers its exit status, output and talk."""
    inspector = judge("inspector")

    def inspected(*words, era="auto"):
        server = (sys.executable, "-m", "clew", "serve", "--agent", "inspector")
        where = ("-e", f"CLEW_HOME={tmp_path / 'home'}", "-e", "CLEW_LANG=en", "--cwd", str(tmp_path))
        command = [inspector, "--cli", *server, *where, "--protocol-era", era, *words]
        environ = {**ENVIRON, "MCP_CATALOG_PATH": str(tmp_path / "catalog.json")}
        return subprocess.run(command, capture_output=True, text=True, timeout=120, env=environ, cwd=tmp_path)

    return inspected


@pytest.mark.parametrize("era", ["modern", "legacy", "auto"])
def test_the_inspector_finds_nothing_in_the_tools_however_strict_it_is(inspect, era):
    done = inspect("--method", "tools/list", "--strict", era=era)
    assert done.returncode == 0, done.stderr
    assert "Warning" not in done.stderr
    assert len(json.loads(done.stdout)["tools"]) == 8


@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_the_inspector_goes_through_a_whole_story(inspect, era):
    saved = inspect(
        *("--method", "tools/call", "--tool-name", "clew_save"),
        *("--tool-arg", "text=用Redis缓存", "--tool-arg", 'tags=["redis","缓存"]', "--tool-arg", "title=Redis cache"),
        era=era,
    )
    assert saved.returncode == 0, saved.stderr
    assert json.loads(saved.stdout)["structuredContent"]["memory"] == "Redis-cache"
    opened = inspect("--method", "tools/call", "--tool-name", "clew_start", "--tool-arg", "pick=1", era=era)
    assert "用Redis缓存" in opened.stdout, opened.stderr
    listed = inspect("--method", "resources/list", era=era)
    uri = json.loads(listed.stdout)["resources"][-1]["uri"]
    assert "用Redis缓存" in inspect("--method", "resources/read", "--uri", uri, era=era).stdout
    asked = inspect("--method", "prompts/get", "--prompt-name", "recall", "--prompt-args", "topic=redis", era=era)
    assert asked.returncode == 0, asked.stderr
    assert inspect("--method", "tools/call", "--tool-name", "clew_nothing", era=era).returncode == 5


def test_the_inspector_calls_two_hundred_times_and_each_call_is_answered(inspect):
    done = inspect("--method", "tools/call", "--tool-name", "clew_start", "--load", "--load-requests", "200")
    told = json.loads(done.stdout)
    assert (told["ok"], told["errors"], told["toolErrors"]) == (200, 0, 0)


@pytest.fixture(scope="module")
def door(tmp_path_factory):
    """The address of a server over HTTP."""
    judge("conformance")
    place = tmp_path_factory.mktemp("conformance")
    server: Any = subprocess.Popen(
        [sys.executable, "-c", DOOR, str(place / "home")], stdout=subprocess.PIPE, cwd=place, text=True
    )
    yield f"http://127.0.0.1:{int(server.stdout.readline())}/mcp"
    server.terminate()
    server.wait()
    server.stdout.close()


@pytest.mark.parametrize("scenario", GENERIC)
def test_the_conformance_suite_is_satisfied(door, scenario, tmp_path):
    done = subprocess.run(
        [judge("conformance"), "server", "--url", door, "--scenario", scenario],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=tmp_path,
        env=ENVIRON,
    )
    assert done.returncode == 0, done.stdout + done.stderr
