"""One file a tool: `save.py` is `clew_save`. There is no table to edit.

A file declares `TOOL`, what it takes and answers, and `run(ask)`, which calls the same methods as the command of that
name and returns an `Answer`. Its words are in `clew.words.tools`, under the same name.
"""

from __future__ import annotations

import os

from clew.mcp.tool import PREFIX, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clew.mcp.tool import ToolModule

# The order in which an agent needs them; what is new comes behind.
_FIRST = ("start", "save", "search", "read", "context", "remember", "forget", "daily")


def names() -> list[str]:
    """All tools by the names of their files, in a fixed order: a model's cache lives on that."""
    found = {file.partition(".")[0] for folder in __path__ for file in os.listdir(folder) if file.endswith(".py")}
    ours = {stem for stem in found if not stem.startswith("_")}
    return [name for name in _FIRST if name in ours] + sorted(ours.difference(_FIRST))


def find(called: str) -> ToolModule | None:
    """The tool that a client calls by this name; None where there is none."""
    name = called.removeprefix(PREFIX)
    if called == name or name not in names():
        return None
    module: ToolModule = __import__(f"{__name__}.{name}", fromlist=["TOOL"])
    return module


def all_listed(lang: str) -> list[dict[str, Any]]:
    """The answer to `tools/list`."""
    return [listed(name, module.TOOL, lang) for name in names() if (module := find(PREFIX + name))]
