"""A revision is the sha256 of the bytes, however it was come by."""

from __future__ import annotations

from hashlib import sha256
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from clew.stores.contract import revision_of

BASE = Random(7).randbytes(700_000)


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(BASE)), st.integers(0, len(BASE)), st.binary(max_size=300)), max_size=6))
def test_the_revision_of_each_of_many_like_texts_is_its_own_hash(edits):
    data = BASE
    for start, end, middle in edits:
        data = data[:start] + middle + data[max(start, end) :]
        assert revision_of(data) == sha256(data).hexdigest()
        assert revision_of(bytes(bytearray(data))) == sha256(data).hexdigest()


def test_short_long_and_empty_texts_have_theirs():
    for size in (0, 1, 1 << 10, (1 << 16) - 1, 1 << 16, 1 << 17, (1 << 17) + 1, 3 << 17, (1 << 23) + 5):
        data = (BASE * (size // len(BASE) + 1))[:size]
        assert revision_of(data) == sha256(data).hexdigest()
