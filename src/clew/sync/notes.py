"""Publishing a memory as a note: which note it is, a new one or one that was published before; and what notes there are."""

from __future__ import annotations

from uuid import uuid4

from clew.errors import NotFound, RuleBroken
from clew.history.changing import Edit
from clew.library.catalog import text_problem
from clew.stores.contract import ABSENT
from clew.sync.contract import Refused, Seen
from clew.sync.look import NOT_READ
from clew.sync.note_more import source_of
from clew.sync.shares.files import beside
from clew.sync.shares.noted import noted
from clew.sync.simperium.client import SERVICE
from clew.text.characters import caseless, visible
from clew.text.lines import lines_of
from clew.text.names import memory_name_of
from clew.text.note_line import ids_beside
from clew.text.note_text import title_of
from clew.text.published import WHOLE, part_named, published
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from clew.library.library import Library
    from clew.library.project import Project
    from clew.sync.engine import Outcome
    from clew.sync.link import Link
    from clew.sync.shares.notes import PublishedNotes
    from clew.sync.states import Base, States
    from clew.text.note_line import NoteLine
    from clew.text.published import Part


class Request(Value):
    """What is to be published. `section` names a segment, `id` a note that is known already, `new` wants another one."""

    path: str
    topic: str = ""
    section: str = ""
    id: str = ""
    new: bool = False


class Published(Value):
    """The note, and what publishing it did."""

    id: str
    topic: str
    file: str
    version: str
    outcome: Outcome


class Listed(Value):
    """One published note, as this home knows it."""

    topic: str
    id: str
    version: str
    file: str
    section: str
    state: str  # "published", "changed", "parked", "begun" (no answer was heard yet)


def push(library: Library, link: Link, share: PublishedNotes, request: Request) -> Published:
    """Publishes a memory or a segment: on the note of the same topic that the memories name, else as a new one.

    Raises `RuleBroken("several-notes")` where they name several, `NotFound` for a section that is not there, and what a
    sync raises. An edit on the other side is merged; a note that this home has never seen is kept beside before it is
    written on.
    """
    text = _text(library, request.path)
    part = part_named(text, request.section) if request.section else WHOLE
    body = published(text, part).body
    topic = visible(request.topic) or title_of(body) or memory_name_of(request.path)
    known = noted(library, link.states.file, keeps=True).lines
    if not request.topic and not request.new and not request.id:
        own = [line for line in known.get(request.path, ()) if line.service == SERVICE and line.part == part.heading]
        topic = own[0].topic if own else topic
    id = request.id or ("" if request.new else _found(library, link.states, known, request.path, topic, part))
    fresh = not id
    if not id:
        id = str(uuid4())
    share.publish(id, request.path, topic, part)
    if not fresh:
        _meet(library, link, share, id, request.path, body)
    outcome = link.sync(only=frozenset([id])).run()
    if outcome.stopped is not None:
        raise outcome.stopped
    line = share.lines.get(id)
    return Published(id, topic, request.path, line.version if line else "", outcome)


def listed(states: States, share: PublishedNotes) -> list[Listed]:
    """Every published note of this library, without asking the service."""
    bases = states.bases()
    here, parked, begun = share.look(bases), states.parked(), states.begun()
    found = []
    for id, seen in here.items():
        state = "parked" if id in parked else "begun" if id in begun else _state(states, share, bases.get(id), seen)
        version = share.lines[id].version if id in share.lines else ""
        found.append(Listed(share.topic(id), id, version, seen.place, share.part(id).heading, state))
    return sorted(found, key=lambda one: (one.file, one.topic))


def adopt(link: Link, share: PublishedNotes, project: Project, id: str) -> str:
    """Makes a memory of a note that no memory names; its file. Raises `NotFound` for one that is not there."""
    try:
        there = link.target.fetch({id: Seen("")}).get(id)
    finally:
        link.target.close()
    if there is None:
        raise NotFound("sync.no-note", id=id)
    if there.odd is not None:
        raise there.odd
    share.heard({id: there})
    seen = share.take_in(project, id, there.text)
    link.states.settle(id, seen, Seen(there.revision), there.text)
    return seen.place


def _state(states: States, share: PublishedNotes, base: Base | None, seen: Seen) -> str:
    if base is None or base.dead:
        return "changed"
    if base.here == seen.revision:
        return "published"
    try:
        return "published" if share.same(share.read(base.key), states.text(base.key)) else "changed"
    except (NotFound, Refused):  # it cannot go there as it is: the next sync says why
        return "changed"


def _found(
    library: Library, states: States, known: Mapping[str, list[NoteLine]], path: str, topic: str, part: Part
) -> str:
    """The note of this topic: by clew's own lines, by a publication that was begun, by any id beside the topic."""
    key = caseless(topic)
    of_topic = {
        line.id: None
        for lines in (known.get(path, []), *known.values())
        for line in lines
        if line.service == SERVICE and caseless(line.topic) == key and line.part == part.heading
    }
    if not of_topic:
        of_topic = {
            id: None for id, begun in states.begun().items() if begun.text.place == path and _was(states, id, key, part)
        }
    if not of_topic:
        of_topic = dict.fromkeys(_beside(library, path, topic))
    if len(of_topic) > 1:
        raise RuleBroken("several-notes", topic=topic, ids=[*of_topic], suggestions=[*of_topic])
    return next(iter(of_topic), "")


def _was(states: States, id: str, topic: str, part: Part) -> bool:
    source = source_of(states, id)
    return caseless(source.topic) == topic and source.part.but(heading="") == part.but(heading="")


def _beside(library: Library, path: str, topic: str) -> Iterable[str]:
    """In the memory itself, else in its project, else anywhere: any id that somebody wrote down beside the topic."""
    folder = path.partition("/")[0]
    everywhere = library.catalog.everywhere()
    near = [memory.path for memory in everywhere.get(folder, ()) if memory.path != path]
    far = [memory.path for slug, memories in everywhere.items() if slug != folder for memory in memories]
    for paths in ([path], near, far):
        found = [id for one in paths for id in ids_beside(_text_if_any(library, one), topic)]
        if found:
            return found
    return ()


def _meet(library: Library, link: Link, share: PublishedNotes, id: str, path: str, body: tuple[str, ...]) -> None:
    """Before an older note is written on: one that is gone there begins anew, for that is what was asked for; of one
    that this home knows nothing of, what it says is kept beside the memory."""
    base = link.states.bases().get(id)
    if id in link.states.begun():
        return
    there = link.target.fetch({id: Seen("")}).get(id)
    if there is None:
        link.states.forget(id)
    elif there.odd is not None:
        raise there.odd
    elif base is None or base.dead:
        share.heard({id: there})
        if not set(filter(None, lines_of(there.text.body))) <= set(body):
            copy = beside(library.kept, path, SERVICE, library.now())
            data = f"{there.text.body}\n".encode("utf-8", "replace")
            library.kept.change([Edit(copy, data, ABSENT)], library.origin("sync"))
        link.states.settle(id, NOT_READ.but(place=path), Seen(there.revision), there.text)


def _text(library: Library, path: str) -> str:
    data = library.kept.get(path).data
    if problem := text_problem(data):
        raise NotFound(problem, path=library.path(path))
    return data.decode()


def _text_if_any(library: Library, path: str) -> str:
    try:
        return library.kept.get(path).data.decode("utf-8", "replace")
    except NotFound:
        return ""
