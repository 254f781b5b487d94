"""Whatever a text contains, a query of its own words finds it or its near-copy."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from clew.index.contract import Passage
from clew.text.query import read
from tests.index.conftest import INSTALLED, Notes

WORDS = (
    *(
        "redis",
        "the",
        "of",
        "Cache",
        "NGINX",
        "don't",
        "café",
        "cafe\u0301",
        "naïve",
        "Straße",
        "ﬁne",
        "ＡＢＣ",
        "１２３",
        "x",
    ),
    *(
        "foo_bar",
        "fooBar",
        "HTTPServer",
        "a.b.c",
        "v1.2.3",
        "E0425",
        "ERR_CONN",
        "/usr/local/bin",
        "C:\\x\\y",
        "a-b",
        "--flag",
    ),
    *(
        "#42",
        "@me",
        "50%",
        "c++",
        "c#",
        ".net",
        "f(x)",
        "{a}",
        "[b]",
        "<c>",
        "`d`",
        "*e*",
        "~f~",
        "1,000.5",
        "2026-11-30",
    ),
    *(
        "缓存",
        "用Redis缓存",
        "决",
        "数据库设计",
        "データ",
        "サーバー",
        "の",
        "데이터베이스",
        "한",
        "한글",
        "ไทย",
        "עברית",
        "العربية",
    ),
    *(
        "Привет",
        "ёлка",
        "Ελλάδα",
        "हिन्दी",
        "🎉",
        "👩‍💻",
        "→",
        "…",
        "—",
        "«q»",
        "“q”",
        "、",
        "。",
        "\u200b",
        "\u00ad",
        "\ufeff",
        "ß",
        "İ",
    ),
)
_SIGNS = "abcXYZ019_-./\\:#@+*()[]{}<>'\"`~!?,; \t\n缓存用の데éäß😀\u0301\u200d\u00a0\u3000"


_MINUS = ("-", "－", "−")
_QUOTES = frozenset('"“”„«»＂「」『』')


def random_text(randomly: random.Random) -> str:
    """Words as people write them, with whatever else a keyboard has between them."""
    kind = randomly.random()
    if kind < 0.6:
        return randomly.choice([" ", " ", "", ", ", "\n"]).join(randomly.choices(WORDS, k=randomly.randrange(1, 12)))
    if kind < 0.9:
        return "".join(randomly.choices(_SIGNS, k=randomly.randrange(1, 40)))
    return "".join(
        chr(code)
        for code in (
            randomly.randrange(1, 0x3000 if kind < 0.97 else 0x20000) for _ in range(randomly.randrange(1, 20))
        )
        if not 0xD800 <= code < 0xE000
    )


def query_of(text: str, randomly: random.Random) -> str:
    """Some of its words, as they stand there; quotes and a leading `-` mean something in a query."""
    words = [word for word in text.split() if any(char.isalnum() for char in word)]
    words = [word for word in words if not word.startswith(_MINUS) and not set(word) & _QUOTES]
    if not words:
        return ""
    start = randomly.randrange(len(words))
    return " ".join(words[start : start + randomly.randrange(1, 6)])


_TOGETHER = 5000  # texts in one index


@pytest.mark.parametrize("engine", INSTALLED)
@pytest.mark.parametrize("count", [1500, pytest.param(50_000, marks=pytest.mark.slow)])
def test_each_text_is_found_by_its_own_words(tmp_path, engine, count):
    randomly = random.Random(count)
    for start in range(0, count, _TOGETHER):
        check(Notes(tmp_path / str(start), engine), randomly, min(_TOGETHER, count - start))


def check(notes: Notes, randomly: random.Random, count: int) -> None:
    texts = {f"{number // 500}/{number}.md": random_text(randomly) for number in range(count)}
    for file, text in texts.items():
        notes.write(file, text.encode("utf-8", "surrogatepass"), old=False)
    notes.index.look()
    missed = []
    for file, text in texts.items():
        query = query_of(text, randomly)
        terms = read(query).terms if query else ()
        if not terms:
            continue
        ids = notes.index.candidates(terms, None, 200)
        if not any(passage.file == file or holds(passage, terms) for passage in best(notes, ids)):
            missed.append((file, text, query, terms))
    notes.index.close()
    assert not missed, f"{len(missed)} of {count}, as {missed[:3]}"


def best(notes: Notes, ids: list[int]) -> Iterator[Passage]:
    for start in range(0, len(ids), 20):
        yield from notes.index.passages(ids[start : start + 20])


def holds(passage: Passage, terms: tuple[str, ...]) -> bool:
    """A near-copy: it has all that was asked for."""
    return set(terms) <= {*passage.terms.split(), *passage.label.split()}
