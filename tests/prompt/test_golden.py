"""PicoClaw's recorded answers about prompts and hot reload; ours differ where the contract says so, and nowhere else."""

from __future__ import annotations

import os
import re
import shutil
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from clew.prompt import (
    ContextBuilder,
    PromptError,
    PromptPart,
    PromptRegistry,
    PromptStack,
    layer_priority,
    render_parts,
    slot_priority,
    sort_parts,
)
from clew.prompt.identity import SKILLS_HEAD, SPLIT
from tests.workspace.golden import Case, Clock, build, cases, data

PROMPT = {case["name"]: case for case in cases("prompt")}
CACHE = {case["name"]: case for case in cases("cache")}

# A contributor that fails costs its own parts only: what collecting gives then.
COLLECTED = {"prompt/contrib/bad-placement-fails-all": ["a"]}
LONG_TERM, NOTES = "# Memory\n\n## Long-term Memory\n\n", "## Recent Daily Notes\n\n"
# Changes that PicoClaw misses: what each build gives in place of its stale prompt, behind the identity.
SEEN: dict[str, list[list[str]]] = {
    "cache/reload/daily-note-created-not-tracked": [[f"{LONG_TERM}one", f"{NOTES}# 2026-05-14\n\nsun"]],
    "cache/reload/daily-note-deleted-not-tracked": [[]],
    "cache/reload/daily-note-edited-not-tracked": [[f"{LONG_TERM}one", f"{NOTES}changed"]],
    "cache/reload/future-mtime-file-hides-all": [
        ["## USER.md\n\nu\n\n", f"{LONG_TERM}two"],
        ["## USER.md\n\nu\n\n", f"{LONG_TERM}three"],
    ],
    "cache/reload/midnight-rollover-not-tracked": [[]],
    "cache/reload/newer-than-own-but-older-than-other-tracked-missed": [
        ["## SOUL.md\n\nsoul touched in the future\n\n", f"{LONG_TERM}two"]
    ],
    "cache/reload/older-mtime-edit-missed": [[f"{LONG_TERM}two, restored from backup"]],
    "cache/reload/same-mtime-edit-missed": [[f"{LONG_TERM}two"]],
}


@pytest.mark.parametrize("name", PROMPT)
def test_prompts_are_put_together_as_picoclaw_does(name):
    case, game = PROMPT[name], Prompts()
    for op, wanted in zip(case["ops"], case["results"]):
        answer = game.answer(op)
        if op["op"] == "Collect" and name in COLLECTED:
            wanted = {"error": None, "ids": COLLECTED[name]}
        assert answer == without_text(wanted), op


@pytest.mark.parametrize("name", CACHE)
def test_a_builder_answers_as_picoclaw_does_and_sees_what_picoclaw_misses(name, tmp_path):
    case = CACHE[name]
    game = Builders(case, tmp_path / "workspace")
    unseen = iter(SEEN.get(name, []))
    fresh = True
    for op, wanted in zip(case["ops"], case["results"]):
        answer = game.answer(op)
        if "quirk" in case["tags"] and not fresh:
            if op["op"] == "SourceFilesChanged":
                wanted = {"value": True}
            elif op["op"] == "BuildSystemPromptWithCache":
                wanted = {"rebuilt": True, "value": "\n\n---\n\n".join(["<IDENTITY>", *next(unseen)])}
        assert answer == wanted, op
        fresh = op["op"] in {"NewContextBuilder", "InvalidateCache", "BuildSystemPromptWithCache"}
    assert not [*unseen]


def without_text(wanted: dict[str, Any]) -> dict[str, Any]:
    """Error texts are ours, each in both languages (see test_parts.py)."""
    return {"error": "refused"} if wanted.get("error") else wanted


class Prompts:
    """The calls of one case, by PicoClaw's own names for them; Python has no methods of nothing."""

    registry: PromptRegistry | None = None
    stack: PromptStack | None = None

    def answer(self, op: dict[str, Any]) -> dict[str, Any]:
        try:
            found = CALLS[op["op"]](self, op)
        except PromptError:
            return {"error": "refused"}
        return found if isinstance(found, dict) else {}


def given(parts: list[dict[str, Any]]) -> list[PromptPart]:
    return [PromptPart(**each) for each in parts]


def places(source: dict[str, Any]) -> list[tuple[str, ...]]:
    return [tuple(place.split("/")) for place in source["allowed"]]


def ids(parts) -> dict[str, Any]:
    return {"ids": [each.id for each in parts]}


def ordered(parts) -> dict[str, Any]:
    return {"contents": [each.content for each in parts], **ids(parts)}


def done(_) -> dict[str, Any]:
    return {"error": None}


def contributor(game, op):
    if op["source"] is None:
        return game.registry.register_contributor("c", [("turn", "message")], None)
    return game.registry.register_contributor(op["source"]["id"], places(op["source"]), lambda: given(op["parts"]))


def added(game, op):
    return {"error": "refused"} if game.stack is None else done(game.stack.add(PromptPart(**op["part"])))


