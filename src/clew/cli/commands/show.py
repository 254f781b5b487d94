"""`clew show`."""

from __future__ import annotations

from clew.cli.place import placed
from clew.cli.spec import CONVERSATION, DIR, REF, Command
from clew.text.decoding import decoded
from clew.text.segments import count_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call

COMMAND = Command(
    group="find",
    arguments=(REF,),
    options=(DIR, CONVERSATION),
    json=("file", "path", "text", "lines", "revision"),
    example="clew show 1",
)


def run(call: Call) -> None:
    place = placed(call)
    blob = place.kept.get(place.file)
    text = decoded(blob.data)
    answer = {
        "file": place.file,
        "path": place.path,
        "text": text,
        "lines": count_lines(blob.data),
        "revision": blob.revision,
    }
    call.answer(answer, text, exact=True)
