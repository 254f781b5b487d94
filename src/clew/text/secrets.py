"""Keys are taken out of a text before it is written; everything else stays byte for byte.

What is found is replaced by `***` behind the part that says what it was: `AIza***`, `sk-ant-***`,
`password: ***`. `docs/secrets.md` says what is masked, what is not, and why.

Every save passes here, so there is no regular expression: importing `re` costs a third of an interpreter
start, and what looks a text over with `find`, `translate` and `lstrip` takes linear time whatever the text.
Masking twice changes nothing, because no rule looks at a value that holds `***`, and none at a prefix alone.
"""

from __future__ import annotations

from clew.text.secret_looks import is_stand_in, reach
from clew.text.secret_shapes import BASE64, OPEN_PASSWORDS, WEBHOOKS, WORD
from clew.text.secret_tokens import behind_their_ids, tokens
from clew.text.secret_words import beside_key_words
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew.text.secret_looks import Span

MASK = "***"
_SHOWN = 64  # bytes before a secret that a receipt shows at most

# What an address has between its scheme and its path.
_AUTHORITY = bytes(code for code in range(0x21, 0x7F) if code not in b"\"'`<>/?#\\")
_SCHEME = WORD + b"+-."

_BEGIN, _END, _DASHES = b"-----BEGIN ", b"-----END ", b"-----"
_BLANKS = b" \t\r\n"
_AROUND_LINES = _BLANKS + b">|#*-+()[]\"'`,;\\"  # a key in a quotation, a comment, a string of a program
_BASE64_RUNS = bytes(ord("x" if code in BASE64 else " ") for code in range(256))


class Found(Value):
    """One secret: `line` counts from 1; `start` and `end` are where, in characters, `***` stands instead."""

    kind: str
    line: int
    shown: str
    start: int
    end: int


class Masked(Value):
    """A text without its secrets, and which they were; lines and positions are those of the text before."""

    text: str
    found: tuple[Found, ...] = ()


def mask(text: str) -> Masked:
    """`text` with each secret replaced; the same string where there is none. `mask(mask(text).text)` changes nothing."""
    found = find(text)
    if not found:
        return Masked(text)
    pieces, at = [], 0
    for each in found:
        pieces += [text[at : each.start], MASK]
        at = each.end
    return Masked("".join((*pieces, text[at:])), found)


def find(text: str) -> tuple[Found, ...]:
    """The secrets of `text` in order, none over another."""
    whole = data = text.encode("utf-8", "surrogatepass")  # keys are ASCII: in bytes each look is a call of C
    spans: list[Span] = []
    for look in (_private_keys, tokens, _addresses, beside_key_words):
        more = look(data)
        if more:
            spans += more
            data = _starred(data, more)  # so that what is taken is taken, as in a second run
    if not spans:
        return ()
    spans += behind_their_ids(data, spans)
    return _placed(whole, data, sorted(spans, key=lambda span: span[2]))


def _placed(data: bytes, starred: bytes, spans: list[Span]) -> tuple[Found, ...]:
    """Byte spans as characters and lines, in one walk. What is shown comes from `starred`: a name can be a key too."""
    found, at, chars, line = [], 0, 0, 1
    for kind, shown_from, start, end in spans:
        line += data.count(b"\n", at, shown_from)
        between = data[at:start].decode("utf-8", "surrogatepass")
        secret = data[start:end].decode("utf-8", "surrogatepass")
        shown = starred[max(shown_from, start - _SHOWN) : start].partition(b"\n")[0].rstrip(b"\r")
        first = chars + len(between)
        found.append(Found(kind, line, shown.decode("utf-8", "ignore") + MASK, first, first + len(secret)))
        line += data.count(b"\n", shown_from, end)
        at, chars = end, first + len(secret)
    return tuple(found)


def _starred(data: bytes, spans: Iterable[Span]) -> bytes:
    pieces, at = [], 0
    for _, _, start, end in spans:
        pieces += [data[at:start], b"*" * (end - start)]
        at = end
    return b"".join((*pieces, data[at:]))


def _addresses(data: bytes) -> list[Span]:
    """Passwords in `scheme://name:password@host`, and addresses that are secrets themselves."""
    found: list[Span] = []
    at = data.find(b"://")
    while at >= 0:
        start = at + 3
        name, colon, password = data[start : reach(data, start, _AUTHORITY)].rpartition(b"@")[0].partition(b":")
        if colon and _is_password(name, password):
            before = data[max(0, at - 16) : at]
            shown_from = at - len(before) + len(before.rstrip(_SCHEME))
            first = start + len(name) + 1
            found.append(("password", shown_from, first, first + len(password)))
        else:
            found += _webhook(data, start)
        at = data.find(b"://", start)
    return found


def _is_password(name: bytes, password: bytes) -> bool:
    return (
        len(password) > 3
        and password != name
        and password.lower() not in OPEN_PASSWORDS
        and password[:1] not in (b"$", b"{", b"[", b"%", b"(")  # a variable, a blank to fill in
        and not is_stand_in(password)
    )


def _webhook(data: bytes, start: int) -> list[Span]:
    for kind, beginning, alphabet, shortest in WEBHOOKS:
        if data.startswith(beginning, start):
            body = start + len(beginning)
            end = reach(data, body, alphabet)
            last = data[body:end].rpartition(b"/")[2]
            if end - body >= shortest and not is_stand_in(last):
                return [(kind, start, body, end)]
    return []


def _private_keys(data: bytes) -> list[Span]:
    """What stands between BEGIN and END of a private key; where the END was cut off, the lines that are key."""
    found: list[Span] = []
    at = data.find(_BEGIN)
    while at >= 0:
        following = data.find(_BEGIN, at + 1)
        body = data.find(_DASHES, at + len(_BEGIN), at + 80) + len(_DASHES)
        if b"PRIVATE KEY" in data[at:body] and b"\n" not in data[at:body]:
            stop = following if following >= 0 else len(data)
            start, end = _key_lines(data, body, stop)
            if b"x" * 32 in data[start:end].translate(_BASE64_RUNS):
                found.append(("private-key", at, start, end))
        at = following
    return found


def _key_lines(data: bytes, start: int, stop: int) -> tuple[int, int]:
    """From where to where a key stands that begins behind `start` and ends before `stop`."""
    closed = data.find(_END, start, stop)
    stop = closed if closed >= 0 else stop
    end, seen = start, False
    while end < stop:
        line_end = data.find(b"\n", end, stop) + 1 or stop
        if MASK.encode() in data[end:line_end]:
            break
        line = data[end:line_end].replace(b"\\n", b"").replace(b"\\r", b"").strip(_AROUND_LINES)
        if line.strip(BASE64) and (seen or b": " not in line):  # headers, as of an encrypted key, come first
            break
        if line and not line.strip(BASE64):
            if closed < 0 and len(line) < 16:
                break  # a word, for all we know
            seen = True
        end = line_end
    key = data[start:end]
    for blank in (rb"\r", rb"\n"):
        key = key.lstrip(_BLANKS).removeprefix(blank)
    start = end - len(key)
    for blank in (rb"\n", rb"\r"):
        key = key.rstrip(_BLANKS).removesuffix(blank)
    return start, start + len(key)
