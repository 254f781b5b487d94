"""Names on two devices and a git remote: renamed, exchanged, given twice; and one project in two checkouts."""

from __future__ import annotations

import pytest

from clew.library.moving import rename
from tests.sync.machines import git


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_rename_here_meets_an_edit_there_in_one_file(devices, by_hand):
    one, other = devices
    file = one.save("One.\n\nTwo.\n\nThree.", "A", conversation="c1")
    one.sync(), other.sync()
    if by_hand:
        (one.root / file).rename(one.root / "srv-shop" / "B.md")
        one.home.library.project("/srv/shop").menu()
    else:
        rename(one.home.library, file, "B")
    path = other.root / file
    path.write_bytes(path.read_bytes().replace(b"Two.", "二。".encode()))
    other.sync(), one.sync(), other.sync()
    assert set(one.texts()) == set(other.texts()) == {"srv-shop/B.md"}
    assert "二。" in one.texts()["srv-shop/B.md"].decode()
    assert one.home.library.memory_of("c1") == other.home.library.memory_of("c1") == "srv-shop/B.md"
    assert one.sync() == other.sync() == {}


def test_a_memory_that_both_renamed_has_one_name_in_the_end(devices):
    one, other = devices
    file = one.save("One.", "A", conversation="c1")
    one.sync(), other.sync()
    rename(one.home.library, file, "B"), rename(other.home.library, file, "C")
    one.save("More.", "A", conversation="c1")
    one.sync(), other.sync(), one.sync()
    assert set(one.texts()) == set(other.texts()) == {"srv-shop/B.md"}
    assert one.sync() == other.sync() == {}


def test_two_memories_that_got_one_name_on_two_devices_are_both_there(devices):
    one, other = devices
    one.save("From the laptop.", "Plan", conversation="c1")
    other.save("From the tower.", "Plan", conversation="c2")
    one.sync(), other.sync(), one.sync()
    assert set(one.texts()) == {"srv-shop/Plan.md", "srv-shop/Plan-2.md"}
    assert one.texts() == other.texts()
    assert b"laptop" in one.texts()["srv-shop/Plan.md"]
    for device in devices:
        assert device.home.library.memory_of("c1") == "srv-shop/Plan.md"
        assert device.home.library.memory_of("c2") == "srv-shop/Plan-2.md"
    assert one.sync() == other.sync() == {}


def test_names_that_were_exchanged_are_exchanged_everywhere(devices):
    one, other = devices
    first, second = one.save("One.", "A", conversation="c1"), one.save("Two.", "B", conversation="c2")
    one.sync(), other.sync()
    (one.root / first).rename(one.root / "srv-shop" / "x.md")
    (one.root / second).rename(one.root / first)
    (one.root / "srv-shop" / "x.md").rename(one.root / second)
    one.sync(), other.sync(), one.sync(), other.sync()
    assert b"Two." in other.texts()[first]
    assert b"One." in other.texts()[second]
    assert one.texts() == other.texts()


def test_two_copies_of_a_library_that_one_renamed_in_meet_again(devices):
    import shutil

    one, other = devices
    file = one.save("One.", "A", conversation="c1")
    shutil.copytree(one.root, other.root)
    rename(other.home.library, file, "B")
    one.sync(), other.sync(), one.sync()
    assert len(one.texts()) == 1
    assert one.texts() == other.texts()


def test_line_ends_stay_as_each_device_has_them(devices):
    one, other = devices
    file = one.save("One.\n\nTwo.", "A")
    one.sync(), other.sync()
    path = other.root / file
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert other.sync() == {}
    (one.root / file).write_bytes((one.root / file).read_bytes().replace(b"Two.", b"Two!"))
    one.sync(), other.sync()
    assert b"One.\r\n\r\nTwo!\r\n" in path.read_bytes()
    assert one.sync() == other.sync() == {}


def checkout(folder, address):
    folder.mkdir(parents=True)
    git("init", "--quiet", at=folder)
    git("remote", "add", "origin", address, at=folder)
    return str(folder)


def test_a_repository_that_both_machines_had_saved_in_is_one_project_after_a_sync(devices, tmp_path):
    one, other = devices
    here = checkout(tmp_path / "home" / "ana" / "shop", "https://ana:secret@example.org/ana/shop.git")
    there = checkout(tmp_path / "Users" / "ana" / "work" / "shop", "git@example.org:ana/shop.git")
    one.save("From the laptop.", "A", dir=here, conversation="c1")
    other.save("From the tower.", "B", dir=there, conversation="c2")
    for _ in range(2):
        one.sync(), other.sync()
    for device in devices:
        entries = {entry.dir: entry for entry in device.home.library.clue.entries()}
        assert entries.keys() == {here, there}
        assert len({(entry.dir_slug, entry.common_tags, entry.memories) for entry in entries.values()}) == 1
        for dir in (here, there):
            assert {line.name for line in device.home.library.project(dir).menu()} == {"A", "B"}
        assert b"secret" not in b"".join(path.read_bytes() for path in device.root.rglob("*") if path.is_file())
    assert one.sync() == other.sync() == {}
    one.save("More.", "A", dir=here, conversation="c1")
    one.sync(), other.sync()
    assert "More." in other.home.library.kept.get(other.home.library.memory_of("c1") or "").data.decode()
