"""What a model is given of a passage: the heading above it, the end of the passage before it, and its own text.

A turn of a talk, or a line of a list, says little by itself: with the one before it e5 alone finds 67 of 100 passages of
LoCoMo 26 among its first ten, without it 56. The title is left out: one that says nothing ("Session 3") costs the search
more (1.4 of 100, LoCoMo 26, 30, 41) than words in it can give, which are looked for as words anyway.
"""

from __future__ import annotations

from clew.errors import ClewError
from clew.index.passages import without_comments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.index.contract import Passage
    from clew.index.index import Index

    Pair = tuple[Passage, Passage | None]

_ABOVE = 200  # characters


def with_above(index: Index, ids: Sequence[int]) -> list[Pair]:
    """The passages, each with the one before it in the same part of its file."""
    passages = index.passages(ids)
    known = {one.id: one for one in passages}
    missing = [one.id - 1 for one in passages if one.place and one.id - 1 not in known]
    known |= {one.id: one for one in index.passages(missing)}
    return [(one, _above(one, known.get(one.id - 1))) for one in passages]


def _above(passage: Passage, before: Passage | None) -> Passage | None:
    if before is None or not passage.place or before.segment != passage.segment or before.heading != passage.heading:
        return None
    return before


class TextReader:
    """Reads a file once as long as its passages come in a row."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._file: tuple[str, str] | None = None
        self._data: bytes | None = None

    def text(self, passage: Passage, above: Passage | None) -> str:
        """ "" where the file is not any more what was indexed, or not there."""
        if (passage.store, passage.file) != self._file:
            self._file = (passage.store, passage.file)
            try:
                self._data = self._index.data_of(passage)
            except ClewError:  # gone, or nobody may read it any more
                self._data = None
        if self._data is None:
            return ""
        parts = (passage.heading, self._own(above)[-_ABOVE:] if above else "", self._own(passage))
        return "\n".join(part for part in parts if part)

    def _own(self, passage: Passage) -> str:
        assert self._data is not None  # the caller looked
        return without_comments(self._data[passage.start : passage.end].decode("utf-8", "replace")).strip()
