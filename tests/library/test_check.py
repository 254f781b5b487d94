"""What a check finds, rule by rule, and what it must not find."""

from __future__ import annotations

import os
import socket
import sys
import time
from pathlib import Path

import pytest

from clew.home import open_home
from clew.library.check import check, orphans
from clew.stores.folder import FolderStore
from clew.stores.temporary import host, new_name
from clew.text.clue import ClueEntry, ClueMemory, new_clue
from tests.library.shelves import Shelf, further, message_of, open_to_nobody, segment, shelf

posix = pytest.mark.skipif(sys.platform == "win32", reason="links, pipes and permission bits as POSIX has them")


@pytest.fixture
def ours(tmp_path: Path) -> Shelf:
    made = shelf(tmp_path)
    made.add("/home/project", "redis-cache.md")
    made.add("/home/project", "缓存选型.md", ("缓存", "redis"))
    made.add("/home/project/web", "登录.md", ("登录", "安全"))
    return made


def test_what_clew_saved_is_no_finding(tmp_path):
    home = open_home(str(tmp_path / "home"))
    for dir, title in (("/srv/web", "Queue"), ("/srv/web", "任务队列"), ("/srv/api", "Queue"), ("/srv/web", "Queue")):
        home.library.project(dir).start(0).save("decided 决定", tags=["queue", "队列"], title=title)
    assert check(home.library) == []
    assert check(open_home(str(tmp_path / "home")).library) == []


def test_a_library_written_by_hand_after_the_format_is_no_finding(ours):
    assert ours.check() == []


def test_what_is_known_is_not_read_again(ours, monkeypatch):
    read = []
    real = FolderStore.get

    def get(store, path):
        read.append(path)
        return real(store, path)

    monkeypatch.setattr(FolderStore, "get", get)
    time.sleep(0.05)  # a file as young as this may still be changed unseen, and is read
    assert ours.check() == []
    assert len([path for path in read if path.endswith(".md")]) == 3
    read.clear()
    assert ours.check() == []
    assert [path for path in read if path.endswith(".md")] == []


def test_the_example_of_the_first_seed_is_no_finding_though_its_memory_has_seven_tags(tmp_path):
    made = shelf(tmp_path)
    tags = ("goose", "配置", "启动规则", "记忆库", "clue", "sync_notehb", "tags")
    made.write("home-project", "自建goose启动规则.md", "# 自建 goose 启动规则\n".encode())
    memory = ClueMemory("自建goose启动规则.md", tags)
    made.clue.write_bytes(new_clue([ClueEntry("/home/project", "home-project", "project", tags, (memory,))]))
    assert made.check() == []


def test_a_library_that_does_not_exist_has_no_findings_and_is_not_made(tmp_path):
    home = open_home(str(tmp_path / "home"))
    assert check(home.library) == []
    assert orphans(home.library) == []
    assert not (tmp_path / "home").exists()


def test_an_empty_library_has_no_findings(tmp_path):
    assert shelf(tmp_path).check() == []


def test_a_memory_without_tags_is_no_finding(ours):
    ours.add("/home/project", "no-tags-at-all.md", ())
    assert ours.check() == []


def test_a_memory_that_is_gone_is_named_by_its_place_in_the_library(ours):
    (ours.root / "home-project" / "redis-cache.md").unlink()
    (found,) = [finding for finding in ours.check() if finding.rule == "gone-memory"]
    assert found.path == str(ours.root / "home-project" / "redis-cache.md")  # never /home/project/redis-cache.md
    assert found.fixable


def test_the_projects_own_directory_is_not_where_memories_are_looked_for(tmp_path):
    made = shelf(tmp_path)
    dir = tmp_path / "work"
    dir.mkdir()
    made.add(str(dir), "here-it-is.md")
    (dir / "other.md").write_text("a file of the project's own")
    assert made.check() == []


def test_a_memory_that_was_put_there_by_hand_is_missed(ours):
    ours.write("home-project", "by-hand-写的.md", b"# By hand\n")
    assert ours.rules() == ["missed-memory"]


