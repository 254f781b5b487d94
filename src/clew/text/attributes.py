"""The `key="value"` pairs of a comment of clew's, whatever the values hold. `docs/format.md` has the grammar."""

from __future__ import annotations

_ESCAPES = (("&", "&amp;"), ('"', "&quot;"), ("<", "&lt;"), (">", "&gt;"), ("\n", "&#10;"), ("\r", "&#13;"))


def attributes_of(inside: str) -> dict[str, str] | None:
    """The `key="value"` pairs of a comment; None for any other form."""
    found: dict[str, str] = {}
    while inside:
        key, equals, value = inside.partition('="')
        value, quote, inside = value.partition('"')
        if not equals or not quote:
            return None
        found[key.strip()] = _unquoted(value)
    return found


def quoted(key: str, value: str) -> bytes:
    """`key="value"` as it stands in a comment."""
    return f'{key}="{_quoted(value)}"'.encode()


def _quoted(value: str) -> str:
    for plain, escape in _ESCAPES:
        value = value.replace(plain, escape)
    return value.replace("--", "&#45;&#45;")  # which would end the comment


def _unquoted(value: str) -> str:
    if "&" in value:
        for plain, escape in (("-", "&#45;"), *reversed(_ESCAPES)):
            value = value.replace(escape, plain)
    return value
