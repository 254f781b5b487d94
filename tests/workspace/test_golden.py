"""The strict store is PicoClaw, case for case; the default store differs where the contract says so, and nowhere else."""

from __future__ import annotations

from typing import Any

import pytest

from tests.workspace.golden import Case, build, cases, entries, play, play_as_anybody

CASES = cases("memory")
BY_NAME = {case["name"]: case for case in CASES}

# Present, but not to be read: PicoClaw takes that for nothing, and may overwrite it. Every call of these cases is
# refused with this error, and the files stay as they were.
UNREADABLE = {
    "mem/dir/memory-is-file": "ENOTDIR",
    "mem/dir/today-is-directory": "EISDIR",
    "mem/link/symlink-loop": "ELOOP",
    "mem/link/symlink-to-directory": "EISDIR",
    "mem/longterm/is-nonempty-directory": "EISDIR",
    "mem/perm/unreadable-longterm-overwritten": "EACCES",
    "mem/perm/unreadable-middle-day-skipped": "EACCES",
    "mem/perm/unreadable-zero-mode-today-clobbered": "EACCES",
    "mem/recent/note-is-directory-skipped": "EISDIR",
}
# A link is written through at its target: what stands below the workspace afterwards, beside the folders.
LINKED = {
    "mem/link/longterm-dangling-symlink": {
        "memory/MEMORY.md": {"type": "symlink", "target": "gone.md"},
        "memory/gone.md": {"type": "file", "mode": "0600", "content": "new"},
    },
    "mem/link/longterm-symlink-replaced": {
        "memory/MEMORY.md": {"type": "symlink", "target": "../real/m.md"},
        "real/m.md": {"type": "file", "mode": "0644", "content": "new"},
    },
}


@pytest.mark.parametrize("name", BY_NAME)
def test_the_strict_store_answers_as_picoclaw_does(name, public):
    case = BY_NAME[name]
    answers, files = run(case, public, strict=True)
    assert answers == [without_text(result) for result in case["results"]]
    assert files == case["final_files"]
    assert not public.joinpath(".clew.lock").exists()


@pytest.mark.parametrize("name", [name for name in BY_NAME if name not in UNREADABLE])
def test_the_default_store_does_the_same_on_the_days_of_the_calendar(name, public):
    case = BY_NAME[name]
    answers, files = run(case, public, strict=False)
    results: list[dict[str, Any]] = case.get("results_calendar_days") or case["results"]
    wanted = [without_text(result) for result in results]
    if not case.get("no_store"):  # the stage is a word of PicoClaw's atomic write
        wanted = [without_stage(result) for result in wanted]
    assert answers == wanted
    assert files == files_of_the_default_store(case)


@pytest.mark.parametrize("name", UNREADABLE)
def test_the_default_store_refuses_what_picoclaw_takes_for_empty(name, public):
    case = BY_NAME[name]
    answers, files = run(case, public, strict=False)
    assert [answer["error"]["errno"] for answer in answers] == [UNREADABLE[name]] * len(case["ops"])
    untouched = public.with_name("untouched")
    build(untouched, case["initial_files"])
    assert contents(files) == contents(entries(untouched))


def run(case: Case, workspace, strict: bool) -> tuple[list[Any], dict[str, Any]]:
    if "needs-nonroot" in case["tags"]:
        return play_as_anybody(case, workspace, strict)
    return play(case, workspace, strict)


def contents(files: dict[str, Any]) -> dict[str, Any]:
    return {path: entry for path, entry in files.items() if entry["type"] != "dir"}


def files_of_the_default_store(case: Case) -> dict[str, Any]:
    """PicoClaw's, but: folders that the store makes are 0700, modes of files that were there stay."""
    files = dict(case["final_files"])
    if case.get("no_store"):
        return files
    files.update(LINKED.get(case["name"], {}))
    for path, entry in files.items():
        there = case["initial_files"].get(path)
        if entry["type"] == "dir" and not any(f"{name}/".startswith(f"{path}/") for name in case["initial_files"]):
            files[path] = {**entry, "mode": "0700"}
        elif entry["type"] == "file" and there is not None:
            files[path] = {**entry, "mode": there.get("mode", "0644") if isinstance(there, dict) else "0644"}
    return files


def without_text(result: dict[str, Any]) -> dict[str, Any]:
    """Error texts are ours."""
    error = result.get("error") or {}
    return {"error": {key: value for key, value in error.items() if key != "text"}} if error else result


def without_stage(result: dict[str, Any]) -> dict[str, Any]:
    error = result.get("error")
    return {"error": {"errno": error["errno"]}} if error else result
