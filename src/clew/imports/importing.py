"""What becomes of the pieces that an importer read: each is stored once, with its source and its time, by the rules.

A piece is known again by its source: a memory by its conversation, whose id is made from it; a fact by its words; a
day by the paragraphs that stand in its note already. So the same import again changes nothing, and one of a source that
has grown adds what is new.
"""

from __future__ import annotations

import os
from hashlib import sha256

from clew.errors import ClewError, RuleBroken
from clew.history.records import Origin
from clew.imports import names
from clew.imports.pieces import Day, Fact, Memory
from clew.library.library import Library
from clew.library.wish import Wish, cleaned
from clew.stores.edit import edit
from clew.text.characters import caseless
from clew.text.decoding import decoded
from clew.text.note_line import note_lines, with_note_line
from clew.text.plain import plain
from clew.text.published import published
from clew.text.segments import segments_of
from clew.text.tags import passing
from clew.values import Value
from clew.workspace.facts import Facts
from clew.workspace.incoming import cleaned as incoming
from clew.workspace.layout import LONG_TERM, appended, daily_file, encoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from clew.imports.pieces import Found
    from clew.text.note_line import NoteLine

NEW, GROWN, KNOWN, LEFT = "new", "grown", "known", "left"


class Action(Value):
    """What was done with a piece, or would be."""

    action: str  # new, grown, known (nothing to do), left (why is among the problems)
    kind: str  # memory, fact, day
    source: str
    title: str  # of a memory, the section of a fact, the day
    path: str  # the file that it went to; "" where it is not known before it is written
    masked: tuple[str, ...] = ()


