"""The service that we test against answers as the recorded one did."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.sync.buckets import replayed_text
from tests.sync.server import EMAIL, running

PAIRS = json.loads(Path(__file__).with_name("recorded_pairs.json").read_text("utf-8"))
LONG = "x" * 500_000


@pytest.fixture
def server():
    with running() as server:
        server.users = {EMAIL: "pw"}
        server.clock = lambda: 1796040100.0
        server.limit = 400_000
        yield server


def ask(server, method, path, body=None, headers=None):
    """(status, version, body) of one request."""
    data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(server.url + path, data, headers or {}, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.headers.get("X-Simperium-Version"), answer.read().decode()
    except urllib.error.HTTPError as refusal:
        return refusal.code, None, refusal.read().decode()


def test_it_answers_every_recorded_request_as_it_was_recorded(server):
    known: dict[str, str] = {}  # what is random in an answer: tokens, cursors

    def translated(text):
        for recorded, ours in known.items():
            text = text.replace(recorded, ours)
        return text

    marked = [pair for pair in PAIRS if pair["name"] != "too-large"]
    for pair in marked:
        request, expected = pair["request"], pair["response"]
        headers = {name: translated(value) for name, value in request["headers"].items()}
        if pair["name"] == "bad-token":
            headers = {"X-Simperium-Token": "wrong"}
        body = request["body"].encode() if isinstance(request["body"], str) else request["body"]
        status, version, said = ask(server, request["method"], translated(request["path"]), body, headers)
        assert status == expected["status"], pair["name"]
        assert version == expected.get("X-Simperium-Version"), pair["name"]
        if isinstance(expected["body"], str):
            assert said == expected["body"], pair["name"]
        else:
            learn(known, expected["body"], json.loads(said))
            plain = json.loads(translated(json.dumps(expected["body"])))
            assert same_but_for_chance(json.loads(said), plain), pair["name"]


def learn(known, recorded, ours):
    if isinstance(recorded, dict):
        for key in {"access_token", "sync_token", "current"} & recorded.keys() & ours.keys():
            known[recorded[key]] = ours[key]
        if "mark" in recorded:
            known[f"mark={recorded['mark']}"] = f"mark={ours['mark']}"


def same_but_for_chance(ours, recorded):
    """Ids that the service makes up differ from run to run."""
    chance = ("userid", "ccids", "cv", "clientid", "mark", "access_token", "sync_token", "current")
    if isinstance(ours, dict) and isinstance(recorded, dict):
        return ours.keys() == recorded.keys() and all(
            key in chance or same_but_for_chance(ours[key], recorded[key]) for key in ours
        )
    if isinstance(ours, list) and isinstance(recorded, list):
        return len(ours) == len(recorded) and all(map(same_but_for_chance, ours, recorded))
    return ours == recorded


def test_a_text_that_is_too_large_is_refused(server):
    headers = {"X-Simperium-Token": server.token()}
    assert ask(server, "POST", "/1/chalk-bump-f49/note/i/a", {"content": LONG}, headers)[0] == 413


def test_old_versions_go_but_for_each_tenth(server):
    for number in range(76):
        server.write("a", f"text {number}")
    assert sorted(server.notes.entries["a"].versions) == [1, 11, *range(17, 77)]


def test_a_page_is_followed_by_its_mark_to_the_end_and_the_last_mark_counts(server):
    for number in range(5):
        server.write(f"n{number}", f"text {number}")
    headers = {"X-Simperium-Token": server.token()}
    path, seen = "/1/chalk-bump-f49/note/index?limit=2", []
    for _ in range(3):
        answer = json.loads(ask(server, "GET", path, headers=headers)[2])
        seen += [one["id"] for one in answer["index"]]
        path += f"&mark={answer.get('mark')}"
    assert seen == ["n4", "n3", "n2", "n1", "n0"]
    assert "mark" not in answer


def test_a_stale_write_is_merged_by_characters_which_tears_words():
    assert replayed_text("one", "Top\none", "one\nend") == "Top\none\nend"
    assert replayed_text("red", "green", "blue") not in ("green", "blue")
