"""Which language to speak: what every way in asks first, before there is a home."""

from __future__ import annotations

import os

from clew.config import config_path, home_path, read_config
from clew.errors import ClewError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.config import Settings


def language(settings: Settings | None, path: str | None) -> str:
    """`zh` or `en`: the settings, of a home that is opened or not, else the locale. Never fails: errors are told in it."""
    wanted = os.environ.get("CLEW_LANG") or (settings.lang if settings else _configured(path)) or _locale()
    return "zh" if wanted.lower().startswith("zh") else "en"


def _configured(path: str | None) -> str | None:
    """The setting in the file: a home that cannot be opened is often the very error that is being told."""
    where = home_path(path)
    try:
        return read_config(where).get("lang") if os.path.exists(config_path(where)) else None
    except ClewError:
        return None


def _locale() -> str:
    """As other programs choose: `LANGUAGE`, a list, goes before the locale, unless that is plain C."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((value for name in names if (value := os.environ.get(name))), "en")
    if locale not in ("C", "POSIX"):
        for wanted in os.environ.get("LANGUAGE", "").lower().split(":"):
            if wanted.startswith(("zh", "en")):
                return wanted
    return locale