def test_common_tags_that_are_not_the_union_are_told_with_the_union(ours):
    ours.clue.write_text(
        ours.clue.read_text("utf-8").replace('"登录", "安全"]\n    memories', '"登录"]\n    memories'), "utf-8"
    )
    findings = ours.check()
    assert [finding.rule for finding in findings] == ["common-tags"]
    assert "登录, 安全" in findings[0].message("en")
    assert "登录, 安全" in findings[0].message("zh")


def test_a_missing_and_an_empty_folder_are_reported_and_cannot_be_fixed(ours):
    for path in (ours.root / "home-project").iterdir():
        path.unlink()
    (ours.root / "home-project-web" / "登录.md").unlink()
    (ours.root / "home-project-web").rmdir()
    findings = ours.check()
    assert [(finding.rule, finding.fixable) for finding in findings] == [("folder-missing", False)] * 2
    assert all("clew restore --all" in (finding.hint(lang) or "") for finding in findings for lang in ("en", "zh"))


def test_a_missing_clue_file_is_a_finding_where_memories_stand(ours):
    ours.clue.unlink()
    findings = ours.check()
    assert [(finding.rule, finding.fixable) for finding in findings] == [("clue-missing", True)]
    assert "3" in findings[0].message()


def test_a_folder_of_which_the_clue_file_says_nothing_is_named_with_the_directory_it_is_of(ours):
    ours.write("srv-api", "limits.md", segment("/srv/api", "c-api"))
    assert "/srv/api" in message_of(ours.check(), "unlisted-folder")


def test_a_folder_of_which_nothing_says_whose_it_is_is_reported_only(ours):
    ours.write("from-somewhere", "notes.md", b"no mark\n")
    assert [(finding.rule, finding.fixable) for finding in ours.check()] == [("unlisted-folder", False)]


def test_a_copy_of_a_folder_does_not_become_a_second_folder_of_its_directory(ours):
    for path in (ours.root / "home-project").iterdir():
        ours.write("home-project copy", path.name, path.read_bytes())
    findings = [finding for finding in ours.check() if finding.rule == "unlisted-folder"]
    assert [finding.fixable for finding in findings] == [False]
    assert str(ours.root / "home-project") in findings[0].message("zh")


BROKEN = {
    "cut off": lambda data: data[:-4],
    "a line of garbage": lambda data: data.replace(b"    name:", b"@@@ : : garbage [\n    name:", 1),
    "a merge conflict": lambda data: data.replace(b"entries:\n", b"entries:\n<<<<<<< HEAD\n", 1),
    "a tab": lambda data: data.replace(b"    dir_slug", b"\tdir_slug", 1),
    "a doubled key": lambda data: data.replace(b"    name:", b"    dir: x\n    name:", 1),
    "half a character": lambda data: data.replace("缓存".encode(), b"\\ud83d", 1),
    "latin-1": lambda data: data.replace("缓存".encode(), b"caf\xe9", 1),
}


@pytest.mark.parametrize("damage", BROKEN)
def test_a_broken_clue_file_is_told_with_line_and_column_and_hides_nothing_else(ours, damage):
    broken = BROKEN[damage](ours.clue.read_bytes())
    ours.clue.write_bytes(broken)
    ours.write("home-project", "latin.md", "caf\xe9\n".encode("latin-1"))
    findings = ours.check()
    assert [(finding.rule, finding.fixable) for finding in findings] == [
        ("clue-unreadable", False),
        ("not-utf8", False),
    ]
    if damage != "half a character":
        assert "line" in findings[0].message("en")
        assert "check --fix" in (findings[0].hint("en") or "")
    assert ours.repair() == []
    assert ours.clue.read_bytes() == broken


def test_an_entry_whose_folder_is_no_name_is_reported(ours):
    text = ours.clue.read_text("utf-8").replace('dir_slug: "home-project-web"', 'dir_slug: "../outside"')
    ours.clue.write_text(text, "utf-8")
    findings = {finding.rule: finding.fixable for finding in ours.check()}
    assert findings["bad-slug"] is False


def test_two_machines_with_one_project_in_different_directories_are_no_finding(ours):
    entry = ours.entries["/home/project"]
    ours.clue.write_bytes(new_clue([*ours.entries.values(), entry.but(dir="C:\\work\\project")]))
    assert ours.check() == []


