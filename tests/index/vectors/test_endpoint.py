"""A model behind an address on this machine: asked as OpenAI's is, in its time, and nothing else is ever called."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest

from clew.errors import ModelFailed
from clew.index.vectors.models import model_of


class Server:
    """Answers as it is told to, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, str], dict]] = []
        self.answer: Callable[[dict], tuple[int, bytes]] = vectors
        self.headers: dict[str, str] = {}
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.asked.append((self.path, dict(self.headers), body))
                status, data = outer.answer(body)
                self.send_response(status)
                for name, value in outer.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *what):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def vectors(body: dict) -> tuple[int, bytes]:
    rows = [{"index": n, "embedding": [float(len(text)), 1.0, 0.0]} for n, text in enumerate(body["input"])]
    return 200, json.dumps({"object": "list", "data": rows[::-1]}).encode()


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.close()


def asking(server: Server, seconds: float = 5, name: str = "all-minilm", key: str | None = None):
    return model_of(f"endpoint:{server.url} {name}", "/", key, seconds)


def test_texts_become_rows_in_their_order(server):
    rows = asking(server).embed(["a", "ccc", "用"], is_query=False)
    assert rows.shape == (3, 3)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1)
    assert rows[1][0] > rows[0][0]
    path, headers, body = server.asked[0]
    assert path == "/v1/embeddings"
    assert body == {"model": "all-minilm", "input": ["a", "ccc", "用"]}
    assert "Authorization" not in headers


@pytest.mark.parametrize("ending", ["", "/", "/embeddings"])
def test_the_address_may_be_written_as_people_write_it(server, ending):
    model_of(f"endpoint:{server.url}{ending} m", "/").embed(["a"], is_query=False)
    model_of(f"endpoint:{server.url.removesuffix('/v1')} m", "/").embed(["a"], is_query=False)
    model_of(f"endpoint:{server.url.removeprefix('http://')} m", "/").embed(["a"], is_query=False)
    assert [path for path, *_ in server.asked] == ["/v1/embeddings"] * 3


def test_a_key_is_sent_and_what_the_model_was_taught_is_put_before_a_question(server):
    model = asking(server, name="nomic-embed-text", key="k-1")
    model.embed(["where"], is_query=True)
    model.embed(["there"], is_query=False)
    assert [body["input"] for *_, body in server.asked] == [["search_query: where"], ["search_document: there"]]
    assert server.asked[0][1]["Authorization"] == "Bearer k-1"


def test_any_text_can_be_sent(server):
    assert len(asking(server).embed(["", "\x00", "\ud800", "x" * 100_000], is_query=False)) == 4


@pytest.mark.parametrize(
    ("answer", "key"),
    [
        ((401, b"{}"), "vectors.refused-key"),
        ((403, b""), "vectors.refused-key"),
        ((404, b'{"error": "model not found, try pulling it first"}'), "vectors.no-model"),
        ((500, b"<html>oops\xff</html>"), "vectors.bad-status"),
        ((302, b""), "vectors.bad-status"),
        ((200, b""), "vectors.no-vectors"),
        ((200, b"<html>"), "vectors.no-vectors"),
        ((200, b"[]"), "vectors.no-vectors"),
        ((200, b'{"data": []}'), "vectors.no-vectors"),
        ((200, b'{"data": [{"embedding": []}]}'), "vectors.no-vectors"),
        ((200, b'{"data": [{"embedding": "AAAA"}]}'), "vectors.no-vectors"),
        ((200, b'{"data": [{"embedding": [1, NaN]}]}'), "vectors.no-vectors"),
        ((200, b'{"data": [{"embedding": [1, "x"]}]}'), "vectors.no-vectors"),
        ((200, b'{"data": [{"embedding": [1]}, {"embedding": [1]}]}'), "vectors.no-vectors"),
        ((200, b'{"data": [7]}'), "vectors.no-vectors"),
    ],
)
def test_whatever_it_answers_instead_is_told(server, answer, key):
    server.answer = lambda body: answer
    with pytest.raises(ModelFailed) as failed:
        asking(server).embed(["a"], is_query=True)
    assert failed.value.key == key
    assert all(failed.value.message(lang) and failed.value.hint(lang) for lang in ("en", "zh"))


def test_vectors_of_another_size_than_before_are_told(server):
    model = asking(server)
    model.embed(["a"], is_query=False)
    server.answer = lambda body: (200, b'{"data": [{"embedding": [1, 2]}]}')
    with pytest.raises(ModelFailed) as failed:
        model.embed(["a"], is_query=False)
    assert failed.value.key == "vectors.wrong-size"


def test_nobody_listens():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(ModelFailed) as failed:
        model_of(f"endpoint:http://127.0.0.1:{port} m", "/").embed(["a"], is_query=True)
    assert failed.value.key == "vectors.unreachable"
    assert str(port) in str(failed.value.hint())


@pytest.mark.parametrize("drip", [b"", b"H", b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n"])
def test_who_is_too_slow_is_not_waited_for(drip):
    """It takes the question and says nothing, or a byte now and then for ever."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        done = threading.Event()

        def serve() -> None:
            connection, _ = listening.accept()
            with connection:
                try:
                    connection.sendall(drip)
                    while drip and not done.wait(0.05):
                        connection.sendall(b" ")
                    done.wait(5)
                except OSError:
                    pass

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        began = time.monotonic()
        with pytest.raises(ModelFailed) as failed:
            model_of(f"endpoint:http://127.0.0.1:{listening.getsockname()[1]} m", "/", None, 0.4).embed(
                ["a"], is_query=True
            )
        done.set()
        thread.join(5)
        assert failed.value.key == "vectors.too-slow"
        assert time.monotonic() - began < 3


def test_a_connection_that_breaks_off_is_told(server):
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            listening.accept()[0].close()

        threading.Thread(target=serve, daemon=True).start()
        with pytest.raises(ModelFailed) as failed:
            model_of(f"endpoint:http://127.0.0.1:{listening.getsockname()[1]} m", "/").embed(["a"], is_query=True)
    assert failed.value.key == "vectors.unreachable"


def test_no_redirect_is_followed_and_no_proxy_asked(server, monkeypatch):
    elsewhere = Server()
    monkeypatch.setenv("HTTP_PROXY", elsewhere.url)
    monkeypatch.setenv("http_proxy", elsewhere.url)
    server.headers = {"Location": elsewhere.url}
    server.answer = lambda body: (307, b"")
    with pytest.raises(ModelFailed):
        asking(server).embed(["secret"], is_query=True)
    assert len(server.asked) == 1
    assert not elsewhere.asked
    elsewhere.close()


@pytest.mark.parametrize(
    "where", ["", "http://localhost:1", "file:///etc/passwd m", "http:// m", "http://localhost:port m", "m"]
)
def test_what_is_no_address_is_told(where):
    with pytest.raises(ModelFailed) as failed:
        model_of(f"endpoint:{where}", "/").embed(["a"], is_query=True)
    assert failed.value.key == "vectors.no-address"
