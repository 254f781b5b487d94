"""Private at any umask, at every moment; what an owner chose for a file stays. Fault R071."""

from __future__ import annotations

import os
import stat
import struct

import pytest

from clew.stores import writing
from clew.stores.folder import FolderStore

NOBODY = 65534


@pytest.fixture(params=[0o000, 0o022, 0o077, 0o277])
def umask(request):
    before = os.umask(request.param)
    yield
    os.umask(before)


@pytest.fixture
def store(tmp_path):
    return FolderStore(str(tmp_path / "home" / "root"), "library", makes_root=True)


def mode(*path):
    return oct(stat.S_IMODE(os.stat(os.path.join(*path)).st_mode))


@pytest.fixture
def modes_on_the_way(monkeypatch):
    """The mode of each temporary file whenever something is done to it."""
    seen = []

    def watch(name):
        real = getattr(os, name)

        def act(fd, *rest):
            seen.append(stat.S_IMODE(os.fstat(fd).st_mode))
            return real(fd, *rest)

        monkeypatch.setattr(os, name, act)

    for name in ("write", "fsync", "fchmod", "fchown"):
        watch(name)
    return seen


@pytest.mark.usefixtures("umask")
def test_new_files_and_folders_are_private_and_never_were_wider(store, modes_on_the_way):
    store.put("p/q/a.md", b"x")
    assert mode(store.root, "p/q/a.md") == "0o600"
    assert os.stat(os.path.join(store.root, ".clew.lock")).st_mode & 0o077 == 0
    for folder in ("..", "", "p", "p/q"):
        assert mode(store.root, folder) == "0o700"
    assert all(each & 0o077 == 0 for each in modes_on_the_way if each != 0o700)


@pytest.mark.usefixtures("umask")
@pytest.mark.parametrize("chosen", [0o600, 0o640, 0o644, 0o444, 0o664])
def test_a_mode_that_the_owner_chose_stays(store, chosen, modes_on_the_way):
    store.put("a.md", b"x")
    os.chmod(os.path.join(store.root, "a.md"), chosen)
    store.put("a.md", b"longer")
    assert mode(store.root, "a.md") == oct(chosen)
    assert all(each & ~(chosen | 0o700) == 0 for each in modes_on_the_way)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_the_owner_stays_where_that_can_be(store, tmp_path):
    store.put("a.md", b"x")
    os.chown(os.path.join(store.root, "a.md"), NOBODY, 12345)
    os.chmod(os.path.join(store.root, "a.md"), 0o640)
    store.put("a.md", b"y")
    seen = os.stat(os.path.join(store.root, "a.md"))
    assert (seen.st_uid, seen.st_gid, stat.S_IMODE(seen.st_mode)) == (NOBODY, 12345, 0o640)


def test_where_the_group_cannot_be_kept_its_rights_are_not_given_to_another(store, monkeypatch):
    store.put("a.md", b"x")
    path = os.path.join(store.root, "a.md")
    os.chmod(path, 0o664)
    real = os.fstat
    monkeypatch.setattr(os, "fchown", lambda *_: (_ for _ in ()).throw(PermissionError(1, "no")))
    old = os.stat(path).st_ino

    def as_if_of_another_group(fd):
        seen = real(fd)
        if seen.st_ino != old:
            return seen
        values = list(seen)
        values[5] += 1
        return os.stat_result(values, {name: getattr(seen, name) for name in ("st_mtime_ns", "st_ctime_ns")})

    monkeypatch.setattr("clew.stores.opened.os.fstat", as_if_of_another_group)
    monkeypatch.setattr(writing, "_still", lambda *_: None)
    store.put("a.md", b"y")
    assert mode(path) == "0o604"


def test_what_a_person_attached_to_a_file_stays(store):
    store.put("a.md", b"x")
    path = os.path.join(store.root, "a.md")
    try:
        os.setxattr(path, "user.comment", b"mine")
    except OSError:
        pytest.skip("no attributes on this file system")
    store.put("a.md", b"y")
    assert os.getxattr(path, "user.comment") == b"mine"


def test_an_access_list_stays(store):
    store.put("a.md", b"x")
    path = os.path.join(store.root, "a.md")
    nobody_id = 0xFFFFFFFF
    entries = [(1, 6, nobody_id), (2, 4, NOBODY), (4, 0, nobody_id), (0x10, 4, nobody_id), (0x20, 0, nobody_id)]
    access = struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)  # NOBODY may read
    try:
        os.setxattr(path, "system.posix_acl_access", access)
    except OSError:
        pytest.skip("no access lists on this file system")
    store.put("a.md", b"y")
    assert os.getxattr(path, "system.posix_acl_access") == access


def test_a_hard_link_parts_company_and_keeps_the_old_text(store):
    store.put("a.md", b"old")
    os.link(os.path.join(store.root, "a.md"), os.path.join(store.root, "b.md"))
    store.put("a.md", b"new")
    assert store.get("b.md").data == b"old"
