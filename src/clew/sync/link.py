"""A share and its target opened together, and what both had last."""

from __future__ import annotations

import os
from importlib import import_module

from clew.errors import Usage
from clew.stores.folder import FolderStore
from clew.sync import targets
from clew.sync.engine import Sync
from clew.sync.states_file import states_file
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from contextlib import AbstractContextManager
    from typing import Protocol

    from clew.config import Settings
    from clew.history.file import File
    from clew.history.kept import Kept
    from clew.library.library import Library
    from clew.sync.contract import Share, Target
    from clew.sync.states import States

    class TargetModule(Protocol):
        """What a file in `clew.sync.targets` holds."""

        def is_set(self, place: Place) -> bool:
            """Whether the user has set this target up."""

        def link(self, place: Place, *, keeps: bool) -> Link:
            """Opens it. Raises `LoginNeeded`, `Usage` for what is not set up."""


class Place(Value):
    """The home that a link is opened for, as far as a sync needs to know it."""

    home: str
    library: Library
    workspace: Callable[[], Kept]
    settings: Settings
    environ: Mapping[str, str]
    lang: str
    message: str = ""  # for change logs and commits
    allow_secret: bool = False


class Link(Value):
    """Both sides of one target."""

    share: Share
    target: Target
    states: States
    now: Callable[[], str]

    def sync(self, *, only: frozenset[str] | None = None, yes: bool = False, gives: bool = True) -> Sync:
        """See `Sync`."""
        return Sync(self.share, self.target, self.states, only=only, yes=yes, gives=gives, now=self.now)


def clock_of(place: Place) -> Callable[[], str]:
    """The time as a status tells it."""
    return lambda: place.library.now().isoformat(timespec="seconds")


def turn(home: str) -> AbstractContextManager[None]:
    """One sync at a time for each home. Raises `Locked`."""
    return FolderStore(home, "home", makes_root=True).lock()


def path_of(home: str) -> str:
    """The file with the common states of a home."""
    return os.path.join(home, "sync.db")


def file_of(home: str) -> File:
    """The same, opened at its first use."""
    return states_file(path_of(home))


def names() -> list[str]:
    """Every target that there is."""
    found = {file.partition(".")[0] for folder in targets.__path__ for file in os.listdir(folder) if ".py" in file}
    return sorted(stem for stem in found if not stem.startswith("_"))


def module_of(name: str) -> TargetModule:
    """Raises `Usage` for a target that there is not."""
    if name not in names():
        problem = Usage("sync.no-target", name=name)
        problem.suggestions = names()
        raise problem
    module: TargetModule = import_module(f"{targets.__name__}.{name}")
    return module


def set_up(place: Place) -> list[str]:
    """The targets that the user has set up."""
    return [name for name in names() if module_of(name).is_set(place)]
