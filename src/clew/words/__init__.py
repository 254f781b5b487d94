"""What clew says to people, in their language.

A key is `room.what`; the room names a module here, which holds one table `TEXTS` of
`what: (English, Chinese)`. The two stand side by side, so that neither is an afterthought.
A room's table is imported when something of it is said: most runs say nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES = ("en", "zh")


def _table(room: str) -> Mapping[str, tuple[str, str]]:
    # not `importlib`, which costs half a millisecond of every run
    texts: Mapping[str, tuple[str, str]] = __import__(f"clew.words.{room}", fromlist=["TEXTS"]).TEXTS
    return texts


def has(key: str) -> bool:
    """Whether there are words under this key."""
    room, _, what = key.partition(".")
    return what in _table(room)


class Phrase:
    """Words within words, such as a reason: said in the language of the sentence that they stand in."""

    def __init__(self, key: str, **data: object) -> None:
        self.key = key
        self.data = data

    def __str__(self) -> str:
        return say(self.key, **self.data)


def say(key: str, lang: str = "en", /, **data: object) -> str:
    """The words of `key` with `data` filled in, a list as a list of that language, a `Phrase` in its own words.

    Raises KeyError for a key without words (a test finds those).
    """
    room, _, what = key.partition(".")
    for name, value in data.items():
        if isinstance(value, (list, tuple)):
            data[name] = ("、" if lang == "zh" else ", ").join(map(str, value))
        elif isinstance(value, Phrase):
            data[name] = say(value.key, lang, **value.data)
    return _table(room)[what][LANGUAGES.index(lang) if lang in LANGUAGES else 0].format_map(data)
