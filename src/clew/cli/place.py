"""The REF of a call."""

from __future__ import annotations

from clew.callers import caller
from clew.references import Place, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call


def placed(call: Call, *, gone: bool = False) -> Place:
    """The file that the call's REF names; with `gone` also one that only the history still has."""
    project = call.home.library.project(call.directory)
    return resolve(call.home, call.given.ref, project, caller(call.given.conversation).viewer, gone=gone)
