"""Machines for tests: each a home with a library of its own, all on one git remote."""

from __future__ import annotations

import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import clew
from clew.sync.engine import Outcome, Sync
from clew.sync.git_commands import without_credentials
from clew.sync.shares.library import LibraryShare
from clew.sync.states import States
from clew.sync.states_file import states_file
from clew.sync.targets.git import GitTarget

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def git(*words: str, at: Path) -> str:
    own = {"GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t", "GIT_COMMITTER_NAME": "t", "GIT_COMMITTER_EMAIL": "t"}
    done = subprocess.run(
        ["git", *words], cwd=at, env={**os.environ, **own}, capture_output=True, check=True, text=True
    )
    return done.stdout


def bare(folder: Path) -> Path:
    """A repository for others, in a folder that is not there yet."""
    folder.mkdir(parents=True)
    git("init", "--bare", "--quiet", "--initial-branch=main", at=folder)
    return folder


class Machine:
    """A home with a library, and its side of the sync."""

    def __init__(self, folder: Path, remote: str, workspace: bool = False) -> None:
        self.folder = folder
        self.remote = remote
        self.workspace = workspace
        self.time = NOW
        self.home = clew.open(folder / "home", clock=lambda: self.time)
        self.root = Path(self.home.library.root)
        self.target = self.fresh_target()

    def fresh_target(self) -> GitTarget:
        return GitTarget(self.remote, str(self.folder / "home" / "git"), self.share().has, "Ana", self.folder.name)

    def share(self) -> LibraryShare:
        workspace = self.home.workspace_store if self.workspace else None
        return LibraryShare(self.home.library, workspace, self.states())

    def states(self) -> States:
        address = without_credentials(self.remote)
        return States(states_file(str(self.folder / "home" / "sync.db")), f"git {address}")

    def sync(self, **how: Any) -> dict[str, str]:
        """What was done, by the files' places."""
        outcome = self.outcome(self.share(), self.target, **how)
        assert outcome.stopped is None, outcome.stopped
        return {done.place: done.what for done in outcome.done}

    def outcome(self, share: LibraryShare, target: GitTarget, **how: Any) -> Outcome:
        if self.root.is_dir():
            share.note_origins()
        return Sync(share, target, self.states(), **how).run()

    def save(self, text: str, title: str, dir: str = "/srv/shop", conversation: str | None = None) -> str:
        project = self.home.library.project(dir)
        return project.start(pick=None, conversation=conversation).save(text, ["shop", "记忆"], title=title).file

    def texts(self) -> dict[str, bytes]:
        """Every memory and every copy of one, by its place."""
        files = list(self.root.rglob("*.md"))
        return {path.relative_to(self.root).as_posix(): path.read_bytes() for path in files}
