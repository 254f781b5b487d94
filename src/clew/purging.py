"""A text taken out of everything that a home holds: files, their names, history, pending texts, derived rows.

What only forgets (`delete`, `undo`) leaves a text in the history, which is its purpose. Purging is for what must
not exist any more, a key that was pasted by mistake: afterwards no byte of it is left in a file of ours.
"""

from __future__ import annotations

import os
from contextlib import ExitStack

from clew.config import config_path
from clew.errors import ClewError, NotFound, Usage
from clew.history.purge import cleaned, find, purge, spellings
from clew.history.records import PURGE
from clew.library.clue_file import PATH
from clew.library.moving import rename
from clew.stores.failures import Telling
from clew.stores.folder import FolderStore
from clew.sync.forgetting import forget, targets_holding
from clew.sync.link import file_of
from clew.text.clue import read_clue
from clew.text.conflicts import is_conflict_copy, is_memory_file
from clew.text.names import memory_name, memory_name_of
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator

    from clew.history.kept import Kept
    from clew.history.records import Version
    from clew.home import Home
    from clew.state.pending import Pending
    from clew.stores.contract import Blob

    Progress = Callable[[int, int], None]

_FEWEST = 4  # bytes: less would tear holes into every text
# What holds our files together; a text out of these could not be told from the form.
_OWN_WORDS = (
    b'<!-- clew conversation="" dir="" agent="" device="" time="" tags="" request="" -->\n## \n\n---\n\n'
    b'<!-- clew fact="" superseded="" by="" --> <!-- pin -->'
    b"entries:\n  - dir: dir_slug: name: common_tags: memories: file: tags: []"
)


class Holding(Value):
    """A file that holds the text, and in how many lines."""

    kept: Kept
    file: str
    blob: Blob
    lines: int

    @property
    def path(self) -> str:
        """The absolute path."""
        return self.kept.path(self.file)


class Found(Value):
    """Everything that purging would change, and what it cannot."""

    needle: re.Pattern[bytes]
    files: tuple[Holding, ...]
    names: tuple[str, ...]  # files of the library whose own names hold the text
    versions: tuple[Version, ...]
    pending: tuple[Pending, ...]
    unreachable: tuple[tuple[str, str], ...]  # (path, words key of why)
    synced: int = 0  # targets of which what is remembered holds it

    def __bool__(self) -> bool:
        return bool(self.files or self.names or self.versions or self.pending or self.synced)


def search(home: Home, text: str) -> Found:
    """Looks everywhere, changes nothing. Raises `Usage` for a text that is too short or a word of clew's own format."""
    needle = _needle(text)
    _refuse_directories(home, needle, text)
    names, unreachable = _names(home, needle)
    files, foreign = _holdings(home, needle)
    settings = [
        (path, "purging.settings") for path in (config_path(home.path), home.off.path) if needle.search(_bytes_of(path))
    ]
    targets = targets_holding(file_of(home.path), needle)
    return Found(
        needle=needle,
        files=tuple(files),
        names=tuple(names),
        versions=tuple(find(home.history, needle)),
        pending=tuple(one for one in home.library.pending.all() if needle.search(_said(one))),
        unreachable=(
            *(*unreachable, *foreign, *_in_extra_folders(home, needle), *settings, *_in_copies(home, needle)),
            *((target, "purging.remote") for target in targets if target),
        ),
        synced=len(targets),
    )


def carry_out(home: Home, text: str, progress: Progress | None = None) -> Found:
    """Takes the text out and says what was found. May be run again after a failure, and finishes then.

    Raises `NotFound` where there is nothing of it, `Locked` while another process reads the history.
    """
    library = home.library
    with ExitStack() as locks:
        for kept in home.stores():
            if os.path.isdir(kept.root):
                locks.enter_context(kept.lock())
        found = search(home, text)
        if not found:
            problem = NotFound("purging.nothing")
            problem.suggestions = [path for path, _ in found.unreachable]
            raise problem
        with home.history.file.writing():  # what cannot be written to must be found out before anything is changed
            home.state.forget_derived()
            home.index.forget()
        for file in found.names:  # first of all: the clue file must find them under the names that it will have
            stem = memory_name(_clean_words(memory_name_of(file), found.needle)) or "memory"
            rename(library, file, stem, what=PURGE)
        for holding in _holdings(home, found.needle)[0]:
            _clean(holding, found.needle)
        _drop_messages(home, found.needle)
        forget(file_of(home.path), home.path, found.needle)
        for pending in found.pending:
            library.pending.keep(_cleaned_pending(pending, found.needle))
        library.choices.forget_where(lambda id: _holds(found.needle, id))
        home.sessions.forget_where(lambda one: _holds(found.needle, f"{one.conversation}\n{one.transcript}\n{one.dir}"))
        try:
            left = purge(home.history, found.needle, progress)
        except ClewError as problem:
            home.tell("purging.half-done", path=home.history.path)
            raise problem
        home.state.forget_derived()
        indexed = home.index.forget()  # somebody may have searched meanwhile
        indexed += home.vectors.forget_gone()
    unreachable = [(name, "purging.name") for name in left.names] + [(path, "purging.in-use") for path in indexed]
    return found.but(unreachable=(*found.unreachable, *unreachable))


