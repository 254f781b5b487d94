"""What the clue file said before it was lost: the truth about what a person added to it."""

from __future__ import annotations

from clew.errors import ClewError
from clew.library.clue_file import PATH
from clew.text.clue import read_clue
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clew.history.kept import Kept
    from clew.text.clue_values import ClueEntry

_VERSIONS_READ = 20  # reading one takes as long as a menu; what was not said in so many is long forgotten


class Past(Value):
    """The last clue file of the history that can be read, and what was last said of some folders."""

    data: bytes | None  # None: there is none
    entries: tuple[ClueEntry, ...]  # of that file
    said: tuple[tuple[str, tuple[ClueEntry, ...]], ...]  # (folder, its entries)

    def of_folder(self, folder: str) -> tuple[ClueEntry, ...]:
        """The entries that last named this folder."""
        return dict(self.said).get(folder, ())


NOTHING = Past(None, (), ())


def past_of(kept: Kept, folders: Iterable[str]) -> Past:
    """Looks for the folders in the newest versions of the clue file. A history that cannot be read says nothing."""
    wanted = set(folders)
    newest: tuple[bytes, tuple[ClueEntry, ...]] | None = None
    said: dict[str, tuple[ClueEntry, ...]] = {}
    try:
        for data in _versions(kept):
            entries = _entries(data)
            if entries is None:
                continue
            newest = newest or (data, entries)
            for folder in sorted(wanted - said.keys()):
                if found := tuple(entry for entry in entries if entry.dir_slug == folder):
                    said[folder] = found
            if wanted <= said.keys():
                break
    except ClewError:
        pass  # what it would have said of tags is lost, the memories' own marks are not
    last = tuple(said.items())
    return Past(newest[0], newest[1], last) if newest else Past(None, (), last)


def _versions(kept: Kept) -> Iterator[bytes]:
    """The newest texts of the clue file, newest first."""
    latest = kept.history.latest(kept.key, PATH)
    version = latest.id if latest else None
    for _ in range(_VERSIONS_READ):
        if version is None:
            return
        data = kept.history.content(version)
        if data is not None:
            yield data
        version, _known = kept.history.before(version)


def _entries(data: bytes) -> tuple[ClueEntry, ...] | None:
    try:
        return read_clue(data).entries
    except ClewError:
        return None
