"""A workspace's own files may be links, into a vault of notes: they stay links, and the vault has the text. Defect 4."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys

import pytest

from clew.errors import Conflict, NotFound, StorageFailed, Unreadable
from clew.stores import temporary
from clew.workspace import MemoryStore
from clew.workspace.links import LinkedFolder
from tests.workspace.conftest import Clock

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links need a right there that few have")

LONG_TERM, TODAY = "memory/MEMORY.md", "memory/202605/20260514.md"


@pytest.fixture
def vault(tmp_path):
    vault = tmp_path / "vault"
    vault.mkdir(mode=0o755)
    return vault


@pytest.fixture
def linked(store, vault):
    """Makes `path` of the workspace a link."""

    def link(path, target):
        place = store.path_of(path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        os.symlink(target, place)
        return place

    return link


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o444])
def test_long_term_memory_is_written_at_the_target_with_its_mode(store, linked, vault, mode):
    notes = vault / "notes.md"
    notes.write_text("from the vault")
    notes.chmod(mode)
    place = linked(LONG_TERM, notes)
    assert store.read_long_term() == "from the vault"
    store.write_long_term("new", expect=store.revision())
    assert os.path.islink(place)
    assert notes.read_text() == store.read_long_term() == "new"
    assert notes.stat().st_mode & 0o777 == mode
    assert os.listdir(vault) == ["notes.md"], "no lock, no temporary file is left in a folder that is not ours"


def test_a_daily_note_too(store, linked, vault):
    (vault / "day.md").write_text("# Thursday\n")
    linked(TODAY, vault / "day.md")
    store.append_today("met the others")
    assert (vault / "day.md").read_text() == store.read_today() == "# Thursday\n\nmet the others"
    assert store.get_recent_daily_notes(1) == store.get_recent_daily_notes(100) == store.read_today()


@pytest.mark.parametrize("target", ["../notes/m.md", "{root}/notes/m.md", "other.md", "../m.md"])
def test_a_link_may_lead_to_another_place_in_the_workspace_that_is_not_there_yet(store, linked, target):
    place = linked(LONG_TERM, target.format(root=store.root))
    assert store.read_long_term() == store.revision() == ""
    store.write_long_term("new", expect="")
    assert os.path.islink(place)
    assert store.read_long_term() == "new"
    with open(os.path.realpath(place)) as file:
        assert file.read() == "new"


def test_a_file_that_is_not_there_yet_is_made_in_the_vault(store, linked, vault):
    linked(LONG_TERM, vault / "m.md")
    assert store.read_long_term() == ""
    store.write_long_term("new")
    assert (vault / "m.md").read_text() == "new"
    assert (vault / "m.md").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("folder", ["memory", "memory/202605"])
def test_a_folder_may_be_the_link(store, vault, folder):
    place = store.path_of(folder)
    os.makedirs(os.path.dirname(place), exist_ok=True)
    if os.path.isdir(place):
        os.rmdir(place)
    os.symlink(vault, place)
    store.append_today("one")
    store.append_today("two")
    store.write_long_term("facts")
    assert os.path.islink(place)
    there = TODAY.removeprefix(folder + "/")
    assert (vault / there).read_text() == "# 2026-05-14\n\none\ntwo"
    assert (
        store.get_memory_context()
        == "## Long-term Memory\n\nfacts\n\n---\n\n## Recent Daily Notes\n\n# 2026-05-14\n\none\ntwo"
    )
    assert store.get_recent_daily_notes(1000) == "# 2026-05-14\n\none\ntwo"
    assert not any(name.startswith(".") for name in os.listdir(vault))


def test_links_lead_on_to_links(store, linked, vault):
    (vault / "real").mkdir()
    os.symlink("real", vault / "by name")
    os.symlink(vault / "by name" / "m.md", vault / "m.md")
    linked(LONG_TERM, vault / "m.md")
    store.write_long_term("new")
    assert (vault / "real" / "m.md").read_text() == "new"
    assert os.path.islink(vault / "m.md")


def test_a_link_that_leads_to_itself_is_unreadable_and_stays(store, linked):
    place = linked(LONG_TERM, "MEMORY.md")
    refused(store, place, "link-loop", errno.ELOOP)
    assert os.readlink(place) == "MEMORY.md"


def test_a_link_into_a_folder_that_is_not_there_is_unreadable_and_nothing_is_made(store, linked, vault):
    """It may be a disk that is not mounted: an empty memory in its place would be the wrong one."""
    place = linked(LONG_TERM, vault / "unmounted" / "m.md")
    refused(store, place, "link-nowhere", errno.ENOENT)
    assert os.listdir(vault) == []


def test_a_linked_folder_that_is_not_there_is_unreadable_too(store, vault):
    place = store.path_of("memory")
    os.makedirs(store.root, exist_ok=True)
    if os.path.isdir(place):
        os.rmdir(place)
    os.symlink(vault / "unmounted", place)
    refused(store, place, "link-nowhere", errno.ENOENT)
    with pytest.raises(Unreadable):
        store.append_today("x")
    with pytest.raises(Unreadable):
        store.get_recent_daily_notes(1000)


def test_a_link_to_a_folder_is_unreadable(store, linked, vault):
    linked(LONG_TERM, vault)
    refused(store, str(vault), "is-folder", errno.EISDIR)


def refused(store, path, word, number):
    for call in (store.read_long_term, store.revision, store.get_memory_context, lambda: store.write_long_term("x")):
        with pytest.raises(Unreadable) as caught:
            call()
        assert (caught.value.path, caught.value.errno) == (path, number)
        assert caught.value.key.endswith(word)
        for lang in ("en", "zh"):
            assert path in caught.value.message(lang)
            assert caught.value.hint(lang)


def test_a_stale_write_through_a_link_is_a_conflict_with_both_texts(store, linked, vault):
    (vault / "m.md").write_text("one")
    linked(LONG_TERM, vault / "m.md")
    read = store.revision()
    (vault / "m.md").write_text("edited in the vault")
    with pytest.raises(Conflict) as caught:
        store.write_long_term("two", expect=read)
    assert (caught.value.mine, caught.value.theirs) == (b"two", b"edited in the vault")


@pytest.mark.parametrize("name", ["memory/other.md", "notes.md", "memory/2026/x.md", "memory/202605/notes.md"])
def test_no_other_link_is_followed(store, linked, vault, name):
    """Whoever can put a link into a workspace could have clew write anywhere."""
    (vault / "secret").write_text("secret")
    linked(name, vault / "secret")
    for act in (lambda: store.files.get(name), lambda: store.files.put(name, b"x"), lambda: store.files.delete(name)):
        with pytest.raises(Unreadable) as caught:
            act()
        assert caught.value.key == "stores.is-link"
    assert (vault / "secret").read_text() == "secret"


def test_the_history_knows_the_file_by_its_name_in_the_workspace(home, vault):
    store = home.workspace
    (vault / "m.md").write_text("from the vault")
    os.makedirs(store.path_of("memory"))
    os.symlink(vault / "m.md", store.path_of(LONG_TERM))
    store.write_long_term("new")
    versions = home.history.versions(home.workspace_store.key, LONG_TERM)
    assert [home.history.content(version.id) for version in versions] == [b"new", b"from the vault"]


def test_a_list_and_a_look_show_what_is_behind_the_links(tmp_path, vault):
    files = LinkedFolder(str(tmp_path / "workspace"), "workspace", makes_root=True)
    files.put("memory/202605/20260513.md", b"yesterday")
    (vault / "month").mkdir()
    (vault / "month" / "20260614.md").write_text("june")
    (vault / "m.md").write_text("facts")
    for place, target in ((LONG_TERM, "m.md"), ("memory/202606", "month"), ("memory/202605/20260514.md", "none.md"), ("memory/stray.md", "m.md")):  # fmt: skip
        os.symlink(vault / target, files.path_of(place))
    kinds = {stat.path: (stat.kind, stat.size if stat.kind == "file" else 0) for stat in files.list(deep=True)}
    assert kinds == {
        "memory": ("folder", 0),
        "memory/202605": ("folder", 0),
        "memory/202605/20260513.md": ("file", 9),
        "memory/202605/20260514.md": ("link", 0),
        "memory/202606": ("folder", 0),
        "memory/202606/20260614.md": ("file", 4),
        "memory/MEMORY.md": ("file", 5),
        "memory/stray.md": ("link", 0),
    }
    seen = files.stat(LONG_TERM)
    (vault / "m.md").write_text("other")
    now = files.stat(LONG_TERM)
    assert seen is not None
    assert now is not None
    assert now.fingerprint != seen.fingerprint
    assert files.stat("memory/202605/20260514.md") is None
    assert [stat.path for stat in files.list("memory/202606")] == ["memory/202606/20260614.md"]


def test_a_deletion_takes_the_target_and_leaves_the_link(tmp_path, vault):
    files = LinkedFolder(str(tmp_path / "workspace"), "workspace", makes_root=True)
    files.put("memory/x.md", b"")
    (vault / "m.md").write_text("facts")
    os.symlink(vault / "m.md", files.path_of(LONG_TERM))
    files.delete(LONG_TERM)
    assert os.listdir(vault) == []
    with pytest.raises(NotFound):
        files.delete(LONG_TERM)
    files.put(LONG_TERM, b"again")
    assert (vault / "m.md").read_text() == "again"


def test_a_failing_disk_behind_a_link_is_told_and_changes_nothing(store, linked, vault, monkeypatch):
    (vault / "m.md").write_text("facts")
    linked(LONG_TERM, vault / "m.md")
    real = os.fsync

    def full(fd):
        if os.readlink(f"/proc/self/fd/{fd}").startswith(str(vault)):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(fd)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageFailed) as caught:
        store.write_long_term("new")
    assert caught.value.errno == errno.ENOSPC
    assert os.listdir(vault) == ["m.md"]
    assert store.read_long_term() == "facts"


def test_what_the_dead_left_in_the_vault_is_swept_by_the_next_write_and_nothing_else(store, linked, vault):
    (vault / "deeper").mkdir()
    dead = f"{temporary.PREFIX}{temporary.host()}-2147483646-1-x"
    for name in (dead, ".tmp-theirs", f"deeper/{dead}"):
        (vault / name).write_text("half a text")
    linked(LONG_TERM, vault / "m.md")
    store.write_long_term("facts")
    assert sorted(os.listdir(vault)) == [".tmp-theirs", "deeper", "m.md"]
    assert os.listdir(vault / "deeper") == [dead], "below a folder that is not ours we do not walk"


APPENDING = """
import sys
from datetime import UTC, datetime
from clew.workspace import MemoryStore
store = MemoryStore(sys.argv[1], lambda: datetime(2026, 5, 14, 9, 30, tzinfo=UTC))
sys.stdin.readline()
for number in range(25):
    store.append_today(f"{sys.argv[2]} {number}")
    store.edit("memory/MEMORY.md", lambda old: (old or b"") + f"{sys.argv[2]} {number}\\n".encode())
