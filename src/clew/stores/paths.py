"""Which relative paths a store takes, and which new names it gives.

Two questions, because a person may have made names that clew never would: whatever exists can be
read, but what clew makes must be legal on Linux, macOS and Windows alike.
"""

from __future__ import annotations

import sys

from clew.errors import Usage

_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", "conin$", "conout$"]
    + [f"{port}{number}" for port in ("com", "lpt") for number in "123456789¹²³"]
)
_FORBIDDEN = frozenset('<>:"|?*')  # on Windows; `/` and `\` are refused in any path


def parts(path: str) -> list[str]:
    """The names of a relative POSIX path, in order. Raises `Usage` for one that is not, or that could lead outside."""
    names = path.split("/")
    for name in names:
        if name in ("", ".", "..") or not addressable(name):
            raise Usage("stores.bad-path", given=path)
    if _is_drive(names[0]):
        raise Usage("stores.bad-path", given=path)
    return names


def addressable(name: str) -> bool:
    """Whether a store can be asked for this name. A folder may hold others: a backslash is a letter on Linux."""
    if "\\" in name or "\0" in name:
        return False
    if sys.platform == "win32" and ":" in name:  # a second stream of another file
        return False
    if len(name) < 64 and name.isascii():
        return True
    try:
        return len(name.encode("utf-8", "surrogateescape")) <= 255
    except UnicodeEncodeError:  # half a surrogate pair, which no file system can have given us
        return False


def portable(name: str) -> bool:
    """Whether a file or folder of this name can exist on every system that clew runs on."""
    if name[-1] in ". " or not _FORBIDDEN.isdisjoint(name) or min(name) < " ":
        return False
    return name.partition(".")[0].rstrip(" ").casefold() not in _DEVICES


def _is_drive(name: str) -> bool:
    return name[1:2] == ":" and name[0].isascii() and name[0].isalpha()
