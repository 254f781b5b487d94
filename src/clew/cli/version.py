"""Versions of a text: the ID of a call, and how one is told to a person."""

from __future__ import annotations

from clew.errors import NotFound
from clew.words import has, say

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


def action(what: str, lang: str) -> str:
    """What an entry of the history is called, in the person's language; JSON has `what` as it is."""
    key = f"history.did-{what}"
    return say(key, lang) if has(key) else what


def moment(time: str) -> str:
    """`2026-11-30 15:24:48`: a time of the history as it is shown in a list, without its offset."""
    return time[:19].replace("T", " ")
