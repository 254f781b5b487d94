"""Simplenote, and what speaks as it does: the notes that were published from memories."""

from __future__ import annotations

from datetime import UTC, datetime
from difflib import get_close_matches
from uuid import UUID, uuid4, uuid5

from clew.config import device_of
from clew.errors import NotFound
from clew.sync.contract import Later, LoginNeeded, Moved, Refused, Seen, Text, There
from clew.sync.forgetting import may_be
from clew.sync.link import Link, clock_of, file_of
from clew.sync.note_more import NoteMore, source_of, unpacked
from clew.sync.shares.notes import SERVICE, PublishedNotes, Publishing
from clew.sync.simperium.client import Client, Held
from clew.sync.simperium.connection import Connection, Pace
from clew.sync.simperium.tokens import Tokens
from clew.sync.states import States
from clew.text.characters import caseless
from clew.text.lines import lines_of
from clew.text.note_tags import note_tag_key, same_note_tags
from clew.text.note_text import NoteText, content_of, note_text, title_of
from clew.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from clew.sync.contract import Target
    from clew.sync.link import Place
    from clew.sync.simperium.client import Object

_ONE_BY_ONE = 10  # notes up to which each is asked for; of more a listing brings the texts
_AGAIN = UUID("7d1b7a5e-0c0b-4d0e-9b52-6f6b0f3b0c5a")
_SHOWN = 10  # versions of one note
_NEAR = 3  # titles that are told instead of one that no note has
_DAY = 86_400
_MARKDOWN = "markdown"
_NEW: Object = {"systemTags": [], "deleted": False, "shareURL": "", "publishURL": ""}


_HOSTS = {"data": "https://api.simperium.com", "auth": "https://auth.simperium.com"} | {
    "account": "https://app.simplenote.com"
}


def is_set(place: Place) -> bool:
    """Whether there is a token, or anything was ever published."""
    return bool(tokens_of(place).get()) or bool(States(file_of(place.home), name_of(place)).bases())


def link(place: Place, *, keeps: bool = True) -> Link:
    """Opens it. Raises `LoginNeeded` where there is no token."""
    token = tokens_of(place).get()
    if not token:
        raise LoginNeeded("sync.no-token", target=SERVICE)
    states, share = share_of(place, keeps=keeps)
    client = Client(connection(place, "data"), token, device_of(place.settings) or "clew")
    return Link(share, Simplenote(client, states, place.lang, keeps=keeps), states, clock_of(place))


def share_of(place: Place, *, keeps: bool = True) -> tuple[States, PublishedNotes]:
    """This home's side, for which nobody need be logged in."""
    states = States(file_of(place.home), name_of(place))
    author = place.settings.author or ""
    how = Publishing(author, place.lang, say("sync.changed", place.lang), place.message, place.allow_secret)
    return states, PublishedNotes(place.library, states, how, keeps=keeps)


def ids_titled(target: Target, name: str) -> list[str]:
    """The notes with this id, else with this title; what lies in the trash does not count. Raises `NotFound`."""
    assert isinstance(target, Simplenote)
    return target.titled(name)


def versions_of(target: Target, id: str) -> tuple[list[dict[str, object]], list[str]]:
    """The newest versions that the service still has, and the change log of the last. Raises `NotFound`."""
    assert isinstance(target, Simplenote)
    return target.versions(id)


def count_of(place: Place, token: str) -> int:
    """How many notes are in the account of a token; by that it is tried."""
    client = Client(connection(place, "data"), token, device_of(place.settings) or "clew")
    try:
        return len(client.index()[0])
    finally:
        client.close()


def connection(place: Place, host: str) -> Connection:
    """To one of the service's hosts, at the pace of its own programs; with an address of one's own, to that."""
    address = place.settings.simplenote_url
    return Connection(address, SERVICE) if address else Connection(_HOSTS[host], SERVICE, Pace(2, 20))


def tokens_of(place: Place) -> Tokens:
    """Where the token is."""
    return Tokens(place.home, place.settings.simplenote_url or "", place.environ)


def name_of(place: Place) -> str:
    """What the common states are kept under: another address is another account."""
    return f"simplenote {place.settings.simplenote_url or ''}".strip()


