"""A model on this machine that does what it is told: it calls the tools of a plan, then says that it is done.

It speaks the four forms that the agents' providers speak, keeps every request, and answers a request that offers none of
the tools (a title, a summary) with a word.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any

DONE = "DONE-AS-PLANNED"


@dataclass
class Call:
    """A tool to be called, by the end of its name: agents put the server's before it."""

    tool: str
    arguments: dict[str, Any] = field(default_factory=dict)


class Model:
    """`plan` is what is left to do; `seen` are the bodies of all requests that offered tools."""

    def __init__(self) -> None:
        self.plan: list[Call] = []
        self.seen: list[dict[str, Any]] = []
        self._lock = Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"model": self}))
        self._server.daemon_threads = True
        Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def begin(self, *plan: Call) -> None:
        """What the next prompt leads to."""
        self.plan, self.seen = list(plan), []

    def words(self, number: int = 0) -> str:
        """All that the model was given in one request, as text."""
        return "\n".join(_strings(self.seen[number]))

    def decide(self, body: dict[str, Any], tools: list[str]) -> tuple[str, dict[str, Any]] | None:
        """The tool to call, None to be done."""
        with self._lock:
            if not any("clew" in name for name in tools):
                return None
            self.seen.append(body)
            if not self.plan:
                return None
            wanted = self.plan[0]
            name = next((name for name in tools if name.endswith(wanted.tool)), None)
            if name is None:
                raise AssertionError(f"no tool {wanted.tool} among {tools}")
            self.plan.pop(0)
            return name, wanted.arguments


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)


