"""Passages found by what they mean: embedded once, anew only where the text or the model is another, never in the way."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import textwrap
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import Locked, ModelFailed
from clew.index.index import Index
from clew.index.place import Turn
from clew.index.sources.folders import FolderSource
from clew.index.vectors import likeness as likeness_module
from clew.index.vectors.arithmetic import kept, products, unit
from clew.index.vectors.embedding import Embedded, embed, forget_gone
from clew.index.vectors.likeness import Vectors
from clew.index.vectors.models import model_of
from clew.index.vectors.rows import Rows
from tests.index.vectors.models import static_model

NOTES = {
    "garage.md": "# Garage\n\nThe car needs new brakes.\n\nOil was changed.\n",
    "health.md": "# Health\n\nSee the physician on Monday.\n",
    "健康.md": "# 健康\n\n周一去看 医生 。\n",
    "trip.md": "# Trip\n\nA week by the ocean .\n",
}


class Counting:
    """A model that notes what it was given, and may fail after so many texts."""

    def __init__(self, model, fails_after: int | None = None) -> None:
        self._model = model
        self.name, self.fingerprint = model.name, model.fingerprint
        self.given: list[str] = []
        self._left = fails_after

    def embed(self, texts, *, is_query):
        if self._left is not None and len(self.given) + len(texts) > self._left:
            raise ModelFailed("vectors.unreachable", url="", reason="")
        self.given += texts
        return self._model.embed(texts, is_query=is_query)


class Home:
    """A folder of notes, their index, and a tiny model."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.notes = root / "notes"
        self.notes.mkdir()
        for name, text in NOTES.items():
            (self.notes / name).write_text(text, "utf-8")
        self.setting = f"static:{static_model(root / 'model')}"
        self.index = self.opened()
        self.folder = os.path.join(self.index.path, "vectors")

    def opened(self) -> Index:
        return Index(str(self.root), [FolderSource("notes", str(self.notes), lambda: datetime.now().astimezone())])

    def model(self, fails_after: int | None = None) -> Counting:
        return Counting(model_of(self.setting, str(self.root)), fails_after)

    def embed(self, model=None, progress=lambda done, total: None) -> Embedded:
        self.index.touched()
        return embed(self.index, self.folder, model or self.model(), progress)

    def likest(self, question: str, setting: str | None = None) -> list[str]:
        vectors = Vectors(str(self.root), self.index, setting)
        try:
            likeness = vectors.ask(question)
            assert likeness.degraded is None
            return [one.file for one in likeness.likest(2, lambda _: True)]
        finally:
            vectors.close()


@pytest.fixture
def home(tmp_path):
    made = Home(tmp_path)
    yield made
    made.index.close()


def test_a_question_finds_what_means_the_same_in_other_words(home):
    home.embed()
    assert home.likest("a vehicle")[0] == "garage.md"
    assert home.likest("the sea")[0] == "trip.md"
    assert set(home.likest("doctor")) == {"health.md", "健康.md"}
    assert set(home.likest("大夫")) == {"health.md", "健康.md"}


