"""Faults that other memories had, each as the whole kind of it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from unicodedata import normalize

import pytest

from clew.text.query import read
from tests.index.conftest import INSTALLED, Notes
from tests.index.test_many import ROOT, SEARCHES, start

HEADERS = {
    "a Windows path in backticks": "---\npath: `C:\\Users\\me\\notes`\n---\n\nalpha body\n",
    "a rule at the top": "---\n\nalpha body\n\n---\n",
    "a title that starts with an asterisk": "---\ntitle: *alpha\n---\n\nalpha body\n",
    "a tab in the header": "---\n\ttitle: x\n---\n\nalpha body\n",
    "a colon too many": "---\ntitle: a: b: c\n---\n\nalpha body\n",
    "an open bracket": "---\ntags: [a, b\n---\n\nalpha body\n",
    "an open quote": '---\ntitle: "open\n---\n\nalpha body\n',
    "a header that never ends": "---\ntitle: x\n\nalpha body\n",
    "an empty header": "---\n---\nalpha body\n",
    "a header of binary": "---\n\x00\x01\x02: \x7f\n---\n\nalpha body\n",
}


def test_no_header_holds_back_its_file_or_another_one(notes):
    for name, text in HEADERS.items():
        notes.write(f"{name}.md", text)
    bodies = {passage.file for passage in notes.passages("body")}
    assert bodies == {f"{name}.md" for name in HEADERS}


CHINESE = "团队决定用Redis缓存会话，每三分钟刷新一次。"
JAPANESE = "データベースの設計を変更しました。"
KOREAN = "데이터베이스 설계를 변경했습니다."


@pytest.mark.parametrize("text", [CHINESE, JAPANESE, KOREAN])
@pytest.mark.parametrize("length", [1, 2, 3, 5])
def test_any_run_of_characters_is_found_where_words_have_no_spaces(best, text, length):
    best.write("asian.md", f"# 标题\n\n{text}\n")
    best.write("other.md", "Nothing to do with it.\n")
    for start_at in range(len(text) - length + 1):
        query = text[start_at : start_at + length]
        if query.isalnum() and not query.isascii():
            terms = read(query).terms
            assert terms
            ids = (
                best.index.candidates(terms, None, 10)
                if start_at
                else best.index.look() and best.index.candidates(terms, None, 10)
            )
            assert [passage.file for passage in best.index.passages(ids)] == ["asian.md"], query


@pytest.mark.parametrize("text", ["Café Müller", "한국어 데이터", "がぎぐげご パピプペポ"])
@pytest.mark.parametrize("written", ["NFC", "NFD"])
@pytest.mark.parametrize("asked", ["NFC", "NFD"])
def test_composed_and_decomposed_are_one(best, text, written, asked):
    name = normalize(written, text)
    best.write(f"{name}.md", f"---\ntags: [{normalize(written, 'tagé')}]\n---\nSaid: {normalize(written, text)}\n")
    best.write("other.md", "Nothing to do with it.\n")
    assert set(best.found(normalize(asked, text))) == {f"{name}.md"}
    assert set(best.found(normalize(asked, "tagé"))) == {f"{name}.md"}


@pytest.mark.parametrize("engine", INSTALLED)
def test_searches_beside_a_large_update_are_not_refused(tmp_path, engine):
    notes = Notes(tmp_path, engine)
    for number in range(50):
        notes.write(f"steady{number}.md", f"steady alpha {number}\n")
    notes.found("steady")
    for number in range(2000):
        notes.write(f"more/{number}.md", f"# More {number}\n\nalpha beta gamma {number}\n\ndelta\n")
    found = [start(SEARCHES, str(tmp_path), engine, "0") for _ in range(10)]
    for one in found:
        out, problem = one.communicate(timeout=120)
        assert one.returncode == 0, problem
        assert "locked" not in problem
        assert json.loads(out)[1] == []
    assert len(notes.found("steady")) == 50
    assert notes.index.status().files == 2050


@pytest.mark.parametrize("times", [5, pytest.param(50, marks=pytest.mark.slow)])
def test_killed_again_and_again_while_it_is_first_made_it_gets_there(tmp_path, times):
    notes = Notes(tmp_path)
    for number in range(300):
        notes.write(f"{number}.md", f"# N{number}\n\nalpha beta {number}\n\ngamma\n")
    looks = (
        "import sys; from pathlib import Path; from tests.index.conftest import Notes\n"
        "notes = Notes(Path(sys.argv[1])); print(1, flush=True); notes.index.look()"
    )
    for turn in range(times):
        child = subprocess.Popen([sys.executable, "-c", looks, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE)
        assert child.stdout is not None
        child.stdout.readline()
        try:
            child.wait(0.01 + 0.02 * (turn % 8))
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
        child.stdout.close()
    assert len(notes.found("alpha")) == 200
    assert notes.index.status().files == 300
    assert {path.suffix for path in notes.folder.iterdir()} == {".md"}
    assert Path(notes.folder / "7.md").read_text() == "# N7\n\nalpha beta 7\n\ngamma\n"
