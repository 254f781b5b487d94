"""One call from its arguments to its exit status."""

from __future__ import annotations

import errno
import os

from clew.cli import lean
from clew.cli.call import Call
from clew.cli.commands import find
from clew.errors import ClewError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Beside
    from clew.cli.lean import Parsed


_TOO_MANY_FILES = (errno.EMFILE, errno.ENFILE)
# The words lie in files too, and which language would have to be looked up.
_NOT_EVEN_WORDS = "clew: too many open files: ulimit -n 256\nclew：打开的文件太多：ulimit -n 256\n"


def run(argv: list[str], beside: Beside | None = None) -> int:
    """Read the call, run its command, tell what went wrong. The only place where errors end."""
    call = Call("", _glance(argv))
    try:
        if "_CLEW_COMPLETE" in os.environ:
            from clew.cli import shell

            return shell.answer(os.environ["_CLEW_COMPLETE"])
        parsed = lean.parse(argv)
        if parsed is None:
            from clew.cli import clicked

            parsed = clicked.parse(argv)
        # what is asked for is answered without a look at the words behind it, but in their form
        call = Call(parsed.name, parsed.values if not parsed.asks else {**parsed.values, **_glance(argv)}, beside)
        try:
            status = _carry_out(call, parsed)
        except ClewError as error:
            if not call.can_do_without(error):
                raise
            status = _carry_out(call, parsed)
        call.close()
    except BaseException as error:  # noqa: BLE001  # whatever it is, a person gets one clear line and an exit status
        status = _tell(error, call)
        if _command(argv) == "hook":
            return min(status, 1)  # 2 is an order to the client that runs it: stop what you do
    return status


def _tell(error: BaseException, call: Call) -> int:
    """What it takes to tell lies in files too: where no more can be opened, ours are closed first."""
    try:
        if getattr(error, "errno", None) in _TOO_MANY_FILES:
            call.close()
        from clew.cli.failures import report

        return report(error, call)
    except (ClewError, OSError) as problem:
        if getattr(problem, "errno", None) not in _TOO_MANY_FILES:
            raise
        os.write(2, _NOT_EVEN_WORDS.encode())
        return 1


def _carry_out(call: Call, parsed: Parsed) -> int:
    module = find(parsed.name) if parsed.name else None
    if module is None or parsed.asks:
        from clew.cli.pages import answer

        answer(call, call.name, parsed.asks)
        return 0
    return module.run(call) or 0


def _command(argv: list[str]) -> str:
    """The name of the command, of a call that may be no good."""
    words = iter(argv)
    for word in words:
        if word == "--home":
            next(words, None)
        elif not word.startswith("-"):
            return word
    return ""


def _glance(argv: list[str]) -> dict[str, object]:
    """What an error must know of a call that could not be read: the form of the answer, and where the language is set."""
    ours = argv[: argv.index("--")] if "--" in argv else argv
    home = None
    for at, word in enumerate(ours):
        if word == "--home" and at + 1 < len(ours):
            home = ours[at + 1]
        elif word.startswith("--home="):
            home = word[len("--home=") :]
    return {"home": home, "json": "--json" in ours, "quiet": "--quiet" in ours, "no_input": "--no-input" in ours}
