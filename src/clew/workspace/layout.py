"""Where the texts of a workspace lie, and how PicoClaw puts them together. Pure: no disk, no clock."""

from __future__ import annotations

from datetime import date

from clew.errors import Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FOLDER = "memory"
LONG_TERM = "memory/MEMORY.md"
RULE = "\n\n---\n\n"  # between two days, and between long-term memory and the days


def daily_file(day: date) -> str:
    """The daily note of this day, relative to the workspace."""
    number = day.isoformat().replace("-", "")  # years have four digits here, which strftime does not know
    return f"memory/{number[:6]}/{number}.md"


def day_of(path: str) -> date | None:
    """The day whose note has this path; None for any other path."""
    above, _, name = path.rpartition("/")
    number = name.removesuffix(".md")
    if len(number) != 8 or not (number.isascii() and number.isdecimal()) or f"{number}.md" != name:
        return None
    if above != f"memory/{number[:6]}":
        return None
    try:
        return date(int(number[:4]), int(number[4:6]), int(number[6:]))
    except ValueError:  # a thirteenth month
        return None


def days_back(today: date, days: int) -> Iterator[date]:
    """Today and the days before it, as the calendar counts them, `days` in all."""
    last = today.toordinal()
    return map(date.fromordinal, range(last, max(last - days, 0), -1))


def appended(old: bytes | None, day: date, more: bytes) -> bytes:
    """A daily note with one text more: its head where there is nothing yet, else one newline between."""
    if not old:
        return f"# {day.isoformat()}\n\n".encode() + more
    return old + b"\n" + more


def joined(notes: Iterable[bytes]) -> bytes:
    """Daily notes one below the other."""
    return RULE.encode().join(notes)


def memory_context(long_term: str, notes: str) -> str:
    """Both under their headings; "" where there is nothing."""
    parts = []
    if long_term:
        parts.append(f"## Long-term Memory\n\n{long_term}")
    if notes:
        parts.append(f"## Recent Daily Notes\n\n{notes}")
    return RULE.join(parts)


def decoded(data: bytes) -> str:
    """Bytes that are not UTF-8 become surrogates, from which `encoded` makes them again."""
    return data.decode("utf-8", "surrogateescape")


def encoded(text: str) -> bytes:
    """Raises `Usage` for what stands for no bytes: half a surrogate pair."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as problem:
        raise Usage("workspace.no-bytes", place=problem.start + 1) from None
