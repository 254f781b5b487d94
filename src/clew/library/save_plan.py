"""What a save will write, decided purely: the memory's new bytes, the clue file's new entry, the receipt."""

from __future__ import annotations

from clew.library.drift import common_tags
from clew.stores.contract import revision_of
from clew.text.attributes import quoted
from clew.text.clue_values import ClueEntry, ClueMemory
from clew.text.names import memory_name_of
from clew.text.segments import Mark, Segment, count_lines, first_segment, next_segment, segments_of
from clew.text.tags import union
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.stores.contract import Blob


class Saved(Value):
    """The receipt of a save."""

    conversation: str
    memory: str
    file: str  # POSIX, relative to the library
    path: str  # absolute
    created: bool
    lines: int
    tags: tuple[str, ...]  # of the memory: the union over its saves
    common_tags: tuple[str, ...]  # of the project
    revision: str
    repeated: bool
    masked: tuple[str, ...]  # secrets that were taken out, as they are shown
    escaped: int  # comments in the text that could have passed for clew's


class Draft(Value):
    """A save that passed the rules: what is to be written and where."""

    path: str  # of the memory, in the library
    mark: Mark
    heading: str
    title: str
    text: str


class Plan(Value):
    """The two files of a save as they will be."""

    data: bytes
    entry: ClueEntry
    created: bool


def plan_save(draft: Draft, blob: Blob | None, entry: ClueEntry) -> Plan:
    """Appends the segment, takes its tags into the entry. `entry` may be new; what a person added to it stays."""
    if blob is None:
        data = first_segment(draft.title, draft.mark, draft.heading, draft.text)
    else:
        data = blob.data + next_segment(blob.data, draft.mark, draft.heading, draft.text)
    return Plan(data, with_tags(entry, draft.path.partition("/")[2], draft.mark.tags), blob is None)


def with_tags(entry: ClueEntry, file: str, tags: tuple[str, ...]) -> ClueEntry:
    """The entry with these tags on this memory; `common_tags` follow."""
    memories = list(entry.memories)
    for place, memory in enumerate(memories):
        if memory.file == file:
            memories[place] = memory.but(tags=tuple(union(memory.tags, tags)))
            break
    else:
        memories.append(ClueMemory(file, tuple(union(tags))))
    return entry.but(memories=tuple(memories), common_tags=common_tags(memories))


def repeat_of(data: bytes, conversation: str, request: str | None, text: str) -> Segment | None:
    """The segment that this save has already written, if it has.

    With a request id only that counts; without one, the same text as the conversation's last segment does.
    """
    if request is not None:
        if quoted("request", request) not in data:
            return None
        own = [segment for segment in segments_of(data) if segment.mark.conversation == conversation]
        return next((segment for segment in own if segment.mark.request == request), None)
    stored = (text if text.endswith("\n") else text + "\n").encode("utf-8", "surrogateescape")
    if stored not in data:
        return None
    own = [segment for segment in segments_of(data) if segment.mark.conversation == conversation]
    return own[-1] if own and own[-1].text(data) == stored else None


def first_result(data: bytes, segment: Segment, file: str, path: str, common: tuple[str, ...]) -> Saved:
    """The receipt that the segment's own save gave: the file as it ended then."""
    then = data[: segment.end]
    segments = segments_of(then)
    return Saved(
        conversation=segment.mark.conversation,
        memory=memory_name_of(file),
        file=file,
        path=path,
        created=len(segments) == 1 and then.startswith(b"# "),
        lines=count_lines(then),
        tags=tuple(union(*(one.mark.tags for one in segments))),
        common_tags=common,
        revision=revision_of(then),
        repeated=True,
        masked=(),
        escaped=0,
    )
