"""`clew_start`: the menu, and the choice from it."""

from __future__ import annotations

from clew.answers.menus import menu_json, menu_lines, project_json
from clew.library.menu import SHOWN_TO_AGENTS
from clew.library.start import shown_to
from clew.mcp.answer import Answer
from clew.mcp.menu_form import chosen, form
from clew.mcp.pages import ROOM, page
from clew.mcp.stored import as_data, block, read_on
from clew.mcp.tool import REPEATS, WHERE, Param, Tool
from clew.text.decoding import decoded
from clew.text.hygiene import clean
from clew.text.segments import count_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.library.conversation import Conversation
    from clew.library.menu import Menu
    from clew.library.project import Project
    from clew.mcp.ask import Ask

TOOL = Tool(
    params=(Param("pick", "choice"), *WHERE),
    keys={
        "conversation": "text",
        "menu": "text",
        "text": "text",
        "memories": "list",
        "parents": "list",
    },
    hints=REPEATS,
)


def run(ask: Ask) -> Answer:
    ask.started_here()
    project, pick = ask.project, ask.given["pick"]
    if pick is not None:
        files = shown_to(project.library, project, pick, ask.conversation)
        return _opened(ask, project.library.start(project, pick, ask.conversation, files))
    menu = project.whole_menu()
    library = project.library
    library.choices.show(ask.conversation, project.dir, menu.files(), library.now().isoformat())
    bound = library.bound(project, ask.conversation)
    if bound is not None and bound.file is not None:
        return _beside(_opened(ask, bound, ROOM // 2), _menu(ask, project, menu))
    if ask.home.settings.menu == "form" and (menu.lines or menu.parents):
        picked = chosen(ask, menu) if "menu" in ask.answers.by_key else form(ask, menu)
        if picked is not None:
            return _opened(ask, library.start(project, picked, ask.conversation, menu.files()))
    listed, choose = _menu(ask, project, menu), ask.words("tools.start.choose")
    return listed.but(text=f"{listed.text}\n\n{choose}", data={**listed.data, "hint": choose})


def _menu(ask: Ask, project: Project, menu: Menu) -> Answer:
    """The numbered list; an agent gets the newest."""
    lines = [clean(line) for line in menu_lines(project, menu, ask.lang)]
    memories, parents = menu.lines[:SHOWN_TO_AGENTS], menu.parents[:SHOWN_TO_AGENTS]
    text = "\n".join(lines)
    data = {
        "menu": text,
        **menu_json(project, menu),
        "memories": memories,
        "parents": parents,
        "more": len(menu.files()) - len(memories) - len(parents),
        **_said(ask.conversation, None),
    }
    return Answer(text, data, long=("parents", "memories"))


def _opened(ask: Ask, conversation: Conversation, room: int = ROOM) -> Answer:
    """The conversation with its memory, from the first line on."""
    project, file, id = conversation.project, conversation.file, clean(conversation.id)
    told = {**_said(conversation.id, conversation), "project": project_json(project)}
    if file is None:
        new = ask.words("tools.start.new", conversation=id)
        return Answer(new, {**told, "hint": new})
    data = project.library.kept.get(file).data
    lines, first = count_lines(data), page(decoded(data), room=room)
    name = clean(conversation.memory or "")
    on = read_on(ask, file, first)
    text = [ask.words("tools.start.continues", conversation=id, memory=name, lines=lines)]
    text += [block(ask, "memory", first, file, lines), *on]
    more = {"text": "\n".join(first.shown), "path": project.library.path(file), "lines": lines}
    return Answer("\n".join(text), {**as_data(ask, on), **told, **more, "next": first.next or None})


def _said(id: str, conversation: Conversation | None) -> dict[str, object]:
    file, memory = (conversation.file, conversation.memory) if conversation else (None, None)
    return {"conversation": id, "memory": memory, "file": file, "text": ""}


def _beside(opened: Answer, listed: Answer) -> Answer:
    """What the conversation continues, and the list below."""
    return Answer(f"{opened.text}\n\n{listed.text}", {**listed.data, **opened.data}, long=listed.long)
