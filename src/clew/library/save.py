"""Saving, carried out: under the lock, the history first, then the memory, then the clue file."""

from __future__ import annotations

from clew.errors import ClewError, Conflict, NotFound, RuleBroken, Unreadable, Usage
from clew.history.changing import Edit
from clew.library.catalog import text_problem
from clew.library.conversation import new_conversation_id
from clew.library.drift import drift_of, mended
from clew.library.save_plan import Draft, Saved, first_result, plan_save, repeat_of, with_tags
from clew.library.start import sharing
from clew.library.wish import Wish, cleaned
from clew.state.pending import Pending, new_pending_id
from clew.stores.contract import ABSENT
from clew.text.clue_values import ClueEntry
from clew.text.names import memory_name, memory_name_of, numbered
from clew.text.segments import Mark, count_lines
from clew.text.slugs import project_name
from clew.text.tags import passing, respelled, tags_refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from clew.library.library import Library
    from clew.library.project import Project
    from clew.state.pending import PendingTexts
    from clew.stores.contract import Blob

_TRIES = 4  # before a conflict with an editor that writes all the time is told
_NAMELESS = {"zh": "记忆"}  # what a memory is called whose text has no word at all; in any other language `memory`


def save(library: Library, project: Project, wish: Wish, pending: str | None = None) -> Saved:
    """See `Conversation.save`. The wish is `cleaned`; `pending` is the refused save that this one finishes."""
    try:
        saved = _save_in_turn(library, project, wish)
    except ClewError as problem:
        keep_refused(library.pending, library.now(), project.dir, wish, problem, pending)
        raise
    same = library.pending.same(project.dir, wish.text)
    for settled in {pending, same.id if same else None}:
        if settled is not None:
            library.pending.settle(settled)
    return saved


def _save_in_turn(library: Library, project: Project, wish: Wish) -> Saved:
    """An append contradicts nobody: where an editor was quicker than our write, it is decided anew on what stands now."""
    library.refuse_vanished()
    for _ in range(_TRIES):
        try:
            with library.kept.lock(), library.state.writing():
                return _save_locked(library, project, wish)
        except Conflict:
            library.clue.doubt()
    with library.kept.lock(), library.state.writing():
        return _save_locked(library, project, wish)


def finish(library: Library, id: str, tags: Iterable[str]) -> Saved:
    """See `Library.finish`."""
    kept = kept_text(library.pending, id)
    wish = Wish(
        text=kept.text,
        tags=tuple(tags) or kept.tags,
        conversation=kept.conversation,
        title=kept.title,
        heading=kept.heading,
        agent=kept.agent,
        request=kept.request,
    )
    wish = cleaned(wish, allow_secret=True)  # the text was cleaned, or allowed, when it came in
    return save(library, library.project(kept.dir), wish, pending=id)


def kept_text(texts: PendingTexts, id: str) -> Pending:
    """The refused save with this id. Raises `NotFound`."""
    kept = texts.get(id)
    if kept is None:
        raise NotFound("library.no-pending", id=id)
    return kept


def refuse_another(texts: PendingTexts, id: str, text: str, allow_secret: bool) -> None:
    """Raises `Usage` where this is not the text that is kept under the id, `NotFound` where none is."""
    if cleaned(Wish(text), allow_secret).text != kept_text(texts, id).text:
        raise Usage("library.another-text", id=id)


def keep_refused(
    texts: PendingTexts, now: datetime, dir: str, wish: Wish, problem: ClewError, id: str | None = None
) -> None:
    """Keeps the refused text and says so in `problem`; not even that may fail in its place.

    Nothing is kept of a call that itself is off, for there is nothing to finish, nor where clew is off.
    """
    if isinstance(problem, Usage) or (isinstance(problem, RuleBroken) and problem.rule == "off"):
        return
    try:
        before = texts.same(dir, wish.text)
        pending = Pending(
            id=id or (before.id if before else new_pending_id()),
            conversation=wish.conversation or (before.conversation if before else new_conversation_id(now)),
            dir=dir,
            text=wish.text,
            tags=wish.tags,
            title=wish.title,
            heading=wish.heading,
            agent=wish.agent,
            request=wish.request,
            reason=problem.key,
            time=now.isoformat(timespec="seconds"),
        )
        texts.keep(pending)
    except ClewError:
        return
    problem.pending = pending.id


