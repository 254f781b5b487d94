"""One sync, carried out: look at both sides, decide, act, remember; and again where somebody was quicker.

Whatever happens in between, the next sync finishes it: a text is written here before it is there, it is there before
it counts as common, and what was sent without an answer is known by its operation.
"""

from __future__ import annotations

from hashlib import sha256
from uuid import uuid4

from clew.errors import ClewError, Conflict, NotFound
from clew.sync.contract import ABSENT, Later, LoginNeeded, Moved, Refused, Seen
from clew.sync.look import Look
from clew.sync.parked import Parked
from clew.sync.plan import QUIET, Action, decide, withheld
from clew.sync.states import Begun
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from clew.sync.contract import Share, Target, Text, There
    from clew.sync.states import States

_ROUNDS = 8  # against others who write there all the time


class Done(Value):
    """What was done with one key, or is to be, or was not: `why` is a words key, `data` what it names."""

    key: str
    what: str  # as in the plan, or "parked", "withheld"
    place: str
    clashes: int = 0
    why: str = ""
    data: Mapping[str, object] = {}


class Outcome(Value):
    """What a sync did. `stopped` is why it ended before its end."""

    done: tuple[Done, ...]
    stopped: ClewError | None = None

    @property
    def waiting(self) -> list[Done]:
        """What did not go, and waits for somebody."""
        return [one for one in self.done if one.what in ("parked", "withheld")]


