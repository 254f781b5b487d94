"""`clew blame`."""

from __future__ import annotations

from clew.cli.place import placed
from clew.cli.spec import CONVERSATION, DIR, REF, Command
from clew.errors import NotFound
from clew.history.compare import BlameLine, blame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call

COMMAND = Command(
    group="history",
    arguments=(REF,),
    options=(DIR, CONVERSATION),
    json=("file", "path", "lines"),
    example="clew blame 1",
)


def run(call: Call) -> None:
    place = placed(call, gone=True)
    versions = place.kept.history.versions(place.kept.key, place.file)
    if not versions:
        raise NotFound("history.none", path=place.path)
    lines = blame(place.kept.history.contents(reversed(versions)))
    answer = {"file": place.file, "path": place.path, "lines": lines}
    call.answer(answer, lambda: "\n".join(_row(line) for line in lines))


def _row(line: BlameLine) -> str:
    return f"{line.version:>6} {line.time[:16]} {line.agent or line.what:<12} {line.line:>5}  {line.text}"
