"""Which project a directory is: the record first, then the disk; worktrees, moves, and where clew is off."""

import os
import subprocess

import pytest

import clew
from clew.errors import NotFound, RuleBroken, Usage
from clew.library.moving import delete, gone_directories, move, relink, rename

TAGS = ["redis", "缓存"]


def save(project, text="text", title=None):
    return project.start().save(text, TAGS, title=title)


def test_slugs_of_like_directories_differ_and_the_clue_file_keeps_which_is_which(library, tmp_path):
    dirs = ["/srv/w/a-b", "/srv/w/a/b", "/srv/w/a b", "/home/project-web", "/home/project/web", "/", "/root"]
    slugs = {dir: save(library.project(dir), f"the word of {dir}").file.split("/")[0] for dir in dirs}
    assert len({slug.casefold() for slug in slugs.values()}) == len(dirs)
    later = clew.open(tmp_path / "home").library
    for dir in dirs:
        (line,) = later.project(dir).menu()
        assert f"the word of {dir}" in later.kept.get(line.file).data.decode()


def test_a_directory_is_the_same_however_it_is_written(library, tmp_path):
    (tmp_path / "real" / "项目").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    dir = os.path.realpath(tmp_path / "real" / "项目")
    save(library.project(dir))
    for spelling in (f"{dir}/", f"{dir}/../项目", str(tmp_path / "link" / "项目")):
        assert library.project(spelling).dir == dir
    assert library.project(tmp_path / "real" / "项目").dir == dir


def test_a_directory_in_another_normal_form_is_the_same(library):
    save(library.project("/home/café"))
    assert library.project("/home/cafe\u0301").dir == "/home/café"


def test_case_counts_where_the_file_system_keeps_it_apart(library, tmp_path):
    for name in ("Web", "web"):
        (tmp_path / name).mkdir(exist_ok=True)
        save(library.project(tmp_path / name))
    expected = 1 if os.path.samefile(tmp_path / "Web", tmp_path / "web") else 2
    assert len(library.projects()) == expected


def test_a_directory_need_not_exist_and_nobody_walks_up_to_a_git_root(library, tmp_path):
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    (tmp_path / "repo" / "web").mkdir()
    save(library.project(tmp_path / "repo"))
    assert library.project(tmp_path / "repo" / "web").menu() == []
    assert library.project("/nowhere/at/all").menu() == []


def test_an_unknown_directory_offers_nothing_and_makes_nothing(library, tmp_path):
    menu = library.project("/home/unknown").whole_menu()
    assert (menu.lines, menu.parents) == ((), ())
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("dir", ["", "a\0b", "a\nb"])
def test_what_cannot_be_a_directory_is_a_usage_error(library, dir):
    with pytest.raises(Usage):
        library.project(dir)


def test_windows_paths_are_projects_on_any_system(library):
    slugs = [library.project(dir).dir_slug for dir in ("C:\\r", "\\\\srv\\share\\r", "C:/r")]
    assert all(":" not in slug and "\\" not in slug and "/" not in slug for slug in slugs)
    assert not os.path.exists("C:")


def test_the_memories_of_directories_above_follow_apart_and_can_be_picked(library):
    above = save(library.project("/home/project"), title="above")
    below = library.project("/home/project/web")
    own = save(below, title="own")
    menu = below.whole_menu()
    assert [line.file for line in menu.lines] == [own.file]
    assert [(line.number, line.file, line.dir) for line in menu.parents] == [(2, above.file, "/home/project")]
    assert below.start(pick=2).file == above.file
    assert library.project("/home/project").whole_menu().parents == ()


def git(*arguments, cwd):
    subprocess.run(["git", *arguments], cwd=cwd, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path):
    main = tmp_path / "main"
    (main / "web").mkdir(parents=True)
    (main / "web" / "x").write_text("x")
    git("init", "-q", cwd=main)
    git("add", ".", cwd=main)
    git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "x", cwd=main)
    git("worktree", "add", "-q", str(tmp_path / "tree"), cwd=main)
    return tmp_path


def test_worktrees_of_a_repository_share_a_project(library, repository):
    for folder in ("", "web"):
        saved = save(library.project(repository / "tree" / folder), title=f"in-{folder or 'root'}")
        project = library.project(repository / "main" / folder)
        assert [line.file for line in project.menu()] == [saved.file]
        assert project.dir == os.path.realpath(repository / "main" / folder)


def test_what_a_worktree_saved_stays_when_it_is_removed(library, repository):
    saved = save(library.project(repository / "tree"))
    git("worktree", "remove", str(repository / "tree"), cwd=repository / "main")
    assert [line.file for line in library.project(repository / "main").menu()] == [saved.file]


def test_a_setting_keeps_worktrees_apart(tmp_path, repository):
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "config.toml").write_text('worktrees = "apart"\n')
    library = clew.open(tmp_path / "home").library
    save(library.project(repository / "tree"))
    assert library.project(repository / "main").menu() == []


