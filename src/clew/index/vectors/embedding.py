"""`clew index --embed`: each passage that has no vector gets one. Stopped anywhere, it goes on from there next time."""

from __future__ import annotations

import os
import sqlite3
from time import monotonic

from clew.index.place import Turn
from clew.index.vectors.arithmetic import kept, sum_of
from clew.index.vectors.given import TextReader, with_above
from clew.index.vectors.rows import Rows, RowsBroken, clear, key_of
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.index.catching_up import Progress
    from clew.index.index import Index
    from clew.index.vectors.contract import Floats, Model
    from clew.index.vectors.given import Pair
    from clew.index.vectors.rows import Key

_READ = 2000  # passages at a time
_TOGETHER = 32  # texts that the model is given at once
_SECONDS, _MOST = 1.0, 4096  # how long, and how many vectors, until they are kept; who is killed loses no more
_WAIT, _LONG_WAIT = 0.2, 10.0  # seconds for another process that is at it: it may take hours


class Embedded(Value):
    """What was done."""

    passages: int  # that have a vector now
    made: int  # texts that were given to the model
    missing: int  # passages without, as their files changed meanwhile


def embed(index: Index, folder: str, model: Model, progress: Progress = lambda _done, _total: None) -> Embedded:
    """Vectors for all passages; those of texts that are nowhere any more go. Another model makes all anew.

    Raises `ModelFailed` (what was made is kept), `Locked` while another process is at it, `StorageFailed`.
    """
    index.look()
    with Turn(folder, _WAIT):
        work = _Work(index, folder, model)
        try:
            return work.done(progress)
        finally:
            work.close()


def forget_gone(index: Index, folder: str) -> list[str]:
    """The vectors of texts that are nowhere any more go; no model is needed. The paths of what could not be removed.

    Raises `Locked` while another process embeds.
    """
    if not os.path.exists(folder):
        return []
    with Turn(folder, _LONG_WAIT):
        try:
            rows = Rows.open(folder)
            if rows is not None:
                try:
                    here = {one.id: key_of(one, above) for pairs in _all_passages(index) for one, above in pairs}
                    rows.keep_only(set(here.values()), set(here))
                    rows.scrub()
                finally:
                    rows.close()
        except (RowsBroken, sqlite3.Error, OSError):
            return clear(folder)
    return []


class _Work:
    """One run."""

    def __init__(self, index: Index, folder: str, model: Model) -> None:
        self._index = index
        self._folder = folder
        self._model = model
        self._rows = _usable(folder, model)
        self._waiting: dict[Key, list[int]] = {}  # what has no vector yet, with its passages
        self._made: dict[Key, Floats] = {}  # not yet kept
        self._kept_at = monotonic()

    def close(self) -> None:
        if self._rows is not None:
            self._rows.close()

    def done(self, progress: Progress) -> Embedded:
        generation = self._index.generation
        keys: set[Key] = set()
        numbers: set[int] = set()
        highest = 0
        for pairs in _all_passages(self._index):
            found = {passage.id: key_of(passage, above) for passage, above in pairs}
            keys.update(found.values())
            numbers.update(found)
            highest = max(found)
            known = self._rows.rows_of(found.values()) if self._rows else {}
            if self._rows:
                self._rows.link([(id, known[key]) for id, key in found.items() if key in known], generation, highest)
            for id, key in found.items():
                if key not in known:
                    self._waiting.setdefault(key, []).append(id)
        made = self._make(generation, highest, progress)
        if self._rows is None:
            return Embedded(0, 0, len(numbers))
        self._rows.keep_only(keys, numbers)
        self._count()
        linked = self._rows.linked()
        return Embedded(linked, made, len(numbers) - linked)

    def _make(self, generation: str, highest: int, progress: Progress) -> int:
        """The model is asked for what is missing; how many texts that were."""
        total, made = len(self._waiting), 0
        progress(0, total)
        try:
            for texts in self._texts():
                vectors = self._model.embed(list(texts.values()), is_query=False)
                self._made.update(zip(texts, vectors))
                made += len(texts)
                if monotonic() - self._kept_at > _SECONDS or len(self._made) >= _MOST:
                    self._keep(generation, highest)
                progress(made, total)
        finally:  # Ctrl-C too
            self._keep(generation, highest)
        return made

    def _texts(self) -> Iterator[dict[Key, str]]:
        """The texts that wait, some at a time, each file read once in a row."""
        firsts = {ids[0]: key for key, ids in self._waiting.items()}
        order = sorted(firsts)
        together: dict[Key, str] = {}
        reader = TextReader(self._index)
        for start in range(0, len(order), _READ):
            for passage, above in with_above(self._index, order[start : start + _READ]):
                if text := reader.text(passage, above):
                    together[firsts[passage.id]] = text
                    if len(together) == _TOGETHER:
                        yield together
                        together = {}
        if together:
            yield together

    def _keep(self, generation: str, highest: int) -> None:
        if not self._made:
            return
        import numpy as np

        packed = kept(np.stack(list(self._made.values())))
        width = packed["bytes"].shape[1]
        if self._rows is None or self._rows.about.width != width:
            self.close()
            self._rows = Rows.make(self._folder, self._model.name, self._model.fingerprint, width)
        self._rows.put(dict(zip(self._made, packed)))
        known = self._rows.rows_of(self._made)
        links = [(id, row) for key, row in known.items() for id in self._waiting[key]]
        self._rows.link(links, generation, highest)
        self._made.clear()
        self._kept_at = monotonic()

    def _count(self) -> None:
        """The mean of all rows: what all texts of a home share says nothing of any of them."""
        import numpy as np

        assert self._rows is not None  # it was just written to
        rows = self._rows.read()
        count = int(np.count_nonzero(rows["scale"]))
        self._rows.set_mean((sum_of(rows) / max(count, 1)).astype(np.float32))


def _all_passages(index: Index) -> Iterator[list[Pair]]:
    after = 0
    while numbers := index.numbers(after, _READ):
        if pairs := with_above(index, numbers):
            yield pairs
        after = numbers[-1]


def _usable(folder: str, model: Model) -> Rows | None:
    """The rows that were made with this model; others are removed."""
    try:
        rows = Rows.open(folder)
        if rows is not None:
            if rows.about.fingerprint == model.fingerprint:
                rows.read()
                return rows
            rows.close()
    except RowsBroken:
        pass
    clear(folder)
    return None
