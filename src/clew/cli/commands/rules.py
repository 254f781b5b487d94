"""`clew rules`."""

from __future__ import annotations

from clew.cli.spec import Argument, Command, Option
from clew.errors import Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call

COMMAND = Command(
    group="agents",
    arguments=(
        Argument("ACTION", required=False, choices=("show", "add", "remove")),
        Argument("FILE", required=False, many=True, complete="file"),
    ),
    options=(Option("--dry-run"), Option("--yes")),
    json=("text", "files", "changed"),
    example="clew rules add AGENTS.md",
)


def run(call: Call) -> int:
    import os

    from clew.cli.installed import diff, file_json, told_of
    from clew.installing import guidance
    from clew.installing.carrying import write_rules

    told = told_of(call)
    block = guidance.block(os.path.join(told.home, guidance.MANUAL), call.lang)
    action = call.given.action or "show"
    if action == "show":
        call.answer({"text": block, "files": [], "changed": False}, block)
        return 0
    if not call.given.file:
        raise Usage("commands.rules.which")
    dry, files, lines, failed = call.given.dry_run, [], [], False
    for path in map(os.path.abspath, call.given.file):
        outcome = write_rules(path, told, add=action == "add", dry=dry, consents=call.given.yes)
        for one in outcome.files:
            changed = diff(one) if dry else path
            lines.append(changed if one.changes else call.words(".unchanged", path=path))
            lines += [
                call.words("commands.install.doubled", path=path, line=each.first, text=each.text.splitlines()[0])
                for each in one.doubled
            ]
            if one.long:
                lines.append(call.words("commands.install.long", path=path, lines=one.long))
            files.append({**file_json(one, dry=dry), "doubled": [each.as_dict() for each in one.doubled]})
        for problem in outcome.problems:
            failed = True
            call.hear(problem.key, **problem.data)
    changed = any(one["action"] != "unchanged" for one in files)
    call.answer({"text": block, "files": files, "changed": changed}, "\n".join(lines))
    return int(failed)
