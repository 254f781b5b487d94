"""Bytes of a file as text for a person to read."""

from __future__ import annotations


def decoded(data: bytes) -> str:
    """UTF-8, with surrogates for the bytes that are none; UTF-16 where a byte-order mark says so."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    return data.decode("utf-8", "surrogateescape")
