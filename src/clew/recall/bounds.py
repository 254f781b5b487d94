"""What somebody wishes to look through: days, kinds, tags, projects, as the index knows them."""

from __future__ import annotations

from datetime import date, datetime

from clew.errors import Usage
from clew.index.contract import KINDS, Scope
from clew.recall.dates import days_named
from clew.text.tags import split_tags, tag_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew.index.contract import Passage
    from clew.recall.days import Days

    Day = date | str | None


def scope_of(
    projects: tuple[str, ...] | None,
    today: int,
    since: Day = None,
    until: Day = None,
    tags: str | Iterable[str] = (),
    kinds: str | Iterable[str] = (),
) -> Scope:
    """Raises `Usage` for a day, a kind or a tag that is none: who asks for less must not get everything."""
    kinds = _texts(kinds, "recall.bad-kind", KINDS)
    for kind in kinds:
        if kind not in KINDS:
            raise Usage("recall.bad-kind", value=kind, choices=KINDS)
    given = _texts(tags, "recall.bad-tag")
    wanted = tuple(split_tags(given))
    if given and not wanted:
        raise Usage("recall.bad-tag", value=", ".join(given))
    return Scope(
        projects=projects,
        kinds=kinds or None,
        tags=wanted or None,
        since=None if since is None else days_of(since, today)[0],
        until=None if until is None else days_of(until, today)[1],
    )


def _texts(given: str | Iterable[str] | None, problem: str, choices: tuple[str, ...] = ()) -> tuple[str, ...]:
    """One text, several, or none. Raises `Usage` for anything else."""
    if given is None:
        return ()
    if isinstance(given, str):
        return (given,)
    try:
        texts = tuple(given)
    except TypeError:
        raise Usage(problem, value=given, choices=choices) from None
    for text in texts:
        if not isinstance(text, str):
            raise Usage(problem, value=text, choices=choices)
    return texts


def fits(scope: Scope, passage: Passage) -> bool:
    """Whether a passage lies within a scope, as an engine has it."""
    if scope.projects is not None and passage.project is not None and passage.project not in scope.projects:
        return False
    if scope.stores is not None and passage.store not in scope.stores:
        return False
    if scope.kinds is not None and passage.kind not in scope.kinds:
        return False
    if scope.tags is not None and not {*map(tag_key, scope.tags)} & {*map(tag_key, passage.tags)}:
        return False
    return (scope.since is None or passage.day >= scope.since) and (scope.until is None or passage.day <= scope.until)


def days_of(value: date | str, today: int) -> Days:
    """The first and the last day of what somebody named: a day, a month, a year, `yesterday`, 上周.

    Of a month without its year the last one that has begun.
    """
    if isinstance(value, date):
        return value.toordinal(), value.toordinal()
    if not isinstance(value, str):
        raise Usage("recall.bad-day", value=value)
    written = _written(value.strip())
    if written is not None:
        return written
    runs = (days_named(value, today) or days_named(f"in {value}", today)) if value.strip("0123456789- ") else ()
    if not runs:
        raise Usage("recall.bad-day", value=value)
    begun = [run for run in runs if run[0] <= today]
    return max(begun or runs)


def _written(value: str) -> Days | None:
    """2026, 2026-11, 2026-11-30, and a day with a time behind it, of which the day counts."""
    parts = value.split("-")
    if len(value) > len("2026-11-30"):
        try:
            parts = datetime.fromisoformat(value).date().isoformat().split("-")
        except ValueError:
            return None
    if len(parts) > 3 or not all(part.isascii() and part.isdecimal() for part in parts) or len(parts[0]) != 4:
        return None
    try:
        year, month, day = (*map(int, parts), 0, 0)[:3]
        first = date(year, month or 1, day or 1).toordinal()
    except ValueError:
        return None
    if day:
        return first, first
    if month in (0, 12):
        return first, date(year, 12, 31).toordinal()
    return first, date(year, month + 1, 1).toordinal() - 1
