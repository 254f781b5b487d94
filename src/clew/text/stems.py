"""The stem of an English word: `planned`, `plans` and `planning` are one; so are `went` and `go`, `children` and `child`.

Snowball's English stemmer, compiled where its wheel is, in Python elsewhere; both are made from the same source and
give the same stems. A word of another language goes through it too: always in the same way, so it still finds itself.
"""

from __future__ import annotations

from clew.text.irregular import IRREGULAR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_stemmer: Callable[[str], str] | None = None


def stem(word: str) -> str:
    """The stem of a lower-case word of ASCII letters."""
    global _stemmer
    if _stemmer is None:
        _stemmer = _load()
    return _stemmer(IRREGULAR.get(word, word))


def _load() -> Callable[[str], str]:
    try:
        from Stemmer import Stemmer  # type: ignore[import-not-found]  # it has no types, and is not everywhere
    except ImportError:  # no wheel for this machine; sixty times slower, and the same
        return in_python()
    compiled = Stemmer("english")
    compiled.maxCacheSize = 0  # whoever asks remembers
    stem_word: Callable[[str], str] = compiled.stemWord
    return stem_word


def in_python() -> Callable[[str], str]:
    """The stemmer that every machine has."""
    # The package's front would load 34 languages.
    from snowballstemmer.english_stemmer import EnglishStemmer  # type: ignore[import-untyped]

    stem_word: Callable[[str], str] = EnglishStemmer().stemWord
    return stem_word
