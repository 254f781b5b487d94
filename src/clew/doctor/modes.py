"""Who may read: new folders are 0700 and new files 0600; what is wider somebody chose, or another program made."""

from __future__ import annotations

import os
import stat
import sys

from clew.doctor.seen import ailment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clew.doctor.seen import Ailment

_OURS_HIDDEN = {".clue", ".clew.lock"}


def wide(room: str, root: str, paths: Iterable[str]) -> Iterator[Ailment]:
    """At most one ailment, for all of the paths that others of this machine may read, or the group.

    It is urgent where others can get there: a closed folder above closes all that is in it.
    """
    modes = {path: mode for path in paths if (mode := _mode(path)) & 0o077} if sys.platform != "win32" else {}
    if modes:
        first = min(modes)
        reached = any(mode & 0o007 for mode in modes.values()) and _reached(root)
        data = {"count": len(modes), "mode": f"{modes[first]:04o}", "root": root}
        yield ailment(room, "wide-open" if reached else "wide", first, urgent=reached, **data)


def inside(root: str) -> Iterator[str]:
    """The root and all in it that is clew's: not the hidden files of other programs, no links."""
    yield root
    folders = [root]
    while folders:
        try:
            entries = list(os.scandir(folders.pop()))
        except OSError:  # a check names what cannot be read
            continue
        for entry in entries:
            if entry.is_symlink() or (entry.name.startswith(".") and entry.name not in _OURS_HIDDEN):
                continue
            yield entry.path
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)


def _mode(path: str) -> int:
    try:
        return stat.S_IMODE(os.lstat(path).st_mode)
    except OSError:
        return 0


def _reached(path: str) -> bool:
    """Whether everybody may go through all the folders down to here."""
    path = os.path.realpath(path)
    while True:
        if not _mode(path) & 0o001:
            return False
        if (above := os.path.dirname(path)) == path:
            return True
        path = above
