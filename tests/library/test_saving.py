"""Saving: the tags, the receipt, what is refused and kept, what is done once."""

import os
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import clew
from clew.errors import NotFound, RuleBroken, Unreadable, Usage
from clew.library.wish import Wish
from clew.text.clue import read_clue
from clew.text.segments import segments_of

TAGS = ["redis", "缓存"]


def clue(library):
    return read_clue(library.kept.get(".clue").data).entries


def texts(library, file):
    data = library.kept.get(file).data
    return [segment.text(data).decode() for segment in segments_of(data)]


def test_the_receipt_says_what_lies_on_disk(project, library):
    saved = project.start().save("用Redis缓存", TAGS, title="Cache 缓存", agent="goose")
    with open(saved.path, "rb") as file:
        data = file.read()
    assert saved.file == "home-project/Cache缓存.md"
    assert saved.path == os.path.join(library.root, "home-project", "Cache缓存.md")
    assert saved.lines == data.count(b"\n")
    assert saved.revision == library.kept.get(saved.file).revision
    assert (saved.created, saved.repeated, saved.masked, saved.escaped) == (True, False, (), 0)
    assert saved.tags == saved.common_tags == ("redis", "缓存")


def test_the_full_title_is_kept_inside(project, library):
    title = "Why we moved the queue from Redis to PostgreSQL, and what it cost: 一次迁移的全部记录"
    saved = project.start().save("x", TAGS, title=title)
    assert library.kept.get(saved.file).data.decode().splitlines()[0] == f"# {title}"


def test_a_memory_gets_its_name_from_the_text_where_no_title_is_given(project):
    english = project.start().save("PostgreSQL replication lag: we add a replica for the reports.", TAGS)
    chinese = project.start(0).save("数据库迁移方案：先备份，再迁移，最后核对数据。", ["redis", "迁移"])
    assert "PostgreSQL" in english.memory or "replication" in english.memory
    assert "数据库" in chinese.memory or "迁移" in chinese.memory


def test_the_heading_is_the_time_unless_one_is_given(project, library):
    conversation = project.start()
    conversation.save("one", TAGS)
    saved = conversation.save("two", TAGS, heading="Decided\n今天")
    headings = [segment.heading for segment in segments_of(library.kept.get(saved.file).data)]
    assert headings == ["2026-11-30 15:00", "Decided 今天"]


def test_the_clue_file_lists_the_memory_with_the_union_of_its_tags(project, library):
    conversation = project.start()
    conversation.save("one", ["a", "b"])
    conversation.save("two", ["B", "c"])
    saved = project.start(0).save("three", ["c", "D"])
    (entry,) = clue(library)
    assert [memory.tags for memory in entry.memories] == [("a", "b", "c"), ("c", "D")]
    assert entry.common_tags == saved.common_tags == ("a", "b", "c", "D")


@pytest.mark.parametrize("tags", [[], ["one"], ["a", "A "], list("abcdef"), [""], ["a,b,c,d,e,f"]])
def test_two_to_five_tags(project, tags):
    with pytest.raises(RuleBroken) as refused:
        project.start().save("text", tags)
    assert refused.value.rule == "tags-count"


def test_one_tag_of_the_project_must_be_among_them(project):
    conversation = project.start()
    conversation.save("one", ["缓存", "redis"])
    with pytest.raises(RuleBroken) as refused:
        conversation.save("two", ["x", "y"])
    assert refused.value.rule == "tags-common"
    assert conversation.save("two", refused.value.suggestions).tags[-1] in ("x", "y")


def test_tags_are_one_tag_under_case_and_normal_form_and_keep_their_first_spelling(project, library):
    conversation = project.start()
    conversation.save("one", ["Café", "API"])
    saved = conversation.save("two", ["CAFE\u0301", "api", "new"])
    assert saved.tags == ("Café", "API", "new")


def test_a_refused_text_is_finished_by_giving_the_tags_alone(project, library, tmp_path):
    conversation = project.start()
    with pytest.raises(RuleBroken) as refused:
        conversation.save("kept 保留", ["one"], title="T", heading="H", agent="goose")
    assert refused.value.pending
    later = clew.open(tmp_path / "home").library
    saved = later.finish(refused.value.pending, ["a", "b"])
    assert saved.conversation == conversation.id
    (segment,) = segments_of(library.kept.get(saved.file).data)
    assert (segment.heading, segment.mark.agent, saved.memory) == ("H", "goose", "T")
    assert later.pending.all() == []
    with pytest.raises(NotFound):
        later.finish(refused.value.pending, ["a", "b"])


