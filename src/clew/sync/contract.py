"""What two sides must offer so that a sync can hold them against each other.

A **target** is a remote: a notes service, a git repository; each is one file in `clew.sync.targets`. A **share** is
what of this home goes there. Both hold texts under keys; a **revision** is whatever tells one state of a key from
another, and nothing else may be read into it. `tests/sync/suite.py` holds every target to this.
"""

from __future__ import annotations

from clew.errors import ClewError, Conflict
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Protocol

    from clew.sync.states import Base

    Fetch = Callable[[Mapping[str, "Seen"]], Mapping[str, "There"]]
else:
    Protocol = object

ABSENT = ""  # the revision of what is not there


class Text(Value):
    """What a side holds under a key, its lines ended by `\\n` whatever they end in there."""

    body: str
    tags: tuple[str, ...] = ()
    place: str = ""  # where it stands, where that matters: a path
    more: str = ""  # JSON of what the share or the target needs besides; kept, never compared


class Seen(Value):
    """What a look tells of one key without reading it."""

    revision: str
    place: str = ""


class There(Value):
    """A text as the target has it now; with `odd`, what stands there is no text, and nothing may be decided on it.

    `mixed` is what the target made of it and ours: what others have built on since.
    """

    text: Text
    revision: str
    odd: Refused | None = None
    mixed: Text | None = None


class Joined(Value):
    """Two texts made one; `clashes` are the places where ours gave way to theirs."""

    text: Text
    clashes: int = 0


class Target(Protocol):
    """A remote. Every method may raise `LoginNeeded` or `Later`: then the sync stops, and nothing is lost."""

    name: str
    in_one_step: bool  # whether nothing that is put is there before `send`
    keeps_past: bool  # whether every deletion is known there: then what stands there again was brought back by somebody
    is_new: bool  # whether there is nothing at all, not even a past, as of the last look: it was made anew, none of it deleted
    has_trash: bool  # whether a person may take out again what was deleted: then what comes back unchanged may stay

    def look(self, keys: Iterable[str], buried: Iterable[str] = ()) -> Mapping[str, Seen]:
        """What is there, all of it: a listing that is not complete is an error.

        `keys` are those of interest, `buried` those that were deleted and are only told where they are there again.
        """
        ...

    def fetch(self, keys: Mapping[str, Seen]) -> Mapping[str, There]:
        """The texts of these keys as they are now; one that is gone, or in the trash, is left out."""
        ...

    def upon(self, key: str, expect: Seen | None) -> str:
        """The revision on which a `put` writes: what was seen, or where that is nothing, what lies in the trash."""
        ...

    def put(self, key: str, text: Text, expect: Seen | None, operation: str) -> There:
        """Writes the text in the place of what was seen, None for nothing; what is there afterwards.

        The same operation twice is done once. Raises `Moved` when it is not the one that is expected any more,
        `Refused` for a text that the target will never take.
        """
        ...

    def remove(self, key: str, expect: Seen, operation: str) -> None:
        """Takes the text away, into the trash where there is one. Raises as `put`."""
        ...

    def seal(self) -> str:
        """All that was put since as one operation, ready to be sent; its name, "" where there is nothing."""
        ...

    def send(self) -> None:
        """Makes what was sealed visible to others. Raises `Moved` when somebody was quicker: nothing was changed."""
        ...

    def landed(self, key: str, text: Text, expect: str, operation: str) -> Seen | None:
        """What an operation made of which no answer was heard; None where it did not happen.

        `expect` is the revision that it was to write upon; of a target in one step, the one that it was to make.
        """
        ...

    def had(self, key: str, text: Text) -> bool:
        """Whether this very text was there once and was taken away."""
        ...

    def new_key(self, key: str) -> str:
        """The key under which a text goes on whose own was deleted there for good; the same one where that is allowed."""
        ...

    def close(self) -> None:
        """Gives back what is held open; the next call opens it again."""
        ...


class Share(Protocol):
    """The side of this home. What it changes goes through the store's own rules: history first, compare, replace."""

    def look(self, bases: Mapping[str, Base]) -> Mapping[str, Seen]:
        """What is here. Raises where that cannot be told for sure: nothing is taken for deleted then."""
        ...

    def paired(self, seen: Mapping[str, Seen], bases: Mapping[str, Base], fetch: Fetch) -> Mapping[str, str]:
        """Of the names that the target has: the keys that they are known under here. `fetch` reads what must be read.

        Raises `Moved` where it had to change something here first, so that both sides can be held against each other.
        """
        ...

    def heard(self, found: Mapping[str, There]) -> None:
        """Told what was fetched, before anything is decided on it."""
        ...

    def read(self, key: str) -> Text:
        """The text. Raises `Refused` for one that cannot go to any target."""
        ...

    def same(self, one: Text, other: Text) -> bool:
        """Whether two texts say the same."""
        ...

    def join(self, base: Text | None, ours: Text, theirs: Text) -> Joined:
        """Two texts that came from `base` made one. Raises `Refused` where that cannot be done at all."""
        ...

    def dressed(self, text: Text, base: Text | None, there: Text | None) -> Text:
        """The text as it is to be put there: with what the target wants besides (a header, a version)."""
        ...

    def write(self, key: str, text: Text, expect: Seen | None, ours: Text | None = None) -> Seen:
        """Puts a text here in the place of what was seen; with `ours` this home's own text is kept beside.

        Raises `Conflict` when it is not what was seen any more.
        """
        ...

    def put(self, key: str, text: Text, here: Seen) -> Seen:
        """Told after the target took this text: what of that is to be written down here; how it looks afterwards."""
        ...

    def rename_key(self, key: str, new: str, here: Seen) -> None:
        """The text is known under another key from now on. Raises as `write`."""
        ...

    def remove(self, key: str, expect: Seen) -> None:
        """Takes the text away here; the history keeps it. Raises as `write`."""
        ...

    def stays(self, key: str, place: str) -> bool:
        """Whether a key is to be left alone, on both sides: it belongs where clew is off."""
        ...

    def is_last(self, key: str) -> bool:
        """Whether this key is to be decided when all others are done, since it tells of them."""
        ...

    def settle(self, keys: Iterable[str]) -> bool:
        """Told when these were changed here: what follows from them is put in order. Whether there is more to sync then."""
        ...


class Moved(Conflict):
    """There is another revision than the one that was to be replaced; it is decided anew.

    `clean` is what somebody else wrote there meanwhile, where the target has mixed it with ours.
    """

    def __init__(self, clean: There | None = None) -> None:
        super().__init__("sync.moved")
        self.clean = clean


class Refused(ClewError):
    """This text will not go there, however often it is tried; the others go on."""

    kind = "refused"


class LoginNeeded(ClewError):
    """The target does not know us. Nothing is tried again: too many wrong log-ins lock an account."""

    kind = "login"


class Later(ClewError):
    """The target cannot be reached, or has asked for patience. What was done is done, the rest is for the next time."""

    kind = "unreachable"
