"""`clew history`."""

from __future__ import annotations

from clew.cli.columns import aligned
from clew.cli.place import placed
from clew.cli.spec import CONVERSATION, DIR, REF, Command
from clew.cli.version import action, moment
from clew.errors import NotFound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call
    from clew.history.records import Version

COMMAND = Command(
    group="history",
    arguments=(REF,),
    options=(DIR, CONVERSATION),
    json=("versions",),
    example="clew history 1",
)


def run(call: Call) -> None:
    place = placed(call, gone=True)
    versions = place.kept.history.versions(place.kept.key, place.file)
    if not versions:
        raise NotFound("history.none", path=place.path)
    call.answer(
        {"file": place.file, "path": place.path, "versions": [version_json(version) for version in versions]},
        lambda: "\n".join(aligned([_row(call, version) for version in versions], right=(0, 3))),
    )


def version_json(version: Version) -> dict[str, object]:
    """A version as every answer has it."""
    return {
        "id": version.id,
        "time": version.time,
        "what": version.what,
        "agent": version.agent,
        "conversation": version.conversation,
        "device": version.device,
        "bytes": version.bytes,
        "revision": version.revision,
        "file": version.path,
    }


def _row(call: Call, version: Version) -> list[str]:
    size = call.words(".gone") if version.gone else call.words(".size", bytes=version.bytes)
    by = " ".join(part for part in (version.agent, version.conversation) if part)
    return [str(version.id), moment(version.time), action(version.what, call.lang), size, by or "-"]
