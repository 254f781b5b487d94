"""What went wrong in a tool, as an answer that the model can act on: the rule, what would pass, how to finish."""

from __future__ import annotations

import os
import sys

from clew.answers.errors import about_tags, error_json
from clew.errors import ClewError
from clew.mcp.answer import LIMIT, Answer
from clew.text.hygiene import clean
from clew.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# Where the next step is another for a model than for who types commands.
_HINTS = {
    "rules.one-memory": "mcp.one-memory",
    "library.no-number": "mcp.find",
    "library.no-memory": "mcp.find",
    "library.memory-gone": "mcp.find",
    "references.no-file": "mcp.find",
}
_MOST = 20  # suggestions
_LONGEST = LIMIT // 8  # of a message, and of each text in a conflict


def refused(error: Exception, lang: str, notices: Sequence[str] = ()) -> Answer:
    """The error as the answer of the tool."""
    if os.environ.get("CLEW_DEBUG"):
        from traceback import print_exception

        print_exception(error, file=sys.stderr)
    finishing = _finishing(error, lang) if isinstance(error, ClewError) else None
    told = error_json(error, lang, finishing)
    suggestions = [clean(str(each)) for each in told["suggestions"]][:_MOST]  # type: ignore[attr-defined]
    told["suggestions"] = suggestions
    told["message"] = _line(str(told["message"]))
    for key in ("mine", "theirs"):
        if isinstance(text := told.get(key), str):
            told[key] = _line(text)
    lines = [str(told["message"])]
    if suggestions:
        key = "cli.suggestions-together" if about_tags(told.get("rule")) else "cli.suggestions"
        lines.append(say(key, lang, suggestions=suggestions))
    if isinstance(error, ClewError) and error.key in _HINTS:
        told["hint"] = say(_HINTS[error.key], lang)
    lines += dict.fromkeys(_line(str(line)) for line in (told["hint"], finishing) if line)
    return Answer("\n".join([*lines, *notices]), {"error": told}, failed=True)


def _finishing(error: ClewError, lang: str) -> str | None:
    if error.pending is None:
        return None
    key = "mcp.pending-tags" if about_tags(getattr(error, "rule", None)) else "mcp.pending"
    return say(key, lang, id=error.pending)


def _line(text: str) -> str:
    text = clean(text.replace("\n", " "))
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
