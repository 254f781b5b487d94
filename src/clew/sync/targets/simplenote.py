"""Simplenote, and what speaks as it does: the notes that were published from memories."""

from __future__ import annotations

from uuid import UUID, uuid4, uuid5

from clew.errors import NotFound
from clew.sync.contract import ABSENT, Later, LoginNeeded, Moved, Refused, Seen, Text, There
from clew.sync.forgetting import may_be
from clew.sync.link import Link, clock_of, file_of
from clew.sync.note_more import source_of
from clew.sync.note_object import is_deleted, modified_now, object_of, there_of
from clew.sync.shares.notes import PublishedNotes, Publishing
from clew.sync.simperium.account import client_of, name_of, tokens_of
from clew.sync.simperium.client import SERVICE, Client, Held
from clew.sync.states import States
from clew.text.note_tags import note_tag_key, same_note_tags
from clew.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from clew.sync.link import Place

_ONE_BY_ONE = 10  # notes up to which each is asked for; of more a listing brings the texts
_AGAIN = UUID("7d1b7a5e-0c0b-4d0e-9b52-6f6b0f3b0c5a")


def is_set(place: Place) -> bool:
    """Whether there is a token, or anything was ever published."""
    return bool(tokens_of(place).get()) or bool(States(file_of(place.home), name_of(place)).bases())


def link(place: Place, *, keeps: bool = True) -> Link:
    """Opens it. Raises `LoginNeeded` where there is no token."""
    token = tokens_of(place).get()
    if not token:
        raise LoginNeeded("sync.no-token", target=SERVICE)
    states, share = share_of(place, keeps=keeps)
    target = Simplenote(client_of(place, token), states, place.lang, keeps=keeps)
    return Link(share, target, states, clock_of(place))


def share_of(place: Place, *, keeps: bool = True) -> tuple[States, PublishedNotes]:
    """This home's side, for which nobody need be logged in."""
    states = States(file_of(place.home), name_of(place))
    author = place.settings.author or ""
    how = Publishing(author, place.lang, say("sync.changed", place.lang), place.message, place.allow_secret)
    return states, PublishedNotes(place.library, states, how, keeps=keeps)


class Simplenote:
    """See the contract. A revision is the service's version; a note in its trash counts as gone."""

    name = "simplenote"
    in_one_step = False
    is_new = False  # an account that is suddenly empty may be another one
    keeps_past = False
    has_trash = True

    def __init__(self, client: Client, states: States, lang: str, *, keeps: bool = True) -> None:
        self.client = client
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
        versions = {one.id: one.version for one in self.client.index()[0]}
        found = {key: Seen(str(versions[key])) for key in (*keys, *buried) if key in versions}
        for key in [key for key in keys if key not in found]:
            if (held := self.client.get(key)) is not None:
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
            if key not in found and (held := self.client.get(key)) is not None:
                found[key] = held
        self._trashed.update({key: held for key, held in found.items() if is_deleted(held.data)})
        return {key: self._with_tags(key, there_of(held)) for key, held in found.items() if not is_deleted(held.data)}

    def upon(self, key: str, expect: Seen | None) -> str:
        if expect is not None:
            return expect.revision
        return str(self._trashed[key].version) if key in self._trashed else ABSENT

    def put(self, key: str, text: Text, expect: Seen | None, operation: str) -> There:
        """See the contract. The whole object goes: what is left out, some clients fill with defaults."""
        trashed, upon = self._trashed.get(key), self.upon(key, expect)
        base = int(upon) if upon else None
        held = self.client.post(
            key, object_of(text, trashed.data if trashed else None, self._lang, self.client.now()), base, operation
        )
        if is_deleted(held.data):  # it was done before, and somebody has deleted it since
            raise Moved
        self._list_tags(text.tags)
        if base is not None:
            self._refuse_mixed(key, base, held, text)
        return there_of(held)

    def remove(self, key: str, expect: Seen, operation: str) -> None:
        """Into the trash; nothing is ever deleted for good."""
        held = self.client.get(key)
        if held is None or is_deleted(held.data):
            return
        if str(held.version) != expect.revision:
            raise Moved
        gone = {**held.data, "deleted": True, **modified_now(held.data, self.client.now())}
        now = self.client.post(key, gone, held.version, operation)
        self._refuse_mixed(key, held.version, now, there_of(held).text)

    def seal(self) -> str:
        """Everything that was put is there already."""
        return ""

    def send(self) -> None:
        """Nothing waits."""

    def landed(self, key: str, text: Text, expect: str, operation: str) -> Seen | None:
        """Asked of the version that it would have made: what came after may be others'."""
        version = int(expect or 0) + 1
        made = self.client.get(key, version)
        if made is None or is_deleted(made.data):
            return None
        there = there_of(made).text
        ours = there.body == text.body or may_be(text.body, there.body)
        return Seen(str(version)) if ours and same_note_tags(there.tags, text.tags) else None

    def had(self, key: str, text: Text) -> bool:
        """An id is never given twice."""
        return False

    def new_key(self, key: str) -> str:
        """What lies in the trash is taken out of it again; else every device comes to the same new id by itself."""
        return key if key in self._trashed else _next(key)

    def close(self) -> None:
        """The connection."""
        self.client.close()

    def _refuse_mixed(self, key: str, base: int, now: Held, meant: Text) -> None:
        """Others wrote between our look and our write, and the service laid the two over each other, by characters.

        Raises `Moved` with what they wrote, also where nothing of it is left and the note says what we meant.
        """
        if now.version > base + 1:
            clean = self.client.get(key, now.version - 1)
            if clean is None or is_deleted(clean.data):
                return
            there = there_of(clean).text
            if there.body != meant.body or not same_note_tags(there.tags, meant.tags):
                raise Moved(There(there, str(now.version), mixed=there_of(now).text))

    def _with_tags(self, key: str, there: There) -> There:
        """A note that has lost all its tags was written by a program that knows of none and fills in defaults."""
        if there.text.tags or key not in self._states.bases():
            return there
        return there.but(text=there.text.but(tags=self._states.text(key).tags))

    def _listed(self, keys: Mapping[str, Seen]) -> dict[str, Held]:
        last = self._states.word("cursor")
        try:
            listed, cursor = self.client.index(since=last, data=True)
        except NotFound:  # the service has forgotten that cursor
            listed, cursor = self.client.index(data=True)
        if self._keeps:
            self._states.keep("cursor", cursor)
        return {one.id: Held(one.data, one.version) for one in listed if one.id in keys and one.data is not None}

    def _list_tags(self, tags: Iterable[str]) -> None:
        """A tag that the service does not list is on the note, but in no program's list of tags."""
        try:
            if self._tags is None and tags:
                self._tags = {one.id for one in self.client.index("tag")[0]}
            for tag in tags:
                if self._tags is not None and (id := note_tag_key(tag)) not in self._tags:
                    self._tags.add(id)
                    self.client.post(id, {"name": tag, "index": len(self._tags)}, None, uuid4().hex, "tag")
        except (Later, Moved, Refused):  # the note is there, with its tags; this was a courtesy to other programs
            self._tags = set(map(note_tag_key, tags)) if self._tags is None else self._tags


def _next(key: str) -> str:
    """The id under which a note goes on that was deleted for good."""
    return str(uuid5(_AGAIN, key))
