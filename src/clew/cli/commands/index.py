"""`clew index`."""

from __future__ import annotations

from clew.cli.spec import Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call

COMMAND = Command(
    group="find",
    options=(Option("--rebuild"), Option("--status"), Option("--embed")),
    json=("passages", "files", "engine", "embedded", "model", "path", "stores", "bytes", "degraded", "unread"),
    example="clew index --status",
)


def run(call: Call) -> int:
    """0 once the index knows everything; 4 while another process keeps it, 1 where the disk does not let us."""
    from clew.index.troubles import BUSY, REFUSALS
    from clew.recall.unread import unread
    from clew.text.sizes import shown_size

    index = call.home.index
    with call.progress(None, call.words(".reading")) as bar:
        if call.given.rebuild:
            index.rebuild(bar.at)
        elif not call.given.status:
            index.look(progress=bar.at)
    if call.given.embed:
        with call.progress(None, call.words(".embedding")) as bar:
            call.home.vectors.embed(bar.at)
    status = index.standing() if call.given.status else index.status()
    vectors = call.home.vectors.standing()
    for degraded in filter(None, (status.degraded, vectors.degraded)):
        call.say("commands.search.degraded", reason=call.words(degraded))
    missed = unread(status.problems, call.home.settings, call.lang)
    for _, reason in missed:
        call.say("commands.search.unread", reason=reason)
    answer = {
        "passages": status.passages,
        "files": status.files,
        "engine": status.engine or None,
        "embedded": vectors.embedded,
        "model": vectors.model,
        "path": index.path,
        "stores": dict(status.stores),
        "bytes": status.bytes,
        "degraded": status.degraded or vectors.degraded,
        "unread": [{"path": path, "reason": reason} for path, reason in missed],
    }
    key = ".none" if not status.engine else ".status-embedded" if vectors.embedded else ".status"
    call.answer(answer, lambda: call.words(key, **answer, size=shown_size(status.bytes)))
    if call.given.status or status.degraded not in REFUSALS:
        return 0
    return 4 if status.degraded == BUSY else 1
