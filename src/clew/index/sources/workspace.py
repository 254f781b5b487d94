"""Long-term memory and the daily notes. Links to a vault are followed as the workspace follows them."""

from __future__ import annotations

import os
from datetime import datetime, time

from clew.errors import ClewError, NotFound
from clew.index.contract import DAILY, LONG_TERM, WORKSPACE
from clew.index.rows import MadeFile
from clew.index.shelves import Looked, Read, Shelf, relisted
from clew.text.decoding import in_utf8
from clew.workspace import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clew.config import Clock
    from clew.history.kept import Kept
    from clew.index.contract import Scope
    from clew.index.passages import Part
    from clew.library.library import Library
    from clew.library.off import OffList
    from clew.workspace.realms import Owner


class WorkspaceSource:
    """`store` and `library` may raise: their roots were set and are not there."""

    name = WORKSPACE

    def __init__(self, store: Callable[[], Kept], library: Callable[[], Library], off: OffList, clock: Clock) -> None:
        self._store = store
        self._library = library
        self._off_list = off
        self._clock = clock

    def look(self, scope: Scope | None) -> Looked:
        shelves: list[Shelf] = []
        problems: list[tuple[str, str]] = []
        try:
            for folder in self._folders(self._store()):
                try:
                    shelves.append(self._shelf(folder))
                except ClewError as problem:
                    problems.append((problem.path or "", problem.key))
        except ClewError as problem:
            return Looked((), (), ((problem.path or "", problem.key),))
        return Looked(tuple(shelves), None, tuple(problems))

    def wants(self, folder: str, name: str) -> bool:
        path = f"{folder}/{name}"
        return path == layout.LONG_TERM or layout.day_of(path) is not None

    def path(self, folder: str, name: str) -> str:
        return os.path.join(self._store().root, *folder.split("/"), name)

    def reading(self, folder: str) -> _Reading:
        return _Reading(self._store(), folder)

    def made(self, shelf: Shelf, name: str, read: Read) -> MadeFile:
        from clew.index.making import Around, Moment, made_parts, moment_at  # late, as in `FolderSource`
        from clew.index.passages import cut
        from clew.index.realms import Realms

        path = f"{shelf.path}/{name}"
        whole = cut(read.data)
        zone = self._clock().tzinfo
        day = layout.day_of(path)
        if day is not None:
            midnight = datetime.combine(day, time(), zone).isoformat()
            known = Around(None, whole.tags, Moment(midnight, day.toordinal()))
            parts = made_parts(whole, day.isoformat(), lambda _: known)
            return MadeFile(WORKSPACE, shelf.path, name, read.revision, DAILY, day.isoformat(), None, parts)
        changed = moment_at(read.modified, zone)
        realms = Realms(whole.outline, self._owners, self._off_list.directories())

        def around(part: Part) -> Around | None:
            mine = realms.at(part.pieces[0].lines[0] - 1)
            return None if mine is None else Around(mine or None, whole.tags, changed)

        title = name.removesuffix(".md")
        parts = made_parts(whole, title, around)
        return MadeFile(WORKSPACE, shelf.path, name, read.revision, LONG_TERM, title, None, parts)

    def _folders(self, store: Kept) -> Iterator[str]:
        yield layout.FOLDER
        for stat in store.list(layout.FOLDER):
            if stat.kind == "folder" and len(stat.name) == 6 and stat.name.isascii() and stat.name.isdecimal():
                yield stat.path

    def _shelf(self, folder: str) -> Shelf:
        stats = self._store().list(folder)
        listing = relisted({one.name: one.fingerprint for one in stats if one.name.isascii() and one.kind == "file"})
        is_shared = any(one.path == layout.LONG_TERM for one in stats)
        return Shelf(folder, self._realms_now() if is_shared else "", listing)

    def _realms_now(self) -> str:
        """What tells whose the sections of long-term memory are; where it changes, they are told anew."""
        try:
            library = self._library()
            library.clue.refresh()
            dirs = list(library.clue.directories())
        except ClewError:  # the library's own look tells
            dirs = []
        return "\n".join([*dirs, "", *self._off_list.directories()])

    def _owners(self) -> list[Owner]:
        from clew.workspace.realms import Owner

        try:
            return [Owner(entry.name, entry.dir) for entry in self._library().clue.entries()]
        except ClewError:
            return []


class _Reading:
    def __init__(self, store: Kept, folder: str) -> None:
        self._store = store
        self._folder = folder

    def __enter__(self) -> _Reading:
        return self

    def __exit__(self, *problem: object) -> None:
        """Nothing is held."""

    def read(self, name: str) -> Read:
        path = f"{self._folder}/{name}"
        stat = self._store.stat(path)
        if stat is None:
            raise NotFound("stores.not-found", path=self._store.path(path))
        blob = self._store.get(path)
        return Read(in_utf8(blob.data), blob.fingerprint, blob.revision, stat.modified)
