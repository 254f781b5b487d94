"""Read, change, write, as one deed: the loop above the stores."""

from __future__ import annotations

from clew.errors import Conflict, NotFound
from clew.stores.contract import ABSENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.stores.contract import Blob, Store

_TRIES = 5  # against a program that edits the file meanwhile and knows no lock


def edit(store: Store, path: str, change: Callable[[bytes | None], bytes | None]) -> Blob | None:
    """What `change` makes of the file's bytes takes their place; None stands for no file, going in and coming out.

    Nobody of clew writes between the reading and the writing. An edit by another program in between is not
    overwritten: `change` is asked again. Bytes that stay the same are not written.
    """
    with store.lock():
        for _ in range(_TRIES):
            try:
                return _once(store, path, change)
            except Conflict as conflict:
                last = conflict
        raise last


def _once(store: Store, path: str, change: Callable[[bytes | None], bytes | None]) -> Blob | None:
    try:
        blob = store.get(path)
    except NotFound:
        blob = None
    data = change(None if blob is None else blob.data)
    if data is not None:
        if blob is not None and blob.data == data:
            return blob
        return store.put(path, data, ABSENT if blob is None else blob.revision)
    if blob is not None:
        store.delete(path, blob.revision)
    return None
