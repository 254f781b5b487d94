"""The marked block in a file of rules. Pure; the words of the block are given."""

from __future__ import annotations

BEGIN = "<!-- clew:begin -->"
END = "<!-- clew:end -->"
LONGEST = 25  # lines of the block
FILE_LINES = 65  # of a whole file that an agent still reads with care


def put(text: str, block: str) -> str:
    """The text with the block, in place of an earlier one, else at its end; every other byte stays.

    Whether the text ended with a newline can be told from the block's own end, so that it ends so again without it.
    """
    newline = "\r\n" if "\r\n" in text else "\n"
    block = block.replace("\n", newline)
    place = found(text)
    if place is not None:
        return text[: place[0]] + block + text[place[1] :]
    if not text:
        return block + newline
    return text + newline + block + newline if text.endswith("\n") else text + newline * 2 + block


def take(text: str) -> str:
    """The text without the block; as it was before it, where nothing else was changed."""
    place = found(text)
    if place is None:
        return text
    before, behind = text[: place[0]], text[place[1] :]
    newline = "\r\n" if before.endswith("\r\n") or behind.startswith("\r\n") else "\n"
    if not behind and before.endswith(newline * 2):
        return before[: -2 * len(newline)]
    return before.removesuffix(newline) + behind.removeprefix(newline)


def found(text: str) -> tuple[int, int] | None:
    """Where the block stands; None where none does, or its end is lost."""
    start = text.find(BEGIN)
    if start < 0:
        return None
    end = text.find(END, start)
    return None if end < 0 else (start, end + len(END))


def is_broken(text: str) -> bool:
    """Whether the marks are not what clew wrote: one without the other, several, the wrong way round."""
    begins, ends = text.count(BEGIN), text.count(END)
    return (begins, ends) not in ((0, 0), (1, 1)) or (begins == 1 and found(text) is None)
