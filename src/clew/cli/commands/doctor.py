"""`clew doctor`."""

from __future__ import annotations

from clew.cli.spec import Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.cli.call import Call
    from clew.doctor.examination import Report

COMMAND = Command(
    group="care",
    json=(
        "healthy",
        "version",
        "places",
        "ailments",
        "language",
        "timezone",
        "library",
        "history",
        "agents",
        "pending",
        "off",
    ),
    example="clew doctor",
)


def run(call: Call) -> int:
    from clew.doctor.examination import examine
    from clew.doctor.patient import Patient

    with call.progress(None, call.words(".examining")) as bar:
        patient = Patient(call.given.home, progress=bar.at)
        try:
            report = examine(patient)
        finally:
            patient.close()
    places = {fact.name: fact.place for fact in report.facts if fact.place is not None}
    answer: dict[str, object] = {
        "healthy": report.healthy,
        "places": places,
        "language": call.lang,
        **{fact.name: fact.more for fact in report.facts if fact.more is not None},
        "ailments": [each.shown(call.lang) for each in report.ailments],
    }
    call.answer(answer, lambda: "\n".join(_lines(call, report)))
    return 0 if report.healthy else 1


def _lines(call: Call, report: Report) -> Iterator[str]:
    yield from (fact.line(call.lang) for fact in report.facts if fact.key)
    yield call.words(".language", lang=call.lang)
    for urgent, key in ((True, ".urgent"), (False, ".notes")):
        ailments = [each for each in report.ailments if each.urgent == urgent]
        if ailments:
            yield call.words(key)
        for each in ailments:
            yield f"- {each.message(call.lang)}"
            if hint := each.hint(call.lang):
                yield f"  {hint}"
    if report.healthy:
        yield call.words(".healthy")
