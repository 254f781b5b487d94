"""A home: where the rooms are put together. Every way in opens one and calls its methods."""

from __future__ import annotations

import os
import sys

from clew.config import clock_from, config_path, home_path, read_config, settings_from
from clew.errors import Conflict, NotFound, Usage
from clew.history.kept import Kept
from clew.library.library import Library
from clew.library.off import OffList
from clew.state.database import State
from clew.state.packing import pack, unpack
from clew.stores.fingerprint import fingerprint, settled
from clew.stores.placed import PlacedFolder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from clew.config import Clock, Settings
    from clew.context.contexts import Contexts
    from clew.context.values import Context
    from clew.errors import ClewError
    from clew.history.database import History
    from clew.index.index import Index
    from clew.index.sources.folders import FolderSource
    from clew.index.vectors.likeness import Vectors
    from clew.library.library import Tell
    from clew.library.project import Project
    from clew.library.wish import Wish
    from clew.recall.bounds import Day
    from clew.recall.hits import Hits
    from clew.recall.recall import Recall
    from clew.state.sessions import Sessions
    from clew.sync.link import Place
    from clew.workspace.facts import Facts
    from clew.workspace.memory import MemoryStore


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
        if sys.getfilesystemencoding() != "utf-8":  # it would not find the files, and take them for gone
            raise Usage("home.not-utf8", encoding=sys.getfilesystemencoding())
        self.path = home_path(path, environ)
        self.notices: list[tuple[str, dict[str, Any]]] = []
        self.tell: Tell = tell or (lambda key, **data: self.notices.append((key, data)))
        self.state = State(os.path.join(self.path, "state.db"), lambda problem: self.tell(problem.key, **problem.data))
        self._sources = environ, flags or {}
        self._config_seen, known = _look(config_path(self.path))
        try:
            self.settings: Settings = settings_from(self._config(known), *self._sources, self.path)
            self.clock = clock_from(clock, self.settings.timezone)
        except BaseException:  # nobody gets this home to close it
            self.state.close()
            raise
        self.off = OffList(self.path)
        self._library: Library | None = None
        self._workspace: Kept | None = None
        self._contexts: Contexts | None = None
        self._index: Index | None = None
        self._vectors: Vectors | None = None
        self._recall: Recall | None = None
        self._history: History | None = None

    @property
    def history(self) -> History:
        """Every version that clew wrote or saw."""
        if self._history is None:
            from clew.history.database import History  # late: who only reads does without

            self._history = History(os.path.join(self.path, "history.db"), self.clock, self.settings.history_limit)
        return self._history

    @property
    def library(self) -> Library:
        """The conversation library. Raises `NotFound` for a root that was set and is not there: it may be unmounted."""
        if self._library is None:
            kept = self._kept(PlacedFolder, "library", self.settings.library, "memory")
            self._library = Library(kept, self.state, self.settings, self.clock, self.off, self.tell)
        return self._library

    @property
    def workspace_store(self) -> Kept:
        """The workspace's files. Raises as `library` does."""
        if self._workspace is None:
            from clew.workspace.links import PlacedLinkedFolder  # late: a menu and a save do without

            self._workspace = self._kept(PlacedLinkedFolder, "workspace", self.settings.workspace, "workspace")
        return self._workspace

    @property
    def workspace(self) -> MemoryStore:
        """Long-term memory and daily notes, on the days of the settings' zone. Raises as `library` does."""
        from clew.workspace.memory import MemoryStore  # late, as above

        return MemoryStore(self.workspace_store, self.clock)

    @property
    def facts(self) -> Facts:
        """What is remembered and forgotten in the workspace. Raises as `library` does."""
        from clew.workspace.facts import Facts  # late: a context only reads

        return Facts(self.workspace_store, self.clock, lambda: self.library, self.off, self.settings)

    @property
    def sessions(self) -> Sessions:
        """What hooks recorded of the conversations that agents have."""
        from clew.state.sessions import Sessions  # late: only hooks, servers and a purge ask

        return Sessions(self.state)

    @property
    def index(self) -> Index:
        """What finds things fast. Opening it costs nothing and makes nothing; it may be deleted at any time."""
        if self._index is None:
            from clew.index.index import Index  # late: only a search needs one
            from clew.index.sources.library import LibrarySource
            from clew.index.sources.workspace import WorkspaceSource

            library = LibrarySource(lambda: self.library)
            workspace = WorkspaceSource(lambda: self.workspace_store, lambda: self.library, self.off, self.clock)
            self._index = Index(self.path, (library, workspace, *map(self._extra, self.settings.folders)))
        return self._index

    def _extra(self, folder: tuple[str, str]) -> FolderSource:
        from clew.index.sources.folders import FolderSource  # late: many have none

        return FolderSource(*folder, self.clock, self._not_extra)

    def _not_extra(self) -> list[str]:
        """What an extra folder may not show, wherever it reaches: what has an owner, and where clew is off."""
        from clew.workspace import layout  # late, as above

        library = self.settings.library or os.path.join(self.path, "memory")
        workspace = self.settings.workspace or os.path.join(self.path, "workspace")
        ours = [library, *(os.path.join(workspace, place) for place in (layout.FOLDER, layout.LONG_TERM))]
        return [*ours, *self.off.directories()]

    @property
    def vectors(self) -> Vectors:
        """Passages by what they mean: of use after `embed`."""
        if self._vectors is None:
            from clew.index.vectors.likeness import Vectors  # late: nobody who never embedded needs it

            self._vectors = Vectors(self.path, self.index, self.settings.model, self.settings.model_key)
        return self._vectors

    def search(
        self,
        query: str,
        limit: int = 10,
        project: Project | str | os.PathLike[str] | None = None,
        *,
        parents: bool = False,
        since: Day = None,
        until: Day = None,
        tags: str | Iterable[str] = (),
        kinds: str | Iterable[str] = (),
    ) -> Hits:
        """Passages that answer, best first; see `Hit`. `degraded` of the list says why something may be missing.

        With a project, or its directory: from its memories, from those of the directories above too (`parents`), and
        from what belongs to no project. Days are inclusive: a date, "2026-11-30", "2026-11", "last week", "上周". Of
        several tags or kinds (`memory`, `long-term`, `daily`, `extra`) one is enough.
        Raises `Usage` for a query of nothing, `RuleBroken` where clew is off; whatever is wrong with the index, it answers.
        """
        asked = query, limit, project
        return self._all_recall().search(*asked, parents=parents, since=since, until=until, tags=tags, kinds=kinds)

    def context(
        self,
        dir: str | os.PathLike[str] | None = None,
        conversation: str | None = None,
        budget: int = 2000,
        query: str | None = None,
        *,
        lang: str | None = None,
        terminal: str | None = None,
        once: bool = False,
    ) -> Context:
        """What an agent in this directory (default: the one we are in) is to read, within `budget` tokens.

        The same bytes as long as nothing changes; then it costs the stat calls of its sources. What cannot be read
        is left out, told, and in the receipt. Where clew is off there is nothing. Raises `Usage`.
        Without a conversation the last one counts that was started from `terminal`. With `once` nothing is kept for a
        next time, of a process that ends before it.
        """
        where = None if dir is None else os.fspath(dir)
        lang = lang or self.settings.lang or "en"
        return self._all_contexts().context(where, conversation, budget, query, lang, terminal, once=once)

    def context_sources(self, dir: str | None = None, conversation: str | None = None) -> list[str]:
        """The paths whose change would change the last context for this directory and conversation."""
        return self._all_contexts().sources_of(dir, conversation)

    def keep_text(self, problem: ClewError, dir: str, wish: Wish, allow_secret: bool = False) -> None:
        """Keeps a text to be saved that found no library (it may be unmounted), as a refused save does.

        `problem` then says under which id. Raises `Usage` where the text itself cannot be saved.
        """
        from clew.library.save import keep_refused
        from clew.library.wish import cleaned
        from clew.state.pending import PendingTexts

        keep_refused(PendingTexts(self.state), self.clock(), dir, cleaned(wish, allow_secret), problem)

    def sync_place(self, lang: str | None = None, message: str = "", allow_secret: bool = False) -> Place:
        """This home as a sync sees it; `message` stands in change logs."""
        from clew.sync.link import Place  # late: nearly no command syncs

        lang = lang or self.settings.lang or "en"
        environ = self._sources[0]
        return Place(
            self.path, self.library, lambda: self.workspace_store, self.settings, environ, lang, message, allow_secret
        )

    def stores(self) -> list[Kept]:
        """Every store of the home."""
        return [self.library.kept, self.workspace_store]

    def close(self) -> None:
        """Gives the databases back; optional at the end of a process."""
        self.state.close()
        if self._history is not None:
            self._history.close()
        if self._vectors is not None:
            self._vectors.close()
        if self._index is not None:
            self._index.close()

    def _kept(self, kind: type[PlacedFolder], name: str, set_root: str | None, default: str) -> Kept:
        root = set_root or os.path.join(self.path, default)
        if set_root is not None and not os.path.isdir(root):
            raise NotFound("home.no-root", path=root, setting=name)
        store = kind(root, name, set_root is None, lambda: self._still_there(name, set_root))
        return Kept(store, lambda: self.history, f"{name}:{store.root}", changed=self._changed)

    def _changed(self) -> None:
        """What this process wrote counts at once; only others' edits may wait for a second."""
        if self._index is not None:
            self._index.touched()

    def _all_contexts(self) -> Contexts:
        if self._contexts is None:
            from clew.context.contexts import Contexts  # late: a menu and a save do without

            rooms = (lambda: self.workspace), (lambda: self.library)
            self._contexts = Contexts(self.path, *rooms, self._answers, self.off, self.clock, self.tell)
        return self._contexts

    def _answers(self, query: str, project: Project | None) -> Hits:
        return self._all_recall().answers(query, project)

    def _all_recall(self) -> Recall:
        if self._recall is None:
            from clew.recall.recall import Recall  # late, as the index

            rooms = self.index, self._vectors_if_there, lambda: self.library
            self._recall = Recall(*rooms, self.off, self.clock, self.settings.folders)
        return self._recall

    def _vectors_if_there(self) -> Vectors | None:
        from clew.index.vectors import are_there  # late, as the index

        return self.vectors if are_there(self.index.path) else None

    def _still_there(self, name: str, set_root: str | None) -> None:
        """Raises `Conflict` when the setting names another folder than when this home was opened."""
        seen, _ = _look(config_path(self.path))
        if seen != self._config_seen:
            settings = settings_from(read_config(self.path), *self._sources, self.path)
            now: str | None = getattr(settings, name)
            if now != set_root:
                raise Conflict("home.moved", path=now or self.path, setting=name)
            self._config_seen = seen

    def _config(self, known: str) -> dict[str, str]:
        """The settings file, parsed once for each of its contents: a TOML parser costs half a menu.

        `known` is "" for one that is not there, or was changed a moment ago and may change again unseen.
        """
        if not known:
            return read_config(self.path) if self._config_seen else {}
        row = self.state.row("SELECT value FROM setting WHERE name = 'config'")
        if row and (parts := unpack(row[0]))[0] == known:
            return dict(zip(parts[1::2], parts[2::2], strict=True))
        config = read_config(self.path)
        with self.state.writing():
            parts = (known, *(part for pair in config.items() for part in pair))
            self.state.run("INSERT OR REPLACE INTO setting VALUES ('config', ?)", pack(parts))
        return config


def _look(path: str) -> tuple[str, str]:
    """The fingerprint of a settings file, and the same once it is settled; "" where there is none."""
    try:
        seen = os.stat(path)
    except FileNotFoundError:
        return "", ""
    return fingerprint(seen), settled(seen)


def open_home(
    path: str | None = None,
    clock: Clock | None = None,
    flags: Mapping[str, str | None] | None = None,
    tell: Tell | None = None,
) -> Home:
    """See `Home`."""
    return Home(path, clock, flags, tell)
