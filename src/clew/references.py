"""REF: the ways in which a person or an agent names a text."""

from __future__ import annotations

import os

from clew.errors import NotFound, Usage
from clew.library.start import named, picked
from clew.text.conflicts import is_conflict_copy
from clew.text.dates import date_end
from clew.text.names import memory_name_of, same_name_key
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.history.kept import Kept
    from clew.home import Home
    from clew.library.library import Library
    from clew.library.project import Project

LONG_TERM = "memory/MEMORY.md"


class Place(Value):
    """A file of a store."""

    kept: Kept
    file: str  # POSIX, relative to the root

    @property
    def path(self) -> str:
        """The absolute path."""
        return self.kept.path(self.file)


def resolve(home: Home, ref: str, project: Project | None, viewer: str, *, gone: bool = False) -> Place:
    """The file that `ref` names; with `gone` also one that is no longer there but has a history.

    Raises `NotFound` (several matches are listed), `Usage` for what no file can be named.
    """
    if not ref or "\0" in ref:
        raise Usage("references.bad", ref=repr(ref))
    if ref == "long-term":
        return _standing(Place(home.workspace_store, LONG_TERM), ref, gone)
    if ref == "today" or (len(ref) == 10 and ref[4::3] == "--" and date_end(ref, 0) == 10):
        day = f"{home.clock():%Y%m%d}" if ref == "today" else ref.replace("-", "")
        return _standing(Place(home.workspace_store, f"memory/{day[:6]}/{day}.md"), ref, gone)
    library = home.library
    if "/" in ref or os.sep in ref or ref == ".clue":
        return _allowed(home, _standing(_from_path(home, ref), ref, gone))
    if ref.isdecimal() and project is not None:
        shown = library.choices.shown(viewer)
        return _allowed(home, Place(library.kept, picked(library, project, ref, shown.paths if shown else None)))
    copies = _copies(library, project, ref)
    if len(copies) == 1:
        return _allowed(home, Place(library.kept, copies[0]))
    try:
        file = named(library, project, ref)
    except NotFound as problem:
        if is_conflict_copy(f"{ref.removesuffix('.md')}.md"):
            problem.suggestions = []  # never the memory itself: the command may be `delete`
        if not gone or problem.key == "library.several":
            raise
        file = _formerly(home, ref, project, problem)
    return _allowed(home, Place(library.kept, file))


def _from_path(home: Home, ref: str) -> Place:
    """A path: absolute below a root, else relative to the library, else to the workspace."""
    for kept in (home.library.kept, home.workspace_store):
        roots = {kept.root, os.path.realpath(kept.root)}
        below = [root for root in roots if os.path.isabs(ref) and os.path.normpath(ref).startswith(root + os.sep)]
        if below:
            return Place(kept, os.path.relpath(os.path.normpath(ref), below[0]).replace(os.sep, "/"))
    if os.path.isabs(ref):
        raise NotFound("references.outside", path=ref)
    file = ref.replace(os.sep, "/")
    if file.startswith("memory/"):
        return Place(home.workspace_store, file)
    return Place(home.library.kept, file)


def _standing(place: Place, ref: str, gone: bool) -> Place:
    """Raises `NotFound` for a file that is not there, nor was."""
    if place.kept.stat(place.file) is None and not (gone and place.kept.history.versions(place.kept.key, place.file)):
        raise NotFound("references.no-file", path=place.path, ref=ref)
    return place


def _copies(library: Library, project: Project | None, name: str) -> list[str]:
    """The conflict copies of this name; the project's own first. Raises `NotFound` where several have it."""
    file = f"{name.removesuffix('.md')}.md"
    if not is_conflict_copy(file):
        return []
    from clew.library.conflicts import conflicts_in  # late: it is rarely asked for

    key = same_name_key(file)
    found = [one.copy for one in conflicts_in(library) if same_name_key(one.copy.rpartition("/")[2]) == key]
    own = [copy for copy in found if project is not None and copy.startswith(project.dir_slug + "/")]
    if len(own or found) > 1:
        problem = NotFound("library.several", name=name, files=", ".join(found))
        problem.suggestions = found
        raise problem
    return own or found


def _formerly(home: Home, name: str, project: Project | None, problem: NotFound) -> str:
    """The file of a memory that is gone, by its name; the project's own first."""
    key = same_name_key(name.removesuffix(".md"))
    versions = home.library.kept.history.paths(home.library.kept.key)
    found = [one.path for one in versions if same_name_key(memory_name_of(one.path)) == key]
    own = [path for path in found if project is not None and path.startswith(project.dir_slug + "/")]
    if len(own or found) == 1:
        return (own or found)[0]
    if found:
        problem = NotFound("library.several", name=name, files=", ".join(found))
        problem.suggestions = found
    raise problem


def _allowed(home: Home, place: Place) -> Place:
    """Raises `RuleBroken("off")` where the file belongs to a directory in which clew is off."""
    library = home.library
    if place.kept is library.kept and home.off.directories():
        library.clue.refresh()
        for entry in library.clue.of_slug(place.file.partition("/")[0]):
            home.off.refuse(entry.dir)
    return place
