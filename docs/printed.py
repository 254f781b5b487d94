"""What the pages show is printed by clew itself, and a stale page fails.

A fenced block marked `console` is a session: each line behind `$ ` is carried out, in order, page by page,
in an empty home; what stands below it must be what came out, times, ids and revisions aside. `docs/cli.md`
is printed whole, and tables that the code alone knows are (`docs/tables.py`). `python3 do.py docs` compares, `python3 do.py docs --write` renews.

A session knows `clew`, and of the shell only what its readers type anyway: cd, mkdir, cat, ls, sed -i, echo $?.
A time in the name of a file is that of the last one that was shown.
No shell runs, so a page is checked in the same way on each system.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from difflib import unified_diff
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT))  # as a script it knows its own folder only
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/*.md"))]
SHOWN_HOME = "/home/you"  # what a reader's own home is called in the pages
_SERVICE = "CLEW_SIMPLENOTE_URL"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)

IN_A_NAME = re.compile(r"\d{8}T\d{6}")

# What differs from run to run, and what it is called while two outputs are compared.
VARIABLE = [
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d:\d\d|Z)"), "<time>"),
    (re.compile(r"\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?"), "<time>"),
    (re.compile(r"\b(p|\d{8}-\d{6})-[0-9a-f]{8}\b"), "<id>"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "<revision>"),
    (re.compile(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"), "<note>"),
    (IN_A_NAME, "<time>"),
    (re.compile(r"\bf[0-9a-f]{8}\b"), "<fact>"),
    (re.compile(r"\b[0-9a-f]{12}\b"), "<boundary>"),
    (re.compile(r"\b\d{6}/\d{8}\.md"), "<day>.md"),
]


class Session:
    """One reader at one terminal, in a home of their own below `base`."""

    def __init__(self, base: Path) -> None:
        self.home = base.resolve() / "you"
        self.home.mkdir()
        self.folder = self.home
        self.status = 0
        self._open = ExitStack()
        self._times: list[str] = []
        self._shown = ""  # how the page calls the notes service, and where it is
        ours = ("CLEW_", "CLAUDE_CODE_SESSION", "AGENT_SESSION", "GOOSE_")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        self.environment = {
            **kept,
            "HOME": str(self.home),
            "USERPROFILE": str(self.home),
            "CLEW_DEVICE": "laptop",
            "CLEW_TIMEZONE": "Asia/Shanghai",
            "COLUMNS": "100",
            "LC_ALL": "en_US.UTF-8",  # what a page shows does not follow the language of who prints it
            "LANGUAGE": "",
            "PYTHONUTF8": "1",
        }

    def run(self, command: str) -> str:
        """What the command printed, its talk and its data together, with the reader's home under its shown name."""
        words = [self._expanded(word) for word in shlex.split(command)]
        if words[0] in ("export", "cd", "mkdir", "cat", "ls", "sed", "echo"):
            printed: str = getattr(self, f"_{words[0]}")(*words[1:])
        else:
            printed = self._program(words)
        if self._shown:
            printed = printed.replace(self.environment[_SERVICE], self._shown)
        shown = printed.replace(str(self.home), SHOWN_HOME).replace(_slug(str(self.home)), _slug(SHOWN_HOME))
        self._times = IN_A_NAME.findall(shown) or self._times
        return "".join(f"{line.rstrip()}\n" for line in shown.splitlines())

    def current(self, command: str) -> str:
        """The command as a reader would type it now: a file that this run made has the time of this run in its name."""
        return IN_A_NAME.sub(self._times[-1], command) if self._times else command

    def _program(self, words: list[str]) -> str:
        if words[0] != "clew":
            raise ValueError(f"a page may not run {words[0]!r}; see {__file__}")
        words[0] = str(Path(sys.executable).with_name("clew"))
        given = b""
        if "<" in words:
            at = words.index("<")
            given = (self.folder / words[at + 1]).read_bytes()
            del words[at : at + 2]
        done = subprocess.run(
            words,
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,  # one pipe keeps talk and data in order
            cwd=self.folder,
            env=self.environment,
            timeout=60,
        )
        self.status = done.returncode
        return done.stdout.decode()

    def _expanded(self, word: str) -> str:
        """With the reader's own home, also where a folder of the library is called after it."""
        word = word.replace(_slug(SHOWN_HOME), _slug(str(self.home)))
        return str(self.home) + word[1:] if word == "~" or word.startswith("~/") else word

    def _export(self, setting: str) -> str:
        name, _, value = setting.partition("=")
        if name == _SERVICE:  # the one that a page tells its readers to start
            from tests.sync.server import running

            self._shown, value = value, self._open.enter_context(running(trial=True)).url
        self.environment[name] = value
        return ""

    def close(self) -> None:
        """Ends what was started for the page."""
        self._open.close()

    def _cd(self, folder: str) -> str:
        self.folder = self.folder / folder
        return ""

    def _mkdir(self, *folders: str) -> str:
        for folder in folders:
            if not folder.startswith("-"):
                (self.folder / folder).mkdir(parents=True, exist_ok=True)
        return ""

    def _cat(self, file: str) -> str:
        try:
            return (self.folder / file).read_text("utf-8")
        except OSError as problem:
            return self._refused("cat", problem)

    def _ls(self, *words: str) -> str:
        folder = self.folder / next((word for word in words if not word.startswith("-")), ".")
        hidden = any(word.startswith("-") and "A" in word for word in words)
        try:
            names = sorted(os.listdir(folder))
        except OSError as problem:
            return self._refused("ls", problem)
        return "".join(f"{name}\n" for name in names if hidden or not name.startswith("."))

    def _sed(self, in_place: str, change: str, file: str) -> str:
        """`sed -i s/OLD/NEW/ FILE`, for an editor, which no page can show."""
        path = self.folder / self._expanded(file)
        _, old, new, _ = change.split("/")
        path.write_bytes(path.read_bytes().replace(old.encode(), new.encode()))
        return ""

    def _refused(self, program: str, problem: OSError) -> str:
        self.status = 1
        return f"{program}: {problem.filename}: {problem.strerror}\n"

    def _echo(self, word: str) -> str:
        return f"{self.status if word == '$?' else word}\n"


