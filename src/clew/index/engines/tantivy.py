"""Tantivy, from its package of that name: answers from a million passages in milliseconds, opens in one."""

from __future__ import annotations

import os

import tantivy
from tantivy import Document, FieldType, Occur, Query

from clew.index.contract import EngineFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeVar

    from clew.index.contract import Entry, Within

    T = TypeVar("T")

if not (hasattr(tantivy.Searcher, "fast_field_values") and hasattr(tantivy.IndexWriter, "delete_documents_by_term")):
    raise ImportError("another tantivy than this was written for; the next engine is used")

_HEAP = 60_000_000  # bytes that a writer fills before it writes a part of the index; less makes more and smaller parts
_RARE = 2000  # passages: of a term in fewer they are counted one by one, without those that were taken out
_STAMP = "="  # the key of the one document that is no passage: its id is the stamp
_LAST = 1 << 40  # a day beyond all
_SCORED, _UNSCORED = "freq", "basic"


class Tantivy:
    """One folder of its own, or memory."""

    name = "tantivy"

    def __init__(self, folder: str | None) -> None:
        self._schema = _schema()
        self._writer: tantivy.IndexWriter | None = None
        self._guarded(lambda: self._open(folder))

    def candidates(self, terms: Sequence[str], within: Within | None, limit: int, every: bool = False) -> list[int]:
        asked = list(dict.fromkeys(terms))
        if not asked:
            return []
        queries = [Query.term_query(self._schema, "terms", term, _SCORED) for term in asked]
        query = Query.boolean_query([(Occur.Must, one) for one in queries]) if every else _any(*queries)
        if within is not None:
            query = self._within(query, within)
        return self._ids(query, limit)

    def frequency(self, terms: Iterable[str]) -> dict[str, int]:
        return self._guarded(lambda: {term: self._frequency(term) for term in terms})

    def change(self, gone: Iterable[tuple[int, int]], new: Iterable[Entry]) -> None:
        self._guarded(lambda: self._change(gone, new))

    def commit(self, stamp: int) -> None:
        def act() -> None:
            writer = self._writing()
            writer.delete_documents_by_term("keys", _STAMP)
            writer.add_document(_document(stamp, "", _STAMP, 0))
            writer.commit()
            self._writer = None
            writer.wait_merging_threads()  # or many small parts would be left; and it lets go of the folder's lock
            self._refresh()

        self._guarded(act)

    def stamp(self) -> int:
        return next(iter(self._ids(Query.term_query(self._schema, "keys", _STAMP, _UNSCORED), 1)), 0)

    def refresh(self) -> None:
        self._guarded(self._refresh)

    def close(self) -> None:
        self._writer = None  # which lets go of the folder's lock

    def _open(self, folder: str | None) -> None:
        if folder is not None:
            os.makedirs(folder, mode=0o700, exist_ok=True)
        self._index = tantivy.Index(self._schema, folder)
        self._index.config_reader("manual")  # on commit it would watch the folder with a thread
        self._searcher = self._index.searcher()

    def _refresh(self) -> None:
        self._index.reload()
        self._searcher = self._index.searcher()

    def _ids(self, query: Query, limit: int) -> list[int]:
        def act() -> list[int]:
            hits = self._searcher.search(query, limit, count=False).hits
            return [int(id or 0) for id in self._searcher.fast_field_values("id", [address for _, address in hits])]

        return self._guarded(act)

    def _within(self, query: Query, within: Within) -> Query:
        conditions = [
            _any(*(Query.term_query(self._schema, "keys", key, _UNSCORED) for key in group)) for group in within.groups
        ]
        if within.since is not None or within.until is not None:
            since, until = within.since or 0, _LAST if within.until is None else within.until
            conditions.append(Query.range_query(self._schema, "day", FieldType.Integer, since, until))
        return Query.boolean_query(
            [
                (Occur.Must, query),
                *((Occur.Must, Query.const_score_query(condition, 0.0)) for condition in conditions),
            ]
        )

    def _frequency(self, term: str) -> int:
        found = self._searcher.doc_freq("terms", term)
        if not 0 < found < _RARE:
            return found
        query = Query.term_query(self._schema, "terms", term, _UNSCORED)
        counted: int = self._searcher.search(query, 1, count=True).count  # type: ignore[attr-defined]  # its stub forgot it
        return counted

    def _change(self, gone: Iterable[tuple[int, int]], new: Iterable[Entry]) -> None:
        writer = self._writing()
        for first, last in gone:
            for id in range(first, last + 1):
                writer.delete_documents_by_term("id", id)
        for entry in new:
            writer.add_document(_document(*entry))

    def _writing(self) -> tantivy.IndexWriter:
        if self._writer is None:
            self._writer = self._index.writer(_HEAP, 1)
            self._writer.garbage_collect_files()  # of a writer that was killed: we would make files of the same names
        return self._writer

    def _guarded(self, act: Callable[[], T]) -> T:
        try:
            return act()
        except (ValueError, OSError, OverflowError) as problem:
            raise EngineFailed(str(problem)) from problem
        except BaseException as problem:  # what its library calls a panic is no `Exception`
            if type(problem).__name__ != "PanicException":
                raise
            raise EngineFailed(str(problem)) from problem


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_integer_field("id", indexed=True, fast=True)
    builder.add_integer_field("day", fast=True)
    builder.add_text_field("terms", tokenizer_name="whitespace", index_option=_SCORED)
    builder.add_text_field("keys", tokenizer_name="whitespace", index_option=_UNSCORED)
    return builder.build()


def _document(id: int, terms: str, keys: str, day: int) -> Document:
    document = Document()
    document.add_integer("id", id)
    document.add_integer("day", day)
    document.add_text("terms", terms)
    document.add_text("keys", keys)
    return document


def _any(*queries: Query) -> Query:
    return queries[0] if len(queries) == 1 else Query.boolean_query([(Occur.Should, query) for query in queries])


ENGINE = Tantivy
