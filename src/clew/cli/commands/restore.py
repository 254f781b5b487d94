"""`clew restore`."""

from __future__ import annotations

from clew.cli.place import placed
from clew.cli.spec import CONVERSATION, DIR, Argument, Command, Option
from clew.cli.version import checked_version
from clew.errors import Usage
from clew.history.undo import restore, restore_missing
from clew.library.conflicts import original_of, take_copy
from clew.library.restoring import last_before_it_went, restore_memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call

COMMAND = Command(
    group="history",
    arguments=(Argument("REF", required=False, complete="memory"), Argument("ID", required=False)),
    options=(DIR, CONVERSATION, Option("--all")),
    json=("file", "path", "restored", "renamed", "failed"),
    example="clew restore redis-cache 12",
)


def run(call: Call) -> int | None:
    if call.given.all:
        if call.given.ref is not None:
            raise Usage("commands.restore.one-or-all")
        return _all(call)
    if call.given.ref is None:
        raise Usage("commands.restore.what")
    place = placed(call, gone=True)
    library = call.home.library
    if call.given.id is None and place.kept is library.kept and original_of(place.file) and place.kept.stat(place.file):
        blob = take_copy(library, place.file)
        file = original_of(place.file)
        answer = {"file": file, "path": library.path(file), "revision": blob.revision}
        call.answer(answer, lambda: call.words(".taken", path=library.path(file)))
        return None
    versions = place.kept.history.versions(place.kept.key, place.file)
    version = (
        last_before_it_went(versions) if call.given.id is None else checked_version(call.given.id, versions, place)
    )
    if version is None:
        raise Usage("commands.restore.which", ref=call.given.ref)
    if place.kept is library.kept and "/" in place.file:
        blob = restore_memory(library, place.file, version)
    else:
        blob = restore(place.kept, place.file, version.id, library.origin("restore"))
    answer = {"file": place.file, "path": place.path, "revision": blob.revision}
    call.answer(answer, lambda: call.words(".done", path=place.path, id=version.id))
    return None


def _all(call: Call) -> int:
    """Every store; a file that could not be written is named and makes the status 1."""
    back: list[str] = []
    renamed: list[tuple[str, str]] = []
    failed: list[tuple[str, str]] = []
    for kept in call.home.stores():
        with call.progress(None, call.words(".restoring")) as bar:
            restored = restore_missing(kept, bar.at)
        back += [kept.path(path) for path in restored.back]
        renamed += [(kept.path(old), kept.path(new)) for old, new in restored.renamed]
        failed += [(kept.path(path), problem.message(call.lang)) for path, problem in restored.failed]
        if kept is call.home.library.kept:
            call.home.library.look_at(restored.back)
    for old, new in renamed:
        call.say(".renamed", old=old, new=new)
    for path, reason in failed:
        call.tell(f"{path}: {reason}")
    answer = {"restored": back, "renamed": renamed, "failed": [{"path": path, "message": why} for path, why in failed]}
    call.answer(answer, lambda: "\n".join([*back, call.words(".count", count=len(back))]))
    return 1 if failed else 0
