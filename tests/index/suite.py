"""What every engine promises. An engine's own test file subclasses `EngineSuite` and says how one is opened:

class TestMyEngine(EngineSuite):
    def open(self, folder):
        return MyEngine(folder)
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from clew.index.contract import Engine, EngineFailed, Within
from clew.index.engines.fts5 import Fts5

TEXTS = {
    1: "redis cache keep session three minute",
    2: "cache nginx",
    3: "redis redis redis",
    4: "用 r redis 缓存 缓 存",
    5: 'c++ foo_bar a.b/c -x --flag #42 @me it\'s "quoted" 50% (a) [b] {c} ~d | \\ ^',
}


class EngineSuite:
    def open(self, folder: str | None) -> Engine:
        raise NotImplementedError

    @pytest.fixture(params=["on disk", "in memory"])
    def engine(self, request, tmp_path):
        engine = self.open(str(tmp_path / "engine") if request.param == "on disk" else None)
        yield engine
        engine.close()

    @pytest.fixture
    def filled(self, engine):
        engine.change([], [entry(id, terms) for id, terms in TEXTS.items()])
        engine.commit(6)
        return engine

    def test_a_new_one_is_empty(self, engine):
        assert engine.stamp() == 0
        assert engine.candidates(["redis"], None, 10) == []
        assert engine.frequency(["redis"]) == {"redis": 0}

    def test_each_passage_that_holds_one_of_the_terms_is_a_candidate(self, filled):
        assert set(filled.candidates(["redis"], None, 10)) == {1, 3, 4}
        assert set(filled.candidates(["redis", "nginx", "nowhere"], None, 10)) == {1, 2, 3, 4}
        assert filled.candidates(["缓存"], None, 10) == [4]
        assert filled.candidates(["nowhere"], None, 10) == []
        assert filled.candidates([], None, 10) == []

    def test_those_that_hold_every_term_can_be_asked_for(self, filled):
        assert filled.candidates(["redis", "cache"], None, 10, every=True) == [1]
        assert filled.candidates(["redis"], None, 1, every=True) == [3]
        assert filled.candidates(["redis", "nowhere"], None, 10, every=True) == []
        assert set(filled.candidates(["redis", "redis"], Within((("1",),)), 10, every=True)) == {1, 3, 4}

    def test_the_likeliest_come_first_and_not_more_than_asked_for(self, filled):
        assert filled.candidates(["redis"], None, 1) == [3]
        assert filled.candidates(["nginx", "cache"], None, 10)[0] == 2

    @pytest.mark.parametrize("term", TEXTS[5].split())
    def test_a_term_may_have_any_signs(self, filled, term):
        assert filled.candidates([term], None, 10) == [5]
        assert filled.frequency([term]) == {term: 1}

    @pytest.mark.parametrize("term", ["redis*", "red", "NEAR(a", "terms:redis", "re dis", "OR", "", '"', "缓", "\x7f"])
    def test_a_term_is_no_syntax(self, filled, term):
        assert filled.candidates([term], None, 10) == ([4] if term == "缓" else [])

    def test_terms_are_counted_by_passages(self, filled):
        assert filled.frequency(["redis", "cache", "nowhere"]) == {"redis": 3, "cache": 2, "nowhere": 0}

    def test_a_scope_lets_through_what_has_a_key_of_each_group(self, engine):
        engine.change([], [entry(1, "redis", "7 8"), entry(2, "redis", "7 9"), entry(3, "redis", "17 8")])
        engine.commit(4)
        for groups, found in {
            (("7",),): {1, 2},
            (("7", "17"),): {1, 2, 3},
            (("7",), ("8",)): {1},
            (("7",), ("8", "9")): {1, 2},
            (("1",),): set(),
        }.items():
            assert set(engine.candidates(["redis"], Within(groups), 10)) == found
        assert engine.candidates(["7"], None, 10) == []

    def test_days_bound_a_scope_on_both_sides(self, engine):
        engine.change([], [entry(day, "redis", day=738_000 + day) for day in range(1, 6)])
        engine.commit(6)
        assert set(engine.candidates(["redis"], Within((), 738_002, 738_004), 10)) == {2, 3, 4}
        assert set(engine.candidates(["redis"], Within((), 738_004), 10)) == {4, 5}
        assert set(engine.candidates(["redis"], Within((), None, 738_001), 10)) == {1}
        assert set(engine.candidates(["redis"], Within((("1",),), 738_001), 10)) == {1, 2, 3, 4, 5}

    def test_what_was_taken_out_is_gone_and_what_was_put_in_is_there(self, filled):
        filled.change([(1, 2), (4, 4)], [entry(6, "redis again")])
        filled.commit(7)
        assert set(filled.candidates(["redis", "cache"], None, 10)) == {3, 6}
        assert filled.frequency(["redis", "cache"]) == {"redis": 2, "cache": 0}
        assert filled.stamp() == 7

    def test_taking_out_what_is_not_there_does_nothing(self, filled):
        filled.change([(100, 200)], [])
        filled.commit(7)
        assert set(filled.candidates(["redis"], None, 10)) == {1, 3, 4}

    def test_what_was_committed_is_there_when_it_is_opened_again(self, tmp_path):
        place = str(tmp_path / "engine")
        first = self.open(place)
        first.change([], [entry(1, "redis")])
        first.commit(2)
        first.change([(1, 1)], [entry(2, "lost")])
        first.close()
        again = self.open(place)
        assert (again.stamp(), again.candidates(["redis", "lost"], None, 10)) == (2, [1])
        again.change([], [entry(3, "redis")])
        again.commit(4)
        assert set(again.candidates(["redis", "lost"], None, 10)) == {1, 3}
        again.close()

    def test_another_process_sees_what_was_committed_once_it_refreshes(self, tmp_path):
        place = str(tmp_path / "engine")
        writer = self.open(place)
        writer.change([], [entry(1, "redis")])
        writer.commit(2)
        reader = self.open(place)
        writer.change([(1, 1)], [entry(2, "redis")])
        assert reader.candidates(["redis"], None, 10) == [1]
        writer.commit(3)
        reader.refresh()
        assert (reader.stamp(), reader.candidates(["redis"], None, 10)) == (3, [2])
        reader.change([], [entry(3, "redis")])  # and may write in its turn
        reader.commit(4)
        writer.refresh()
        assert set(writer.candidates(["redis"], None, 10)) == {2, 3}
        reader.close()
        writer.close()

    def test_many_changes_leave_few_files(self, tmp_path):
        place = tmp_path / "engine"
        engine = self.open(str(place))
        for number in range(1, 40):
            engine.change([(number - 1, number - 1)], [entry(number, f"redis t{number}")])
            engine.commit(number + 1)
        assert engine.candidates(["redis"], None, 10) == [39]
        assert engine.frequency(["redis", "t38"]) == {"redis": 1, "t38": 0}
        assert len(list(place.iterdir())) < 90
        engine.close()

    @pytest.mark.parametrize("how", ["empty", "half", "garbage", "gone"])
    def test_broken_files_are_told_as_a_failure(self, tmp_path, how):
        place = tmp_path / "engine"
        engine = self.open(str(place))
        engine.change([], [entry(id, f"redis w{id}") for id in range(1, 2000)])
        engine.commit(2000)
        engine.close()
        for file in place.iterdir():
            spoil(file, how)
        try:
            again = self.open(str(place))
            found = (again.stamp(), set(again.candidates(["redis"], None, 5000)))
            again.close()
        except EngineFailed:
            return
        assert found in [(0, set()), (2000, set(range(1, 2000)))]

    def test_it_proposes_what_the_reference_proposes(self, engine):
        randomly = random.Random(4)
        words = [f"w{number}" for number in range(400)]
        weights = [1 / (number + 2) for number in range(400)]
        entries = [
            entry(id, " ".join(randomly.choices(words, weights, k=randomly.randrange(3, 60))), str(id % 5))
            for id in range(1, 1500)
        ]
        reference = Fts5(None)
        for one in (engine, reference):
            one.change([(5, 9)], entries)
            one.commit(1500)
        for _ in range(60):
            asked = randomly.choices(words, k=randomly.randrange(1, 8))
            within = randomly.choice([None, Within((("1", "3"),))])
            ours, theirs = (set(one.candidates(asked, within, 2000)) for one in (engine, reference))
            assert ours == theirs
            best, among = engine.candidates(asked, within, 5), reference.candidates(asked, within, 60)
            assert len(set(best) & set(among)) >= min(len(best), 4)
            assert engine.frequency(asked) == reference.frequency(asked)
        reference.close()


def entry(id: int, terms: str, keys: str = "1", day: int = 738_000) -> tuple[int, str, str, int]:
    return id, terms, keys, day


def spoil(file: Path, how: str) -> None:
    """What a dying disk, a full one, or somebody's tool makes of a file."""
    data = file.read_bytes()
    if how == "gone":
        file.unlink()
    elif how == "empty":
        file.write_bytes(b"")
    elif how == "half":
        file.write_bytes(data[: len(data) // 2])
    else:
        file.write_bytes(random.Random(len(data)).randbytes(len(data)))
