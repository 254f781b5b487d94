"""A file of somebody else's: only looked at, and taken only where all of it can be."""

from __future__ import annotations

import os
import stat
from datetime import UTC, datetime

from clew.errors import ClewError, Unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST = 128 * 1024 * 1024  # bytes; no person wrote more into one text
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
            data = file.read(_MOST + 1)
        if len(data) > _MOST:
            raise Unreadable("imports.too-large", path=path, most=_MOST >> 20)
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
    """The files with this ending, by name; in all folders below where `deep`. Each once, by however many names.

    Hidden names are not looked at. Links to folders are not followed: they may lead anywhere, or round in a circle; nor are
    links to files outside, which whoever made the folder may have put there to have them read.
    """
    root = os.path.realpath(folder)
    seen: set[tuple[int, int]] = set()
    for path in _named(folder, ending, problems, deep):
        if leads_out(path, root, problems):
            continue
        try:
            found = os.stat(path)
        except OSError:  # the reader tells
            yield path
            continue
        if (found.st_dev, found.st_ino) not in seen:
            seen.add((found.st_dev, found.st_ino))
            yield path


def leads_out(path: str, root: str, problems: list[ClewError]) -> bool:
    """Whether it is a link to a file outside of `root`, which is a real path; then that is among the problems."""
    target = os.path.realpath(path)
    if not os.path.islink(path) or not os.path.isfile(target) or target.startswith(root.rstrip(os.sep) + os.sep):
        return False
    problems.append(Unreadable("imports.leads-out", path=path, target=target))
    return True


def _named(folder: str, ending: str, problems: list[ClewError], deep: bool) -> Iterator[str]:
    """Files before links to them, so that a text comes under its own name."""
    folders = [folder]
    links: list[str] = []
    while folders:
        folder = folders.pop()
        try:
            names = sorted(name for name in os.listdir(folder) if not name.startswith("."))
        except OSError as problem:
            problems.append(Unreadable("imports.unreadable", path=folder, errno=problem.errno, reason=problem.strerror))
            continue
        below = []
        for path in (os.path.join(folder, name) for name in names):
            if os.path.isdir(path):
                below += [path] if deep and not os.path.islink(path) else []
            elif path.lower().endswith(ending):
                if os.path.islink(path):
                    links.append(path)
                else:
                    yield path
        folders += reversed(below)
    yield from links


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
