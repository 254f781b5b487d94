"""A library as a whole, and, where the person says so, long-term memory and daily notes: what goes to a git remote.

A memory keeps its key whatever its file is called: a rename on one side meets an edit on the other, and both are there.
"""

from __future__ import annotations

import os

from clew.errors import Unreadable
from clew.library.clue_file import PATH as CLUE
from clew.library.directories import within
from clew.library.moving import join as join_projects
from clew.library.moving import rename
from clew.library.origins import PATH as ORIGINS
from clew.library.origins import parsed
from clew.sync.contract import Joined, Moved, Refused, Seen, Text
from clew.sync.shares.files import Files, owner_of
from clew.sync.shares.kinds import is_librarys, is_workspaces
from clew.sync.shares.renames import conversations, renamed
from clew.text.conflicts import is_memory_file
from clew.text.names import memory_name_of, numbered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from clew.history.kept import Kept
    from clew.library.library import Library
    from clew.sync.contract import Fetch, There
    from clew.sync.states import Base, States

WORKSPACE = ".clew/workspace/"  # where its files stand on the remote: no project's folder begins with a dot


class LibraryShare:
    """The share of a library; `workspace` where its files go along. With `keeps`, room is made for what comes."""

    def __init__(
        self, library: Library, workspace: Kept | None = None, states: States | None = None, *, keeps: bool = True
    ) -> None:
        self._library = library
        self._states = states
        self._keeps = keeps
        self._places: dict[str, str] = {}  # key -> where it is here, as of the last look
        origin = library.origin("sync")
        self._files = [Files(library.kept, is_librarys, library.clock, origin, closed=self._is_closed)]
        if workspace is not None:
            self._files.append(Files(workspace, is_workspaces, library.clock, origin, prefix=WORKSPACE))

    def has(self, place: str) -> bool:
        """Whether a path of the remote is one of ours. Anybody may have put anything there."""
        return any(files.has(place) for files in self._files)

    def look(self, bases: Mapping[str, Base]) -> Mapping[str, Seen]:
        """Raises where the library has vanished: nothing of it was deleted."""
        self._library.refuse_vanished()
        self._library.kept.recover()
        found = self._listed()
        if self._keeps and self._mend(found):
            found = self._listed()
        keys = self._keys(found, {key: base.place for key, base in bases.items()}, bases, self._text_here)
        self._places = {key: place for place, key in keys.items()}
        here = {keys[place]: seen for place, seen in found.items()}
        for key, base in bases.items():
            if not base.dead and key not in here and self.has(base.place) and self._stays(base.place):
                here[key] = Seen(base.here, base.place)
        return here

    def paired(self, seen: Mapping[str, Seen], bases: Mapping[str, Base], fetch: Fetch) -> Mapping[str, str]:
        """Paths of the remote by the keys that their memories have here.

        Of two different memories with one name, ours gets a number first: `Moved` says so.
        """
        fetched: dict[str, There] = {}

        def text_there(path: str) -> str:
            if path not in fetched:
                fetched.update(fetch({path: seen[path]}))
            return fetched[path].text.body if path in fetched else ""

        keys = self._keys(seen, {key: base.there_place for key, base in bases.items()}, bases, text_there)
        fresh = {path: key for path, key in keys.items() if key not in bases or bases[key].dead}
        ours = {key: place for key, place in self._places.items() if key not in bases or bases[key].dead}
        apart = {place: key for key, place in ours.items() if place not in fresh and is_memory_file(place)}
        if apart and (strange := [path for path in fresh if path not in ours.values() and is_memory_file(path)]):
            met = renamed(
                {place: self._text_here(place) for place in apart}, {path: text_there(path) for path in strange}
            )
            keys.update({path: apart[place] for path, place in met.items() if conversations(text_there(path))})
        for path in fresh:
            if self._is_in_the_way(path, keys[path], text_there):
                self._make_room(path)
        return keys

    def heard(self, found: Mapping[str, There]) -> None:
        """The repository keeps every version itself."""

    def read(self, key: str) -> Text:
        place = self._places.get(key, key)
        return owner_of(self._files, place).read(place)

    def same(self, one: Text, other: Text) -> bool:
        """Line ends apart: what differs in nothing else is left as each side has it."""
        return one.place == other.place and (one.body == other.body or _unix(one.body) == _unix(other.body))

    def join(self, base: Text | None, ours: Text, theirs: Text) -> Joined:
        """The name that one side changed, theirs where both did."""
        joined = owner_of(self._files, ours.place).join(base, ours, theirs)
        kept = base is not None and theirs.place == base.place
        return joined.but(text=joined.text.but(place=ours.place if kept else theirs.place))

    def dressed(self, text: Text, base: Text | None, there: Text | None) -> Text:
        """As it is."""
        return text

    def write(self, key: str, text: Text, expect: Seen | None, ours: Text | None = None) -> Seen:
        seen = owner_of(self._files, text.place).write(text, expect, ours)
        self._places[key] = seen.place
        return seen

    def put(self, key: str, text: Text, here: Seen) -> Seen:
        """Nothing is written down here: the file is what went."""
        return here

    def remove(self, key: str, expect: Seen) -> None:
        owner_of(self._files, expect.place).remove(expect)

    def rename_key(self, key: str, new: str, here: Seen) -> None:
        """Never: a file that was deleted there may come again under its own path."""

    def stays(self, key: str, place: str) -> bool:
        return self.has(place) and owner_of(self._files, place).is_closed(place)

    def is_last(self, key: str) -> bool:
        """The clue file tells of the memories."""
        return key == CLUE

    def settle(self, keys: Iterable[str]) -> bool:
        """What came or went stands in the clue file too, and checkouts of one repository are one project."""
        if CLUE not in keys:
            return False
        before = self._library.kept.stat(CLUE)
        self._mend(self._listed())
        self._join_checkouts()
        after = self._library.kept.stat(CLUE)
        return before is None or after is None or before.fingerprint != after.fingerprint

    def note_origins(self) -> None:
        """Writes down where the projects of this machine come from; those that saved before anybody asked, too."""
        library = self._library
        library.clue.refresh()
        off = library.off.directories()
        here = [one.dir for one in library.clue.entries() if os.path.isdir(one.dir) and not within(one.dir, off)]
        if library.origins.unknown(here):
            with library.kept.lock():
                library.origins.note(here)

    def _listed(self) -> dict[str, Seen]:
        found: dict[str, Seen] = {}
        for files in self._files:
            found.update(files.look())
        return found

    def _mend(self, found: Mapping[str, Seen]) -> bool:
        """Lets the clue file say what stands, as a menu would, lest a rename by hand goes out and its line does not."""
        library = self._library
        library.clue.refresh()
        if library.clue.problem is not None:
            return False
        standing: dict[str, set[str]] = {}
        for place in found:
            folder, slash, name = place.partition("/")
            if slash and is_memory_file(name):
                standing.setdefault(folder, set()).add(name)
        drifted = [
            f"{entry.dir_slug}/"
            for entry in library.clue.entries()
            if {memory.file for memory in entry.memories} != standing.get(entry.dir_slug, set())
            and not self._is_closed(f"{entry.dir_slug}/")
        ]
        library.look_at(drifted)
        return bool(drifted)

    def _keys(
        self,
        seen: Mapping[str, Seen],
        places: Mapping[str, str],
        bases: Mapping[str, Base],
        text_of_place: Callable[[str], str],
    ) -> dict[str, str]:
        """Place -> key: where it was before, else where what is gone went to, else a new key."""
        alive = {key: place for key, place in places.items() if not bases[key].dead}
        keys = {place: key for key, place in alive.items() if place in seen}
        gone = [key for key, place in alive.items() if place not in seen and is_memory_file(place)]
        new = [place for place in seen if place not in keys]
        if gone and self._states is not None and (moved := [place for place in new if is_memory_file(place)]):
            texts = {key: self._states.text(key).body for key in gone}
            keys.update(renamed(texts, {place: text_of_place(place) for place in moved}))
        used = {*keys.values(), *alive}
        for place in new:
            if place not in keys:
                key, number = place, 2
                while key in used:
                    key, number = f"{place}#{number}", number + 1
                keys[place] = key
                used.add(key)
        return keys

    def _stays(self, place: str) -> bool:
        """Whether what is not there to be seen is neither gone nor to be touched."""
        files = owner_of(self._files, place)
        return files.is_closed(place) or files.is_away(place)

    def _text_here(self, place: str) -> str:
        try:
            return owner_of(self._files, place).read(place).body
        except (Refused, Unreadable):
            return ""

    def _is_in_the_way(self, path: str, key: str, text_there: Callable[[str], str]) -> bool:
        """Whether another memory of ours has the name of one that comes."""
        other = next((mine for mine, place in self._places.items() if place == path), None)
        if other is None or not is_memory_file(path):
            return False
        if other != key:
            return True
        mine, theirs = conversations(self._text_here(path)), conversations(text_there(path))
        return bool(mine) and bool(theirs) and mine.isdisjoint(theirs)

    def _make_room(self, path: str) -> None:
        if self._keeps:
            folder, _, name = path.partition("/")
            taken = [stat.name for stat in self._library.kept.list(folder)]
            rename(self._library, path, numbered(memory_name_of(name), taken), what="sync")
            raise Moved

    def _join_checkouts(self) -> None:
        """The memories of one repository's folder in one place, whichever machines they came from."""
        library = self._library
        library.clue.refresh()
        if library.clue.problem is not None or library.kept.stat(ORIGINS) is None:
            return
        text = library.kept.get(ORIGINS).data.decode("utf-8", "surrogateescape")
        first: dict[tuple[str, str], str] = {}
        of_dir = {dir: origin for origin, dir in parsed(text)}
        for entry in library.clue.entries():
            origin = of_dir.get(entry.dir)
            if origin is None or self._is_closed(f"{entry.dir_slug}/"):
                continue
            slug = first.setdefault(origin, entry.dir_slug)
            if slug != entry.dir_slug and (into := library.clue.of_slug(slug)):
                join_projects(library, entry, into[0])
                library.clue.refresh()

    def _is_closed(self, path: str) -> bool:
        """Whether clew is off in the project's directory: its memories stay where they are."""
        entries = self._library.clue.of_slug(path.partition("/")[0]) if "/" in path else []
        off = self._library.off.directories()
        return bool(entries) and all(within(entry.dir, off) for entry in entries)


def _unix(text: str) -> str:
    return text.replace("\r\n", "\n")
