"""A library moves to another folder. At each moment the old one or the new one is whole, and the settings name it.

Copied and read back under both locks, the choices too; the setting is switched; the history follows; what was copied
goes from the old place. `.clew-moving` in the new folder says that this is going on, and from where, so that after
a kill the same command goes on: before the switch it copies anew what differs, behind it it cleans up.
"""

from __future__ import annotations

import os
import stat
import sys

from clew.config import read_config
from clew.errors import ClewError, Conflict, NotFound, StorageFailed, Usage
from clew.home import Home
from clew.library.clue_file import PATH as CLUE
from clew.setup.places import is_within, look, make
from clew.setup.settings_file import settle
from clew.state.moving import leave, settle_in
from clew.stores import lock
from clew.stores.contract import ABSENT
from clew.stores.folder import FolderStore
from clew.text.conflicts import is_memory_file
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from clew.history.kept import Kept
    from clew.stores.contract import Blob, Store

    Progress = Callable[[int, int], None]

MARK = ".clew-moving"
_TRIES = 5  # to copy a library that other programs change meanwhile


class Moved(Value):
    """Where a library came from, and what stayed there."""

    old: str
    new: str
    files: int  # that stand at the new place
    changed: tuple[str, ...]  # absolute: not removed at the old place, for nobody has these bytes but they
    left: tuple[str, ...]  # names at the old place that are not clew's


def unfinished(root: str) -> str | None:
    """The folder from which a library is on its way here."""
    try:
        with open(os.path.join(root, MARK), encoding="utf-8", errors="surrogateescape") as file:
            return file.read().removesuffix("\n") or None
    except OSError:
        return None


def move(home: Home, new: str, lang: str, progress: Progress) -> Moved:
    """Moves the library of this home. Raises `Usage` for a folder that cannot be the place, `Unreadable` for a file
    that cannot be read, `Conflict` where it is never at rest, `StorageFailed`, `Locked`; then nothing has moved."""
    old = home.library.root
    _refuse(old, new)
    _check_history(home)
    with home.library.kept.lock():
        made = make(new)
        there = Home(home.path, home.clock, {"library": new}, home.tell)
        try:
            with there.library.kept.lock():
                _take_over(home, there, made, lang, progress)
                return _leave(there, old, progress)
        finally:
            there.close()


def finish(home: Home, progress: Progress) -> Moved | None:
    """What is left to do where a move was killed behind the switch; None where nothing is."""
    store = home.library.kept.store
    if isinstance(store, FolderStore):
        store.recover()
    old = unfinished(home.library.root)
    if old is None:
        return None
    with home.library.kept.lock():
        if not os.path.isdir(old):
            return _leave(home, old, progress)
        with FolderStore(old, "library", makes_root=False).lock():
            return _leave(home, old, progress)


def _take_over(home: Home, there: Home, made: bool, lang: str, progress: Progress) -> None:
    """Everything up to the switch."""
    here, new = home.library.kept, there.library.root
    setting = None if new == default_root(home.path) else new
    try:
        _copy_all(here, there.library.kept, _slugs(home), progress)
        settle_in(home.state, here.root, new)
        settle(home.path, {"library": setting}, lang)
    except BaseException:  # Ctrl-C too: what cannot be finished leaves nothing behind
        if (
            read_config(home.path).get("library") != setting
        ):  # else it came behind the switch, and the copy is the library
            _unmake(here, there.library.kept, made)
        raise


def _check_history(home: Home) -> None:
    """Raises where the history could not follow: better now than behind the switch."""
    if os.path.exists(home.history.path):
        with home.history.file.writing():
            pass


def default_root(home: str) -> str:
    """Where the library is unless the settings say otherwise."""
    return os.path.join(home, "memory")


def _refuse(old: str, new: str) -> None:
    if is_within(new, [old]) or is_within(old, [new]):
        raise Usage("setup.inside-itself", path=new, old=old, new=new)
    coming = unfinished(new)
    if coming is not None and os.path.realpath(coming) != os.path.realpath(old):
        raise Usage("setup.half-moved", path=new, old=coming)
    names = os.listdir(new) if coming is None and look(new) else []
    if any(name == CLUE or not name.startswith(".") for name in names):
        raise Usage("setup.not-empty", path=new)


def _slugs(home: Home) -> set[str]:
    home.library.clue.refresh()
    return set(home.library.clue.directories().values())


def _belongings(store: Store, slugs: Iterable[str]) -> dict[str, str]:
    """Path -> fingerprint of every file that is the library's: all that a person may have put into a project's folder,
    other programs' hidden files aside, and the clue file, last."""
    found: dict[str, str] = {}
    top = store.list()
    for folder in top:
        if folder.kind == "folder" and not folder.path.startswith("."):
            below = store.list(folder.path, deep=True)
            files = [each for each in below if each.kind == "file" and "/." not in each.path]
            if folder.path in slugs or any(is_memory_file(each.path.rpartition("/")[2]) for each in files):
                found.update((each.path, each.fingerprint) for each in files)
    found.update((each.path, each.fingerprint) for each in top if each.path == CLUE and each.kind == "file")
    return found


