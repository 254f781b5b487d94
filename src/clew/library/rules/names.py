"""Names that are not the same file everywhere, and those that say that a file is the other side of a conflict."""

from __future__ import annotations

import re

from clew.errors import Usage
from clew.library.catalog import can_be_listed
from clew.library.findings import finding
from clew.stores.paths import addressable, portable
from clew.text.conflicts import is_conflict_copy
from clew.text.names import checked_name, same_name_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clew.library.findings import Finding
    from clew.library.survey import Snapshot
    from clew.stores.contract import Stat

# What nearly all names are like, and nothing can be said against: one word, a letter first, not short enough for a
# device. Only in folders with others is each looked at, at a hundred times the price.
_PLAIN = re.compile(
    r"(?:[A-Za-z\u4e00-\u9fff][A-Za-z0-9_\u4e00-\u9fff+#-]{3,50}[A-Za-z0-9_\u4e00-\u9fff+#]\.md\n)*"
).fullmatch
_SUSPECT = re.compile(r"conflict|copy|today|term|desktop|laptop", re.IGNORECASE).search


def name_clash(snapshot: Snapshot) -> Iterator[Finding]:
    """Two names that a file system of another kind takes for one."""
    folders = [standing.folder for standing in snapshot.folders]
    yield from _clashes(snapshot, "", folders)
    for standing in snapshot.folders:
        others = [stat.name for stat in standing.others]
        names = [*standing.files, *(name for name in others if name[0] != ".")]
        lines = _lines(names)
        if not (_PLAIN(lines) and len(set(lines.lower().split("\n"))) > len(names)):
            yield from _clashes(snapshot, f"{standing.folder}/", names)


def bad_name(snapshot: Snapshot) -> Iterator[Finding]:
    """Names that some system cannot hold, that a command cannot name, or that no file of ours can list."""
    for standing in snapshot.folders:
        if standing.files and not portable(standing.folder):
            yield finding("bad-name", snapshot.path(standing.folder), key="check.bad-folder-name")
        lines = _lines(standing.files)
        for file in standing.files if not _PLAIN(lines) or _SUSPECT(lines) else ():
            yield from _objection(snapshot, f"{standing.folder}/{file}", file[: -len(".md")])
        yield from _unnameable(snapshot, standing.others)
    yield from _unnameable(snapshot, snapshot.names)


def conflict_copy(snapshot: Snapshot) -> Iterator[Finding]:
    """The second text that a sync program kept; of the clue file too."""
    for stat in snapshot.names:
        if is_conflict_copy(stat.path) and stat.kind == "file" and not stat.path.endswith(".txt"):
            yield finding("conflict-copy", snapshot.path(stat.path))
    for standing in snapshot.folders:
        for stat in standing.others:
            if stat.kind == "file" and stat.name[0] != "." and is_conflict_copy(stat.name):
                yield finding("conflict-copy", snapshot.path(stat.path))


def _clashes(snapshot: Snapshot, above: str, names: Iterable[str]) -> Iterator[Finding]:
    alike: dict[str, list[str]] = {}
    for name in names:
        alike.setdefault(same_name_key(name), []).append(name)
    for first, *others in alike.values():
        if others:
            same = ", ".join(snapshot.path(above + other) for other in others)
            yield finding("name-clash", snapshot.path(above + first), other=same)


def _lines(names: Iterable[str]) -> str:
    return "\n".join([*names, ""])


def _objection(snapshot: Snapshot, path: str, stem: str) -> Iterator[Finding]:
    try:
        checked_name(stem)
    except Usage as problem:
        data = {name: value for name, value in problem.data.items() if name != "path"}
        key = "check.bad-name" if problem.suggestions else "check.bad-name-at-all"
        data["suggestion"] = next(iter(problem.suggestions), "")
        yield finding("bad-name", snapshot.path(path), key=key, **data).but(because=problem.key)


def _unnameable(snapshot: Snapshot, stats: Iterable[Stat]) -> Iterator[Finding]:
    for stat in stats:
        name = stat.name
        if not can_be_listed(name):
            yield finding("bad-name", snapshot.path(stat.path), key="check.name-not-utf8")
        elif not addressable(name):
            yield finding("bad-name", snapshot.path(stat.path), key="check.name-not-addressable")
