"""Conflict copies: the second text that a sync leaves beside a file. They are never memories."""

from __future__ import annotations

from clew.text.characters import cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

# Dropbox, Nextcloud and others put it in brackets: `x (device's conflicted copy 2026-11-30).md`.
_IN_BRACKETS = ("conflicted copy", "冲突副本", "冲突的副本", "衝突複本")
# Ours and Syncthing's end in device and time: `x.conflict-laptop-20261130T152448.md`.
_BEFORE_TIME = (".conflict-", ".sync-conflict-")
# OneDrive adds the device, by the name that Windows makes up: `x-DESKTOP-4K2F9QA.md`.
_BEFORE_DEVICE = ("-DESKTOP-", "-LAPTOP-")
_NAME_BYTES = 250  # of a file's name; a number may come behind it


def is_conflict_copy(name: str) -> bool:
    """Whether a file name says that it is the other side of a conflict."""
    for mark in _BEFORE_DEVICE:
        if mark in name and _is_device(name.rpartition(mark)[2].partition(".")[0]):
            return True
    folded = name.casefold()
    if "conflict" not in folded and "(" not in folded:  # as of nearly all names
        return False
    for mark in _BEFORE_TIME:
        behind = folded.partition(mark)[2]
        if "-" in behind and any(char.isdigit() for char in behind):
            return True
    return any("(" in folded.partition(mark)[0] and ")" in folded.partition(mark)[2] for mark in _IN_BRACKETS)


def _is_device(made_up: str) -> bool:
    return len(made_up) == 7 and made_up.isascii() and made_up.isalnum() and made_up.isupper()


def placeholder_of(name: str) -> str | None:
    """The file that lies in iCloud for now, of which this name is the placeholder: it is not gone."""
    return name[1 : -len(".icloud")] if name.startswith(".") and name.endswith(".icloud") else None


def is_memory_file(name: str) -> bool:
    """Whether a file of this name in a project's folder is a memory: `.md`, not hidden, no conflict copy."""
    return name.endswith(".md") and not name.startswith(".") and not is_conflict_copy(name)


def conflict_copy(path: str, device: str, now: datetime) -> str:
    """Where the other text of a file is kept: `NAME.conflict-DEVICE-20261130T152448.md`, which is never a memory."""
    folder, slash, file = path.rpartition("/")
    stem, dot, ending = file.rpartition(".")
    name = "".join(char if char.isalnum() or char == "_" else "-" for char in device).strip("-")
    behind = f".conflict-{cut(name, 40) or 'here'}-{now:%Y%m%dT%H%M%S}{dot}{ending}"
    return f"{folder}{slash}{cut(stem, _NAME_BYTES - len(behind.encode()))}{behind}"


def original_name(name: str) -> str:
    """The name of the file of which this is a conflict copy; "" where its own does not tell."""
    stem, dot, ending = name.rpartition(".")
    for mark in _BEFORE_TIME:
        at = name.casefold().find(mark)
        if at > 0:
            return f"{name[:at]}{dot}{ending}"
    if ")" in stem and any(words in stem.casefold() for words in _IN_BRACKETS):
        return f"{stem[: stem.rfind('(')].rstrip()}{dot}{ending}"
    for mark in _BEFORE_DEVICE:
        if mark in stem and _is_device(stem.rpartition(mark)[2]):
            return f"{stem.rpartition(mark)[0]}{dot}{ending}"
    return ""