def test_two_projects_in_one_folder_are_reported(ours):
    entry = ours.entries["/home/project"]
    other = entry.but(
        dir="/home-project", memories=(ClueMemory("redis-cache.md", ("db", "缓存")),), common_tags=("db", "缓存")
    )
    ours.clue.write_bytes(new_clue([*ours.entries.values(), other]))
    findings = ours.check()
    assert [(finding.rule, finding.fixable) for finding in findings] == [("shared-folder", False)]
    assert "/home/project, /home-project" in findings[0].message()


def test_a_conversation_in_two_memories_is_named_with_both(ours):
    one = ours.root / "home-project" / "redis-cache.md"
    ours.add("/home/project", "redis-cache-copy.md")
    (ours.root / "home-project" / "redis-cache-copy.md").write_bytes(one.read_bytes())
    findings = ours.check()
    assert [(finding.rule, finding.fixable) for finding in findings] == [("split-conversation", False)]
    for lang in ("en", "zh"):
        assert "redis-cache.md" in findings[0].message(lang)
        assert "redis-cache-copy.md" in findings[0].message(lang)


def test_a_request_that_was_written_twice_is_named(ours):
    data = further(segment("/home/project", "c9", request="r1"), "c9", "r1")
    (ours.root / "home-project" / "redis-cache.md").write_bytes(data)
    findings = ours.check()
    assert [(finding.rule, finding.fixable) for finding in findings] == [("doubled-segment", False)]
    assert "r1" in findings[0].message()


def test_one_request_id_in_two_conversations_is_no_finding(ours):
    (ours.root / "home-project" / "redis-cache.md").write_bytes(segment("/home/project", "c8", request="1"))
    (ours.root / "home-project" / "缓存选型.md").write_bytes(segment("/home/project", "c9", request="1"))
    assert ours.check() == []


@pytest.mark.parametrize(("one", "other"), [("Redis.md", "redis.md"), ("caf\u00e9-menu.md", "cafe\u0301-menu.md")])
def test_two_names_that_another_system_takes_for_one_are_named(ours, one, other):
    ours.add("/home/project", one)
    ours.add("/home/project", other)
    if len(list((ours.root / "home-project").iterdir())) < 4:
        pytest.skip("this file system takes them for one itself")
    message = message_of(ours.check(), "name-clash")
    assert one in message
    assert other in message


@posix
@pytest.mark.parametrize(
    "file", ["CON.md", "nul.txt.md", "a:b.md", "what?.md", "2026-11-30.md", "today.md", "12.md", "x" * 230 + ".md"]
)
def test_a_name_that_is_not_the_same_file_everywhere_is_reported_with_one_that_would_be(ours, file):
    ours.add("/home/project", file)
    (found,) = ours.check()
    assert (found.rule, found.fixable, Path(found.path).name) == ("bad-name", False, file)
    assert "clew rename" in (found.hint() or "")


def test_names_as_people_give_them_are_no_finding(ours):
    for file in (
        "自建goose启动规则.md",
        "Node.js-upgrade.md",
        "notes (draft).md",
        "c++.md",
        "desktop-release.md",
        "🚀launch.md",
    ):
        ours.add("/home/project", file)
    assert ours.check() == []


COPIES = [
    "redis-cache.sync-conflict-20261130-152448-ABCDEFG.md",
    "redis-cache (laptop's conflicted copy 2026-11-30).md",
    "redis-cache.conflict-laptop-20261130T152448.md",
    "redis-cache-DESKTOP-4K2F9QA.md",
    "缓存选型 (冲突副本 2026-11-30).md",
]


@pytest.mark.parametrize("file", COPIES)
def test_a_conflict_copy_is_named_and_is_no_memory(ours, file):
    ours.write("home-project", file, (ours.root / "home-project" / "redis-cache.md").read_bytes())
    findings = ours.check()
    assert [(finding.rule, finding.fixable) for finding in findings] == [("conflict-copy", False)]
    assert file in findings[0].message()
    assert len(ours.home.library.project("/home/project").menu()) == 2


def test_a_conflict_copy_of_the_clue_file_is_named(ours):
    (ours.root / ".clue (conflicted copy 2026-11-30)").write_bytes(b"entries: []\n")
    (ours.root / ".sync-conflict-20261130-152448-ABCDEFG.clue").write_bytes(b"entries: []\n")
    assert ours.rules() == ["conflict-copy"] * 2


