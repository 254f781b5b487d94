"""goose counts its sessions up (`20261130_1`): two devices that share a library give the same id to two conversations."""

from __future__ import annotations

import pytest

from clew.home import Home
from clew.library.check import check

IDS = ["20261130_1", "20261130_12"]


@pytest.fixture
def homes(tmp_path):
    """Two devices, one library, as a sync makes it."""
    (tmp_path / "library").mkdir()
    return [
        Home(str(tmp_path / name), flags={"library": str(tmp_path / "library"), "device": name}, environ={})
        for name in ("laptop", "desktop")
    ]


def save(home: Home, tmp_path, conversation: str, text: str, title: str) -> str:
    started = home.library.project(tmp_path / "shop").start(None, conversation)
    return started.save(text, ("db", "sqlite"), title).memory


@pytest.mark.parametrize("id", IDS)
def test_each_device_keeps_its_own_conversation_in_its_own_memory(homes, tmp_path, id):
    laptop, desktop = homes
    assert save(laptop, tmp_path, id, "SQLite it is.", "first") == "first"
    assert save(desktop, tmp_path, id, "Redis it is.", "second") == "second"
    assert save(laptop, tmp_path, id, "One writer.", "third") == "first"
    assert save(desktop, tmp_path, id, "One cache.", "fourth") == "second"
    assert check(laptop.library) == []


def test_any_other_id_is_the_same_conversation_on_every_device(homes, tmp_path):
    laptop, desktop = homes
    assert save(laptop, tmp_path, "a1b2c3", "SQLite it is.", "first") == "first"
    assert save(desktop, tmp_path, "a1b2c3", "One writer.", "second") == "first"


def test_a_memory_that_does_not_say_which_device_wrote_it_is_everybodys(homes, tmp_path):
    laptop, desktop = homes
    save(laptop, tmp_path, IDS[0], "SQLite it is.", "first")
    (memory,) = (tmp_path / "library").glob("*/first.md")
    memory.write_text(memory.read_text().replace(' device="laptop"', ""))
    assert save(desktop, tmp_path, IDS[0], "One writer.", "second") == "first"
