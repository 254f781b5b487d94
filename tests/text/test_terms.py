"""What a text is found by: the same words for the index and for a query, in every script."""

from __future__ import annotations

import random
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.text import stems, terms, word_parts
from clew.text.irregular import IRREGULAR
from clew.text.scripts import UNSPACED
from clew.text.terms import fingerprint, joined_terms, normalised, terms_of
from clew.text.word_parts import WHOLE, pieces

ALPHABET = "aB z9_-./:'+#@&=~,\t\n用户缓かなカ한글éßİŉ①％Ａｶﾞ۔ह\u093fสิ👍\u200d\ufe0f🇩🇪\u0301\u3099★→。「」\x00\x1f\x85\u2028\ud800\udcff\u200b\ue000\uffff"
ANY_TEXT = st.text() | st.text(alphabet=st.sampled_from(ALPHABET)) | st.text(alphabet=st.characters())


@pytest.mark.parametrize(
    ("text", "query"),
    [
        # whole and by part
        ("the snake_case of it", "snake_case"),
        ("the snake_case of it", "snake"),
        ("calls getUserName twice", "getUserName"),
        ("calls getUserName twice", "getusername"),
        ("calls getUserName twice", "user"),
        ("an HTTPServer there", "server"),
        ("see os.path.join", "os.path.join"),
        ("see os.path.join", "join"),
        ("in /a/b/c.py, line 3", "/a/b/c.py"),
        ("in /a/b/c.py, line 3", "c.py"),
        ("in /a/b/c.py, line 3", "b"),
        (r"in C:\Users\me\notes.md", "notes.md"),
        ("moved to 1.10.2 today", "1.10.2"),
        ("moved to v1.10.2 today", "1.10.2"),
        ("moved to 1.10.2 today", "1.10"),
        ("Ubuntu 20.04 it is", "20.04"),
        ("ubuntu-20.04-lts", "20.04"),
        ("error[E0308]: mismatched", "E0308"),
        ("error[E0308]: mismatched", "0308"),
        ("got ECONNRESET.", "econnreset"),
        ("pass --dry-run first", "--dry-run"),
        ("pass --dry-run first", "dry-run"),
        ("pass --dry-run first", "dry"),
        ("written in C++, not C#", "C++"),
        ("written in C++, not C#", "C#"),
        ("at 3 GB/s", "GB/s"),
        ("at 3 GB/s", "gb"),
        ("I don't know", "don't"),
        ("I don’t know", "don't"),
        ("Caroline's dog", "Caroline"),
        ("a well-known bug", "well-known"),
        ("a well-known bug", "known"),
        ("by e-mail", "email"),
        ("an email", "e-mail"),
        ("python3.11 there", "python"),
        ("10,000 items", "10000"),
        ("on the 7th of May", "7 May"),
        ("write to alice@example.com", "alice@example.com"),
        ("write to alice@example.com", "alice"),
        # one stem
        ("we went hiking", "go hike"),
        ("the children painted", "child paint"),
        ("plans", "planning"),
        # one form
        ("ＡＢＣ１２３", "abc123"),
        ("straße", "STRASSE"),
        ("café", "cafe"),
        ("cafe", "café"),
        ("cafe\u0301", "café"),
        ("soft\u00adhyphen", "softhyphen"),
        ("zero\u200bwidth", "zerowidth"),
        # scripts without spaces
        ("用Redis缓存登录令牌", "Redis"),
        ("用Redis缓存登录令牌", "缓存"),
        ("用Redis缓存登录令牌", "登录令牌"),
        ("用Redis缓存登录令牌", "牌"),
        ("用", "用"),
        ("2026年5月3日决定的", "5月"),
        ("2026 年 5 月 3 日决定的", "2026年"),
        ("２０２６年５月", "2026年"),
        ("漢字とかな交じり", "かな"),
        ("ﾃｽﾄを書く", "テスト"),
        ("데이터베이스를 옮겼다", "데이터베이스"),
        ("ภาษาไทยง่าย", "ไทย"),
        ("हिन्दी में", "हिन्दी"),
        # signs alone
        ("nice 👍 work", "👍"),
        ("很好👍", "👍"),
        ("from 🇩🇪 to 🇫🇷", "🇫🇷"),
        ("rated ★★★☆", "★"),
        ("a => b", "=>"),
        ("!!!", "!!!"),
    ],
)
def test_a_text_is_found_by(text, query):
    assert set(terms_of(query)) & set(terms_of(text)), (terms_of(query), terms_of(text))


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("released 1.10.2", "1.10.3"),
        ("released 11.02", "1.10.2"),
        ("20.04", "2004"),
        ("缓冲存储", "缓存"),
        ("from 🇩🇪", "🇪🇩"),
        ("| a | b |\n|---|---|", "|"),
        ("- a list\n- of items", "-"),
    ],
)
def test_a_text_is_not_found_whole_by(text, query):
    whole = max(terms_of(query), key=len)
    assert whole not in terms_of(text)


