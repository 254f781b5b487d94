from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import Usage
from clew.stores.paths import addressable, parts, portable

PIECES = st.sampled_from(
    ["..", ".", "", "/", "a", "~", "\\", "C:", "\0", "％2f", "..%2f", "．．", "a.md", " ", "$HOME"]
)


@given(st.lists(PIECES | st.text(max_size=5)).map("/".join) | st.lists(PIECES).map("".join))
def test_whatever_is_accepted_lies_inside(path):
    try:
        names = parts(path)
    except Usage:
        return
    assert "/".join(names) == path
    assert os.path.normpath(os.path.join("/root/library", path)) == "/root/library/" + path


def test_a_name_that_a_person_made_can_be_asked_for_though_clew_would_not_make_it():
    assert all(addressable(name) and not portable(name) for name in ("CON", "a?.md", "end.", "a\nb"))


@pytest.mark.parametrize("name", ["com0.md", "com10", "console", "aux-2.md", "nul2", "a.con", "prnt.md", "CON-记忆.md"])
def test_names_that_only_look_reserved_are_free(name):
    assert portable(name)


def test_a_name_of_255_bytes_is_the_longest():
    assert parts("记" * 85) == ["记" * 85]
    with pytest.raises(Usage):
        parts("记" * 85 + "a")


def test_bytes_of_a_name_that_is_not_utf_8_can_be_asked_for():
    assert parts("p/\udcff.md") == ["p", "\udcff.md"]
