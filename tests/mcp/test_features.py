"""Resources, prompts, completion, progress, notices, and the menu as a form."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from clew.mcp.answer import LIMIT
from clew.mcp.uris import TEMPLATES, named, ref_of, uri_of
from tests.mcp.conftest import modern, text_of

TAGS = ["redis", "缓存"]
FORM: dict[str, dict[str, dict[str, str]]] = {"elicitation": {"form": {}}}


# -- resources


def test_few_resources_are_listed_first_and_memories_for_who_pages_on(talk):
    """Some clients make a tool of each resource on the first page."""
    for number in range(55):
        talk.data("save", text="x", tags=TAGS, title=f"Memory {number}", conversation=f"c{number}")
    first = talk.get("resources/list")
    assert [each["uri"] for each in first["resources"]] == ["clew://long-term", "clew://day/today"]
    found, cursor = [], first["nextCursor"]
    while cursor:
        page = talk.get("resources/list", cursor=cursor)
        assert 0 < len(page["resources"]) <= 50
        found += page["resources"]
        cursor = page.get("nextCursor")
    assert len({each["uri"] for each in found}) == 55
    assert all(each["mimeType"] == "text/markdown" and each["size"] > 0 for each in found)
    read = talk.get("resources/read", uri=found[0]["uri"])["contents"][0]
    assert (read["uri"], read["mimeType"]) == (found[0]["uri"], "text/markdown")


@pytest.mark.parametrize("cursor", ["", "x", "memories-", "memories--1", "memories-99999999999999999999", 5, ["a"]])
def test_a_cursor_that_nobody_gave_out_is_refused(talk, cursor):
    assert talk.refused("resources/list", cursor=cursor)["code"] == -32602


def test_memories_long_term_memory_and_days_have_templates(talk):
    found = {each["name"]: each["uriTemplate"] for each in talk.get("resources/templates/list")["resourceTemplates"]}
    assert found == TEMPLATES
    assert set(found) == {"memory", "long-term", "day"}


def test_a_resource_is_fenced_and_read_on_page_by_page(talk):
    text = "\n".join(f"line {n} of a long memory" for n in range(1000))
    file = talk.data("save", text=text, tags=TAGS, title="Big")["file"]
    uri, seen = uri_of(file), 0
    while uri:
        shown = talk.get("resources/read", uri=uri)["contents"][0]["text"]
        assert len(shown) <= LIMIT
        assert shown.startswith("<clew-memory ")
        seen += shown.count("of a long memory")
        last = shown.rstrip("\n").split("\n")[-1]
        uri = last.removeprefix("Read on: ") if last.startswith("Read on: ") else ""
    assert seen == 1000


def test_a_section_of_long_term_memory_is_a_resource(talk):
    talk.data("remember", text="Replies in Chinese", section="Preferences")
    talk.data("remember", text="Name: Lin", section="User Information")
    shown = talk.get("resources/read", uri="clew://long-term/Preferences")["contents"][0]["text"]
    assert "Replies in Chinese" in shown
    assert "Name: Lin" not in shown
    assert talk.refused("resources/read", uri="clew://long-term/Nothing")["code"] == -32002


def test_what_is_not_there_is_refused_with_the_number_of_its_protocol(talk):
    for uri in ("clew://memory/none/none", "clew://day/2000-01-01", "clew://nothing", "memory://x", "clew://"):
        assert talk.refused("resources/read", uri=uri)["code"] == -32002
        refused = talk.refused("resources/read", uri=uri, _meta=modern())
        assert (refused["code"], refused["data"]["uri"]) == (-32602, uri)


@pytest.mark.parametrize("file", ["home-x/redis.md", "项目/缓存 与 空格.md", "a/b%2fc.md", "a/q?.md", "a/#.md"])
def test_a_uri_leads_back_to_its_file(file):
    assert ref_of(uri_of(file)) == file


@pytest.mark.parametrize(
    "uri", ["clew://memory/a/b/c", "clew://memory/a", "clew://day/a/b", "clew://day/%2e%2e%2fx", "http://x"]
)
def test_what_is_no_uri_of_ours_names_nothing(uri):
    assert named(uri) is None


# -- prompts and completion


def test_prompts_recall_and_save_are_there_in_the_persons_language(start):
    for lang, word in (("en", "remember"), ("zh", "记得")):
        talk = start(CLEW_LANG=lang)
        talk.hello()
        talk.data("remember", text="The gauge is number 3")
        talk.data("save", text="x", tags=TAGS)
        listed = {each["name"]: each for each in talk.get("prompts/list")["prompts"]}
        assert set(listed) == {"recall", "save"}
        told = talk.get("prompts/get", name="recall", arguments={"topic": "gauge"})
        (message,) = told["messages"]
        assert message["role"] == "user"
        assert word in message["content"]["text"]
        assert "The gauge is number 3" in message["content"]["text"]
        assert talk.get("prompts/get", name="recall")["messages"]
        saving = talk.get("prompts/get", name="save", arguments={"tags": "gauge"})["messages"][0]["content"]["text"]
        assert "clew_save" in saving
        assert "gauge" in saving
        assert "缓存" in saving, "the project's common tags are offered"


def complete(talk, ref, name, value, **context):
    params = {"ref": ref, "argument": {"name": name, "value": value}}
    if context:
        params["context"] = {"arguments": context}
    return talk.get("completion/complete", **params)["completion"]["values"]


def test_names_tags_days_and_sections_are_completed(talk):
    file = talk.data("save", text="x", tags=[*TAGS, "database"], title="Redis cache")["file"]
    talk.data("remember", text="Replies in Chinese", section="Preferences")
    talk.data("daily", text="x")
    slug = file.partition("/")[0]
    prompt = {"type": "ref/prompt", "name": "save"}
    assert complete(talk, prompt, "tags", "da") == ["database"]
    assert complete(talk, prompt, "tags", "database, re") == ["database, redis"]
    assert complete(talk, {"type": "ref/prompt", "name": "recall"}, "topic", "REDIS")[0] in ("redis", "Redis-cache")
    memory = {"type": "ref/resource", "uri": TEMPLATES["memory"]}
    assert complete(talk, memory, "project", "") == [slug]
    assert complete(talk, memory, "name", "cache", project=slug) == ["Redis-cache"]
    assert complete(talk, memory, "name", "", project="nobody") == []
    assert "Preferences" in complete(talk, {"type": "ref/resource", "uri": TEMPLATES["long-term"]}, "section", "pref")
    (day,) = complete(talk, {"type": "ref/resource", "uri": TEMPLATES["day"]}, "date", "20")
    assert len(day) == 10
    assert complete(talk, prompt, "nothing", "") == []
    assert complete(talk, {"type": "ref/prompt", "name": "nobody"}, "tags", "") == []
    assert complete(talk, {"type": "ref/resource", "uri": "clew://nothing"}, "name", "") == []


def test_completion_gives_a_hundred_at_most_and_says_that_there_are_more(talk):
    for number in range(30):
        talk.data("save", text="x", tags=["redis", *(f"tag {number} {n}" for n in range(4))], conversation=f"c{number}")
    told = talk.get(
        "completion/complete", ref={"type": "ref/prompt", "name": "save"}, argument={"name": "tags", "value": "t"}
    )
    assert len(told["completion"]["values"]) == 100
    assert told["completion"]["total"] == 120
    assert told["completion"]["hasMore"] is True


@pytest.mark.parametrize(
    "params",
    [
        {"ref": {"type": "ref/nothing"}, "argument": {"name": "x", "value": ""}},
        {"ref": {"type": "ref/prompt", "name": "save"}, "argument": {"name": "tags", "value": 5}},
        {"ref": {"type": "ref/prompt", "name": "save"}},
        {},
    ],
)
def test_a_completion_of_nothing_is_refused(talk, params):
    assert talk.refused("completion/complete", **params)["code"] == -32602


# -- what is said unasked


def notices(talk, method):
    return [each["params"] for each in talk.talk if each.get("method") == method]


def wait_for(talk, method, seconds=15):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if found := [each for each in talk.talk if each.get("method") == method]:
            talk.talk = [each for each in talk.talk if each is not found[0]]
            return found[0].get("params", {})
        talk.get("ping")
        time.sleep(0.2)
    raise AssertionError(f"no {method}")


def test_a_subscriber_hears_of_our_writes_and_of_an_editors(talk, home):
    talk.get("resources/subscribe", uri="clew://long-term")
    talk.data("remember", text="Replies in Chinese")
    assert wait_for(talk, "notifications/resources/updated") == {"uri": "clew://long-term"}
    file = home / "workspace/memory/MEMORY.md"
    file.write_text(file.read_text("utf-8") + "- by hand\n", "utf-8")
    assert wait_for(talk, "notifications/resources/updated") == {"uri": "clew://long-term"}
    talk.get("resources/unsubscribe", uri="clew://long-term")
    talk.data("remember", text="Another fact")
    talk.get("ping")
    assert not notices(talk, "notifications/resources/updated")


def test_who_listed_resources_hears_when_the_list_changes(talk):
    talk.get("resources/list")
    talk.data("save", text="x", tags=TAGS)
    assert wait_for(talk, "notifications/resources/list_changed") == {}
    talk.data("save", text="y", tags=TAGS)  # the same memory: the list is as it was
    talk.data("start")


def test_a_stream_of_the_newer_protocol_says_which_stream_it_is(start):
    talk = start()
    uris = ["clew://long-term", "clew://day/today"]
    wanted = {"resourcesListChanged": True, "toolsListChanged": True, "resourceSubscriptions": uris}
    id = talk.ask("subscriptions/listen", _meta=modern(), notifications=wanted)
    acknowledged = talk.next()
    key = "io.modelcontextprotocol/subscriptionId"
    assert acknowledged["method"] == "notifications/subscriptions/acknowledged"
    assert acknowledged["params"]["_meta"] == {key: id}
    assert acknowledged["params"]["notifications"] == {"resourcesListChanged": True, "resourceSubscriptions": uris}
    talk.call("daily", _meta=modern(), text="x")
    assert wait_for(talk, "notifications/resources/updated") == {"_meta": {key: id}, "uri": uris[1]}
    talk.call("save", _meta=modern(), text="x", tags=TAGS)
    assert wait_for(talk, "notifications/resources/list_changed") == {"_meta": {key: id}}
    talk.notify("notifications/cancelled", requestId=id)
    talk.call("daily", _meta=modern(), text="y")
    assert not notices(talk, "notifications/resources/updated")
    other = talk.ask("subscriptions/listen", _meta=modern(), notifications=wanted)
    talk.process.stdin.close()
    closed = talk.answer(other)["result"]
    assert closed["resultType"] == "complete"
    assert closed["_meta"][key] == other


@pytest.mark.parametrize("wanted", [None, [], {"resourceSubscriptions": "x"}, {"resourceSubscriptions": ["http://x"]}])
def test_a_stream_of_nothing_is_refused(start, wanted):
    talk = start()
    params = {"notifications": wanted} if wanted is not None else {}
    assert talk.refused("subscriptions/listen", _meta=modern(), **params)["code"] == -32602


def test_who_asks_for_progress_hears_of_it_under_its_token(talk):
    talk.data("save", text="Something to find.", tags=TAGS)
    told = talk.call("search", _meta={"progressToken": "p-1"}, query="something")
    assert not told.get("isError")
    seen = notices(talk, "notifications/progress")
    assert {each["progressToken"] for each in seen} == {"p-1"}
    done = [each["progress"] for each in seen]
    assert done == sorted(done)
    assert seen[-1]["progress"] == seen[-1]["total"]
    talk.talk.clear()
    talk.call("search", query="something")
    assert not notices(talk, "notifications/progress")


def test_what_a_room_says_on_the_side_is_logged_and_stands_below_the_answer(talk, home):
    talk.data("save", text="x", tags=TAGS)
    clue = home / "memory/.clue"
    clue.write_text(clue.read_text("utf-8") + "\tbroken: [\n", "utf-8")
    told = talk.call("start")
    assert str(clue) in text_of(told)
    assert told["structuredContent"]["notices"]
    (logged, *_) = notices(talk, "notifications/message")
    assert (logged["level"], logged["logger"]) == ("warning", "clew")
    talk.get("logging/setLevel", level="error")
    talk.talk.clear()
    talk.call("start")
    assert not notices(talk, "notifications/message")
    talk.call("start", _meta=modern())
    assert not notices(talk, "notifications/message"), "a newer client opts in with each request"
    talk.call("start", _meta=modern(**{"io.modelcontextprotocol/logLevel": "info"}))
    assert notices(talk, "notifications/message")


# -- the menu as a form


@pytest.fixture
def asking(start):
    """A server whose person wants to be asked, with one memory in the menu."""

    def asked(**can):
        talk = start(CLEW_MENU="form")
        talk.hello(**can)
        talk.data("save", text="用Redis缓存", tags=TAGS, title="Redis cache", conversation="another")
        return talk

    return asked


def elicited(talk):
    id = talk.ask("tools/call", name="clew_start", arguments={})
    asked = talk.next()
    assert asked["method"] == "elicitation/create"
    return id, asked


def test_where_the_person_wants_it_and_the_client_can_the_menu_is_a_form(asking):
    talk = asking(elicitation={})
    id, asked = elicited(talk)
    choices = asked["params"]["requestedSchema"]["properties"]["pick"]["enum"]
    assert choices[0].startswith("1. [")
    assert choices[-1].startswith("0. ")
    assert talk.get("ping") == {}, "meanwhile the server is there for others"
    assert talk.data("search", query="x")["hits"] is not None
    talk.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"action": "accept", "content": {"pick": choices[0]}}})
    assert talk.answer(id)["result"]["structuredContent"]["memory"] == "Redis-cache"


@pytest.mark.parametrize(
    "answer",
    [
        {"result": {"action": "decline"}},
        {"result": {"action": "cancel"}},
        {"result": {"action": "accept", "content": {}}},
        {"result": {"action": "accept", "content": {"pick": "7. [1] no such"}}},
        {"result": {"action": "accept", "content": "1"}},
        {"error": {"code": -32603, "message": "Elicitation requested but no interactive terminal is available"}},
    ],
)
def test_who_does_not_answer_the_form_gets_the_list(asking, answer):
    talk = asking(elicitation={"form": {}, "url": {}})
    id, asked = elicited(talk)
    talk.send({"jsonrpc": "2.0", "id": asked["id"], **answer})
    told = talk.answer(id)["result"]
    assert "1. [" in text_of(told)
    assert told["structuredContent"]["memory"] is None


@pytest.mark.parametrize("can", [{}, {"elicitation": {"url": {}}}, {"roots": False}])
def test_who_cannot_show_a_form_gets_the_list_at_once(asking, can):
    assert "1. [" in text_of(asking(**can).call("start"))


def test_nobody_is_asked_who_did_not_want_to_be(talk, start):
    other = start()
    other.hello(elicitation={"form": {}})
    talk.data("save", text="x", tags=TAGS)
    assert "1. [" in text_of(other.call("start"))


def test_the_newer_protocol_asks_in_the_answer_and_goes_on_with_the_next_request(asking):
    talk = asking()
    meta = modern(can=FORM)
    told = talk.call("start", _meta=meta)
    assert told["resultType"] == "input_required"
    asked = told["inputRequests"]["menu"]
    assert asked["method"] == "elicitation/create"
    choice = asked["params"]["requestedSchema"]["properties"]["pick"]["enum"][0]
    answers = {"menu": {"action": "accept", "content": {"pick": choice}}}
    again = {"name": "clew_start", "arguments": {}, "_meta": meta, "inputResponses": answers}
    stale = talk.get("tools/call", **again, requestState="of another menu")
    assert "1. [" in text_of(stale), "a menu that changed meanwhile is shown anew"
    opened = talk.get("tools/call", **again, requestState=told["requestState"])
    assert opened["structuredContent"]["memory"] == "Redis-cache"
    assert talk.get("tools/call", name="clew_start", arguments={}, _meta=meta, inputResponses="x")


def test_a_form_that_is_cancelled_with_its_request_is_over(asking):
    talk = asking(elicitation={})
    id, asked = elicited(talk)
    talk.notify("notifications/cancelled", requestId=id)
    talk.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"action": "accept", "content": {"pick": "0. x"}}})
    assert Path(talk.data("save", text="z", tags=TAGS)["path"]).exists()
    assert id not in talk._answers
