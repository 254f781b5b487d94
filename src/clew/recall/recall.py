"""A home's recall: what a caller asks for, in which projects, and what may not be shown whatever the index holds."""

from __future__ import annotations

import os
from unicodedata import normalize

from clew.errors import Usage
from clew.library.directories import parents as above
from clew.library.directories import within
from clew.library.project import Project
from clew.recall.bounds import scope_of
from clew.recall.search import Search, asked, exists, search

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from clew.config import Clock
    from clew.index.contract import Passage
    from clew.index.index import Index
    from clew.index.vectors.likeness import Vectors
    from clew.library.library import Library
    from clew.library.off import OffList
    from clew.recall.bounds import Day
    from clew.recall.hits import Hits

    Where = Project | str | os.PathLike[str] | None


class Recall:
    """`vectors` gives None until something was embedded. `library` may raise: its root was set and is not there. `folders` are the extra ones, by name."""

    def __init__(
        self,
        index: Index,
        vectors: Callable[[], Vectors | None],
        library: Callable[[], Library],
        off: OffList,
        clock: Clock,
        folders: Iterable[tuple[str, str]] = (),
    ) -> None:
        self._index = index
        self._vectors = vectors
        self._library = library
        self._off = off
        self._clock = clock
        self._folders = {name: os.path.realpath(root) for name, root in folders}

    def search(
        self,
        query: str,
        limit: int = 10,
        project: Where = None,
        *,
        parents: bool = False,
        since: Day = None,
        until: Day = None,
        tags: str | Iterable[str] = (),
        kinds: str | Iterable[str] = (),
    ) -> Hits:
        """See `Home.search`."""
        sought = asked(query)
        if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
            raise Usage("recall.bad-limit", value=limit)
        projects = None if project is None else self._projects(project, parents)
        today = self._clock().toordinal()
        scope = scope_of(projects, today, since, until, tags, kinds)
        wish = Search(sought, scope, today, limit, self._may_see())
        hits = search(self._index, wish, self._vectors())
        if not hits and projects is not None:
            hits.elsewhere = exists(self._index, wish.but(scope=scope.but(projects=None)), projects)
        return hits

    def answers(self, query: str, project: Project | None, limit: int = 10) -> Hits:
        """For a context: from a project and what belongs to none; without a project, from that alone."""
        today = self._clock().toordinal()
        scope = scope_of(() if project is None else tuple(_dirs(project)), today)
        return search(self._index, Search(asked(query), scope, today, limit, self._may_see()), self._vectors())

    def _projects(self, project: Where, parents: bool) -> tuple[str, ...]:
        """The dirs. Raises `RuleBroken` where clew is off; above, such a directory is left out by `_may_see`."""
        if project is None or isinstance(project, (str, os.PathLike)):
            project = self._library().project(project)
        elif isinstance(project, Project):
            self._off.refuse(project.dir)
        else:
            raise Usage("recall.bad-project", value=project)
        dirs = _dirs(project)
        if parents:
            known = project.library.clue
            dirs += [entry.dir for dir in above(project.dir) if (entry := known.entry(dir))]
        return tuple(dict.fromkeys(dirs))

    def _may_see(self) -> Callable[[Passage], bool]:
        """Clew is off there at once, whatever is still in the index."""
        off = self._off.directories()
        if not off:
            return lambda _: True

        def may_see(passage: Passage) -> bool:
            root = self._folders.get(passage.store)
            if root is not None:
                return not within(os.path.join(root, *passage.file.split("/")), off)
            return passage.project is None or not within(passage.project, off)

        return may_see


def _dirs(project: Project) -> list[str]:
    """Whose passages are the project's. Of one that has saved nothing yet the index knows only the name, from a heading
    in long-term memory; it is this one's where no other could be meant."""
    known = project.library.clue
    if known.entry(project.dir) is None and project.name not in map(os.path.basename, known.directories()):
        return [project.dir, normalize("NFC", project.name)]
    return [project.dir]
