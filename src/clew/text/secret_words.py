"""Values beside a key word: `password=…`, `api_key: …`, `密码：…`, `Authorization: Bearer …`.

The word alone says nothing, since people write about passwords all day; the value must look like one.
How much so depends on the word and on what stands between: `=` and `:` hand a value over, `is` and `是` may
just go on with the sentence.
"""

from __future__ import annotations

from clew.text.secret_looks import SORTS, changes, has, is_name, is_shuffled, is_stand_in, reach
from clew.text.secret_shapes import BASE64, HEX, URL, WORD
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.text.secret_looks import Span

PASSWORD, SECRET, TOKEN, KEY, BEARER, BASIC = "password", "secret", "token", "key", "bearer", "basic-auth"

# A word counts where an identifier ends with it: `DB_PASSWORD`, `clientSecret`, not `passwordHint`, `tokenizer`.
WORDS = (
    (b"password", PASSWORD),
    (b"passwd", PASSWORD),
    (b"passphrase", PASSWORD),
    (b"passcode", PASSWORD),
    (b"pwd", PASSWORD),
    (b"secret", SECRET),
    (b"token", TOKEN),
    (b"key", KEY),
    (b"bearer", BEARER),
    (b"basic", BASIC),
)
CHINESE_WORDS = tuple(
    (word.encode(), kind)
    for kind, words in (
        (PASSWORD, ("密码", "密碼", "口令")),
        (KEY, ("密钥", "密鑰", "秘钥", "私钥", "私鑰")),
        (TOKEN, ("令牌", "权杖", "權杖")),
    )
    for word in words
)
# Whose key is a secret: `api_key`, `Secret Access Key`; a primary key, a public key or a key of a map is none.
_KEYS = tuple(b"api access secret private signing encryption auth account master shared storage subscription".split())

_MARKS = (b":=", b"=>", b"==", b"=", b":", b"|", *(mark.encode() for mark in ("：", "＝")))
_CHINESE_PHRASES = ("就是", "是", "为", "為", "设置为", "设为", "改为", "改成", "换成", "更新为", "重置为")
_PHRASES = (b"is ", b"was ", *(word.encode() for word in _CHINESE_PHRASES))
_DIGITS = b"0123456789"
_BLANKS = b" \t"
_QUOTES = b"\"'`"
_CLOSERS = _BLANKS + _QUOTES + b"*]\\"  # `"password": …`, `**密码**：…`, `env["TOKEN"] = …`, `\"token\": …`
_OPENERS = tuple(quote.encode() for quote in "“‘「『")
_REMARKS = ((b"(", b")"), ("（".encode(), "）".encode()))  # `密码（测试环境）：…`
_FIRSTS = frozenset(word[:1] for word in (*_MARKS, *_PHRASES, *(opening for opening, _ in _REMARKS), b">", b""))
_VISIBLE = bytes(range(0x21, 0x7F))
_BARE = bytes(code for code in _VISIBLE if code not in _QUOTES + b",;<>|\\")  # what a value without quotes is made of
_IDENTIFIER = b"abcdefghijklmnopqrstuvwxyz0123456789_.-"
_TOKEN68 = WORD + b"-._~+/="  # RFC 9110: what follows the scheme in an Authorization header
_LONGEST = 256

_SIGNS = b"!@#$%^&~?+*"
_PATHS = (b"/", b"./", b"../", b"~/")
# Variables, blanks to fill in, digests.
_NO_SECRETS = (b"${", b"$(", b"{", b"[", b"%(", b"sha1:", b"sha256", b"sha384", b"sha512", b"md5:")
_ALGORITHMS = (b"sha", b"md5", b"aes", b"rsa", b"hmac", b"pbkdf2", b"bcrypt", b"scrypt", b"argon2", b"base64", b"utf")


class _Place(Value):
    """Where a value stands, and how it came there."""

    first: int
    last: int
    handed_over: bool
    quoted: bool


def beside_key_words(data: bytes) -> list[Span]:
    lower = data.lower()
    hits: list[tuple[int, int, str]] = []
    for word, kind in WORDS if data.isascii() else WORDS + CHINESE_WORDS:
        at = lower.find(word)
        while at >= 0:
            hits.append((at, at + len(word), kind))
            at = lower.find(word, at + len(word))
    found: list[Span] = []
    taken = 0
    for start, end, kind in sorted(hits):
        look = _credentials if kind in (BEARER, BASIC) else _beside
        span = look(data, lower, start, end, kind) if start >= taken else None
        if span:
            found.append(span)
            taken = span[3]
    return found


def _credentials(data: bytes, lower: bytes, start: int, end: int, kind: str) -> Span | None:
    """`Bearer …` and `Basic …`, as in a header."""
    first = reach(data, end, _BLANKS + b":")
    value = data[first : reach(data, first, _TOKEN68)].rstrip(b".")
    if first == end or len(value) < 16 or is_stand_in(value):
        return None
    declared = b"authorization" in lower[max(0, start - 32) : start]
    if kind == BASIC:
        real = _is_name_and_password(value)
    else:
        real = value.lower() != value.upper() and has(value, "0") and (declared or is_shuffled(value))
    return (kind, start, first, first + len(value)) if real else None


def _is_name_and_password(value: bytes) -> bool:
    from binascii import a2b_base64

    if len(value) % 4 or value.strip(BASE64):
        return False
    try:
        plain = a2b_base64(value)
    except ValueError:
        return False
    return b":" in plain and not plain.translate(None, _VISIBLE)


