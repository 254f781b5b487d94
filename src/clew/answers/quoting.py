"""Words of a command that a person can paste."""

from __future__ import annotations

import os


def quoted(word: str) -> str:
    """The word as a shell takes it for one."""
    if os.name == "nt":
        return f'"{word}"' if " " in word else word
    from shlex import quote  # late: it brings `re`, and few lines hold a command

    return quote(word)
