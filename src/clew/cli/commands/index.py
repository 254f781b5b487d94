"""`clew index`."""

from __future__ import annotations

from clew.cli.spec import Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call

COMMAND = Command(
    group="find",
    options=(Option("--rebuild"), Option("--status"), Option("--embed")),
    json=("passages", "files", "engine", "embedded", "path", "stores", "bytes", "degraded", "unread"),
    example="clew index --status",
)


def run(call: Call) -> None:
    from clew.recall.unread import unread
    from clew.text.sizes import shown_size

    index = call.home.index
    with call.progress(None, call.words(".reading")) as bar:
        if call.given.rebuild:
            index.rebuild(bar.at)
        elif not call.given.status:
            index.look(progress=bar.at)
    status = index.standing() if call.given.status else index.status()
    if status.degraded:
        call.say("commands.search.degraded", reason=call.words(status.degraded))
    missed = unread(status.problems, call.home.settings, call.lang)
    for _, reason in missed:
        call.say("commands.search.unread", reason=reason)
    answer = {
        "passages": status.passages,
        "files": status.files,
        "engine": status.engine or None,
        "embedded": 0,
        "path": index.path,
        "stores": dict(status.stores),
        "bytes": status.bytes,
        "degraded": status.degraded,
        "unread": [{"path": path, "reason": reason} for path, reason in missed],
    }
    key = ".status" if status.engine else ".none"
    call.answer(answer, lambda: call.words(key, **answer, size=shown_size(status.bytes)))
