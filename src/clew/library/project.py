"""A project: one directory that an agent works in, and its memories."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.library.conversation import Conversation
    from clew.library.library import Library
    from clew.library.menu import Menu, MenuLine


class Project:
    """A view of one project; it stands in the clue file from its first save on."""

    def __init__(self, library: Library, dir: str, dir_slug: str, name: str) -> None:
        self.library = library
        self.dir = dir
        self.dir_slug = dir_slug
        self.name = name

    def __repr__(self) -> str:
        return f"Project(dir={self.dir!r}, dir_slug={self.dir_slug!r}, name={self.name!r})"

    def menu(self) -> list[MenuLine]:
        """The memories that can be picked, newest first; those of parent directories are in `whole_menu`."""
        return list(self.whole_menu().lines)

    def whole_menu(self) -> Menu:
        """The menu with the parents' memories and what the check at the start found.

        The check mends the project's entry of the clue file. Raises nothing for a library that does not exist.
        """
        from clew.library.start import menu_of  # late, as in the library

        return menu_of(self.library, self)

    def start(self, pick: int | str | None = None, conversation: str | None = None) -> Conversation:
        """Binds a conversation: None resumes its memory, 0 is a new one, a number or a name continues that memory.

        Without a conversation a new id is made. Raises `RuleBroken("one-memory")` when the conversation has
        saved into another memory, `NotFound` for a pick that is not there.
        """
        return self.library.start(self, pick, conversation)

    def common_tags(self) -> list[str]:
        """The union of the tags of the project's memories, first seen first."""
        entry = self.library.entry_of(self)
        return list(entry.common_tags) if entry else []
