"""What a sync will do, decided purely from what each side has and what both had last.

Every case stands in one table; the two that need a look at the texts are behind it.
"""

from __future__ import annotations

from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.sync.contract import Joined, Share, Text

# what both had | here | there -> what is done
TABLE = {
    ("common", "same", "same"): "nothing",
    ("common", "same", "other"): "take",
    ("common", "same", "gone"): "drop",  #      deleted there: deleted here
    ("common", "other", "same"): "give",
    ("common", "other", "other"): "join",
    ("common", "other", "gone"): "give",  #     an edit against a deletion keeps the edit
    ("common", "gone", "same"): "withdraw",  #  deleted here: deleted there
    ("common", "gone", "other"): "take",  #     the same, from the other side
    ("common", "gone", "gone"): "forget",
    ("new", "gone", "other"): "take",
    ("new", "other", "gone"): "give",
    ("new", "other", "other"): "join",
    ("dead", "gone", "same"): "withdraw",  #   a program that slept brought it back: it stays deleted
    ("dead", "gone", "other"): "take",  #      somebody writes there anew
    ("dead", "same", "gone"): "give",  #       somebody here brought it back
    ("dead", "other", "gone"): "give",
    ("dead", "same", "same"): "join",
    ("dead", "same", "other"): "join",
    ("dead", "other", "same"): "join",
    ("dead", "other", "other"): "join",
}

QUIET = frozenset(["nothing", "adopt", "forget"])  # what changes neither side


class Row(Value):
    """One key: what was common last, and what each side has now; None for nothing. Unchanged sides may be left out."""

    key: str
    base: Text | None
    here: Text | None
    there: Text | None
    dead: bool = False  # the base is what was there when it was deleted


class Action(Value):
    """What is done with one key. `text` is what both sides will have."""

    key: str
    what: str
    text: Text | None = None
    clashes: int = 0


def decide(row: Row, share: Share, *, deleted_there: bool = False, brought_back: bool = False) -> Action:
    """What to do. `deleted_there`: nobody here remembers it, but the target had this very text and lost it.

    `brought_back`: what is there again after it was deleted is there because somebody wants it.

    Raises `Refused` where two texts cannot be made one.
    """
    base = row.base
    had = "new" if base is None else "dead" if row.dead else "common"
    what = TABLE.get((had, _state(base, row.here, share), _state(base, row.there, share)), "nothing")
    if what == "join":
        assert row.here is not None  # the table says so
        assert row.there is not None
        return _joined(row.key, None if row.dead else base, row.here, row.there, share)
    if what == "give" and had == "new" and deleted_there:
        what = "drop"
    if what == "withdraw" and row.dead and brought_back:
        what = "take"
    text = {"take": row.there, "give": row.here}.get(what)
    return Action(row.key, what, text)


def _state(base: Text | None, side: Text | None, share: Share) -> str:
    if side is None:
        return "gone"
    return "same" if base is not None and share.same(base, side) else "other"


def _joined(key: str, base: Text | None, ours: Text, theirs: Text, share: Share) -> Action:
    if share.same(ours, theirs):
        return Action(key, "adopt", theirs)
    joined: Joined = share.join(base, ours, theirs)
    if share.same(joined.text, theirs):
        return Action(key, "take", theirs, joined.clashes)
    if share.same(joined.text, ours):
        return Action(key, "give", joined.text)
    return Action(key, "merge", joined.text, joined.clashes)


def withheld(actions: list[Action], here: int, there: int) -> list[Action]:
    """Which of the removals need the user's word: more than one, and more than a tenth of what a side has.

    Where nothing at all is there any more, not even in a trash, each does: it may be another account.
    """
    found: list[Action] = []
    for what, most in (("drop", max(1, here // 10) if there else 0), ("withdraw", max(1, there // 10))):
        removals = [action for action in actions if action.what == what]
        if len(removals) > most:
            found += removals
    return found
