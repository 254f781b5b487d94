"""How anything that goes wrong is told: one line, the next step, an exit status."""

from __future__ import annotations

import errno
import os
import sys

from clew.answers.errors import about_tags, error_json
from clew.cli.jsontext import dump
from clew.cli.streams import OutputLost, is_utf8, visible, write
from clew.errors import ClewError
from clew.text.tags import as_options
from clew.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call

INTERRUPTED = 130  # as shells count: 128 and the signal
OUTPUT_CLOSED = 141


def report(error: BaseException, call: Call) -> int:
    """Tell it, in the person's language and the form that was asked for, and return the exit status."""
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else int(error.code is not None)
    if isinstance(error, OutputLost) and error.closed:
        return OUTPUT_CLOSED
    if os.environ.get("CLEW_DEBUG"):
        from traceback import format_exception

        call.tell("".join(format_exception(error)).rstrip())
    lang = call.lang  # asks the settings, while the home is still open
    _close(call)
    told = describe(error, lang)
    finishing = _finishing(error, lang) if isinstance(error, ClewError) else None
    if isinstance(error, OutputLost):
        _tell(told, call, finishing)
    else:
        _print(told, call, finishing)
    if isinstance(error, ClewError):
        return error.exit_status
    return INTERRUPTED if isinstance(error, KeyboardInterrupt) else 1


def _close(call: Call) -> None:
    try:
        call.close()
    except (ClewError, OSError):  # the first error is the one to tell
        pass


def describe(error: BaseException, lang: str) -> dict[str, object]:
    """The error as the JSON answer has it."""
    told = error_json(error, lang, _finishing(error, lang) if isinstance(error, ClewError) else None)
    if isinstance(error, KeyboardInterrupt):
        told.update(kind="interrupted", message=say("cli.interrupted", lang), hint=None)
    elif isinstance(error, OutputLost):
        told.update(kind="storage", message=say("cli.output-lost", lang, reason=error.reason), hint=None)
    elif getattr(error, "errno", None) in (errno.EMFILE, errno.ENFILE):
        told.update(hint=say("cli.too-many-files", lang))
    return told


def _finishing(error: ClewError, lang: str) -> str | None:
    """The one line that finishes what is pending: where tags refused it, with tags that pass."""
    if error.pending is None:
        return None
    tags = as_options(error.suggestions) if about_tags(getattr(error, "rule", None)) else ""
    return say("cli.pending", lang, command=f"clew save --pending {error.pending} {tags}".rstrip())


def _print(told: dict[str, object], call: Call, finishing: str | None) -> None:
    if call.given.json and not call.answered:  # exactly one object, also where something fails behind the answer
        try:
            write(sys.stdout, dump({"error": told}, ascii_only=not is_utf8(sys.stdout)) + "\n")
        except OutputLost:
            _tell(told, call, finishing)
    else:
        _tell(told, call, finishing)


def _tell(told: dict[str, object], call: Call, finishing: str | None) -> None:
    lines = [say("cli.error", call.lang, message=told["message"])]
    if told["suggestions"]:
        key = "cli.suggestions-together" if about_tags(told.get("rule")) else "cli.suggestions"
        lines.append("  " + say(key, call.lang, suggestions=told["suggestions"]))
    if told["hint"]:
        lines.append(f"  {told['hint']}")
    if finishing and finishing != told["hint"]:
        lines.append(f"  {finishing}")
    for line in lines:
        call.tell(_one_line(line))


def _one_line(text: str) -> str:
    """A message is one line, whatever is in the names that it holds."""
    return visible(text).replace("\n", "\\n")
