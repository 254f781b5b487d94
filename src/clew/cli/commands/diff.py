"""`clew diff`."""

from __future__ import annotations

from clew.cli.place import placed
from clew.cli.spec import CONVERSATION, DIR, REF, Argument, Command
from clew.cli.version import checked_version
from clew.errors import NotFound
from clew.history.compare import diff
from clew.library.conflicts import original_of
from clew.stores.contract import revision_of
from clew.text.decoding import decoded
from clew.text.note_line import note_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call
    from clew.references import Place

COMMAND = Command(
    group="history",
    arguments=(REF, Argument("ID", required=False)),
    options=(DIR, CONVERSATION),
    json=("file", "path", "from", "to", "text"),
    example="clew diff 1",
)


def run(call: Call) -> None:
    place = placed(call, gone=True)
    if call.given.id is None and (original := original_of(place.file)) and place.kept.stat(place.file) is not None:
        _conflict(call, place, original)
        return
    old_id, old, new_id, new = _sides(call, place)
    before = call.words(".version", id=old_id) if old_id else call.words(".nothing")
    after = call.words(".version", id=new_id) if new_id else call.words(".now")
    text = diff(old, new, f"{place.file} ({before})", f"{place.file} ({after})", lang=call.lang)
    answer = {"file": place.file, "path": place.path, "from": old_id, "to": new_id, "text": text}
    call.answer(answer, text or call.words(".same"))


def _conflict(call: Call, copy: Place, original: str) -> None:
    """A conflict copy against the memory that it is another text of."""
    try:
        old = copy.kept.get(original).data
    except NotFound:
        old = b""
    new = _with_notes_of(copy.kept.get(copy.file).data, old)
    text = diff(old, new, original, copy.file, lang=call.lang)
    answer = {"file": copy.file, "path": copy.path, "from": None, "to": None, "text": text}
    call.answer(answer, text or call.words(".same"))


def _with_notes_of(copy: bytes, original: bytes) -> bytes:
    """The copy with the note lines that the memory has: up to which version it was published is nothing that it says."""
    said = {note.id: line for line in decoded(original).split("\n") if (note := note_line(line))}
    lines = decoded(copy).split("\n")
    lines = [said.get(note.id, line) if (note := note_line(line)) else line for line in lines]
    return "\n".join(lines).encode("utf-8", "surrogateescape")


def _sides(call: Call, place: Place) -> tuple[int | None, bytes, int | None, bytes]:
    """With an ID: that version against the file. Without: what the file's last change was."""
    history, key = place.kept.history, place.kept.key
    versions = history.versions(key, place.file)
    if not versions:
        raise NotFound("history.none", path=place.path)
    try:
        now = place.kept.get(place.file).data
    except NotFound:
        now = b""
    latest = versions[0]
    stands = latest.id if latest.revision == (revision_of(now) if now or not latest.gone else "") else None
    if call.given.id is not None:
        version = checked_version(call.given.id, versions, place)
        return version.id, history.content(version.id) or b"", stands, now
    if stands is None:  # edited by another hand since
        return latest.id, history.content(latest.id) or b"", None, now
    before = versions[1] if len(versions) > 1 else None
    return (before.id if before else None), (before and history.content(before.id)) or b"", stands, now
