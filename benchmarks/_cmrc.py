"""Chinese questions on passages, from a file that is not part of clew: which sentence answers?

Cui et al. 2019, ymcui/cmrc2018, CC BY-SA 4.0.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import clew
from clew.home import Home

_SENTENCE = re.compile(r"[^。！？!?；;\n]+[。！？!?；;]*")
_NEVER = 1 << 30

Search = Callable[[str], list[str]]  # a question to sentences, best first


@dataclass(frozen=True)
class Told:
    """A passage as sentences, and its questions, each with the sentences that answer it."""

    id: str
    sentences: list[str]
    questions: list[tuple[str, frozenset[str]]]


def load(path: Path) -> list[Told]:
    articles = json.loads(path.read_text("utf-8"))["data"]
    return [_told(paragraph) for article in articles for paragraph in article["paragraphs"]]


def _told(paragraph: dict[str, Any]) -> Told:
    context: str = paragraph["context"]
    spans = [match.span() for match in _SENTENCE.finditer(context) if match[0].strip()]
    questions = []
    for asked in paragraph["qas"]:
        starts = [answer["answer_start"] for answer in asked["answers"]]
        answering = {context[first:last].strip() for first, last in spans if any(first <= at < last for at in starts)}
        if answering:
            questions.append((asked["question"], frozenset(answering)))
    return Told(paragraph["id"], [context[first:last].strip() for first, last in spans], questions)


def ranks(passages: Sequence[Told], search: Search) -> list[int]:
    """For each question the place of the first sentence that answers it."""
    found = []
    for told in passages:
        for question, answering in told.questions:
            places = [place for place, text in enumerate(search(question)) if text in answering]
            found.append(places[0] if places else _NEVER)
    return found


def saved(passages: Sequence[Told], scratch: Path) -> Search:
    """Each passage a memory of its own, each sentence a paragraph."""
    home, dir = _home(scratch / "cmrc")
    project = home.library.project(dir)
    for told in passages:
        project.start(0, told.id).save("\n\n".join(told.sentences), tags=["百科", "阅读"], title=told.id)
    return _through(home)


def alone(passages: Sequence[Told], scratch: Path) -> Search:
    """Each sentence under a heading of its own: nothing around it says what it is about."""
    home, dir = _home(scratch / "cmrc-alone")
    text = "\n\n".join(f"# {number}\n\n{sentence}" for number, sentence in enumerate(_sentences(passages)))
    notes = dir / "notes.md"
    notes.write_text(text, "utf-8")
    folder = Path(home.path, "workspace", "memory")
    folder.mkdir(parents=True, exist_ok=True)
    notes.rename(folder / "MEMORY.md")
    return _through(home)


def plain(passages: Sequence[Told]) -> Search:
    """SQLite's own tokenizer, every word of the question."""
    sentences = _sentences(passages)
    database = sqlite3.connect(":memory:")
    database.execute("create virtual table sentences using fts5(text, tokenize = 'unicode61')")
    database.executemany("insert into sentences values (?)", [(sentence,) for sentence in sentences])

    def search(question: str) -> list[str]:
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", question))
        query = "select text from sentences where sentences match ? order by rank, rowid limit 10"
        return [text for (text,) in database.execute(query, (words,))] if words else []

    return search


def _sentences(passages: Sequence[Told]) -> list[str]:
    return [sentence for told in passages for sentence in told.sentences]


def _home(root: Path) -> tuple[Home, Path]:
    root.mkdir()
    now = datetime(2026, 1, 1, tzinfo=timezone(timedelta(hours=8)))
    return clew.open(root / "home", lambda: now), root


def _through(home: Home) -> Search:
    def search(question: str) -> list[str]:
        return [hit.text.strip() for hit in home.search(question, limit=10)] if question else []  # two are empty

    return search
