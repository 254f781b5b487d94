"""The lines of passages as they stand on the disk now. A file that is not what the index knows of it is told."""

from __future__ import annotations

from clew.errors import ClewError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.index.contract import Passage

    # The bytes of the file that a passage is from; None where they are not those that were indexed.
    Fetch = Callable[[Passage], bytes | None]

    Lines = tuple[int, int]


class Reader:
    """Reads each file once. `stale`: some file is not any more what the index knows of it."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch
        self._files: dict[tuple[str, str], bytes | None] = {}
        self.stale = False

    def read(self, passage: Passage, lines: Lines) -> str | None:
        """Exactly these lines, without the end of the last one; None where they cannot be had."""
        data = self._data(passage)
        return None if data is None else _text(data[slice(*_place(data, passage, lines))])

    def focus(self, passage: Passage, lines: Lines) -> Lines:
        """Where in the text of these lines the passage stands, in characters."""
        data = self._data(passage)
        if data is None:
            return 0, 0
        first, last = _place(data, passage, lines)
        start, end = max(first, passage.start), min(last, passage.end)
        return len(_text(data[first:start])), len(_text(data[first:end].rstrip(b"\r\n")))

    def _data(self, passage: Passage) -> bytes | None:
        key = passage.store, passage.file
        if key not in self._files:
            try:
                self._files[key] = self._fetch(passage)
            except ClewError:  # gone, or nobody may read it any more
                self._files[key] = None
            self.stale = self.stale or self._files[key] is None
        return self._files[key]


def _place(data: bytes, passage: Passage, lines: Lines) -> tuple[int, int]:
    """From where to where these lines go. Those of the passage are found from its place, however long the file is."""
    start = data.rfind(b"\n", 0, passage.start) + 1
    for _ in range(passage.lines[0] - lines[0]):
        start = data.rfind(b"\n", 0, start - 1) + 1
    end = _line_end(data, max(passage.end - 1, passage.start))
    for _ in range(lines[1] - passage.lines[1]):
        end = _line_end(data, end + 1)
    return start, end


def _line_end(data: bytes, at: int) -> int:
    end = data.find(b"\n", at)
    return len(data) if end < 0 else end


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")
