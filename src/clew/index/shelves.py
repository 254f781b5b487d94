"""What a source is, and what it finds on the disk: folder by folder, without opening a file.

A folder is listed anew for each search, which costs one `stat` a file and little more: its whole listing is one text,
compared with the one that was kept. Only where the two differ does anybody look at single files.
"""

from __future__ import annotations

import os

from clew.stores.contract import revision_of
from clew.stores.failures import Telling, not_a_file
from clew.stores.fingerprint import fingerprint, settled
from clew.stores.native import NativeFolder
from clew.stores.present import NotAFile, Present
from clew.text.decoding import in_utf8
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Protocol

    from clew.index.contract import Scope
    from clew.index.rows import MadeFile
    from clew.index.tables import Tables
    from clew.stores.handle import Folder
else:
    Protocol = object


class Shelf(Value):
    """One folder of a source as it stands on the disk."""

    path: str  # relative to the source's root, POSIX; "" for the root itself
    owner: str  # whose the files in it are, as a text that differs when that does
    listing: str  # see `listed`


class Looked(Value):
    """What one look at a source found."""

    shelves: tuple[Shelf, ...]
    paths: tuple[str, ...] | None = None  # the only folders that were looked for; None: all, and others are gone
    problems: tuple[tuple[str, str], ...] = ()  # (absolute path, words key); folders below such a path are not gone


class Read(Value):
    """A file as it was read."""

    data: bytes  # in UTF-8, as far as they are text at all
    fingerprint: str  # "" while a further change could hide behind it
    revision: str  # of the bytes on the disk
    modified: float


class Difference(Value):
    """A folder that is not as the tables know it."""

    source: Source
    path: str
    shelf: Shelf | None  # None: it is gone
    known: str  # its listing then; "" where it is new, or somebody else's now


class Source(Protocol):
    """One store's files, as far as they are searched."""

    name: str  # of the store

    def look(self, scope: Scope | None) -> Looked:
        """What stands there; with a scope, at least in the folders that it reaches into. Raises nothing."""
        ...

    def wants(self, folder: str, name: str) -> bool:
        """Whether a file of this name in this folder is one to be searched."""
        ...

    def reading(self, folder: str) -> Reading:
        """A folder held open while files of it are read."""
        ...

    def made(self, shelf: Shelf, name: str, read: Read) -> MadeFile:
        """A file cut into passages, with all that is known of each."""
        ...

    def path(self, folder: str, name: str) -> str:
        """Absolute."""
        ...


class Reading(Protocol):
    """`with source.reading(folder) as reading:`"""

    def __enter__(self) -> Reading: ...

    def __exit__(self, *problem: object) -> None: ...

    def read(self, name: str) -> Read:
        """Raises `NotFound`, `Unreadable`."""
        ...


class FolderReading:
    """A folder below a root, held open. No link is followed but one to the root itself."""

    def __init__(self, root: str, folder: str) -> None:
        self._root = root
        self._names = folder.split("/") if folder else []
        self._folder: Folder | None = None

    def __enter__(self) -> FolderReading:
        with Telling("read", os.path.join(self._root, *self._names)):
            folder = NativeFolder.root(self._root)
            for name in self._names:
                try:
                    below = folder.down(name)
                finally:
                    folder.close()
                folder = below
        self._folder = folder
        return self

    def __exit__(self, *problem: object) -> None:
        if self._folder is not None:
            self._folder.close()

    def read(self, name: str) -> Read:
        assert self._folder is not None  # within the block
        path = os.path.join(self._root, *self._names, name)
        try:
            with Telling("read", path):
                present = Present(self._folder, name)
                try:
                    data = present.data()
                finally:
                    present.close()
        except NotAFile as other:
            raise not_a_file(path, other.kind) from None
        return Read(in_utf8(data), settled(present.seen), revision_of(data), present.seen.st_mtime)


def listed(found: Sequence[tuple[str, os.stat_result]]) -> str:
    """Names and fingerprints as one text; `/` can stand in neither. A name that is no Unicode is nobody's."""
    text = "/".join([f"{name}/{fingerprint(seen)}" for name, seen in found])
    if text.isascii() or _is_unicode(text):
        return text
    return "/".join(f"{name}/{fingerprint(seen)}" for name, seen in found if _is_unicode(name))


def unlisted(listing: str) -> dict[str, str]:
    """Name -> fingerprint, out of such a text."""
    parts = listing.split("/")
    return dict(zip(parts[::2], parts[1::2]))


def relisted(fingerprints: Mapping[str, str]) -> str:
    """Such a text out of names and fingerprints."""
    return "/".join(f"{name}/{seen}" for name, seen in fingerprints.items())


def scanned(root: Folder, names: Iterable[str]) -> Iterator[tuple[str, list[tuple[str, os.stat_result]] | OSError]]:
    """Each of some folders in a root with what stands in it, or why it cannot be told; one that is gone is left out."""
    for name in names:
        try:
            folder = root.down(name)
        except FileNotFoundError:
            continue
        except OSError as problem:
            yield name, problem
            continue
        try:
            found = folder.scan()
        except OSError as problem:
            yield name, problem
        else:
            yield name, found
        finally:
            folder.close()


def opened(path: str) -> Folder:
    """A root, which may be reached through links. Raises `OSError`."""
    return NativeFolder.root(path)


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def differences(tables: Tables, looks: Iterable[tuple[Source, Looked]]) -> list[Difference]:
    """The folders to look into."""
    found = []
    for source, looked in looks:
        known = tables.folders(source.name, looked.paths)
        for shelf in looked.shelves:
            owner, listing = known.pop(shelf.path, ("", ""))
            if (owner, listing) != (shelf.owner, shelf.listing):
                found.append(Difference(source, shelf.path, shelf, listing if owner == shelf.owner else ""))
        away = [path for path, _ in looked.problems]
        for path in known:
            where = source.path(path, "").rstrip("/\\")
            if not any(where == one or where.startswith((f"{one}/", f"{one}\\")) for one in away):
                found.append(Difference(source, path, None, ""))
    return found
