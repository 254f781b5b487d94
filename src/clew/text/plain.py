"""A memory as a person reads it: without the comments that say who wrote which part."""

from __future__ import annotations

from clew.text.segments import segments_of


def plain(data: bytes) -> bytes:
    """The bytes without the comment lines of clew; the rules and headings between the segments stay."""
    kept, at = [], 0
    for segment in segments_of(data):
        kept.append(data[at : segment.start])
        line_end = data.find(b"\n", segment.start)
        at = len(data) if line_end < 0 else line_end + 1
    return b"".join([*kept, data[at:]])
