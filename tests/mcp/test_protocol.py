"""What any client may rely on, whichever version of the protocol it speaks."""

from __future__ import annotations

import json

import pytest

from clew import __version__
from clew.mcp import wire
from clew.mcp.protocol import HANDSHAKE, LEVELS
from clew.mcp.tools import names
from tests.mcp.conftest import MODERN, modern, text_of

PARSE, INVALID, UNKNOWN, PARAMS = -32700, -32600, -32601, -32602


@pytest.mark.parametrize("version", HANDSHAKE)
def test_each_version_with_a_handshake_is_spoken_as_it_was_asked_for(start, version):
    talk = start()
    told = talk.hello(version)
    assert told["protocolVersion"] == version
    assert told["serverInfo"]["name"] == "clew"
    assert told["serverInfo"]["version"] == __version__
    assert set(told["capabilities"]) == {"tools", "resources", "prompts", "completions", "logging"}
    assert len(talk.get("tools/list")["tools"]) == len(names())
    assert not text_of(talk.call("start")).startswith("{")


@pytest.mark.parametrize("version", ["2099-01-01", MODERN, "nonsense"])
def test_who_shakes_hands_for_a_version_without_a_handshake_gets_the_newest_that_has_one(start, version):
    assert start().hello(version)["protocolVersion"] == HANDSHAKE[0]


def test_the_instructions_fit_into_what_clients_let_through(start):
    for lang in ("en", "zh"):
        told = start(CLEW_LANG=lang).hello()["instructions"]
        assert len(told.encode()) <= 2000, "some cut behind 4 KB, and what is vital must stand in the first two"
        assert all(f"clew_{name}" in told for name in ("start", "save", "search"))


def test_the_handshake_and_the_lists_touch_nothing(start, home):
    """A client waits for them before its first turn, however large the library is (fault R079)."""
    talk = start()
    talk.hello()
    for method in ("tools/list", "prompts/list", "resources/templates/list", "ping"):
        talk.get(method)
    assert not home.exists()
    talk.call("start")
    assert not home.exists(), "looking makes nothing either"


def test_discovery_is_answered_in_full_to_who_knows_the_protocol_and_to_who_asks_barely(start):
    talk = start()
    for params in ({"_meta": modern()}, {}):
        told = talk.get("server/discover", **params)
        assert told["supportedVersions"] == [MODERN]
        assert told["resultType"] == "complete"
        assert (told["ttlMs"] > 0, told["cacheScope"]) == (True, "private")
        assert told["instructions"]
        assert set(told["capabilities"]) >= {"tools", "resources", "prompts", "completions"}
        assert told["_meta"]["io.modelcontextprotocol/serverInfo"] == {
            "name": "clew",
            "title": "clew",
            "version": __version__,
        }


def test_without_a_handshake_each_request_stands_for_itself(start):
    talk = start()
    saved = talk.call("save", _meta=modern(), text="One writer.", tags=["database", "sqlite"])
    assert saved["resultType"] == "complete"
    assert saved["structuredContent"]["created"] is True
    listed = talk.get("tools/list", _meta=modern())
    assert (listed["resultType"], listed["ttlMs"] > 0) == ("complete", True)


def test_a_version_that_nobody_knows_is_refused_with_those_that_are(start):
    refused = start().refused("tools/list", _meta={**modern(), "io.modelcontextprotocol/protocolVersion": "1900-01-01"})
    assert refused["code"] == -32022
    assert refused["data"] == {"supported": [MODERN], "requested": "1900-01-01"}


def test_a_request_that_does_not_say_what_its_client_can_do_is_malformed(start):
    meta = modern()
    del meta["io.modelcontextprotocol/clientCapabilities"]
    assert start().refused("tools/list", _meta=meta)["code"] == PARAMS


def test_what_the_newer_protocol_dropped_is_unknown_there_and_known_before(talk):
    assert talk.refused("logging/setLevel", level="info", _meta=modern())["code"] == UNKNOWN
    assert talk.get("logging/setLevel", level="info") == {}


def test_both_eras_are_served_side_by_side(talk):
    assert "resultType" not in talk.get("tools/list")
    assert talk.get("tools/list", _meta=modern())["resultType"] == "complete"
    assert "resultType" not in talk.get("ping")


