"""`clew init`: a home is made or changed as somebody wishes. Said again, it changes nothing."""

from __future__ import annotations

import os

from clew.config import config_path, home_path, read_config, settings_from
from clew.errors import Usage
from clew.home import Home
from clew.setup import places
from clew.setup.adopting import adopt
from clew.setup.moving import default_root, finish, move, unfinished
from clew.setup.settings_file import settle
from clew.stores.folder import FolderStore
from clew.stores.temporary import PREFIX
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.config import Settings
    from clew.library.library import Tell
    from clew.setup.adopting import Adopted
    from clew.setup.moving import Moved

    Progress = Callable[[int, int], None]


class Whereabouts(Value):
    """Where a home and its folders are, as the settings have it now."""

    home: str
    library: str
    workspace: str
    settings: Settings

    @property
    def config(self) -> str:
        """The settings file."""
        return config_path(self.home)


class Begun(Value):
    """What was done."""

    now: Whereabouts
    made: bool  # there was no such home
    changed: bool  # anything at all is other than before
    adopted: Adopted | None = None
    moved: Moved | None = None


def whereabouts(home: str | None) -> Whereabouts:
    """Raises `Unreadable` or `Usage` for settings that cannot be read: they are not written over."""
    path = home_path(home)
    settings = settings_from(read_config(path), os.environ, {}, path)
    library = settings.library or default_root(path)
    return Whereabouts(path, library, settings.workspace or os.path.join(path, "workspace"), settings)


def begin(
    home: str | None,
    library: str | None,
    workspace: str | None,
    lang: str,
    *,
    moves: bool = False,
    tell: Tell | None = None,
    progress: Progress = lambda _done, _total: None,
) -> Begun:
    """Makes the home and the folders that are named, and sets them. With `moves` the library of today goes along.

    A library that is there already is read whole into the history before it is set. Raises, with the settings as
    they were, `Usage` for folders that cannot be, `Unreadable` for what stands in their place, `StorageFailed`.
    """
    before = whereabouts(home)
    library = None if library is None else places.chosen(library)
    workspace = None if workspace is None else places.chosen(workspace)
    _refuse(before, library, workspace, moves)
    made = places.make(before.home)
    _sweep(before.home)
    changed = made | (workspace is not None and places.make(workspace))
    adopted = moved = None
    if moves and (before.settings.library is not None or os.path.isdir(before.library)):
        changed |= settle(before.home, _changes(before.home, None, workspace), lang)
        moved = _moved(before.home, library, lang, tell, progress)
        changed |= moved is not None
    else:  # also where there is nothing yet to move
        if library is not None:
            changed |= places.make(library)
            adopted = _adopted(before.home, library, tell, progress)
        changed |= settle(before.home, _changes(before.home, library, workspace), lang)
    return Begun(whereabouts(home), made, changed, adopted, moved)


def _refuse(before: Whereabouts, library: str | None, workspace: str | None, moves: bool) -> None:
    """Everything that speaks against it, before anything is made."""
    for name, value in (("library", library or ("" if moves else None)), ("workspace", workspace)):
        variable = f"CLEW_{name.upper()}"
        if value is not None and os.environ.get(variable) and value != getattr(before, name):
            raise Usage("setup.variable", variable=variable, value=os.environ[variable])
    target = library or (default_root(before.home) if moves else before.library)
    places.check_apart(before.home, target, workspace or before.workspace)
    if library is not None and library != before.library and not moves:
        places.check_alone(library, before.library)
    for folder in (before.home, library, workspace):
        if folder is not None:
            places.look(folder)
    if library is not None and library != before.library and not moves and (old := unfinished(library)):
        raise Usage("setup.half-moved", path=library, old=old)


def _changes(home: str, library: str | None, workspace: str | None) -> dict[str, str | None]:
    """What is to be set; a folder that is the default needs no setting."""
    changes: dict[str, str | None] = {}
    if library is not None:
        changes["library"] = None if library == default_root(home) else library
    if workspace is not None:
        changes["workspace"] = None if workspace == os.path.join(home, "workspace") else workspace
    return changes


def _adopted(home: str, library: str, tell: Tell | None, progress: Progress) -> Adopted | None:
    if not any(not name.startswith(".") or name == ".clue" for name in os.listdir(library)):
        return None
    opened = Home(home, flags={"library": library}, tell=tell)
    try:
        return adopt(opened.library, progress)
    finally:
        opened.close()


def _moved(home: str, library: str | None, lang: str, tell: Tell | None, progress: Progress) -> Moved | None:
    opened = Home(home, tell=tell)
    try:
        today = opened.library.root
        finished = finish(opened, progress)
        target = library or (today if finished else default_root(home))
        if os.path.realpath(target) == os.path.realpath(today):
            return finished
        return move(opened, target, lang, progress)
    finally:
        opened.close()


def _sweep(home: str) -> None:
    """What an earlier call that was killed left beside the settings."""
    if any(name.startswith(PREFIX) for name in os.listdir(home)):
        FolderStore(home, "home", makes_root=False).sweep()
