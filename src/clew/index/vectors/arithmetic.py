"""Vectors as they are kept and compared: a byte for each number, the largest of a row 127. Pure.

Against 32-bit numbers nothing is lost (LoCoMo 26: the same 50.9 of R@10), at a quarter of the size.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from clew.index.vectors.contract import Floats

    Kept = NDArray[np.void]  # a scale and the bytes of each row

_BLOCK = 4096  # rows that are unpacked at a time: they stay in the processor's cache


def unit(rows: NDArray[np.floating]) -> Floats:
    """Each row of length 1; what is no number, or nothing at all, is 0."""
    import numpy as np

    clean = np.nan_to_num(rows.astype(np.float32), nan=0.0, posinf=0.0, neginf=0.0)
    lengths = np.linalg.norm(clean, axis=1, keepdims=True)
    found: Floats = np.divide(clean, lengths, out=np.zeros_like(clean), where=lengths > 0)
    return found


def row_type(width: int) -> np.dtype[np.void]:
    """How a row lies on the disk."""
    import numpy as np

    return np.dtype([("scale", "<f4"), ("bytes", "i1", (width,))])


def kept(rows: Floats) -> Kept:
    """Rows as they are kept."""
    import numpy as np

    scales = np.abs(rows).max(axis=1)
    packed = np.zeros(len(rows), row_type(rows.shape[1]))
    packed["scale"] = scales / 127
    factors = np.divide(127, scales, out=np.zeros_like(scales), where=scales > 0)
    packed["bytes"] = np.rint(rows * factors[:, None])
    return packed


def products(rows: Kept, vectors: Floats) -> Floats:
    """The scalar products of each kept row with some vectors, which are columns."""
    import numpy as np

    found = np.empty((len(rows), vectors.shape[1]), np.float32)
    for start in range(0, len(rows), _BLOCK):
        block = rows[start : start + _BLOCK]
        found[start : start + _BLOCK] = block["bytes"].astype(np.float32) @ vectors * block["scale"][:, None]
    return found


def sum_of(rows: Kept) -> Floats:
    """All rows added up."""
    import numpy as np

    total = np.zeros(rows["bytes"].shape[1], np.float64)
    for start in range(0, len(rows), _BLOCK):
        block = rows[start : start + _BLOCK]
        total += block["scale"].astype(np.float64) @ block["bytes"].astype(np.float64)
    return total.astype(np.float32)
