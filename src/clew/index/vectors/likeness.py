"""How alike a question and each passage are, as the model sees it; and those that are most alike."""

from __future__ import annotations

import sqlite3
from _thread import RLock
from time import monotonic

from clew.errors import ModelFailed
from clew.index.vectors import are_there, folder_in
from clew.index.vectors.arithmetic import products
from clew.index.vectors.embedding import embed, forget_gone
from clew.index.vectors.given import with_above
from clew.index.vectors.models import PACKAGED, model_of
from clew.index.vectors.rows import Rows, RowsBroken, key_of
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from clew.index.catching_up import Progress
    from clew.index.contract import Passage
    from clew.index.index import Index
    from clew.index.vectors.contract import Floats, Model
    from clew.index.vectors.embedding import Embedded

NONE = "none"  # the setting that wants no model
_SECONDS = 3.0  # for the model to answer a question; the words have answered before
_BUSY_SECONDS = 1.0  # for another process to be done writing; what it writes is not needed to answer
_PATIENCE = 30.0  # seconds in which a model that failed is not asked again
_FEW = 100  # texts: the mean of fewer says little of what all have in common
_STEPS = (400, 3_000, 20_000, 200_000)  # rows that are looked at until enough of them may answer


class Likeness:
    """Of one question. Where nothing could be asked, `degraded` is the words key of why, and there are no values."""

    def __init__(self, index: Index | None = None, rows: Rows | None = None, values: Floats | None = None) -> None:
        self.degraded: str | None = None
        self._index = index
        self._rows = rows
        self._values = values

    def of(self, passages: Sequence[Passage]) -> dict[int, float]:
        """Passage id -> how alike, from -1 to 1; those without a vector are left out."""
        if self._rows is None or self._values is None or self._index is None:
            return {}
        if self._rows.about.generation != self._index.generation:
            return {}
        rows = self._rows.rows_by_passage([passage.id for passage in passages])
        known = len(self._values)
        return {id: float(self._values[row]) for id, row in rows.items() if row < known}

    def likest(self, limit: int, may_answer: Callable[[Passage], bool]) -> list[Passage]:
        """The passages that are most alike, of those that may answer."""
        if self._rows is None or self._values is None or self._index is None:
            return []
        import numpy as np

        if self._rows.about.generation != self._index.generation:
            return []
        found: list[Passage] = []
        for step in _STEPS:
            step = min(step, len(self._values))
            best = np.argpartition(-self._values, step - 1)[:step] if step else np.zeros(0, int)
            order = [int(row) for row in best[np.argsort(-self._values[best], kind="stable")]]
            passages = self._rows.passages_of(order)
            ids = [id for row in order for id in passages.get(row, ())]
            found = [one for one in self._index.passages(ids) if may_answer(one)][:limit]
            if len(found) == limit or step == len(self._values):
                break
        return found


class Standing(Value):
    """What there is of vectors."""

    embedded: int  # passages that have one
    model: str | None
    degraded: str | None  # words key of why they are of no use now