def _holdings(home: Home, needle: re.Pattern[bytes]) -> tuple[list[Holding], list[tuple[str, str]]]:
    """The files of ours that hold the text, and the others that do or cannot be read."""
    files: list[Holding] = []
    others: list[tuple[str, str]] = []
    for kept in home.stores():
        for stat in kept.list(deep=True):
            if stat.kind == "folder":
                continue
            try:
                blob = kept.get(stat.path)
            except ClewError as problem:
                others.append((kept.path(stat.path), problem.key))
                continue
            lines = _lines(blob.data, needle)
            if lines and _is_ours(stat.path):
                files.append(Holding(kept, stat.path, blob, lines))
            elif lines:
                others.append((kept.path(stat.path), "purging.not-ours"))
    return files, others


def _in_extra_folders(home: Home, needle: re.Pattern[bytes]) -> Iterator[tuple[str, str]]:
    """The files there that hold the text: they are read for searches, and never written."""
    for name, root in home.settings.folders:
        store = FolderStore(root, name, makes_root=False)
        try:
            found = store.list(deep=True) if os.path.isdir(root) else []
        except ClewError as problem:
            yield problem.path or root, problem.key
            continue
        for stat in found:
            if stat.kind == "file" and stat.path.lower().endswith((".md", ".markdown")):
                path = store.path_of(stat.path)
                if needle.search(_bytes_of(path)):
                    yield path, "purging.not-ours"


def _names(home: Home, needle: re.Pattern[bytes]) -> tuple[list[str], list[tuple[str, str]]]:
    """The memories whose names hold the text, and the other names that do."""
    memories: list[str] = []
    others: list[tuple[str, str]] = []
    for kept in home.stores():
        for stat in kept.list(deep=True):
            folder, _, name = stat.path.rpartition("/")
            if not needle.search(os.fsencode(name)):
                continue
            if folder and stat.kind == "file" and is_memory_file(name) and kept is home.library.kept:
                memories.append(stat.path)
            else:
                others.append((kept.path(stat.path), "purging.name"))
    return memories, others


def _in_copies(home: Home, needle: re.Pattern[bytes]) -> list[tuple[str, str]]:
    """What settings of agents were before clew was added to them: theirs to have back, so not ours to change."""
    folder = os.path.join(home.path, "installed")
    paths = [os.path.join(above, name) for above, _, names in os.walk(folder) for name in sorted(names)]
    return [(path, "purging.copy") for path in paths if needle.search(_bytes_of(path))]


def _drop_messages(home: Home, needle: re.Pattern[bytes]) -> None:
    """What is to be put before goose at its next turn (see `clew.agents.goose`), or was and stayed."""
    for name in os.listdir(home.path):
        path = os.path.join(home.path, name)
        if name.startswith("goose-") and name.endswith(".md") and needle.search(_bytes_of(path)):
            with Telling("write", path):
                os.remove(path)


def _needle(text: str) -> re.Pattern[bytes]:
    text = text.strip("\r\n")
    if len(text.encode("utf-8", "surrogateescape")) < _FEWEST:
        raise Usage("purging.too-short")
    needle = spellings(text)
    if needle.search(_OWN_WORDS):
        raise Usage("purging.own-word", text=text)
    return needle


def _refuse_directories(home: Home, needle: re.Pattern[bytes], text: str) -> None:
    """A project is found by its directory and its folder: without them its memories would be nobody's."""
    library = home.library
    library.clue.refresh()
    for entry in library.clue.entries():
        for words in (entry.dir, entry.dir_slug):
            if needle.search(words.encode("utf-8", "surrogateescape")):
                raise Usage("purging.directory", text=text, dir=entry.dir)


def _is_ours(file: str) -> bool:
    """A memory, a daily note, a conflict copy, the clue file: what clew writes and may therefore rewrite."""
    name = file.rpartition("/")[2]
    return name.endswith(".md") or file == PATH or is_conflict_copy(name)


def _clean(holding: Holding, needle: re.Pattern[bytes]) -> None:
    """Past the history, which must not learn what it is about to forget; still a compare-and-replace."""
    data = cleaned(holding.blob.data, needle)
    if holding.file == PATH:
        read_clue(data, holding.path)  # rather an error than a clue file that no longer parses
    holding.kept.store.put(holding.file, data, holding.blob.revision)


def _cleaned_pending(pending: Pending, needle: re.Pattern[bytes]) -> Pending:
    def clean(words: str) -> str:
        return _clean_words(words, needle)

    return pending.but(
        text=clean(pending.text),
        tags=tuple(map(clean, pending.tags)),
        title=pending.title and clean(pending.title),
        heading=pending.heading and clean(pending.heading),
    )


def _holds(needle: re.Pattern[bytes], words: str) -> bool:
    return bool(needle.search(words.encode("utf-8", "surrogateescape")))


def _clean_words(words: str, needle: re.Pattern[bytes]) -> str:
    return cleaned(words.encode("utf-8", "surrogateescape"), needle).decode("utf-8", "surrogateescape")


def _lines(data: bytes, needle: re.Pattern[bytes]) -> int:
    """In how many lines the text stands; one that goes over several counts once."""
    if not needle.search(data):
        return 0
    return sum(1 for line in data.split(b"\n") if needle.search(line)) or 1


def _said(pending: Pending) -> bytes:
    parts = (pending.text, *pending.tags, pending.title or "", pending.heading or "")
    return "\n".join(parts).encode("utf-8", "surrogateescape")


def _bytes_of(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""
