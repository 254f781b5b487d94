"""`clew export`."""

from __future__ import annotations

from clew.cli.spec import DIR, Command, Option
from clew.errors import Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call

COMMAND = Command(
    group="begin",
    options=(Option("--team-notes", "FILE.json", complete="file"), DIR, Option("--all"), Option("--allow-secret")),
    json=("path", "rows", "new", "changed", "masked"),
    example="clew export --team-notes notes.json",
)


def run(call: Call) -> int:
    from clew.exports.team_notes import export

    given, library = call.given, call.home.library
    if not given.team_notes:
        raise Usage("commands.export.no-form")
    if given.all and given.dir:
        raise Usage("commands.export.all-or-dir")
    projects = library.open_projects() if given.all else [library.project(call.directory)]
    done = export(library, projects, given.team_notes, allow_secret=given.allow_secret)
    for problem in done.problems:
        call.hear(problem.key, **problem.data)
    answer = {name: value for name, value in done.as_dict().items() if name != "problems"}
    lines = [call.words(".done", **answer)]
    lines += [call.words("commands.save.masked", secrets=list(done.masked))] if done.masked else []
    call.answer(answer, "\n".join(lines))
    return 1 if done.problems else 0
