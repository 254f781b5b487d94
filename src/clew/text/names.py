"""Names of memories: file names that are legal and stay one and the same on Linux, macOS and Windows.

A memory's name is also what a person types (REF), so no name may read as something else there:
a number of the menu, a date, `today`, `long-term`.
"""

from __future__ import annotations

from unicodedata import category, normalize

from clew.errors import Usage
from clew.text.characters import EMOJI_STYLE, JOINER, caseless, cut, is_pictorial, is_unspaced, visible
from clew.text.conflicts import is_conflict_copy
from clew.text.dates import date_end, without_dates

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FILE_BYTES = 255  # what a folder entry holds on every file system we know (Windows counts UTF-16 units: never more)
STEM_BYTES = 200  # leaves room for `.md`, a number, and what sync programs put behind a name while they work
TITLE_CHARACTERS = 60
TITLE_BYTES = 120
_TITLE_READ = 1000  # characters: a pasted log is no title

_FORBIDDEN = frozenset('<>:"/\\|?*')
_DEVICES = frozenset(
    ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"]
    + [port + digit for port in ("COM", "LPT") for digit in "0123456789\u00b9\u00b2\u00b3"]
)
_REF_WORDS = ("today", "long-term")
_COPIES = ("副本", "複本")
_COPY_WORDS = ("conflict", "冲突", "衝突", "copy", *_COPIES)
_COPY_ENDINGS = (" - copy", " - 副本")


def same_name_key(name: str) -> str:
    """Two names with one key must never stand in one folder: a case-insensitive file system takes them for the same."""
    return caseless(name)


def portable(stem: str, limit_bytes: int = STEM_BYTES) -> str:
    """The nearest name to `stem` that every system keeps as it is; "" where nothing of it is left.

    A word that means something else (a Windows device, a number, a date, `today`) gets an underscore behind it.
    """
    name = _trimmed("".join("-" if char in _FORBIDDEN else char for char in visible(stem)))
    name = _trimmed(cut(name, limit_bytes))
    if _is_copy(name):
        name = _trimmed(cut(_unmarked(name), limit_bytes))
    if means_something_else(name):
        name = _trimmed(cut(name, limit_bytes - 1))
        device, dot, rest = name.partition(".")
        name = f"{device.rstrip()}_{dot}{rest}" if _is_device(name) else f"{name}_"
    return name


def means_something_else(name: str) -> bool:
    """Whether Windows takes `name` for a device, or REF takes it for a number, a date, `today` or `long-term`."""
    return (
        _is_device(name)
        or name.isdigit()
        or caseless(name) in _REF_WORDS
        or (name != "" and date_end(name, 0) == len(name))
    )


def memory_name(title: str) -> str:
    """The keywords of a title as a name: `自建 goose 启动规则` -> `自建goose启动规则`; "" where it has none.

    English words are joined with `-`, Chinese stands without spaces; punctuation and dates go, case stays.
    """
    name = ""
    for word in _words(without_dates(visible(_stem(title.strip()[:_TITLE_READ])))):
        joint = "" if not name or is_unspaced(name[-1]) or is_unspaced(word[0]) else "-"
        room = len((name + joint).encode()), len(name + joint)
        piece = cut(word, TITLE_BYTES - room[0], TITLE_CHARACTERS - room[1])
        if piece == word:
            name += joint + word
            continue
        # Half a word says nothing, but where no space shows the end of one, or little would be left without it.
        if piece and (is_unspaced(piece[-1]) or len(name) < TITLE_CHARACTERS // 3):
            name += joint + piece
        break
    return portable(name)


def memory_name_of(file: str) -> str:
    """The name of the memory that a file is: `x` of `home-project/x.md`."""
    return file.rpartition("/")[2].removesuffix(".md")


def numbered(stem: str, taken: Iterable[str], limit_bytes: int = FILE_BYTES - len(".md")) -> str:
    """`stem`, else `stem-2`, `stem-3`, …: the first that is none of `taken`, names with or without `.md`."""
    keys = {same_name_key(_stem(name)) for name in taken}
    name, number = stem, 1
    while same_name_key(_stem(name)) in keys or means_something_else(name):
        number += 1
        name = cut(stem, limit_bytes - len(f"-{number}")) + f"-{number}"
    return name


def checked_name(name: str) -> str:
    """The name that a person gave, as it will stand (NFC, without `.md`). Raises `Usage` with one that would do."""
    stem = _stem(name.strip())
    suggestion = portable(stem)
    if suggestion and suggestion == normalize("NFC", stem):
        return suggestion
    refusal = Usage(f"names.{_objection(stem)}", name=cut(visible(name), 80), limit=STEM_BYTES)
    refusal.suggestions = [suggestion] if suggestion else []
    raise refusal


def _objection(stem: str) -> str:
    """Which words say why `stem` cannot be a name: the worst reason first."""
    if not stem.strip(" ."):
        return "empty"
    if "/" in stem or "\\" in stem:
        return "slash"
    if not _FORBIDDEN.isdisjoint(stem):
        return "character"
    if _is_device(stem):
        return "device"
    if means_something_else(stem):
        return "means-something-else"
    if _is_copy(stem):
        return "conflict-copy"
    if len(stem.encode(errors="replace")) > STEM_BYTES:
        return "too-long"
    if stem != _trimmed(stem):
        return "edge"
    return "invisible"


def _stem(name: str) -> str:
    return name[:-3] if name[-3:].lower() == ".md" else name


def _trimmed(name: str) -> str:
    """Without what is hidden, an option or a backup at the start, and what Windows drops at the end."""
    name = name.rstrip(" .")
    while name and (name[0] in " .-~" or category(name[0])[0] == "M"):
        name = name[1:]
    return name


def _is_device(name: str) -> bool:
    return name.partition(".")[0].rstrip().upper() in _DEVICES


def _is_copy(stem: str) -> bool:
    """Whether `stem` looks like the second file that a sync program or a file manager makes of one.

    Stricter than what counts as a conflict copy on disk, where `plan (1).md` may be a memory that somebody named so.
    """
    name = caseless(stem)
    inside = name[max(name.rfind("("), name.rfind("[")) + 1 : -1]
    return (
        is_conflict_copy(stem)
        or "_conflict-" in name
        or name.endswith(_COPY_ENDINGS)
        or (name.endswith((")", "]")) and (inside.isdigit() or any(word in inside for word in _COPY_WORDS)))
    )


def _unmarked(name: str) -> str:
    """The words of a copy's name without what makes it look like one."""
    name = name.translate(dict.fromkeys(map(ord, " ._()[]"), "-"))
    for word in _COPIES:
        name = name.replace(word, f"-{word}")
    return "-".join(part for part in name.split("-") if part)


def _words(text: str) -> Iterator[str]:
    """The words of a line: `C++`, `Node.js`, `sync_notehb` and emoji are words; an apostrophe inside of one goes."""
    word = ""
    for at, char in enumerate(text + " "):
        inner = char == "." and text[at - 1 : at].isalnum() and text[at + 1 : at + 2].isalnum()
        if inner or char.isalnum() or char in "_+#" or _is_mark(char):
            word += char
        elif char not in "'\u2019":
            word = word.lstrip("+#")
            if word:
                yield word
            word = ""


def _is_mark(char: str) -> bool:
    """Accents, and pictures that are no lines, boxes or arrows."""
    return (
        char in (JOINER, EMOJI_STYLE)
        or category(char)[0] == "M"
        or (is_pictorial(char) and not "\u2190" <= char <= "\u25ff")
    )
