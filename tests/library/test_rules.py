"""The three rules that may not be broken, whoever calls."""

import pytest

import clew
from clew.errors import NotFound, RuleBroken, Usage
from clew.library.wish import Wish
from clew.text.segments import segments_of

TAGS = ["缓存", "redis"]


def memories(project):
    return [line.file for line in project.whole_menu().lines]


def conversations(library, file):
    return [segment.mark.conversation for segment in segments_of(library.kept.get(file).data)]


def test_all_of_a_conversation_goes_into_one_memory(project):
    conversation = project.start()
    files = {conversation.save(f"topic {number} 话题", TAGS).file for number in range(4)}
    assert len(files) == 1
    assert memories(project) == list(files)


def test_a_new_conversation_makes_its_own_memory(project):
    first = project.start().save("one", TAGS, title="same title")
    second = project.start(0).save("two", TAGS, title="same title")
    assert first.created
    assert second.created
    assert [first.memory, second.memory] == ["same-title", "same-title-2"]


def test_choosing_a_memory_continues_it(project, library):
    first = project.start()
    saved = first.save("one", TAGS)
    second = project.start(pick=1)
    assert second.memory == saved.memory
    assert not second.save("two", TAGS).created
    assert conversations(library, saved.file) == [first.id, second.id]


def test_a_memory_can_be_chosen_by_its_name_in_either_normal_form(project):
    saved = project.start().save("x", TAGS, title="Café 咖啡")
    assert project.start(pick="Cafe\u0301咖啡").file == saved.file
    assert project.start(pick=f"{saved.memory}.md").file == saved.file


def test_before_the_first_save_the_choice_may_change(project):
    saved = project.start().save("one", TAGS)
    conversation = project.start(pick=1)
    again = project.start(pick=0, conversation=conversation.id)
    assert again.memory is None
    assert again.save("two", TAGS).file != saved.file


def test_after_a_save_another_choice_is_refused_and_names_the_memory(project):
    project.start().save("one", TAGS, title="one")
    conversation = project.start()
    saved = conversation.save("two", TAGS, title="two")
    with pytest.raises(RuleBroken) as refused:
        project.start(pick="one", conversation=conversation.id)
    assert refused.value.rule == "one-memory"
    assert saved.memory in str(refused.value)
    assert project.start(conversation=conversation.id).file == saved.file


def test_the_same_choice_again_changes_nothing(project):
    conversation = project.start()
    saved = conversation.save("one", TAGS)
    assert project.start(pick=0, conversation=conversation.id).file == saved.file  # it made that memory itself
    assert project.start(pick=1, conversation=conversation.id).file == saved.file


def test_zero_is_another_choice_for_a_conversation_that_continued_a_memory(project):
    project.start().save("one", TAGS)
    conversation = project.start(pick=1)
    conversation.save("two", TAGS)
    with pytest.raises(RuleBroken):
        project.start(pick=0, conversation=conversation.id)


def test_a_conversation_saves_to_its_memory_from_any_directory(library, project):
    conversation = project.start()
    saved = conversation.save("one", TAGS)
    elsewhere = library.project("/home/other").start(conversation=conversation.id)
    assert elsewhere.save("two", TAGS).file == saved.file
    assert library.save(library.project("/somewhere"), Wish("three", tuple(TAGS), conversation.id)).file == saved.file


def test_a_choice_holds_in_a_later_process(tmp_path, project):
    saved = project.start().save("one", TAGS)
    chosen = project.start(pick=1)
    later = clew.open(tmp_path / "home").library.project("/home/project")
    assert later.start(conversation=chosen.id).file == saved.file


def test_the_rules_hold_when_all_that_the_home_remembers_is_gone(tmp_path, project):
    conversation = project.start()
    saved = conversation.save("one", TAGS)
    project.start().save("two", TAGS, title="other")
    for derived in (tmp_path / "home").glob("state.db*"):
        derived.unlink()
    later = clew.open(tmp_path / "home").library.project("/home/project")
    assert later.start(conversation=conversation.id).file == saved.file
    with pytest.raises(RuleBroken):
        later.start(pick="other", conversation=conversation.id)


def test_two_homes_that_share_a_library_keep_the_rules_together(tmp_path, project, library):
    there = tmp_path / "there"
    there.mkdir()
    (there / "config.toml").write_text(f'library = "{library.root}"\n')
    conversation = project.start()
    saved = conversation.save("here", TAGS)
    other = clew.open(there).library.project("/home/project")
    assert other.start(conversation=conversation.id).save("there", TAGS).file == saved.file
    project.start().save("x", TAGS, title="another")
    with pytest.raises(RuleBroken):
        other.start(pick="another", conversation=conversation.id)


def test_a_renamed_file_takes_its_conversation_along(project, library, tmp_path):
    conversation = project.start()
    saved = conversation.save("one", TAGS)
    folder = tmp_path / "home" / "memory" / "home-project"
    (folder / saved.file.split("/")[1]).rename(folder / "by-hand.md")
    assert conversation.save("two", TAGS).file == "home-project/by-hand.md"


def test_what_is_not_there_cannot_be_chosen(project):
    project.start().save("one", TAGS)
    for pick in (2, "nothing", "99"):
        with pytest.raises(NotFound):
            project.start(pick=pick)


@pytest.mark.parametrize("id", ["", " ", "a\nb", "x" * 201, "\x1b[2J"])
def test_an_id_that_no_comment_could_hold_is_refused(project, id):
    with pytest.raises(Usage):
        project.start(conversation=id)


def test_an_agents_id_is_kept_as_it_is(project, library):
    id = 'sess "42" --> 会话 & <b>'
    saved = project.start(conversation=id).save("one", TAGS)
    assert conversations(library, saved.file) == [id]
    assert project.start(conversation=id).file == saved.file