def test_a_memory_that_lies_in_the_cloud_for_now_is_not_gone(ours):
    path = ours.root / "home-project" / "redis-cache.md"
    path.rename(path.with_name(".redis-cache.md.icloud"))
    assert ours.check() == []
    ours.home.library.project("/home/project").menu()
    assert "redis-cache.md" in ours.listed()["/home/project"]


ENCODINGS = {
    "utf-16-little.md": ("h\u00e9llo 你好\n".encode("utf-16-le"), b"\xff\xfe", "UTF-16"),
    "utf-16-big.md": ("h\u00e9llo 你好\n".encode("utf-16-be"), b"\xfe\xff", "UTF-16"),
    "latin-1.md": ("caf\u00e9\n".encode("latin-1"), b"", "not UTF-8"),
    "one-byte.md": (b"good \xff text\n", b"", "not UTF-8"),
    "nul-byte.md": (b"good \0 text\n", b"", "NUL"),
}


@pytest.mark.parametrize("file", ENCODINGS)
def test_a_text_that_is_not_utf8_is_named_with_what_it_is(ours, file):
    data, mark, named = ENCODINGS[file]
    path = ours.write("home-project", file, mark + data)
    findings = ours.check()
    assert [(finding.rule, finding.fixable) for finding in findings] == [("not-utf8", False)]
    assert named in findings[0].message()
    assert path.read_bytes() == mark + data


def test_a_byte_order_mark_is_no_finding_and_hides_no_segment(ours):
    path = ours.root / "home-project" / "redis-cache.md"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().partition(b"\n\n")[2])  # no title: the mark comes first
    ours.clue.write_bytes(b"\xef\xbb\xbf" + ours.clue.read_bytes())
    assert ours.check() == []
    assert ours.home.library.memory_of("c-/home/project-redis-cache.md") == "home-project/redis-cache.md"


def test_what_goose_and_other_programs_keep_in_the_same_folder_is_no_finding(ours):
    (ours.root / "development.txt").write_text("# rust\nuse cargo nextest\n")
    (ours.root / "Development.txt").write_text("# rust\n")
    ours.write("home-project", "development.txt", "caf\xe9".encode("latin-1"))
    ours.write("home-project", ".DS_Store", b"\0\0")
    ours.write(".git", "HEAD", b"ref: refs/heads/main\n")
    ours.write(".obsidian", "x.md", b"\xff")
    ours.write("home-project/attachments", "plan.pdf", b"%PDF")
    assert ours.check() == []


@posix
def test_odd_files_are_each_named_and_everything_else_goes_on(ours):
    folder = ours.root / "home-project"
    (folder / "folder.md").mkdir()
    os.mkfifo(folder / "pipe.md")
    (folder / "loop.md").symlink_to("loop.md")
    (folder / "elsewhere.md").symlink_to("/etc/hostname")
    ours.root.joinpath("linked").symlink_to(ours.root / "home-project-web")
    (folder / "utf-16.md").write_bytes("x".encode("utf-16"))
    os.close(os.open(os.fsencode(folder) + b"/\xff\xfe.md", os.O_CREAT | os.O_WRONLY))
    (folder / "back\\slash.md").write_text("x")
    (folder / "development.txt").write_text("goose's own")
    with socket.socket(socket.AF_UNIX) as one:
        here = Path.cwd()
        os.chdir(folder)  # a socket's address is short
        one.bind("socket.md")
        os.chdir(here)
    findings = ours.check()
    named = {(finding.rule, os.fsencode(finding.path).rpartition(b"/")[2]) for finding in findings}
    assert named == {
        ("folder-as-memory", b"folder.md"),
        ("no-file", b"pipe.md"),
        ("no-file", b"socket.md"),
        ("link", b"loop.md"),
        ("link", b"elsewhere.md"),
        ("link", b"linked"),
        ("not-utf8", b"utf-16.md"),
        ("bad-name", b"\xff\xfe.md"),
        ("bad-name", b"back\\slash.md"),
    }
    assert not any(finding.fixable for finding in findings)
    assert all(finding.message(lang) and finding.hint(lang) for finding in findings for lang in ("en", "zh"))
    project = ours.home.library.project("/home/project")
    saved = project.start(0).save("goes on", tags=["db", "odd"], title="still works")
    assert saved.created
    assert "still-works" in [line.name for line in project.menu()]
    assert {finding.rule for finding in ours.check()} == {finding.rule for finding in findings}


