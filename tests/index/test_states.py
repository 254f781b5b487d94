"""Two processes at one index while files come, change and go: what is found is what stands there."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from clew.index import generation
from clew.text.terms import terms_of
from tests.index.conftest import INSTALLED, Notes

NAMES = st.sampled_from(["a.md", "b.md", "deep/c.md", "deep/d.md", "deep/er/e.md", "名.md", "f.txt"])
WORDS = ("alpha", "beta", "gamma", "缓存")
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join), max_size=4).map("\n\n".join)


class Machine(RuleBasedStateMachine):
    engine = ""

    @initialize()
    def begin(self):
        self.place = TemporaryDirectory()
        self.notes = Notes(Path(self.place.name), self.engine)
        self.indexes = [self.notes.index, self.notes.another()]

    def teardown(self):
        for index in self.indexes:
            index.close()
        self.place.cleanup()

    @rule(name=NAMES, text=TEXTS, old=st.booleans())
    def write(self, name, text, old):
        self.notes.write(name, text, old)

    @rule(name=NAMES)
    def remove(self, name):
        (self.notes.folder / name).unlink(missing_ok=True)

    @rule(name=NAMES, other=NAMES)
    def rename(self, name, other):
        if (self.notes.folder / name).exists():
            (self.notes.folder / other).parent.mkdir(parents=True, exist_ok=True)
            (self.notes.folder / name).rename(self.notes.folder / other)

    @rule(which=st.sampled_from([0, 1]))
    def end(self, which):
        self.indexes[which].close()

    @rule(which=st.sampled_from([0, 1]))
    def rebuild(self, which):
        self.indexes[which].rebuild()

    @rule(which=st.sampled_from([0, 1]))
    def forget(self, which):
        self.indexes[which].forget()

    @rule(which=st.sampled_from([0, 1]), word=st.sampled_from(WORDS))
    def ask(self, which, word):
        index = self.indexes[which]
        index.touched()
        assert index.look().degraded is None
        found = index.passages(index.candidates(terms_of(word), None, 1000))
        wanted = []
        for path in self.notes.folder.rglob("*.md"):
            file = path.relative_to(self.notes.folder).as_posix()
            parts = [part for part in path.read_text().split("\n\n") if part]
            wanted += [(file, place) for place, part in enumerate(parts) if word in part.split()]
        assert sorted((one.file, one.place) for one in found) == sorted(wanted)
        term = terms_of(word)[-1]
        counts = index.counts([term])
        assert counts.passages >= counts.frequency[term] >= len(wanted)

    @invariant()
    def nothing_is_written_among_the_notes(self):
        if hasattr(self, "notes"):
            assert all(path.suffix in (".md", ".txt") for path in self.notes.folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("engine", INSTALLED)
@pytest.mark.parametrize("examples", [12, pytest.param(150, marks=pytest.mark.slow)])
def test_what_is_found_is_what_stands_there(engine, examples, monkeypatch):
    monkeypatch.setattr(generation, "_MOST_YOUNG", 6)  # so that some are young and some are not
    monkeypatch.setattr(generation, "_MOST_DEAD", 6)
    machine = type("Machine", (Machine,), {"engine": engine})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate] if examples < 100 else list(Phase),
            derandomize=examples < 100,
        ),
    )
