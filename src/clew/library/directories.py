"""How a directory that somebody works in is found again, whatever way it is written.

The clue file's record decides first; only what it does not know is looked at on disk.
"""

from __future__ import annotations

import os

from clew.errors import Usage
from clew.text.slugs import same_directory_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def absolute(dir: str) -> str:
    """The directory as an absolute path, as written: nothing is resolved and it need not exist.

    A Windows path stays one on any system, so that an agent's project is not taken for a relative name.
    """
    if not isinstance(dir, str):
        raise Usage("library.bad-directory", value=repr(dir))
    try:
        dir.encode()  # what is no Unicode cannot stand in the clue file
        fits = dir != "" and "\0" not in dir and "\n" not in dir
    except UnicodeEncodeError:
        fits = False
    if not fits:
        raise Usage("library.bad-directory", value=repr(dir))
    if is_foreign(dir):
        return dir
    return os.path.abspath(os.path.expanduser(dir))


def is_foreign(dir: str) -> bool:
    """An absolute Windows path (drive or UNC) on a system that has no drives."""
    drive = len(dir) > 2 and dir[0].isascii() and dir[0].isalpha() and dir[1] == ":" and dir[2] in "\\/"
    return os.name != "nt" and (drive or dir.startswith("\\\\"))


def real(dir: str) -> str:
    """The real path without a trailing slash; links and `..` resolved as far as the path exists."""
    return dir.rstrip("\\/") if is_foreign(dir) else os.path.realpath(dir)


def folds_case(dir: str) -> bool:
    """Whether the file system under this directory takes `A` for `a`; False for what does not exist."""
    other = dir.swapcase()
    try:
        return other != dir and os.path.samefile(dir, other)
    except OSError:
        return False


def recorded(dir: str, known: Iterable[str]) -> str | None:
    """The directory of the clue file that is the same one as `dir`, spelled otherwise."""
    fold = folds_case(dir)
    key = same_directory_key(dir, fold)
    return next((other for other in known if same_directory_key(other, fold) == key), None)


def parents(dir: str) -> list[str]:
    """The directories above, nearest first."""
    found = []
    while (above := os.path.dirname(dir)) != dir:
        found.append(above)
        dir = above
    return found


def main_checkout(dir: str) -> str | None:
    """The same folder in the main checkout, when `dir` lies in a git worktree; None anywhere else.

    A worktree is told by a `.git` file whose `gitdir:` folder holds `commondir`; a submodule has none.
    """
    for above in (dir, *parents(dir)):
        pointer = os.path.join(above, ".git")
        if os.path.isdir(pointer):
            return None
        if os.path.isfile(pointer):
            main = _main_of(above, pointer)
            return main and os.path.normpath(os.path.join(main, os.path.relpath(dir, above)))
    return None


def within(dir: str, folders: Iterable[str]) -> str | None:
    """The folder of these that `dir` is or lies below."""
    return next((folder for folder in folders if dir == folder or dir.startswith(folder.rstrip("/\\") + os.sep)), None)


def _main_of(worktree: str, pointer: str) -> str | None:
    gitdir = _first_line(pointer)
    if not gitdir.startswith("gitdir:"):
        return None
    gitdir = os.path.join(worktree, gitdir.removeprefix("gitdir:").strip())
    common = _first_line(os.path.join(gitdir, "commondir"))
    if not common:
        return None
    repository = os.path.realpath(os.path.join(gitdir, common))
    return os.path.dirname(repository) if os.path.basename(repository) == ".git" else None


def _first_line(path: str) -> str:
    try:
        if not os.path.isfile(path):  # a FIFO would never answer
            return ""
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.readline(4096).rstrip("\r\n")
    except OSError:
        return ""