"""


def test_workspaces_that_share_a_folder_through_links_lose_nothing_of_one_another(tmp_path, vault):
    """One has its files there, two reach the folder by a link, one the very file: each has a lock of its own."""
    owner = MemoryStore(tmp_path / "owner", Clock())
    owner.append_today("begin")
    owner.write_long_term("begin\n")
    roots = [tmp_path / name for name in ("owner", "first", "second", "third")]
    for root in roots[1:3]:
        root.mkdir()
        os.symlink(tmp_path / "owner" / "memory", root / "memory")
    (roots[3] / "memory" / "202605").mkdir(parents=True)
    os.symlink(tmp_path / "owner" / LONG_TERM, roots[3] / LONG_TERM)
    os.symlink(tmp_path / "owner" / TODAY, roots[3] / TODAY)
    children = [
        subprocess.Popen([sys.executable, "-c", APPENDING, root, str(who)], stdin=subprocess.PIPE, text=True)
        for who, root in enumerate(roots)
    ]
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.close()
    assert [child.wait(60) for child in children] == [0] * 4
    wanted = sorted(f"{who} {number}" for who in range(4) for number in range(25))
    assert sorted(owner.read_today().splitlines()[3:]) == wanted
    assert sorted(owner.read_long_term().splitlines()[1:]) == wanted


def test_a_link_that_is_changed_while_we_write_leads_to_one_of_its_targets(store, linked, vault):
    for name in ("one.md", "two.md"):
        (vault / name).write_text("old")
    place = linked(LONG_TERM, vault / "one.md")
    for number in range(20):
        os.symlink(vault / ("two.md", "one.md")[number % 2], place + "~")
        os.replace(place + "~", place)
        store.write_long_term(f"text {number}")
        assert os.path.islink(place)
        assert store.read_long_term() == f"text {number}"
    shutil.rmtree(vault)
    with pytest.raises(Unreadable):
        store.write_long_term("x")
