"""Which directories are one project although their paths differ: checkouts of one git repository, on several machines.

`<library>/.origins` has a line for each directory that saved, and travels with the library:

    github.com/ana/shop<TAB>web<TAB>/home/ana/shop/web

The first part is where the repository comes from, without scheme and credentials; the second the folder in it, `.` for
its top. A program that does not know the file loses nothing by leaving it out.
"""

from __future__ import annotations

import os
import posixpath

from clew.errors import ClewError, NotFound
from clew.library.directories import is_foreign, main_checkout, parents

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew.history.kept import Kept

PATH = ".origins"


class Origins:
    """The file of one library. Read for directories that the clue file does not know, written at their first save."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept

    def same(self, dir: str) -> list[str]:
        """The other directories that are checkouts of what `dir` is one of."""
        if self._kept.stat(PATH) is None:  # nearly no library has one; no `.git` is looked for then
            return []
        own = origin_of(dir)
        return [other for origin, other in parsed(self._text()) if origin == own and other != dir] if own else []

    def note(self, dirs: Iterable[str]) -> None:
        """Writes down where these come from, as far as that is not known yet. To be called under the lock."""
        if lines := self.unknown(dirs):
            self._kept.put(PATH, (self._text() + "".join(lines)).encode("utf-8", "surrogateescape"))

    def unknown(self, dirs: Iterable[str]) -> list[str]:
        """The lines that say where those come from of which nothing is written down yet."""
        known = {dir for _, dir in parsed(self._text())}
        return [line for dir in dirs if dir not in known and (line := _line(dir))]

    def _text(self) -> str:
        try:
            text = self._kept.get(PATH).data.decode("utf-8", "surrogateescape")
        except NotFound:
            return ""
        return text if text.endswith("\n") or not text else text + "\n"


def parsed(text: str) -> list[tuple[tuple[str, str], str]]:
    """((origin, folder), directory) of each line that says so."""
    rows = [line.rstrip("\r").split("\t") for line in text.split("\n")]
    return [((row[0], row[1]), row[2]) for row in rows if len(row) == 3 and all(row)]


def origin_of(dir: str) -> tuple[str, str] | None:
    """Where a directory's repository comes from, and the folder in it; None outside of one, or without a remote."""
    if is_foreign(dir):
        return None
    dir = main_checkout(dir) or dir
    for above in (dir, *parents(dir)):
        config = os.path.join(above, ".git", "config")
        if os.path.isfile(config):
            origin = normal_address(_remote(config))
            folder = os.path.relpath(dir, above).replace(os.sep, "/")
            return (origin, folder) if origin else None
    return None


def normal_address(address: str) -> str:
    """`git@host:a/b.git`, `ssh://git@host/a/b` and `https://user:token@Host/a/b.git` are one place: `host/a/b`."""
    scheme, mark, rest = address.strip().partition("://")
    if not mark:
        host, colon, path = scheme.partition(":")
        if not colon or "/" in host or len(host) == 1:  # a path, a Windows drive: it means nothing elsewhere
            return ""
        rest = f"{host}/{path}"
    elif scheme == "file":
        return ""
    host, _, path = rest.partition("/")
    host = host.rpartition("@")[2].partition(":")[0].lower()
    path = posixpath.normpath("/" + path).strip("/").removesuffix(".git")
    return f"{host}/{path}" if host and path and path.isprintable() else ""


def _remote(config: str) -> str:
    """The address of `origin` in a repository's settings, by hand: they are read where no git need be installed."""
    try:
        with open(config, encoding="utf-8", errors="surrogateescape") as file:
            lines = file.read(1 << 20).splitlines()
    except OSError:
        return ""
    inside = False
    for line in map(str.strip, lines):
        if line.startswith("["):
            inside = line.replace(" ", "").lower().startswith('[remote"origin"]')
        elif inside and line.partition("=")[0].strip().lower() == "url":
            return line.partition("=")[2].strip().strip('"')
    return ""


def _line(dir: str) -> str:
    try:
        origin = origin_of(dir)
        if origin is None or not dir.isprintable() or not origin[1].isprintable():
            return ""
        return "\t".join((*origin, dir)) + "\n"
    except (OSError, ClewError):
        return ""