@given(ANY_TEXT)
def test_any_string_has_terms_that_every_engine_can_take(text):
    found = terms_of(text)
    assert bool(found) == bool(text.split())
    for term in found:
        assert term.encode()
        assert term.split() == [term]
        assert "\x00" not in term


@given(ANY_TEXT)
def test_a_text_and_its_other_forms_have_the_same_terms(text):
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert terms_of(unicodedata.normalize(form, text)) == terms_of(text)


@given(ANY_TEXT, st.randoms())
def test_some_words_of_a_text_ask_for_terms_that_it_has(text, chance: random.Random):
    words = normalised(text).split()
    some = chance.sample(words, min(len(words), 4))
    has = set(terms_of(text))
    assert {term for word in some for term, *_ in pieces(word)} <= has


@given(st.text(alphabet=st.sampled_from(ALPHABET)), st.text(alphabet=st.sampled_from("用户缓存かなカ한글")))
def test_what_is_cut_for_the_index_and_for_a_query_is_the_same(text, run):
    token = normalised("".join((text + run + text).split())).replace(" ", "")
    found = pieces(token)
    inline = [term for term, kind, *_ in found if kind < WHOLE]
    beside = [term for term, kind, *_ in found if kind >= WHOLE]
    if found:
        assert terms_of(token) == inline + beside


@given(st.text(alphabet=st.sampled_from("用户认证缓存redis 5."), min_size=1), st.data())
def test_a_part_of_a_run_is_a_run_of_its_terms(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    runs = [run for run in text[start:end].replace("5", " ").replace(".", " ").split() if not run.isascii()]
    for run in runs:
        run = run.strip("redis")
        assert f" {' '.join(t for t, kind, *_ in pieces(run) if kind < WHOLE)} " in f" {joined_terms(text)} "


@pytest.mark.parametrize(
    ("token", "term", "place"),
    [
        ("dryRun", "run", "Run"),
        ("dry-run,", "dryrun", "dry-run"),
        ("(src/main.py)", "main.py", "main.py"),
        ("v1.10.2", "1.10", "1.10.2"),
        ("用Redis缓存", "缓存", "缓存"),
        ("（2026年）", "2026年", "2026年"),
        ("cafés", "cafe", "cafés"),
        ("--all", "--all", "--all"),
        ("C++.", "c++", "C++"),
    ],
)
def test_a_term_knows_its_place(token, term, place):
    assert place in [token[start:end] for found, _, start, end in pieces(token) if found == term]


@given(st.text(st.sampled_from("aB1-_ 缓存のー한글ไทยé😀\U00020001、")) | st.text())
def test_a_short_token_is_cut_by_hand_as_the_pattern_cuts_it(token):
    assert word_parts._chunks_by_hand(token) == word_parts._RUNS.split(token)


def test_each_character_is_seen_and_cut_the_same_with_and_without_its_pattern():
    """A question is not worth the patterns; a text that has nothing of what they look for must say so."""
    ends = {ord(end) + step for run in word_parts._runs_of(UNSPACED) for end in run for step in (-1, 0, 1)}
    for char in map(chr, sorted({*range(0x80, 0x10000), *range(0xE0000, 0xE1000), *ends})):
        assert word_parts._unspaced[char] == bool(word_parts._RUNS.match(char)), hex(ord(char))
        if terms._BROKEN.match(char) or terms._NOT_DRAWN.match(char):
            assert not char.isprintable() or char in terms._NOT_DRAWN_BUT_PRINTED, hex(ord(char))


def test_a_machine_without_the_compiled_stemmer_gives_the_same_stems():
    slow = stems.in_python()
    words = ["generously", "skies", "dying", "universities", "agreed", "news", "inning", "andes", "organising", "ties"]
    assert [slow(word) for word in words] == [stems.stem(word) for word in words]


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz", max_size=64))
def test_both_stemmers_agree_on_any_letters(word):
    known = IRREGULAR.get(word, word)
    assert stems.in_python()(known) == stems.stem(word)


def test_the_fingerprint_is_the_same_in_every_process():
    assert fingerprint() == fingerprint()
    assert fingerprint().startswith("1-sky-")


def test_a_long_blob_is_found_and_costs_little():
    blob = "QUJD" * 5000
    assert terms_of(blob) == terms_of(blob)
    assert all(len(term) <= 64 for term in terms_of(f"{blob} {'/'.join(['dir'] * 3000)} {'_'.join(['a'] * 3000)}"))
