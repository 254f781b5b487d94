"""`clew check`."""

from __future__ import annotations

from clew.cli.failures import describe
from clew.cli.spec import Command, Option
from clew.errors import ClewError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from clew.cli.call import Call
    from clew.library.check import Orphan
    from clew.library.findings import Finding

COMMAND = Command(
    group="care",
    options=(Option("--fix"),),
    json=("findings", "fixed", "orphans"),
    example="clew check --fix",
)


def run(call: Call) -> int:
    from clew.doctor.exposed import exposed
    from clew.library.check import check, orphans
    from clew.library.repair import repair

    library = call.home.library
    with call.progress(None, call.words(".looking")) as bar:
        mendable = check(library, bar.at)
    open_ones = exposed(call.home)  # which a person must close
    findings = [*mendable, *open_ones]
    gone = orphans(library)
    fixed: list[Finding] = []
    if call.given.fix and mendable:
        try:
            with call.progress(None, call.words(".mending")) as bar:
                fixed = repair(library, mendable, bar.at)
        except ClewError as problem:
            refused = {"error": describe(problem, call.lang)}
            _answer(call, findings, [], gone, refused)
            raise  # an answer was given; what is raised now is told beside it
        findings = [*check(library), *open_ones]  # nothing is read twice: what is not as it was is looked at
    _answer(call, findings, fixed, gone, {})
    return 1 if findings else 0


def _answer(
    call: Call, findings: list[Finding], fixed: list[Finding], gone: list[Orphan], more: Mapping[str, object]
) -> None:
    lang = call.lang
    orphaned = [{**one.as_dict(), "message": one.message(lang), "hint": one.hint(lang)} for one in gone]
    answer = {
        "findings": [finding.shown(lang) for finding in findings],
        "fixed": [finding.shown(lang) for finding in fixed],
        "orphans": orphaned,
        **more,
    }
    call.answer(answer, lambda: "\n".join(_lines(call, findings, fixed, gone)))


def _lines(call: Call, findings: list[Finding], fixed: list[Finding], gone: list[Orphan]) -> list[str]:
    lines = [call.words(".mended", message=finding.message(call.lang)) for finding in fixed]
    last = None
    for finding in findings:
        hint = finding.hint(call.lang)
        if last is not None and hint != last:
            lines.append(f"  {last}")  # once behind all that it is about
        lines.append(finding.message(call.lang))
        last = hint
    if last is not None:
        lines.append(f"  {last}")
    for one in gone:
        lines += [one.message(call.lang), f"  {one.hint(call.lang)}"]
    fixable = sum(finding.fixable for finding in findings)
    if fixable and not call.given.fix:
        lines.append(call.words(".fixable", count=len(findings), fixable=fixable))
    elif findings:
        lines.append(call.words(".left", count=len(findings)))
    else:
        lines.append(call.words(".none", path=call.home.library.root))
    return lines
