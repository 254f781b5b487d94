"""Tables that stand in the pages and that the code alone knows: between `<!-- table: NAME -->` and `<!-- /table -->`."""

from __future__ import annotations

import re

from clew.agents import find, is_only_printed, names
from clew.agents.additions import Item, Member, Told, Whole
from clew.agents.system import System

TABLE = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- /table -->)", re.DOTALL)
_HERE = System("linux", "/home/you", {})
_TOLD = Told(("clew",), "/home/you/.clew")


def renewed(page: str) -> str:
    """The page with its tables as the code has them now."""
    return TABLE.sub(lambda found: found[1] + TABLES[found[2]]() + found[3], page)


def agents() -> str:
    """Each agent: where its server, its hooks and its rules go, and whether anybody ran it with clew."""
    rows = ["| agent | server (MCP) | hooks | rules | tested |", "|---|---|---|---|---|"]
    for name in sorted(names(), key=lambda name: (is_only_printed(find(name)), name)):
        agent = find(name)
        rules = _shown(agent.rules(_HERE)) if agent.rules(_HERE) else f"a project's `{agent.PROJECT_RULES}`"
        ran = f"with {agent.RAN}, for real" if agent.RAN else "by its documented format only"
        if is_only_printed(agent):
            ran += "; `--print`"
        rows.append(f"| {agent.TITLE} (`{name}`) | {_server(name)} | {_hooks(name)} | {rules} | {ran} |")
    return "\n".join(rows) + "\n"


def _server(name: str) -> str:
    additions = find(name).additions(_HERE, _TOLD)
    file = next(one.file for one in additions if isinstance(one, Member) and one.path[-1] == "clew")
    return _shown(file)


def _hooks(name: str) -> str:
    files = [
        one.file
        for one in find(name).additions(_HERE, _TOLD)
        if (isinstance(one, Item) and one.path[0] == "hooks")
        or (isinstance(one, Member) and one.path[:2] == ("hooks", "processes"))
        or (isinstance(one, Whole) and not one.file.endswith("plugin.json"))
    ]
    return _shown(files[0]) if files else "none"


def _shown(file: str) -> str:
    return f"`{file.replace('/home/you', '~', 1)}`"


TABLES = {"agents": agents}
