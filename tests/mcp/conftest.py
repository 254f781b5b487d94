"""A server in a process of its own, and a client that speaks the protocol to it line by line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import count
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import pytest

MODERN = "2026-07-28"
CLIENT = {"name": "a test", "version": "1"}
OTHERS = ("CLEW_", "CLAUDE", "AGENT_", "QWEN_", "GOOSE_", "CODEX_", "LC_", "LANG")


def modern(**more):
    """The `_meta` of a request that stands for itself."""
    prefix = "io.modelcontextprotocol/"
    can = more.pop("can", {})
    meta = {"protocolVersion": MODERN, "clientInfo": CLIENT, "clientCapabilities": can}
    return {**{f"{prefix}{key}": value for key, value in meta.items()}, **more}


class Talk:
    """One client, one server."""

    def __init__(self, place, *words, **environ):
        self.dir = place / "项目"
        self.dir.mkdir(exist_ok=True)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(OTHERS)}
        self.process: Any = subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "clew", "serve", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self.dir,
            env={**kept, "CLEW_HOME": str(place / "home"), "CLEW_LANG": "en", **environ},
        )
        self.talk = []  # whatever comes that answers nothing we asked
        self._answers = {}
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._ids = count(1)
        Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        self.raw(json.dumps(message).encode() + b"\n")

    def next(self, seconds=20):
        """The next message of the server, None at its end."""
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            raise AssertionError(f"the server said nothing for {seconds} seconds") from None
        return None if line is None else json.loads(line)

    def ask(self, method, **params):
        """Sends a request and returns its id."""
        id = next(self._ids)
        self.send({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        return id

    def answer(self, id, seconds=20):
        """The answer with this id, whatever comes before it."""
        while id not in self._answers:
            message = self.next(seconds)
            assert message is not None, self.process.stderr.read().decode()
            if isinstance(message, dict) and "id" in message and "method" not in message:
                self._answers[message["id"]] = message
            else:
                self.talk.append(message)
        return self._answers.pop(id)

    def get(self, method, **params):
        """The result of a request."""
        answer = self.answer(self.ask(method, **params))
        assert "error" not in answer, answer
        return answer["result"]

    def refused(self, method, **params):
        """The error of a request."""
        return self.answer(self.ask(method, **params))["error"]

    def notify(self, method, **params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def hello(self, version="2025-11-25", **can):
        """The handshake."""
        told = self.get("initialize", protocolVersion=version, capabilities=can, clientInfo=CLIENT)
        self.notify("notifications/initialized")
        return told

    def call(self, tool, /, _meta=None, **arguments):
        """The result of a tool: its whole, not only its data."""
        params = {"name": f"clew_{tool}", "arguments": arguments}
        return self.get("tools/call", **params, **({"_meta": _meta} if _meta is not None else {}))

    def data(self, tool, /, **arguments):
        """The data of a tool that did not fail."""
        told = self.call(tool, **arguments)
        assert not told.get("isError"), told
        return told["structuredContent"]

    def end(self, seconds=20):
        """Hangs up; the exit status and what stood on standard error."""
        self.process.stdin.close()
        status = self.process.wait(seconds)
        return status, self.process.stderr.read().decode()


def text_of(result):
    return "".join(each["text"] for each in result["content"])


@pytest.fixture
def start(tmp_path):
    """Starts a server; all end with the test."""
    talks = []

    def started(*words, place=tmp_path, **environ):
        talks.append(Talk(place, *words, **environ))
        return talks[-1]

    yield started
    for talk in talks:
        if talk.process.poll() is None:
            talk.process.kill()
        talk.process.wait()
        for pipe in (talk.process.stdin, talk.process.stdout, talk.process.stderr):
            try:
                pipe.close()
            except OSError:
                pass


@pytest.fixture
def talk(start):
    """A server that a client has greeted."""
    talk = start()
    talk.hello()
    return talk


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"
