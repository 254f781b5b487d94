"""`clew uninstall`."""

from __future__ import annotations

from clew.cli.spec import Argument, Command, Option
from clew.errors import Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call

COMMAND = Command(
    group="agents",
    arguments=(Argument("AGENT", required=False, many=True),),
    options=(Option("--all"), Option("--dry-run")),
    json=("agents", "changed"),
    example="clew uninstall claude-code",
)


def run(call: Call) -> int:
    from clew.agents import find, installable
    from clew.cli.installed import checked, diff, file_json, told_of
    from clew.installing.carrying import uninstall

    if not call.given.agent and not call.given.all:
        raise Usage("commands.install.which", names=installable())
    names = installable() if call.given.all else [checked(name) for name in dict.fromkeys(call.given.agent)]
    dry, told = call.given.dry_run, told_of(call)
    done, texts, failed = [], [], False
    for name in names:
        outcome = uninstall(name, told, dry=dry)
        changed = [one for one in outcome.files if one.changes]
        if call.given.all and not changed and not outcome.problems:
            continue
        title = find(name).TITLE
        texts.append(call.words((".would" if dry else ".done") if changed else ".unchanged", agent=title))
        texts += [diff(one) if dry else f"  {one.file}" for one in changed]
        for problem in outcome.problems:
            failed = True
            call.hear(problem.key, **problem.data)
        files = [file_json(one, dry=dry) for one in outcome.files]
        problems = [problem.message(call.lang) for problem in outcome.problems]
        done.append({"agent": name, "changed": outcome.changed, "files": files, "problems": problems})
    call.answer({"agents": done, "changed": any(one["changed"] for one in done)}, "\n".join(texts))
    return int(failed)
