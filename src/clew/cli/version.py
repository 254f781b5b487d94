"""The ID of a call: a version of a text."""

from __future__ import annotations

from clew.errors import NotFound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.history.records import Version
    from clew.references import Place


def checked_version(id: str, versions: Sequence[Version], place: Place) -> Version:
    """The version of this text that has this id. Raises `NotFound`, with the ids that there are."""
    for version in versions:
        if str(version.id) == id:
            return version
    problem = NotFound("history.no-version", path=place.path, version=id)
    problem.suggestions = [str(version.id) for version in versions[:10]]
    raise problem
