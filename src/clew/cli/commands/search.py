"""`clew search`."""

from __future__ import annotations

from clew.cli.spec import DIR, TAG, Argument, Command, Option
from clew.cli.streams import read_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call
    from clew.recall.hits import Hit, Hits

COMMAND = Command(
    group="find",
    arguments=(Argument("QUERY", many=True),),
    options=(
        Option("--limit", "N", short="-k", kind="int", least=1, default=10),
        DIR,
        Option("--all"),
        Option("--parents"),
        Option("--since", "DAY"),
        Option("--until", "DAY"),
        TAG,
        Option("--kind", "KIND", many=True, choices=("memory", "long-term", "daily", "extra")),
        Option("--explain"),
    ),
    json=("hits", "degraded", "elsewhere", "unread"),
    example='clew search "why SQLite" -k 3\nclew search \'"connection reset" -proxy\' --all --since 2026-11',
)

_NAMED = 3  # files that could not be read


def run(call: Call) -> None:
    hits = _search(call)
    if hits.degraded:
        call.say(".degraded", reason=call.words(hits.degraded))
    missed = _unread(call, hits) if hits.problems else []
    for path, reason in missed[:_NAMED]:
        call.say(".unread", path=path, reason=reason)
    if len(missed) > _NAMED:
        call.say(".more-unread", count=len(missed) - _NAMED)
    if hits.elsewhere:
        call.say(".elsewhere")
    answer = {
        "hits": [_json(call, hit) for hit in hits] if call.given.json else (),
        "degraded": hits.degraded,
        "elsewhere": hits.elsewhere,
        "unread": [{"path": path, "reason": reason} for path, reason in missed],
    }
    if call.given.json or not hits:
        call.answer(answer, lambda: call.words(".none"))
    elif call.to_terminal:
        from clew.cli.hits_text import hits_text

        call.answer(answer, lambda: hits_text(call, hits), safe=True)
    else:
        call.answer(answer, lambda: _fenced(call, hits))


def _unread(call: Call, hits: Hits) -> list[tuple[str, str]]:
    from clew.recall.unread import unread

    return unread(hits.problems, call.home.settings, call.lang)


def _search(call: Call) -> Hits:
    given = call.given
    query = " ".join(given.query)
    if query == "-":
        query = read_all().decode("utf-8", "surrogateescape")
    return call.home.search(
        query,
        given.limit,
        None if given.all else call.directory,
        parents=given.parents,
        since=given.since,
        until=given.until,
        tags=given.tag,
        kinds=given.kind,
    )


def _fenced(call: Call, hits: Hits) -> str:
    from clew.recall.shown import fenced

    text = fenced(hits, call.lang, f"{call.home.path}\n{' '.join(call.given.query)}")
    if call.given.explain:
        from clew.cli.hits_text import explained

        text += "".join(f"{number}. {explained(call, hit)}\n" for number, hit in enumerate(hits, 1))
    return text


def _json(call: Call, hit: Hit) -> dict[str, object]:
    shown = hit.as_json()
    if not call.given.explain:
        del shown["signals"]
    return shown
