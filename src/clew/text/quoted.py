"""Strings and lists of strings between double quotes, on one line, the same to YAML and to JSON.

The two differ little: JSON lets stand what YAML forbids or breaks lines at (DEL, the C1 controls, U+2028,
U+2029, U+FEFF), so those are escaped; `\\uXXXX` means the same to both. Everything else stands as it is.
Reading takes back exactly what writing gives: one text has one form, so that a search for the form finds it.
"""

from __future__ import annotations

from clew.errors import Unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}
_MEANING = {escape[1]: char for char, escape in _SHORT.items()}


def must_escape(char: str) -> bool:
    """Whether YAML or JSON does not let this character stand as it is inside double quotes."""
    return (
        char < " "
        or char in '"\\'
        or "\x7f" <= char <= "\x9f"
        or char in "\u2028\u2029\ufeff\ufffe\uffff"
        or "\ud800" <= char <= "\udfff"
    )


def quote(text: str) -> str:
    """The text between double quotes. A text that is not Unicode (a name that is not UTF-8) raises `Unreadable`.

    No reader in C takes a lone surrogate, escaped or not: writing it would cost everybody the whole file.
    """
    if text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return '"' + "".join([_escaped(char, text) if must_escape(char) else char for char in text]) + '"'


def _escaped(char: str, text: str) -> str:
    if "\ud800" <= char <= "\udfff":
        shown = text.encode("utf-8", "backslashreplace").decode()
        raise Unreadable("clue.not-utf8", path=shown)
    return _SHORT.get(char) or f"\\u{ord(char):04x}"


def quote_list(texts: Iterable[str]) -> str:
    """`["one", "two"]`."""
    return f"[{', '.join([quote(text) for text in texts])}]"


def unquote(raw: str) -> str | None:
    """The text that `quote` wrote as `raw`; None for any other form. The characters themselves are not looked at."""
    if len(raw) < 2 or raw[0] != '"' or raw[-1] != '"':
        return None
    inner = raw[1:-1]
    return inner if '"' not in inner and "\\" not in inner else _plain(inner)


def unquote_list(raw: str) -> tuple[str, ...] | None:
    """The texts that `quote_list` wrote as `raw`; None for any other form."""
    if raw == "[]":
        return ()
    if len(raw) < 4 or raw[:2] != '["' or raw[-2:] != '"]':
        return None
    texts = []
    for part in _parts(raw[2:-2]):
        text = _plain(part)
        if text is None:
            return None
        texts.append(text)
    return tuple(texts)


def _parts(inner: str) -> list[str]:
    parts = inner.split('", "')
    if "\\" not in inner:
        return parts
    whole: list[str] = []
    open_part = False
    for part in parts:
        if open_part:
            whole[-1] += '", "' + part
        else:
            whole.append(part)
        # An odd number of backslashes: the quote behind them was a character of the text, no end of it.
        open_part = (len(whole[-1]) - len(whole[-1].rstrip("\\"))) % 2 == 1
    return whole


def _plain(inner: str) -> str | None:
    if "\\" not in inner:
        return None if '"' in inner else inner
    chars = []
    start = 0
    while (at := inner.find("\\", start)) >= 0:
        chars.append(inner[start:at])
        mark = inner[at + 1 : at + 2]
        start = at + 2
        if mark == "u":
            start = at + 6
            try:
                chars.append(chr(int(inner[at + 2 : start], 16)))
            except ValueError:
                return None
        elif mark in _MEANING:
            chars.append(_MEANING[mark])
        else:
            return None
    chars.append(inner[start:])
    text = "".join(chars)
    try:
        return text if quote(text) == f'"{inner}"' else None
    except Unreadable:
        return None