def _folders(store: Store) -> set[str]:
    return {each.path for each in store.list() if each.kind == "folder"}


def _copy_all(here: Kept, there: Kept, slugs: set[str], progress: Progress) -> None:
    there.store.put(MARK, f"{here.root}\n".encode("utf-8", "surrogateescape"))
    copied: dict[str, str] = {}
    for _ in range(_TRIES):
        wanted = _belongings(here.store, slugs)
        if copied == wanted:
            return
        for path in _belongings(there.store, _folders(there.store)).keys() - wanted.keys():  # of an earlier try
            there.notice([(path, there.get(path))])
            there.store.delete(path)
        for number, (path, fingerprint) in enumerate(wanted.items(), 1):
            if copied.get(path) != fingerprint:
                _copy(here, there, path)
            progress(number, 2 * len(wanted))
        copied = wanted
    raise Conflict("setup.restless", path=here.root)


def _copy(here: Kept, there: Kept, path: str) -> None:
    blob, found = here.get(path), _found(there.store, path)
    if found is not None and found.revision != blob.revision:  # of a move that was killed; who knows who wrote there
        there.notice([(path, found)])
    if found is None or found.revision != blob.revision:
        there.store.put(path, blob.data, found.revision if found else ABSENT)
    _give_manner(here.path(path), there.path(path))
    if there.get(path).revision != blob.revision:
        raise StorageFailed("setup.copy-differs", path=there.path(path))


def _give_manner(old: str, new: str) -> None:
    """The time, by which a menu sorts what a person wrote by hand, and the rights that the owner chose."""
    try:
        seen = os.stat(old)
        os.utime(new, ns=(seen.st_atime_ns, seen.st_mtime_ns))
        if sys.platform != "win32":
            os.chmod(new, stat.S_IMODE(seen.st_mode))
    except OSError:  # a disk that knows no such rights; the bytes are what counts
        pass


def _unmake(here: Kept, there: Kept, made: bool) -> None:
    """Takes the copies away. One that is no copy any more goes into the history first, whoever wrote it."""
    try:
        for path in _belongings(there.store, _folders(there.store)):
            mine, original = _found(there.store, path), _found(here.store, path)
            if mine is not None:
                if original is None or original.revision != mine.revision:
                    there.notice([(path, mine)])
                there.store.delete(path, mine.revision)
        there.store.delete(MARK)
    except ClewError:
        return  # the mark stays, and says what the rest is
    if made:
        _take_root_away(there.root)


def _leave(there: Home, old: str, progress: Progress) -> Moved:
    """Behind the switch: the history follows, the old place is cleared. Under both locks."""
    kept = there.library.kept
    there.history.rehome(kept.key.removesuffix(kept.root) + old, kept.key)
    leave(there.state, old)
    changed, left = _clear(kept, old, _slugs(there), progress) if os.path.isdir(old) else ([], [])
    if not changed:
        _take_root_away(old)
    kept.store.delete(MARK)
    return Moved(old, kept.root, len(_belongings(kept.store, _slugs(there))), tuple(changed), tuple(left))


def _clear(kept: Kept, old: str, slugs: set[str], progress: Progress) -> tuple[list[str], list[str]]:
    """Removes from the old place what stands at the new one; what does not, and what was never the library's."""
    store = FolderStore(old, "library", makes_root=False)
    slugs = slugs | _folders(kept.store)
    paths = _belongings(store, slugs)
    changed = []
    for number, path in enumerate(paths, 1):
        blob = _found(store, path)
        if blob is not None and _has(kept, path, blob):
            store.delete(path, blob.revision)
        elif blob is not None:
            changed.append(store.path_of(path))
        progress(len(paths) + number, 2 * len(paths))
    for folder in slugs & _folders(store):
        _drop_empty(store.path_of(folder))
    return changed, [each.path for each in store.list()]


def _drop_empty(folder: str) -> None:
    """A deletion takes an empty folder along, but for one that was killed in its middle."""
    for above, _folders_in, _files in os.walk(folder, topdown=False):
        try:
            os.rmdir(above)
        except OSError:  # there is something in it
            pass


def _has(kept: Kept, path: str, blob: Blob) -> bool:
    """Whether these bytes are at the new place, or were there: it may have been worked in since."""
    now = _found(kept.store, path)
    if now is not None and now.revision == blob.revision:
        return True
    return any(version.revision == blob.revision for version in kept.history.versions(kept.key, path))


def _found(store: Store, path: str) -> Blob | None:
    try:
        return store.get(path)
    except NotFound:
        return None


def _take_root_away(root: str) -> None:
    """The lock, which we hold, and the folder, if nothing else is in it. Who waits for the lock sees that it is gone."""
    if sys.platform == "win32":  # nobody can remove there what is open
        return
    try:
        os.unlink(os.path.join(root, lock.NAME))
        os.rmdir(root)
    except OSError:  # something of somebody else's is in it
        pass
