"""Every line that says something, wherever it stands; the chosen ones are taken out, and the history keeps them.

An id names one line of one file: that of its fact, else one made of what it says, so that lines which come and go
elsewhere do not change it.
"""

from __future__ import annotations

from time import monotonic

from clew.errors import ClewError, Conflict, NotFound
from clew.history.changing import Edit
from clew.history.kept import Kept
from clew.library import directories
from clew.stores.contract import revision_of
from clew.stores.lock import SECONDS
from clew.text.characters import caseless
from clew.text.conflicts import is_memory_file
from clew.text.fact_lines import fact_line, one_line
from clew.text.sections import outline_of, project_named
from clew.text.segments import escaped, facts_of
from clew.text.slugs import is_folder_name
from clew.values import Value
from clew.workspace.layout import FOLDER, LONG_TERM, day_of, decoded, encoded
from clew.workspace.realms import dirs_said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from clew.history.records import Origin
    from clew.library.library import Library
    from clew.text.sections import Outline

_COMMENT = "<!-- clew "


class Match(Value):
    """One line that says what was asked for."""

    line: str  # its id
    store: str
    file: str  # POSIX, relative to the root
    path: str  # absolute
    number: int  # from 1
    section: str  # the heading above it, "" where there is none
    text: str  # the line without clew's comment
    exact: bool  # it says this and nothing else


class Found(Value):
    """What a look everywhere found."""

    matches: tuple[Match, ...]
    unread: tuple[tuple[str, str], ...] = ()  # (path, words key) of what could not be read


class Forgotten(Value):
    """The receipt of `forget`. Nothing is removed but what was chosen by its id."""

    matches: tuple[Match, ...]
    removed: tuple[Match, ...] = ()
    unknown: tuple[str, ...] = ()  # ids that no matching line has
    unread: tuple[tuple[str, str], ...] = ()


class Needle:
    """A text to look for, verbatim or in another case or normal form, as it was said or as it was stored."""

    def __init__(self, text: str) -> None:
        said = one_line(text)
        self._forms = {said, escaped(said)[0]}
        self._keys = {caseless(form) for form in self._forms}

    def within(self, text: str) -> bool:
        """Whether the text holds it."""
        if any(form in text for form in self._forms):
            return True
        key = caseless(text)
        return any(form in key for form in self._keys)

    def equals(self, text: str) -> bool:
        """Whether the text is it."""
        return caseless(text) in self._keys


class Files:
    """The files of a home in which a fact may stand, without those of directories where clew is off."""

    def __init__(self, workspace: Kept, library: Callable[[], Library], off: Sequence[str]) -> None:
        self._workspace = workspace
        self._library = library
        self._off = off
        self.unread: list[tuple[str, str]] = []

    def search(self, needle: Needle) -> Found:
        """Long-term memory, daily notes from the newest on, memories."""
        found: list[Match] = []
        for kept, file in self._all():
            try:
                data = kept.get(file).data
            except NotFound:
                continue
            except ClewError as problem:
                self.unread.append((kept.path(file), problem.key))
                continue
            found += [match for _, match in self.matches(kept, file, data, needle)]
        return Found(tuple(found), tuple(self.unread))

    def matches(self, kept: Kept, file: str, data: bytes, needle: Needle) -> list[tuple[int, Match]]:
        """The lines of one file that match, with their indexes."""
        text = decoded(data)
        if not needle.within(text) or (kept is not self._workspace and self._is_off(facts_of(data).dir)):
            return []
        outline = outline_of(text)
        barred = self._barred(kept, file, outline)
        seen: dict[str, int] = {}
        found = []
        for at, line in enumerate(outline.lines):
            if at in barred:
                continue
            known = fact_line(line)
            shown = known.lead + known.body
            if needle.within(shown):
                around = outline.at(at)
                match = Match(
                    line=_id(kept, file, known.mark.fact, shown, seen),
                    store=kept.name,
                    file=file,
                    path=kept.path(file),
                    number=at + 1,
                    section=around[-1].title if around else "",
                    text=shown.strip(),
                    exact=needle.equals(known.said) or needle.equals(shown.strip()),
                )
                found.append((at, match))
        return found

    def _all(self) -> Iterator[tuple[Kept, str]]:
        yield self._workspace, LONG_TERM
        days = [stat.path for stat in self._workspace.list(FOLDER, deep=True) if day_of(stat.path)]
        yield from ((self._workspace, file) for file in sorted(days, reverse=True))
        try:
            library = self._library()
        except ClewError as problem:  # unmounted: the rest can be looked at
            self.unread.append((problem.path or "", problem.key))
            return
        open_slugs = {project.dir_slug for project in library.open_projects()}
        closed = {project.dir_slug for project in library.projects()} - open_slugs
        for folder in library.kept.list():
            if folder.kind == "folder" and is_folder_name(folder.path) and folder.path not in closed:
                for stat in library.kept.list(folder.path):
                    if stat.kind == "file" and is_memory_file(stat.name):
                        yield library.kept, stat.path

    def _barred(self, kept: Kept, file: str, outline: Outline) -> set[int]:
        """The lines that hold a file together, and those of projects that are off."""
        if kept is not self._workspace:
            return {
                at for at, line in enumerate(outline.lines) if line.startswith(_COMMENT) or not line.strip("-* _\r\n")
            }
        if file != LONG_TERM:
            return {0} if outline.lines and outline.lines[0].startswith("# ") else set()
        barred = {at for section in outline.sections for at in range(section.start, section.body)}
        for section in outline.sections if self._off else ():
            if project_named(section.title) is not None and any(map(self._is_off, dirs_said(outline, section))):
                barred.update(range(section.start, section.end))
        return barred

    def _is_off(self, dir: str | None) -> bool:
        return bool(self._off and dir and directories.within(dir, self._off))


