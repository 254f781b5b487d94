"""Keys that a prefix or a form of their own gives away."""

from __future__ import annotations

from clew.text.secret_looks import has, is_stand_in, reach
from clew.text.secret_shapes import HEX, PAIRED, SHAPES, URL, WORD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.text.secret_looks import Span

_SEPARATORS = b"-_."
_LONG = b"x" * 16  # no key is shorter
_RUNS = bytes(ord("x" if code in WORD + _SEPARATORS else " ") for code in range(256))
_PIECES = bytes(ord("-" if code in _SEPARATORS else "x") for code in range(256))
_BASE64_ONLY = bytes(code if code in WORD + b"+/" else ord(" ") for code in range(256))
_DIGITS = b"0123456789"

_BY_START: dict[bytes, list[tuple[str, bytes, bytes, int, int, str, str]]] = {}
for _row in sorted(SHAPES, key=lambda row: -len(row[1])):
    _BY_START.setdefault(_row[1][:2], []).append(_row)


def tokens(data: bytes) -> list[Span]:
    """Keys with a prefix or a form of their own, each inside one long run of letters, digits and `-_.`."""
    runs = data.translate(_RUNS)
    at = runs.find(_LONG)
    if at < 0:
        return []
    pieces = data.translate(_PIECES)
    found: list[Span] = []
    while at >= 0:
        stop = runs.find(b" ", at)
        stop = len(data) if stop < 0 else stop
        span = _token(data, pieces, at, stop)
        while span:
            found.append(span)
            at = span[3]
            span = _token(data, pieces, at, stop) if at < stop else None
        at = runs.find(_LONG, max(at, stop))
    return found


def _token(data: bytes, pieces: bytes, start: int, stop: int) -> Span | None:
    """The first key between `start` and `stop`; one begins where the run does, or behind a separator in it."""
    before = data[start - 1 : start]
    if before == b":" or data.find(b".", start, start + 36) >= 0:  # where the first part of each form has ended
        formed = _formed(data, start, stop)
        if formed:
            return formed
    at = start + _escaped(data, start) if before in (b"\\", b"%") else start
    while at < stop:
        for kind, prefix, alphabet, shortest, longest, needs, _ in _BY_START.get(data[at : at + 2], ()):
            if data.startswith(prefix, at):
                body = at + len(prefix)
                end = _body_end(data, body, alphabet, shortest, longest, needs)
                if end and not (prefix.isalnum() and data[at - 1 : at] in (b"+", b"/")):  # a piece of base64
                    return kind, at, body, end
        at = pieces.find(b"-", at, stop) + 1 or stop
    return None


def _body_end(data: bytes, start: int, alphabet: bytes, shortest: int, longest: int, needs: str) -> int:
    """Where the key ends whose prefix ends at `start`; 0 where it is none."""
    end = reach(data, start, alphabet, max(shortest, 128))
    if b"." in alphabet:
        end = start + len(data[start:end].rstrip(b"."))  # the full stop of a sentence
    if end - start < shortest or (longest and end - start > longest):
        return 0
    begin = data[start:end]
    if not has(begin, needs) or is_stand_in(begin):
        return 0
    end = reach(data, end, alphabet)
    return start + len(data[start:end].rstrip(b".")) if b"." in alphabet else end


def _escaped(data: bytes, start: int) -> int:
    """How many characters before a key belong to an escape: the n of `\\n` in JSON, the 3D of `%3D` in an address."""
    if data[start - 1 : start] == b"\\" and data[start : start + 1] in (b"n", b"r", b"t"):
        return 1
    if data[start - 1 : start] == b"%" and not data[start : start + 2].strip(HEX + b"ABCDEF"):
        return 2
    return 0


def _formed(data: bytes, start: int, stop: int) -> Span | None:
    """A key without a prefix whose parts are telling; four characters of it stay."""
    if data[start - 1 : start] == b":" and data.startswith(b"AA", start):
        return _telegram(data, start)
    head = data[start : min(start + 128, stop)].rstrip(_SEPARATORS)
    start += len(head) - len(head.lstrip(_SEPARATORS))
    first, second, third = (*head.lstrip(_SEPARATORS).split(b".", 2), b"", b"")[:3]
    end = start + len(first) + 1 + len(second)
    if len(first) == 32 and len(second) == 16 and not third:  # Zhipu AI: an id and a secret
        is_key = not first.strip(HEX) and not second.strip(WORD) and has(second, "Aa0")
        return ("zhipu", start, start + 4, end) if is_key else None
    if len(third) >= 50 and len(first) == 14 and second == b"atlasv1":
        return "terraform", start, start + 4, reach(data, end + 1, URL)
    if len(third) >= 27 and len(second) == 6 and 23 <= len(first) <= 28 and _is_number(first):
        # Discord: the number of a bot in base64, a time, a signature
        return "discord", start, start + 4, reach(data, end + 1, URL)
    return None


def _is_number(base64: bytes) -> bool:
    from binascii import a2b_base64

    try:
        return a2b_base64(base64 + b"=" * (-len(base64) % 4)).isdigit()
    except ValueError:
        return False


def _telegram(data: bytes, start: int) -> Span | None:
    """Telegram: the number of a bot, a colon, 35 characters that begin with AA."""
    before = data[max(0, start - 12) : start - 1]
    digits = len(before) - len(before.rstrip(_DIGITS))
    end = reach(data, start, URL)
    if 8 <= digits <= 10 and end - start >= 33 and not is_stand_in(data[start + 2 : start + 35]):
        return "telegram", start - 1 - digits, start, end
    return None


def behind_their_ids(data: bytes, spans: list[Span]) -> list[Span]:
    """The secrets that stand within a line or two behind their ids, without a key word of their own."""
    found: dict[int, Span] = {}
    for kind, shown_from, start, end in spans:
        size = PAIRED.get(data[shown_from:start], 0)
        window = data[end : end + 160].translate(_BASE64_ONLY) if size else b""
        at = 0
        for word in window.split():
            at = window.find(word, at)
            first = end + at
            if len(word) == size and at < 120 and has(word, "Aa0") and not is_stand_in(word):
                found[first] = (kind, first, first, first + size)
            at += len(word)
    return list(found.values())