class Sync:
    """One share and one target. `only` are the keys of interest, all where None; `yes` lets many removals pass.

    Without `gives` nothing is changed there: what is here waits for a sync. `now` says the time that a status tells.
    """

    def __init__(
        self,
        share: Share,
        target: Target,
        states: States,
        *,
        only: frozenset[str] | None = None,
        yes: bool = False,
        gives: bool = True,
        now: Callable[[], str] = lambda: "",
    ) -> None:
        self.share = share
        self.target = target
        self.states = states
        self._only = only
        self._yes = yes
        self._gives = gives
        self._now = now
        self._progress: Callable[[int, int], None] = lambda _done, _total: None
        self._done: dict[str, Done] = {}
        self._told: set[str] = set()  # in this round
        self._clean: dict[str, There] = {}
        self._parked = states.parked()
        self._keeps = True

    def plan(self) -> Outcome:
        """What a sync would do now. Writes nothing anywhere."""
        self._keeps = False
        try:
            look = self._look()
            actions = self._decided(look, last=False)
            held = self._withheld(actions, look)
            for action in [*actions, *self._decided(look, last=True)]:
                if action.what not in QUIET:
                    self._tell(action, look, "withheld" if action in held else action.what)
        finally:
            self.target.close()
        return Outcome(tuple(self._done.values()))

    def run(self, progress: Callable[[int, int], None] | None = None) -> Outcome:
        """Does it. Whatever stops it, what was done until then is done and told."""
        self._progress = progress or self._progress
        try:
            for _ in range(_ROUNDS):
                if not self._round():
                    self._tidy()
                    return Outcome(tuple(self._done.values()))
        except (LoginNeeded, Later) as problem:
            return Outcome(tuple(self._done.values()), problem)
        finally:
            self.target.close()
        return Outcome(tuple(self._done.values()), Later("sync.busy", target=self.target.name))

    def _look(self) -> Look:
        return Look(self.share, self.target, self.states, self._clean, keeps=self._keeps)

    def _round(self) -> bool:
        """Whether another one is needed."""
        self._told.clear()
        try:
            look = self._look()
        except Moved:  # room had to be made here first
            return True
        actions = self._decided(look, last=False)
        held = self._withheld(actions, look)
        for action in held:
            self._tell(action, look, "withheld")
        again = self._carried_out([action for action in actions if action not in held], look)
        again |= self._carried_out(self._decided(look, last=True), look)
        return self._sent(look) or again

    def _decided(self, look: Look, *, last: bool) -> list[Action]:
        keys = [key for key in look.differing(self._only) if self.share.is_last(key) == last]
        if last and keys:
            look.look_here_again(keys)
        actions: list[Action] = []
        for row in look.rows(keys, lambda key, problem: self._park(key, None, look, problem)):
            try:
                fresh = row.here if row.base is None and row.there is None else None
                gone = fresh is not None and self.target.had(row.key, fresh)
                action = decide(row, self.share, deleted_there=gone, brought_back=self.target.keeps_past)
                if last and action.what in ("drop", "withdraw"):  # it tells of what stands: neither side goes without
                    action = Action(row.key, "give", row.here) if row.here else Action(row.key, "take", row.there)
                if self._gives or action.what not in ("give", "withdraw"):
                    actions.append(action)
            except Refused as problem:
                self._park(row.key, row.here, look, problem)
        return actions

    def _withheld(self, actions: list[Action], look: Look) -> list[Action]:
        return [] if self._yes else withheld(actions, len(look.here), len(look.there))

    def _carried_out(self, actions: list[Action], look: Look) -> bool:
        """Each by itself, so that one that cannot be done hinders no other; whether one is to be decided anew."""
        again = False
        changed: list[str] = []
        for number, action in enumerate(actions):
            self._progress(number, len(actions))
            before = look.here.get(action.key)
            try:
                self._act(action, look)
                if action.what in ("take", "merge", "drop"):
                    changed.append(action.key)
            except Refused as problem:
                self._park(action.key, action.text, look, problem)
                again |= look.here.get(action.key) != before  # it was written here before it was refused there
            except Moved as moved:
                self._clean.update({} if moved.clean is None else {action.key: moved.clean})
                again = True
            except (Conflict, NotFound):  # an editor was quicker here
                again = True
        return (bool(changed) and self.share.settle(changed)) or again

    def _act(self, action: Action, look: Look) -> None:
        key, what, text = action.key, action.what, action.text
        here = look.here.get(key)
        if what == "nothing":
            return
        if what in ("forget", "drop", "withdraw"):
            self._remove(key, what, look)
        else:
            assert text is not None  # every other action has one
            if what in ("take", "merge"):
                here = self.share.write(key, text, here, look.ours.get(key) if action.clashes else None)
                look.here[key] = here
            assert here is not None  # it was there, or was just written
            if what in ("take", "adopt") and key not in self._clean:
                self.states.settle(key, here, look.there[key], text)
            elif self._gives:
                self._put(key, text, here, look)
        self._clean.pop(key, None)
        if what not in QUIET:
            self._tell(action, look, what)

    def _remove(self, key: str, what: str, look: Look) -> None:
        there = look.there.get(key)
        if what == "drop":
            self.share.remove(key, look.here[key])
        elif what == "withdraw" and there is not None:
            self.target.remove(key, there, _operation())
        base = look.bases.get(key)
        revision = there.revision if there is not None else base.there if base is not None else ABSENT
        said = look.common.get(key) or look.ours[key]
        if what == "withdraw" and self.target.in_one_step:
            look.withdrawn[key] = said, revision  # nothing is gone there before it is sent
        else:
            self.states.bury(key, said, revision)

    def _put(self, key: str, text: Text, here: Seen, look: Look) -> None:
        """There, in the place of what was decided upon; a text that was refused before is not sent again."""
        refused = self._parked.get(key)
        if refused is not None and refused.text == _digest(text):
            data: dict[str, Any] = dict(refused.data)
            raise Refused(refused.reason, **data)
        expect = look.expected(key)
        if expect is None and key in look.bases and (new := self.target.new_key(key)) != key:
            self.share.rename_key(key, new, here)
            self.states.bury(key, look.common[key], ABSENT)
            raise Moved
        revision = self.target.upon(key, expect)
        dressed = self.share.dressed(text, look.common.get(key), look.theirs.get(key))
        operation, dressed = self._as_begun(look.begun.get(key), revision, dressed)
        if self.target.in_one_step:
            look.put[key] = dressed, self.target.put(key, dressed, expect, operation), here
            return
        self.states.begin([Begun(key, operation, revision, dressed)])
        try:
            stored = self.target.put(key, dressed, expect, operation)
        except Refused:
            self.states.end([key])
            raise
        if not self.share.same(stored.text, dressed):  # changed since, or it never came there: the next look asks
            raise Moved
        self._put_there(key, stored, here)

    def _as_begun(self, begun: Begun | None, expect: str, text: Text) -> tuple[str, Text]:
        """The operation and the text of a write: those of one that was begun, to the letter, or it is another change."""
        if begun is not None and begun.expect == expect and self.share.same(begun.text, text):
            return begun.operation, begun.text
        return _operation(), text

    def _put_there(self, key: str, stored: There, here: Seen) -> None:
        seen = self.share.put(key, stored.text, here)
        self.states.settle(key, seen, Seen(stored.revision, stored.text.place), stored.text)

    def _sent(self, look: Look) -> bool:
        """What a target takes in one step goes there now; whether somebody was quicker."""
        try:
            operation = self.target.seal()
            if not operation:
                return False
            sealed = [Begun(key, operation, there.revision, text) for key, (text, there, _) in look.put.items()]
            self.states.begin(sealed)
            self.target.send()
        except Moved:
            self.states.end(look.put)
            return True
        except (LoginNeeded, Later):
            self._untell()
            raise
        for key, (_, stored, here) in look.put.items():
            self._put_there(key, stored, here)
        for key, (said, revision) in look.withdrawn.items():
            self.states.bury(key, said, revision)
        return False

    def _park(self, key: str, text: Text | None, look: Look, problem: Refused) -> None:
        data = {name: value for name, value in problem.data.items() if name != "path" and value is not None}
        entry = Parked(key, look.place(key), "" if text is None else _digest(text), problem.key, data)
        if self._keeps:
            self.states.park(entry)
        self._parked[key] = entry
        self._done[key] = Done(key, "parked", entry.place, why=problem.key, data=data)

    def _tidy(self) -> None:
        """Forgets what was parked and is not any more, and operations that nobody needs an answer of."""
        if any(one.what not in ("parked", "withheld") for one in self._done.values()):
            self.states.keep("changed", self._now())
        if self._only is None and (begun := self.states.begun()):
            self.states.end(begun)
        for key in self._parked:
            told = self._done.get(key)
            if (told is None or told.what != "parked") and (self._only is None or key in self._only):
                self.states.unpark(key)

    def _untell(self) -> None:
        """What is not known to be there was not done."""
        for key in self._told:
            if self._done[key].what in ("give", "withdraw"):
                del self._done[key]

    def _tell(self, action: Action, look: Look, what: str) -> None:
        """One line a key, whatever the rounds."""
        before = self._done.get(action.key)
        if before is not None and before.what == "merge":
            what = "merge"
        self._told.add(action.key)
        clashes = action.clashes + (before.clashes if before else 0)
        self._done[action.key] = Done(action.key, what, look.place(action.key, action.text), clashes)


def _digest(text: Text) -> str:
    """A hash of what a text says."""
    said = "\x1f".join((text.body, *sorted(text.tags), text.place))
    return sha256(said.encode("utf-8", "surrogatepass")).hexdigest()


def _operation() -> str:
    return uuid4().hex
