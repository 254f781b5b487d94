"""The official SDK's client as a judge: it validates each message, and each answer against the tool's own schema."""

from __future__ import annotations

import os
import sys

import anyio
import pytest

from tests.mcp.conftest import OTHERS

mcp = pytest.importorskip("mcp")
TAGS = ["redis", "缓存"]
TOOLS = {"start", "save", "search", "read", "context", "remember", "forget", "daily"}


def server(tmp_path, **environ):
    from mcp.client.stdio import StdioServerParameters

    kept = {name: value for name, value in os.environ.items() if not name.startswith(OTHERS)}
    env = {**kept, "CLEW_HOME": str(tmp_path / "home"), "CLEW_LANG": "en", **environ}
    return StdioServerParameters(command=sys.executable, args=["-m", "clew", "serve"], env=env, cwd=str(tmp_path))


def client(tmp_path, mode, **more):
    from mcp.client import Client

    return Client(server(tmp_path, **more.pop("environ", {})), mode=mode, **more)


@pytest.mark.parametrize("mode", ["legacy", "auto", "2026-07-28"])
def test_the_sdks_client_is_satisfied_with_every_answer(tmp_path, mode):
    async def story():
        async with client(tmp_path, mode) as session:
            listed = await session.list_tools()
            assert {tool.name.removeprefix("clew_") for tool in listed.tools} == TOOLS
            calls = [
                ("start", {}),
                ("start", {"pick": 0}),
                ("save", {"text": "用Redis缓存", "tags": TAGS}),
                ("save", {"text": "One tag.", "tags": ["redis"]}),
                ("start", {}),
                ("search", {"query": "Redis"}),
                ("search", {"query": "nothing like it"}),
                ("read", {"ref": "1"}),
                ("read", {"ref": "nowhere"}),
                ("remember", {"text": "Replies in Chinese"}),
                ("remember", {"text": "Deploys on Tuesdays", "section": "project"}),
                ("forget", {"text": "Tuesdays"}),
                ("forget", {"text": "zebra"}),
                ("daily", {"text": "Gauge 3."}),
                ("daily", {"limit": 3}),
                ("context", {"budget": 800, "query": "Redis"}),
            ]
            for name, arguments in calls:
                told = await session.call_tool(f"clew_{name}", arguments)
                assert told.structured_content is not None
                assert told.content[0].text
            resources = await session.list_resources()
            assert [str(each.uri) for each in resources.resources] == ["clew://long-term", "clew://day/today"]
            more = await session.list_resources(cursor=resources.next_cursor)
            for each in [*resources.resources, *more.resources]:
                assert (await session.read_resource(str(each.uri))).contents[0].text
            assert len((await session.list_resource_templates()).resource_templates) == 3
            for prompt in (await session.list_prompts()).prompts:
                assert (await session.get_prompt(prompt.name, {})).messages

    anyio.run(story)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_sdks_client_shows_the_menu_as_a_form(tmp_path, mode):
    from mcp_types import ElicitResult

    asked = []

    async def choose(_context, params):
        asked.append(params)
        return ElicitResult(action="accept", content={"pick": params.requested_schema["properties"]["pick"]["enum"][0]})

    async def story():
        environ = {"CLEW_MENU": "form"}
        async with client(tmp_path, mode, elicitation_callback=choose, environ=environ) as session:
            await session.call_tool("clew_save", {"text": "x", "tags": TAGS, "title": "First", "conversation": "other"})
            told = await session.call_tool("clew_start", {})
            assert told.structured_content["memory"] == "First"
        assert len(asked) == 1

    anyio.run(story)


def test_twenty_calls_of_the_sdks_client_at_once_have_twenty_effects(tmp_path):
    async def story():
        done = []
        async with client(tmp_path, "auto") as session:

            async def save(number):
                told = await session.call_tool("clew_save", {"text": f"Text {number}.", "tags": TAGS})
                done.append(told.structured_content["file"])

            async with anyio.create_task_group() as group:
                for number in range(20):
                    group.start_soon(save, number)
        assert len(done) == 20
        assert len(set(done)) == 1
        text = (tmp_path / "home/memory" / done[0]).read_text("utf-8")
        assert all(text.count(f"\nText {number}.\n") == 1 for number in range(20))

    anyio.run(story)


def test_the_sdks_client_listens(tmp_path):
    async def story():
        today = ["clew://day/today"]
        async with client(tmp_path, "auto") as session, session.listen(resource_subscriptions=today) as heard:
            await session.call_tool("clew_daily", {"text": "x"})
            with anyio.fail_after(20):
                async for event in heard:
                    assert "day/today" in str(event)
                    break

    anyio.run(story)
