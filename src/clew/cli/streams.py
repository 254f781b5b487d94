"""Bytes in, bytes out, whatever the console can show.

A text in a pipe comes out as the bytes it is stored as. What a console cannot encode is written as an escape
(`\\u8bb0`), never a crash. At a terminal, control sequences in a stored text are made visible instead of obeyed.
"""

from __future__ import annotations

import codecs
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO


class OutputLost(Exception):
    """What was written has not arrived: the disk behind a redirection is full, or `closed`, nobody reads any more."""

    def __init__(self, reason: str, *, closed: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.closed = closed


def write(stream: TextIO | None, text: str, *, safe: bool = False) -> None:
    """Write and flush. Raises `OutputLost`, and nothing else; what follows then goes nowhere.

    `safe`: what a terminal would obey in it is our own.
    """
    if stream is None:  # closed by who started us: there is nobody to tell
        return
    if stream.isatty() and not safe:
        text = visible(text)
    data = text.encode(stream.encoding or "utf-8", "clew")
    buffer = getattr(stream, "buffer", None)
    try:
        if buffer is None:  # a stand-in without bytes beneath, as in a notebook
            stream.write(data.decode(stream.encoding or "utf-8", "replace"))
        else:
            stream.flush()
            rest = memoryview(data)
            while rest:  # under PYTHONUNBUFFERED what is beneath is the bare file, which may take a part
                rest = rest[buffer.write(rest) or 0 :]
        stream.flush()
    except OSError as error:
        _silence(stream)
        # Windows calls a closed pipe an invalid argument
        closed = isinstance(error, BrokenPipeError) or (sys.platform == "win32" and error.errno == 22)
        raise OutputLost(error.strerror or str(error), closed=closed) from error


def is_utf8(stream: TextIO | None) -> bool:
    """Whether every character can be written to it."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return encoding.lower().replace("_", "-") in ("utf-8", "utf8")


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person is at the other end."""
    return stream is not None and not stream.closed and stream.isatty()


def shows_colours() -> bool:
    """Whether the answer goes to a terminal that knows colours, and to somebody who wants them (no-color.org)."""
    if not is_terminal(sys.stdout) or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.platform != "win32" or bool(os.environ.get("WT_SESSION") or os.environ.get("TERM"))


def read_all() -> bytes:
    """All of standard input, as the bytes it is."""
    if sys.stdin is None:
        return b""
    return sys.stdin.buffer.read()


def visible(text: str) -> str:
    """The text with what a terminal would obey made visible: escapes, lone carriage returns, bidi overrides."""
    if text.isascii() and text.isprintable():
        return text
    return text.replace("\r\n", "\n").translate(_signs())


def _signs() -> dict[int, str]:
    control = [code for code in (*range(32), *range(127, 160)) if code not in (9, 10)]
    signs = {code: f"\\x{code:02x}" for code in control}
    signs.update({code: f"\\u{code:04x}" for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))})
    signs.update({0xDC00 + byte: f"\\x{byte:02x}" for byte in range(128, 256)})
    return signs


def _silence(stream: TextIO) -> None:
    """Let what is still buffered go nowhere, or the interpreter complains about it once more at its end."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # a stand-in without a file descriptor has nothing to flush
        pass


def _substitute(error: UnicodeError) -> tuple[str | bytes, int]:
    """A surrogate that stands for a byte becomes that byte; what the encoding lacks becomes an escape."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    code = ord(error.object[error.start])
    if 0xDC80 <= code <= 0xDCFF:
        return bytes([code - 0xDC00]), error.start + 1
    escape = f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"
    return escape, error.start + 1


codecs.register_error("clew", _substitute)
