"""`clew forget`."""

from __future__ import annotations

from clew.callers import caller
from clew.cli.spec import AGENT, CONVERSATION, DIR, Argument, Command, Option
from clew.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew.cli.call import Call
    from clew.workspace.forgetting import Forgotten, Match

COMMAND = Command(
    group="facts",
    arguments=(Argument("TEXT", required=False),),
    options=(Option("--line", "ID", many=True), Option("--yes"), DIR, CONVERSATION, AGENT),
    json=("matches", "removed", "unknown", "unread"),
    example='clew forget "the old office" --line f3a9c1d2',
)


def run(call: Call) -> int:
    """Shows; removes what `--line` names, or the one line that says exactly this, where somebody says yes to it."""
    text = call.read_text()
    chosen = [part.strip() for given in call.given.line for part in given.split(",") if part.strip()]
    forgotten = _forget(call, text, chosen)
    if not chosen and (line := _only(forgotten)) and (call.given.yes or call.interactive):
        if call.interactive and not call.given.yes:
            call.tell(_shown([line], call))
        if call.confirm(".sure"):
            forgotten = _forget(call, text, [line.line])
            chosen = [line.line]
    for path, key in forgotten.unread:
        call.say(".unread", path=path, reason=say(key, call.lang, path=path))
    for unknown in forgotten.unknown:
        call.tell(call.words(".unknown", line=unknown))
    answer = {
        "matches": [_json(match) for match in forgotten.matches],
        "removed": [_json(match) for match in forgotten.removed],
        "unknown": list(forgotten.unknown),
        "unread": [{"path": path, "reason": say(key, call.lang, path=path)} for path, key in forgotten.unread],
    }
    if chosen:
        call.answer(answer, lambda: _gone(forgotten, call))
        return 1 if forgotten.unknown else 0
    call.answer(answer, lambda: _shown(forgotten.matches, call))
    call.say(".choose")
    return 0


def _forget(call: Call, text: str, lines: list[str]) -> Forgotten:
    conversation = caller(call.given.conversation).conversation
    return call.home.facts.forget(text, lines, call.directory, agent=call.given.agent, conversation=conversation)


def _only(forgotten: Forgotten) -> Match | None:
    exact = [match for match in forgotten.matches if match.exact]
    return exact[0] if len(exact) == 1 else None


def _json(match: Match) -> dict[str, object]:
    return {"id": match.line, **match.as_dict()}


def _shown(matches: Iterable[Match], call: Call) -> str:
    return "\n".join(call.words(".row", **match.as_dict()) for match in matches)


def _gone(forgotten: Forgotten, call: Call) -> str:
    if not forgotten.removed:
        return call.words(".nothing")
    rows = [call.words(".row", **match.as_dict()) for match in forgotten.removed]
    return "\n".join([*rows, call.words(".done", count=len(rows), left=len(forgotten.matches) - len(rows))])
