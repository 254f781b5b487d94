"""Every target keeps the contract: the reference in memory, the notes service, a git remote."""

from __future__ import annotations

import itertools
import subprocess

import pytest

from clew.sync.link import names
from clew.sync.simperium.client import Client
from clew.sync.simperium.connection import Connection
from clew.sync.states import States
from clew.sync.states_file import states_file
from clew.sync.targets.git import GitTarget
from clew.sync.targets.simplenote import Simplenote
from tests.sync.ram import RamTarget
from tests.sync.server import running
from tests.sync.suite import PLACE, TargetSuite


class TestRam(TargetSuite):
    @pytest.fixture
    def side(self):
        return RamTarget().client


class TestRamInOneStep(TargetSuite):
    @pytest.fixture
    def side(self):
        return RamTarget(in_one_step=True).client


class TestSimplenote(TargetSuite):
    @pytest.fixture
    def side(self, tmp_path):
        numbers = itertools.count()
        with running() as server:
            made = []

            def target():
                states = States(states_file(str(tmp_path / f"{next(numbers)}.db")), "simplenote")
                client = Client(Connection(server.url, "Simplenote"), server.token(), "test")
                made.append(Simplenote(client, states, "en"))
                return made[-1]

            yield target
            for one in made:
                one.close()


class TestGit(TargetSuite):
    @pytest.fixture
    def side(self, tmp_path):
        remote = tmp_path / "remote.git"
        subprocess.run(["git", "init", "--bare", "--quiet", str(remote)], check=True)
        numbers = itertools.count()
        return lambda: GitTarget(str(remote), str(tmp_path / f"{next(numbers)}"), PLACE.__eq__, "Ana", "laptop")


def test_a_target_is_found_by_the_name_of_its_file():
    assert names() == ["git", "simplenote"]