class Vectors:
    """One home's. Any thread may ask; they take turns."""

    def __init__(
        self,
        home: str,
        index: Index,
        setting: str | None = None,
        key: str | None = None,
        busy_seconds: float = _BUSY_SECONDS,
    ) -> None:
        self.folder = folder_in(index.path)
        self._home = home
        self._index = index
        self._setting = setting
        self._key = key
        self._busy_seconds = busy_seconds
        self._turn = RLock()
        self._rows: Rows | None = None
        self._model: Model | None = None
        self._failed: tuple[float, str] | None = None

    def ask(self, text: str) -> Likeness:
        """Raises nothing. Without vectors there is nothing to tell, and nothing is loaded."""
        likeness = Likeness()
        with self._turn:
            try:
                rows = self._opened()
                if rows is not None:
                    self._link(rows)
                    values = self._values(rows, text)
                    return Likeness(self._index, rows, values)
            except ModelFailed as problem:
                self._failed = monotonic(), problem.key
                likeness.degraded = problem.key
            except (RowsBroken, sqlite3.Error, OSError):
                self._close()
                likeness.degraded = "vectors.damaged"
        return likeness

    def embed(self, progress: Progress = lambda _done, _total: None) -> Embedded:
        """Vectors for all passages, with the model of the settings, else the one before, else the packaged one.

        Raises `ModelFailed`, `Locked` while another process is at it.
        """
        self.close()
        setting = self._setting or self._used() or PACKAGED
        return embed(self._index, self.folder, model_of(setting, self._home, self._key), progress)

    def forget_gone(self) -> list[str]:
        """The vectors of texts that are nowhere any more go; the paths of what could not be removed. Raises `Locked`."""
        if not are_there(self._index.path):
            return []
        self.close()
        self._index.look()
        return forget_gone(self._index, self.folder)

    def standing(self) -> Standing:
        """How many passages have a vector, by which model, and what would keep a search from using them."""
        with self._turn:
            try:
                rows = self._opened()
            except (RowsBroken, sqlite3.Error, OSError):
                return Standing(0, self._setting, "vectors.damaged")
            if rows is None:
                return Standing(0, self._setting if self._setting != NONE else None, None)
            return Standing(rows.linked(), self._setting or rows.about.model, self.ask("clew").degraded)

    def close(self) -> None:
        """Gives files and memory back; the next question opens them again."""
        with self._turn:
            self._close()
            self._model = None

    def _used(self) -> str | None:
        try:
            rows = self._opened()
        except (RowsBroken, sqlite3.Error, OSError):
            return None
        return None if rows is None else rows.about.model

    def _close(self) -> None:
        if self._rows is not None:
            self._rows.close()
            self._rows = None

    def _opened(self) -> Rows | None:
        if self._setting == NONE:
            return None
        if self._rows is not None:
            try:
                self._rows.refresh()
                return self._rows
            except (RowsBroken, sqlite3.Error):  # made anew by another process
                self._close()
        self._rows = Rows.open(self.folder, self._busy_seconds)
        return self._rows

    def _values(self, rows: Rows, text: str) -> Floats:
        if self._failed is not None and monotonic() - self._failed[0] < _PATIENCE:
            raise ModelFailed(self._failed[1])
        setting = self._setting or rows.about.model
        if self._model is None or self._model.name != setting:
            self._model = model_of(setting, self._home, self._key, _SECONDS)
        if self._model.fingerprint != rows.about.fingerprint:
            raise ModelFailed("vectors.outdated")
        vector = self._model.embed([text], is_query=True)[0]
        self._failed = None
        if len(vector) != rows.about.width:
            raise ModelFailed("vectors.outdated")
        return likenesses(rows, vector)

    def _link(self, rows: Rows) -> None:
        """Passages that came since get the vectors of their texts, where these are known: a file changed elsewhere."""
        about, generation = rows.about, self._index.generation
        if not generation or about.generation != generation:
            return
        try:
            while numbers := self._index.numbers(rows.about.highest, 2000):
                keys = {one.id: key_of(one, above) for one, above in with_above(self._index, numbers)}
                known = rows.rows_of(set(keys.values()))
                rows.link([(id, known[key]) for id, key in keys.items() if key in known], generation, numbers[-1])
        except sqlite3.OperationalError:  # another process is at it, or nobody may write here
            pass


def likenesses(rows: Rows, vector: Floats) -> Floats:
    """The cosine of each row and a vector, both seen from the mean of all rows.

    Texts of one home, and many models, have much in common; without it they lie apart (LoCoMo 26: R@10 57.9, else 50.9).
    """
    import numpy as np

    kept = rows.read()
    mean = rows.mean() * (len(kept) / (len(kept) + _FEW))
    both = products(kept, np.stack([vector - mean, mean], axis=1))
    shared = float(mean @ mean)
    lengths = np.sqrt(np.maximum(1 - 2 * both[:, 1] + shared, 1e-6)) * max(float(np.linalg.norm(vector - mean)), 1e-6)
    found: Floats = (both[:, 0] - float(mean @ (vector - mean))) / lengths
    found[kept["scale"] == 0] = -1.0
    return found
