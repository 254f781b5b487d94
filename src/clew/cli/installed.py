"""What installing and uninstalling show in the same way."""

from __future__ import annotations

import os
from difflib import unified_diff

from clew.agents import find, installable, is_only_printed, names
from clew.agents.additions import Item, Member, Rules, Told, Trace, Whole
from clew.agents.system import System
from clew.config import home_path
from clew.errors import Usage
from clew.installing import guidance, trial
from clew.installing.formats import form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.cli.call import Call
    from clew.installing.plan import Planned


def told_of(call: Call, *, plain: bool = False) -> Told:
    """What an agent's file is told of this clew; `plain` names it as people type it."""
    home = home_path(call.given.home)
    command = trial.command_of_this(home)
    return Told(("clew", *command[1:]) if plain and len(command) != 3 else command, home, call.lang)


def checked(name: str, *, printed: bool = False) -> str:
    """The name of an agent that is known. Raises `Usage` for another, and for one that can only be printed."""
    if name not in names():
        problem = Usage("installing.unknown", name=name)
        problem.suggestions = installable()
        raise problem
    if is_only_printed(find(name)) and not printed:
        raise Usage("installing.only-printed", name=name)
    return name


def diff(planned: Planned) -> str:
    """What would change in one file."""
    before, after = (
        ("" if data is None else data.decode("utf-8", "replace")).splitlines(keepends=True)
        for data in (planned.before, planned.after)
    )
    lines = unified_diff(before, after, planned.file, planned.file)
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines).rstrip("\n")


def file_json(planned: Planned, *, dry: bool) -> dict[str, object]:
    """One file in an answer."""
    action = "unchanged"
    if planned.changes:
        action = "make" if planned.before is None else "remove" if planned.after is None else "change"
    found: dict[str, object] = {"path": planned.file, "action": action}
    return {**found, "diff": diff(planned)} if dry and planned.changes else found


def by_hand(call: Call, name: str, told: Told) -> Iterator[str]:
    """What is left for the person to do."""
    for key in find(name).BY_HAND:
        yield call.words(f"installing.by-hand-{key}", folder=told.home)


def snippets(call: Call, name: str, told: Told) -> list[dict[str, str]]:
    """What to add to which file, one text a file."""
    system = System.here()
    found: dict[str, str] = {}
    additions = find(name).additions(system, told)
    if not any(isinstance(one, Rules) for one in additions):
        additions.append(Rules(find(name).PROJECT_RULES, told.lang))
    for one in additions:
        text = found.get(one.file, "")
        if isinstance(one, Rules):
            text = guidance.block(os.path.join(told.home, guidance.MANUAL), call.lang) + "\n"
        elif isinstance(one, Whole):
            text = one.text
        elif isinstance(one, (Member, Item)) and not isinstance(one, Trace):
            text = form(one.form).put(text, one)
        found[one.file] = text
    return [{"path": path, "text": text} for path, text in found.items() if text]