def _beside(data: bytes, lower: bytes, start: int, end: int, kind: str) -> Span | None:
    before = lower[max(0, start - 40) : start]
    ahead = data[end : end + 8].lstrip(_CLOSERS + _DIGITS)[:1]
    if ahead not in _FIRSTS and b"--" not in before:
        return None  # the word is but mentioned: most are
    english = data[start : start + 1].isascii()
    name = start - len(before) + len(before.rstrip(_IDENTIFIER))
    if english and kind == KEY and not _opens_something(data, before, name, end):
        return None
    end = reach(data, end, _DIGITS)
    if english and not data[end : end + 1].strip(URL):
        return None  # the identifier goes on, or the text ends
    outside = data[name - 1 : name] if name else b""
    for _ in range(2):  # a second time behind the type in `password: str = "…"`
        place = _value_behind(data, end, data.startswith(b"--", name), outside)
        if place is None:
            return None
        value = data[place.first : place.last]
        if _is_secret(value, kind, place.handed_over, place.quoted):
            return kind, name, place.first, place.last
        end = place.last
        if value.strip(WORD + b"_.[]") or not data[end : end + 4].lstrip(_BLANKS).startswith(b"="):
            return None
    return None


def _opens_something(data: bytes, before: bytes, name: int, end: int) -> bool:
    if before.rstrip(b" _-.").endswith(_KEYS):
        return True
    variable = data[name:end]  # OPENAI_KEY
    return variable.isupper() and b"_" in variable and b"PUBLI" not in variable and b"PRIMARY" not in variable


def _value_behind(data: bytes, at: int, is_option: bool, outside: bytes) -> _Place | None:
    is_option = is_option and data[at : at + 1] in (b" ", b"\t")  # `--password …`
    word_end, at = at, reach(data, at, _CLOSERS)
    for opening, closing in _REMARKS:
        if data.startswith(opening, at):
            close = data.find(closing, at, at + 48)
            if close < 0:
                return None
            at = reach(data, close + len(closing), _CLOSERS)
    said = _past(data, at, _PHRASES)
    mark = _past(data, said, (*_MARKS, b">") if outside == b"<" else _MARKS)
    if mark == at and not is_option:
        return None
    first = reach(data, mark, _BLANKS + b"*\\")  # the stars of `**密码：** …`
    if b"***" in data[word_end:first]:
        return None  # what stood here is masked
    first = _past(data, first, _OPENERS)
    handed_over = mark > said or is_option
    quote = data[first : first + 1]
    if quote and quote in _QUOTES:
        close = data.find(quote, first + 1)
        if close >= 0 and data.find(b"\n", first, close) < 0:
            last = first + 1 + len(data[first + 1 : close].rstrip(b"\\"))
            return _Place(first + 1, last, handed_over, True)
        first += 1
    value = data[first : reach(data, first, _BARE, _LONGEST + 1)]
    if outside in (b"?", b"&"):  # in an address
        value = value.partition(b"&")[0].partition(b"#")[0]
    return _Place(first, first + len(value.rstrip(b".:)]}")), handed_over, False)


def _is_secret(value: bytes, kind: str, handed_over: bool, quoted: bool) -> bool:
    if not 8 <= len(value) <= _LONGEST or value.translate(None, _VISIBLE) or is_stand_in(value):
        return False
    lower = value.lower()
    is_code = not quoted and (b"(" in value or b"[" in value)
    is_variable = value[:1] == b"$" and not value[1:].strip(WORD + b"_")
    if is_code or is_variable or lower.startswith(_NO_SECRETS) or b"://" in value or lower == value.upper():
        return False
    if lower.startswith(_PATHS) and 3 * changes(value) < len(value):
        return False
    if kind == PASSWORD and handed_over:
        random = is_shuffled(value) and not is_name(value)
        return (random or _is_mixed(value)) and not lower.startswith(_ALGORITHMS)
    if kind == TOKEN and len(value) == 42 and lower.startswith(b"0x") and not lower[2:].strip(HEX):
        return False  # the address of a contract: the other meaning of the word
    if kind in (TOKEN, KEY):
        bare = value.translate(None, _SIGNS)  # signs join words in `module$name`; programs draw from letters and digits
        random = len(value) >= 16 and is_shuffled(bare) and not is_name(bare)
    else:
        random = (
            len(value) >= 10 and is_shuffled(value) and not is_name(value) and (has(value, "0") or has(value, "Aa"))
        )
    if not random:
        return False
    return handed_over or (_is_plainly_random(value) and not lower.startswith(_ALGORITHMS))


def _is_mixed(value: bytes) -> bool:
    """What people make up as a password: letters and digits, more than a word that happens to end in a digit."""
    digits = len(value) - len(value.translate(None, _DIGITS))
    signs = len(value) - len(value.translate(None, _SIGNS))
    return b"/" not in value and (digits > 1 or bool(digits and (signs or has(value, "Aa"))))


def _is_plainly_random(value: bytes) -> bool:
    """In the middle of a sentence a name with numbers is likelier than anywhere else."""
    sorts = set(value.translate(SORTS)) - {ord(" ")}
    return len(sorts) > 2 or 10 * changes(value) >= 3 * (len(value) - 1)


def _past(data: bytes, at: int, words: tuple[bytes, ...]) -> int:
    """Behind the first of `words` that stands at `at`, and behind blanks that follow it; `at` where none does."""
    for word in words:
        if data.startswith(word, at):
            return reach(data, at + len(word), _BLANKS)
    return at
