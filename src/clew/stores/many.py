"""Many new files at once: the disk is waited for a few times for all of them, and not twice for each."""

from __future__ import annotations

from functools import partial

from clew.errors import ClewError
from clew.stores.ahead import Text
from clew.stores.aside import Aside
from clew.stores.writing import Moved, place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew.stores.root import Root

_SYNCING = 8  # at a time: a file system that is asked so often at once writes its own journal once


def put_new(root: Root, texts: Iterable[tuple[str, bytes]]) -> set[str]:
    """To be called under the lock, with as many texts as files may be open. Returns the paths of those that are there
    now, durably; of any other nothing is there, for whatever reason."""
    begun: list[Text] = []
    try:
        for path, data in texts:
            text = _begun(root, path, data)
            if text is not None:
                begun.append(text)
        _make_last(begun)
        return _lasting([text for text in begun if _named(text)])
    finally:
        for text in begun:
            text.drop()
        for text in reversed(begun):
            text.way.unmake()  # as far as they are empty
            text.close()


def _begun(root: Root, path: str, data: bytes) -> Text | None:
    try:
        names = root.names(path)
        way = root.start(path)
    except ClewError:
        return None
    try:
        root.make_way(way, names[:-1], path)
        root.check_new(names[-1], path)
        text = Text(path, root.path_of(path), data, way, None)
        text.begin()
    except BaseException as problem:  # Ctrl-C too must leave no empty folder
        way.unmake()
        way.close()
        if isinstance(problem, (ClewError, OSError)):
            return None
        raise
    return text


def _make_last(texts: list[Text]) -> None:
    """What cannot be put on the disk has no temporary file any more."""
    threads = [Aside() for _ in texts[:_SYNCING]]
    try:
        for number, text in enumerate(texts):
            threads[number % _SYNCING].do(partial(_try_to_make_last, text))
    finally:
        for thread in threads:
            thread.wait()
            thread.end()


def _try_to_make_last(text: Text) -> None:
    try:
        text.make_last()
    except ClewError:
        text.drop()


def _named(text: Text) -> bool:
    """Whether it has its name now; where there is something of this name already, it has not."""
    made, text.temporary = text.temporary, ""
    if not made:
        return False
    try:
        place(text.way.end, made, text.name, None)
    except (Moved, OSError):
        return False
    return True


def _lasting(texts: list[Text]) -> set[str]:
    """The names are on the disk, or none is there."""
    try:
        synced = set()
        for text in texts:
            above = text.path.rpartition("/")[0]
            if above not in synced or text.way.made:
                text.way.sync()
                synced.add(above)
    except OSError:
        for text in texts:
            text.temporary = text.name  # it goes as one does
        return set()
    return {text.path for text in texts}
