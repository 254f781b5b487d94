"""What the history tells: who did what when, and which bytes a path had afterwards."""

from __future__ import annotations

from clew.stores.contract import ABSENT
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

SEEN = "seen"  # what an entry is called that another program's hand made and clew noticed
PURGE = "purge"  # what a purge renames; no undo brings back what must not exist
CHECK = "check"  # and one that clew makes on the side, when a menu is shown; nobody asked for it


class Origin(Value):
    """Who acts, and what it is called ("save", "rename", "check", …)."""

    what: str
    agent: str | None = None
    conversation: str | None = None
    device: str | None = None


class Change(Value):
    """What one action does to one path. None stands for no file.

    The revisions are those of the bytes, for callers who know them; hashing a megabyte twice is felt in a save.
    `moved_from` is the path whose history goes on under this one (a rename).
    """

    path: str
    before: bytes | None
    after: bytes | None
    before_revision: str = ABSENT
    after_revision: str = ABSENT
    moved_from: str | None = None


class Version(Value):
    """One state of one path. `revision` is `ABSENT` where clew removed the file or saw that it was gone."""

    id: int
    entry: int
    path: str
    revision: str
    bytes: int
    time: str  # RFC 3339 with offset
    what: str
    agent: str | None
    conversation: str | None
    device: str | None
    moved: str | None = None  # of a rename: the name that it had before; of its gone-mark: the one that it got

    @property
    def gone(self) -> bool:
        """Whether this marks that the file went away."""
        return self.revision == ABSENT


class Entry(Value):
    """One action, with the versions that it made; `whole` is False when thinning took some of them."""

    id: int
    store: str
    time: str
    what: str
    agent: str | None
    conversation: str | None
    device: str | None
    undoes: int | None  # the entry that this one took back
    undone: bool  # whether another one took this back
    whole: bool
    versions: Sequence[Version]
