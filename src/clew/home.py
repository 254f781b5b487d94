"""A home: where the rooms are put together. Every way in opens one and calls its methods."""

from __future__ import annotations

import os
from clew.config import clock_from, config_path, home_path, read_config, settings_from
from clew.errors import NotFound
from clew.history.database import History
from clew.history.kept import Kept
from clew.library.library import Library
from clew.library.off import OffList
from clew.state.database import State
from clew.state.packing import pack, unpack
from clew.stores.folder import FolderStore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from clew.config import Clock, Settings
    from clew.library.library import Tell


class Home:
    """Settings, state, history and the stores of one user on one device.

    Opening makes nothing and reads the settings only. `tell` hears what is said on the side; without it,
    `notices` collects (key of the words, data).
    """

    def __init__(
        self,
        path: str | None = None,
        clock: Clock | None = None,
        flags: Mapping[str, str | None] | None = None,
        tell: Tell | None = None,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self.path = home_path(path, environ)
        self.notices: list[tuple[str, dict[str, Any]]] = []
        self.tell: Tell = tell or (lambda key, **data: self.notices.append((key, data)))
        self.state = State(
            os.path.join(self.path, "state.db"), lambda problem: self.tell(problem.key, **problem.data)
        )
        self.settings: Settings = settings_from(self._config(), environ, flags or {}, self.path)
        self.clock = clock_from(clock, self.settings.timezone)
        self.off = OffList(self.path)
        self._library: Library | None = None
        self._workspace: Kept | None = None
        self.history = History(os.path.join(self.path, "history.db"), self.clock, self.settings.history_limit)

    @property
    def library(self) -> Library:
        """The conversation library. Raises `NotFound` for a root that was set and is not there: it may be unmounted."""
        if self._library is None:
            kept = self._kept("library", self.settings.library, "memory")
            self._library = Library(kept, self.state, self.settings, self.clock, self.off, self.tell)
        return self._library

    @property
    def workspace_store(self) -> Kept:
        """The workspace's files. Raises as `library` does."""
        if self._workspace is None:
            self._workspace = self._kept("workspace", self.settings.workspace, "workspace")
        return self._workspace

    def stores(self) -> list[Kept]:
        """Every store of the home."""
        return [self.library.kept, self.workspace_store]

    def close(self) -> None:
        """Gives the databases back; optional at the end of a process."""
        self.state.close()
        self.history.close()

    def _kept(self, name: str, set_root: str | None, default: str) -> Kept:
        root = set_root or os.path.join(self.path, default)
        if set_root is not None and not os.path.isdir(root):
            raise NotFound("home.no-root", path=root, setting=name)
        store = FolderStore(root, name, makes_root=set_root is None)
        return Kept(store, self.history, f"{name}:{store.root}")

    def _config(self) -> dict[str, str]:
        """The settings file, parsed once for each of its contents: a TOML parser costs half a menu."""
        try:
            stat = os.stat(config_path(self.path))
        except FileNotFoundError:
            return {}
        fingerprint = f"{stat.st_size} {stat.st_mtime_ns} {stat.st_ctime_ns} {stat.st_ino}"
        row = self.state.row("SELECT value FROM setting WHERE name = 'config'")
        if row and (parts := unpack(row[0]))[0] == fingerprint:
            return dict(zip(parts[1::2], parts[2::2], strict=True))
        config = read_config(self.path)
        with self.state.writing():
            parts = (fingerprint, *(part for pair in config.items() for part in pair))
            self.state.run("INSERT OR REPLACE INTO setting VALUES ('config', ?)", pack(parts))
        return config


def open_home(
    path: str | None = None,
    clock: Clock | None = None,
    flags: Mapping[str, str | None] | None = None,
    tell: Tell | None = None,
) -> Home:
    """See `Home`."""
    return Home(path, clock, flags, tell)