class _Handler(BaseHTTPRequestHandler):
    model: Model
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_GET(self) -> None:
        names = ("fake-model", "gpt-5", "claude-sonnet-4-5", "gemini-2.5-flash")
        listed = [{"id": name, "object": "model", "type": "model", "display_name": name} for name in names]
        self._json({"object": "list", "data": listed, "models": [], "has_more": False})

    do_HEAD = do_GET  # noqa: N815  # the name that http.server calls

    def do_POST(self) -> None:
        body = self._body()
        path = self.path.partition("?")[0]
        if path.endswith(("/count_tokens", ":countTokens")):
            self._json({"input_tokens": 100, "totalTokens": 100})
        elif path.endswith("/messages"):
            self._messages(body)
        elif path.endswith("/chat/completions"):
            self._chat(body)
        elif path.endswith("/responses"):
            self._responses(body)
        elif "enerateContent" in path:
            self._gemini(body, "stream" in path)
        else:
            self._json({})

    def _body(self) -> dict[str, Any]:
        if self.headers.get("transfer-encoding", "").lower() == "chunked":
            data = b""
            while size := int(self.rfile.readline().split(b";")[0], 16):
                data += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            data = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self.headers.get("content-encoding") == "gzip":
            import gzip

            data = gzip.decompress(data)
        found: dict[str, Any] = json.loads(data or b"{}")
        return found

    def _json(self, answer: object) -> None:
        data = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _events(self, events: list[Any]) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        for event in events:
            named = f"event: {event['type']}\n" if isinstance(event, dict) and "type" in event else ""
            said = event if isinstance(event, str) else json.dumps(event)
            self.wfile.write(f"{named}data: {said}\n\n".encode())
        self.close_connection = True

    def _messages(self, body: dict[str, Any]) -> None:
        """Anthropic's."""
        tools = [tool["name"] for tool in body.get("tools") or [] if "name" in tool]
        chosen = self.model.decide(body, tools)
        block: dict[str, Any]
        if chosen:
            block = {"type": "tool_use", "id": f"toolu_{id(chosen)}", "name": chosen[0], "input": chosen[1]}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(chosen[1])}
        else:
            block = {"type": "text", "text": DONE}
            delta = {"type": "text_delta", "text": DONE}
        usage = {"input_tokens": 10, "output_tokens": 5}
        stop = "tool_use" if chosen else "end_turn"
        whole = {
            "id": f"msg_{id(body)}",
            "type": "message",
            "role": "assistant",
            "model": body.get("model"),
            "content": [block],
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": usage,
        }
        if not body.get("stream"):
            return self._json(whole)
        empty = {**block, "input": {}} if chosen else {**block, "text": ""}
        return self._events(
            [
                {"type": "message_start", "message": {**whole, "content": [], "stop_reason": None}},
                {"type": "content_block_start", "index": 0, "content_block": empty},
                {"type": "content_block_delta", "index": 0, "delta": delta},
                {"type": "content_block_stop", "index": 0},
                {"type": "message_delta", "delta": {"stop_reason": stop}, "usage": usage},
                {"type": "message_stop"},
            ]
        )

    def _chat(self, body: dict[str, Any]) -> None:
        """OpenAI's first."""
        tools = [tool["function"]["name"] for tool in body.get("tools") or [] if tool.get("type") == "function"]
        chosen = self.model.decide(body, tools)
        message: dict[str, Any] = {"role": "assistant", "content": DONE}
        if chosen:
            function = {"name": chosen[0], "arguments": json.dumps(chosen[1])}
            call = {"index": 0, "id": f"call_{id(chosen)}", "type": "function", "function": function}
            message = {"role": "assistant", "content": None, "tool_calls": [call]}
        reason = "tool_calls" if chosen else "stop"
        usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
        base = {"id": f"chat-{id(body)}", "created": 0, "model": body.get("model")}
        if not body.get("stream"):
            choice = {"index": 0, "message": message, "finish_reason": reason}
            return self._json({**base, "object": "chat.completion", "choices": [choice], "usage": usage})
        piece = {**base, "object": "chat.completion.chunk"}
        return self._events(
            [
                {**piece, "choices": [{"index": 0, "delta": message, "finish_reason": None}]},
                {**piece, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]},
                {**piece, "choices": [], "usage": usage},
                "[DONE]",
            ]
        )

    def _responses(self, body: dict[str, Any]) -> None:
        """OpenAI's second."""
        spaces: dict[str, str] = {}
        for tool in body.get("tools") or []:
            if tool.get("type") == "function":
                spaces[tool["name"]] = ""
            for inner in tool.get("tools") or []:
                spaces[inner["name"]] = tool["name"]
        chosen = self.model.decide(body, list(spaces))
        item: dict[str, Any]
        if chosen:
            item = {
                "type": "function_call",
                "id": f"fc_{id(chosen)}",
                "call_id": f"call_{id(chosen)}",
                "name": chosen[0],
                "arguments": json.dumps(chosen[1]),
                "status": "completed",
                **({"namespace": spaces[chosen[0]]} if spaces[chosen[0]] else {}),
            }
        else:
            text = {"type": "output_text", "text": DONE, "annotations": []}
            item = {"type": "message", "id": "m1", "role": "assistant", "status": "completed", "content": [text]}
        usage = {"input_tokens": 10, "output_tokens": 5, "total_tokens": 15}
        whole = {
            "id": f"resp_{id(body)}",
            "object": "response",
            "created_at": 0,
            "status": "completed",
            "usage": usage,
        }
        whole |= {"model": body.get("model"), "output": [item]}
        if not body.get("stream"):
            return self._json(whole)
        return self._events(
            [
                {"type": "response.created", "response": {**whole, "status": "in_progress", "output": []}},
                {
                    "type": "response.output_item.added",
                    "output_index": 0,
                    "item": {**item, "status": "in_progress"},
                },
                {"type": "response.output_item.done", "output_index": 0, "item": item},
                {"type": "response.completed", "response": whole},
            ]
        )

    def _gemini(self, body: dict[str, Any], streams: bool) -> None:
        tools = [each["name"] for tool in body.get("tools") or [] for each in tool.get("functionDeclarations", [])]
        settings = body.get("generationConfig") or {}
        wanted = settings.get("responseJsonSchema") or settings.get("responseSchema")
        chosen = None if wanted else self.model.decide(body, tools)
        part: dict[str, Any] = {"text": json.dumps(_fitting(wanted)) if wanted else DONE}
        if chosen:
            part = {"functionCall": {"name": chosen[0], "args": chosen[1]}}
        answer = {
            "candidates": [{"index": 0, "content": {"role": "model", "parts": [part]}, "finishReason": "STOP"}],
            "usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15},
        }
        if streams:
            self._events([answer])
        else:
            self._json(answer)


def _fitting(schema: dict[str, Any]) -> dict[str, Any]:
    """Something of the form that a side question asks for."""
    kinds = {"boolean": False, "integer": 1, "number": 1, "array": [], "object": {}}
    found = {}
    for name, each in (schema.get("properties") or {}).items():
        found[name] = each["enum"][0] if each.get("enum") else kinds.get(str(each.get("type", "")).lower(), "fake")
    return found
