"""What `check --fix` mends, what it leaves alone, and when it refuses."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from clew.errors import RuleBroken
from clew.home import open_home
from clew.library import check as checking
from clew.library.check import check
from clew.library.moving import relink
from clew.library.repair import repair
from clew.text.clue import ClueMemory, new_clue
from tests.library.shelves import Shelf, segment, shelf


@pytest.fixture
def ours(tmp_path: Path) -> Shelf:
    made = shelf(tmp_path)
    made.add("/home/project", "redis-cache.md")
    made.add("/home/project", "缓存选型.md", ("缓存", "redis"))
    made.add("/home/project", "queue.md", ("queue", "db"))
    made.add("/home/project/web", "登录.md", ("登录", "安全"))
    return made


def test_one_added_one_deleted_and_one_renamed_by_hand_are_named_mended_and_then_in_order(ours):
    folder = ours.root / "home-project"
    check(ours.home.library)  # seen once, as at any start
    text = (folder / "queue.md").read_bytes()
    ours.write("home-project", "by-hand.md", segment("/home/project", "c-new", ("neu", "新")))
    (folder / "redis-cache.md").unlink()
    (folder / "queue.md").rename(folder / "任务队列.md")
    before = ours.files()
    named = {(finding.rule, Path(finding.path).name) for finding in ours.check()}
    assert named >= {
        ("missed-memory", "by-hand.md"),
        ("gone-memory", "redis-cache.md"),
        ("gone-memory", "queue.md"),
        ("missed-memory", "任务队列.md"),
    }
    assert {(finding.rule, Path(finding.path).name) for finding in ours.repair()} == named
    assert ours.check() == []
    assert ours.files() == before
    assert (folder / "任务队列.md").read_bytes() == text
    assert ours.listed()["/home/project"] == {
        "缓存选型.md": ("缓存", "redis"),
        "by-hand.md": ("neu", "新"),
        "任务队列.md": ("queue", "db"),
    }


def test_a_memory_renamed_by_hand_keeps_the_tags_that_a_person_gave_it(ours):
    ours.add("/home/project", "no-marks.md", ("mine", "自己的"), text="x")
    folder = ours.root / "home-project"
    (folder / "no-marks.md").write_text("written by hand, without a mark\n")
    check(ours.home.library)
    (folder / "no-marks.md").rename(folder / "别的名字.md")
    assert str(folder / "别的名字.md") in next(one for one in ours.check() if one.rule == "gone-memory").message("zh")
    ours.repair()
    assert ours.listed()["/home/project"]["别的名字.md"] == ("mine", "自己的")


def test_a_name_that_comes_back_in_another_unicode_form_keeps_its_tags(ours):
    ours.add("/home/project", "cafe\u0301.md", ("mine", "own"))
    (ours.root / "home-project" / "cafe\u0301.md").rename(ours.root / "home-project" / "caf\u00e9.md")
    ours.repair()
    assert ours.listed()["/home/project"]["caf\u00e9.md"] == ("mine", "own")
    assert ours.check() == []


def test_common_tags_become_the_union_again_first_seen_first(ours):
    ours.clue.write_text(
        ours.clue.read_text("utf-8").replace('common_tags: ["db"', 'common_tags: ["other"', 1), "utf-8"
    )
    assert [finding.rule for finding in ours.repair()] == ["common-tags"]
    assert ours.clue.read_bytes() == new_clue(ours.entries.values())


def test_a_second_repair_finds_nothing_to_do(ours):
    (ours.root / "home-project" / "queue.md").unlink()
    assert ours.repair()
    before = ours.clue.read_bytes()
    assert ours.repair() == []
    assert ours.clue.read_bytes() == before


def test_a_healthy_library_is_not_written_to(ours):
    before = ours.clue.stat().st_mtime_ns
    assert ours.repair() == []
    assert ours.clue.stat().st_mtime_ns == before


def test_only_what_was_printed_is_mended(ours):
    (ours.root / "home-project" / "queue.md").unlink()
    printed = ours.check()
    (ours.root / "home-project" / "redis-cache.md").unlink()  # after the look
    assert {Path(finding.path).name for finding in repair(ours.home.library, printed)} == {"queue.md", ".clue"}
    assert "redis-cache.md" in ours.listed()["/home/project"]
    assert [finding.rule for finding in ours.check()] == ["gone-memory", "common-tags"]


def test_what_was_mended_meanwhile_is_left_alone(ours):
    path = ours.root / "home-project" / "queue.md"
    text = path.read_bytes()
    path.unlink()
    printed = ours.check()
    path.write_bytes(text)  # it is back
    before = ours.clue.read_bytes()
    assert repair(ours.home.library, printed) == []
    assert ours.clue.read_bytes() == before


def test_all_that_a_repair_changes_is_one_entry_of_the_history_and_can_be_taken_back(ours):
    check(ours.home.library)
    before = ours.clue.read_bytes()
    (ours.root / "home-project" / "queue.md").unlink()
    ours.write("home-project-web", "by-hand.md", segment("/home/project/web", "c1"))
    ours.repair()
    kept = ours.home.library.kept
    newest = kept.history.entries(kept.key)[0]
    assert (newest.what, [version.path for version in newest.versions]) == ("repair", [".clue"])
    assert kept.history.content(kept.history.before(newest.versions[0].id)[0]) == before


def test_nothing_is_changed_while_a_projects_folder_is_missing(ours):
    (ours.root / "home-project-web" / "登录.md").unlink()
    (ours.root / "home-project-web").rmdir()
    (ours.root / "home-project" / "queue.md").unlink()
    before = ours.clue.read_bytes()
    with pytest.raises(RuleBroken) as refusal:
        ours.repair()
    assert "restore --all" in (refusal.value.hint("en") or "")
    assert "restore --all" in (refusal.value.hint("zh") or "")
    assert ours.clue.read_bytes() == before


def test_an_empty_folder_is_not_cleaned_and_does_not_keep_the_rest_from_being_mended(ours):
    (ours.root / "home-project-web" / "登录.md").unlink()
    (ours.root / "home-project" / "queue.md").unlink()
    assert "gone-memory" in {finding.rule for finding in ours.repair()}
    assert ours.listed()["/home/project/web"] == {"登录.md": ("登录", "安全")}
    assert [finding.rule for finding in ours.check()] == ["folder-missing"]


def filled(ours: Shelf, count: int) -> None:
    for number in range(count):
        ours.add("/srv/many", f"memory-{number:03}.md")


@pytest.mark.parametrize(
    ("standing", "gone", "refused"), [(96, 10, False), (95, 11, True), (40, 9, False), (30, 10, True)]
)
def test_more_than_a_tenth_and_at_least_ten_are_never_dropped(ours, standing, gone, refused):
    filled(ours, standing + gone - 4)  # four stand already
    for number in range(gone):
        (ours.root / "srv-many" / f"memory-{number:03}.md").unlink()
    before = ours.clue.read_bytes()
    if refused:
        with pytest.raises(RuleBroken) as refusal:
            ours.repair()
        assert str(gone) in refusal.value.message("zh")
        assert "restore --all" in (refusal.value.hint() or "")
        assert ours.clue.read_bytes() == before
    else:
        assert len(ours.repair()) == gone
        assert ours.check() == []


def test_memories_that_were_renamed_by_hand_do_not_count_as_gone(ours):
    filled(ours, 40)
    check(ours.home.library)
    for path in sorted((ours.root / "srv-many").iterdir())[:30]:
        path.rename(path.with_name(f"better-{path.name}"))
    ours.repair()
    assert ours.check() == []
    assert len(ours.listed()["/srv/many"]) == 40


def test_a_line_for_a_memory_that_is_listed_twice_goes_and_its_tags_stay(ours):
    entry = ours.entries["/home/project"]
    doubled = entry.but(memories=(*entry.memories, ClueMemory("queue.md", ("queue", "更多"))))
    ours.clue.write_bytes(new_clue([doubled, ours.entries["/home/project/web"]]))
    assert {finding.rule for finding in ours.repair()} == {"doubled-memory", "common-tags"}
    assert ours.listed()["/home/project"]["queue.md"] == ("queue", "db", "更多")
    assert ours.clue.read_bytes().count(b"queue.md") == 1
    assert ours.check() == []


def test_several_entries_of_one_directory_are_joined(ours):
    first, web = ours.entries.values()
    one = first.but(memories=first.memories[:2], common_tags=("db", "缓存", "redis"))
    two = first.but(memories=(ClueMemory("queue.md", ("queue", "db")), ClueMemory("redis-cache.md", ("mine",))))
    ours.clue.write_bytes(new_clue([one, web, two]))
    assert {finding.rule for finding in ours.repair()} == {"doubled-entry", "common-tags"}
    assert ours.clue.read_bytes().count(b'dir: "/home/project"\n') == 1
    assert ours.listed()["/home/project"] == {
        "redis-cache.md": ("db", "缓存", "mine"),
        "缓存选型.md": ("缓存", "redis"),
        "queue.md": ("queue", "db"),
    }
    assert ours.check() == []


def test_entries_of_one_directory_that_hold_more_than_clew_knows_are_left_to_a_person(ours):
    entry = ours.entries["/home/project"]
    text = new_clue([*ours.entries.values(), entry]).decode()
    head, _, tail = text.rpartition('    name: "project"\n')
    ours.clue.write_text(f'{head}    name: "project"\n    owner: "Kim"\n{tail}', "utf-8")
    before = ours.clue.read_bytes()
    assert [(finding.rule, finding.fixable) for finding in ours.check()] == [("doubled-entry", False)]
    assert ours.repair() == []
    assert ours.clue.read_bytes() == before


def test_a_folder_that_is_not_listed_gets_its_entry_from_the_marks_of_its_memories(ours):
    ours.write("srv-api", "limits.md", segment("/srv/api", "c1", ("api", "限流")))
    assert [finding.rule for finding in ours.repair()] == ["unlisted-folder"]
    assert ours.listed()["/srv/api"] == {"limits.md": ("api", "限流")}
    assert ours.home.library.project("/srv/api").dir_slug == "srv-api"
    assert ours.check() == []


def test_a_folder_that_is_not_listed_gets_back_what_the_clue_file_last_said_of_it(ours):
    ours.add("/srv/api", "limits.md", ("mine", "自己的"))
    (ours.root / "srv-api" / "limits.md").write_text("by hand, no mark says whose it is\n")
    ours.check()
    with_it = ours.clue.read_bytes()
    ours.clue.write_bytes(new_clue([entry for dir, entry in ours.entries.items() if dir != "/srv/api"]))
    assert [finding.rule for finding in ours.repair()] == ["unlisted-folder"]
    assert ours.clue.read_bytes() == with_it


@pytest.mark.parametrize("slug", ["", "..", "a/b", ".hidden"])
def test_an_entry_whose_folder_is_no_name_gets_the_folder_that_says_it_is_its_own(ours, slug):
    ours.clue.write_bytes(
        ours.clue.read_bytes().replace(b'dir_slug: "home-project-web"', f'dir_slug: "{slug}"'.encode())
    )
    assert {finding.rule for finding in ours.check()} == {"bad-slug", "unlisted-folder"}
    ours.repair()
    assert ours.clue.read_bytes() == new_clue(ours.entries.values())
    assert ours.check() == []


def test_a_project_that_moved_is_rebuilt_for_the_directory_it_moved_to(ours):
    ours.home.library.clue.refresh()
    ours.check()
    relink(ours.home.library, "/home/project/web", "/srv/elsewhere")
    text = ours.clue.read_bytes()
    ours.clue.unlink()
    ours.repair()
    assert ours.clue.read_bytes() == text
    assert "/srv/elsewhere" in ours.listed()


COMMENTED = """\
# written by Kim, 别动这一行
version: 3
entries:
  # the shop
  - dir: "/home/project"
    dir_slug: "home-project"
    name: "project"
    owner: "Kim"
    common_tags: ["db", "缓存", "redis", "queue"]
    memories:
      - file: "redis-cache.md"
        tags: ["db", "缓存"]
        stars: 5
      - file: "缓存选型.md"
        tags: ["缓存", "redis"]
      # the old one
      - file: "queue.md"
        tags: ["queue", "db"]
  - dir: "/home/project/web"
    dir_slug: "home-project-web"
    name: "web"
    common_tags: ["登录", "安全"]
    memories:
      - file: "登录.md"
        tags: ["登录", "安全"]
