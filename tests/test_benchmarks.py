"""The benchmarks measure what they say: in turns, beside the bare cost, on a library that is a valid one."""

from __future__ import annotations

from itertools import groupby

from benchmarks import _library
from benchmarks._frame import Measure, Row, table, take
from clew.text.clue import read_clue
from clew.text.segments import facts_of


def measure(ours, bare, **given):
    return Measure("work", ours, bare, "least work", **{"times": 2, **given})


def test_both_costs_are_taken_in_turns_and_the_first_rounds_do_not_count():
    taken = []

    def costing(name, costs):
        def taking():
            taken.append(name)
            return next(costs)

        return taking

    ours, bare = iter([90, 1, 2, 3]), iter([90, 1, 1, 1])
    row = take(measure(costing("ours", ours), costing("bare", bare), rounds=3, warm=1))
    assert (row.ours, row.bare) == (2, 1)
    assert max(len(list(run)) for _, run in groupby(taken)) <= 2


def test_a_budget_is_a_multiple_of_the_bare_cost_and_what_is_promised_beyond():
    assert not Row(measure(None, None, times=2, plus=0.5), ours=2.4, bare=1).over
    assert Row(measure(None, None, times=2, plus=0.5), ours=2.6, bare=1).over


def test_the_table_names_what_is_over_its_budget():
    shown = table([Row(measure(None, None), ours=3, bare=1), Row(measure(None, None), ours=1, bare=1)])
    assert [line.rstrip().rpartition(" ")[2] for line in shown.splitlines()[2:]] == ["OVER", "pass"]


def test_the_large_library_is_the_same_each_time_and_its_clue_file_tells_the_truth(tmp_path):
    built = _library.build(tmp_path / "one", projects=7, memories=40)
    _library.build(tmp_path / "two", projects=7, memories=40)
    files = {path.relative_to(built.root): path.read_bytes() for path in built.root.rglob("*") if path.is_file()}
    assert files == {path: (tmp_path / "two" / path).read_bytes() for path in files}
    clue = read_clue((built.root / ".clue").read_bytes())
    assert clue.canonical
    listed = {(entry.dir_slug, memory.file): memory.tags for entry in clue.entries for memory in entry.memories}
    assert len(listed) == 40
    for (slug, file), tags in listed.items():
        assert facts_of((built.root / slug / file).read_bytes()).tags == tags
