"""Two devices and a remote, in memory: whatever happens, in the end all are equal and no line is lost."""

from __future__ import annotations

import itertools
from functools import partial

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from clew.sync.contract import Later, Seen, Text
from clew.sync.engine import Sync
from clew.sync.plan import TABLE, Row, decide
from clew.sync.states import States
from clew.sync.states_file import states_file
from tests.sync.ram import RamShare, RamTarget, no_fault, unreachable


@pytest.fixture(params=["one by one", "in one step", "mixing"])
def target(request):
    return RamTarget(in_one_step=request.param == "in one step", mixes=request.param == "mixing")


@pytest.fixture
def devices(target, states):
    def device(name):
        share, client = RamShare(), target.client()
        return share, client, lambda **how: Sync(share, client, states(name), **how).run()

    return device("a"), device("b")


def test_every_case_of_the_table_is_decided():
    text, other, third = Text("base"), Text("other"), Text("third")
    sides = {"same": text, "other": other, "gone": None}
    for (had, here, there), what in TABLE.items():
        base = None if had == "new" else text
        theirs = third if (here, there) == ("other", "other") else sides[there]
        row = Row("k", base, sides[here], theirs, had == "dead")
        done = decide(row, RamShare()).what
        assert done == what or (what == "join" and done in ("adopt", "take", "give", "merge")), row


def test_what_is_new_on_one_side_comes_to_the_other(devices, target):
    (here, _, sync), (there, _, sync_there) = devices
    here.texts["k"] = Text("one", ("a",))
    assert [done.what for done in sync().done] == ["give"]
    assert [done.what for done in sync_there().done] == ["take"]
    assert here.texts == there.texts == target.texts


def test_edits_of_both_are_merged_and_reach_everybody(devices, target):
    (here, _, sync), (there, _, sync_there) = devices
    here.texts["k"] = Text("one\ntwo\nthree", ("a",))
    sync(), sync_there()
    here.texts["k"] = Text("ONE\ntwo\nthree", ("a", "b"))
    there.texts["k"] = Text("one\ntwo\nTHREE", ())
    sync(), sync_there(), sync()
    assert here.texts["k"] == there.texts["k"] == target.texts["k"] == Text("ONE\ntwo\nTHREE", ("b",))
    assert not here.copies
    assert not there.copies


def test_where_both_changed_one_line_the_shared_one_stands_and_the_other_whole_is_kept_beside(devices, target):
    (here, _, sync), (there, _, sync_there) = devices
    here.texts["k"] = Text("one")
    sync(), sync_there()
    here.texts["k"], there.texts["k"] = Text("mine"), Text("theirs")
    sync()
    done = sync_there().done
    assert (done[0].what, done[0].clashes) == ("take", 1)
    assert there.copies == [Text("theirs")]
    assert there.texts["k"] == target.texts["k"] == Text("mine")


def test_a_deletion_reaches_everybody_and_stays(devices, target):
    (here, _, sync), (there, _, sync_there) = devices
    here.texts |= {"k": Text("one"), "other": Text("two")}
    sync(), sync_there()
    del here.texts["k"]
    sync(), sync_there(), sync(), sync_there()
    assert here.texts == there.texts == target.texts == {"other": Text("two")}
    assert there.past == [Text("one")]


def test_an_edit_against_a_deletion_keeps_the_edit(devices, target):
    (here, _, sync), (there, _, sync_there) = devices
    here.texts["k"] = Text("one")
    sync(), sync_there()
    del here.texts["k"]
    there.texts["k"] = Text("one\nedited")
    sync(), sync_there(), sync()
    assert here.texts == there.texts == target.texts == {"k": Text("one\nedited")}


def test_a_program_that_slept_does_not_bring_back_what_was_deleted(devices, target):
    (here, _, sync), (_, _, _) = devices
    here.texts["k"] = Text("one")
    sync()
    del here.texts["k"]
    sync()
    target.edit("k", Text("one"))
    sync()
    assert not target.texts
    assert not here.texts


def test_a_device_that_forgot_what_was_common_does_not_bring_it_back_either(devices, target, states):
    (here, client, sync), (there, _, sync_there) = devices
    here.texts |= {"k": Text("one"), "other": Text("two")}
    sync(), sync_there()
    del there.texts["k"]
    sync_there()
    Sync(here, client, states("a anew")).run()
    assert here.texts == {"other": Text("two")}
    assert here.past == [Text("one")]


def test_an_idle_sync_writes_nothing_and_reads_nothing(devices, target, tmp_path):
    (here, client, sync), _ = devices
    for number in range(20):
        here.texts[f"k{number}"] = Text(f"text {number}")
    sync()
    before = (tmp_path / "a.db").read_bytes(), target.writes, here.writes
    here.read = client.fetch = None
    assert sync().done == ()
    assert ((tmp_path / "a.db").read_bytes(), target.writes, here.writes) == before


