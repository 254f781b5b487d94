"""Facts in and out of the workspace, as commands and tools ask for it: cleaned, with who said so, undone in one step."""

from __future__ import annotations

import os

from clew.config import device_of
from clew.errors import NotFound, Unreadable, Usage
from clew.history.changing import Edit
from clew.history.records import Origin
from clew.library import directories
from clew.stores.contract import ABSENT
from clew.text.dates import date_end
from clew.text.fact_lines import Mark, fact_line, one_line
from clew.text.sections import outline_of
from clew.text.slugs import project_name
from clew.values import Value
from clew.workspace.forgetting import Files, Forgotten, Needle, line_id, remove
from clew.workspace.incoming import Incoming, cleaned
from clew.workspace.layout import LONG_TERM, appended, daily_file, decoded, encoded
from clew.workspace.memory import MemoryStore
from clew.workspace.planning import Fact, Plan, planned
from clew.workspace.realms import Owner, owner_of, projects_said, relinked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import date

    from clew.config import Clock, Settings
    from clew.history.kept import Kept
    from clew.library.library import Library
    from clew.library.off import OffList
    from clew.stores.contract import Blob

_PLACEHOLDERS = ("YYYY-MM-DD", "YYYYMMDD", "TODAY", "DATE", "{DATE}", "[DATE]")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


class Superseded(Value):
    """A line that the new fact contradicts; it stays, struck through."""

    line: str  # its id
    text: str


class Remembered(Value):
    """The receipt of `remember`."""

    section: str
    line: str  # the id of the fact, for `forget`
    revision: str
    text: str  # as it stands there
    file: str  # POSIX, relative to the workspace
    path: str  # absolute
    number: int  # of the line, from 1
    created: bool  # the file, by this fact
    repeated: bool
    superseded: tuple[Superseded, ...]
    masked: tuple[str, ...]
    escaped: int


class Would(Value):
    """What a fact would come to."""

    section: str
    repeated: bool
    superseded: tuple[str, ...]  # the facts that it contradicts
    masked: tuple[str, ...]


class Page(Value):
    """A text of the workspace as it is read; "" and no revision where there is none."""

    text: str
    revision: str  # of the file
    file: str  # POSIX, relative to the workspace
    path: str  # absolute


class Written(Page):
    """The receipt of a text that was written to long-term memory or to a daily note; `text` is the whole file."""

    masked: tuple[str, ...]
    escaped: int
    other_day: str = ""  # what a daily text calls itself, where that is not the day that it was written to


