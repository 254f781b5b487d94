"""`clew sync`."""

from __future__ import annotations

from clew.answers.menus import settling_lines
from clew.cli.spec import Argument, Command, Option
from clew.errors import ClewError, Usage
from clew.library.conflicts import conflicts_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call
    from clew.sync.engine import Outcome
    from clew.sync.link import Place

COMMAND = Command(
    group="sync",
    arguments=(Argument("TARGET", required=False),),
    options=(
        Option("--dry-run"),
        Option("--status"),
        Option("--yes"),
        Option("--message", "TEXT", short="-m"),
        Option("--remote", "URL"),
    ),
    json=("actions", "targets", "conflicts"),
    example="clew sync --dry-run",
)


def run(call: Call) -> int:
    from clew.sync.link import set_up

    if call.given.remote is not None:
        _name_remote(call, call.given.remote)
    place = call.home.sync_place(call.lang, call.given.message or "")
    if call.given.status:
        return _status(call, set_up(place))
    targets = [call.given.target] if call.given.target else set_up(place) or _known(call)
    if not targets:
        raise Usage("commands.sync.nothing-set-up")
    return _sync(call, place, targets)


def _sync(call: Call, place: Place, targets: list[str]) -> int:
    from clew.cli.sync_text import PARKED, action_lines, actions_json
    from clew.sync.engine import Outcome

    actions: list[dict[str, object]] = []
    lines: list[str] = []
    waiting = False
    stopped: ClewError | None = None
    for target in targets:
        try:
            outcome, common = _of_target(call, place, target)
        except ClewError as problem:  # the other targets are no worse for it
            outcome, common = Outcome((), problem), False
        actions += actions_json(call, target, outcome)
        lines += action_lines(call, target, outcome, planned=call.given.dry_run)
        waiting = waiting or bool(outcome.waiting)
        if outcome.stopped is None and not outcome.done:
            said = ".in-step" if common or target != "simplenote" else ".none-published"
            lines.append(call.words(said, target=target))
        if outcome.stopped is not None:
            if stopped is not None:
                call.hear(stopped.key, **stopped.data)
            stopped = outcome.stopped
    if stopped is not None and not lines:
        raise stopped
    call.answer({"actions": actions}, "\n".join(lines))
    if stopped is not None:
        raise stopped
    return PARKED if waiting else 0


def _of_target(call: Call, place: Place, target: str) -> tuple[Outcome, bool]:
    """What was done, and whether both sides have anything in common now."""
    from clew.sync.link import module_of, turn

    link = module_of(target).link(place, keeps=not call.given.dry_run)
    with call.progress(None, call.words(".syncing", target=target)) as bar:
        sync = link.sync(yes=call.given.yes)
        if call.given.dry_run:
            outcome = sync.plan()
        else:
            with turn(place.home):
                outcome = sync.run(bar.at)
    return outcome, bool(link.states.bases())


def _known(call: Call) -> list[str]:
    """What was synced with before: to open it says what it lacks now."""
    from clew.sync.link import path_of
    from clew.sync.status import line_of

    line = line_of(path_of(call.home.path))
    return [*line.targets] if line is not None else []


def _name_remote(call: Call, url: str) -> None:
    """Into the settings, where it stands from now on."""
    from clew.setup.settings_file import settle
    from clew.sync.git_commands import without_credentials

    if call.given.target not in (None, "git"):
        raise Usage("commands.sync.remote-of-git")
    if not url.strip() or not url.isprintable():
        raise Usage("git.no-remote")
    settle(call.home.path, {"git_remote": url}, call.lang)
    call.close()
    call.say(".remote", url=without_credentials(url))


def _status(call: Call, ready: list[str]) -> int:
    from clew.cli.sync_text import clock, why
    from clew.sync.engine import Done
    from clew.sync.link import path_of
    from clew.sync.status import status_of

    lang = call.lang
    targets, lines = [], []
    for one in status_of(path_of(call.home.path)):
        parked = [Done(row.key, "parked", row.place, why=row.reason, data=row.data) for row in one.parked]
        told = [{"key": row.key, "file": row.place, "message": why(row, lang)} for row in parked]
        targets.append({**one.as_dict(), "parked": told})
        lines.append(call.words(".state", target=one.target, common=one.common, changed=clock(call, one.changed)))
        if one.unanswered:
            lines.append(call.words(".unanswered", count=one.unanswered))
        lines += [call.words(".parked", file=row.place, why=why(row, lang)) for row in parked]
    synced = {one["target"].partition(" ")[0] for one in targets}
    lines += [call.words(".not-yet", target=target) for target in ready if target not in synced]
    conflicts = conflicts_in(call.home.library)
    for conflict in conflicts:
        lines.append(call.words(".conflict", file=conflict.file or conflict.copy))
        lines += settling_lines(conflict.copy, lang)
    answer = {"actions": [], "targets": targets, "conflicts": conflicts}
    call.answer(answer, "\n".join(lines) or call.words(".never"))
    return 0