def test_before_anything_is_embedded_nothing_is_told_and_nothing_loaded(home):
    code = """
        import sys
        from clew.index.index import Index
        from clew.index.vectors.likeness import Vectors
        answer = Vectors(sys.argv[1], Index(sys.argv[1], [])).ask("car")
        assert answer.degraded is None and answer.of([]) == {} and answer.likest(3, lambda _: True) == []
        assert "numpy" not in sys.modules
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(code), str(home.root)], check=True)


def test_only_those_that_may_answer_are_given(home):
    home.embed()
    likeness = Vectors(str(home.root), home.index).ask("doctor")
    found = likeness.likest(5, lambda one: one.file == "trip.md")
    assert [one.file for one in found] == ["trip.md"]


def test_the_likeness_of_passages_is_between_minus_one_and_one(home):
    home.embed()
    likeness = Vectors(str(home.root), home.index).ask("car")
    passages = home.index.passages(home.index.numbers(0, 100))
    values = likeness.of(passages)
    assert set(values) == {one.id for one in passages}
    assert all(-1.01 <= value <= 1.01 for value in values.values())
    best = max(values, key=values.__getitem__)
    assert next(one.file for one in passages if one.id == best) == "garage.md"


def test_what_was_embedded_is_not_given_to_the_model_again(home):
    first = home.embed()
    assert first.made == first.passages == 5
    again = home.model()
    assert home.embed(again) == Embedded(passages=5, made=0, missing=0)
    assert not again.given


def test_an_edit_gives_the_model_only_what_changed(home):
    home.embed()
    (home.notes / "health.md").write_text(NOTES["health.md"] + "\nBuy bread .\n", "utf-8")
    (home.notes / "new.md").write_text("# War\n\nA battle .\n", "utf-8")
    model = home.model()
    assert home.embed(model).passages == 7
    assert len(model.given) == 2
    assert home.likest("loaf")[0] == "health.md"
    assert home.likest("war")[0] == "new.md"


def test_the_same_text_in_two_files_is_given_once(home):
    for name in ("a", "b"):
        (home.notes / name).mkdir()
        (home.notes / name / "same.md").write_text("# Same\n\nThe same battle .\n", "utf-8")
    model = home.model()
    done = home.embed(model)
    assert (done.passages, done.made) == (7, 6)
    assert set(home.likest("war")) == {"a/same.md", "b/same.md"}


def test_a_file_that_moved_or_changed_elsewhere_is_found_at_once(home):
    home.embed()
    (home.notes / "trip.md").rename(home.notes / "journey.md")
    (home.notes / "journey.md").write_text(NOTES["trip.md"] + "\nMore.\n", "utf-8")
    home.index.touched()
    home.index.look()
    assert home.likest("sea")[0] != "trip.md"
    (home.notes / "sub").mkdir()
    (home.notes / "journey.md").rename(home.notes / "sub" / "trip.md")
    (home.notes / "sub" / "trip.md").write_text(NOTES["trip.md"], "utf-8")
    home.index.touched()
    home.index.look()
    assert home.likest("sea")[0] == "sub/trip.md"


def test_what_is_deleted_is_gone_with_its_numbers(home):
    home.embed()
    (home.notes / "trip.md").unlink()
    home.index.touched()
    home.index.look()
    assert "trip.md" not in home.likest("sea")
    home.embed()
    rows = Rows.open(home.folder)
    assert rows is not None
    assert np.count_nonzero(rows.read()["scale"]) == rows.linked() == 4
    assert not rows.read()["bytes"][rows.read()["scale"] == 0].any()
    rows.close()


def test_the_vectors_of_what_is_gone_can_be_removed_without_a_model(home):
    home.embed()
    (home.notes / "health.md").write_text("# Health\n\nAll well.\n", "utf-8")
    home.index.touched()
    home.index.look()
    assert forget_gone(home.index, home.folder) == []
    rows = Rows.open(home.folder)
    assert rows is not None
    assert np.count_nonzero(rows.read()["scale"]) == rows.linked() == 4
    rows.close()
    assert "health.md" not in home.likest("doctor")
    model = home.model()
    assert home.embed(model).made == 1
    assert forget_gone(home.index, str(home.root / "nowhere")) == []


def test_it_goes_on_where_it_was_stopped(home):
    for number in range(60):
        (home.notes / f"{number}.md").write_text(f"# {number}\n\nNote {number} on a car .\n", "utf-8")
    stopped = home.model(fails_after=32)
    with pytest.raises(ModelFailed):
        home.embed(stopped)
    again = home.model()
    done = home.embed(again)
    assert done.passages == 65
    assert len(stopped.given) == 32
    assert len(again.given) == 33
    assert not set(stopped.given) & set(again.given)


def test_another_model_makes_all_anew_and_until_then_says_so(home):
    home.embed()
    other = f"static:{static_model(home.root / 'other', width=12)}"
    likeness = Vectors(str(home.root), home.index, other).ask("car")
    assert likeness.degraded == "vectors.outdated"
    assert likeness.of(home.index.passages([1, 2, 3])) == {}
    model = Counting(model_of(other, "/"))
    assert home.embed(model).passages == 5
    assert len(model.given) == 5
    assert home.likest("vehicle", other)[0] == "garage.md"


def test_without_a_setting_the_model_is_the_one_that_was_used(home):
    home.embed()
    assert home.likest("vehicle", None)[0] == "garage.md"


def test_the_setting_none_wants_no_vectors(home):
    home.embed()
    likeness = Vectors(str(home.root), home.index, "none").ask("car")
    assert (likeness.degraded, likeness.likest(3, lambda _: True)) == (None, [])


def test_an_index_that_was_made_anew_keeps_the_vectors(home):
    home.embed()
    home.index.rebuild()
    model = home.model()
    assert home.embed(model).passages == 5
    assert not model.given
    assert home.likest("vehicle")[0] == "garage.md"


def test_progress_is_told(home):
    seen: list[tuple[int, int]] = []
    home.embed(progress=lambda done, total: seen.append((done, total)))
    assert seen[0] == (0, 5)
    assert seen[-1] == (5, 5)


def test_two_do_not_embed_at_once(home):
    home.index.look()
    with Turn(home.folder, 1.0), pytest.raises(Locked):
        subprocess_embed(home)
    subprocess_embed(home)


def subprocess_embed(home: Home) -> None:
    """In another process, as a lock is a thread's own."""
    code = """
        import sys
        from pathlib import Path
        from clew.errors import Locked
        from tests.index.vectors.test_vectors import Home
        home = Home.__new__(Home)
        home.root, home.notes = Path(sys.argv[1]), Path(sys.argv[1]) / "notes"
        home.setting, home.index = sys.argv[2], home.opened()
        home.folder = sys.argv[3]
        try:
            home.embed()
        except Locked:
            sys.exit(4)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), str(home.root), home.setting, home.folder],
        cwd=Path(__file__).parents[3],
    )
    if done.returncode == 4:
        raise Locked(path=home.folder, holder="", seconds=0)
    assert done.returncode == 0


@pytest.mark.parametrize("harm", ["no rows", "short rows", "no tables", "not a database", "another schema"])
def test_damaged_vectors_are_told_and_made_anew(home, harm):
    home.embed()
    folder = Path(home.folder)
    rows = next(path for path in folder.iterdir() if len(path.name) == 8)
    database = folder / "vectors.db"
    if harm == "no rows":
        rows.unlink()
    elif harm == "short rows":
        rows.write_bytes(rows.read_bytes()[:7])
    elif harm == "no tables":
        change(database, "DROP TABLE about")
    elif harm == "another schema":
        change(database, "PRAGMA user_version = 99")
    else:
        for path in folder.glob("vectors.db*"):
            path.unlink()
        database.write_bytes(b"not a database" * 1000)
    vectors = Vectors(str(home.root), home.index)
    assert vectors.ask("car").degraded == "vectors.damaged"
    vectors.close()
    assert home.embed().passages == 5
    assert home.likest("vehicle")[0] == "garage.md"


def change(database: Path, statement: str) -> None:
    connection = sqlite3.connect(database)
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_a_model_that_failed_is_not_asked_again_at_once(home, monkeypatch):
    home.embed()
    asked: list[str] = []

    def failing(setting, *rest):
        asked.append(setting)
        raise ModelFailed("vectors.unreachable", url="", reason="")

    monkeypatch.setattr(likeness_module, "model_of", failing)
    vectors = Vectors(str(home.root), home.index)
    assert [vectors.ask("car").degraded for _ in range(3)] == ["vectors.unreachable"] * 3
    assert len(asked) == 1


def test_where_nothing_may_be_written_it_is_read(home):
    home.embed()
    (home.notes / "new.md").write_text("# New\n\nA war .\n", "utf-8")
    home.index.touched()
    home.index.look()
    with Turn(home.folder, 1.0):
        writer = sqlite3.connect(os.path.join(home.folder, "vectors.db"), isolation_level=None)
        writer.execute("BEGIN IMMEDIATE")
        likeness = Vectors(str(home.root), home.index, busy_seconds=0.05).ask("vehicle")
        assert likeness.likest(1, lambda _: True)[0].file == "garage.md"
        writer.execute("ROLLBACK")
        writer.close()


@given(st.lists(st.lists(st.floats(-1, 1, width=32), min_size=8, max_size=8), min_size=1, max_size=20))
def test_kept_vectors_are_as_long_and_as_alike_as_before(numbers):
    rows = unit(np.array(numbers, np.float32))
    found = products(kept(rows), rows.T.copy())
    assert np.abs(found - rows @ rows.T).max() < 0.02


def test_what_is_no_number_becomes_nothing():
    rows = unit(np.array([[np.nan, np.inf, 0.0], [0.0, 0.0, 0.0], [3.0, 4.0, 0.0]]))
    assert np.allclose(rows, np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.6, 0.8, 0.0]]))
