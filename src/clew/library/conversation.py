"""A conversation: one run of talk, which has at most one memory."""

from __future__ import annotations

from clew.errors import Usage
from clew.text.names import memory_name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from clew.library.project import Project
    from clew.library.save_plan import Saved


class Conversation:
    """A conversation in a project. `file` is the memory that it is bound to, None until it makes its own."""

    def __init__(self, id: str, file: str | None, project: Project) -> None:
        self.id = id
        self.file = file  # POSIX, relative to the library
        self.project = project

    def __repr__(self) -> str:
        return f"Conversation(id={self.id!r}, memory={self.memory!r})"

    @property
    def memory(self) -> str | None:
        """The name of its memory."""
        return None if self.file is None else memory_name_of(self.file)

    def save(
        self,
        text: str,
        tags: Iterable[str] = (),
        title: str | None = None,
        heading: str | None = None,
        agent: str | None = None,
        request: str | None = None,
        *,
        allow_secret: bool = False,
    ) -> Saved:
        """Appends a segment to the conversation's memory, durably; the clue file follows in the same operation.

        The same `request` again, or the same text as the conversation's last, returns the first result with
        `repeated`. Raises `RuleBroken` for tags that no rule passes, with tags that would; a refused text
        is kept pending, under `error.pending`, for `Library.finish`.
        """
        from clew.library.wish import Wish  # late: a menu saves nothing

        wish = Wish(text, (tags,) if isinstance(tags, str) else tuple(tags), self.id, title, heading, agent, request)
        saved = self.project.library.save(self.project, wish, allow_secret)
        self.file = saved.file
        return saved


def new_conversation_id(now: datetime) -> str:
    """An id that sorts by time, can be read aloud, and is taken by nobody else."""
    import os

    return f"{now:%Y%m%d-%H%M%S}-{os.urandom(4).hex()}"


def is_of_one_device(id: str) -> bool:
    """Whether an id is counted up, as goose does (`20261130_1`): then another device gives the same one to another
    conversation, and only together with the device it says which this is."""
    day, _, number = id.partition("_")
    return len(day) == 8 and day.isdecimal() and number.isdecimal()


def checked_conversation_id(id: str) -> str:
    """The id of an agent as it is. Raises `Usage` for what no comment line could hold."""
    if not isinstance(id, str) or not id.strip() or len(id) > 200 or not id.isprintable():
        raise Usage("library.bad-conversation", value=repr(id[:40] if isinstance(id, str) else id))
    return id
