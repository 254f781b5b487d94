"""A text that was purged is nowhere in the history's files, in no spelling, packed or not."""

from __future__ import annotations

import json
import os
import re
import zlib
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clew.errors import Locked
from clew.history.database import History
from clew.history.purge import cleaned, find, purge, spellings
from clew.history.records import Change, Origin
from tests.history.conftest import KEY, Clock

SECRET = "sk-proj-S3cret é 密码 value"


def record(history: History, path: str, *texts: bytes | None, before: bytes | None = None) -> None:
    for text in texts:
        history.record(KEY, [Change(path, before, text)], Origin("save", "goose", "01J"))
        before = text


def traces(history: History, needle: re.Pattern[bytes]) -> list[str]:
    """Where the needle shows in the files of the history, also after unpacking every zlib stream in them."""
    found = []
    folder = Path(history.path).parent
    for file in sorted(folder.iterdir()):
        raw = file.read_bytes()
        if needle.search(raw):
            found.append(file.name)
        for start in (match.start() for match in re.finditer(rb"\x78[\x01\x5e\x9c\xda]", raw)):
            unpacker = zlib.decompressobj()
            try:
                if needle.search(unpacker.decompress(raw[start:], 1 << 20)):
                    found.append(f"{file.name} packed at {start}")
            except zlib.error:
                pass
    return found


def all_texts(history: History) -> dict[int, bytes | None]:
    paths = [version.path for version in history.paths(KEY)]
    return {each.id: history.content(each.id) for path in paths for each in history.versions(KEY, path)}


def test_a_secret_is_gone_from_every_version_and_the_rest_is_as_it_was(history):
    secret = SECRET.encode()
    record(history, "a.md", b"one\n", b"one\n" + secret + b"\n", b"one\n" + secret + b"\ntwo\n", b"one\ntwo\n")
    record(history, "b.md", b"nothing here " * 100)
    record(history, "big.md", (text := os.urandom(5000) + secret), text + b"more")
    before = all_texts(history)
    assert len(find(history, spellings(SECRET))) == 4
    purged = purge(history, spellings(SECRET))
    assert len(purged.versions) == 4
    assert purged.names == ()
    assert {id: text and text.replace(secret, b"[purged]") for id, text in before.items()} == all_texts(history)
    assert find(history, spellings(SECRET)) == []
    assert traces(history, spellings(SECRET)) == []
    assert all(each.revision == history.latest(KEY, "big.md").revision for each in history.versions(KEY, "big.md")[:1])


def test_a_secret_that_lies_across_two_splices_is_found(history):
    record(history, "a.md", b"key: sk-proj-", b"key: sk-proj-abc", b"key: sk-proj-abc123\n", b"key: \n")
    purge(history, spellings("sk-proj-abc123"))
    assert [history.content(each.id) for each in history.versions(KEY, "a.md")] == [
        b"key: \n",
        b"key: [purged]\n",
        b"key: sk-proj-abc",
        b"key: sk-proj-",
    ]


def test_what_was_deleted_before_is_gone_from_free_pages_too(history):
    secret = SECRET.encode()
    history.record(KEY, [Change("a.md", None, secret * 5000)], Origin("save"))
    history.withdraw(1)
    assert traces(history, spellings(SECRET)) != []
    purge(history, spellings(SECRET))
    assert traces(history, spellings(SECRET)) == []


def test_each_unicode_form_is_found_from_the_other(history):
    names = [normalize("NFC", "Zoë Müller, 가"), normalize("NFD", "Zoë Müller, 가"), "Zoe\u0308 M\u00fcller, 가"]
    for searched in names:
        record(history, f"{searched == names[0]}.md", *(name.encode() for name in names))
        assert len(purge(history, spellings(searched)).versions) == 3


def test_line_ends_and_escapes_do_not_hide_it(history):
    text = 'a "quoted"\n密钥'
    record(history, "a.md", text.replace("\n", "\r\n").encode(), json.dumps(text).encode(), b"")
    record(history, ".clue", json.dumps(text, ensure_ascii=False).encode())
    assert len(purge(history, spellings(text)).versions) == 3
    assert history.content(history.latest(KEY, ".clue").id) == b'"[purged]"'


def test_names_of_what_is_gone_are_cleaned_and_those_in_use_are_told(history):
    for folder in ("a", "b"):
        record(history, f"{folder}/张三 offer.md", b"text", None)
    record(history, "张三.md", b"text")
    history.record(KEY, [Change("c.md", None, b"text")], Origin("save", "agent of 张三", "张三", "张三's laptop"))
    purged = purge(history, spellings("张三"))
    assert purged.names == ("张三.md",)
    assert [each.path for each in history.paths(KEY)] == [
        "a/[purged] offer.md",
        "b/[purged] offer.md",
        "c.md",
        "张三.md",
    ]
    version = history.latest(KEY, "c.md")
    assert (version.agent, version.conversation, version.device) == (
        "agent of [purged]",
        "[purged]",
        "[purged]'s laptop",
    )


def test_two_names_that_become_one_stay_two(history):
    for name in ("Zoë.md", normalize("NFD", "Zoë.md")):
        record(history, name, b"text", None)
    purge(history, spellings("Zoë"))
    assert {each.path for each in history.paths(KEY)} == {"[purged].md", "[purged].md-2"}


def test_a_text_like_the_mark_itself_ends(history):
    record(history, "a.md", b"purged [purged] ***")
    for text in ("purged", "*"):
        purge(history, spellings(text))
        assert find(history, spellings(text)) == []


@given(
    st.binary(min_size=1).map(lambda data: bytes(byte % 2 + 97 for byte in data)), st.text("ab", min_size=1, max_size=3)
)
def test_nothing_is_left_wherever_it_stands(data, text):
    assert text.encode() not in cleaned(data, spellings(text))


def test_an_empty_text_is_refused():
    with pytest.raises(ValueError, match="everywhere"):
        spellings("")


def test_where_there_is_no_history_none_is_made(history):
    assert find(history, spellings("x")) == []
    assert purge(history, spellings("x")).versions == ()
    assert not Path(history.path).exists()


def test_a_reader_of_an_older_state_holds_the_traces_and_the_purge_says_so(history, monkeypatch):
    monkeypatch.setattr("clew.history.file._BUSY_SECONDS", 0.2)
    record(history, "a.md", SECRET.encode() * 100)
    with History(history.path, Clock()) as other:
        with other.file.reading() as db:
            assert db is not None
            db.execute("SELECT * FROM entries").fetchall()
            history.close()
            with pytest.raises(Locked):
                purge(history, spellings(SECRET))
        purge(history, spellings(SECRET))
        assert traces(history, spellings(SECRET)) == []


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text("abcx\n", max_size=40), min_size=1, max_size=12), st.text("abc", min_size=1, max_size=3))
def test_every_other_byte_of_every_version_stays(tmp_path_factory, texts, needle):
    with History(str(tmp_path_factory.mktemp("home") / "history.db"), Clock()) as history:
        record(history, "a.md", *(text.encode() for text in texts))
        pattern = spellings(needle)
        expected = {id: text and cleaned(text, pattern) for id, text in all_texts(history).items()}
        purge(history, pattern)
        assert all_texts(history) == expected
