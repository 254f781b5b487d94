"""The folders that a person names: what may be one, and the making of it."""

from __future__ import annotations

import errno
import os
import sys

from clew.errors import NotFound, Unreadable, Usage
from clew.library.clue_file import PATH as CLUE
from clew.library.directories import within
from clew.stores.failures import Telling, unreadable
from clew.stores.native import NativeFolder


def chosen(given: str) -> str:
    """The folder as an absolute path. Raises `Usage` for what cannot stand in the settings."""
    try:
        given.encode()
    except UnicodeEncodeError as problem:
        raise Usage("setup.no-path", value=repr(given)) from problem
    if not given.strip() or not given.isprintable():
        raise Usage("setup.no-path", value=repr(given))
    return os.path.abspath(os.path.expanduser(given))


def check_apart(home: str, library: str, workspace: str) -> None:
    """Raises `Usage` where one of the three would take the other's files for its own."""
    homes, libraries, workspaces = (_spellings(path) for path in (home, library, workspace))
    if _lies_in(homes, libraries):  # a library takes every folder in it for a project
        raise Usage("setup.home-inside", path=library, home=home)
    if _lies_in(workspaces, libraries) or _lies_in(libraries, [os.path.join(path, "memory") for path in workspaces]):
        raise Usage("setup.one-in-the-other", library=library, workspace=workspace)


def check_alone(library: str, known: str) -> None:
    """Raises `Usage` where one library would lie in another, be it the one that is `known` or any above."""
    if os.path.isdir(known) and is_within(known, [library]) and not is_within(library, [known]):
        raise Usage("setup.library-inside", path=library, outer=library, inner=known)
    for path in _spellings(library):
        above = os.path.dirname(path)
        while above != path:
            if os.path.lexists(os.path.join(above, CLUE)) or (os.path.isdir(known) and is_within(above, [known])):
                raise Usage("setup.library-inside", path=library, outer=above, inner=library)
            path, above = above, os.path.dirname(above)


def look(path: str) -> bool:
    """Whether the folder is there. Raises `Unreadable` for a file in its place, or a folder that cannot be read."""
    try:
        with os.scandir(path) as names:
            next(names, None)
    except NotADirectoryError as problem:
        raise Unreadable("setup.no-folder", path=path, errno=errno.ENOTDIR) from problem
    except FileNotFoundError:
        return False
    except OSError as problem:
        raise unreadable(path, problem) from problem
    return True


def make(path: str) -> bool:
    """Makes the folder, 0700, and those above that are missing; False where it is there already.

    Raises `Unreadable` as `look`, `StorageFailed` where it cannot be made.
    """
    if look(path):
        return False
    above, name = os.path.split(path)
    if above == path:  # a drive that is not there
        raise NotFound("stores.not-found", path=path, errno=errno.ENOENT)
    make(above)
    with Telling("write", path):
        folder = NativeFolder.root(above)
        try:
            folder.make(name).close()
            folder.sync()
        except FileExistsError:  # by another process, in this moment
            pass
        finally:
            folder.close()
    return True


def is_empty(path: str, *but: str) -> bool:
    """Whether nothing is in the folder, those names aside; also where it is not there."""
    return not look(path) or not set(os.listdir(path)) - set(but)


def is_within(path: str, folders: list[str]) -> bool:
    """Whether the path is one of the folders or lies below one, however they are spelled."""
    return _lies_in(_spellings(path), [spelling for folder in folders for spelling in _spellings(folder)])


def is_in_python(path: str) -> bool:
    """Whether the folder lies where an update of clew or of its environment takes it away."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    environment = [sys.prefix] if sys.prefix != sys.base_prefix else []
    return is_within(path, [package, *environment])


def _lies_in(paths: list[str], folders: list[str]) -> bool:
    return any(within(path, folders) for path in paths)


def _spellings(path: str) -> list[str]:
    return [path, os.path.realpath(path)]
