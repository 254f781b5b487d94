"""A query to hits: candidates from the index, ranked, each with its lines as they stand on the disk now."""

from __future__ import annotations

from datetime import date

from clew.errors import Usage
from clew.recall.bounds import fits
from clew.recall.hits import Hit, Hits
from clew.recall.lines import Reader
from clew.recall.question import read as read_question
from clew.recall.ranking import rank
from clew.recall.results import arranged
from clew.text.query import FAINT
from clew.text.query import read as read_query
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from clew.index.contract import Counts, Passage, Scope
    from clew.index.index import Index
    from clew.index.vectors.likeness import Likeness, Vectors
    from clew.recall.question import Question
    from clew.recall.results import Result
    from clew.text.query import Query

_CANDIDATES = 55  # that are scored at least; the engines put what answers among the first of these
_DEEPER = 10  # times as many, where too many of them were lines or copies of one hit
_LIKEST = 100  # more, that mean something like it in other words
_MOST = 20_000  # that are looked at where phrases and exclusions leave little
_TERMS = 64  # of a query as long as a page: the rarest say what it is about
_REACH = 2  # neighbours on either side count for a passage,
_WITH_NEIGHBOURS = 15  # of the likeliest: of more they gain nothing (docs/decisions/0018)
_TRIES = 3  # with files that others change meanwhile


class Search(Value):
    """What is looked for, and where."""

    query: Query
    scope: Scope
    today: int  # as an ordinal
    limit: int
    may_see: Callable[[Passage], bool]


class _Asking(Value):
    """One search of one index: its question, and how many passages hold each term of it."""

    index: Index
    wish: Search
    question: Question
    counts: Counts


def asked(text: str) -> Query:
    """The query of a text. Raises `Usage` where there is nothing to be found."""
    if not isinstance(text, str):
        raise Usage("recall.bad-query", value=text)
    query = read_query(text)
    if not query.terms:
        if query.excluded:
            raise Usage("recall.only-excluded", query=" ".join(text.split())[:80])
        raise Usage("recall.empty")
    return query


def wanted_of(query: Query, kin: Iterable[str] = ()) -> frozenset[str]:
    """The terms that are worth a mark: not those that say little by themselves, unless there are no others."""
    strong = [term for term, weight in query.weights.items() if weight > FAINT]
    return frozenset((*strong, *kin)) if strong else frozenset(query.weights)


def search(index: Index, wish: Search, vectors: Vectors | None = None) -> Hits:
    """The hits, best first. What another program changes meanwhile is looked at again, a few times."""
    likeness: Likeness | None = None
    for turn in range(_TRIES):
        seen = index.look(wish.scope)
        reader = Reader(index.data_of)
        if vectors is not None:
            likeness = vectors.ask(wish.query.plain)
        hits = _hits(index, wish, reader, likeness)
        if not reader.stale or turn == _TRIES - 1:
            break
        index.touched()
    return Hits(hits, seen.degraded or (likeness.degraded if likeness else None), seen.problems)


def exists(index: Index, wish: Search, besides: Iterable[str]) -> bool:
    """Whether any other project has anything at all; what others changed within the last second may be missed."""
    here = {None, *besides}
    return any(one.project not in here for one in _candidates(_asking(index, wish), _CANDIDATES)[0])


def _hits(index: Index, wish: Search, reader: Reader, likeness: Likeness | None) -> list[Hit]:
    asking = _asking(index, wish)
    many = min(max(_CANDIDATES, 2 * wish.limit), _MOST)
    known: dict[int, Passage] = {}
    results, more = _results(asking, reader, likeness, many, known)
    if more and len(results) < wish.limit:
        results, _ = _results(asking, reader, likeness, min(_DEEPER * many, _MOST), known)
    beside = {one.id: one for one in index.around([result.passage for result in results], 1, known)}
    beside |= {result.passage.id: result.passage for result in results}
    wanted = wanted_of(wish.query, asking.question.kin)
    return [_hit(index, result, reader, wanted, beside) for result in results]


