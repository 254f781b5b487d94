"""`clew install`."""

from __future__ import annotations

from clew.cli.spec import Argument, Command, Option
from clew.errors import ClewError, Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.agents.additions import Told
    from clew.cli.call import Call
    from clew.installing.carrying import Outcome

COMMAND = Command(
    group="agents",
    arguments=(Argument("AGENT", required=False, many=True),),
    options=(Option("--all"), Option("--dry-run"), Option("--print"), Option("--no-rules"), Option("--yes")),
    json=("agents", "changed"),
    example="clew install claude-code",
)


def run(call: Call) -> int:
    from clew.cli.installed import told_of
    from clew.installing import trial

    names = _names(call)
    told = told_of(call, plain=call.given.print)
    if call.given.print:
        return _print(call, names, told)
    if not call.given.dry_run:
        trial.starts(told)
    done: list[dict[str, object]] = []
    texts: list[str] = []
    failed = False
    for name in names:
        try:
            outcome = _installed(call, name, told)
        except ClewError as problem:
            if len(names) == 1:
                raise
            failed = True
            done.append({"agent": name, "error": problem.message(call.lang)})
            texts.append(call.words(".failed", agent=name, reason=problem.message(call.lang)))
            continue
        done.append(_json(call, outcome, told))
        texts += _lines(call, outcome, told)
    if not call.given.dry_run:
        failed |= not _answers(call, told)
    call.answer({"agents": done, "changed": any(one.get("changed") for one in done)}, "\n".join(texts))
    return int(failed)


def _names(call: Call) -> list[str]:
    from clew.agents import installable, look_around
    from clew.cli.installed import checked

    if call.given.all:
        here = {agent.name for agent in look_around() if agent.found}
        return [name for name in installable() if name in here]
    if not call.given.agent:
        raise Usage("commands.install.which", names=installable())
    return [checked(name, printed=call.given.print) for name in dict.fromkeys(call.given.agent)]


def _installed(call: Call, name: str, told: Told) -> Outcome:
    from clew.installing.carrying import install

    dry, rules = call.given.dry_run, not call.given.no_rules
    outcome = install(name, told, dry=dry, consents=call.given.yes, rules=rules)
    doubled = [one for file in outcome.files for one in file.doubled]
    if doubled and call.interactive and not dry:
        for one in doubled:
            call.tell(one.text)
        if call.confirm(".ask-doubled"):
            return install(name, told, consents=True, rules=rules)
    return outcome


def _answers(call: Call, told: Told) -> bool:
    """Whether the server answers as an agent would start it."""
    from clew.installing.trial import answers

    try:
        answers(told)
    except ClewError as problem:
        call.hear(problem.key, **problem.data)
        return False
    return True


def _lines(call: Call, outcome: Outcome, told: Told) -> Iterator[str]:
    from clew.agents import find
    from clew.cli.installed import by_hand, diff

    changed = [one for one in outcome.files if one.changes]
    key = ".would" if call.given.dry_run else ".done"
    yield call.words(key if changed else ".unchanged", agent=find(outcome.agent).TITLE)
    for one in changed:
        yield diff(one) if call.given.dry_run else f"  {one.file}"
    for one in outcome.files:
        for each in one.doubled:
            yield call.words(".doubled", path=one.file, line=each.first, text=each.text.splitlines()[0])
        if one.long:
            yield call.words(".long", path=one.file, lines=one.long)
    for problem in outcome.problems:
        yield problem.message(call.lang)
    yield from by_hand(call, outcome.agent, told)


def _json(call: Call, outcome: Outcome, told: Told) -> dict[str, object]:
    from clew.cli.installed import by_hand, file_json

    return {
        "agent": outcome.agent,
        "changed": outcome.changed,
        "files": [file_json(one, dry=call.given.dry_run) for one in outcome.files],
        "doubled": [{"path": one.file, **each.as_dict()} for one in outcome.files for each in one.doubled],
        "by_hand": list(by_hand(call, outcome.agent, told)),
        "problems": [problem.message(call.lang) for problem in outcome.problems],
    }


def _print(call: Call, names: list[str], told: Told) -> int:
    from clew.agents import find
    from clew.cli.installed import by_hand, snippets

    agents = [{"agent": name, "snippets": snippets(call, name, told)} for name in names]
    texts = []
    for name in names:
        texts.append(call.words(".print", agent=find(name).TITLE))
        texts += [f"\n{each['path']}:\n\n{each['text']}" for each in snippets(call, name, told)]
        texts += by_hand(call, name, told)
    call.answer({"agents": agents, "changed": False}, "\n".join(texts))
    return 0
