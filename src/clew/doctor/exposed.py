"""What of the stored texts others could get at: keys that stand in them, modes that let everybody read.

A save masks keys; these came before, by hand, by sync, or were allowed. They are shown as a receipt shows them.
"""

from __future__ import annotations

import os

from clew.doctor.modes import inside, wide
from clew.errors import ClewError
from clew.library.directories import within
from clew.library.findings import Finding, finding
from clew.text.decoding import decoded
from clew.text.secrets import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clew.history.kept import Kept
    from clew.home import Home

_MEMORY = "memory"  # the folder of a workspace that clew writes in; the rest of a vault is not ours to read


def exposed(home: Home) -> list[Finding]:
    """Every key with its file and line, and one finding for each place that everybody may enter.

    Directories where clew is off are passed by, and what cannot be read, of which a check tells. Raises nothing for
    a place that is not there.
    """
    places = list(_texts(home))
    found = [one for kept, file in places for one in _keys(kept, file)]
    for root in dict.fromkeys(kept.root for kept, _ in places):
        wider = [one for one in wide("library", root, inside(root)) if one.urgent]
        found += [Finding("wide-open", one.path or root, "check.wide-open", tuple(one.data.items())) for one in wider]
    return found


def _texts(home: Home) -> Iterator[tuple[Kept, str]]:
    stores: tuple[tuple[Callable[[], Kept], str], ...] = (
        (lambda: home.library.kept, ""),
        (lambda: home.workspace_store, _MEMORY),
    )
    for store, folder in stores:
        try:
            kept = store()
            if not os.path.isdir(os.path.join(kept.root, folder)):
                continue
            hidden = _off(home) if not folder else set()
            for stat in kept.list(folder, deep=True):
                if stat.kind == "file" and stat.path.endswith(".md") and stat.path.partition("/")[0] not in hidden:
                    yield kept, stat.path
        except ClewError:  # a check, or the doctor, says why
            continue


def _off(home: Home) -> set[str]:
    off = home.off.directories()
    return {slug for dir, slug in home.library.clue.directories().items() if off and within(dir, off)}


def _keys(kept: Kept, file: str) -> Iterator[Finding]:
    try:
        text = decoded(kept.get(file).data)
    except ClewError:
        return
    for one in find(text):
        yield finding("secret", kept.path(file), line=one.line, shown=one.shown)
