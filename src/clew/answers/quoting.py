"""Words of a command that a person can paste."""

from __future__ import annotations

import os

_PLAIN = "@%+=:,./-_"


def quoted(word: str) -> str:
    """The word as a shell takes it for one."""
    if os.name == "nt":
        return f'"{word}"' if " " in word else word
    if word and all(char.isalnum() or char in _PLAIN for char in word):
        return word  # in any script: `quote` takes letters of ASCII only
    from shlex import quote  # late: it brings `re`, and few lines hold a command

    return quote(word)
