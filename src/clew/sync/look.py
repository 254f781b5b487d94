"""Both sides at one moment, held against what both had last: which keys differ, and what they say."""

from __future__ import annotations

from clew.errors import Conflict, NotFound
from clew.sync.contract import Refused, Seen, There
from clew.sync.plan import Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from clew.sync.contract import Share, Target, Text
    from clew.sync.states import Base, States

NOT_READ = Seen("?")  # of a text here that is to be read again


class Look:
    """What each side has. Texts are read and fetched only of keys that differ.

    `clean` are texts that somebody wrote there and the target then mixed with ours; they count as what is there.
    With `keeps`, what is found out on the way is written down, so that the next look is quicker.
    """

    def __init__(
        self, share: Share, target: Target, states: States, clean: Mapping[str, There], *, keeps: bool
    ) -> None:
        self._share = share
        self._target = target
        self._states = states
        self._clean = clean
        self._keeps = keeps
        self.bases: dict[str, Base] = states.bases()
        self.begun = states.begun()
        self.here = dict(share.look(self.bases))
        alive = [key for key, base in self.bases.items() if not base.dead]
        keys = dict.fromkeys((*alive, *self.here, *self.begun))
        listed = target.look(keys, [key for key in self.bases if key not in keys])
        if target.is_new and self.bases:
            self._begin_anew()
        elif keeps and self._heard():
            self.here = dict(share.look(self.bases))  # more is known now of what is what
        paired = share.paired(listed, self.bases, target.fetch)
        self.there = {paired.get(name, name): seen for name, seen in listed.items()}
        self.common: dict[str, Text] = {}  # what both had last
        self.ours: dict[str, Text] = {}  # what is here, of keys that changed here
        self.theirs: dict[str, Text] = {}  # what is there, of keys that changed there
        self.put: dict[str, tuple[Text, There, Seen]] = {}  # what was put there and is not yet sent
        self.withdrawn: dict[str, tuple[Text, str]] = {}  # what is to go there, and as what it was seen
        self._fetched: dict[str, There] = {}

    def differing(self, only: frozenset[str] | None) -> list[str]:
        """The keys that do not look as they did when they were common last."""
        found = []
        for key in sorted({*self.bases, *self.here, *self.there}):
            base, here, there = self.bases.get(key), self.here.get(key), self.there.get(key)
            if base is None or base.dead:
                differs = here is not None or (there is not None and not self._has_returned(base, there))
            else:
                differs = key in self._clean or not (_is(here, base.here, base.place) and self._is_common_there(key))
            if differs and (only is None or key in only) and not self._share.stays(key, self._any_place(key)):
                found.append(key)
        return found

    def rows(self, keys: list[str], refused: Callable[[str, Refused], None]) -> list[Row]:
        """What is to be decided. A text here that can go nowhere is `refused` and left out; so is what says the same."""
        self._fetch(keys)
        rows: list[Row] = []
        same: list[str] = []
        for key in keys:
            base = self.bases.get(key)
            if base is not None and key not in self.common:
                self.common[key] = self._states.text(key)
            try:
                ours, theirs = self._ours(key), self._theirs(key)
            except Refused as problem:
                refused(key, problem)
                continue
            row = Row(key, self.common.get(key), ours, theirs, base is not None and base.dead)
            if self._says_the_same(row):
                same.append(key)
            else:
                rows.append(row)
        if self._keeps:
            self._keep(same)
        return rows

    def look_here_again(self, keys: Iterable[str]) -> None:
        """Of keys that tell of the others and may have changed with them."""
        fresh = self._share.look(self.bases)
        for key in keys:
            self.ours.pop(key, None)
            if key in fresh:
                self.here[key] = fresh[key]
            else:
                self.here.pop(key, None)

    def expected(self, key: str) -> Seen | None:
        """What a write there replaces: the text that was decided upon."""
        return self.there[key] if key in self.theirs or self._is_common_there(key) else None

    def place(self, key: str, text: Text | None = None) -> str:
        """Where it stands, for people."""
        here, base = self.here.get(key), self.bases.get(key)
        places = (here.place if here else "", base.place if base else "", text.place if text else "")
        return next((place for place in places if place), key)

    def _any_place(self, key: str) -> str:
        base, there = self.bases.get(key), self.there.get(key)
        return self.here[key].place if key in self.here else base.place if base else there.place if there else ""

    def _is_common_there(self, key: str) -> bool:
        """Whether the other side still looks as it did when both had the same."""
        base = self.bases.get(key)
        return base is not None and not base.dead and _is(self.there.get(key), base.there, base.there_place)

    def _has_returned(self, base: Base | None, there: Seen) -> bool:
        """Whether it is known that this was deleted, and that it lies in the trash or was taken out unchanged."""
        return base is not None and self._target.has_trash and there.revision == base.there

    def _says_the_same(self, row: Row) -> bool:
        if row.dead and row.base is not None and row.here is None and self._target.has_trash:
            return row.there is None or self._share.same(row.there, row.base)
        if row.base is None or row.dead or row.here is None or row.there is None or row.key in self._clean:
            return False
        return self._share.same(row.here, row.base) and self._share.same(row.there, row.base)

    def _keep(self, same: list[str]) -> None:
        bases = self.bases
        here = {
            key: seen
            for key in same
            if (seen := self.here.get(key)) and not _is(seen, bases[key].here, bases[key].place)
        }
        there = {key: seen for key in same if (seen := self.there.get(key)) and not self._is_common_there(key)}
        self._states.seen_here(here)
        self._states.seen_there(there)

    def _ours(self, key: str) -> Text | None:
        here, base = self.here.get(key), self.bases.get(key)
        if here is None:
            return None
        if base is not None and not base.dead and _is(here, base.here, base.place):
            return self.common[key]
        try:
            self.ours[key] = self._share.read(key)
        except NotFound:  # it went since we looked
            self.here.pop(key)
            return None
        return self.ours[key]

    def _theirs(self, key: str) -> Text | None:
        found = self._fetched.get(key)
        if found is not None:
            if found.odd is not None:
                raise found.odd
            self.theirs[key] = found.text
            return found.text
        return self.common[key] if self._is_common_there(key) else None

    def _fetch(self, keys: Iterable[str]) -> None:
        wanted = {key: self.there[key] for key in keys if key in self.there and not self._is_common_there(key)}
        fetched = self._target.fetch(wanted) if wanted else {}
        if self._keeps and fetched:
            self._share.heard(fetched)
        for key, found in fetched.items():
            self._fetched[key] = found
            self.there[key] = Seen(found.revision, self.there[key].place)
        self._fetched.update({key: self._unmixed(key) for key in self._clean if key in self.there})

    def _unmixed(self, key: str) -> There:
        """What somebody else wrote before the target mixed it with ours, with what was written on the mixture since."""
        clean, now = self._clean[key], self._fetched.get(key)
        if now is None or now.odd is not None or clean.mixed is None or now.revision == clean.revision:
            return clean
        since = self._share.join(clean.mixed, clean.text, now.text)
        return There(since.text, now.revision)

    def _begin_anew(self) -> None:
        """Nothing is common any more with a remote that somebody made anew in the place of the last one."""
        if self._keeps:
            for key in self.bases:
                self._states.forget(key)
            self._states.end(self.begun)
        self.bases, self.begun = {}, {}
        self.here = dict(self._share.look(self.bases))

    def _heard(self) -> bool:
        """What was sent and not answered: where it did arrive, that is what both had last. Whether any did."""
        ended = []
        for key, begun in self.begun.items():
            made = self._target.landed(key, begun.text, begun.expect, begun.operation)
            if made is not None:
                self._put(key, begun.text)
                # What is here now may say more than what was sent, and be called otherwise: it is held against it.
                seen = NOT_READ.but(place=begun.text.place)
                self._states.settle(key, seen, made, begun.text)
            elif self._target.in_one_step:
                ended.append(key)
        self._states.end(ended)
        landed = bool(self.begun)
        if landed:
            self.bases, self.begun = self._states.bases(), self._states.begun()
        return landed

    def _put(self, key: str, text: Text) -> None:
        """What is to be written down here of a text that is there now; what cannot be read says so by itself."""
        try:
            if key in self.here and self._share.read(key):
                self._share.put(key, text, self.here[key])
        except (Conflict, NotFound, Refused):
            pass


def _is(seen: Seen | None, revision: str, place: str) -> bool:
    return seen is not None and (seen.revision, seen.place) == (revision, place)
