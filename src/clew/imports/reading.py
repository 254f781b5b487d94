"""A file of somebody else's: only looked at, and taken only where all of it can be."""

from __future__ import annotations

import os
import stat
from datetime import UTC, datetime

from clew.errors import ClewError, Unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def text_of(path: str) -> tuple[str, datetime]:
    """The text, without a byte-order mark and with plain line ends, and when it was last changed.

    Raises `Unreadable` for what is no file, cannot be opened, or is no UTF-8: half of a text is not taken.
    """
    try:
        seen = os.stat(path)
        if not stat.S_ISREG(seen.st_mode):  # opening a FIFO would wait for ever
            raise Unreadable("imports.no-file", path=path)
        with open(path, "rb") as file:
            data = file.read()
    except ClewError:
        raise
    except OSError as problem:
        raise Unreadable("imports.unreadable", path=path, errno=problem.errno, reason=problem.strerror) from problem
    encoding = "utf-16" if data.startswith(_UTF16) else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as problem:
        raise Unreadable("imports.not-text", path=path, position=problem.start) from problem
    if "\0" in text:
        raise Unreadable("imports.not-text", path=path, position=text.index("\0"))
    time = datetime.fromtimestamp(seen.st_mtime, UTC).astimezone().replace(microsecond=0)
    return text.replace("\r\n", "\n").replace("\r", "\n"), time


def files_in(folder: str, ending: str, problems: list[ClewError], *, deep: bool = False) -> Iterator[str]:
    """The files with this ending, by name; in all folders below where `deep`.

    Hidden names are not looked at, links to folders not followed: they may lead anywhere, or round in a circle.
    """
    try:
        names = sorted(os.listdir(folder))
    except OSError as problem:
        problems.append(Unreadable("imports.unreadable", path=folder, errno=problem.errno, reason=problem.strerror))
        return
    for name in names:
        path = os.path.join(folder, name)
        if name.startswith("."):
            continue
        if os.path.isdir(path):
            if deep and not os.path.islink(path):
                yield from files_in(path, ending, problems, deep=True)
        elif name.lower().endswith(ending):
            yield path


def texts_in(paths: Iterator[str], problems: list[ClewError]) -> Iterator[tuple[str, str, datetime]]:
    """(path, text, time) of each file that has a text; the unreadable ones join the problems."""
    for path in paths:
        try:
            text, time = text_of(path)
        except ClewError as problem:
            problems.append(problem)
            continue
        if text.strip():
            yield path, text, time


def title_of(text: str, path: str) -> str:
    """The heading at the top of a text, else the name of its file."""
    first = text.lstrip().partition("\n")[0]
    if first.startswith("# ") and first[2:].strip(" #"):
        return first[2:].strip(" #")
    return os.path.splitext(os.path.basename(path))[0]
