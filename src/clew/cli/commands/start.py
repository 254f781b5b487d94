"""`clew start`."""

from __future__ import annotations

import os

from clew.answers.menus import conflict_lines, drift_text, menu_text, project_json, row_text
from clew.callers import caller
from clew.cli.spec import CONVERSATION, DIR, Command, Option
from clew.errors import ClewError, Conflict
from clew.library.start import shown_to
from clew.text.conflicts import is_conflict_copy
from clew.text.decoding import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.callers import Caller
    from clew.cli.call import Call
    from clew.library.conversation import Conversation
    from clew.library.project import Project

COMMAND = Command(
    group="conversations",
    options=(DIR, Option("--pick", "N|NAME", complete="memory"), Option("--menu", "REVISION"), CONVERSATION),
    json=("conversation", "memory", "file", "text"),
    example="clew start --pick 1",
)


def run(call: Call) -> None:
    library = call.home.library
    project = library.project(call.directory)
    who = caller(call.given.conversation)
    before = who.conversation or library.choices.last_started(who.terminal, project.dir)
    conversation = _started(call, project, who)
    library.choices.started(who.terminal, project.dir, conversation.id, library.now().isoformat())
    text = "" if conversation.file is None else _text(call, conversation.file)
    answer = {
        "conversation": conversation.id,
        "memory": conversation.memory,
        "file": conversation.file,
        "text": text,
        "project": project_json(project),
    }
    if conversation.file is None:
        call.say(".resumed" if call.given.pick is None and conversation.id == before else ".new", id=conversation.id)
    else:
        call.say(".continued", id=conversation.id, memory=conversation.memory)
    _tell_sync(call)
    _tell_conflicts(call, conversation.file)
    call.answer(answer, text, exact=True)


def _tell_sync(call: Call) -> None:
    """The state of sync in one line, as the last one left it: nobody waits for a network here."""
    path = os.path.join(call.home.path, "sync.db")
    if call.given.quiet or not os.path.exists(path):
        return
    from clew.sync.status import line_of  # late: most homes sync with nobody

    try:
        line = line_of(path)
    except ClewError as problem:  # a sync tells of it; it is no reason to begin nothing
        call.say(problem.key, **problem.data)
        return
    if line is not None:
        waiting = line.parked + line.unanswered
        said = {**line.as_dict(), "waiting": waiting, "changed": line.changed[:19].replace("T", " ")}
        call.say(".sync-waiting" if waiting else ".sync", **said)


def _tell_conflicts(call: Call, file: str | None) -> None:
    """Other texts of the memory that is gone on with: who picks it without a look at the menu is told too."""
    if file is None or call.given.quiet:
        return
    folder = file.partition("/")[0]
    try:
        names = os.listdir(call.home.library.path(folder))  # a look at each file would cost more than all else here
    except OSError:
        return
    copies = sorted(name for name in names if is_conflict_copy(name))
    if not copies:
        return
    from clew.library.conflicts import ConflictCopy, original_of  # late: nearly no folder has one

    for copy in [f"{folder}/{name}" for name in copies]:
        if original_of(copy) == file:
            for line in conflict_lines(ConflictCopy(copy, file), call.lang):
                call.tell(line)


def _started(call: Call, project: Project, who: Caller) -> Conversation:
    library, pick = call.home.library, call.given.pick
    named = who.conversation
    files: Sequence[str] | None
    if pick is None:
        resumed = named or library.choices.last_started(who.terminal, project.dir)
        conversation = library.bound(project, resumed) if resumed else None
        if conversation is not None and (conversation.file is not None or not call.interactive):
            return conversation
        pick, files = _asked(call, project) if call.interactive else ("0", ())
        return library.start(project, pick, resumed, files)
    if call.given.menu is None:
        files = shown_to(library, project, pick, who.viewer, who.terminal)
    else:
        today = project.whole_menu()
        if call.given.menu != today.revision:
            raise Conflict("commands.start.menu-changed", dir=project.dir)
        files = today.files()
    return library.start(project, pick, named, files)


def _asked(call: Call, project: Project) -> tuple[str, Sequence[str]]:
    """The number that a person chose from the menu, and its files. Who leaves it begins nothing."""
    menu = project.whole_menu()
    if not menu.lines and not menu.parents:
        call.tell(menu_text(project, menu, call.lang, whole=True))
        return "0", ()
    from clew.cli.picker import pick

    if menu.drift:
        call.tell(drift_text(menu, call.lang))
    rows = [(str(line.number), row_text(line)) for line in (*menu.lines, *menu.parents)]
    title = call.words("menu.of", name=project.name, dir=project.dir)
    chosen = pick(title, [*rows, ("0", call.words("menu.new"))], lang=call.lang)
    if chosen is None:
        raise KeyboardInterrupt
    return chosen, menu.files()


def _text(call: Call, file: str) -> str:
    return decoded(call.home.library.kept.get(file).data)
