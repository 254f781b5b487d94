"""An error as the JSON of every way in has it."""

from __future__ import annotations

import os

from clew.errors import ClewError, Conflict
from clew.words import say


def error_json(error: BaseException, lang: str, finishing: str | None = None) -> dict[str, object]:
    """What went wrong and what to do; `finishing` says how what is pending is finished in the way in that answers."""
    told: dict[str, object] = {
        "kind": "bug",
        "message": "",
        "path": None,
        "hint": None,
        "suggestions": [],
        "pending": None,
    }
    if isinstance(error, ClewError):
        told.update(
            kind=error.kind,
            message=error.message(lang),
            path=error.path,
            hint=error.hint(lang) or finishing,
            suggestions=list(error.suggestions),
            pending=error.pending,
        )
        if rule := getattr(error, "rule", None):
            told["rule"] = rule
        if isinstance(error, Conflict) and (error.mine is not None or error.theirs is not None):
            told.update(mine=_text(error.mine), theirs=_text(error.theirs))
    elif isinstance(error, OSError) and error.strerror:
        path = os.fsdecode(error.filename) if isinstance(error.filename, (str, bytes)) else None
        key = "answers.system-path" if path else "answers.system"
        told.update(kind="storage", message=say(key, lang, reason=error.strerror, path=path), path=path)
    else:
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        told.update(message=say("answers.bug", lang, what=what), hint=say("answers.bug.hint", lang))
    return told


def about_tags(rule: object) -> bool:
    """Whether it is its tags that a save was refused for: then those suggested pass together."""
    return isinstance(rule, str) and rule.startswith("tag")


def _text(data: bytes | None) -> str | None:
    return None if data is None else data.decode("utf-8", "surrogateescape")
