"""Which language to speak."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call


def language(call: Call) -> str:
    """`zh` or `en`: the settings of the home, else the locale. Never fails: it is asked while an error is told."""
    wanted = os.environ.get("CLEW_LANG") or _setting(call) or _locale()
    return "zh" if wanted.lower().startswith("zh") else "en"


def _setting(call: Call) -> str | None:
    try:
        lang: str | None = call.home.settings.lang
    except Exception:  # noqa: BLE001  # a home that cannot be opened is often the very error that is being told
        return None
    return lang


def _locale() -> str:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return value
    return "en"
