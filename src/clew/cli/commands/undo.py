"""`clew undo`."""

from __future__ import annotations

from clew.answers.quoting import quoted
from clew.cli.spec import Command
from clew.cli.version import action, moment
from clew.errors import NotFound
from clew.history.undo import undo
from clew.library.clue_file import PATH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call
    from clew.history.kept import Kept

COMMAND = Command(
    group="history",
    json=("undone", "paths"),
    example="clew undo",
)


def run(call: Call) -> None:
    kept = _last_used(call)
    library = call.home.library
    if kept is library.kept:
        library.refuse_vanished()
    undone = undo(kept, library.origin("undo"), following=(PATH,))
    if kept is library.kept:
        library.look_at(undone.paths)
    entry = undone.entry
    answer = {
        "undone": {"id": entry.id, "time": entry.time, "what": entry.what, "conversation": entry.conversation},
        "paths": [kept.path(path) for path in undone.paths],
    }
    for version in entry.versions:
        if not version.gone and version.path != PATH:
            call.say(".redo", path=quoted(kept.path(version.path)), id=version.id)
    what, time = action(entry.what, call.lang), moment(entry.time)
    call.answer(answer, lambda: call.words(".done", what=what, time=time, paths=undone.paths))


def _last_used(call: Call) -> Kept:
    """The store in which clew wrote last."""
    last = [(entry.id, kept) for kept in call.home.stores() if (entry := kept.history.to_undo(kept.key)) is not None]
    if not last:
        raise NotFound("history.nothing-to-undo", path=call.home.path)
    return max(last, key=lambda pair: pair[0])[1]
