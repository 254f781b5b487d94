"""The REF of a call."""

from __future__ import annotations

from clew.callers import caller
from clew.errors import Usage
from clew.references import Place, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call


def placed(call: Call, *, gone: bool = False) -> Place:
    """The file that the call's REF names; with `gone` also one that only the history still has."""
    project = call.home.library.project(call.directory)
    return resolve(call.home, call.given.ref, project, caller(call.given.conversation).viewer, gone=gone)


def memory_placed(call: Call, *, here: bool = False) -> Place:
    """The memory that REF names; with `here` it is looked up where we are, for `--dir` means something else.

    Raises `Usage` for a text that is no memory of the library.
    """
    library = call.home.library
    project = library.project(None if here else call.directory)
    place = resolve(call.home, call.given.ref, project, caller(call.given.conversation).viewer)
    if place.kept is not library.kept or "/" not in place.file:
        raise Usage("references.no-memory", ref=call.given.ref)
    return place
