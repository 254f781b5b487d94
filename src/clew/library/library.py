"""The conversation library: projects, their memories, and the one way in to all of them."""

from __future__ import annotations

import os
from functools import cached_property

from clew.config import device_of
from clew.errors import ClewError, RuleBroken
from clew.library import directories
from clew.library.clue_file import ClueFile
from clew.library.project import Project
from clew.state.clue_rows import ClueRows
from clew.text.clue_values import ClueEntry
from clew.text.slugs import is_folder_name, project_name, slug_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime
    from typing import Any, Protocol

    from clew.config import Clock, Settings
    from clew.history.kept import Kept
    from clew.history.records import Origin
    from clew.library.catalog import Catalog
    from clew.library.conversation import Conversation
    from clew.library.off import OffList
    from clew.library.origins import Origins
    from clew.library.save_plan import Saved
    from clew.library.wish import Wish
    from clew.state.choices import Choices
    from clew.state.database import State
    from clew.state.pending import PendingTexts
    from clew.stores.contract import Blob

    class Tell(Protocol):
        """Says something on the side: a warning, a notice. Keys are those of `clew.words`."""

        def __call__(self, key: str, **data: Any) -> None: ...


class Library:
    """One library as one home sees it. `kept` is the truth, `state` what the home remembers of it.

    Where a conversation has saved is asked of every folder, for other homes and devices write into it too; `widely` may
    be put to False by who asks of a conversation that lives in this home, and waits for each stat.
    """

    widely = True

    def __init__(self, kept: Kept, state: State, settings: Settings, clock: Clock, off: OffList, tell: Tell) -> None:
        self.kept = kept
        self.state = state
        self.root = kept.root
        self.settings = settings
        self.clock = clock
        self.off = off
        self.tell = tell
        rows = ClueRows(state, kept.root)
        self.clue = ClueFile(kept, rows, self._notice, lambda: tell("library.clue-slow", path=self.clue.path))

    @cached_property
    def catalog(self) -> Catalog:
        """The memories that stand in the folders."""
        from clew.library.catalog import Catalog  # late, as all that follows: a search asks for none of it
        from clew.state.fact_rows import FactRows

        return Catalog(self.kept, FactRows(self.state, self.root), self._notice)

    @cached_property
    def origins(self) -> Origins:
        """Which directories are checkouts of one repository."""
        from clew.library.origins import Origins

        return Origins(self.kept)

    @cached_property
    def choices(self) -> Choices:
        """What conversations picked, and what a menu showed them."""
        from clew.state.choices import Choices

        return Choices(self.state, self.root)

    @cached_property
    def pending(self) -> PendingTexts:
        """Refused texts."""
        from clew.state.pending import PendingTexts

        return PendingTexts(self.state)

    def project(self, dir: str | os.PathLike[str] | None = None) -> Project:
        """The project of a directory (default: the one we are in), whether or not it has saved yet.

        Raises `RuleBroken("off")` where clew is off, `Usage` for what cannot be a directory.
        """
        given = directories.absolute(os.fspath(dir) if dir is not None else os.getcwd())
        self.kept.recover()
        if self.vanished():
            self.tell("library.vanished", path=self.root)
        self.clue.refresh()
        if self.clue.problem is not None:
            self.tell(self.clue.problem.key, **self.clue.problem.data)
        real = directories.real(given)
        main = directories.main_checkout(real) if self.settings.worktrees == "shared" else None
        self.off.refuse(given, real, main or real)
        for spelling in (given, main or real):
            if entry := self.clue.entry(spelling):
                return self.project_of(entry)
        known = self.clue.directories()
        if same := directories.recorded(main or real, known):
            entry = self.clue.entry(same)
            assert entry is not None  # its directory was just read from the same rows
            return self.project_of(entry)
        for other in self.origins.same(main or real):
            if slug := known.get(other):  # the same repository on another machine: the same memories
                return Project(self, main or real, slug, project_name(main or real))
        return Project(self, main or real, self._slug_for(main or real, known), project_name(main or real))

    def vanished(self) -> bool:
        """Whether all of it is gone, with the folder or out of it (a disk that is not mounted leaves an empty one), though
        the history has memories of it that nobody deleted through clew."""
        if os.path.lexists(self.clue.path):
            return False
        history, key, there = self.kept.history, self.kept.key, os.path.lexists(self.root)
        try:
            if there and any(not name.startswith(".") for name in os.listdir(self.root)):
                return False
            if there and len(history.entries(key, limit=2)) < 2:
                return False  # the first save of all, which has written its history and nothing else yet
            return any(not one.gone and "/" in one.path for one in history.paths(key))
        except (ClewError, OSError):  # a folder that cannot be read is there; such a history knows of nothing
            return False

    def refuse_vanished(self) -> None:
        """Raises `RuleBroken("library-vanished")`: a write would make the folder, and then nobody could see that it was gone."""
        if self.vanished():
            raise RuleBroken("library-vanished", path=self.root)

    def projects(self) -> list[Project]:
        """Every project of the clue file, in its order."""
        self.clue.refresh()
        return [self.project_of(entry) for entry in self.clue.entries()]

    def open_projects(self) -> list[Project]:
        """Every project of the clue file in whose directory clew is on."""
        off = self.off.directories()
        return [project for project in self.projects() if not directories.within(project.dir, off)]

    def project_of(self, entry: ClueEntry) -> Project:
        """The project that an entry of the clue file records."""
        slug = entry.dir_slug if is_folder_name(entry.dir_slug) else self._slug_for(entry.dir, self.clue.directories())
        return Project(self, entry.dir, slug, entry.name)

    def entry_of(self, project: Project) -> ClueEntry | None:
        """The project's entry as the clue file has it now."""
        self.clue.refresh()
        return self.clue.entry(project.dir)

    def start(
        self,
        project: Project,
        pick: int | str | None = None,
        conversation: str | None = None,
        shown: Sequence[str] | None = None,
    ) -> Conversation:
        """See `Project.start`; `shown` are the files that a picked number means, today's menu where None."""
        from clew.library.start import start  # late: a search has no menu

        return start(self, project, pick, conversation, shown)

    def save(self, project: Project, wish: Wish, allow_secret: bool = False) -> Saved:
        """See `Conversation.save`; without a conversation a new one is made, and the receipt names it."""
        from clew.library.save import save
        from clew.library.wish import cleaned

        return save(self, project, cleaned(wish, allow_secret))

    def bound(self, project: Project, conversation: str) -> Conversation | None:
        """The conversation with what it saved to or chose; None where it has done neither."""
        from clew.library.start import bound

        return bound(self, project, conversation)

    def finish(
        self, pending: str, tags: Iterable[str] = (), text: str | None = None, allow_secret: bool = False
    ) -> Saved:
        """Saves the refused text `pending` with tags that pass. Raises as a save, `NotFound` for an unknown id.

        `text` may say once more what is kept; another one would take its place, and is `Usage`.
        """
        from clew.library.save import finish, refuse_another

        if text is not None:
            refuse_another(self.pending, pending, text, allow_secret)
        return finish(self, pending, tags)

    def memory_of(self, conversation: str) -> str | None:
        """The file in which this conversation has saved, as the files say, by whatever program they came here."""
        from clew.library.conversation import is_of_one_device

        paths = self.catalog.paths_of(conversation, everywhere=self.widely)
        if paths and is_of_one_device(conversation):
            paths = [path for path in paths if self._is_ours(path, conversation)]
        return self._latest(paths, conversation) if len(paths) > 1 else next(iter(paths), None)

    def look_at(self, files: Iterable[str]) -> None:
        """Checks the projects of some files that came or went, so that the clue file says so too."""
        from clew.library.start import check_at_start

        self.clue.refresh()
        for folder in sorted({file.partition("/")[0] for file in files if "/" in file}):
            for entry in self.clue.of_slug(folder)[:1]:
                check_at_start(self, self.project_of(entry), self.catalog.folder(folder))

    def path(self, file: str) -> str:
        """The absolute path of a file of the library."""
        return self.kept.path(file)

    def now(self) -> datetime:
        """The clock of the home, in its zone."""
        return self.clock()

    def device(self) -> str:
        """The name of this device, for the marks."""
        return device_of(self.settings)

    def origin(self, what: str, conversation: str | None = None, agent: str | None = None) -> Origin:
        """Who does what, for the history."""
        from clew.history.records import Origin

        return Origin(what, agent, conversation, self.device())

    def _notice(self, seen: list[tuple[str, Blob]]) -> bool:
        """Keeps what other programs wrote in the history. Reading goes on where that fails, and makes no home."""
        if not os.path.isdir(self.off.home):
            return False
        try:
            self.kept.notice(seen)
        except ClewError as problem:
            self.tell(problem.key, **problem.data)
            return False
        return True

    def _slug_for(self, dir: str, known: dict[str, str]) -> str:
        """The folder of a project that the clue file does not know: the formula's, numbered when it is another's."""
        from clew.text.names import numbered, same_name_key

        slug = slug_of(dir)
        recorded = set(known.values())
        if same_name_key(slug) not in map(same_name_key, recorded) and self._is_own(slug, dir):
            return slug
        folders = [stat.path for stat in self.kept.list()]
        for folder in folders:  # a lost clue file: its folder says whose it is
            if folder not in recorded and folder.startswith(slug + "-") and self._is_own(folder, dir, surely=True):
                return folder
        return numbered(slug, [*recorded, *folders])

    def _is_own(self, folder: str, dir: str, *, surely: bool = False) -> bool:
        """Whether the memories of a folder that no entry names are of this directory, or do not say of which."""
        said = {memory.dir for memory in self.catalog.folder(folder)} - {None}
        return said == {dir} if surely else not said or dir in said

    def _is_ours(self, path: str, conversation: str) -> bool:
        """Whether this device wrote there in that conversation, or nobody says which one did."""
        from clew.text.segments import segments_of

        segments = segments_of(self.kept.get(path).data)
        devices = [one.mark.device for one in segments if one.mark.conversation == conversation]
        return any(not device or device == self.device() for device in devices)

    def _latest(self, paths: Sequence[str], conversation: str) -> str:
        """Of several files that hold a conversation (somebody copied one), the one that it wrote to last."""
        from clew.text.segments import seconds_of, segments_of

        def last(path: str) -> float:
            segments = segments_of(self.kept.get(path).data)
            return max(
                (seconds_of(one.mark.time) for one in segments if one.mark.conversation == conversation), default=0
            )

        return max(sorted(paths, reverse=True), key=last)
