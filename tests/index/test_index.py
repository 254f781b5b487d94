"""What the index answers with, and that it sees each change on the disk, by whoever made it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time

import pytest

from clew.index import index as index_module
from clew.index.contract import Scope
from clew.text.terms import terms_of
from tests.index.conftest import OLD


def test_a_passage_says_where_it_stands(notes):
    notes.write(
        "sub/Server notes.md", "---\ntags: [ops]\n---\n# Servers\n\nA.\n\n## Cache\n\nWe use Redis.\n用缓存。\n\nB.\n"
    )
    (passage,) = notes.passages("redis")
    assert (passage.store, passage.file, passage.kind, passage.project) == (
        "notes",
        "sub/Server notes.md",
        "extra",
        None,
    )
    assert (passage.lines, passage.place, passage.segment) == ((10, 11), 2, 1)
    assert (passage.heading, passage.title, passage.tags) == ("Cache", "Server notes", ("ops",))
    assert passage.time == "2026-11-01T08:00:00+08:00"
    data = (notes.folder / passage.file).read_bytes()
    assert data[passage.start : passage.end].decode() == "We use Redis.\n用缓存。\n"
    assert passage.terms.split() == terms_of("We use Redis.\n用缓存。\n")
    assert set(terms_of("Server notes Servers Cache ops")) == set(passage.label.split())


def test_a_passage_is_found_by_its_heading_title_and_tags(notes):
    notes.write("Kitchen.md", "---\ntags: [recipe]\n---\n## Bread\n\nFlour and water.\n")
    for query in ("bread", "kitchen", "recipe"):
        assert (6, 6) in [passage.lines for passage in notes.passages(query)]


def test_nothing_is_made_where_there_is_nothing_to_be_found(notes):
    shutil.rmtree(notes.home)
    assert notes.found("redis") == []
    assert not notes.home.exists()
    notes.home.mkdir()
    assert notes.found("redis") == []
    assert list(notes.home.iterdir()) == []


def test_each_change_is_seen_by_the_next_look(notes):
    one = notes.write("one.md", "alpha\n")
    assert notes.found("alpha") == ["one.md"]
    notes.write("two.md", "alpha beta\n")
    assert set(notes.found("alpha")) == {"one.md", "two.md"}
    notes.write("one.md", "gamma\n")
    assert notes.found("alpha") == ["two.md"]
    assert notes.found("gamma") == ["one.md"]
    one.rename(notes.folder / "three.md")
    assert notes.found("gamma") == ["three.md"]
    (notes.folder / "two.md").unlink()
    assert notes.found("alpha") == []
    (notes.folder / "deep" / "er").mkdir(parents=True)
    (notes.folder / "three.md").rename(notes.folder / "deep" / "er" / "three.md")
    assert notes.found("gamma") == ["deep/er/three.md"]
    shutil.rmtree(notes.folder / "deep")
    assert notes.found("gamma") == []


def test_a_change_of_the_same_size_and_time_is_seen(notes):
    notes.write("one.md", "alpha\n")
    assert notes.found("alpha") == ["one.md"]
    notes.write("one.md", "gamma\n")
    assert (notes.folder / "one.md").stat().st_mtime == OLD
    assert (notes.found("alpha"), notes.found("gamma")) == ([], ["one.md"])


def test_changes_within_one_tick_of_the_clock_are_seen(notes):
    for number in range(30):
        notes.write("one.md", f"alpha{number:04}\n", old=False)
        assert notes.found(f"alpha{number:04}") == ["one.md"]


def test_what_another_process_or_an_editor_wrote_is_seen_within_a_second(notes):
    notes.write("one.md", "alpha\n")
    notes.index.look()
    writes = f"import pathlib; pathlib.Path({str(notes.folder / 'two.md')!r}).write_text('alpha beta')"
    subprocess.run([sys.executable, "-c", writes], check=True)
    time.sleep(1.05)
    notes.index.look()
    assert len(notes.index.candidates(terms_of("beta"), None, 10)) == 1


def test_a_long_lived_process_looks_once_a_second_and_at_once_after_its_own_writes(notes):
    notes.write("one.md", "alpha\n")
    notes.index.look()
    notes.write("two.md", "beta\n")
    notes.index.look()
    assert notes.index.candidates(terms_of("beta"), None, 10) == []
    notes.index.touched()
    notes.index.look()
    assert len(notes.index.candidates(terms_of("beta"), None, 10)) == 1


def test_only_files_that_changed_are_read(notes, opened):
    for number in range(20):
        notes.write(f"{number}.md", f"alpha {number}\n")
    notes.found("alpha")
    time.sleep(0.03)
    notes.found("alpha")
    opened.clear()
    notes.write("7.md", "beta\n")
    assert notes.found("beta") == ["7.md"]
    assert [name for name in opened if name.endswith(".md")] == ["7.md"]


def test_another_process_goes_on_from_what_is_known(notes):
    notes.write("one.md", "alpha\n")
    assert notes.found("alpha") == ["one.md"]
    time.sleep(0.03)
    notes.found("alpha")
    other = notes.another()
    seen = other.look()
    assert (seen.changed, seen.degraded) == (0, None)
    assert notes.found("alpha", index=other) == ["one.md"]
    notes.write("two.md", "alpha\n")
    assert len(notes.found("alpha", index=other)) == 2
    assert len(notes.found("alpha")) == 2
    other.close()


def test_neighbours_are_those_of_the_same_file_without_the_given(notes):
    notes.write("a.md", "\n\n".join(["apple", "pear", "plum", "fig", "lime", "grape"]))
    notes.write("b.md", "\n\n".join(["iron", "zinc", "lead", "gold", "tin", "nickel"]))
    (first,), (last,) = notes.passages("apple"), notes.passages("grape")
    (middle,), (next_one,) = notes.passages("lead"), notes.passages("gold")
    around = notes.index.around
    assert [(one.file, one.place) for one in around([first], 2)] == [("a.md", 1), ("a.md", 2)]
    assert [(one.file, one.place) for one in around([last], 9)] == [("a.md", place) for place in range(5)]
    assert [one.place for one in around([middle, next_one], 1)] == [1, 4]
    assert around([first], 0) == around([], 3) == []
    fig = around([first], 3)[-1]
    assert around([first], 4, {fig.id: fig, middle.id: middle}) == around([first], 4)


def test_counts_are_those_of_what_is_there(notes):
    notes.write("a.md", "alpha beta\n\nalpha\n")
    notes.write("b.md", "alpha gamma delta\n")
    notes.found("alpha")
    counts = notes.index.counts(["alpha", "gamma", "nowhere"])
    assert (counts.passages, counts.terms) == (3, 6)
    assert counts.frequency == {"alpha": 3, "gamma": 1, "nowhere": 0}


def test_counts_are_the_same_however_the_index_came_to_be(notes):
    for number in range(400):
        notes.write(f"{number}.md", f"alpha w{number}\n\nbeta\n")
    notes.found("alpha")
    for turn in range(5):
        notes.write("7.md", f"alpha rare{turn} quokka\n\nquokka\n")
        notes.found("alpha")
    (notes.folder / "8.md").unlink()
    notes.found("alpha")
    terms = ["quokka", "w7", "w8", "w9"]
    grown = notes.index.counts(terms)
    notes.index.rebuild()
    assert notes.index.counts(terms) == grown
    assert grown.frequency == {"quokka": 2, "w7": 0, "w8": 0, "w9": 1}


def test_where_there_is_no_home_it_answers_from_the_files(notes):
    shutil.rmtree(notes.home)
    notes.write("a.md", "alpha\n")
    assert notes.found("alpha") == ["a.md"]
    notes.write("b.md", "alpha\n")
    assert sorted(notes.found("alpha")) == ["a.md", "b.md"]
    assert not notes.home.exists()


def test_ids_are_never_used_again(notes):
    used: set[int] = set()
    for number in range(12):
        notes.write("a.md", f"alpha\n\nbeta {number}\n")
        ids = {passage.id for passage in notes.passages("alpha beta")}
        assert len(ids) == 2
        assert not ids & used
        used |= ids
    assert notes.index.passages(sorted(used - ids)) == []


def test_many_changes_at_once_and_one_by_one_are_the_same(notes):
    for number in range(400):
        notes.write(f"{number}.md", f"alpha w{number}\n\nbeta\n")
    assert len(notes.found("alpha")) == 200  # as many as were asked for
    for number in range(0, 400, 2):
        (notes.folder / f"{number}.md").unlink()
    assert len(notes.found("alpha")) == 200
    assert notes.found("w4") == []
    assert notes.found("w5") == ["5.md"]
    assert notes.index.counts(["beta"]).frequency == {"beta": 200}
    for number in range(1, 400, 2):
        notes.write(f"{number}.md", "beta again\n")
        notes.index.touched()
        notes.index.look()
    assert notes.found("alpha") == []
    assert notes.index.counts(["beta"]).passages == 200
    notes.index.rebuild()
    assert len(notes.found("beta")) == 200
    assert notes.found("alpha") == []


def test_all_that_changed_lately_is_found_where_there_is_room(notes):
    for number in range(500):
        notes.write(f"old{number}.md", "beta\n")
    notes.found("beta")
    for number in range(120):
        notes.write(f"young{number}.md", "alpha\n")
    assert len(notes.found("alpha")) == 120


def test_a_scope_narrows_what_answers(notes):
    notes.write("a.md", "---\ntags: [Café, ops]\n---\nalpha\n")
    notes.write("b.md", "alpha\n")
    os.utime(notes.folder / "b.md", (OLD - 86400, OLD - 86400))
    day = notes.passages("alpha", Scope(tags=("ops",)))[0].day
    for scope, found in {
        Scope(): {"a.md", "b.md"},
        Scope(stores=("notes",)): {"a.md", "b.md"},
        Scope(stores=("library",)): set(),
        Scope(kinds=("extra", "memory")): {"a.md", "b.md"},
        Scope(kinds=("memory",)): set(),
        Scope(tags=("OPS", "none")): {"a.md"},
        Scope(tags=("cafe\u0301",)): {"a.md"},
        Scope(projects=("/nowhere",)): {"a.md", "b.md"},
        Scope(since=day): {"a.md"},
        Scope(until=day - 1): {"b.md"},
        Scope(tags=("ops",), until=day - 1): set(),
    }.items():
        assert set(notes.found("alpha", scope)) == found, scope


def test_a_scope_counts_for_what_changed_lately_and_for_what_is_old(notes):
    for number in range(500):
        notes.write(f"old{number}.md", "---\ntags: [old]\n---\nalpha\n")
    notes.found("alpha")
    notes.write("young.md", "---\ntags: [young]\n---\nalpha\n")
    assert notes.found("alpha", Scope(tags=("young",))) == ["young.md"]
    assert "young.md" in notes.found("alpha")
    assert "young.md" not in notes.found("alpha", Scope(tags=("old",)))


def test_rebuilding_changes_nothing_but_the_files(notes):
    for number in range(30):
        notes.write(f"{number}.md", f"alpha {number}\n\nbeta\n")
    before = set(notes.found("alpha"))
    (generation,) = notes.generations()
    told = []
    notes.index.rebuild(lambda done, total: told.append((done, total)))
    assert told[-1] == (30, 30)
    assert notes.generations() != [generation]
    assert len(notes.generations()) == 1
    assert set(notes.found("alpha")) == before


def test_what_is_forgotten_is_in_no_file_of_the_index(notes):
    notes.write("a.md", "the password is hunter42secret\n")
    notes.write("b.md", "alpha\n")
    assert notes.found("hunter42secret") == ["a.md"]
    notes.index.rebuild()
    assert holds(notes.home / "index", b"hunter42secret")
    notes.write("a.md", "nothing\n")
    assert notes.index.forget() == []
    assert not holds(notes.home / "index", b"hunter42secret")
    assert notes.found("hunter42secret") == []
    assert notes.found("alpha") == ["b.md"]


def test_it_says_what_it_holds(notes):
    notes.write("a.md", "alpha\n\nbeta\n")
    notes.write("b.md", "alpha\n")
    notes.write("c.txt", "alpha\n")
    status = notes.index.status()
    assert (status.engine, status.passages, status.files) == (notes.engine, 3, 2)
    assert (status.stores, status.degraded, status.problems) == ({"notes": 2}, None, ())
    assert status.bytes > 0


def test_the_best_engine_takes_over_what_another_one_began(tmp_path):
    from tests.index.conftest import INSTALLED, Notes

    if len(INSTALLED) < 2:
        pytest.skip("there is one engine here")
    notes = Notes(tmp_path, "fts5")
    for number in range(5):
        notes.write(f"{number}.md", "alpha\n")
    assert len(notes.found("alpha")) == 5
    notes.index.close()
    better = Notes(tmp_path)
    seen = better.index.look()
    assert (seen.changed, seen.degraded) == (0, None)
    assert better.index.status().engine == INSTALLED[0]
    assert len(better.found("alpha")) == 5
    better.index.close()


def test_a_look_within_a_second_reaches_as_far_as_it_is_asked_to(notes):
    notes.write("one.md", "alpha\n")
    notes.index.look(Scope(projects=("/a",)))
    notes.write("two.md", "beta\n")
    notes.index.look(Scope(projects=("/b",)))
    assert len(notes.index.candidates(terms_of("beta"), None, 10)) == 1
    assert index_module._LOOK_SECONDS == 1.0


def holds(folder, needle: bytes) -> bool:
    return any(needle in path.read_bytes() for path in folder.rglob("*") if path.is_file())
