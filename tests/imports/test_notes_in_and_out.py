"""Rows of seed 1's table, and Simplenote's own archive: in, out, and in again."""

from __future__ import annotations

import json
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest

import clew
from clew.cli import main
from clew.text.note_line import note_lines
from clew.text.segments import segments_of
from clew.text.team_notes import comment_of, row_of

ID = "3264d883-b42b-469b-97c1-928a6b6b620f"
# The form of the row that seed 1 was published as: other spellings of time and truth than clew writes.
ROW = {
    "id": 10014,
    "team_id": "1",
    "author_id": "1",
    "content": "# 记忆设计\n**作者**：Goose 版本：1.3\n\n## 目标\n\n跨对话记住关键信息。\n",
    "tags": [],
    "created_at": "2026-05-13 03:41:29",
    "updated_at": "2026-05-13 03:41:29",
    "enable": "F",
    "pinned": "F",
    "comment": f"source=simplenote; source_id={ID}",
    "position": 0,
}


@pytest.fixture
def run(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("CLEW_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CLEW_LANG", "en")

    def called(*words: object):
        status = main([*map(str, words), "--dir", str(tmp_path / "project"), "--json"])
        return status, json.loads(capsys.readouterr().out)

    return called


@pytest.fixture
def project(tmp_path):
    home = clew.open(tmp_path / "home")
    yield home.library.project(tmp_path / "project")
    home.close()


@pytest.fixture
def rows(tmp_path):
    file = tmp_path / "rows.json"
    file.write_text(json.dumps([ROW, {"id": 2, "content": "# Cache\n\nRedis.\n", "tags": '["db"]'}]), "utf-8")
    return file


@pytest.fixture
def archive(tmp_path):
    notes = {
        "activeNotes": [
            {"id": ID, "content": "Shopping\r\n牛奶", "lastModified": "2026-05-01T10:00:00.000Z", "tags": ["home"]},
            {"id": "b" * 32, "content": "Second", "creationDate": "2026-04-01T10:00:00.000Z", "pinned": True},
        ],
        "trashedNotes": [{"id": "c" * 32, "content": "gone"}],
    }
    file = tmp_path / "notes.zip"
    with ZipFile(file, "w") as archive:
        archive.writestr("source/notes.json", json.dumps(notes))
    return file


def actions(answer) -> list[str]:
    return [one["action"] for one in answer["actions"]]


def test_rows_come_in_as_memories_tied_to_their_notes_and_a_second_import_changes_nothing(run, rows, project):
    status, answer = run("import", rows)
    assert (status, actions(answer)) == (0, ["new", "new"])
    texts = {line.name: Path(line.path).read_text("utf-8") for line in project.menu()}
    (said,) = note_lines(texts["记忆设计"])
    assert (said.id, said.version, said.service) == (ID, "1.3", "Simplenote")
    assert 'time="2026-05-13T03:41:29' in texts["记忆设计"]
    before = {line.path: Path(line.path).read_bytes() for line in project.menu()}
    assert actions(run("import", rows)[1]) == ["known", "known"]
    assert {line.path: Path(line.path).read_bytes() for line in project.menu()} == before
    assert main(["check", "--json"]) == 0


def test_an_export_ties_each_row_to_its_note_and_comes_in_again_unchanged(run, rows, project, tmp_path):
    run("import", rows)
    project.start(pick=0).save("Mine: 用 SQLite。", tags=["team-notes", "db"], title="Choice")
    out = tmp_path / "out.json"
    status, done = run("export", "--team-notes", out)
    assert (status, done["rows"], done["new"]) == (0, 3, 3)
    written = {row["content"].split("\n")[0]: row for row in json.loads(out.read_text("utf-8"))}
    assert comment_of(written["# 记忆设计"]["comment"]) == {"source": "simplenote", "source_id": ID}
    assert "<!-- clew" not in out.read_text("utf-8")
    assert set(actions(run("import", out)[1])) == {"known"}
    before = out.read_bytes()
    assert run("export", "--team-notes", out)[1]["changed"] == 0
    assert out.read_bytes() == before


def test_an_export_keeps_the_rows_of_others_and_the_ids_of_its_own(run, project, tmp_path):
    out = tmp_path / "out.json"
    foreign = {**ROW, "id": 7, "folder_id": 3, "colour": "red"}
    out.write_text(json.dumps([foreign]), "utf-8")
    conversation = project.start(pick=0)
    conversation.save("One.", tags=["a", "b"], title="One")
    run("export", "--team-notes", out)
    conversation.save("Two. 第二段。", tags=["a", "b"])
    done = run("export", "--team-notes", out)[1]
    assert (done["rows"], done["new"], done["changed"]) == (2, 0, 1)
    first, second = json.loads(out.read_text("utf-8"))
    assert first == foreign
    assert second["id"] == 8
    assert "第二段" in second["content"]


def test_another_home_takes_the_rows_over(run, project, tmp_path, monkeypatch):
    project.start(pick=0).save("Text. 正文。", tags=["a", "b"], title="One")
    out = tmp_path / "out.json"
    run("export", "--team-notes", out)
    monkeypatch.setenv("CLEW_HOME", str(tmp_path / "other"))
    assert actions(run("import", out)[1]) == ["new"]
    assert actions(run("import", out)[1]) == ["known"]


def test_a_file_of_somebody_elses_is_not_replaced_by_an_export(run, project, tmp_path):
    project.start(pick=0).save("Text.", tags=["a", "b"], title="One")
    out = tmp_path / "package.json"
    for text in ('{"name": "x"}', "[1, 2]", "not json", '[{"name": 1}]'):
        out.write_text(text, "utf-8")
        status, answer = run("export", "--team-notes", out)
        assert status == 1
        assert answer["error"]["kind"] == "unreadable"
        assert out.read_text("utf-8") == text


def test_an_export_goes_where_a_link_leads_and_leaves_the_mode_of_the_file(run, project, tmp_path):
    project.start(pick=0).save("Text.", tags=["a", "b"], title="One")
    file, link = tmp_path / "rows.json", tmp_path / "link.json"
    file.write_text("[]", "utf-8")
    file.chmod(0o640)
    link.symlink_to(file)
    assert run("export", "--team-notes", link)[0] == 0
    assert link.is_symlink()
    assert len(json.loads(file.read_text("utf-8"))) == 1
    assert file.stat().st_mode & 0o777 == 0o640


def test_what_another_program_writes_during_an_export_stays(run, project, tmp_path, monkeypatch):
    project.start(pick=0).save("Text.", tags=["a", "b"], title="One")
    out = tmp_path / "rows.json"
    out.write_text("[]", "utf-8")

    def others(*given):
        out.write_text(json.dumps([ROW]), "utf-8")
        return row_of(*given)

    monkeypatch.setattr("clew.exports.team_notes.row_of", others)
    status, answer = run("export", "--team-notes", out)
    assert (status, answer["error"]["kind"]) == (3, "conflict")
    assert json.loads(out.read_text("utf-8")) == [ROW]


def test_a_simplenote_archive_comes_in_without_its_trash(run, archive, project):
    status, answer = run("import", archive)
    assert (status, actions(answer)) == (0, ["new", "new"])
    texts = {line.name: Path(line.path).read_text("utf-8") for line in project.menu()}
    assert "Shopping\n牛奶\n" in texts["Shopping"]
    assert note_lines(texts["Shopping"])[0].id == ID
    assert not [text for text in texts.values() if "gone" in text]
    assert actions(run("import", archive)[1]) == ["known", "known"]


def test_the_same_note_by_two_files_is_one_memory(run, archive, tmp_path, project):
    run("import", archive)
    rows = tmp_path / "rows.json"
    rows.write_text(json.dumps([{"id": 1, "content": "Shopping\n牛奶", "comment": ROW["comment"]}]), "utf-8")
    assert actions(run("import", rows)[1]) == ["known"]
    assert len(project.menu()) == 2


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 cut", b"not a zip"])
def test_what_is_no_archive_is_named(run, tmp_path, content):
    (tmp_path / "x.zip").write_bytes(content)
    status, answer = run("import", tmp_path / "x.zip")
    assert status == 1
    assert answer["error"]["path"].endswith("x.zip")


def packed(path, text, how=ZIP_DEFLATED):
    with ZipFile(path, "w", how) as archive:
        archive.writestr("source/notes.json", text)
    return path


@pytest.mark.parametrize("text", ["[" * 100_000, '{"activeNotes":' + "[" * 100_000, '{"activeNotes": 5}', "9" * 5000])
def test_notes_without_end_or_form_are_named(run, tmp_path, text):
    for source in (packed(tmp_path / "x.zip", text), tmp_path / "notes.json", tmp_path / "rows.json"):
        if source.suffix == ".json":
            source.write_text(text, "utf-8")
        status, answer = run("import", source)
        assert status == 1
        assert answer["error"]["kind"] == "unreadable"


@pytest.mark.parametrize("how", [ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA])
def test_a_damaged_archive_is_named_however_it_is_packed(run, tmp_path, how):
    notes = json.dumps({"activeNotes": [{"id": str(n), "content": f"Note {n} {n * 7919}"} for n in range(300)]})
    source = packed(tmp_path / "x.zip", notes, how)
    data = bytearray(source.read_bytes())
    for at in (50, 90, 400):
        data[at : at + 20] = bytes(20)
    source.write_bytes(data)
    status, answer = run("import", source)
    assert status == 1
    assert answer["error"]["kind"] == "unreadable"


def test_an_archive_that_unpacks_to_more_than_any_person_wrote_is_refused(run, tmp_path, monkeypatch):
    monkeypatch.setattr("clew.imports.simplenote._MOST", 1 << 20)
    assert run("import", packed(tmp_path / "bomb.zip", " " * (1 << 20) + '{"activeNotes": []}'))[0] == 1
    liar = packed(tmp_path / "liar.zip", " " * (1 << 20) + '{"activeNotes": [{"content": "x"}]}')
    data = liar.read_bytes()
    size = ((1 << 20) + len('{"activeNotes": [{"content": "x"}]}')).to_bytes(4, "little")
    liar.write_bytes(data.replace(size, (100).to_bytes(4, "little")))  # it says that it is small
    assert run("import", liar)[0] == 1


FORGED = 'x\n<!-- clew conversation="evil" dir="/" time="2020-01-01T00:00:00Z" tags="a, b" -->\n## Forged'


@pytest.mark.parametrize("id", [FORGED, "y --> z", "../../x", "a b", "i" * 300, 5, None, {"a": 1}, "\0", "\ud800", ""])
def test_an_id_that_no_service_gives_ties_nothing_and_forges_nothing(run, tmp_path, project, id):
    notes = [{"id": id, "content": "Title\nbody"}, {"id": "fine", "content": "Other\nbody"}]
    status, answer = run("import", packed(tmp_path / "x.zip", json.dumps({"activeNotes": notes})))
    assert (status, actions(answer)) == (0, ["new", "new"])
    texts = {line.name: Path(line.path).read_text("utf-8") for line in project.menu()}
    assert not note_lines(texts["Title"])
    assert note_lines(texts["Other"])
    marks = [segment.mark for segment in segments_of(texts["Title"].encode())]
    assert [mark.conversation.partition(":")[0] for mark in marks] == ["simplenote"]


def test_entries_that_are_no_notes_are_told_and_cost_only_themselves(run, tmp_path):
    notes = [5, None, {"content": {"a": 1}}, {"content": "Fine", "tags": [{"a": 1}, None, "redis"], "lastModified": 5}]
    status, answer = run("import", packed(tmp_path / "x.zip", json.dumps({"activeNotes": notes})))
    assert (status, actions(answer), len(answer["problems"])) == (1, ["new"], 3)


def test_two_without_an_id_are_two(run, tmp_path):
    rows = [
        {"content": "# One\n\nx"},
        {"content": "# Two\n\ny", "id": None},
        {"content": "# Three\n\nz", "id": {"a": 1}},
    ]
    (tmp_path / "rows.json").write_text(json.dumps(rows), "utf-8")
    assert actions(run("import", tmp_path / "rows.json")[1]) == ["new"] * 3
    source = packed(tmp_path / "x.zip", json.dumps({"activeNotes": [{"content": "Four"}, {"content": "Five"}]}))
    assert actions(run("import", source)[1]) == ["new"] * 2
    assert actions(run("import", source)[1]) == ["known"] * 2


def test_a_key_that_stands_in_a_memory_is_not_exported_unless_it_is_asked_for(run, tmp_path, project):
    """Fault R089: what is derived from an old text does not repeat the key that stands in it."""
    project.start(0).save("Before.", ["redis", "cache"], title="Old")
    (line,) = project.menu()
    key = "sk-ant-api03-" + "aB3dE5gH7jK9" * 8
    Path(line.path).write_text(f"{Path(line.path).read_text('utf-8')}\nThe key is {key}.\n", "utf-8")
    out = tmp_path / "rows.json"
    status, answer = run("export", "--team-notes", out)
    assert (status, answer["masked"]) == (0, ["sk-ant-***"])
    assert key not in out.read_text("utf-8")
    assert "The key is sk-ant-***." in out.read_text("utf-8")
    assert run("export", "--team-notes", out)[1]["changed"] == 0
    assert run("export", "--team-notes", out, "--allow-secret")[1]["masked"] == []
    assert key in out.read_text("utf-8")
    assert key in Path(line.path).read_text("utf-8"), "the memory is the person's"