def test_a_moved_directory_is_told_at_the_start_and_relinked_by_one_call(library, tmp_path):
    (tmp_path / "old" / "sub").mkdir(parents=True)
    old, new = os.path.realpath(tmp_path / "old"), os.path.realpath(tmp_path) + "/new"
    saved = save(library.project(old))
    below = save(library.project(old + "/sub"))
    os.rename(old, new)
    assert library.project(new).whole_menu().moved_from == old
    assert gone_directories(library) == [old, old + "/sub"]
    relinked = relink(library, old, new)
    assert (relinked.dir, relinked.name) == (new, "new")
    assert [line.file for line in library.project(new).menu()] == [saved.file]
    assert [line.file for line in library.project(new + "/sub").menu()] == [below.file]
    assert library.project(new).whole_menu().moved_from is None


def test_relinking_takes_in_what_the_new_directory_saved_meanwhile(library):
    one = save(library.project("/old"), "one", title="same")
    two = save(library.project("/new"), "two", title="same")
    project = relink(library, "/old", "/new")
    names = sorted(line.name for line in project.menu())
    assert names == ["same", "same-2"]
    assert library.kept.stat(two.file) is None
    assert len(library.projects()) == 1
    conversation = library.kept.get(one.file).data
    assert b"one" in conversation


def test_relinking_what_is_not_there_lists_the_gone_directories(library):
    save(library.project("/gone/dir"))
    with pytest.raises(NotFound) as missing:
        relink(library, "/another", "/new")
    assert missing.value.suggestions == ["/gone/dir"]


def test_rename_keeps_the_conversation_and_its_tags(library, project):
    conversation = project.start()
    saved = conversation.save("one", TAGS, title="old")
    file = rename(library, saved.file, "新名字")
    assert file == "home-project/新名字.md"
    assert conversation.save("two", TAGS).file == file
    (memory,) = library.entry_of(project).memories
    assert (memory.file, memory.tags) == ("新名字.md", tuple(TAGS))


def test_rename_to_a_taken_name_is_refused_with_a_free_one(library, project):
    first, second = save(project, title="one"), save(project, title="two")
    with pytest.raises(RuleBroken) as refused:
        rename(library, first.file, "TWO")
    assert refused.value.suggestions == ["TWO-2"]
    assert rename(library, first.file, refused.value.suggestions[0]).endswith("TWO-2.md")
    assert library.kept.stat(second.file) is not None


@pytest.mark.parametrize("name", ["", "..", "a/b", "CON", "2026-11-30", "42", "x" * 300, "today", ".hidden"])
def test_rename_refuses_what_cannot_be_a_name(library, project, name):
    saved = save(project)
    with pytest.raises(Usage):
        rename(library, saved.file, name)
    assert library.kept.stat(saved.file) is not None


def test_move_goes_to_the_other_project_with_its_tags(library, project):
    save(library.project("/other"), title="same")
    saved = save(project, title="same")
    file = move(library, saved.file, library.project("/other"))
    assert file == "other/same-2.md"
    assert [memory.file for memory in library.entry_of(library.project("/other")).memories] == ["same.md", "same-2.md"]
    assert library.entry_of(project).memories == ()
    assert library.entry_of(project).common_tags == ()


def test_delete_takes_the_line_in_the_clue_file_along_and_undo_brings_both_back(library, project):
    from clew.history.undo import undo

    saved = save(project)
    data = library.kept.get(saved.file).data
    delete(library, saved.file)
    assert library.entry_of(project).memories == ()
    undo(library.kept)
    assert library.kept.get(saved.file).data == data
    assert len(library.entry_of(project).memories) == 1


def test_off_means_nothing_is_read_or_saved_there_and_below(home, library, project):
    saved = save(project)
    home.off.switch_off("/home/project")
    for dir in ("/home/project", "/home/project/web"):
        with pytest.raises(RuleBroken) as refused:
            library.project(dir)
        assert refused.value.rule == "off"
    assert [one.dir for one in library.open_projects()] == []
    with pytest.raises(RuleBroken):
        project.start(conversation=None).save("x", TAGS)
    assert library.pending.all() == []  # not kept either
    home.off.switch_on("/home/project")
    assert [line.file for line in library.project("/home/project").menu()] == [saved.file]


def test_off_below_cannot_be_switched_on_while_it_is_off_above(home):
    home.off.switch_off("/home/project")
    with pytest.raises(RuleBroken) as refused:
        home.off.switch_on("/home/project/web")
    assert refused.value.rule == "off-above"


def test_a_lost_clue_file_is_found_again_in_its_folders(library, tmp_path):
    dirs = ["/a/b", "/a-b"]
    files = {dir: save(library.project(dir), dir).file for dir in dirs}
    (tmp_path / "home" / "memory" / ".clue").unlink()
    for dir in reversed(dirs):
        assert [line.file for line in library.project(dir).menu()] == [files[dir]]


def test_an_entry_without_a_usable_folder_name_gets_one(library, tmp_path):
    save(library.project("/a"))
    clue = tmp_path / "home" / "memory" / ".clue"
    clue.write_text('entries:\n  - dir: "/x"\n    dir_slug: "../evil"\n  - dir: "/y"\n')
    for dir in ("/x", "/y"):
        saved = save(library.project(dir))
        assert saved.file.count("/") == 1
        assert not saved.file.startswith(".")
    assert not (tmp_path / "home" / "evil").exists()
