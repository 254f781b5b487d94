"""`write_file_atomic` and `copy_file_atomic` do what PicoClaw's do."""

from __future__ import annotations

import errno
import os
import stat

import pytest

from clew.errors import NotFound, StorageFailed, Unreadable
from clew.stores.files import copy_file_atomic, write_file_atomic
from tests.stores.children import run_without_rights


def mode(path):
    return oct(stat.S_IMODE(os.lstat(path).st_mode))


@pytest.fixture
def umask():
    before = os.umask(0o022)
    yield os.umask
    os.umask(before)


@pytest.mark.parametrize("perm", [0o400, 0o600, 0o640, 0o644, 0o755, 0o664])
@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077])
def test_the_mode_is_the_one_given_at_any_umask(tmp_path, umask, perm, mask):
    umask(mask)
    write_file_atomic(tmp_path / "a.txt", b"one", perm)
    assert mode(tmp_path / "a.txt") == oct(perm)


def test_the_mode_is_private_by_default_and_the_old_one_is_not_kept(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"old")
    os.chmod(tmp_path / "a.txt", 0o644)
    write_file_atomic(str(tmp_path / "a.txt"), b"")
    assert mode(tmp_path / "a.txt") == "0o600"
    assert (tmp_path / "a.txt").read_bytes() == b""


@pytest.mark.parametrize(("mask", "folder"), [(0o000, "0o755"), (0o022, "0o755"), (0o077, "0o700")])
def test_missing_folders_are_made_755_less_the_umask_on_every_level(tmp_path, umask, mask, folder):
    umask(mask)
    write_file_atomic(tmp_path / "p" / "q" / "a.txt", b"x")
    assert mode(tmp_path / "p") == mode(tmp_path / "p" / "q") == folder


def test_a_link_is_replaced_and_its_target_left_alone(tmp_path):
    (tmp_path / "target").write_bytes(b"old")
    (tmp_path / "folder").mkdir()
    for number, target in enumerate(("target", "nowhere", "link2", "folder")):
        os.symlink(target, tmp_path / f"link{number}")
        write_file_atomic(tmp_path / f"link{number}", b"new")
        assert not (tmp_path / f"link{number}").is_symlink()
        assert (tmp_path / f"link{number}").read_bytes() == b"new"
    assert (tmp_path / "target").read_bytes() == b"old"
    assert not (tmp_path / "nowhere").exists()


def test_a_linked_folder_is_followed(tmp_path):
    (tmp_path / "folder").mkdir()
    os.symlink("folder", tmp_path / "link")
    write_file_atomic(tmp_path / "link" / "a.txt", b"x")
    assert (tmp_path / "folder" / "a.txt").read_bytes() == b"x"


def test_other_temporary_files_are_left_alone_and_none_of_ours_is_left(tmp_path):
    (tmp_path / ".tmp-old").write_bytes(b"stale")
    write_file_atomic(tmp_path / "a.txt", b"x")
    assert sorted(os.listdir(tmp_path)) == [".tmp-old", "a.txt"]


def failure(path, data=b"x"):
    with pytest.raises(StorageFailed) as caught:
        write_file_atomic(path, data)
    return caught.value.errno, caught.value.data["stage"], caught.value.path


def test_failures_say_what_failed_at_which_stage(tmp_path):
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "inside").write_bytes(b"")
    (tmp_path / "f").write_bytes(b"")
    long = "n" * 256
    assert failure(tmp_path / "d") == (errno.EEXIST, "failed to rename temp file", str(tmp_path / "d"))
    assert failure(tmp_path / long) == (errno.ENAMETOOLONG, "failed to rename temp file", str(tmp_path / long))
    assert failure(tmp_path / "f" / "g" / "a") == (errno.ENOTDIR, "failed to create directory", str(tmp_path / "f"))
    os.symlink("nowhere", tmp_path / "link")
    assert failure(tmp_path / "link" / "a")[:2] == (errno.EEXIST, "failed to create directory")
    assert sorted(os.listdir(tmp_path)) == ["d", "f", "link"]


def test_a_folder_without_write_permission_is_told_apart(public):
    os.chmod(public, 0o555)
    said = run_without_rights(
        """
from clew.stores.files import write_file_atomic
for path in ("a.txt", "sub/a.txt"):
    try: write_file_atomic(os.path.join(root, path), b"x")
    except OSError as error: say(f"{error.errno} {error.data['stage']}")
""",
        public,
    )
    assert said.splitlines() == ["13 failed to create temp file", "13 failed to create directory"]


def test_a_copy_is_the_same_bytes(tmp_path):
    data = bytes(range(256)) * 10_000
    (tmp_path / "source").write_bytes(data)
    copy_file_atomic(tmp_path / "source", tmp_path / "p" / "target", 0o664)
    assert (tmp_path / "p" / "target").read_bytes() == data
    assert mode(tmp_path / "p" / "target") == "0o664"


def test_a_source_that_cannot_be_read_leaves_the_target_alone(tmp_path):
    (tmp_path / "target").write_bytes(b"old")
    with pytest.raises(NotFound) as caught:
        copy_file_atomic(tmp_path / "none", tmp_path / "target")
    assert caught.value.errno == errno.ENOENT
    with pytest.raises(Unreadable):
        copy_file_atomic(tmp_path, tmp_path / "target")
    assert (tmp_path / "target").read_bytes() == b"old"