@pytest.mark.parametrize("count", [1, 2, 30])
def test_where_nothing_at_all_is_left_there_nothing_is_removed_without_a_word(devices, target, count):
    """It may be another account, or a remote that somebody made anew."""
    (here, _, sync), _ = devices
    texts = {f"k{number}": Text(f"text {number}") for number in range(count)}
    here.texts |= texts
    sync()
    target.texts.clear()
    assert {done.what for done in sync().waiting} == {"withheld"}
    assert here.texts == texts


def test_more_than_a_tenth_is_removed_only_with_the_users_word(devices, target):
    (here, _, sync), (there, _, sync_there) = devices
    here.texts.update({f"k{number:02}": Text(f"{number}") for number in range(30)})
    sync(), sync_there()
    target.texts.clear()
    outcome = sync()
    assert len(here.texts) == 30
    assert {done.what for done in outcome.waiting} == {"withheld"}
    assert len(sync(yes=True).done) == 30
    assert not here.texts
    for number in range(3):
        del there.texts[f"k{number:02}"]
    assert sync_there().waiting == sync_there().waiting


def test_one_deletion_needs_no_word_however_few_there_are(devices):
    (here, _, sync), _ = devices
    here.texts.update({"a": Text("a"), "b": Text("b")})
    sync()
    del here.texts["a"]
    assert [done.what for done in sync().done] == ["withdraw"]


def test_a_text_that_is_refused_is_parked_and_the_rest_goes_on(devices, target):
    (here, client, sync), _ = devices
    client.limit = 5
    here.texts.update({"a": Text("far too long"), "b": Text("b"), "c": Text("unfit")})
    outcome = sync()
    assert {done.key: done.what for done in outcome.done} == {"a": "parked", "b": "give", "c": "parked"}
    assert set(target.texts) == {"b"}
    client.put = None  # it is not even tried again
    assert {done.key for done in sync().waiting} == {"a", "c"}


def test_what_was_parked_and_has_been_mended_goes(devices, target, states):
    (here, client, sync), _ = devices
    client.limit = 5
    here.texts["a"] = Text("far too long")
    sync()
    here.texts["a"] = Text("short")
    assert [done.what for done in sync().done] == ["give"]
    assert not states("a").parked()


def test_a_plan_is_told_and_writes_nothing(devices, target, states, tmp_path):
    (here, client, sync), _ = devices
    here.texts.update({"a": Text("a"), "b": Text("b")})
    sync()
    here.texts["a"] = Text("changed")
    target.edit("b", Text("changed"))
    before = (tmp_path / "a.db").read_bytes(), target.writes, here.writes
    plan = Sync(here, client, states("a")).plan()
    assert {done.key: done.what for done in plan.done} == {"a": "give", "b": "take"}
    assert ((tmp_path / "a.db").read_bytes(), target.writes, here.writes) == before


def test_an_unanswered_write_is_known_again_whatever_was_edited_since(devices, target):
    (here, client, sync), _ = devices
    here.texts["k"] = Text("one\ntwo")
    sync()
    here.texts["k"] = Text("mine\ntwo")
    client.fault = lambda step: unreachable(step) if step == "after a put" else None
    assert isinstance(sync().stopped, Later)
    client.fault = no_fault
    here.texts["k"] = Text("mine again\ntwo")
    sync()
    assert here.texts == target.texts == {"k": Text("mine again\ntwo")}
    assert not here.copies


def test_what_somebody_writes_there_in_the_moment_of_our_write_stands_with_ours(devices, target):
    (here, client, sync), (there, _, sync_there) = devices
    here.texts["k"] = Text("one\ntwo")
    sync()
    here.texts["k"] = Text("mine\none\ntwo")
    left = iter(["once"])

    def race(step):
        if step == "before a put" and next(left, None):
            target.edit("k", Text("one\ntheirs\ntwo"))

    client.fault = race
    sync(), sync_there()
    assert here.texts == there.texts == target.texts == {"k": Text("mine\none\ntheirs\ntwo")}


class Died(BaseException):
    """The process is gone."""


