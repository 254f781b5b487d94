"""What could not be read, in words: a search goes on without it, and says so."""

from __future__ import annotations

from clew.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew.config import Settings


def unread(problems: Iterable[tuple[str, str]], settings: Settings, lang: str) -> list[tuple[str, str]]:
    """(absolute path, why) of each."""
    found = []
    for path, key in problems:
        setting = "library" if path == settings.library else "workspace"
        found.append((path, say(key, lang, path=path, setting=setting, reason=key.rpartition("-")[2])))
    return found
