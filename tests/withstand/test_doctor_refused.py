"""A home, or a part of it, that whoever asks may not read or write: the doctor says which, and `init` harms nothing."""

from __future__ import annotations

import os

import pytest

from clew.config import read_config
from tests.withstand.place import Place, tree

PARTS = ["home", "home/config.toml", "home/state.db", "home/history.db", "home/off", "home/memory", "home/memory/.clue"]


@pytest.fixture
def healthy(nobodys: Place) -> Place:
    nobodys.environment["HOME"] = str(nobodys.folder)
    nobodys.save("the beginning")
    nobodys.done("init")
    nobodys.done("off", str(nobodys.folder / "private"))
    assert nobodys.done("doctor")["healthy"]
    return nobodys


def urgent(place: Place) -> str:
    done = place.clew("doctor", "--json")
    assert done.status == 1, done
    told = [f"{each['path']} {each['message']}" for each in done.json["ailments"] if each["urgent"]]
    assert not any("fault in clew" in each for each in told), told
    return "\n".join(told)


@pytest.mark.parametrize("part", PARTS)
def test_what_may_not_be_read_is_named_and_init_harms_nothing(healthy, part):
    before = tree(healthy.folder)
    refused = healthy.folder / part
    refused.chmod(0o000)
    assert str(refused) in urgent(healthy)
    done = healthy.clew("init", "--library", str(healthy.folder / "notes"), "--move", "--json")
    refused.chmod(0o700)
    if done.status:
        assert done.json["error"]["kind"] in ("unreadable", "storage"), done
        assert kept(tree(healthy.folder)) == kept(before)
        assert not (healthy.folder / "notes").exists()
    else:
        assert read_config(str(healthy.home)) == {"library": str(healthy.folder / "notes")}
        moved = tree(healthy.folder / "notes")
        assert moved == {path: data for path, data in tree_of_library(before).items() if path in moved}
    assert healthy.done("doctor")["healthy"]


@pytest.mark.parametrize("part", ["home", "home/memory"])
def test_a_folder_that_may_not_be_written_is_named(healthy, part):
    os.chmod(healthy.folder / part, 0o500)
    assert str(healthy.folder / part) in urgent(healthy)


def kept(files: dict[str, bytes | None]) -> dict[str, bytes | None]:
    """Without what is derived."""
    return {path: data for path, data in files.items() if not path.startswith(("home/state.db", "home/history.db"))}


def tree_of_library(files: dict[str, bytes | None]) -> dict[str, bytes | None]:
    above = "home/memory/"
    return {path.removeprefix(above): data for path, data in files.items() if path.startswith(above)}