class TwoDevices(RuleBasedStateMachine):
    """Devices `a` and `b`, and a hand that edits on the remote."""

    def __init__(self, folder):
        super().__init__()
        self.folder = folder
        self.numbers = itertools.count()
        self.written: set[str] = set()
        self.removed: set[str] = set()

    @initialize(in_one_step=st.booleans(), mixes=st.booleans())
    def begin(self, in_one_step, mixes):
        self.remote = RamTarget(in_one_step=in_one_step, mixes=mixes)
        folder = self.folder / f"{next(RUNS)}"
        folder.mkdir()
        self.shares = {name: RamShare() for name in "ab"}
        self.clients = {name: self.remote.client() for name in "ab"}
        self.states = {name: States(states_file(str(folder / f"{name}.db")), "ram") for name in "ab"}

    def new_line(self) -> str:
        line = f"line {next(self.numbers)}"
        self.written.add(line)
        return line

    def edited(self, text: Text, how: str, at: int) -> Text:
        lines = text.body.split("\n")
        at %= len(lines) + 1
        if how == "insert":
            lines[at:at] = [self.new_line()]
        elif how in ("replace", "cut") and len(lines) > 1:
            self.removed |= {*lines[at : at + 1]}
            lines[at : at + 1] = [self.new_line()] if how == "replace" else []
        elif how == "tag":
            return Text(text.body, (*text.tags, f"tag {next(self.numbers)}"))
        elif how == "untag":
            return Text(text.body, text.tags[1:])
        return Text("\n".join(lines), text.tags)

    @rule(device=st.sampled_from("ab"))
    def create(self, device):
        self.shares[device].texts[f"k{next(self.numbers)}"] = Text(f"{self.new_line()}\n{self.new_line()}")

    hows = st.sampled_from(["insert", "insert", "replace", "cut", "tag", "untag"])

    @rule(device=st.sampled_from("ab"), which=st.integers(0, 5), how=hows, at=st.integers(0, 9))
    def edit_here(self, device, which, how, at):
        texts = self.shares[device].texts
        if texts:
            key = sorted(texts)[which % len(texts)]
            self.shares[device].past.append(texts[key])
            texts[key] = self.edited(texts[key], how, at)

    @rule(which=st.integers(0, 5), how=hows, at=st.integers(0, 9))
    def edit_there(self, which, how, at):
        if self.remote.texts:
            key = sorted(self.remote.texts)[which % len(self.remote.texts)]
            self.remote.edit(key, self.edited(self.remote.texts[key], how, at))

    @rule(device=st.sampled_from("ab"), which=st.integers(0, 5))
    def delete_here(self, device, which):
        texts = self.shares[device].texts
        if texts:
            gone = texts.pop(sorted(texts)[which % len(texts)])
            self.shares[device].past.append(gone)
            self.removed |= {*gone.body.split("\n")}

    @rule(which=st.integers(0, 5))
    def delete_there(self, which):
        if self.remote.texts:
            key = sorted(self.remote.texts)[which % len(self.remote.texts)]
            self.removed |= {*self.remote.texts[key].body.split("\n")}
            self.remote.edit(key, None)

    @rule(device=st.sampled_from("ab"), fault=st.sampled_from(["", "drop", "die", "race"]), after=st.integers(0, 12))
    def sync(self, device, fault, after):
        steps = itertools.count()

        def happen(step):
            if fault and next(steps) == after:
                if fault == "die":
                    raise Died
                if fault == "race":
                    self.edit_there(after, "insert", after)
                elif step not in (
                    "before a write here",
                    "after a write here",
                    "before a removal here",
                    "after a removal here",
                ):
                    unreachable(step)

        share, client = self.shares[device], self.clients[device]
        share.fault = client.fault = happen
        try:
            Sync(share, client, self.states[device], yes=True).run()
        except Died:
            self.states[device].file.close()
            client._staged = []
        finally:
            share.fault = client.fault = no_fault

    @invariant()
    def every_line_is_somewhere(self):
        if self.written:
            texts = [*self.remote.texts.values(), *(text for _, text in self.remote.past)]
            for share in self.shares.values():
                texts += [*share.texts.values(), *share.copies, *share.past]
            found = {line for text in texts for line in text.body.split("\n")}
            assert self.written <= found

    def teardown(self):
        if not hasattr(self, "remote"):
            return
        for _ in range(4):
            for device in "ab":
                Sync(self.shares[device], self.clients[device], self.states[device], yes=True).run()
        one, other = self.shares["a"], self.shares["b"]
        assert one.texts.keys() == other.texts.keys() == self.remote.texts.keys()
        for key, text in one.texts.items():
            assert one.same(text, other.texts[key])
            assert one.same(text, self.remote.texts[key])
        texts = [*one.texts.values(), *one.copies, *other.copies]
        lines = {line for text in texts for line in text.body.split("\n")}
        assert self.written - self.removed <= lines
        before = one.writes, other.writes, self.remote.writes
        for device in "ab":
            assert Sync(self.shares[device], self.clients[device], self.states[device]).run().done == ()
        assert (one.writes, other.writes, self.remote.writes) == before
        for states in self.states.values():
            states.file.close()


RUNS = itertools.count()
QUICKLY = settings(max_examples=100, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck))


def test_two_devices_and_a_remote_end_equal_and_lose_no_line(swift):
    run_state_machine_as_test(partial(TwoDevices, swift), settings=QUICKLY)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_thousand_runs_end_equal_and_lose_no_line(swift):
    whole = settings(QUICKLY, max_examples=1000, stateful_step_count=50)
    run_state_machine_as_test(partial(TwoDevices, swift), settings=whole)  # type: ignore[arg-type]


def test_what_is_seen_of_a_key_is_compared_whole():
    assert Seen("1", "a") != Seen("1", "b")
