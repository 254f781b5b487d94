"""`clew blame`."""

from __future__ import annotations

from clew.cli.columns import aligned
from clew.cli.place import placed
from clew.cli.spec import CONVERSATION, DIR, REF, Command
from clew.cli.version import action, moment
from clew.errors import NotFound
from clew.history.compare import BlameLine, blame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

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
    call.answer(answer, lambda: "\n".join(_rows(lines, call.lang)))


def _rows(lines: Sequence[BlameLine], lang: str) -> list[str]:
    heads = [
        (str(line.version), moment(line.time), line.agent or action(line.what, lang), str(line.line)) for line in lines
    ]
    return [f"{head}  {line.text}" for head, line in zip(aligned(heads, right=(0, 3)), lines, strict=True)]
