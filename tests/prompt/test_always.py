"""Whatever happens to a workspace, in whatever order: a builder that watched it all gives what a new one gives."""

from __future__ import annotations

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from clew.prompt import ContextBuilder
from tests.prompt.conftest import Workspace

FILES = [
    "AGENT.md",
    "AGENTS.md",
    "SOUL.md",
    "memory/MEMORY.md",
    "memory/202605/20260514.md",
    "memory/202605/20260513.md",
]
PATHS = [*FILES, "skills/brew/SKILL.md", "skills/brew/notes/tea.md", "skills/roast/SKILL.md"]
FOLDERS = ["memory", "memory/202605", "skills", "skills/brew"]


def write(at: Path, text: str) -> None:
    at.write_text(text)


def replace(at: Path, text: str) -> None:
    new = at.with_name("new")
    new.write_text(text)
    new.replace(at)


def write_at_its_old_time(at: Path, text: str) -> None:
    before = at.stat().st_mtime_ns if at.exists() else 1_600_000_000_000_000_000
    at.write_text(text)
    os.utime(at, ns=(before, before))


def link(at: Path, text: str) -> None:
    target = at.with_name(f"target-{len(text)}")
    target.write_text(text)
    at.unlink(missing_ok=True)
    at.symlink_to(target)


def lead_nowhere(at: Path, text: str) -> None:
    at.unlink(missing_ok=True)
    at.symlink_to(at.with_name("nowhere"))


def make_a_folder_of_it(at: Path, text: str) -> None:
    at.unlink(missing_ok=True)
    at.mkdir()


def remove(at: Path, text: str) -> None:
    at.unlink(missing_ok=True)


ACTS = [write, replace, write_at_its_old_time, link, lead_nowhere, make_a_folder_of_it, remove]
TEXTS = st.sampled_from(["bees", "---\nname: tea\n---\nTea.", "mead", "---\ndescription: tea\n---\nTea."])


def act(place: Workspace, path: str, deed, text: str) -> None:
    at = place.root / path
    for above in reversed(at.relative_to(place.root).parents[:-1]):
        if (place.root / above).is_file() or (place.root / above).is_symlink():
            (place.root / above).unlink()
    at.parent.mkdir(parents=True, exist_ok=True)
    if at.is_dir() and not at.is_symlink():
        shutil.rmtree(at)
    deed(at, text)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_builder_that_watched_gives_what_a_new_one_gives(tmp_path_factory, data):
    place = Workspace(tmp_path_factory.mktemp("prompt") / "workspace")
    for _ in range(data.draw(st.integers(1, 8))):
        what = data.draw(st.sampled_from(["file", "folder", "midnight"]))
        if what == "midnight":
            place.now += timedelta(days=1)
        elif what == "folder":
            act(place, data.draw(st.sampled_from(FOLDERS)), data.draw(st.sampled_from([remove, write])), "in the way")
        else:
            act(place, data.draw(st.sampled_from(PATHS)), data.draw(st.sampled_from(ACTS)), data.draw(TEXTS))
        if data.draw(st.booleans()):
            continue
        fresh = ContextBuilder(place.root, lambda: place.now, tell=place.tell)
        assert place.text == fresh.build()[0]
        assert place.builder.parts() == fresh.parts()
        assert place.builder.tracked_paths() == fresh.tracked_paths()
        assert not place.rebuilds


def test_threads_share_a_builder_and_one_of_them_makes_the_prompt(place):
    with ThreadPoolExecutor(8) as threads:
        for number in range(20):
            place.write("memory/MEMORY.md", f"fact {number}")
            found = list(threads.map(lambda _: place.builder.build(), range(16)))
            assert {text for text, _ in found} == {ContextBuilder(place.root, lambda: place.now).build()[0]}
            assert sum(rebuilt for _, rebuilt in found) == 1
