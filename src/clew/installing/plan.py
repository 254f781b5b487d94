"""What becomes of the files of an agent: pure, from their texts and what was added before to their texts afterwards."""

from __future__ import annotations

from hashlib import sha256

from clew.agents.additions import Item, Member, Rules, Trace, Whole
from clew.errors import Unreadable
from clew.installing import guidance
from clew.installing.formats import Unfit, form, is_installed, is_ours, rules
from clew.values import Value
from clew.words import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from clew.agents.additions import Addition
    from clew.installing.guidance import Doubled

_BOM = b"\xef\xbb\xbf"


class Added(Value):
    """One addition as it went in: what stood in its place, and which places were made for it."""

    addition: Addition
    before: object = None  # an earlier value of a member; None where there was none
    made: tuple[tuple[str, ...], ...] = ()


class Known(Value):
    """What an earlier install did to a file."""

    file: str
    after: str  # sha256 of what it left there
    original: bytes | None  # what stood there before; None for nothing
    added: tuple[Added, ...]


class Planned(Value):
    """One file: `before` and `after` are its bytes, None for no file. `added` and `original` are for the receipt."""

    file: str
    before: bytes | None
    after: bytes | None
    original: bytes | None = None
    added: tuple[Added, ...] = ()
    doubled: tuple[Doubled, ...] = ()  # hand-written rules that the block says too
    long: int = 0  # lines of a file of rules that has too many

    @property
    def changes(self) -> bool:
        """Whether it becomes another."""
        return self.before != self.after


def installing(
    additions: Sequence[Addition],
    files: Mapping[str, bytes | None],
    known: Mapping[str, Known],
    block: Callable[[str], str],
    consents: bool = False,
) -> list[Planned]:
    """Every file with the additions in it; one that has them already stays as it is.

    `block` makes the rules in a language; with `consents` the hand-written rules that they double go. Raises
    `Unreadable` for a file that cannot be edited, and then nothing may be written.
    """
    return [
        _with(file, [one for one in additions if one.file == file], files[file], known.get(file), block, consents)
        for file in dict.fromkeys(one.file for one in additions if not isinstance(one, Trace))
    ]


def uninstalling(
    additions: Sequence[Addition], files: Mapping[str, bytes | None], known: Mapping[str, Known]
) -> tuple[list[Planned], list[Unreadable]]:
    """Every file without them, to the byte where nobody changed it since; and why some must stay.

    What no receipt tells of is known by the command that it runs.
    """
    planned: list[Planned] = []
    problems: list[Unreadable] = []
    for file in dict.fromkeys([*known, *(one.file for one in additions)]):
        before, earlier = files[file], known.get(file)
        traces = [one for one in additions if one.file == file and isinstance(one, Trace)]
        try:
            if earlier is None:
                added = [Added(one) for one in additions if one.file == file]
                after = _without(file, before, added, is_ours)
                planned.append(Planned(file, before, after if after is None or after.strip() else None))
            elif before is not None and digest(before) == earlier.after:
                planned.append(Planned(file, before, earlier.original))
            else:
                after = _without(file, before, [*earlier.added, *map(Added, traces)])
                gone = not _says_anything(after) and not _says_anything(earlier.original)
                planned.append(Planned(file, before, earlier.original if gone else after))
        except Unreadable as problem:
            problems.append(problem)
    return planned, problems


def digest(data: bytes) -> str:
    """The revision of a file's bytes."""
    return sha256(data).hexdigest()


def _with(
    file: str,
    additions: Sequence[Addition],
    before: bytes | None,
    known: Known | None,
    block: Callable[[str], str],
    consents: bool,
) -> Planned:
    text = _decoded(file, before)
    has_rules = any(isinstance(one, Rules) for one in additions)
    doubled = tuple(guidance.doubled(text)) if has_rules else ()
    gives_up = consents and doubled
    now, added = _all_put(file, text, additions, block)
    original = _original(file, additions, before, known)
    if now == text and before is not None and not gives_up:
        as_it_is = added if known is None else known.added
        return Planned(file, before, before, original, as_it_is, doubled, _length(has_rules, text))
    if original != before or gives_up:  # from what it was without us, so that we stand there once
        base = _decoded(file, original)
        now, added = _all_put(
            file, guidance.without(base, guidance.doubled(base)) if gives_up else base, additions, block
        )
    left = () if gives_up else doubled
    return Planned(file, before, _encoded(now, before), original, added, left, _length(has_rules, now))


def _original(file: str, additions: Sequence[Addition], before: bytes | None, known: Known | None) -> bytes | None:
    """What the file was without us. Where no receipt tells of it, what an install wrote counts as ours all the same."""
    if known is None:
        return _without(file, before, [*map(Added, additions)], is_installed)
    untouched = before is not None and digest(before) == known.after
    return known.original if untouched else _without(file, before, known.added)