class Importing:
    """One import into one home; `name` is the importer's."""

    def __init__(self, name: str, library: Library, facts: Facts, *, dry_run: bool, allow_secret: bool = False) -> None:
        self._name = name
        self._library = library
        self._facts = facts
        self._dry_run = dry_run
        self._allow_secret = allow_secret
        self._would: dict[str, list[str]] = {}  # what a dry run found for each memory, or section, so far
        self._sources: dict[str, str] | None = None  # the memory of each note, as of the first that was asked for
        self.problems: list[ClewError] = []

    def actions(self, found: Found) -> Iterator[Action]:
        """Does one piece after the other, and says what was done. One that cannot be stored costs only itself."""
        self.problems.extend(found.problems)
        for piece in found.pieces:
            try:
                if isinstance(piece, Memory):
                    yield self._memory(piece)
                elif isinstance(piece, Fact):
                    yield self._fact(piece)
                else:
                    yield self._day(piece)
            except ClewError as problem:
                if problem.kind in ("locked", "storage") or (isinstance(problem, RuleBroken) and problem.rule == "off"):
                    raise  # so will be the next
                problem.path = problem.path or piece.source
                self.problems.append(problem)
                yield Action(LEFT, _kind(piece), piece.source, "", "")

    def _memory(self, piece: Memory) -> Action:
        library = self._at(min(piece.time, self._library.now()))  # what comes from tomorrow would stand first for ever
        project = library.project(piece.dir)
        wish = Wish(piece.text, piece.tags, self._conversation_of(piece), piece.title, agent=self._name)
        wish = cleaned(wish, self._allow_secret)
        conversation = wish.conversation or ""
        file = library.memory_of(conversation)
        path = library.path(file) if file else ""
        more = wish.text if file is None else self._more(library.kept.get(file).data, wish)
        if file is None and (source := self._source_of(piece.note)):
            path = library.path(source)
            more = "" if _said(more) in _said(decoded(library.kept.get(source).data)) else more
        before = self._would.setdefault(conversation, [])
        if self._dry_run and any(more.strip("\n") in text for text in before):
            more = ""
        if more and not self._dry_run:
            tags = tuple(passing((*wish.tags, self._name), project.common_tags(), wish.text))
            heading = f"{self._name}: {piece.heading}"
            saved = library.save(project, wish.but(text=more, tags=tags, heading=heading), allow_secret=True)
            path = saved.path
            if piece.note is not None:
                self._tie(library, saved.file, piece.note)
        action = (GROWN if file or before else NEW) if more else KNOWN
        before.append(wish.text)
        return Action(action, "memory", piece.source, piece.title, path, wish.masked)

    def _source_of(self, note: NoteLine | None) -> str | None:
        """The memory that names this note as its own, such as one that was made of it."""
        if note is None:
            return None
        if self._sources is None:
            self._sources = {}
            for memories in self._library.catalog.everywhere().values():
                for memory in memories:
                    for line in note_lines(decoded(self._library.kept.get(memory.path).data)):
                        if not line.part:
                            self._sources.setdefault(line.id, memory.path)
        return self._sources.get(note.id)

    def _more(self, data: bytes, wish: Wish) -> str:
        """What of the text the memory does not hold yet: nothing, what was added at its end, or all of a changed one."""
        rest = wish.text.strip("\n")
        if rest in decoded(plain(data)):  # it came from here
            return ""
        for one in segments_of(data):
            said = decoded(one.text(data)).strip("\n")
            if one.mark.conversation == wish.conversation and f"{rest}\n".startswith(f"{said}\n"):
                rest = rest[len(said) :].strip("\n")  # what is no beginning of it is an older version
        return rest

    def _fact(self, piece: Fact) -> Action:
        facts = self._facts.at(lambda: piece.time)
        would = facts.would(
            piece.text, piece.section, piece.dir, project=piece.dir is not None, allow_secret=self._allow_secret
        )
        if would.superseded:  # what is imported is older than what was said since
            raise ClewError("imports.contradicts", path=piece.source, text=piece.text, known=would.superseded[0])
        before = self._would.setdefault(f"{piece.dir}\n{would.section}", [])
        known = would.repeated or (self._dry_run and caseless(piece.text.strip()) in before)
        before.append(caseless(piece.text.strip()))
        if not known and not self._dry_run:
            facts.remember(
                piece.text,
                piece.section,
                piece.dir,
                project=piece.dir is not None,
                agent=self._name,
                conversation=self._conversation(piece.source),
                allow_secret=self._allow_secret,
            )
        path = facts.memory.path_of(LONG_TERM)
        return Action(KNOWN if known else NEW, "fact", piece.source, would.section, path, would.masked)

    def _day(self, piece: Day) -> Action:
        text = incoming(piece.text, self._allow_secret)
        file, memory = daily_file(piece.day), self._facts.memory
        seen: list[tuple[bytes | None, str]] = []

        def change(old: bytes | None) -> bytes | None:
            more = _unsaid(text.text, decoded(old or b""))
            seen.append((old, more))
            return appended(old, piece.day, encoded(more) + b"\n") if more and not self._dry_run else old

        if self._dry_run:
            change(encoded(memory.read_day(piece.day)) or None)
        else:
            memory.edit(file, change, Origin("import", self._name, None, self._library.device()))
        old, more = seen[-1]
        action = (GROWN if old else NEW) if more else KNOWN
        return Action(action, "day", piece.source, piece.day.isoformat(), memory.path_of(file), text.masked)

    def _tie(self, library: Library, file: str, note: NoteLine) -> None:
        """The line by which the memory's note is found: it is no part of what the memory says."""
        lang = library.settings.lang or "en"

        def tied(data: bytes | None) -> bytes | None:
            return data and with_note_line(decoded(data), note, lang).encode("utf-8", "surrogateescape")

        edit(library.kept, file, tied)

    def _conversation_of(self, piece: Memory) -> str:
        """A note is one conversation, by whatever file it comes; and so is a file, by whichever importer it came."""
        if piece.conversation or piece.note:
            return piece.conversation or f"note:{piece.note.id if piece.note else ''}"
        own = self._conversation(piece.source)
        others = (own.replace(self._name, name, 1) for name in names() if name != self._name)
        return next((one for one in (own, *others) if self._library.memory_of(one)), own)

    def _conversation(self, source: str) -> str:
        """The conversation that a source is: the same one at every import, on every machine that has it there."""
        return f"{self._name}:{sha256(os.fsencode(_real(source))).hexdigest()[:16]}"

    def _at(self, time: datetime) -> Library:
        """The library as it was when the piece was written: what is saved bears that time."""
        own = self._library
        return Library(own.kept, own.state, own.settings, lambda: time, own.off, own.tell)


def _said(text: str) -> str:
    """What a memory or a note says, without the lines that are clew's own and without its header."""
    return "\n".join(published(text).body).strip("\n")


def _real(source: str) -> str:
    """The source by the one name that its file has, whatever link led there."""
    if os.path.lexists(source):
        return os.path.realpath(source)
    file, mark, inside = source.rpartition("#")
    return os.path.realpath(file) + mark + inside if mark else source


def _unsaid(text: str, note: str) -> str:
    """The paragraphs that the note does not have."""
    return "\n\n".join(block for block in text.split("\n\n") if block.strip() and block.strip() not in note)


def _kind(piece: Memory | Fact | Day) -> str:
    return type(piece).__name__.lower()
