"""What a model is."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]  # one row for each text, each of length 1, or of 0 for a text that says nothing
else:
    Protocol = object


class Model(Protocol):
    """Turns texts into vectors; texts of one meaning into vectors of one direction. One file for each kind of model."""

    name: str  # as the settings name it
    fingerprint: str  # what its vectors can be compared with: where that differs, all are made anew

    def embed(self, texts: Sequence[str], *, is_query: bool) -> Floats:
        """A row for each text, always of the same width. Any text will do. Raises `ModelFailed`."""
        ...