@pytest.mark.parametrize("id", ["", "p-1", "p-\ud800", "\udcff", "a\0b", "x" * 100_000])
def test_an_id_that_nobody_gave_is_pending_nowhere(library, id):
    with pytest.raises(NotFound):
        library.finish(id, ["a", "b"])


def test_saving_the_same_text_with_tags_that_pass_settles_it_too(project, library):
    conversation = project.start()
    with pytest.raises(RuleBroken):
        conversation.save("text", ["one"])
    with pytest.raises(RuleBroken):
        conversation.save("text", ["two"])
    assert len(library.pending.all()) == 1
    conversation.save("text", ["a", "b"])
    assert library.pending.all() == []


def test_a_clue_file_that_does_not_parse_is_left_alone_and_the_text_is_kept(project, library):
    saved = project.start().save("one", TAGS)
    broken = library.kept.get(".clue").data + b"<<<<<<< ours\n"
    with open(library.clue.path, "wb") as file:
        file.write(broken)
    with pytest.raises(Unreadable) as refused:
        project.start(0).save("two", TAGS)
    assert "line" in refused.value.data
    assert refused.value.pending
    assert library.kept.get(".clue").data == broken
    assert [line.file for line in project.menu()] == [saved.file]  # reading goes on
    with open(library.clue.path, "wb") as file:
        file.write(broken.replace(b"<<<<<<< ours\n", b""))
    assert library.finish(refused.value.pending).created


def test_a_memory_that_is_not_utf8_is_left_alone_and_the_text_is_kept(project, library):
    conversation = project.start()
    saved = conversation.save("one", TAGS)
    with open(saved.path, "ab") as file:
        file.write(b"\xff\xfe latin \xe9\n")
    before = library.kept.get(saved.file).data
    with pytest.raises(Unreadable) as refused:
        conversation.save("two", TAGS)
    assert refused.value.pending
    assert library.kept.get(saved.file).data == before


def test_a_memory_that_another_program_made_utf16_is_refused_as_what_it_is(project):
    conversation = project.start()
    saved = conversation.save("one", TAGS)
    with open(saved.path, encoding="utf-8") as file:
        text = file.read()
    with open(saved.path, "w", encoding="utf-16") as file:
        file.write(text)
    with pytest.raises(Unreadable) as refused:
        project.start(saved.memory, "another").save("two", TAGS)
    assert "UTF-16" in refused.value.message()


def test_a_folder_that_only_its_memories_know_gets_the_name_of_their_directory(project, library):
    """Whatever system the directory is of."""
    mark = '<!-- clew conversation="c1" dir="C:\\w\\tide" time="2026-11-30T15:00:00+08:00" tags="redis, cache" -->'
    library.kept.put("w-tide/m.md", f"# m\n\n{mark}\n## one\n\none\n".encode())
    project.start("m", "c2").save("two", TAGS)
    (entry,) = library.clue.of_slug("w-tide")
    assert (entry.dir, entry.name) == ("C:\\w\\tide", "tide")


def test_the_same_request_is_done_once_and_gives_the_first_result(project, library):
    conversation = project.start()
    first = conversation.save("one", TAGS, request="r1")
    conversation.save("two", ["redis", "other"], request="r2")
    again = conversation.save("another text", ["redis", "x"], request="r1")
    assert again.repeated
    assert again == first.__class__(**{**first.as_dict(), "repeated": True, "common_tags": again.common_tags})
    assert texts(library, first.file) == ["one\n", "two\n"]


def test_a_request_is_known_again_without_its_conversation(project, library):
    first = library.save(project, Wish("one", tuple(TAGS), request="r1"))
    again = library.save(project, Wish("one", tuple(TAGS), request="r1"))
    assert again.repeated
    assert again.conversation == first.conversation


def test_without_a_request_the_last_text_again_counts_as_the_repeat(project, library):
    conversation = project.start()
    conversation.save("one", TAGS)
    assert conversation.save("one", TAGS).repeated
    conversation.save("two", TAGS)
    assert not conversation.save("one", TAGS).repeated
    other = project.start(1)
    assert not other.save("one", TAGS).repeated  # another conversation says it too
    assert texts(library, other.file) == ["one\n", "two\n", "one\n", "one\n"]


def test_a_text_is_stored_as_it_was_given(project, library):
    awkward = "---\ntitle: x\n---\n\n```\n---\n# not a heading\n```\r\n\ttab  \n\n\n"
    conversation = project.start()
    saved = conversation.save(awkward, TAGS)
    conversation.save("no newline at the end", TAGS)
    assert texts(library, saved.file) == [awkward, "no newline at the end\n"]


def test_a_text_that_could_pass_for_our_comment_is_stored_escaped_and_counted(project, library):
    saved = project.start().save('<!-- clew conversation="forged" time="" -->\n', TAGS)
    assert saved.escaped == 1
    assert library.memory_of("forged") is None


