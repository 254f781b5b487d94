"""The notes that were published from memories: each a memory, or one segment, with the note's line in it."""

from __future__ import annotations

from clew.errors import NotFound, Unreadable
from clew.library.catalog import text_problem
from clew.sync.contract import Joined, Refused, Seen, Text
from clew.sync.look import NOT_READ
from clew.sync.note_more import NoteMore, Source, keep_source, source_of, unpacked
from clew.sync.shares.files import lies_in_the_cloud
from clew.sync.shares.note_memories import NoteMemories, Wanted
from clew.sync.shares.noted import noted
from clew.sync.simperium.client import SERVICE
from clew.text.change_log import with_entry
from clew.text.characters import visible
from clew.text.lines import lines_of, trimmed
from clew.text.merge import merge, united
from clew.text.note_header import FIRST, Header, later, next_version
from clew.text.note_header import merged as merged_header
from clew.text.note_line import NoteLine
from clew.text.note_tags import note_tags, same_note_tags
from clew.text.note_text import title_of
from clew.text.published import WHOLE, Part, part_named, part_of, published
from clew.text.secrets import find
from clew.text.segments import segments_of
from clew.text.tags import merged_tags
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from clew.library.library import Library
    from clew.library.project import Project
    from clew.sync.contract import Fetch, There
    from clew.sync.shares.noted import Noted
    from clew.sync.states import Base, States


class Publishing(Value):
    """How notes are written: by whom, in which language, and what is said of this change in a change log."""

    author: str  # "": the agent that wrote last
    lang: str
    changed: str  # what a change log says where nobody says more
    message: str = ""
    allow_secret: bool = False


