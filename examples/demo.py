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
from subprocess import STDOUT

EXAMPLES = Path(__file__).resolve().parent
CLEW = str(Path(sys.executable).with_name("clew"))
PROJECTS = {"en": "tide-station", "zh": "订房系统"}


def main(arguments: list[str]) -> int:
    home = Path(tempfile.mkdtemp(prefix="clew-demo-"))
    keep = "--keep" in arguments
    try:
        for lang, name in PROJECTS.items():
            project = home / "projects" / name
            project.mkdir(parents=True)
            remember(home, project, lang)
        look_at_disk(home)
    except subprocess.CalledProcessError as failure:
        print(f"demo: clew ended with {failure.returncode}", file=sys.stderr)
        return 1
    finally:
        if not keep:
            shutil.rmtree(home)
    kept = f"It is all left in {home}" if keep else "It is all removed again"
    print(f"==== Two conversations, two memories. {kept}. The command is {CLEW}; README.md has the tour.")
    return 0


class Conversation:
    """Someone talks with an agent in one project directory; these are the commands of that conversation."""

    def __init__(self, home: Path, project: Path, lang: str, id: str) -> None:
        self.project = project
        kept = {name: value for name, value in os.environ.items() if not name.startswith("CLEW_")}
        # Its id is said, as agents do: without one, clew would go by the terminal, and all of these share it.
        ours = {"HOME": str(home), "CLEW_HOME": str(home / "clew"), "CLEW_LANG": lang, "CLEW_CONVERSATION": id}
        self.environment = {**kept, **ours, "PYTHONUTF8": "1"}

    def types(self, *words: str, text: str = "") -> None:
        """One command, and what it printed."""
        shown = shlex.join(words) + (" < …" if text else "")
        print(f"\n$ clew {shown}", flush=True)
        given, here = text.encode(), self.project
        subprocess.run([CLEW, *words], input=given, stderr=STDOUT, cwd=here, env=self.environment, check=True)


def remember(home: Path, project: Path, lang: str) -> None:
    """One conversation saves in two steps; the next one finds it and goes on from there."""
    file = EXAMPLES / f"conversation.{lang}.md"
    print(f"\n==== {file.name}: a conversation in the project directory {project}")
    first = Conversation(home, project, lang, f"monday-{lang}")
    first.types("start", "--pick", "0")
    title, parts = read(file)
    for heading, tags, text in parts:
        first.types("save", "-", "--title", title, "--heading", heading, "--tag", tags, text=text)
    print("\n==== the next conversation, in the same directory")
    second = Conversation(home, project, lang, f"tuesday-{lang}")
    second.types("menu")
    second.types("start", "--pick", "1")


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
