"""Everything that can go wrong, as one small family.

An error carries data and the key of its words; the words themselves are in `clew.words`, in both
languages, so that the same error reads well in a terminal, in JSON and in an agent's tool result.
"""

from __future__ import annotations

from clew.words import has, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class ClewError(Exception):
    """The root. `key` names the words (`room.what`), `data` fills them in; `path` is the file it is about."""

    kind = "failed"
    exit_status = 1

    def __init__(self, key: str, *, path: str | None = None, **data: Any) -> None:
        super().__init__(key)
        self.key = key
        self.path = path
        self.data = {"path": path, **data}
        self.suggestions: list[str] = []
        self.pending: str | None = None

    def message(self, lang: str = "en") -> str:
        """One line: what happened, and to which file."""
        return say(self.key, lang, **self.data)

    def hint(self, lang: str = "en") -> str | None:
        """One line: what to do next, where the words know."""
        key = f"{self.key}.hint"
        return say(key, lang, **self.data) if has(key) else None

    def __str__(self) -> str:
        return self.message()


class Usage(ClewError):
    """The call itself is off: an empty text, an unknown option, an invalid time zone."""

    kind = "usage"
    exit_status = 2


class RuleBroken(ClewError):
    """One of the rules of saving and of care refuses this. `suggestions` would pass; `pending` is the id under which a text is kept."""

    kind = "rule"

    def __init__(
        self,
        rule: str,
        *,
        suggestions: list[str] | None = None,
        pending: str | None = None,
        path: str | None = None,
        **data: Any,
    ) -> None:
        super().__init__(f"rules.{rule}", path=path, **data)
        self.rule = rule
        self.suggestions = suggestions or []
        self.pending = pending


class Conflict(ClewError):
    """What is there is not what the caller read. Nothing was written; both texts are here.

    `mine` is None for a removal, `theirs` where the file is gone.
    """

    kind = "conflict"
    exit_status = 3

    def __init__(
        self,
        key: str = "stores.conflict",
        *,
        path: str | None = None,
        mine: bytes | None = None,
        theirs: bytes | None = None,
        **data: Any,
    ) -> None:
        super().__init__(key, path=path, **data)
        self.mine = mine
        self.theirs = theirs


class Locked(ClewError):
    """Another process held the lock for longer than the time-out; `holder` says which."""

    kind = "locked"
    exit_status = 4

    def __init__(self, *, path: str, holder: str, seconds: float) -> None:
        super().__init__("stores.locked", path=path, holder=holder, seconds=f"{seconds:g}")
        self.holder = holder


class ModelFailed(ClewError):
    """The model that finds by meaning is not installed, not there, does not answer, or answers with something else."""


class _FileError(ClewError, OSError):
    """An error about one file that is an `OSError` too, so that callers who know only that one still see it."""

    def __init__(self, key: str, *, path: str | None = None, errno: int | None = None, **data: Any) -> None:
        ClewError.__init__(self, key, path=path, **data)
        self.errno = errno
        self.filename = path


class NotFound(_FileError):
    """There is no such memory, version, project or file."""

    kind = "not-found"


class Unreadable(_FileError):
    """Present, but not readable as what it should be: no permission, a folder, a link loop, not UTF-8, not YAML."""

    kind = "unreadable"


class StorageFailed(_FileError):
    """The disk refused a write: full, read-only, an I/O error. Nothing was changed."""

    kind = "storage"