def _slug(folder: str) -> str:
    return folder.strip("/").replace("/", "-")


def renewed(page: str) -> str:
    """The page with the output of its sessions as it is today, all of one run; one that still holds keeps its bytes."""
    with tempfile.TemporaryDirectory(prefix="clew-docs-") as base:
        session = Session(Path(base))
        try:
            fresh = BLOCK.sub(lambda block: _rerun(session, block), page)
        finally:
            session.close()
    from docs import tables

    return tables.renewed(page if same(page, fresh) else fresh)


def _rerun(session: Session, block: re.Match[str]) -> str:
    commands = (session.current(command) for command in _commands(block[1]))
    fresh = "".join(f"$ {command}\n{session.run(command)}" for command in commands)
    return f"```console\n{fresh}```"


def _commands(block: str) -> Iterator[str]:
    return (line[2:] for line in block.splitlines() if line.startswith("$ "))


def same(old: str, new: str) -> bool:
    """Whether two outputs say the same, but for what differs from run to run."""
    return settled(old) == settled(new)


def settled(text: str) -> str:
    for pattern, name in VARIABLE:
        text = pattern.sub(name, text)
    return text


def reference() -> str:
    """docs/cli.md, as the command line describes itself."""
    from clew.cli.reference import reference_page

    return reference_page()


def stale(write: bool = False) -> dict[Path, str]:
    """The pages that are not what clew prints today, each with the difference; `write` renews them."""
    printers: list[tuple[Path, Callable[[str], str]]] = [(page, renewed) for page in PAGES]
    printers.append((ROOT / "docs/cli.md", lambda _: reference()))
    found = {}
    for page, fresh in printers:
        old = page.read_text("utf-8") if page.exists() else ""
        new = fresh(old)
        if new != old:
            name = page.relative_to(ROOT).as_posix()
            found[page] = "".join(
                unified_diff(old.splitlines(True), new.splitlines(True), name, f"{name}, printed now")
            )
            if write:
                page.write_text(new, "utf-8", newline="\n")
    return found


def main(arguments: list[str]) -> int:
    write = arguments == ["--write"]
    found = stale(write)
    for page, difference in found.items():
        print(f"renewed {page.relative_to(ROOT)}" if write else difference)
    if found and not write:
        print("the pages above are stale; `python3 do.py docs --write` renews them", file=sys.stderr)
    return 1 if found and not write else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