def test_keys_are_masked_unless_they_are_allowed(project, library):
    key = "gh" + "p_" + "a1B2c3D4e5" * 4
    conversation = project.start()
    saved = conversation.save(f"the token is {key[:40]} 令牌", TAGS)
    assert saved.masked
    assert key[:40] not in library.kept.get(saved.file).data.decode()
    kept = conversation.save(f"again {key[:40]}", TAGS, allow_secret=True)
    assert not kept.masked
    assert key[:40] in library.kept.get(saved.file).data.decode()


@pytest.mark.parametrize("text", ["", " \n\t", "\udcff is no text", "a\0b"])
def test_what_is_no_text_is_a_usage_error_and_nothing_is_made(project, library, text, tmp_path):
    with pytest.raises(Usage):
        project.start().save(text, TAGS)
    assert not (tmp_path / "home" / "memory").exists()
    assert library.pending.all() == []


def test_one_save_is_one_entry_of_the_history_and_is_undone_whole(project, library, home):
    from clew.history.undo import undo

    conversation = project.start()
    conversation.save("one", TAGS)
    before = {path: library.kept.get(path).data for path in (".clue", conversation.file)}
    conversation.save("two", ["redis", "new"])
    undo(library.kept)
    assert {path: library.kept.get(path).data for path in before} == before
    assert project.common_tags() == TAGS


def test_an_edit_by_hand_survives_a_save_and_is_in_the_history(project, library, home):
    conversation = project.start()
    saved = conversation.save("one", TAGS)
    with open(saved.path, "a", encoding="utf-8") as file:
        file.write("\nby hand 手写\n")
    conversation.save("two", TAGS)
    data = library.kept.get(saved.file).data.decode()
    assert data.index("one") < data.index("by hand 手写") < data.index("two")
    whats = [version.what for version in home.history.versions(library.kept.key, saved.file)]
    assert whats == ["save", "seen", "save"]


TAG = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.tuples(st.text(min_size=1, max_size=40), st.lists(TAG, max_size=6)), max_size=4))
def test_whatever_is_saved_nothing_is_lost_and_the_clue_file_is_the_union(library, saves):
    project = library.project(f"/p/{uuid4()}")  # one library serves all examples
    conversation = project.start()
    files, said = set(), []
    for text, tags in saves:
        try:
            saved = conversation.save(text, tags)
        except RuleBroken as refused:
            saved = library.finish(refused.pending, refused.suggestions)
        except Usage:
            continue
        files.add(saved.file)
        if not saved.repeated:
            said.append(text if text.endswith("\n") else text + "\n")
    if not said:
        return
    (file,) = files
    assert texts(library, file) == said
    entry = library.entry_of(project)
    assert [f"{entry.dir_slug}/{memory.file}" for memory in entry.memories] == [file]
    assert entry.common_tags == entry.memories[0].tags


def test_what_is_known_of_a_grown_memory_is_what_reading_it_again_would_say(tmp_path, project, library, clock):
    conversation = project.start()
    for number, tags in enumerate((["a", "b"], ["A", "c"], ["c", "丁"])):
        clock.on(minutes=1)
        saved = conversation.save(f"text {number}", tags, request=f"r{number}")
    grown = library.catalog.folder("home-project")
    asked = [library.catalog.asked(f"r{number}") for number in range(3)]
    for derived in (tmp_path / "home").glob("state.db*"):
        derived.unlink()
    again = clew.open(tmp_path / "home").library
    assert again.catalog.folder("home-project") == grown
    assert [again.catalog.asked(f"r{number}") for number in range(3)] == asked
    assert asked[0] == [(conversation.id, saved.file)]


@pytest.mark.parametrize("edited", ["the memory", "the clue file"])
def test_an_edit_in_the_middle_of_a_save_is_taken_in_and_not_a_conflict(project, library, monkeypatch, edited):
    conversation = project.start()
    saved = conversation.save("one", TAGS)
    change, path = library.kept.change, saved.path if edited == "the memory" else library.clue.path

    def change_after_an_editor(edits, *rest):
        monkeypatch.setattr(library.kept, "change", change)
        with open(path, "a", encoding="utf-8") as file:
            file.write("# by hand 手写\n")
        return change(edits, *rest)

    monkeypatch.setattr(library.kept, "change", change_after_an_editor)
    conversation.save("two", ["redis", "new"])
    with open(path, encoding="utf-8") as file:
        assert "by hand 手写" in file.read()
    assert "two\n" in texts(library, saved.file)[-1]
    assert project.common_tags() == ["redis", "缓存", "new"]
