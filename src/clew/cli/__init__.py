"""The command line: it parses and prints, and calls the same methods as the other ways in.

`main` is the door. It stays lean: what every agent runs at every start (`menu`, `context`, `hook`, `save`)
costs the interpreter and the work, so nothing is imported here before it is known to be needed.
"""

from __future__ import annotations

import gc
import os
import sys

from clew.cli.frame import run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Beside


def main(argv: list[str] | None = None, beside: Beside | None = None) -> int:
    """Run one command and return its exit status. Without `argv` this is the process's own call, which it ends.

    `beside` opens the other ways in, for the commands that start one: they are none of this room's business.
    """
    if argv is not None:
        return run(argv, beside)
    gc.set_threshold(
        100_000
    )  # what a command makes goes with it: to look for rings in it costs a third of an interpreter
    if sys.getfilesystemencoding() != "utf-8" and "_CLEW_AGAIN" not in os.environ:
        _begin_again()
    status = run(sys.argv[1:], beside)
    if "atexit" not in sys.modules and "threading" not in sys.modules:
        # Nobody can have asked to be called at the end, and all output is flushed: taking the interpreter
        # apart would cost 1.2 ms, with SQLite loaded 2.2 (a tenth and a fifth of `python -c pass`).
        os._exit(status)
    return status


def _begin_again() -> None:
    """In a locale of another encoding Python would not know the names of our files, which are UTF-8 everywhere.

    So it is started once more, in its UTF-8 mode; what it was told, and the console's own encoding, go along.
    """
    encoding = getattr(sys.stdout, "encoding", None) or sys.getfilesystemencoding()
    environment = {"PYTHONIOENCODING": encoding, **os.environ, "_CLEW_AGAIN": "1"}
    words = [word.encode("utf-8", "surrogateescape") for word in sys.orig_argv[1:]]
    try:
        os.execve(sys.executable, [os.fsencode(sys.executable), b"-X", b"utf8", *words], environment)
    except OSError:  # as it is, then: the home says what is wrong
        pass