"""


def test_a_clue_file_that_is_gone_comes_back_with_all_that_a_person_added(ours):
    ours.clue.write_text(COMMENTED, "utf-8")
    ours.check()
    ours.clue.unlink()
    assert [finding.rule for finding in ours.repair()] == ["clue-missing"]
    assert ours.clue.read_text("utf-8") == COMMENTED
    assert ours.check() == []


def test_a_clue_file_that_is_gone_comes_back_as_the_folders_are_now(ours):
    ours.clue.write_text(COMMENTED, "utf-8")
    ours.check()
    ours.clue.unlink()
    (ours.root / "home-project" / "缓存选型.md").unlink()
    ours.write("srv-api", "limits.md", segment("/srv/api", "c1", ("api", "限流")))
    ours.write("home-project", "by-hand.md", segment("/home/project", "c2", ("neu", "新")))
    ours.repair()
    text = ours.clue.read_text("utf-8")
    assert all(kept in text for kept in ("# written by Kim", "version: 3", 'owner: "Kim"', "stars: 5", "# the old one"))
    assert ours.listed() == {
        "/home/project": {"redis-cache.md": ("db", "缓存"), "queue.md": ("queue", "db"), "by-hand.md": ("neu", "新")},
        "/home/project/web": {"登录.md": ("登录", "安全")},
        "/srv/api": {"limits.md": ("api", "限流")},
    }
    assert ours.check() == []


def test_a_clue_file_is_rebuilt_from_the_memories_alone_by_a_home_that_never_saw_it(ours, tmp_path):
    ours.clue.unlink()
    other = open_home(str(tmp_path / "other"), flags={"library": str(ours.root)})
    (tmp_path / "other").mkdir()
    assert [finding.rule for finding in repair(other.library, check(other.library))] == ["clue-missing"]
    assert ours.listed() == {
        dir: {memory.file: memory.tags for memory in entry.memories} for dir, entry in ours.entries.items()
    }
    assert check(other.library) == []


def test_a_broken_clue_file_that_was_moved_away_is_made_anew_from_the_last_good_one(ours):
    ours.clue.write_text(COMMENTED, "utf-8")
    ours.check()
    ours.clue.write_text("entries: [\n" + COMMENTED, "utf-8")
    assert ours.repair() == []
    ours.clue.rename(ours.root.parent / "broken.clue")
    assert [finding.rule for finding in ours.repair()] == ["clue-missing"]
    assert ours.clue.read_text("utf-8") == COMMENTED


HANDS = {
    "comments and unknown keys": COMMENTED,
    "carriage returns": COMMENTED.replace("\n", "\r\n"),
    "another indent": COMMENTED.replace("\n  ", "\n    "),
    "no quotes": COMMENTED.replace('"', "").replace("[", "[ "),
    "block lists": COMMENTED.replace(
        '["db", "缓存", "redis", "queue"]', '\n      - "db"\n      - "缓存"\n      - "redis"\n      - "queue"'
    ),
    "an anchor": COMMENTED.replace('tags: ["登录', 'tags: &t ["登录'),
}


@pytest.mark.parametrize("hand", HANDS)
def test_a_hand_edited_clue_file_is_mended_and_keeps_its_comments_and_unknown_keys(ours, hand):
    ours.clue.write_bytes(HANDS[hand].encode())
    assert ours.check() == []
    ours.write("home-project", "by-hand.md", segment("/home/project", "c2", ("neu", "新")))
    (ours.root / "home-project" / "redis-cache.md").unlink()
    assert {finding.rule for finding in ours.repair()} >= {"missed-memory", "gone-memory"}
    assert ours.check() == []
    text = ours.clue.read_bytes().decode()
    for kept in ("# written by Kim, 别动这一行", "version: 3", "# the shop", "owner: ", "# the old one"):
        assert kept in text
    assert ours.listed()["/home/project"] == {
        "缓存选型.md": ("缓存", "redis"),
        "queue.md": ("queue", "db"),
        "by-hand.md": ("neu", "新"),
    }


def test_a_fix_that_the_form_of_the_clue_file_does_not_allow_is_not_offered(ours):
    shared = 'shared: &shared\n  memories:\n    - file: "登录.md"\n      tags: ["登录", "安全"]\nentries:\n'
    merged = COMMENTED.replace("entries:\n", shared)
    lines = '    memories:\n      - file: "登录.md"\n        tags: ["登录", "安全"]\n'
    ours.clue.write_text(merged.replace(lines, "    <<: *shared\n"), "utf-8")
    (ours.root / "home-project" / "redis-cache.md").unlink()
    ours.write("home-project-web", "by-hand.md", segment("/home/project/web", "c2", ("neu", "新")))
    findings = ours.check()
    fixed = repair(ours.home.library, findings)
    assert fixed == [finding for finding in findings if finding.fixable]
    assert "gone-memory" in {finding.rule for finding in fixed}
    left = ours.check()
    assert not any(finding.fixable for finding in left)
    assert "cannot-edit" in {finding.rule for finding in left}


def test_a_mark_that_a_person_broke_costs_no_byte_of_its_memory(ours):
    path = ours.root / "home-project" / "queue.md"
    broken = path.read_bytes().replace(b'agent="goose"', b'agent="go"ose"')
    path.write_bytes(broken)
    ours.write("home-project", "other.md", broken)
    ours.repair()
    assert path.read_bytes() == broken
    assert ours.listed()["/home/project"]["queue.md"] == ("queue", "db")


def test_a_save_in_the_middle_of_its_two_files_is_no_finding(ours):
    other = open_home(ours.home.path)
    half_done, look_began = threading.Event(), threading.Event()

    def save() -> None:
        with other.library.kept.lock():
            ours.write("home-project", "new.md", segment("/home/project", "c2"))
            half_done.set()
            look_began.wait(5)
            entry = ours.entries["/home/project"]
            memories = (*entry.memories, ClueMemory("new.md", ("db", "缓存")))
            ours.clue.write_bytes(new_clue([entry.but(memories=memories), ours.entries["/home/project/web"]]))

    saving = threading.Thread(target=save)
    saving.start()
    half_done.wait(5)

    def looked(done: int, total: int) -> None:
        if done == total:
            look_began.set()

    found = check(ours.home.library, looked)
    saving.join()
    assert found == []


def test_a_check_tells_what_it_saw_when_the_lock_cannot_be_had(ours, monkeypatch):
    monkeypatch.setattr(checking, "_PATIENCE", 0.05)
    ours.write("home-project", "by-hand.md", b"x\n")
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with open_home(ours.home.path).library.kept.lock():
            held.set()
            done.wait(5)

    holding = threading.Thread(target=hold)
    holding.start()
    held.wait(5)
    try:
        assert ours.rules() == ["missed-memory"]
    finally:
        done.set()
        holding.join()


def test_a_repair_of_several_projects_leaves_every_other_line_as_it_is(ours):
    for number in range(20):
        ours.add(f"/srv/p{number}", "a-memory.md")
        ours.add(f"/srv/p{number}", "b-memory.md")
    before = ours.clue.read_text("utf-8").splitlines()
    for number in (3, 7, 11):
        (ours.root / f"srv-p{number}" / "b-memory.md").unlink()
    ours.repair()
    after = ours.clue.read_text("utf-8").splitlines()
    assert len(before) - len(after) == 6
    assert [line for line in after if line not in before] == []


def test_a_clue_file_that_became_unreadable_between_look_and_repair_is_left_alone(ours):
    (ours.root / "home-project" / "queue.md").unlink()
    printed = ours.check()
    ours.clue.write_text("entries: [\n")
    assert repair(ours.home.library, printed) == []
    assert ours.clue.read_text() == "entries: [\n"
