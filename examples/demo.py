"""The main job, on two real conversations: save each in two steps, find it again, look at what lies on disk.

Runs the real `clew` in a temporary home and prints what it does. `python3 do.py demo` gets here;
`python3 do.py demo --keep` leaves the home for you to look around in. It speaks the language of its reader, whose
story comes first.
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

from clew.language import language

EXAMPLES = Path(__file__).resolve().parent
CLEW = str(Path(sys.executable).with_name("clew"))
PROJECTS = {"en": "tide-station", "zh": "订房系统"}
TEXTS = {
    "first": ("{file}: a conversation in the project directory {project}", "{file}：在项目目录 {project} 中的一次对话"),
    "next": ("the next conversation, in the same directory", "下一次对话，在同一个目录中"),
    "disk": ("what lies on disk, below {home}", "磁盘上有什么：{home} 之下"),
    "clue": ("{path}, the index of the library", "{path}，库的线索文件"),
    "segments": ("{path}: its segments", "{path}：它的各段"),
    "end": (
        "Two conversations, two memories. {kept}. The command is {clew}; README.md has the tour.",
        "两次对话，两个记忆。{kept}。命令是 {clew}；README.zh.md 里有完整的介绍。",
    ),
    "kept": ("It is all left in {home}", "全部内容留在 {home}"),
    "removed": ("It is all removed again", "全部内容已经删除"),
}


def main(arguments: list[str]) -> int:
    home = Path(tempfile.mkdtemp(prefix="clew-demo-"))
    keep = "--keep" in arguments
    reader = (next((word[7:] for word in arguments if word.startswith("--lang=")), "") or language(None, None))[:2]
    try:
        for lang in sorted(PROJECTS, key=lambda lang: lang != reader):
            project = home / "projects" / PROJECTS[lang]
            project.mkdir(parents=True)
            remember(home, project, lang, reader)
        look_at_disk(home, reader)
    except subprocess.CalledProcessError as failure:
        print(f"demo: clew ended with {failure.returncode}", file=sys.stderr)
        return 1
    finally:
        if not keep:
            shutil.rmtree(home)
    print(say("end", reader, kept=text("kept" if keep else "removed", reader, home=home), clew=CLEW))
    return 0


def text(key: str, lang: str, **data: object) -> str:
    """What the demo itself says."""
    return TEXTS[key][lang == "zh"].format_map(data)


def say(key: str, lang: str, **data: object) -> str:
    """The same as a headline."""
    return f"==== {text(key, lang, **data)}"


class Conversation:
    """Someone talks with an agent in one project directory; these are the commands of that conversation."""

    def __init__(self, home: Path, project: Path, lang: str, id: str) -> None:
        self.project = project
        kept = {name: value for name, value in os.environ.items() if not name.startswith("CLEW_")}
        # Its id is said, as agents do: without one, clew would go by the terminal, and all of these share it.
        ours = {"HOME": str(home), "CLEW_HOME": str(home / "clew"), "CLEW_LANG": lang, "CLEW_CONVERSATION": id}
        self.environment = {**kept, **ours, "PYTHONUTF8": "1"}

    def types(self, *words: str, given: str = "") -> None:
        """One command, and what it printed."""
        shown = shlex.join(words) + (" < …" if given else "")
        print(f"\n$ clew {shown}", flush=True)
        data, here = given.encode(), self.project
        subprocess.run([CLEW, *words], input=data, stderr=STDOUT, cwd=here, env=self.environment, check=True)


def remember(home: Path, project: Path, lang: str, reader: str) -> None:
    """One conversation saves in two steps; the next one finds it and goes on from there."""
    file = EXAMPLES / f"conversation.{lang}.md"
    print("\n" + say("first", reader, file=file.name, project=project))
    first = Conversation(home, project, lang, f"monday-{lang}")
    first.types("start", "--pick", "0")
    title, parts = read(file)
    for heading, tags, body in parts:
        first.types("save", "-", "--title", title, "--heading", heading, "--tag", tags, given=body)
    print("\n" + say("next", reader))
    second = Conversation(home, project, lang, f"tuesday-{lang}")
    second.types("menu")
    second.types("start", "--pick", "1")


def read(conversation: Path) -> tuple[str, Iterator[tuple[str, str, str]]]:
    """The title, and each part as heading, tags and text."""
    title, *parts = re.split(r"^##? (?=\S)", conversation.read_text("utf-8"), flags=re.MULTILINE)[1:]
    return title.strip(), map(_part, parts)


def _part(part: str) -> tuple[str, str, str]:
    heading, tags, body = part.split("\n", 2)
    return heading, re.sub(r"^(Tags: |标签：)", "", tags), body.strip() + "\n"


def look_at_disk(home: Path, reader: str) -> None:
    library = home / "clew" / "memory"
    print("\n" + say("disk", reader, home=home))
    for path in sorted(home.rglob("*")):
        depth = len(path.relative_to(home).parts) - 1
        print(f"{'    ' * depth}{path.name}{'/' if path.is_dir() else ''}")
    print("\n" + say("clue", reader, path=library / ".clue") + "\n")
    print((library / ".clue").read_text("utf-8"))
    for memory in sorted(library.rglob("*.md")):
        print(say("segments", reader, path=memory) + "\n")
        marks = [
            line
            for line in memory.read_text("utf-8").splitlines()
            if line.startswith(("# ", "## ", "---", "<!-- clew"))
        ]
        print("\n".join(marks) + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
