"""`clew purge`."""

from __future__ import annotations

from clew.cli.spec import Argument, Command, Option
from clew.errors import NotFound
from clew.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call
    from clew.purging import Found

COMMAND = Command(
    group="history",
    arguments=(Argument("TEXT", required=False),),
    options=(Option("--yes"),),
    json=("files", "versions", "pending", "unreachable"),
    example="clew purge - --yes < leaked-key.txt",
)


def run(call: Call) -> None:
    from clew.purging import carry_out, search

    text = call.read_text(empty="commands.purge.empty")
    if not call.given.yes:
        found = search(call.home, text)
        if not found:
            raise NotFound("purging.nothing")
        if call.interactive:
            call.tell(_text(call, found, ".would"))
        if not call.confirm(".sure"):
            call.answer({**_json(call, found), "purged": False}, call.words(".kept"))
            return
    with call.progress(None, call.words(".purging")) as bar:
        found = carry_out(call.home, text, bar.at)
    call.answer({**_json(call, found), "purged": True}, lambda: _text(call, found, ".done"))


def _json(call: Call, found: Found) -> dict[str, object]:
    return {
        "files": [{"path": holding.path, "lines": holding.lines} for holding in found.files],
        "versions": len(found.versions),
        "pending": [pending.id for pending in found.pending],
        "unreachable": [{"path": path, "reason": say(key, call.lang, path=path)} for path, key in found.unreachable],
    }


def _text(call: Call, found: Found, key: str) -> str:
    lines = [call.words(key, files=len(found.files), versions=len(found.versions), pending=len(found.pending))]
    lines += [call.words(".file", path=holding.path, lines=holding.lines) for holding in found.files]
    lines.append(call.words(".elsewhere"))
    lines += [f"  {path}: {say(reason, call.lang, path=path)}" for path, reason in found.unreachable]
    return "\n".join(lines)
