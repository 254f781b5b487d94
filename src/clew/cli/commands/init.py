"""`clew init`."""

from __future__ import annotations

from clew.cli.spec import Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clew.agents import Presence
    from clew.cli.call import Call
    from clew.setup.adopting import Adopted
    from clew.setup.begin import Begun
    from clew.setup.moving import Moved

COMMAND = Command(
    group="begin",
    options=(
        Option("--library", "DIR", complete="dir"),
        Option("--workspace", "DIR", complete="dir"),
        Option("--move"),
        Option("--yes"),
    ),
    json=("home", "library", "workspace", "agents", "settings", "changed", "libraries", "adopted", "moved"),
    example="clew init",
)

_SHOWN_FINDINGS = 5


def run(call: Call) -> None:
    from clew.agents import look_around
    from clew.setup.begin import whereabouts
    from clew.setup.gooses_folder import holds

    before = whereabouts(call.given.home).library
    library, found = _wished_library(call)
    begun = _begin(call, library, call.given.workspace, call.given.move)
    agents = look_around()
    danger = holds(begun.now.library)
    if danger and call.interactive and not call.given.yes and call.confirm(".ask-move", **_places(begun)):
        moved = _begin(call, None, None, True)
        begun = begun.but(now=moved.now, moved=moved.moved, changed=True)
        danger = False
    now = begun.now
    answer = {
        "home": now.home,
        "library": now.library,
        "workspace": now.workspace,
        "agents": agents,
        "settings": now.config,
        "changed": begun.changed,
        "libraries": found,
        "adopted": _adopted_json(begun.adopted, call.lang),
        "moved": begun.moved,
    }
    offered = [path for path in found if path != now.library and begun.moved is None]
    call.answer(answer, lambda: "\n".join(_lines(call, begun, agents, before, offered, danger)))


def _wished_library(call: Call) -> tuple[str | None, list[str]]:
    """The library that was named, or was found and is wished for; and all that were found."""
    from clew.setup.begin import whereabouts
    from clew.setup.gooses_folder import libraries
    from clew.setup.places import is_empty

    now = whereabouts(call.given.home)
    found = [path for path in libraries() if path != now.library]
    if call.given.library is not None or now.settings.library is not None or not is_empty(now.library, ".clew.lock"):
        return call.given.library, found
    for path in found:
        if call.given.yes or (call.interactive and call.confirm(".ask-adopt", path=path)):
            return path, found
    return None, found


def _begin(call: Call, library: str | None, workspace: str | None, moves: bool) -> Begun:
    from clew.setup.begin import begin, whereabouts

    if moves and library is not None and call.given.library is None:  # found just now: first adopted, then moved
        _begin(call, library, workspace, False)
        library = None
    home = whereabouts(call.given.home).home
    with call.progress(None, call.words(".moving" if moves else ".reading")) as bar:
        return begin(home, library, workspace, call.lang, moves=moves, tell=call.say, progress=bar.at)


def _lines(
    call: Call, begun: Begun, agents: list[Presence], before: str, offered: list[str], danger: bool
) -> Iterator[str]:
    from clew.setup.gooses_folder import is_library
    from clew.setup.places import is_in_python

    words: Callable[..., str] = call.words
    now = begun.now
    if not begun.changed:
        yield words(".unchanged")
    yield words(".home", path=now.home)
    yield words(".settings", path=now.config)
    yield words(".library", path=now.library)
    yield words(".workspace", path=now.workspace)
    here = [agent.name for agent in agents if agent.found]
    yield words(".agents", names=here) if here else words(".no-agents")
    if begun.adopted is not None:
        yield from _of_adopted(call, begun.adopted)
    if begun.moved is not None:
        yield from _of_moved(call, begun.moved)
    elif before != now.library and is_library(before):
        yield words(".before", path=before)
    for path in offered:
        yield words(".found", path=path)
    if is_in_python(now.home):
        yield words("doctor.home-in-python", path=now.home)
        yield f"  {words('doctor.home-in-python.hint')}"
    if danger:
        yield words(".danger", **_places(begun))
    if here:
        yield words(".next-install")
    for key in (".next-start", ".next-save", ".next-doctor"):
        yield words(key)


def _of_adopted(call: Call, adopted: Adopted) -> Iterator[str]:
    yield call.words(".adopted", projects=adopted.projects, memories=adopted.memories)
    if adopted.texts:
        yield call.words(".texts", count=adopted.texts)
    for finding in adopted.findings[:_SHOWN_FINDINGS]:
        yield f"  {finding.message(call.lang)}"
    if adopted.findings:
        yield call.words(".findings", count=len(adopted.findings))


def _of_moved(call: Call, moved: Moved) -> Iterator[str]:
    yield call.words(".moved", files=moved.files, old=moved.old, new=moved.new)
    if moved.left:
        yield call.words(".left", names=moved.left, old=moved.old)
    for path in moved.changed:
        yield call.words(".changed", path=path)


def _adopted_json(adopted: Adopted | None, lang: str) -> dict[str, object] | None:
    if adopted is None:
        return None
    return {**adopted.as_dict(), "findings": [finding.shown(lang) for finding in adopted.findings]}


def _places(begun: Begun) -> dict[str, str]:
    from clew.setup.moving import default_root

    return {"path": begun.now.library, "new": default_root(begun.now.home)}