def _save_locked(library: Library, project: Project, wish: Wish) -> Saved:
    library.clue.refresh_to_write()
    if library.clue.problem is not None:
        raise library.clue.problem
    conversation = wish.conversation or new_conversation_id(library.now())
    path = _where(library, wish)
    if path is None and wish.request:
        asked = [one for one in library.catalog.asked(wish.request) if wish.conversation in (None, one[0])]
        if asked:
            conversation, path = asked[0]
    blob = None if path is None else library.kept.get(path)
    entry = _entry(library, project, path)
    library.off.refuse(entry.dir)  # the memory's project may be another than the one we are in
    if path is not None and blob is not None:
        if no_text := text_problem(blob.data):
            raise Unreadable(no_text, path=library.path(path))
        segment = repeat_of(blob.data, conversation, wish.request, wish.text)
        if segment is not None:
            # The first try may have died between its two files: the clue file gets what it still lacks.
            known = with_tags(entry, path.partition("/")[2], segment.mark.tags)
            library.clue.change(library.origin("save", conversation, wish.agent), changed=sharing(library, known))
            return first_result(blob.data, segment, path, library.path(path), entry.common_tags)
    tags = tuple(respelled(wish.tags, entry.common_tags))
    if refusal := tags_refusal(tags, entry.common_tags):
        refusal.suggestions = passing(tags, entry.common_tags, wish.text)
        raise refusal
    path = path or f"{entry.dir_slug}/{_new_file(library, wish, entry)}"
    is_first = library.clue.entry(entry.dir) is None
    saved = _write(library, wish, conversation, path, blob, entry, tags)
    if is_first:
        _note_origin(library, entry.dir)
    return saved


def _note_origin(library: Library, dir: str) -> None:
    """So that another machine knows the project; the save is done whether or not that can be written down."""
    try:
        library.origins.note([dir])
    except ClewError as problem:
        library.tell(problem.key, **problem.data)


def _write(
    library: Library,
    wish: Wish,
    conversation: str,
    path: str,
    blob: Blob | None,
    entry: ClueEntry,
    tags: tuple[str, ...],
) -> Saved:
    now = library.now()
    mark = Mark(
        conversation=conversation,
        time=now.isoformat(timespec="seconds"),
        dir=entry.dir,
        agent=wish.agent,
        device=library.device() or None,
        tags=tags,
        request=wish.request,
    )
    title = wish.title or memory_name_of(path)
    draft = Draft(path, mark, wish.heading or f"{now:%Y-%m-%d %H:%M}", title, wish.text)
    plan = plan_save(draft, blob, entry)
    edits = [Edit(path, plan.data, blob.revision if blob else ABSENT, blob)]
    origin = library.origin("save", conversation, wish.agent)
    (written,) = library.clue.change(origin, edits, changed=sharing(library, plan.entry))
    assert written is not None  # a save deletes nothing
    if blob is None:
        library.catalog.learned(path, written)
    else:
        library.catalog.grown(path, blob, written, mark)
    return Saved(
        conversation=conversation,
        memory=memory_name_of(path),
        file=path,
        path=library.path(path),
        created=plan.created,
        lines=count_lines(plan.data),
        tags=next(one.tags for one in plan.entry.memories if one.file == path.partition("/")[2]),
        common_tags=plan.entry.common_tags,
        revision=written.revision,
        repeated=False,
        masked=wish.masked,
        escaped=wish.escaped,
    )


def _where(library: Library, wish: Wish) -> str | None:
    """The memory that the conversation saves to; None for one of its own, still to be made."""
    if wish.conversation is None:
        return None
    if saved := library.memory_of(wish.conversation):
        return saved
    choice = library.choices.choice(wish.conversation)
    if choice is None or choice.path is None:
        return None
    if library.kept.stat(choice.path) is None:
        raise NotFound("library.memory-gone", path=library.path(choice.path))
    return choice.path


def _entry(library: Library, project: Project, path: str | None) -> ClueEntry:
    """The entry that the save belongs to, as it should be: missed files taken in, so that rule and tags hold."""
    slug = project.dir_slug if path is None else path.partition("/")[0]
    entries = library.clue.of_slug(slug)
    entry = next((one for one in entries if one.dir == project.dir), entries[0] if entries else None)
    if entry is not None and entry.dir != project.dir and slug == project.dir_slug:  # known by another machine's path
        entry = entry.but(dir=project.dir, name=project.name)
    if entry is not None and library.catalog.names(slug) <= {memory.file for memory in entry.memories}:
        return entry
    memories = library.catalog.folder(slug)
    if entry is None:
        dir = project.dir if slug == project.dir_slug else next((one.dir for one in memories if one.dir), project.dir)
        entry = ClueEntry(dir, slug, project.name if dir == project.dir else project_name(dir), (), ())
    drift = drift_of(entry, memories)
    return mended(entry, drift, memories) if drift.added else entry


def _new_file(library: Library, wish: Wish, entry: ClueEntry) -> str:
    stem = memory_name(wish.title) if wish.title else ""
    if not stem:
        from clew.text.keywords import title_from  # loads a dictionary: only a save without a title pays for it

        stem = memory_name(title_from(wish.text)) or _NAMELESS.get(library.settings.lang or "", "memory")
    standing = [stat.name for stat in library.kept.list(entry.dir_slug)]
    return numbered(stem, [*standing, *(memory.file for memory in entry.memories)]) + ".md"
