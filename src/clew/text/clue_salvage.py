"""What can still be read of a damaged clue file.

A file that was cut off, or has a line of garbage or the marks of a merge in it, still lists most of its memories.
Each entry is read alone; of one that cannot be read, the lines that can.
"""

from __future__ import annotations

from clew.errors import Unreadable
from clew.text.clue_entry import DASH, scan_entry
from clew.text.clue_values import ClueEntry, ClueMemory
from clew.text.clue_yaml import read_document
from clew.text.quoted import unquote, unquote_list
from clew.text.slugs import project_name

_TRIES = 20  # lines that are taken out of one entry until it can be read
_MOST = 2_000_000  # characters that are parsed in all: some seconds
_START = 500  # characters that starting the parser is worth


def salvage(data: bytes) -> list[ClueEntry]:
    """The good entries, and of each other one what is good in it. Never raises."""
    entries: dict[str, ClueEntry] = {}
    parser = _Parser()
    for block in _blocks(_text(data)):
        entry = scan_entry(block) or parser.whole(block) or _scanned(block) or parser.without_bad_lines(block)
        if entry is None or not entry.dir:
            continue
        known = entries.get(entry.dir)
        entries[entry.dir] = entry if known is None else _both(known, entry)
    return list(entries.values())


def _text(data: bytes) -> str:
    """Lines that are not text, or hold what is not, are left out."""
    encoding = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}.get(data[:2], "utf-8")
    text = data.decode(encoding, "replace" if encoding != "utf-8" else "surrogateescape").removeprefix("\ufeff")
    lines = text.replace("\r\n", "\n").split("\n")
    return "\n".join(line for line in lines if line.isprintable() or not any(map(_is_no_text, line)))


def _is_no_text(char: str) -> bool:
    return char == "\0" or "\ud800" <= char <= "\udfff"


def _blocks(text: str) -> list[str]:
    """The entries, each from its dash on, indented as clew does it."""
    lines = text.split("\n")
    dashes = [len(line) - len(line.lstrip(" ")) for line in lines if line.lstrip(" ").startswith("- ")]
    if not dashes:
        return []
    indent = min(dashes)
    pad = DASH[:-2][indent:]
    blocks: list[list[str]] = []
    for line in lines:
        if line.startswith(" " * indent + "- "):
            blocks.append([])
        if blocks:
            blocks[-1].append(pad + line if line.strip() else line)
    return ["\n".join(block) for block in blocks]


class _Parser:
    """The real parser, for as long as its patience lasts."""

    def __init__(self) -> None:
        self.left = _MOST

    def whole(self, block: str) -> ClueEntry | None:
        try:
            return self._entry(f"entries:\n{block}")
        except Unreadable:
            return None

    def without_bad_lines(self, block: str) -> ClueEntry | None:
        """Takes the line out at which it stumbles, again and again."""
        lines = ["entries:", *block.split("\n")]
        for _ in range(_TRIES):
            try:
                return self._entry("\n".join(lines))
            except Unreadable as error:
                number = min(error.data["line"], len(lines)) - 1
                if number < 1:
                    break
                del lines[number]
        return None

    def _entry(self, text: str) -> ClueEntry | None:
        self.left -= _START + len(text)
        entries = read_document(text, "") if self.left >= 0 else []
        return entries[0] if len(entries) == 1 else None


def _scanned(block: str) -> ClueEntry | None:
    """What lines in canonical form say; the first one, where two say the same."""
    texts: dict[str, str] = {}
    common: tuple[str, ...] = ()
    memories: list[ClueMemory] = []
    for line in block.split("\n"):
        key, _, raw = line.lstrip(" -").rstrip(" ").partition(": ")
        if key in ("dir", "dir_slug", "name", "file"):
            text = unquote(raw)
            if text is not None and key == "file":
                memories.append(ClueMemory(text, ()))
            elif text is not None:
                texts.setdefault(key, text)
        elif key == "common_tags":
            common = common or unquote_list(raw) or ()
        elif key == "tags" and memories and not memories[-1].tags:
            memories[-1] = memories[-1].but(tags=unquote_list(raw) or ())
    if "dir" not in texts:
        return None
    dir = texts["dir"]
    return ClueEntry(dir, texts.get("dir_slug", ""), texts.get("name", project_name(dir)), common, _each_once(memories))


def _both(one: ClueEntry, other: ClueEntry) -> ClueEntry:
    """Both sides of a merge that nobody finished, or the two halves of an entry."""
    common = dict.fromkeys((*one.common_tags, *other.common_tags))
    return one.but(
        dir_slug=one.dir_slug or other.dir_slug,
        common_tags=tuple(common),
        memories=_each_once([*one.memories, *other.memories]),
    )


def _each_once(memories: list[ClueMemory]) -> tuple[ClueMemory, ...]:
    """Each file once, the first that has tags."""
    by_file: dict[str, ClueMemory] = {}
    for memory in memories:
        if memory.file not in by_file or not by_file[memory.file].tags:
            by_file[memory.file] = memory
    return tuple(by_file.values())
