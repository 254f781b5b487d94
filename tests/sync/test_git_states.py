"""Two machines and a git remote, with real files and real git: whatever happens, in the end all have the same, and every
line anybody ever wrote is in a file, in a conflict copy or in a history."""

from __future__ import annotations

import itertools
import shutil
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from clew.library.check import check
from clew.library.drift import common_tags
from clew.library.moving import delete, rename
from clew.sync.contract import Later
from tests.sync.faults import Died, Stepping
from tests.sync.machines import Machine, bare, git

RUNS = itertools.count()
FAULTS = ("", "", "cut", "die", "race", "hand")


class Libraries(RuleBasedStateMachine):
    """Machines `laptop` and `tower`, and somebody with a clone of the remote."""

    def __init__(self, folder):
        super().__init__()
        self.folder = folder / f"{next(RUNS)}"
        self.numbers = itertools.count()
        self.written: set[str] = set()
        self.removed: set[str] = set()

    @initialize()
    def begin(self):
        self.remote = bare(self.folder / "remote.git")
        self.machines = [Machine(self.folder / name, str(self.remote)) for name in ("laptop", "tower")]
        self.machines[0].save(f"{self.line()}\n\n{self.line()}", "A", conversation="c0")
        for machine in self.machines:
            machine.sync()
        self.clone = self.folder / "clone"
        git("clone", "--quiet", str(self.remote), str(self.clone), at=self.folder)

    def line(self) -> str:
        line = f"line {next(self.numbers)} 行"
        self.written.add(line)
        return line

    machine = st.integers(0, 1)
    which = st.integers(0, 5)
    hows = st.sampled_from(["insert", "insert", "replace", "cut"])

    @rule(machine=machine, conversation=st.integers(0, 3))
    def save(self, machine, conversation):
        self.machines[machine].save(self.line(), f"T{conversation}", conversation=f"c{conversation}")

    @rule(machine=machine, which=which, how=hows, at=st.integers(0, 9), windows=st.booleans())
    def edit(self, machine, which, how, at, windows):
        if path := one_of(self.machines[machine].root, which):
            self.change(path, how, at, "\r\n" if windows else "\n")
            self.looked(machine)

    @rule(machine=machine, which=which, by_hand=st.booleans())
    def delete(self, machine, which, by_hand):
        it = self.machines[machine]
        if path := one_of(it.root, which):
            self.removed |= set(path.read_text("utf-8").split("\n"))
            self.looked(machine)
            path.unlink() if by_hand else delete(it.home.library, path.relative_to(it.root).as_posix())

    @rule(machine=machine, which=which, by_hand=st.booleans())
    def rename(self, machine, which, by_hand):
        it = self.machines[machine]
        if path := one_of(it.root, which):
            name = f"N{next(self.numbers)}"
            if by_hand:
                path.rename(path.with_name(f"{name}.md"))
            else:
                rename(it.home.library, path.relative_to(it.root).as_posix(), name)

    @rule(machine=machine, which=which, add=st.booleans())
    def retag(self, machine, which, add):
        """In the clue file, by hand."""
        it = self.machines[machine]
        clue = it.home.library.clue
        clue.refresh()
        for entry in clue.entries()[:1]:
            memory = entry.memories[which % len(entry.memories)] if entry.memories else None
            if memory is not None:
                # A save needs one tag that others have: that one stays.
                less = tuple(tag for tag in memory.tags if tag == "shop" or tag != memory.tags[-1])
                tags = (*memory.tags, f"t{next(self.numbers)}") if add else less
                memories = tuple(one.but(tags=tags) if one.file == memory.file else one for one in entry.memories)
                changed = [entry.but(memories=memories, common_tags=common_tags(memories))]
                with it.home.library.kept.lock():
                    clue.change(it.home.library.origin("check"), changed=changed)

    @rule(machine=machine, days=st.sampled_from([-400, -1, 0, 400]))
    def jump(self, machine, days):
        self.machines[machine].time += timedelta(days=days)

    @rule(which=which, how=st.sampled_from(["insert", "replace", "cut", "delete", "rename"]), at=st.integers(0, 9))
    def edit_there(self, which, how, at):
        self.by_hand(which, how, at)

    def by_hand(self, which: int, how: str, at: int) -> None:
        """Somebody in a clone, who knows nothing of clew."""
        git("pull", "--quiet", "--ff-only", at=self.clone)
        path = one_of(self.clone, which)
        if path is None:
            return
        if how == "delete":
            self.removed |= set(path.read_text("utf-8").split("\n"))
            path.unlink()
        elif how == "rename":
            path.rename(path.with_name(f"N{next(self.numbers)}.md"))
        else:
            self.change(path, how, at, "\n")
        git("add", "--all", at=self.clone)
        git("commit", "--quiet", "--allow-empty", "-m", "by hand", at=self.clone)
        git("push", "--quiet", at=self.clone)

    @rule(machine=machine, fault=st.sampled_from(FAULTS), after=st.integers(0, 40), at=st.integers(0, 9))
    def sync(self, machine, fault, after, at):
        it = self.machines[machine]
        steps = itertools.count()

        def step() -> None:
            if fault and next(steps) == after:
                if fault == "cut":
                    raise Later("git.failed", remote="x", reason="cut")
                if fault == "die":
                    raise Died
                if fault == "race":
                    self.machines[1 - machine].sync(yes=True)
                else:
                    self.by_hand(at, "insert", at)

        share, target = it.share(), it.fresh_target()
        target._git = Stepping(target._git, step)
        try:
            if fault == "die":
                it.outcome(Stepping(share, step), Stepping(target, step), yes=True)
            else:
                it.outcome(share, target, yes=True)
        except Died:
            it.home.library.kept.history.close()

    def change(self, path: Path, how: str, at: int, end: str) -> None:
        """One line of ours replaced, cut, or followed by a new one; what is clew's own stays."""
        lines = path.read_text("utf-8").split("\n")
        ours = [place for place, line in enumerate(lines) if line.startswith("line ")]
        place = ours[at % len(ours)] if ours else len(lines) - 1
        if how == "insert" or not ours:
            lines[place + 1 : place + 1] = ["", self.line()]
        else:
            self.removed.add(lines[place])
            lines[place : place + 1] = [self.line()] if how == "replace" else []
        path.write_bytes(end.join(lines).encode())

    def looked(self, machine: int) -> None:
        """Clew saw it: a menu was shown."""
        self.machines[machine].home.library.catalog.survey()

    def teardown(self):
        if hasattr(self, "machines"):
            try:
                self.end()
            finally:
                for machine in self.machines:
                    machine.home.close()
                shutil.rmtree(self.folder)

    def end(self) -> None:
        for _ in range(3):
            for machine in self.machines:
                machine.target = machine.fresh_target()
                machine.sync(yes=True)
        one, other = self.machines
        assert said(one) == said(other) == said(self.pulled())
        assert (one.root / ".clue").read_bytes() == (other.root / ".clue").read_bytes()
        assert (one.root / ".clue").read_bytes() == (self.clone / ".clue").read_bytes()
        present = {line for machine in self.machines for text in texts_of(machine.root) for line in text.splitlines()}
        assert self.written - self.removed <= present
        assert self.written <= present | self.remembered()
        assert one.sync() == other.sync() == {}
        for machine in self.machines:
            rules = {finding.rule for finding in check(machine.home.library)}
            # What is left for a person: who emptied a folder knows why.
            assert rules <= {"conflict-copy", "folder-missing"}

    def pulled(self) -> Path:
        git("pull", "--quiet", "--ff-only", at=self.clone)
        return Path(self.clone)

    def remembered(self) -> set[str]:
        """What any history has: ours of what was here, git's of what was there."""
        found = {line.lstrip("+- ") for line in git("log", "-p", "--all", at=self.clone).splitlines()}
        for machine in self.machines:
            kept = machine.home.library.kept
            for newest in kept.history.paths(kept.key):
                for version in kept.history.versions(kept.key, newest.path):
                    found |= set((kept.history.content(version.id) or b"").decode("utf-8", "replace").splitlines())
        return found


def memories_in(root: Path) -> list[Path]:
    found = [path for path in root.rglob("*.md") if ".conflict-" not in path.name] if root.exists() else []
    return sorted(found)


def one_of(root: Path, which: int) -> Path | None:
    found = memories_in(root)
    return found[which % len(found)] if found else None


def texts_of(root: Path) -> list[str]:
    return [path.read_text("utf-8") for path in root.rglob("*.md")]


def said(side: Machine | Path) -> dict[str, str]:
    """What the memories say, whatever their lines end in."""
    root = side.root if isinstance(side, Machine) else side
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in memories_in(root)}


QUICKLY = settings(
    max_examples=100,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    stateful_step_count=8,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


def test_two_libraries_on_one_remote_end_equal_and_lose_no_line(swift):
    run_state_machine_as_test(partial(Libraries, swift), settings=QUICKLY)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_thousand_runs_end_equal_and_lose_no_line(swift):
    whole = settings(QUICKLY, max_examples=1000, stateful_step_count=20)
    run_state_machine_as_test(partial(Libraries, swift), settings=whole)  # type: ignore[arg-type]
