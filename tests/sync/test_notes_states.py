"""Two devices on one notes service, with real files, real SQLite and real requests: whatever happens, in the end all say
the same, and every line anybody ever wrote is in a file, in a conflict copy or in a history."""

from __future__ import annotations

import itertools
import shutil
from datetime import timedelta
from functools import partial
from time import time
from typing import Any
from uuid import UUID

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from clew.library.drift import common_tags
from clew.library.moving import delete, rename
from clew.text.lines import lines_of
from clew.text.note_tags import same_note_tags
from clew.text.note_text import note_text
from clew.text.published import published
from tests.sync.devices import Device
from tests.sync.faults import Died, Stepping

RUNS = itertools.count()
FAULTS = ("", "", "drop before", "drop after", "status", "portal", "no version", "die", "race", "expire")


class Notes(RuleBasedStateMachine):
    """Devices `laptop` and `phone`, and other programs on the service."""

    def __init__(self, server, folder):
        super().__init__()
        self.server = server
        self.folder = folder / f"{next(RUNS)}"
        self.numbers = itertools.count()
        self.written: set[str] = set()
        self.removed: set[str] = set()
        self.devices: dict[str, Device] = {}
        server.before = lambda request: None
        server.faults.clear()
        server._buckets.clear()
        self.later = 0.0
        server.clock = lambda: time() + self.later

    @initialize(memories=st.integers(1, 2))
    def begin(self, memories):
        for name in ("laptop", "phone"):
            self.devices[name] = Device(self.folder / name, self.server)
        for number in range(memories):
            lines = "\n".join(self.new_line() for _ in range(3))
            done = self.devices["laptop"].push(self.devices["laptop"].save(lines, f"T{number}", f"c{number}"))
            self.devices["phone"].pull(done.id)

    def new_line(self) -> str:
        line = f"line {next(self.numbers)} 行"
        self.written.add(line)
        return line

    def files(self, device: Device) -> list[str]:
        found = [path for path in device.root.rglob("*.md") if ".conflict-" not in path.name]
        return sorted(path.relative_to(device.root).as_posix() for path in found)

    def one_of(self, found, which):
        return found[which % len(found)] if found else None

    def edited(self, text: str, how: str, at: int) -> str:
        """One line of ours replaced, cut, or followed by a new one; what is clew's own stays."""
        lines = text.split("\n")
        ours = [place for place, line in enumerate(lines) if line.startswith("line ")]
        if not ours:
            return text.rstrip("\n") + f"\n\n{self.new_line()}\n"
        place = ours[at % len(ours)]
        if how == "insert":
            lines.insert(place + 1, self.new_line())
        else:
            self.removed.add(lines[place])
            lines[place : place + 1] = [self.new_line()] if how == "replace" else []
        return "\n".join(lines)

    names = st.sampled_from(["laptop", "phone"])
    hows = st.sampled_from(["insert", "insert", "replace", "cut"])

    @rule(name=names, which=st.integers(0, 3), how=hows, at=st.integers(0, 9), windows=st.booleans())
    def edit_here(self, name, which, how, at, windows):
        device = self.devices[name]
        if file := self.one_of(self.files(device), which):
            text = self.edited(device.read(file).replace("\r\n", "\n"), how, at)
            (device.root / file).write_bytes(text.replace("\n", "\r\n" if windows else "\n").encode())
            device.home.library.catalog.survey()  # clew saw it: a menu was shown

    @rule(name=names, number=st.integers(0, 1))
    def save(self, name, number):
        device = self.devices[name]
        if self.files(device):
            device.save(self.new_line(), f"T{number}", f"c{number}")

    @rule(
        which=st.integers(0, 3), how=hows, at=st.integers(0, 9), tags=st.lists(st.sampled_from(["x", "y"]), max_size=1)
    )
    def edit_there(self, which, how, at, tags):
        contents = self.server.contents()
        if id := self.one_of(sorted(contents), which):
            before = self.server.note(id)["tags"]
            self.server.write(id, self.edited(contents[id], how, at), tags=[*{*before, *tags}])

    @rule(name=names, which=st.integers(0, 3))
    def delete_here(self, name, which):
        device = self.devices[name]
        if file := self.one_of(self.files(device), which):
            self.removed |= set(lines_of(device.read(file)))
            device.home.library.catalog.survey()
            delete(device.home.library, file)

    @rule(which=st.integers(0, 3), for_good=st.booleans())
    def delete_there(self, which, for_good):
        contents = self.server.contents()
        if id := self.one_of(sorted(contents), which):
            self.removed |= set(lines_of(contents[id]))
            # One that went on under another id and is deleted for good once more may go on as two; no line is lost then.
            if for_good and UUID(id).version == 4:
                self.server.notes.delete(id)
            else:
                self.server.write(id, contents[id], deleted=True)

    @rule(name=names, which=st.integers(0, 3))
    def rename_here(self, name, which):
        device = self.devices[name]
        if file := self.one_of(self.files(device), which):
            rename(device.home.library, file, f"Name {next(self.numbers)}")

    @rule(name=names, which=st.integers(0, 3), add=st.booleans())
    def retag_here(self, name, which, add):
        """In the clue file."""
        library = self.devices[name].home.library
        library.clue.refresh()
        for entry in library.clue.entries()[:1]:
            if (memory := self.one_of(entry.memories, which)) is not None:
                # A save needs one tag that others have: that one stays.
                less = tuple(tag for tag in memory.tags if tag == "a" or tag != memory.tags[-1])
                tags = (*memory.tags, f"t{next(self.numbers)}") if add else less
                memories = tuple(one.but(tags=tags) if one.file == memory.file else one for one in entry.memories)
                changed = [entry.but(memories=memories, common_tags=common_tags(memories))]
                with library.kept.lock():
                    library.clue.change(library.origin("check"), changed=changed)

    @rule(where=st.sampled_from(["laptop", "phone", "service"]), days=st.sampled_from([-400, -1, 0, 400]))
    def jump(self, where, days):
        if where == "service":
            self.later += days * 86_400
        else:
            self.devices[where].time += timedelta(days=days)

    @rule(name=names, fault=st.sampled_from(FAULTS), after=st.integers(0, 20), times=st.integers(1, 3))
    def sync(self, name, fault, after, times):
        device = self.devices[name]
        steps = itertools.count()
        self.server.before = lambda request: None

        def step(*_: Any) -> None:
            if next(steps) == after:
                if fault == "die":
                    raise Died
                if fault == "race":
                    self.race(after)
                elif fault == "expire":
                    self.server.tokens.clear()
                elif fault:
                    self.server.fail(fault, times, status=503)

        link = device.link()
        if fault == "die":
            link = link.but(share=Stepping(link.share, step), target=Stepping(link.target, step))
        else:
            self.server.before = step
        try:
            link.sync(yes=True).run()
        except Died:
            link.target.close()
            link.states.file.close()
        finally:
            self.server.before = lambda request: None
            self.server.faults.clear()
            for one in self.devices.values():  # both log in again
                one.token = self.server.token()

    def race(self, at: int) -> None:
        contents = self.server.contents()
        if id := self.one_of(sorted(contents), at):
            self.server.write(id, self.edited(contents[id], "insert", at))

    def teardown(self):
        try:
            if len(self.devices) == 2:
                self.end()
        finally:
            for device in self.devices.values():
                device.close()
            shutil.rmtree(self.folder, ignore_errors=True)

    def end(self) -> None:
        for _ in range(3):
            for device in self.devices.values():
                device.sync(yes=True)
        contents = self.server.contents()
        said = {id: note_text(content).body for id, content in contents.items()}
        here = []
        for device in self.devices.values():
            link = device.link()
            share: Any = link.share
            seen = share.look(link.states.bases())
            expected = {id: body for id, body in said.items() if not self.is_left_alone(link, id, body)}
            assert {id: published(device.read(file.place)).body for id, file in seen.items()} == expected
            tags = {id: self.server.note(id)["tags"] for id in said}
            assert all(same_note_tags(share.read(id).tags, tags[id]) for id in seen)
            here += [*(device.read(file) for file in self.files(device)), *device.copies()]
            assert link.sync().run().done == ()
        present = {line for text in [*contents.values(), *here] for line in lines_of(text)}
        assert self.written - self.removed <= present
        assert self.written <= present | set(self.remembered())

    def is_left_alone(self, link, id, body) -> bool:
        """Whether a device that deleted it leaves it there: somebody took it out of the trash just as it was. What another
        device keeps for an edit may come out just so, too."""
        base = link.states.bases().get(id)
        return base is not None and base.dead and tuple(link.states.text(id).body.split("\n")) == tuple(body)

    def remembered(self):
        """What any history has: ours of what was here, the service's of what was there."""
        for device in self.devices.values():
            history = device.home.library.kept.history
            for store in (device.home.library.kept.key, f"notes:simplenote {self.server.url}"):
                for newest in history.paths(store):
                    for version in history.versions(store, newest.path):
                        yield from lines_of((history.content(version.id) or b"").decode("utf-8", "replace"))
        for entry in self.server.notes.entries.values():
            for one in entry.versions.values():
                yield from lines_of(one["content"])
        for change in self.server.notes.changes:
            yield from lines_of(str(change.get("v", {}).get("content", {}).get("v", "")))