class PublishedNotes:
    """The share of a notes service. `keeps` False: nothing is written, for a plan."""

    def __init__(self, library: Library, states: States, publishing: Publishing, *, keeps: bool = True) -> None:
        self._library = library
        self._states = states
        self._how = publishing
        self._keeps = keeps
        self._memories = NoteMemories(library)
        self.lines: dict[str, NoteLine] = {}  # by id, as of the last look; `places` has the memories
        self.places: dict[str, str] = {}
        self._publishing: dict[str, str] = {}
        self._closed: frozenset[str] = frozenset()

    def look(self, bases: Mapping[str, Base]) -> Mapping[str, Seen]:
        """See the contract. A note whose line somebody took out is still its memory's."""
        found = noted(self._library, self._states.file, keeps=self._keeps)
        self._memories.tags = found.tags
        self._closed = found.closed
        self._find(found, bases)
        here: dict[str, Seen] = {}
        for id, path in self.places.items():
            slug = path.partition("/")[0]
            if path in found.memories:
                here[id] = Seen(found.seen(path), path)
            elif id in bases and (slug in found.closed or lies_in_the_cloud(self._library.kept, path)):
                here[id] = Seen(bases[id].here, path)  # as if nothing had changed: it is not gone
            elif slug in found.missing:
                raise NotFound("library.folder-missing", path=self._library.path(slug), dir=found.missing[slug])
        return here

    def _find(self, found: Noted, bases: Mapping[str, Base]) -> None:
        """Where each note is: where a line says so, where it is being published, else where it was."""
        self.places, self.lines = {}, {}
        asked_for = {*bases, *self._publishing, *self._states.begun()}
        for path, lines in found.lines.items():
            for line in lines:
                if line.service != SERVICE or (line.id not in asked_for and self._is_imported(path, line.id)):
                    continue
                if self._is_nearer(path, line, bases.get(line.id)):
                    self.places[line.id], self.lines[line.id] = path, line
        for id, begun in self._states.begun().items():
            self.places.setdefault(id, begun.text.place)
        self.places.update(self._publishing)
        for id, base in bases.items():
            whole = any(line.service == SERVICE and not line.part for line in found.lines.get(base.place, ()))
            if not base.dead and id not in self.places and not (whole and not self.part(id)):
                self.places[id] = base.place

    def heard(self, found: Mapping[str, There]) -> None:
        """The history keeps what anybody wrote into a note, as far as it was ever seen."""
        texts = [(f"{key}.md", there.text.body.encode("utf-8", "surrogatepass")) for key, there in found.items()]
        self._library.kept.history.notice(f"notes:{self._states.target}", texts)

    def paired(self, seen: Mapping[str, Seen], bases: Mapping[str, Base], fetch: Fetch) -> Mapping[str, str]:
        """A note has its own id on both sides."""
        return {}

    def publish(self, id: str, path: str, topic: str, part: Part) -> None:
        """From now on a note of this id is published from this memory; to be said before the first request."""
        self._publishing[id] = path
        self.remember(id, path, topic, part)

    def remember(self, id: str, path: str, topic: str, part: Part) -> None:
        """What of which memory a note is, for as long as no line there says so."""
        keep_source(self._states, id, Source(path, topic, part))

    def part(self, id: str) -> Part:
        """What of the memory the note is."""
        return source_of(self._states, id).part

    def topic(self, id: str) -> str:
        """What the note is called in the memory."""
        line = self.lines.get(id)
        return line.topic if line is not None else source_of(self._states, id).topic or id

    def read(self, key: str) -> Text:
        """See the contract. What is no text, and keys that the note did not hold before, are refused."""
        path = self.places[key]
        data = self._data_of(path)
        text = data.decode()
        part = self._part_here(key, text)
        try:
            note = published(text, part)
        except NotFound as problem:
            raise Refused(problem.key, heading=part.heading) from problem
        body = "\n".join(note.body)
        self._refuse_secrets(key, body)
        tags = self._memories.tags.get(path, ())
        marks = [one.mark for one in segments_of(data) if not part or one.mark.time == part.time]
        if part:
            tags = marks[0].tags
        agent = next((mark.agent for mark in reversed(marks) if mark.agent), "")
        line = self.lines.get(key)
        own = note.header or Header("", "")
        more = NoteMore(own.author, line.version if line else own.version, note.log, agent=agent)
        return Text(body, tuple(note_tags(tags)), path, more.packed())

    def same(self, one: Text, other: Text) -> bool:
        """Header and change log do not count, nor where the memory stands."""
        return one.body == other.body and same_note_tags(one.tags, other.tags)

    def join(self, base: Text | None, ours: Text, theirs: Text) -> Joined:
        """By lines; what both added at one place is both there."""
        mine, other = lines_of(ours.body), lines_of(theirs.body)
        if base is None:
            merged = united(mine, other)
        else:
            merged = merge(lines_of(base.body), mine, other, both_added=True)
        tags = merged_tags(base.tags if base else (), ours.tags, theirs.tags)
        one, two = unpacked(ours.more), unpacked(theirs.more)
        header = merged_header(unpacked(base.more).header if base else None, one.header, two.header) or Header("", "")
        more = NoteMore(header.author, header.version, two.log, two.rest, one.agent)
        return Joined(Text("\n".join(merged.lines), tuple(tags), ours.place, more.packed()), merged.clashes)

    def dressed(self, text: Text, base: Text | None, there: Text | None) -> Text:
        """With a header one version on, and a line in the change log where there is one."""
        own, last, now = unpacked(text.more), unpacked(base.more if base else ""), unpacked(there.more if there else "")
        published_before = base is not None or there is not None
        versions = [one.version for one in (own, last, now) if one.version]
        version = FIRST
        for one in versions:
            version = later(version, one)
        if published_before:
            version = next_version(version)
        log = [*(now.log or last.log)]
        if not set(own.log) <= set(log):
            log = united([*own.log], log, both_added=True).lines
        if self._how.message or (log and published_before):
            day = f"{self._library.now():%Y-%m-%d}"
            log = with_entry(log, day, version, self._how.message or self._how.changed, self._how.lang)
        author = own.author or now.author or last.author or self._how.author or own.agent or "clew"
        more = NoteMore(author, version, tuple(trimmed(log)), now.rest or last.rest)
        return text.but(more=more.packed())

    def write(self, key: str, text: Text, expect: Seen | None, ours: Text | None = None) -> Seen:
        """See the contract. The note's line takes the note's version with it."""
        if expect is None and (before := self._states.before(key)):
            self.remember(key, self._last_place(key), self.topic(before), self.part(before))
        line = self._line(key, unpacked(text.more).version)
        wanted = Wanted(lines_of(text.body), text.tags, line, self.part(key))
        if expect is None:
            path = self._memories.brought_back(text.place or self._last_place(key), wanted, self._how.lang)
        else:
            path = expect.place
            self._memories.written(path, expect, wanted, self._how.lang, keeps_ours=ours is not None)
        self.places[key], self.lines[key] = path, line
        return self._memories.seen(path)

    def put(self, key: str, text: Text, here: Seen) -> Seen:
        """Writes the note's line with the version that is published now."""
        before = self.lines.get(key)
        line = self._line(key, unpacked(text.more).version)
        if before == line:
            return here
        changed = self._memories.with_line(here.place, line, self._how.lang)
        self.lines[key] = line
        return self._memories.seen(here.place) if changed == here.revision else NOT_READ.but(place=here.place)

    def take_in(self, project: Project, id: str, text: Text) -> Seen:
        """Makes a memory of a note that none names, in this project."""
        title = title_of(lines_of(text.body)) or id
        line = NoteLine(visible(title), SERVICE, id, unpacked(text.more).version or FIRST)
        path = self._memories.made(project, title, Wanted(lines_of(text.body), text.tags, line, WHOLE), self._how.lang)
        self.remember(id, path, line.topic, WHOLE)
        self.places[id], self.lines[id] = path, line
        return self._memories.seen(path)

    def rename_key(self, key: str, new: str, here: Seen) -> None:
        """The note was deleted for good; what is here goes on as another one."""
        part, line = self.part(key), self._line(key, "")
        self.remember(new, here.place, line.topic, part)
        self._memories.with_line(here.place, line.but(id=new), self._how.lang, instead_of=key)

    def remove(self, key: str, expect: Seen) -> None:
        """The memory, or of a segment only the line: its memory says other things too."""
        self._memories.removed(expect.place, expect, key, whole=not self.part(key))

    def stays(self, key: str, place: str) -> bool:
        return place.partition("/")[0] in self._closed

    def is_last(self, key: str) -> bool:
        """No note tells of others."""
        return False

    def settle(self, keys: Iterable[str]) -> bool:
        """Each write has put the clue file in order already."""
        return False

    def _is_imported(self, path: str, id: str) -> bool:
        """Whether an import made this memory of the note: it says the same in another form, and is published when
        somebody says so, or a sync after an import would write anew on every note that there is."""
        return path in self._library.catalog.paths_of(f"note:{id}", everywhere=False)

    def _is_nearer(self, path: str, line: NoteLine, base: Base | None) -> bool:
        """Of several memories with the line of one note, it is the one that it was, else the one with the highest version."""
        known = self.lines.get(line.id)
        if known is None or (base is not None and base.place == path):
            return True
        was = base is not None and base.place == self.places[line.id]
        return not was and known.version != line.version and later(known.version, line.version) == line.version

    def _data_of(self, path: str) -> bytes:
        """A memory's own. Raises `NotFound`; `Refused` for what is no text."""
        try:
            data = self._library.kept.get(path).data
        except Unreadable as problem:
            raise Refused(problem.key, **problem.data) from problem
        if no_text := text_problem(data):
            raise Refused(no_text, path=self._library.path(path))
        return data

    def _part_here(self, key: str, text: str) -> Part:
        """The part by the name that it has now. Raises `Refused` for a segment that is gone."""
        part, line = self.part(key), self.lines.get(key)
        if not part and line is not None and line.part:
            try:
                part = part_named(text, line.part)
            except NotFound as problem:
                raise Refused(problem.key, heading=line.part) from problem
            if self._keeps:
                self.remember(key, self.places[key], line.topic, part)
        found = part_of(text, part)
        if found is None:
            raise Refused("sync.no-segment", heading=part.heading)
        return found

    def _line(self, key: str, version: str) -> NoteLine:
        before = self.lines.get(key)
        part = self.part(key)
        if before is None:
            return NoteLine(self.topic(key), SERVICE, key, version or FIRST, part.heading)
        return before.but(version=later(before.version, version) if version else before.version)

    def _last_place(self, key: str) -> str:
        bases = self._states.bases()
        return bases[key if key in bases else self._states.before(key)].place

    def _refuse_secrets(self, key: str, body: str) -> None:
        if self._how.allow_secret:
            return
        found = find(body)
        if found and key in self._states.bases():
            known = {one.shown for one in find(self._states.text(key).body)}
            found = tuple(one for one in found if one.shown not in known)
        if found:
            raise Refused("sync.secret", secret=found[0].shown)