class Simplenote:
    """See the contract. A revision is the service's version; a note in its trash counts as gone."""

    name = "simplenote"
    in_one_step = False
    is_new = False  # an account that is suddenly empty may be another one
    has_trash = True

    def __init__(self, client: Client, states: States, lang: str, *, keeps: bool = True) -> None:
        self._client = client
        self._keeps = keeps
        self._states = states
        self._lang = lang
        self._trashed: dict[str, Held] = {}
        self._tags: set[str] | None = None  # those that the service lists

    def look(self, keys: Iterable[str], buried: Iterable[str] = ()) -> Mapping[str, Seen]:
        """Each note that a listing lacks is looked for: it may have changed its page meanwhile, and no service is perfect."""
        keys, buried = list(keys), list(buried)
        if not keys and not buried:
            return {}
        versions = {one.id: one.version for one in self._client.index()[0]}
        found = {key: Seen(str(versions[key])) for key in (*keys, *buried) if key in versions}
        for key in [key for key in keys if key not in found]:
            if (held := self._client.get(key)) is not None:
                found[key] = Seen(str(held.version))
        for key in buried:
            later = _next(key)
            goes_on = later in versions and later not in found and key not in found  # edited on another device
            if goes_on and not source_of(self._states, key).part:
                if self._keeps:
                    self._states.follow(later, key)
                found[later] = Seen(str(versions[later]))
        return found

    def fetch(self, keys: Mapping[str, Seen]) -> Mapping[str, There]:
        """Of many notes in one listing of what changed since the last one."""
        found: dict[str, Held] = self._listed(keys) if len(keys) > _ONE_BY_ONE else {}
        for key in keys:
            if key not in found and (held := self._client.get(key)) is not None:
                found[key] = held
        self._trashed.update({key: held for key, held in found.items() if _is_deleted(held.data)})
        return {key: self._with_tags(key, _there(held)) for key, held in found.items() if not _is_deleted(held.data)}

    def put(self, key: str, text: Text, expect: Seen | None, operation: str) -> There:
        """See the contract. The whole object goes: what is left out, some clients fill with defaults."""
        trashed = self._trashed.get(key)
        base = int(expect.revision) if expect else trashed.version if trashed is not None else None
        held = self._client.post(key, self._object(text, trashed), base, operation)
        self._list_tags(text.tags)
        if base is not None:
            self._refuse_mixed(key, base, held, text)
        return _there(held)

    def remove(self, key: str, expect: Seen, operation: str) -> None:
        """Into the trash; nothing is ever deleted for good."""
        held = self._client.get(key)
        if held is None or _is_deleted(held.data):
            return
        if str(held.version) != expect.revision:
            raise Moved
        gone = {**held.data, "deleted": True, **self._modified(held.data)}
        now = self._client.post(key, gone, held.version, operation)
        self._refuse_mixed(key, held.version, now, _there(held).text)

    def seal(self) -> str:
        """Everything that was put is there already."""
        return ""

    def send(self) -> None:
        """Nothing waits."""

    def landed(self, key: str, text: Text, expect: str, operation: str) -> Seen | None:
        """Asked of the version that it would have made: what came after may be others'."""
        version = int(expect) + 1 if expect else 1
        made = self._client.get(key, version)
        if made is None or _is_deleted(made.data):
            return None
        there = _there(made).text
        ours = there.body == text.body or may_be(text.body, there.body)
        return Seen(str(version)) if ours and same_note_tags(there.tags, text.tags) else None

    def had(self, key: str, text: Text) -> bool:
        """An id is never given twice."""
        return False

    def new_key(self, key: str) -> str:
        """What lies in the trash is taken out of it again; else every device comes to the same new id by itself."""
        return key if key in self._trashed else _next(key)

    def titled(self, name: str) -> list[str]:
        """See `ids_titled`."""
        try:
            held = self._client.get(name)
            if held is not None and not _is_deleted(held.data):
                return [name]
            listed, _ = self._client.index(data=True)
        finally:
            self.close()
        alive = [one for one in listed if one.data is not None and not _is_deleted(one.data)]
        found = [one.id for one in alive if caseless(_title(one.data)) == caseless(name)]
        if not found:
            problem = NotFound("sync.no-note", id=name)
            problem.suggestions = _near(name, dict.fromkeys(_title(one.data) for one in alive))
            raise problem
        return found

    def versions(self, id: str) -> tuple[list[dict[str, object]], list[str]]:
        """See `versions_of`."""
        held = self._client.get(id)
        if held is None:
            raise NotFound("sync.no-note", id=id)
        numbers = range(held.version, max(0, held.version - _SHOWN), -1)
        kept = [held, *(one for number in numbers[1:] if (one := self._client.get(id, number)) is not None)]
        return [_shown(one) for one in kept], [*unpacked(_there(held).text.more).log]

    def close(self) -> None:
        """The connection."""
        self._client.close()

    def _refuse_mixed(self, key: str, base: int, now: Held, meant: Text) -> None:
        """Others wrote between our look and our write, and the service laid the two over each other, by characters.

        Raises `Moved` with what they wrote.
        """
        if now.version > base + 1 and _there(now).text.body != meant.body:
            clean = self._client.get(key, now.version - 1)
            if clean is not None and not _is_deleted(clean.data):
                raise Moved(There(_there(clean).text, str(now.version)))

    def _with_tags(self, key: str, there: There) -> There:
        """A note that has lost all its tags was written by a program that knows of none and fills in defaults."""
        if there.text.tags or key not in self._states.bases():
            return there
        return there.but(text=there.text.but(tags=self._states.text(key).tags))

    def _listed(self, keys: Mapping[str, Seen]) -> dict[str, Held]:
        last = self._states.word("cursor")
        try:
            listed, cursor = self._client.index(since=last, data=True)
        except NotFound:  # the service has forgotten that cursor
            listed, cursor = self._client.index(data=True)
        if self._keeps:
            self._states.keep("cursor", cursor)
        return {one.id: Held(one.data, one.version) for one in listed if one.id in keys and one.data is not None}

    def _object(self, text: Text, trashed: Held | None) -> Object:
        more = unpacked(text.more)
        before: Object = {**_NEW, **((more.rest if trashed is None else trashed.data) or {})}
        note = NoteText(tuple(lines_of(text.body)), more.header, more.log)
        modified = self._modified(before)
        marks = [mark for mark in _list(before.get("systemTags")) if isinstance(mark, str)]
        return {
            "creationDate": modified["modificationDate"],
            **before,
            "content": content_of(note, self._lang),
            "tags": [*text.tags],
            "systemTags": marks if _MARKDOWN in marks else [*marks, _MARKDOWN],
            "deleted": False,
            **modified,
        }

    def _modified(self, data: Object) -> Object:
        """Later than before, whatever our clock says, but never of another day: the service refuses that."""
        now, before = self._client.now(), _number(data.get("modificationDate"))
        return {"modificationDate": max(now, before + 0.001) if before < now + _DAY else now}

    def _list_tags(self, tags: Iterable[str]) -> None:
        """A tag that the service does not list is on the note, but in no program's list of tags."""
        try:
            if self._tags is None and tags:
                self._tags = {one.id for one in self._client.index("tag")[0]}
            for tag in tags:
                if self._tags is not None and (id := note_tag_key(tag)) not in self._tags:
                    self._tags.add(id)
                    self._client.post(id, {"name": tag, "index": len(self._tags)}, None, uuid4().hex, "tag")
        except (Later, Moved, Refused):  # the note is there, with its tags; this was a courtesy to other programs
            self._tags = set(map(note_tag_key, tags)) if self._tags is None else self._tags