def _all_put(
    file: str, text: str, additions: Sequence[Addition], block: Callable[[str], str]
) -> tuple[str, tuple[Added, ...]]:
    added: list[Added] = []
    for one in additions:
        try:
            text, record = _put(text, one, block)
        except Unfit as problem:
            raise unfit(file, problem) from problem
        if record is not None:
            added.append(record)
    return text, tuple(added)


def _put(text: str, one: Addition, block: Callable[[str], str]) -> tuple[str, Added | None]:
    """The text with it, and the receipt; None for what somebody else had put there in just this way."""
    if isinstance(one, Whole):
        if text and not _is_our_file(text, one):
            raise Unfit(Phrase("installing.why-their-file"))
        return one.text, Added(one)
    if isinstance(one, Rules):
        if rules.is_broken(text):
            raise Unfit(Phrase("installing.why-torn"))
        return rules.put(text, block(one.lang)), Added(one)
    if not isinstance(one, (Member, Item)):
        return text, None
    edit = form(one.form)
    made = tuple(one.path[:depth] for depth in range(1, len(one.path) + 1) if not _stands(text, one, depth))
    if isinstance(one, Item):
        listed = edit.value_at(text, one.path)
        if isinstance(listed, list) and one.value in listed:
            return text, Added(one, made=made) if is_ours(one.value) else None
        return edit.put(edit.take(text, one), one), Added(one, made=made)
    old = edit.value_at(text, one.path)
    if isinstance(one.value, dict) and old is not None and not is_ours(old):
        raise Unfit(Phrase("installing.why-theirs", name=".".join(one.path)))
    if old == one.value and not isinstance(one.value, dict):
        return text, None
    return edit.put(text, one), Added(one, None if is_installed(old) else old, made)


def _stands(text: str, one: Member | Item, depth: int) -> bool:
    return text.strip() != "" and form(one.form).reaches(text, one.path[:depth])


def _without(
    file: str, data: bytes | None, added: Sequence[Added], looks: Callable[[object], bool] | None = None
) -> bytes | None:
    """The file without the additions. Where nobody knows whether clew put them there, they must look like it."""
    if data is None:
        return None
    wholes = [one.addition for one in added if isinstance(one.addition, Whole)]
    text = _decoded(file, data)
    if wholes:
        return None if any(_is_our_file(text, one) for one in wholes) else data
    try:
        for one in reversed(added):
            text = _taken(text, one, looks)
    except Unfit as problem:
        raise unfit(file, problem) from problem
    return _encoded(text, data)


def _taken(text: str, one: Added, looks: Callable[[object], bool] | None) -> str:
    addition = one.addition
    if isinstance(addition, Rules):
        if rules.is_broken(text):
            raise Unfit(Phrase("installing.why-torn"))
        return rules.take(text)
    if not isinstance(addition, (Member, Item, Trace)) or not text.strip():
        return text
    edit = form(addition.form)
    if isinstance(addition, Trace):
        return edit.take(text, Member(addition.file, addition.form, addition.path, None))
    stands = edit.value_at(text, addition.path) if isinstance(addition, Member) else addition.value
    if looks is not None and not looks(stands):
        return text
    if isinstance(addition, Member) and one.before is not None:
        still_ours = stands == addition.value or is_installed(stands)
        return edit.put(text, addition.but(value=one.before)) if still_ours else text
    text = edit.take(text, addition)
    for place in sorted(one.made, key=len, reverse=True):
        text = edit.drop_empty(text, place)
    return text


def _is_our_file(text: str, one: Whole) -> bool:
    """Whether a file of our own stands there, of whichever version and for whichever program."""
    return "--agent" in text or _without_digits(text) == _without_digits(one.text)


def _without_digits(text: str) -> str:
    return "".join(char for char in text if not char.isdecimal())


def _says_anything(data: bytes | None) -> bool:
    """Whether a file says anything when we are not in it."""
    return data is not None and data.removeprefix(_BOM).strip() not in (b"", b"{}")


def _length(has_rules: bool, text: str) -> int:
    count = len(text.splitlines()) if has_rules else 0
    return count if count > rules.FILE_LINES else 0


def _decoded(file: str, data: bytes | None) -> str:
    """Raises `Unreadable` for a file that is no UTF-8: it is not ours to guess what it is."""
    try:
        return "" if data is None else data.removeprefix(_BOM).decode()
    except UnicodeDecodeError as problem:
        raise Unreadable("installing.not-utf8", path=file) from problem


def _encoded(text: str, before: bytes | None) -> bytes:
    """With the mark at its beginning that it had."""
    return (_BOM if before is not None and before.startswith(_BOM) else b"") + text.encode()


def unfit(file: str, problem: Unfit) -> Unreadable:
    """A file that is left alone, and why."""
    key = "installing.unfit-at" if problem.line else "installing.unfit"
    return Unreadable(key, path=file, reason=problem.reason, line=problem.line)