def _results(
    asking: _Asking, reader: Reader, likeness: Likeness | None, many: int, known: dict[int, Passage]
) -> tuple[list[Result], bool]:
    """The best of so many candidates, and whether there are more of these. All that was looked at is `known` from here on."""
    wish = asking.wish
    candidates, more = _candidates(asking, many)
    if likeness is not None:
        found = {one.id for one in candidates}
        likest = likeness.likest(_LIKEST, lambda one: _answers(wish, one))
        candidates += [one for one in likest if one.id not in found]
    own = {one.id: one for one in candidates}
    near = [one for one in asking.index.around(candidates[:_WITH_NEIGHBOURS], _REACH, own) if one.id not in own]
    known.update(own)
    known.update((one.id, one) for one in near)
    similarity = likeness.of([*candidates, *near]) if likeness is not None else None
    ranked = rank(asking.question, candidates, near, asking.counts, wish.today, similarity)
    good = (one for one in ranked if one.passage.id in own or _answers(wish, one.passage))  # as many as are needed
    return arranged(good, reader.read, wish.limit), more


def _asking(index: Index, wish: Search) -> _Asking:
    weights = wish.query.weights
    if len(weights) > _TERMS:
        held = index.counts(weights).frequency
        rare = {*sorted((term for term in weights if held.get(term)), key=lambda term: held[term])[:_TERMS]}
        weights = {term: weight for term, weight in weights.items() if term in rare} or weights
    question = read_question(wish.query.plain, weights, wish.today, wish.query.wished)
    return _Asking(index, wish, question, index.counts(question.wanted))


def _candidates(asking: _Asking, least: int) -> tuple[list[Passage], bool]:
    """What may answer, the likeliest first, and whether there is more; where phrases and exclusions leave little, from
    further down too."""
    index, wish = asking.index, asking.wish
    sought = [asking.question.sought(asking.counts.frequency)]
    if phrased := [term for phrase in (*wish.query.phrases, *wish.query.wished) for term in phrase]:
        held = index.counts(phrased).frequency
        sought.append((min(phrased, key=lambda term: held.get(term, 0)),))  # whatever has the phrase has this
    many = least
    while True:
        found = [index.candidates(terms, wish.scope, many) for terms in sought]
        good = [one for one in index.passages(id for ids in found for id in ids) if _answers(wish, one)]
        more = len(found[-1]) >= many and many < _MOST
        if len(good) >= min(least, 4 * wish.limit) or not more:
            return good[: 2 * least], more or len(good) > 2 * least
        many *= 10


def _answers(wish: Search, passage: Passage) -> bool:
    """Whether a passage is one that may be shown at all."""
    return fits(wish.scope, passage) and wish.may_see(passage) and wish.query.fits(passage.terms, passage.label)


def _hit(index: Index, result: Result, reader: Reader, wanted: frozenset[str], beside: Mapping[int, Passage]) -> Hit:
    passage = result.passage
    return Hit(
        file=passage.file,
        path=index.path_of(passage),
        store=passage.store,
        lines=result.lines,
        score=round(result.score, 4),
        heading=passage.heading,
        project=passage.project,
        date=date.fromordinal(passage.day).isoformat(),
        text=result.text,
        kind=passage.kind,
        title=passage.title,
        tags=passage.tags,
        time=passage.time,
        wanted=wanted,
        focus=reader.focus(passage, result.lines),
        before=_lines_beside(result, reader, beside.get(passage.id - 1)),
        after=_lines_beside(result, reader, beside.get(passage.id + 1)),
        signals=tuple((name, round(value, 4)) for name, value in result.signals),
    )


def _lines_beside(result: Result, reader: Reader, other: Passage | None) -> str:
    """The lines of a neighbour, where they are of the same part and others than those of the hit."""
    here = result.passage
    if other is None or (other.segment, other.project, other.heading) != (here.segment, here.project, here.heading):
        return ""
    if other.lines[0] <= result.lines[1] and result.lines[0] <= other.lines[1]:
        return ""
    return reader.read(other, other.lines) or ""
