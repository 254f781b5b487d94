"""The rules that may not be broken, seen from the outside: one conversation, one memory; one request, one segment."""

from __future__ import annotations

from clew.library.findings import finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.library.findings import Finding
    from clew.library.survey import Snapshot


def split_conversation(snapshot: Snapshot) -> Iterator[Finding]:
    """A conversation in several memories: somebody copied one, or two devices wrote apart. Nobody but a person can join them."""
    for conversation, paths in snapshot.split:
        files = ", ".join(map(snapshot.path, paths))
        yield finding("split-conversation", snapshot.path(paths[0]), conversation=conversation, files=files)


def doubled_segment(snapshot: Snapshot) -> Iterator[Finding]:
    """The same request of one conversation, written twice into one memory; in two memories it is a split one."""
    for conversation, request, paths in snapshot.repeated:
        if len(paths) == 1:
            path = snapshot.path(paths[0])
            yield finding("doubled-segment", path, conversation=conversation, request=request)