BROKEN = [
    (b"{", PARSE),
    (b"\xff\xfe", PARSE),
    (b"nonsense", PARSE),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": NaN}', PARSE),
    (b"[" * 100_000, PARSE),
    (b"9" * 5000, PARSE),
    (b"[]", INVALID),
    (b"1", INVALID),
    (b'"ping"', INVALID),
    (b"null", INVALID),
    (b'{"id": 1, "method": "ping"}', INVALID),
    (b'{"jsonrpc": "2.0", "id": 1}', INVALID),
    (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}', INVALID),
    (b'{"jsonrpc": "2.0", "id": true, "method": "ping"}', INVALID),
    (b'{"jsonrpc": "2.0", "id": {}, "method": "ping"}', INVALID),
    (b'{"jsonrpc": "2.0", "id": 1, "method": 5}', INVALID),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}', INVALID),
    (b'{"jsonrpc": "2.0", "result": {}}', INVALID),
]


@pytest.mark.parametrize(("line", "code"), BROKEN)
def test_what_is_no_message_gets_the_error_that_the_protocol_has_for_it(line, code):
    found = wire.read(line)
    assert isinstance(found, wire.Broken)
    assert found.code == code


def test_after_whatever_was_no_message_the_server_goes_on(talk):
    for line, code in BROKEN:
        talk.raw(line + b"\n")
        assert talk.next()["error"]["code"] == code
    talk.raw(b"\n\r\n   \n")  # empty lines are nothing
    assert talk.get("ping") == {}
    assert talk.end() == (0, "")


def test_unknown_methods_tools_prompts_and_resources_are_refused_by_name(talk):
    assert talk.refused("tasks/list")["code"] == UNKNOWN
    assert talk.refused("tools/call", name="clew_nothing")["code"] == PARAMS
    assert talk.refused("tools/call", name="__init__")["code"] == PARAMS
    assert talk.refused("tools/call")["code"] == PARAMS
    assert talk.refused("prompts/get", name="../recall")["code"] == PARAMS
    assert talk.refused("resources/read", uri="file:///etc/passwd")["code"] == -32002
    assert talk.refused("resources/read", uri="clew://day/1999-01-01", _meta=modern())["code"] == PARAMS
    assert talk.refused("completion/complete")["code"] == PARAMS
    assert talk.refused("logging/setLevel", level="loud")["code"] == PARAMS
    talk.notify("notifications/nobody/knows")
    assert talk.get("ping") == {}


def test_a_batch_is_answered_as_one(talk):
    talk.send(
        [
            {"jsonrpc": "2.0", "id": "a", "method": "ping"},
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            {"jsonrpc": "2.0", "id": "b", "method": "tools/call", "params": {"name": "clew_start", "arguments": {}}},
            {"jsonrpc": "2.0", "id": "c", "method": "no/such"},
            {"jsonrpc": "1.0", "id": "d", "method": "ping"},
        ]
    )
    answers = talk.next()
    assert sorted(each["id"] for each in answers) == ["a", "b", "c", "d"]
    assert {each["id"] for each in answers if "error" in each} == {"c", "d"}


def test_ids_come_back_as_they_were_sent(talk):
    for id in (0, -7, "", "七", 2**60):
        talk.send({"jsonrpc": "2.0", "id": id, "method": "ping"})
        answer = talk.next()
        assert (answer["id"], type(answer["id"])) == (id, type(id))


def test_a_byte_that_is_no_text_can_be_sent_back(tmp_path, talk):
    told = talk.call("read", ref="no\udcffsuch")
    assert told["isError"]
    assert wire.written({"text": "\udcff"}) == b'{"text":"\\udcff"}\n'


def test_levels_are_those_of_the_protocol():
    assert LEVELS[0] == "debug"
    assert LEVELS[-1] == "emergency"


def test_the_answer_is_one_line_of_json_whatever_is_stored(talk):
    talk.call("save", text="a\u2028b\u2029c\r\nd\ne\x85f", tags=["one", "two"])
    shown = talk.call("read", ref="1")
    assert json.dumps(shown)
    assert talk.get("ping") == {}