QUICKLY = settings(
    max_examples=100,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    stateful_step_count=12,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


def test_two_devices_on_one_service_end_equal_and_lose_no_line(server, swift):
    run_state_machine_as_test(partial(Notes, server, swift), settings=QUICKLY)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_thousand_runs_end_equal_and_lose_no_line(server, swift):
    whole = settings(QUICKLY, max_examples=1000, stateful_step_count=25)
    run_state_machine_as_test(partial(Notes, server, swift), settings=whole)  # type: ignore[arg-type]


EDIT = {"which": 0, "at": 1}
HERE = {"name": "phone", "windows": False}
DIFFERENCES = {
    "written here": lambda state: state.edit_here(how="insert", **EDIT, **HERE),
    "written there": lambda state: state.edit_there(how="insert", tags=["x"], **EDIT),
    "written on both sides": lambda state: (
        state.edit_here(how="replace", **EDIT, **HERE),
        state.edit_there(how="insert", tags=["x"], **EDIT),
    ),
    "written on three sides": lambda state: (
        state.edit_here(how="insert", which=0, at=0, name="laptop", windows=False),
        state.sync(name="laptop", fault="", after=0, times=1),
        state.edit_here(how="insert", **EDIT, **HERE),
        state.edit_there(how="cut", tags=[], **EDIT),
    ),
    "gone here, written there": lambda state: (
        state.edit_there(how="insert", tags=[], **EDIT),
        state.delete_here(name="phone", which=0),
    ),
    "written here, in the trash there": lambda state: (
        state.edit_here(how="insert", **EDIT, **HERE),
        state.delete_there(which=0, for_good=False),
    ),
    "written here, gone for good there": lambda state: (
        state.edit_here(how="insert", **EDIT, **HERE),
        state.delete_there(which=0, for_good=True),
    ),
    "renamed and tagged here": lambda state: (
        state.rename_here(name="phone", which=0),
        state.retag_here(name="phone", which=0, add=True),
    ),
}


@pytest.mark.parametrize("fault", FAULTS[2:])
@pytest.mark.parametrize("difference", DIFFERENCES)
def test_each_fault_at_each_step_loses_no_line(server, swift, difference, fault):
    """What chance seldom brings together. A step is a request, or a call where a process dies."""
    for after, times in itertools.product(range(8), (1, 2)):
        state = Notes(server, swift)
        state.begin(1)
        DIFFERENCES[difference](state)
        state.sync(name="phone", fault=fault, after=after, times=times)
        state.teardown()
