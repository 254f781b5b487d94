"""What two texts share, and putting them together again."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from clew.history.splices import join, shared, squeeze, unsqueeze

few = st.binary(max_size=12).map(lambda data: bytes(byte % 3 for byte in data))  # three letters: much is alike


@given(few, few)
@example(b"aaaa", b"aa")
@example(b"", b"")
def test_a_splice_gives_the_new_text_back(old, new):
    head, tail = shared(old, new)
    assert head + tail <= min(len(old), len(new))
    built = bytearray(old)
    join(built, head, tail, new[head : len(new) - tail])
    assert built == new


@given(few, few)
def test_no_byte_more_is_shared_at_either_end(old, new):
    head, tail = shared(old, new)
    most = min(len(old), len(new))
    assert head == most or old[head] != new[head]
    assert head + tail == most or old[len(old) - tail - 1] != new[len(new) - tail - 1]


def test_large_texts_are_compared_across_strides():
    old = b"x" * 300_000 + b"middle" + b"y" * 300_000
    new = b"x" * 300_000 + b"other" + b"y" * 300_000
    assert shared(old, new) == (300_000, 300_000)
    assert shared(old, old + b"z") == (len(old), 0)
    assert shared(old, b"z" + old) == (0, len(old))


@given(st.binary())
def test_what_is_squeezed_comes_out_again(data):
    assert unsqueeze(*squeeze(data)) == data


def test_what_does_not_compress_is_kept_as_it_is():
    assert squeeze(b"ab") == (False, b"ab")
    assert squeeze(b"a" * 1000)[0]
