"""Two versions side by side, and who wrote which line."""

from __future__ import annotations

import re
from difflib import SequenceMatcher, unified_diff
from itertools import chain, islice

from clew.history.splices import shared
from clew.values import Value
from clew.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clew.history.records import Version

_CONTEXT = 3  # lines
_PATIENCE = 25_000_000  # pairs of lines; what differs over a longer stretch counts as written anew
_HUNK = re.compile(r"@@ -(\d+)(\S*) \+(\d+)(\S*) @@")
_UNFINISHED = "\\ No newline at end of file"  # patch(1) reads it, in this language only


class BlameLine(Value):
    """A line of the newest version, without its end, and the version that brought it."""

    line: int  # 1-based
    text: str
    version: int
    time: str
    what: str
    agent: str | None
    conversation: str | None


class _Difference(Value):
    """Where two texts differ, in whole lines with their ends, and how many bytes are equal before and after."""

    head: int
    old: list[bytes]
    new: list[bytes]
    tail: int


def diff(
    old: bytes,
    new: bytes,
    old_name: str,
    new_name: str,
    old_time: str = "",
    new_time: str = "",
    limit: int = 10_000,
    lang: str = "en",
) -> str:
    """A unified diff, "" where nothing differs; bytes that are not UTF-8 come as surrogates.

    At most `limit` lines; the last one tells how many more there are.
    """
    if old == new:
        return ""
    names = (f"--- {old_name}", f"+++ {new_name}")
    dated = [f"{name}\t{time}" if time else name for name, time in zip(names, (old_time, new_time))]
    lines = chain(dated, _hunks(old, new))
    shown = list(islice(lines, limit))
    if more := sum(1 for _ in lines):
        shown.append(say("history.more-lines", lang, count=more))
    return "\n".join(shown) + "\n"


def blame(versions: Iterable[tuple[Version, bytes]]) -> list[BlameLine]:
    """Each line of the last version with the first one that had it; versions come oldest first (`History.contents`)."""
    text = b""
    owners: list[Version] = []
    for version, data in versions:
        part = _difference(text, data)
        above = text.count(b"\n", 0, part.head)
        fresh = [version] * len(part.new)
        for start, there, length in _matches([*map(_bare, part.old)], [*map(_bare, part.new)]):
            fresh[there : there + length] = owners[above + start : above + start + length]
        owners = owners[:above] + fresh + owners[above + len(part.old) :]
        text = data
    return [
        BlameLine(number, _decoded(_bare(line)), by.id, by.time, by.what, by.agent, by.conversation)
        for number, (line, by) in enumerate(zip(_lines(text), owners), 1)
    ]


def _difference(old: bytes, new: bytes) -> _Difference:
    head, tail = shared(old, new)
    head = old.rfind(b"\n", 0, head) + 1
    end = old.find(b"\n", len(old) - tail)
    tail = 0 if end < 0 else len(old) - end - 1
    return _Difference(head, _lines(old[head : len(old) - tail]), _lines(new[head : len(new) - tail]), tail)


def _hunks(old: bytes, new: bytes) -> Iterator[str]:
    part = _difference(old, new)
    above = old.count(b"\n", 0, part.head)
    if len(part.old) * len(part.new) > _PATIENCE:
        yield f"@@ -{above + 1},{len(part.old)} +{above + 1},{len(part.new)} @@"
        for sign, lines in (("-", part.old), ("+", part.new)):
            for line in lines:
                yield from _printed(sign + _decoded(line))
        return
    lead = _lines(old[_back(old, part.head, _CONTEXT) : part.head])
    after = list(islice(_each_line(old, len(old) - part.tail), _CONTEXT))
    left = [_decoded(line) for line in (*lead, *part.old, *after)]
    right = [_decoded(line) for line in (*lead, *part.new, *after)]
    skipped = above - len(lead)
    for row in islice(unified_diff(left, right, n=_CONTEXT, lineterm=""), 2, None):
        if found := _HUNK.fullmatch(row):
            yield f"@@ -{int(found[1]) + skipped}{found[2]} +{int(found[3]) + skipped}{found[4]} @@"
        else:
            yield from _printed(row)


def _matches(old: list[bytes], new: list[bytes]) -> Iterator[tuple[int, int, int]]:
    if len(old) * len(new) <= _PATIENCE:
        yield from SequenceMatcher(None, old, new).get_matching_blocks()


def _lines(data: bytes) -> list[bytes]:
    """Lines end at `\\n` only, as editors count them, and keep their ends."""
    return list(_each_line(data, 0))


def _each_line(data: bytes, at: int) -> Iterator[bytes]:
    while at < len(data):
        end = data.find(b"\n", at) + 1 or len(data)
        yield data[at:end]
        at = end


def _back(data: bytes, at: int, lines: int) -> int:
    """Where the line begins that is so many lines above `at`, itself the beginning of one."""
    for _ in range(lines):
        if at > 0:
            at = data.rfind(b"\n", 0, at - 1) + 1
    return at


def _bare(line: bytes) -> bytes:
    return line.removesuffix(b"\n").removesuffix(b"\r")


def _decoded(line: bytes) -> str:
    return line.decode("utf-8", "surrogateescape")


def _printed(line: str) -> Iterator[str]:
    yield line.removesuffix("\n")
    if not line.endswith("\n"):
        yield _UNFINISHED
