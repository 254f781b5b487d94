"""Does a value look drawn at random, or is it a word, a name, a stand-in?"""

from __future__ import annotations

Span = tuple[str, int, int, int]  # kind, from where it is shown, from where to where it is masked; in bytes

# What documentation writes where a key would stand, in lower case; "John Doe" in base64 is the sample token of RFC 7519's page.
_STAND_INS = (
    *(
        b"***",
        b"...",
        b"xxxxx",
        b"your-",
        b"your_",
        b"-your",
        b"_your",
        b"-here",
        b"_here",
        b"&lt;",
        b"example",
        b"placeholder",
    ),
    *(b"redacted", b"changeme", b"change-me", b"change_me", b"replace", b"insert", b"dummy", b"sample", b"foobar"),
    *(b"ikpvag4grg9li",),
)
_DOCUMENTED = (b"T1zdp7dc", b"WgH4olfQ2")  # how the two keys end that Stripe prints in its documentation
_FILL = b"xX0*.-_#?/"  # a key of these alone is a drawing of a key


def _sorts() -> bytes:
    """A table that maps each byte to its sort: A, a, 0, a space for what joins words, # for other signs."""
    table = bytearray(b"#" * 256)
    for code in range(256):
        char = chr(code)
        if char.isascii() and char.isalnum():
            table[code] = ord("0" if char.isdigit() else "A" if char.isupper() else "a")
    for code in b" -_./:,\\":
        table[code] = ord(" ")
    return bytes(table)


SORTS = _sorts()
# Where a sort changes as it seldom does in names: a capital before a small letter starts a word, so it is missing.
_CHANGES = (b"aA", b"a0", b"A0", b"0a", b"0A", b"a#", b"A#", b"0#", b"#a", b"#A", b"#0")


def is_stand_in(value: bytes) -> bool:
    """`sk-xxxx`, `your-key-here`, `AKIA…EXAMPLE`, what is masked already."""
    lower = value.lower()
    return (
        lower.startswith(b"your")
        or any(word in lower for word in _STAND_INS)
        or value.endswith(_DOCUMENTED)
        or not value.strip(_FILL)
    )


def changes(value: bytes) -> int:
    """How often the sort of character changes from one to the next."""
    return sum(map(value.translate(SORTS).count, _CHANGES))


def is_shuffled(value: bytes) -> bool:
    """Whether sorts change at every fifth step or oftener: in words, in names with numbers, they do not."""
    return changes(value) >= max(2, (len(value) - 1) // 5)


def is_name(value: bytes) -> bool:
    """`ed25519.PrivateKey`, `V1SecretVolumeSource`: seldom shuffled, and joined by dots or mostly capitalised words."""
    if 4 * changes(value) >= len(value):
        return False
    words = [1 + len(rest) - len(rest.lstrip(b"a")) for rest in value.translate(SORTS).split(b"A")[1:]]
    return b"." in value or 2 * sum(size for size in words if size > 2) > len(value)


def has(value: bytes, needs: str) -> bool:
    """Whether `value` holds each sort named in `needs` (see `secret_shapes`)."""
    sorts = value.translate(SORTS)
    for need in needs:
        if need == "~":
            if not is_shuffled(value):
                return False
        elif need == ".":
            if value.count(b".") < 2:
                return False
        elif need.encode() not in sorts:
            return False
    return True


def reach(data: bytes, start: int, alphabet: bytes, most: int = 0) -> int:
    """Where the characters of `alphabet` that begin at `start` end; not looked at further than `most` of them."""
    limit = min(start + most, len(data)) if most else len(data)
    at, size = start, 128
    while at < limit:
        window = data[at : min(at + size, limit)]
        left = len(window.lstrip(alphabet))
        at += len(window) - left
        if left:
            break
        size *= 2
    return at