CALLS = {
    "LayerPriority": lambda game, op: {"value": layer_priority(op["layer"])},
    "SlotPriority": lambda game, op: {"value": slot_priority(op["slot"])},
    "Sort": lambda game, op: ordered(sort_parts(given(op["parts"]))),
    "Render": lambda game, op: {"value": render_parts(given(op["parts"]))},
    "NilRegistry": lambda game, op: None,
    "NewRegistry": lambda game, op: setattr(game, "registry", PromptRegistry()),
    "RegisterSource": lambda game, op: done(game.registry.register_source(op["source"]["id"], places(op["source"]))),
    "RegisterContributor": lambda game, op: done(contributor(game, op)),
    "Validate": lambda game, op: done(game.registry.validate(PromptPart(**op["part"]))),
    "Collect": lambda game, op: {"error": None, **ids(game.registry.collect())},
    "NilStack": lambda game, op: None,
    "NewStack": lambda game, op: setattr(game, "stack", PromptStack(game.registry)),
    "Add": added,
    "Seal": lambda game, op: game.stack and game.stack.seal(),
    "Parts": lambda game, op: ids(game.stack.parts() if game.stack else []),
    "RenderStack": lambda game, op: {"value": game.stack.render()},
}


class Builders:
    """The same for a workspace on the disk."""

    def __init__(self, case: Case, workspace: Path) -> None:
        build(workspace, case["initial_files"])
        self.workspace = workspace
        self.clock = Clock(case["clock"], case["tz"])

    def answer(self, op: dict[str, Any]) -> dict[str, Any]:
        if op["op"].startswith("fs."):
            return change(self.workspace / op["path"], op)
        match op["op"]:
            case "NewContextBuilder":
                self.builder = ContextBuilder(self.workspace, self.clock)
            case "TrackedPaths":
                return {"value": self.builder.tracked_paths()}
            case "BuildSystemPromptParts":
                return {"parts": [self._shown(each) for each in self.builder.parts()]}
            case "BuildSystemPromptWithCache":
                text, rebuilt = self.builder.build()
                return {"rebuilt": rebuilt, "value": self._masked(text)}
            case "SourceFilesChanged":
                return {"value": self.builder.changed()}
            case "InvalidateCache":
                self.builder.invalidate()
            case "SplitOnMarker":
                self.builder.split_on_marker(op["enabled"])
            case "SetClock":
                self.clock.set(op["clock"], op["tz"])
            case _:
                raise AssertionError(op)
        return {}

    def _masked(self, text: str) -> str:
        identity = self.builder.parts()[0].content
        text = text.replace(identity, "<IDENTITY>").replace(SKILLS_HEAD, "<SKILLS_HEADER>")
        return text.replace(SPLIT, "<SPLIT_POLICY>").replace(str(self.workspace), "<WS>")

    def _shown(self, each: PromptPart) -> dict[str, Any]:
        """The prose of PicoClaw is told by its hash only; ours stands in its place."""
        shown = {name: value for name, value in each.as_dict().items() if name != "content"}
        match each.id:
            case "kernel.identity":
                return {**shown, "content_bytes": 856, "content_sha256": PROSE["identity"]}
            case "capability.skill_catalog":
                assert each.content.startswith(SKILLS_HEAD)
                xml = self._masked(each.content.removeprefix(SKILLS_HEAD))
                return {**shown, "catalog_xml": xml, "content_sha256": PROSE["skills"]}
            case "context.output_policy.split_on_marker":
                assert each.content == SPLIT
                return {**shown, "content_sha256": PROSE["split"]}
        return {**shown, "content": each.content}


def change(at: Path, op: dict[str, Any]) -> dict[str, Any]:
    """What an outsider does on the disk."""
    at.parent.mkdir(parents=True, exist_ok=True)
    match op["op"]:
        case "fs.write":
            at.write_bytes(data(op["content"]))
        case "fs.mkdir":
            at.mkdir()
        case "fs.remove":
            shutil.rmtree(at) if at.is_dir() else at.unlink()
        case _:
            assert op["op"] == "fs.utime"
    if "mtime" in op:
        touch(at, op["mtime"])
    return {}


PROSE = {
    "identity": "f93e43a5e5c818578b917dcf6fb998932827e1d8211f519cbb728d6dccb11e9a",
    "skills": "0270dfc25f24ffbc5e6b6e99671cba41c7c2f7ae96bfb98c66a5f9b2db9b0533",
    "split": "23befd7be2a116d00f81b051010d9eb07867765058683aaef4c53bde16b15d64",
}


def touch(path: Path, when: str) -> None:
    """To the nanosecond, which `datetime` does not know."""
    whole, _, rest = when.removesuffix("Z").partition(".")
    seconds = int(datetime.fromisoformat(f"{whole}+00:00").timestamp())
    time = seconds * 1_000_000_000 + int(re.sub(r"\D", "", rest).ljust(9, "0"))
    os.utime(path, ns=(time, time))
