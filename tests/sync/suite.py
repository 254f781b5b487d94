"""What every target must do: a test file hands one over by its fixture `side`, and inherits these.

`side` makes a target as one device sees it; each call is another device on the same remote.
"""

from __future__ import annotations

import pytest

from clew.sync.contract import Moved, Seen, Text

KEY = "0f8fad5b-d9cb-469f-a165-70867728950e"
PLACE = "srv-shop/Plan.md"


def text(body: str, *tags: str) -> Text:
    return Text(body, tags, PLACE)


def put(target, said, expect=None, key=KEY, operation="a" * 32):
    """A text put and made visible; what is there then."""
    stored = target.put(key, said, expect, operation)
    if target.seal():
        target.send()
    return stored


def named(target, seen):
    """The one key of a listing."""
    (key,) = seen
    return key


class TargetSuite:
    """Inherit it, and give the fixture `side`."""

    def test_what_is_put_is_listed_and_fetched_by_everybody(self, side):
        one, other = side(), side()
        one.look([KEY])
        stored = put(one, text("# Plan\n\none"))
        seen = other.look([KEY])
        key = named(other, seen)
        there = other.fetch(seen)[key]
        assert there.text.body.rstrip("\n") == "# Plan\n\none"
        assert there.revision == seen[key].revision == stored.revision

    def test_an_empty_target_lists_nothing(self, side):
        assert side().look([KEY]) == {}
        assert side().fetch({KEY: Seen("1", PLACE)}) == {}

    def test_a_text_takes_the_place_of_the_one_that_was_seen(self, side):
        target = side()
        target.look([KEY])
        first = put(target, text("# Plan\n\none"))
        second = put(target, text("# Plan\n\ntwo"), Seen(first.revision, PLACE), operation="b" * 32)
        assert second.revision != first.revision
        seen = side().look([KEY])
        assert [one.revision for one in seen.values()] == [second.revision]

    def test_a_write_on_an_older_text_never_takes_a_newer_one_away(self, side):
        one, other = side(), side()
        one.look([KEY])
        first = put(one, text("# Plan\n\none"))
        other.look([KEY])
        put(one, text("# Plan\n\nsomebody else's words"), Seen(first.revision, PLACE), operation="b" * 32)
        with pytest.raises(Moved):
            put(other, text("# Plan\n\nand mine"), Seen(first.revision, PLACE), operation="c" * 32)

    def test_an_operation_that_was_not_heard_of_is_known_by_what_it_made(self, side):
        target = side()
        target.look([KEY])
        upon = target.upon(KEY, None)
        stored = target.put(KEY, text("# Plan\n\none"), None, "a" * 32)
        operation = target.seal() or "a" * 32
        target.send()
        fresh = side()
        fresh.look([KEY])
        expect = stored.revision if target.in_one_step else upon
        made = fresh.landed(KEY, text("# Plan\n\none"), expect, operation)
        assert made == next(iter(fresh.look([KEY]).values()))

    def test_an_operation_that_never_arrived_is_known_for_that(self, side):
        target = side()
        target.look([KEY])
        assert target.landed(KEY, text("# Plan\n\none"), "", "d" * 32) is None

    def test_what_is_removed_is_gone_for_everybody(self, side):
        one, other = side(), side()
        one.look([KEY])
        stored = put(one, text("# Plan\n\none"))
        one.look([KEY])
        one.remove(KEY, Seen(stored.revision, PLACE), "b" * 32)
        if one.seal():
            one.send()
        seen = other.look([KEY])
        assert other.fetch(seen) == {}

    @pytest.mark.parametrize(
        "odd", ["👨‍👩‍👧 🇨🇳", "e\u0301 é", "a\u2028b", "tab\t nbsp\u00a0", "\ufeff inside", "x" * 20_000]
    )
    def test_any_character_arrives_as_it_is(self, side, odd):
        target = side()
        target.look([KEY])
        put(target, text(f"# Plan\n\n{odd}\nend"))
        other = side()
        seen = other.look([KEY])
        assert other.fetch(seen)[named(other, seen)].text.body.rstrip("\n") == f"# Plan\n\n{odd}\nend"

    def test_it_can_be_closed_and_used_again(self, side):
        target = side()
        target.look([KEY])
        target.close()
        put(target, text("# Plan"))
        target.close()
        assert len(side().look([KEY])) == 1
