"""Bytes of a file as text for a person to read."""

from __future__ import annotations

_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def decoded(data: bytes) -> str:
    """UTF-8, with surrogates for the bytes that are none; UTF-16 where a byte-order mark says so."""
    if data.startswith(_UTF16):
        return data.decode("utf-16", "replace")
    return data.decode("utf-8", "surrogateescape")


def in_utf8(data: bytes) -> bytes:
    """The bytes of the same text in UTF-8, where a byte-order mark says that it is UTF-16; else those that there are."""
    return decoded(data).encode() if data.startswith(_UTF16) else data


def is_utf8(data: bytes) -> bool:
    """Whether every byte can be read."""
    if data.isascii():
        return True
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
