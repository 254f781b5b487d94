"""`clew import`."""

from __future__ import annotations

from clew.cli.columns import aligned
from clew.cli.spec import DIR, Argument, Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call
    from clew.imports.importing import Action

COMMAND = Command(
    group="begin",
    arguments=(Argument("SOURCE", complete="file"),),
    options=(DIR, Option("--dry-run"), Option("--allow-secret")),
    json=("actions", "problems", "dry_run"),
    example="clew import claude-code --dry-run",
)


def run(call: Call) -> int:
    from clew.agents.system import System
    from clew.imports import find, sources
    from clew.imports.importing import Importing

    given, home, dir = call.given, call.home, call.directory
    actions: list[Action] = []
    problems = []
    for name, path in sources(given.source, System.here(), dir):
        found = find(name).read(path, dir)
        if not found.pieces and not found.problems:
            call.say(".nothing", path=path)
        importing = Importing(name, home.library, home.facts, dry_run=given.dry_run, allow_secret=given.allow_secret)
        with call.progress(len(found.pieces), name) as bar:
            for done, action in enumerate(importing.actions(found), 1):
                actions.append(action)
                bar.at(done, len(found.pieces))
        problems += importing.problems
    for problem in problems:
        call.hear(problem.key, **problem.data)
    told = [{"message": problem.message(call.lang), "path": problem.path} for problem in problems]
    answer = {"actions": [one.as_dict() for one in actions], "problems": told, "dry_run": given.dry_run}
    call.answer(answer, lambda: _text(call, actions), safe=True)
    return 1 if problems else 0


def _text(call: Call, actions: list[Action]) -> str:
    rows = [
        (call.words(f".action.{one.action}"), call.words(f".kind.{one.kind}"), one.title, one.source) for one in actions
    ]
    counts = {word: sum(one.action == word for one in actions) for word in ("new", "grown", "known", "left")}
    summary = call.words(".done", **counts)
    if call.given.dry_run:
        summary = call.words(".dry") + summary
    masked = list(dict.fromkeys(shown for one in actions for shown in one.masked))
    lines = [*aligned(rows), summary]
    return "\n".join([*lines, call.words("commands.save.masked", secrets=masked)] if masked else lines)