@posix
def test_what_may_not_be_read_is_named_and_hides_nothing_else():
    with open_to_nobody() as folder:
        ours = shelf(folder)
        ours.add("/home/project", "secret.md").chmod(0)
        ours.add("/home/project", "open.md")
        ours.add("/srv/api", "limits.md")
        (ours.root / "srv-api").chmod(0)
        ours.write("home-project", "by-hand.md", b"x\n")
        findings = ours.check()
        assert [(finding.rule, Path(finding.path).name) for finding in findings] == [
            ("unreadable", "secret.md"),
            ("unreadable", "srv-api"),
            ("missed-memory", "by-hand.md"),
        ]
        assert [finding.rule for finding in ours.repair()] == ["missed-memory"]
        assert set(ours.listed()["/srv/api"]) == {"limits.md"}
        ours.home.close()


@posix
def test_a_clue_file_that_may_not_be_read_is_named_and_hides_nothing_else():
    with open_to_nobody() as folder:
        ours = shelf(folder)
        ours.add("/home/project", "open.md")
        ours.write("home-project", "latin.md", b"\xff")
        ours.clue.chmod(0)
        assert ours.rules() == ["clue-unreadable", "not-utf8"]
        ours.home.close()


@posix
def test_a_root_that_is_read_only_is_checked_all_the_same():
    with open_to_nobody() as folder:
        root = folder / "library"
        ours = Shelf(root, open_home(str(folder / "home"), flags={"library": str(root)}))
        root.mkdir()
        ours.add("/home/project", "one.md")
        ours.write("home-project", "two.md", b"x\n")
        (root / "home-project").chmod(0o500)
        root.chmod(0o500)
        assert ours.rules() == ["missed-memory"]
        ours.home.close()


def test_leftovers_of_dead_processes_can_be_removed_those_of_others_are_named_after_a_day(ours):
    dead = ours.write("home-project", f".tmp-clew-{host()}-4194303-1-abcdef", b"half")
    alive = ours.write("home-project", new_name(), b"half")
    young = ours.write("home-project", ".tmp-picoclaw-1", b"half")
    old = ours.write("home-project", ".tmp-picoclaw-2", b"half")
    os.utime(old, (time.time() - 90_000, time.time() - 90_000))
    found = {Path(finding.path): (finding.rule, finding.fixable) for finding in ours.check()}
    assert found == {dead: ("leftover", True), old: ("temporary", False)}
    assert [Path(finding.path) for finding in ours.repair()] == [dead]
    assert (dead.exists(), alive.exists(), young.exists(), old.exists()) == (False, True, True, True)


def test_a_project_whose_directory_is_not_there_is_no_finding_but_an_orphan(tmp_path):
    made = shelf(tmp_path)
    there, moved = tmp_path / "there", tmp_path / "moved"
    there.mkdir()
    made.add(str(there), "one.md")
    made.add(str(moved), "two.md")
    made.add("C:\\work\\elsewhere", "three.md")
    assert made.check() == []
    (orphan,) = orphans(made.home.library)
    assert (orphan.dir, orphan.memories) == (str(moved), 1)
    assert "clew relink" in orphan.hint("en")
    assert str(moved) in orphan.message("zh")


def test_a_directory_where_clew_is_off_is_not_looked_at(ours):
    ours.write("home-project-web", "by-hand.md", b"x\n")
    ours.write("home-project-web", "latin.md", b"\xff")
    ours.home.off.switch_off("/home/project/web")
    assert ours.check() == []


def test_progress_counts_the_folders(ours):
    heard: list[tuple[int, int]] = []
    check(ours.home.library, lambda done, total: heard.append((done, total)))
    assert heard == [(1, 2), (2, 2)]


def test_every_finding_reads_well_in_json(ours):
    ours.write("home-project", "by-hand.md", b"x\n")
    (ours.root / "home-project" / "redis-cache.md").unlink()
    for finding in ours.check():
        shown = finding.shown("zh")
        assert {"rule", "path", "message", "fixable"} <= set(shown)
        assert os.path.isabs(str(shown["path"]))
