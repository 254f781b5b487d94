"""Versions kept small: what two texts share at both ends, and compression. Pure."""

from __future__ import annotations

import zlib

_STRIDE = 1 << 16  # slices of this size are compared at the speed of memory and fit the cache
_SMALL = 1 << 16  # up to here the better compression costs less than a tenth of a durable write


def shared(old: bytes, new: bytes) -> tuple[int, int]:
    """How many bytes both have in common at the start and, beyond those, at the end."""
    most = min(len(old), len(new))
    head = _head(old, new, most)
    return head, _tail(old, new, most - head)


def join(base: bytearray, head: int, tail: int, middle: bytes) -> None:
    """Makes the next version out of `base`, in place: an append to 50 MB does not copy 50 MB."""
    base[head : len(base) - tail] = middle


def squeeze(data: bytes) -> tuple[bool, bytes]:
    """The bytes as they are kept, and whether that is compressed."""
    packed = zlib.compress(data, 6 if len(data) <= _SMALL else 1)
    return (True, packed) if len(packed) < len(data) else (False, data)


def unsqueeze(zipped: bool, packed: bytes) -> bytes:
    """What `squeeze` was given. Raises `zlib.error` on damage."""
    return zlib.decompress(packed) if zipped else packed


def _head(old: bytes, new: bytes, most: int) -> int:
    if new.startswith(old):
        return len(old)  # an append: one comparison, no copy
    low, stride = 0, _STRIDE
    while stride and low < most:
        end = min(low + stride, most)
        if new.startswith(old[low:end], low):
            low = end
        else:
            stride //= 2
    return low


def _tail(old: bytes, new: bytes, most: int) -> int:
    """As `_head`, counted from the ends."""
    m, n = len(old), len(new)
    low, stride = 0, _STRIDE
    while stride and low < most:
        end = min(low + stride, most)
        if new.endswith(old[m - end : m - low], 0, n - low):
            low = end
        else:
            stride //= 2
    return low
