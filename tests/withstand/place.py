"""Where a test happens: a home, a library, a project, and clew to be called there."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from clew.history.database import History
from tests.withstand.system_calls import Fault

ROOT = Path(__file__).resolve().parents[2]
NOBODY = 65534
LOCK = ".clew.lock"

Tree = dict[str, bytes | None]  # path -> bytes; None: a folder; a link's bytes are where it leads


@dataclass
class Done:
    """What a call left behind."""

    status: int
    out: bytes
    err: bytes
    calls: list[str] = field(default_factory=list)  # the system calls of a watched one
    memory: int = 0  # the most that one not watched had at a time, as the system counts it (kB on Linux)

    @property
    def text(self) -> str:
        return self.out.decode()

    @property
    def talk(self) -> str:
        return self.err.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Stage:
    """The other side of `stage.py`."""

    def __init__(self) -> None:
        strangers = ("CLEW_", "CLAUDE_", "AGENT_", "GOOSE_", "QWEN_")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(strangers)}
        self.environment = {**kept, "PYTHONUTF8": "1"}
        self._folder = TemporaryDirectory()
        for name in ("in", "out", "err"):
            Path(self._folder.name, name).touch()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.withstand.stage"],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._read() == "ready\n"

    def play(
        self,
        words: list[str],
        at: Path,
        environment: dict[str, str],
        given: bytes = b"",
        user: int | None = None,
        fault: Fault | None = None,
    ) -> Done:
        """One call, to its end."""
        folder = Path(self._folder.name)
        for name, data in (("in", given), ("out", b""), ("err", b"")):
            folder.joinpath(name).write_bytes(data)
        asked = {
            "words": words,
            "folder": str(folder),
            "environment": environment,
            "at": str(at),
            "user": user,
            "fault": asdict(fault) if fault else None,
        }
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._read())
        out, err = (folder.joinpath(name).read_bytes() for name in ("out", "err"))
        return Done(answer["status"], out, err, answer["calls"], answer["memory"])

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(10)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._folder.cleanup()

    def _read(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


class Place:
    """A folder with a home, a project's directory and, once something was saved, a library."""

    def __init__(self, stage: Stage, folder: Path, user: int | None = None) -> None:
        self.stage = stage
        self.folder = folder
        self.user = user
        self.own(folder)
        self.home = folder / "home"
        self.library = self.home / "memory"
        self.project = self.dir("shop")
        self.slug = str(self.project).strip("/").replace("/", "-")
        self.environment = {"CLEW_HOME": str(self.home), "CLEW_LANG": "en", "CLEW_DEVICE": "laptop"}

    @property
    def whole_environment(self) -> dict[str, str]:
        """For a process that is started and not forked."""
        return {**self.stage.environment, **self.environment}

    def dir(self, name: str) -> Path:
        """A directory of a project."""
        made = self.folder / "work" / name
        made.mkdir(parents=True, exist_ok=True)
        self.own(made.parent)
        self.own(made)
        return made

    def own(self, path: Path) -> None:
        """Makes it belong to the user of this place."""
        if self.user is not None and os.geteuid() == 0:
            os.chown(path, self.user, self.user)

    def clew(
        self,
        *words: str,
        given: bytes = b"",
        at: Path | None = None,
        fault: Fault | None = None,
        **environment: str,
    ) -> Done:
        """clew in a process of its own; `at` is where it is called, the project if nothing else is said."""
        environment = {**self.environment, **environment}
        return self.stage.play([*words], at or self.project, environment, given=given, user=self.user, fault=fault)

    def done(self, *words: str, **named: Any) -> Any:
        """The JSON of a call that must succeed."""
        done = self.clew(*words, "--json", **named)
        assert done.status == 0, (words, done.out, done.err)
        return done.json

    def save(self, text: str, *words: str, tags: tuple[str, ...] = ("one", "two"), **named: Any) -> Any:
        """A save that must succeed; its receipt."""
        return self.done("save", text, *(word for tag in tags for word in ("--tag", tag)), *words, **named)

    def findings(self) -> list[tuple[str, str]]:
        """What a check finds: (rule, path below the library)."""
        done = self.clew("check", "--json")
        assert done.status in (0, 1), done.err
        assert done.status == bool(done.json["findings"])
        root = str(self.library) + "/"
        return [(one["rule"], one["path"].removeprefix(root)) for one in done.json["findings"]]

    def texts_ever(self, file: str) -> list[bytes | None]:
        """Every text that the history has of a file of the library, the newest first."""
        with History(str(self.home / "history.db"), lambda: datetime.now(UTC)) as history:
            return [history.content(one.id) for one in history.versions(f"library:{self.library}", file)]

    def files_ever(self) -> list[str]:
        """Every file of the library of which the history knows."""
        with History(str(self.home / "history.db"), lambda: datetime.now(UTC)) as history:
            return [one.path for one in history.paths(f"library:{self.library}")]

    @property
    def clue(self) -> Path:
        return self.library / ".clue"

    @property
    def memories(self) -> Path:
        """The folder of the project."""
        return self.library / self.slug

    @contextmanager
    def again(self) -> Iterator[Backup]:
        """Everything as it is now can be had again, as often as wanted."""
        with TemporaryDirectory() as folder:
            yield Backup(self.folder, Path(folder) / "copy")


class Backup:
    """A folder as it was, with its times."""

    def __init__(self, folder: Path, copy: Path) -> None:
        self.folder, self.copy = folder, copy
        shutil.copytree(folder, copy, symlinks=True)

    def restore(self) -> None:
        shutil.rmtree(self.folder)
        shutil.copytree(self.copy, self.folder, symlinks=True)


def tree(folder: Path, *, but: tuple[str, ...] = (LOCK,)) -> Tree:
    """All that is below a folder, but the names that are not to be looked at."""
    found: Tree = {}
    for above, folders, names in os.walk(folder):
        for name in (*folders, *names):
            if name in but:
                continue
            path = Path(above, name)
            if path.is_symlink():
                found[str(path.relative_to(folder))] = os.fsencode(os.readlink(path))
            elif path.is_file():
                found[str(path.relative_to(folder))] = path.read_bytes()
            else:
                found[str(path.relative_to(folder))] = None
    return found


def timeless(data: bytes | None) -> bytes | None:
    """Without the times at which segments were written: two runs of the same save are never equal in them."""
    return data and re.sub(rb'time="[^"]*"', b'time=""', re.sub(rb"\n## \d{4}-.*\n", b"\n## then\n", data))


def temporaries(folder: Path) -> list[str]:
    """Every temporary file below the folder."""
    return [path for path in tree(folder) if path.rpartition("/")[2].startswith(".tmp")]


def old_or_new(old: Tree, new: Tree, now: Tree, *, but: tuple[str, ...] = ()) -> None:
    """Each file is one of the two whole; what else there may be is temporary, and its name says so."""
    for path in {*old, *new, *now} - {path for path in now if path.rpartition("/")[2].startswith(".tmp-clew-")}:
        text = timeless(now.get(path, b"absent"))
        assert path in but or text in (timeless(old.get(path, b"absent")), timeless(new.get(path, b"absent"))), path