class Facts:
    """What is remembered and forgotten in the workspace of a home; raises as its stores do.

    `dir` says where the caller works: nothing is read or written for one who works where clew is off
    (`RuleBroken("off")`).
    """

    def __init__(
        self, files: Kept, clock: Clock, library: Callable[[], Library], off: OffList, settings: Settings
    ) -> None:
        self.files = files
        self.memory = MemoryStore(files, clock)
        self._library = library
        self._off = off
        self._settings = settings
        self._device = device_of(settings)

    def remember(
        self,
        text: str,
        section: str | None = None,
        dir: str | None = None,
        *,
        project: bool = False,
        agent: str | None = None,
        conversation: str | None = None,
        allow_secret: bool = False,
        pin: bool = False,
    ) -> Remembered:
        """Puts one fact into its section of long-term memory, once; `project` into that of the project in `dir`.

        Raises `Usage` for a text that is no fact, `Unreadable` for a file that clew cannot add to.
        """
        self._refuse_off(dir)
        fact, incoming = self._wished(text, section, dir, project, agent, conversation, allow_secret, pin)
        seen: list[tuple[bytes | None, Plan]] = []

        def change(old: bytes | None) -> bytes | None:
            seen.append((old, planned(decoded(self._addable(old)), fact)))
            return old if seen[-1][1].repeated else encoded(seen[-1][1].text)

        blob = self.memory.edit(LONG_TERM, change, self._origin("remember", agent, conversation))
        old, plan = seen[-1]
        lines = outline_of(plan.text).lines
        known = fact_line(lines[plan.line])
        return Remembered(
            section=plan.section,
            line=line_id(self.files, LONG_TERM, lines, plan.line),
            revision=blob.revision if blob else ABSENT,
            text=known.said,
            file=LONG_TERM,
            path=self.memory.path_of(LONG_TERM),
            number=plan.line + 1,
            created=not old,
            repeated=plan.repeated,
            superseded=tuple(
                Superseded(line_id(self.files, LONG_TERM, lines, at), fact_line(lines[at]).said)
                for at in plan.superseded
            ),
            masked=incoming.masked,
            escaped=incoming.escaped,
        )

    def would(
        self,
        text: str,
        section: str | None = None,
        dir: str | None = None,
        *,
        project: bool,
        allow_secret: bool = False,
    ) -> Would:
        """What `remember` would do with the same text. Nothing is written; raises as it does."""
        self._refuse_off(dir)
        fact, incoming = self._wished(text, section, dir, project, None, None, allow_secret, False)
        blob = self._blob(LONG_TERM)
        old = decoded(self._addable(blob.data if blob else None))
        plan = planned(old, fact)
        over = tuple(fact_line(line).said for line in map(outline_of(plan.text).lines.__getitem__, plan.superseded))
        return Would(plan.section, plan.repeated, over, incoming.masked)

    def at(self, clock: Clock) -> Facts:
        """The same, on the days of another clock: what comes from elsewhere keeps its time."""
        return Facts(self.files, clock, self._library, self._off, self._settings)

    def forget(
        self,
        text: str,
        lines: Iterable[str] = (),
        dir: str | None = None,
        *,
        agent: str | None = None,
        conversation: str | None = None,
    ) -> Forgotten:
        """Shows every line that says this, and removes those of them whose ids are in `lines`.

        What is chosen and not removed is in `unknown`. Raises `NotFound` where no line says it, `Unreadable`
        where one might that could not be read.
        """
        self._refuse_off(dir)
        if not text.strip():
            raise Usage("workspace.no-fact")
        needle, files = Needle(text), Files(self.files, self._library, self._off.directories())
        found = files.search(needle)
        if not found.matches:
            if found.unread:  # it may well stand there
                paths = [path for path, _ in found.unread]
                raise Unreadable("workspace.forget-unread", path=paths[0], text=one_line(text), paths=paths)
            raise NotFound("workspace.nothing-to-forget", text=one_line(text))
        stores = [self.files]
        if any(match.store != self.files.name for match in found.matches):
            stores.append(self._library().kept)
        return remove(files, needle, found, lines, stores, self._origin("forget", agent, conversation))

    def relinked(self, old: str, new: str) -> None:
        """Takes the facts of a project that moved to another directory along, and of all below it, as one entry of the history.

        For who has moved the projects already.
        """

        def change(data: bytes | None) -> bytes | None:
            text = decoded(data or b"")
            below = (dir for dir in projects_said(outline_of(text)) if directories.within(dir, [old]))
            for before in sorted({old, *below}):
                after = new + before[len(old) :]
                named = project_name(before) if before == old else None  # one below keeps its name
                owners = self._owner(before, after, named), self._owner(after, after)
                text = relinked(outline_of(text), *owners)
            return data and encoded(text)

        if self._blob(LONG_TERM) is not None:
            self.memory.edit(LONG_TERM, change, self._origin("relink", None, None))

    def _owner(self, dir: str, now: str, name: str | None = None) -> Owner:
        """A directory as the owner of facts, whose project is in the clue file as that of `now`."""
        entries = self._library().clue.entries()
        known = name or next((entry.name for entry in entries if entry.dir == now), project_name(dir))
        return Owner(known, dir, lambda: any(entry.name == known and entry.dir != now for entry in entries))

    def long_term(self, dir: str | None = None) -> Page:
        """All of long-term memory."""
        self._refuse_off(dir)
        blob = self._blob(LONG_TERM)
        return self._page(LONG_TERM, blob, decoded(blob.data) if blob else "")

    def notes(self, days: int = 1, dir: str | None = None) -> Page:
        """The notes of so many days, today's first; the file and its revision are today's."""
        self._refuse_off(dir)
        file = daily_file(self.memory.today())
        return self._page(file, self._blob(file), self.memory.get_recent_daily_notes(days))

    def note(
        self,
        text: str,
        dir: str | None = None,
        *,
        agent: str | None = None,
        conversation: str | None = None,
        allow_secret: bool = False,
    ) -> Written:
        """Adds to today's note; the clock alone says which day that is."""
        self._refuse_off(dir)
        if not text.strip():
            raise Usage("workspace.no-fact")
        incoming = cleaned(text, allow_secret)
        day, more = self.memory.today(), encoded(incoming.text)
        file = daily_file(day)
        origin = self._origin("daily", agent, conversation)
        blob = self.memory.edit(file, lambda old: appended(self._addable(old, file), day, more), origin)
        return self._written(file, blob, incoming).but(other_day=_other_day(text, day))

    def replace(
        self,
        text: str,
        expect: str | None,
        dir: str | None = None,
        *,
        agent: str | None = None,
        conversation: str | None = None,
        allow_secret: bool = False,
    ) -> Written:
        """Replaces all of long-term memory. `expect` is the revision that was read, "" where there was none.

        Raises `Usage` that names the present revision where none is given, `Conflict` with both texts for a stale one.
        """
        self._refuse_off(dir)
        blob = self._blob(LONG_TERM)
        path = self.memory.path_of(LONG_TERM)
        if expect is None:
            raise Usage("workspace.no-revision", path=path, revision=blob.revision if blob else "none")
        incoming = cleaned(text, allow_secret, decoded(blob.data) if blob else "")
        edit = Edit(LONG_TERM, encoded(incoming.text), ABSENT if expect == "none" else expect)
        (now,) = self.files.change([edit], self._origin("long-term", agent, conversation))
        return self._written(LONG_TERM, now, incoming)

    def _wished(
        self,
        text: str,
        section: str | None,
        dir: str | None,
        project: bool,
        agent: str | None,
        conversation: str | None,
        allow_secret: bool,
        pin: bool,
    ) -> tuple[Fact, Incoming]:
        incoming = _fact(text, allow_secret)
        owner = owner_of(self._library().project(dir)) if project else None
        now = self.memory.clock()
        mark = Mark(
            fact=f"f{os.urandom(4).hex()}",
            dir=owner.dir if owner else "",
            agent=agent or "",
            conversation=conversation or "",
            device=self._device,
            time=now.isoformat(timespec="seconds"),
        )
        return Fact(incoming.text, mark, now.date().isoformat(), section, owner, pin), incoming

    def _page(self, file: str, blob: Blob | None, text: str) -> Page:
        return Page(text, blob.revision if blob else ABSENT, file, self.memory.path_of(file))

    def _written(self, file: str, blob: Blob | None, incoming: Incoming) -> Written:
        assert blob is not None  # it was just written
        page = self._page(file, blob, decoded(blob.data))
        return Written(**page.as_dict(), masked=incoming.masked, escaped=incoming.escaped)

    def _addable(self, old: bytes | None, file: str = LONG_TERM) -> bytes:
        """The bytes of a file to which UTF-8 can be added."""
        if old and old.startswith(_UTF16):
            raise Unreadable("workspace.utf-16", path=self.memory.path_of(file))
        return old or b""

    def _blob(self, file: str) -> Blob | None:
        try:
            return self.files.get(file)
        except NotFound:
            return None

    def _refuse_off(self, dir: str | None) -> None:
        if dir is not None:
            given = directories.absolute(dir)
            real = directories.real(given)
            main = directories.main_checkout(real) if self._settings.worktrees == "shared" else None
            self._off.refuse(given, real, main or real)

    def _origin(self, what: str, agent: str | None, conversation: str | None) -> Origin:
        return Origin(what, agent, conversation, self._device)


def _fact(text: str, allow_secret: bool) -> Incoming:
    """A text as the one line that a fact is, without the bullet that a caller may have put before it."""
    items = [line for line in text.splitlines() if fact_line(line).is_item]
    if len(items) > 1:
        raise Usage("workspace.several-facts", count=len(items))
    incoming = cleaned(text, allow_secret)
    line = one_line(incoming.text)
    if items:
        line = line.removeprefix(fact_line(line).lead)
    if not line.strip("-*+#~_ "):
        raise Usage("workspace.no-fact")
    encoded(line)
    return incoming.but(text=line)


def _other_day(text: str, day: date) -> str:
    """The date above a daily text, where it is not the day's: an agent that does not know the date makes one up."""
    first = text.strip().partition("\n")[0].strip("# \r")
    if first.upper() in _PLACEHOLDERS:
        return first
    if not first or date_end(first, 0) != len(first):
        return ""
    numbers = "".join(char if char.isdecimal() else " " for char in first).split()
    if len(numbers) == 3:
        numbers = [numbers[0], numbers[1].zfill(2), numbers[2].zfill(2)]
    return "" if "".join(numbers) == f"{day:%Y%m%d}" else first
