"""What a clue file says, as values: a menu and a search read them from the home's rows, and no line of the file."""

from __future__ import annotations

from clew.values import Value

TYPE_CHECKING = False


class ClueMemory(Value):
    """A memory as the clue file lists it."""

    file: str  # relative to the folder of the entry's slug
    tags: tuple[str, ...]

    if not TYPE_CHECKING:

        def __init__(self, file, tags):  # ten thousand of them are made at a menu: four times as fast as Value's
            fields = self.__dict__
            fields["file"] = file
            fields["tags"] = tags


class ClueEntry(Value):
    """A project as the clue file lists it. What a person left out is empty here; `name` is the last part of `dir` then."""

    dir: str
    dir_slug: str
    name: str
    common_tags: tuple[str, ...]
    memories: tuple[ClueMemory, ...]


class Clue(Value):
    """A clue file as read. Two entries may have one `dir`: two programs may have appended at once."""

    entries: tuple[ClueEntry, ...]
    canonical: bool  # every line is as clew writes it, or harmless: edits find their place without reading the rest
