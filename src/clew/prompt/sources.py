"""Every file that a prompt is made of. What is read here is watched: there is no second list to keep in step."""

from __future__ import annotations

import errno
import os

from clew.errors import NotFound, Unreadable
from clew.prompt.skills import skill_from
from clew.prompt.watch import Watch
from clew.stores.failures import unreadable
from clew.stores.folder import FolderStore
from clew.stores.paths import addressable
from clew.workspace.layout import LONG_TERM, daily_file, days_back, decoded, joined, memory_context

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from clew.prompt.skills import Skill
    from clew.workspace.memory import MemoryStore

    Entries = tuple[tuple[str, bool], ...]

SKILLS = "skills"
_SKILL = "SKILL.md"
_DAYS = 3


class Sources:
    """Reads the sources of one prompt from a workspace."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self.watch = Watch()
        self.tracked: list[str] = []  # the files of fixed names, in the order in which they were asked for

    def file(self, path: str) -> str | None:
        """A file of a fixed name."""
        self.tracked.append(path)
        return self._text(path)

    def memory(self, day: date) -> str:
        """What `get_memory_context` gives on this day, without what cannot be read; then watched, day by day."""
        self.tracked.append(LONG_TERM)
        long_term = self.watch.read(self._store.path_of(LONG_TERM), self._store.read_long_term)
        notes = [self._bytes(daily_file(each)) for each in days_back(day, _DAYS)]
        return memory_context(long_term or "", decoded(joined(note for note in notes if note is not None)))

    def skills(self) -> Iterator[Skill]:
        """In the order of their folders. All files below are watched, for a skill is more than its SKILL.md."""
        for name, is_folder in self._folder(SKILLS):
            path = f"{SKILLS}/{name}"
            if not is_folder:
                self._look(path)
                continue
            below = self._folder(path)
            if (_SKILL, False) in below and addressable(name):
                text = self._text(f"{path}/{_SKILL}")
                if text is not None:
                    yield skill_from(name, text, self._store.path_of(f"{path}/{_SKILL}"))
                below = tuple(entry for entry in below if entry[0] != _SKILL)
            self._look_below(path, below)

    def _look_below(self, path: str, entries: Entries) -> None:
        folders = [(path, entries)]  # no recursion: whoever nests a thousand folders has a prompt too
        while folders:
            above, entries = folders.pop()
            for name, is_folder in entries:
                inner = f"{above}/{name}"
                if is_folder:
                    folders.append((inner, self._folder(inner)))
                else:
                    self._look(inner)

    def _look(self, path: str) -> None:
        self.watch.look(self._store.path_of(path))

    def _text(self, path: str) -> str | None:
        data = self._bytes(path)
        return None if data is None else decoded(data)

    def _bytes(self, path: str) -> bytes | None:
        return self.watch.read(self._store.path_of(path), lambda: self._get(path))

    def _get(self, path: str) -> bytes:
        try:
            return self._store.files.get(path).data
        except Unreadable as problem:
            if problem.key != "stores.is-link":
                raise
        # An owner may keep SOUL.md elsewhere. A store follows no link but those of memory; reading is all that is done.
        folder, name = os.path.split(os.path.realpath(self._store.path_of(path)))
        if not os.path.isdir(folder):
            raise NotFound("stores.not-found", path=os.path.join(folder, name), errno=errno.ENOENT)
        return FolderStore(folder, "workspace", makes_root=False).get(name).data

    def _folder(self, path: str) -> Entries:
        """The names in it, each with whether it is a folder; a link is none."""
        there = self._store.path_of(path)

        def scan() -> Entries:
            try:
                with os.scandir(there) as entries:
                    return tuple(sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries))
            except OSError as error:
                raise unreadable(there, error) from error

        return self.watch.read(there, scan) or ()
