"""A memory as it once was, with its place in the clue file: one entry of the history, undone together."""

from __future__ import annotations

from clew.errors import NotFound
from clew.history.changing import Edit
from clew.history.undo import restore
from clew.library.save_plan import with_tags
from clew.text.clue_values import ClueEntry
from clew.text.segments import facts_of
from clew.text.slugs import project_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.history.records import Version
    from clew.library.library import Library
    from clew.stores.contract import Blob


def restore_memory(library: Library, file: str, version: Version) -> Blob:
    """Gives a memory the bytes of one of its versions; the tags of its segments stand in the clue file again.

    Raises `NotFound` for a version that marks a deletion. Where the clue file does not parse, only the memory changes.
    """
    origin = library.origin("restore")
    with library.kept.lock():
        library.clue.refresh()
        if library.clue.problem is not None:
            return restore(library.kept, file, version.id, origin)
        data = library.kept.history.content(version.id)
        if data is None:
            raise NotFound("history.gone-version", path=library.path(file), version=version.id)
        folder, _, name = file.partition("/")
        facts = facts_of(data)
        entries = library.clue.of_slug(folder)
        if not entries and facts.dir:
            entries = [ClueEntry(facts.dir, folder, project_name(facts.dir), (), ())]
        changed = [with_tags(entry, name, facts.tags) for entry in entries]
        (blob,) = library.clue.change(origin, [Edit(file, data)], changed=changed)
        assert blob is not None  # data was given
        library.catalog.learned(file, blob)
    return blob


def last_before_it_went(versions: list[Version]) -> Version | None:
    """Of a file that is gone, the version that it had before; None for one that stands."""
    return next((version for version in versions if not version.gone), None) if versions and versions[0].gone else None