def remove(
    files: Files, needle: Needle, found: Found, wanted: Iterable[str], stores: Iterable[Kept], origin: Origin
) -> Forgotten:
    """Takes out the chosen lines: those of one store are one entry of its history, which `undo` takes back.

    What another program writes meanwhile stays. Raises as the stores do where nothing could be removed.
    """
    wanted = tuple(dict.fromkeys(wanted))
    removed: list[Match] = []
    for kept in stores:
        paths = {match.file for match in found.matches if match.store == kept.name and match.line in wanted}
        if paths:
            removed += _removed(files, kept, sorted(paths), needle, set(wanted), origin)
    gone = {match.line for match in removed}
    return Forgotten(found.matches, tuple(removed), tuple(line for line in wanted if line not in gone), found.unread)


def _removed(
    files: Files, kept: Kept, paths: list[str], needle: Needle, wanted: set[str], origin: Origin
) -> list[Match]:
    deadline = monotonic() + SECONDS
    with kept.lock():
        while True:
            edits: list[Edit] = []
            removed: list[Match] = []
            for path in paths:
                try:
                    blob = kept.get(path)
                except NotFound:
                    continue
                chosen = {at: one for at, one in files.matches(kept, path, blob.data, needle) if one.line in wanted}
                if chosen:
                    lines = outline_of(decoded(blob.data)).lines
                    left = "".join(line for at, line in enumerate(lines) if at not in chosen)
                    edits.append(Edit(path, encoded(left), blob.revision, blob))
                    removed += chosen.values()
            try:
                if edits:
                    kept.change(edits, origin)
                return removed
            except Conflict:  # an editor was quicker
                if monotonic() > deadline:
                    raise


def line_id(kept: Kept, file: str, lines: Sequence[str], at: int) -> str:
    """The id of one line, as a search would give it."""
    known = fact_line(lines[at])
    seen: dict[str, int] = {}
    for line in lines[:at]:
        if known.body not in line:
            continue
        other = fact_line(line)
        if (other.lead, other.body) == (known.lead, known.body):
            _id(kept, file, other.mark.fact, other.lead + other.body, seen)
    return _id(kept, file, known.mark.fact, known.lead + known.body, seen)


def _id(kept: Kept, file: str, fact: str, shown: str, seen: dict[str, int]) -> str:
    """The fact's own; for a copy of its line, and for any other line, one of what it says and which of its likes it is."""
    if fact and fact not in seen:
        seen[fact] = 1
        return fact
    seen[shown] = seen.get(shown, 0) + 1
    said = "\0".join((kept.name, file, shown, str(seen[shown])))
    return "x" + revision_of(said.encode("utf-8", "surrogateescape"))[:8]