def _next(key: str) -> str:
    """The id under which a note goes on that was deleted for good."""
    return str(uuid5(_AGAIN, key))


def _title(data: Object | None) -> str:
    content = (data or {}).get("content")
    return title_of(lines_of(content)) if isinstance(content, str) else ""


def _near(name: str, titles: Iterable[str]) -> list[str]:
    """Titles that may have been meant."""
    by_key = {caseless(title): title for title in titles}
    key = caseless(name)
    keys = [*get_close_matches(key, by_key, _NEAR), *(other for other in by_key if key in other)]
    return [by_key[other] for other in dict.fromkeys(keys)][:_NEAR]


def _shown(held: Held) -> dict[str, object]:
    there = _there(held)
    modified = _number(held.data.get("modificationDate"))
    when = datetime.fromtimestamp(modified, UTC) if 0 < modified < 1e11 else None
    return {
        "version": held.version,
        "modified": when.isoformat(timespec="seconds") if when else "",
        "header": unpacked(there.text.more).version,
        "title": _title(held.data),
        "deleted": _is_deleted(held.data),
    }


def _there(held: Held) -> There:
    data = held.data
    content = data.get("content")
    note = note_text(content if isinstance(content, str) else "")
    tags = tuple(tag for tag in _list(data.get("tags")) if isinstance(tag, str) and tag.isprintable())
    header = note.header
    rest = {name: value for name, value in data.items() if name not in ("content", "tags")}
    more = NoteMore(header.author if header else "", header.version if header else "", note.log, rest)
    odd = None if isinstance(content, str) else Refused("sync.no-text-there")
    return There(Text("\n".join(note.body), tags, "", more.packed()), str(held.version), odd)


def _is_deleted(data: Object) -> bool:
    """Only what says so plainly: what any program left there instead is no reason to take a memory away."""
    said = data.get("deleted")
    return isinstance(said, (bool, int)) and bool(said)


def _list(said: object) -> list[object]:
    return said if isinstance(said, list) else []


def _number(said: object) -> float:
    return said if isinstance(said, (int, float)) and said == said else 0.0
