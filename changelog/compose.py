"""CHANGELOG.md, printed from one small file a change.

A change brings its file in `changelog/unreleased/`, written for the user after `TEMPLATE.md`; a release moves
them to `changelog/VERSION_DATE/`. So two changes never meet in the same line of the changelog.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "CHANGELOG.md"
KINDS = ("Security", "Fix", "Change", "Enhancement")  # what a reader has to know first comes first
SHAPE = re.compile(rf"({'|'.join(KINDS)}): (\S.*)\n\n(\S.*?)\n\nIssue: (\d+)\n", re.DOTALL)


@dataclass(frozen=True)
class Change:
    kind: str
    title: str
    body: str
    issue: int


def read(file: Path) -> Change:
    """Raises ValueError where the file does not follow the template."""
    found = SHAPE.fullmatch(file.read_text("utf-8"))
    if not found or "\n" in found[2]:
        raise ValueError(f"{file} is not written after changelog/TEMPLATE.md")
    return Change(found[1], found[2], found[3], int(found[4]))


def released() -> dict[str, str]:
    """The date of each released version, the newest first."""
    folders = [folder.name.split("_") for folder in HERE.iterdir() if folder.is_dir() and folder.name[0].isdigit()]
    return dict(sorted(folders, key=lambda folder: [int(part) for part in folder[0].split(".")], reverse=True))


def page(version: str) -> str:
    """The whole page; what is unreleased stands under the version that the package says it is."""
    sections = [f"## {number} ({date})\n\n{_entries(HERE / f'{number}_{date}')}" for number, date in released().items()]
    if any((HERE / "unreleased").glob("*.md")):
        sections.insert(0, f"## {version} (not yet released)\n\n{_entries(HERE / 'unreleased')}")
    return "\n".join(["# Changelog\n\nPrinted from `changelog/` by `python3 do.py changelog --write`.\n", *sections])


def _entries(folder: Path) -> str:
    changes = [read(file) for file in sorted(folder.glob("*.md"))]
    changes.sort(key=lambda change: KINDS.index(change.kind))
    return "\n".join(f"**{each.kind}: {each.title}** (issue {each.issue})\n\n{each.body}\n" for each in changes)


def main(arguments: list[str]) -> int:
    from clew import __version__

    if arguments == ["--write"]:
        PAGE.write_text(page(__version__), "utf-8", newline="\n")
    else:
        print(page(__version__), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
