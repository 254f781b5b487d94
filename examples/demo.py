"""The main job, on two real conversations: save each in two steps, find it again, look at what lies on disk.

Runs the real `clew` in a temporary home and prints what it does. `python3 do.py demo` gets here;
`python3 do.py demo --keep` leaves the home for you to look around in.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parent
CLEW = str(Path(sys.executable).with_name("clew"))
PROJECTS = {"en": "tide-station", "zh": "订房系统"}


def main(arguments: list[str]) -> int:
    home = Path(tempfile.mkdtemp(prefix="clew-demo-"))
    try:
        for lang, name in PROJECTS.items():
            project = home / "projects" / name
            project.mkdir(parents=True)
            remember(Person(home, project, lang), EXAMPLES / f"conversation.{lang}.md")
        look_at_disk(home)
    except subprocess.CalledProcessError as failure:
        print(f"demo: clew ended with {failure.returncode}; the home is left in {home}", file=sys.stderr)
        return 1
    if "--keep" in arguments:
        print(f"\nkept: {home}  (use it with  clew --home {home / 'clew'} …)")
    else:
        shutil.rmtree(home)
    return 0


class Person:
    """Someone who works in one project directory and types commands there."""

    def __init__(self, home: Path, project: Path, lang: str) -> None:
        self.project = project
        kept = {name: value for name, value in os.environ.items() if not name.startswith("CLEW_")}
        # One conversation each: without an id, clew would go by the terminal, and both share this one.
        ours = {
            "HOME": str(home),
            "CLEW_HOME": str(home / "clew"),
            "CLEW_LANG": lang,
            "CLEW_CONVERSATION": f"demo-{lang}",
        }
        self.environment = {**kept, **ours, "PYTHONUTF8": "1"}

    def types(self, *words: str, text: str = "") -> None:
        """One command, and what it printed."""
        shown = shlex.join(words) + (" < …" if text else "")
        print(f"\n$ clew {shown}", flush=True)
        subprocess.run([CLEW, *words], input=text.encode(), cwd=self.project, env=self.environment, check=True)


def remember(person: Person, conversation: Path) -> None:
    title, parts = read(conversation)
    print(f"\n==== {conversation.name}, in the project directory {person.project}")
    person.types("start", "--pick", "0")
    for heading, tags, text in parts:
        person.types("save", "-", "--title", title, "--heading", heading, "--tag", tags, text=text)
    person.types("menu")
    person.types("show", "1")


def read(conversation: Path) -> tuple[str, Iterator[tuple[str, str, str]]]:
    """The title, and each part as heading, tags and text."""
    title, *parts = re.split(r"^##? (?=\S)", conversation.read_text("utf-8"), flags=re.MULTILINE)[1:]
    return title.strip(), map(_part, parts)


def _part(part: str) -> tuple[str, str, str]:
    heading, tags, text = part.split("\n", 2)
    return heading, re.sub(r"^(Tags: |标签：)", "", tags), text.strip() + "\n"


def look_at_disk(home: Path) -> None:
    library = home / "clew" / "memory"
    print(f"\n==== what lies on disk, below {home}")
    for path in sorted(home.rglob("*")):
        depth = len(path.relative_to(home).parts) - 1
        print(f"{'    ' * depth}{path.name}{'/' if path.is_dir() else ''}")
    print(f"\n==== {library / '.clue'}, the index of the library\n")
    print((library / ".clue").read_text("utf-8"))
    for memory in sorted(library.rglob("*.md")):
        print(f"==== {memory}: its segments\n")
        marks = [
            line
            for line in memory.read_text("utf-8").splitlines()
            if line.startswith(("# ", "## ", "---", "<!-- clew"))
        ]
        print("\n".join(marks) + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
