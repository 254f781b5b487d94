"""What a fact claims, so that two that cannot both be true are seen. High precision: what is unsure claims nothing.

Three forms are understood, in both languages: `KEY: value`, `X is Y` where X is something that one has one of
(`clew.text.claim_words`), and `uses X`. What cannot be told apart from "both are true" is left alone.
"""

from __future__ import annotations

import re
from unicodedata import normalize

from clew.text.characters import is_unspaced
from clew.text.claim_words import ATTRIBUTES, KINDS, LABELS, OWNERS, WHERE
from clew.text.endings import may_end
from clew.text.late import late
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_ENDS = ".,;:!?。，；：！？、…\"'`*_~()[]{}“”‘’「」『』《》【】"
_STARTS = "\"'`*_~([{“”‘’「」『』《》【】"
_FILLERS = frozenset(("a", "an", "the", "please", "kindly"))
_NOW = r"(?:now |currently |still |always |at present )?"

_KEY = late(r"(?P<key>[^:：=]{1,60}?)\s*(?:：\s*|:\s+|\s=\s|＝\s*)(?P<value>\S.*)")
_IS = late(
    rf"(?P<key>.{{1,60}}?) (?:is|are|has changed to|was changed to|changed to|became) {_NOW}(?P<value>\S.*)"
    r"|(?P<key2>[^，。；,;]{1,20}?)(?:现在|目前)?(?:改为|改成了?|变成了?|换成了?|是|为)\s*(?P<value2>\S.*)",
    re.IGNORECASE,
)
_USES = late(
    rf"(?P<who>(?:.{{0,40}} )??){_NOW}(?:uses?|is using|are using|am using|prefers?) (?:the )?(?P<value>\S.*)"
    r"|(?P<who2>[^，。；,;]{0,16}?)(?:现在|目前|一直|平时|主要)?"
    r"(?:用的是|使用的是|使用|改用|换用|偏好|更喜欢|喜欢用|喜欢|在用|用(?!户))\s*(?P<value2>\S.*)",
    re.IGNORECASE,
)
_IT_IS = late(r"(?P<key>[^，。；,;]{1,16}?)(?:现在|目前)?(?:用的是|使用的是)\s*(?P<value>\S.*)")
_ENDED = late(
    r"(?:(?:stopped|quit) using|no longer uses?|(?:does not|doesn't|do not|don't|never) use)\s+(?P<a>[^,;]+?)"
    r"(?=$|[,;]| and now | but | anymore| any more)"
    r"|(?:switched|moved|migrated|changed) from (?P<b>[^,;]+?) to (?P<b2>[^,;]+)"
    r"|replaced (?P<c>[^,;]+?) (?:with|by) (?P<c2>[^,;]+)"
    r"|(?:uses?|prefers?) (?P<d2>[^,;]+?) (?:instead of|rather than) (?P<d>[^,;]+)"
    r"|(?:不再使用|不再用|停用了?|弃用了?|不用)\s*(?P<e>[^，,；;。]+?)了?(?=$|[，,；;。])"
    r"|从\s*(?P<f>[^，,；;。]+?)\s*(?:换成|换到|切换到|迁移到|改成|改用|转到)了?\s*(?P<f2>[^，,；;。]+)"
    r"|把\s*(?P<g>[^，,；;。]+?)\s*(?:换成|改成|替换成)了?\s*(?P<g2>[^，,；;。]+)"
    r"|用(?!户)\s*(?P<h2>[^，,；;。]+?)\s*(?:代替|取代|替换)了?\s*(?P<h>[^，,；;。]+)",
    re.IGNORECASE,
)
_DOES = late(  # `Alice: likes tea` has no key but a subject of whom much can be said
    r"(?:likes?|loves?|hates?|dislikes?|is|was|are|has|had|wants?|prefers?|uses?|works?|said|says|will|should|must|can"
    r"|never|always|don't|do|did)\b|[不要会能应必已曾]|喜欢|讨厌|使用|希望|认为",
    re.IGNORECASE,
)
# A look at the words first: a long file is full of lines that claim nothing.
_MAY_KEY = late(r"[:：=＝]")
_MAY_USE = late(r"use|using|prefer|[用偏喜]", re.IGNORECASE)
_MAY_BE = late(r" (?:is|are|changed|became) |[是为改变换]", re.IGNORECASE)
_BEGUN = late(rf"(?:{_NOW}(?:uses?|using)|改用|换用|现在用|用的是|使用|用(?!户))\s*(\S[^,;，；。]*)", re.IGNORECASE)
_NOT = late(r"(?:不|别|没|not|never|n't)\s*$", re.IGNORECASE)
_NO_IS = "不还总但只都就可于凡要认因作成"  # with one of these before it, `是` or `为` is part of another word
_DEFINITE = late(r"(?:the|my|our|your|his|her|their|this)\b|用户的|我的|我们的|项目的", re.IGNORECASE)
_WHERE = late(rf"\s(?:{'|'.join(WHERE)})\s.*|\s*在.+(?:上|里|中|时|下).*")
_SEVERAL = late(r",|/(?=\s)|、|，|；|;|\band\b|\bor\b|和|及|以及|或")
_NAME = late(r"[A-Z0-9][\w.+#:/@-]*(?: [A-Z0-9][\w.+#-]*){0,2}")


class Claim(Value):
    """One thing that a text says. A subject has one value at a time; `ended` are values that it says are over."""

    subject: str  # normal form; "" where only something ended
    value: str  # what is compared
    whole: str  # all of the value as it was said, in normal form
    ended: tuple[str, ...] = ()
    aside: str = ""  # in brackets behind the value


def key_of(text: str) -> str:
    """Two texts with one key say the same: case, spaces, quotation, final punctuation and articles aside."""
    words = [word.lstrip(_STARTS).rstrip(_ENDS) for word in normalize("NFKC", text).casefold().split()]
    words = [word for word in words if word]
    key = " ".join([word for word in words if word not in _FILLERS] or words)
    if not key.isascii() and any(map(is_unspaced, key)):
        key = re.sub(r"(?<=[⺀-鿿]) | (?=[⺀-鿿])", "", key)
    return normalize("NFC", key)


def claim_of(text: str) -> Claim | None:
    """What the text claims; None where no rule is sure."""
    plain = " ".join(normalize("NFC", text).translate(_UNMARKED).split()).rstrip(".。!！;； ")
    if not plain or len(plain) > 300 or plain[-1] in "?？":
        return None
    if may_end(plain) and (ended := _ended(plain)):
        return ended
    return (
        (_keyed(plain) if _MAY_KEY.search(plain) else None)
        or (_used(plain) if _MAY_USE.search(plain) else None)
        or (_stated(plain) if _MAY_BE.search(plain) else None)
    )


def contradicts(new: Claim, old: Claim) -> bool:
    """Whether the new fact takes the place of the old one."""
    if old.value and old.value in new.ended:
        return True
    if new.value and new.value in old.ended:
        return True
    if not new.subject or new.subject != old.subject or new.value == old.value:
        return False
    return not (new.aside and old.aside and new.aside != old.aside)


def repeats(new: Claim, old: Claim) -> bool:
    """Whether both say the same in other words."""
    return bool(new.subject) and (new.subject, new.whole, new.ended) == (old.subject, old.whole, old.ended)


_UNMARKED = {ord(char): None for char in "*`"}


def _ended(plain: str) -> Claim | None:
    gone: list[str] = []
    begun = ""
    rest = plain
    for match in _ENDED.finditer(plain):
        for name, value in match.groupdict().items():
            if value and len(name) == 1:
                gone.append(_value(value))
            elif value:
                begun = value
        rest = plain[match.end() :]
    if not gone:
        return None
    later = _BEGUN.search(rest)
    begun = begun or (later.group(1) if later else "")
    subject, value = _kind(begun) if begun else ("", "")
    return Claim(subject, value or _value(begun), key_of(plain), tuple(gone))


def _keyed(plain: str) -> Claim | None:
    match = _KEY.fullmatch(plain)
    if not match:
        return None
    key, value = match["key"].strip(), match["value"]
    if re.search(r"[.,;!?，。；！？]|\b(?:is|are|uses?)\b", key) or not _is_short(key) or _DOES.match(value):
        return None
    subject = _subject(key)
    if not subject or subject.isdigit() or LABELS & {subject, subject.split()[0], subject.split()[-1]}:
        return None
    return _claim(subject, value, several=True)


def _used(plain: str) -> Claim | None:
    exact = _IT_IS.fullmatch(plain)
    if exact:
        known = _known(exact["value"])
        return known or _claim(_subject(exact["key"]) or "用", exact["value"])
    match = _USES.fullmatch(plain)
    if not match:
        return None
    who, value = match["who"] or match["who2"] or "", match["value"] or match["value2"]
    if _subject(who) or _NOT.search(who):
        return None
    purpose = re.fullmatch(r"(?P<value>.+?) (?:for|as) (?:the |an? |his |her |their )?(?P<what>.+)", value)
    if purpose and _is_short(purpose["what"]):
        what = _subject(purpose["what"])
        return _claim(what if what in ATTRIBUTES.values() else f"for {what}", purpose["value"]) if what else None
    known = _known(value)
    if known is None:  # what ends can be of any kind: `uses X`, then `no longer uses X`
        return None if _SEVERAL.search(value) else Claim("", _value(value), key_of(value))
    return known


def _stated(plain: str) -> Claim | None:
    match = _IS.fullmatch(plain)
    if not match:
        return None
    key, value = match["key"] or match["key2"], match["value"] or match["value2"]
    if not _is_short(key) or key[-1] in _NO_IS or re.match(r"(?:not|no|a|an)\b|不", value):
        return None
    subject = _subject(key)
    if not subject:
        return None
    last = next((name for name in _endings(subject) if name in ATTRIBUTES.values()), None)
    definite = _DEFINITE.match(key)
    if last is None and not (definite and _NAME.fullmatch(value)):
        return None
    return _claim(subject, value)


def _claim(subject: str, value: str, several: bool = False) -> Claim | None:
    """The claim, unless the value is a list (of which more than one can be true)."""
    where = _WHERE.search(value)
    if where:
        value, subject = value[: where.start()], f"{subject} {key_of(where.group())}"
    if not several and _SEVERAL.search(value):
        return None
    aside = re.search(r"\s*[(（]([^)）]*)[)）]$", value)
    head = value[: aside.start()] if aside else value
    known = _kind(head)
    shown = known[1] if known and known[0] == subject else _value(head)
    return Claim(subject, shown, key_of(value), (), key_of(aside.group(1)) if aside else "") if shown else None


def _known(value: str) -> Claim | None:
    """The claim of a value that is known to be one of its kind: `uses vim` is about the editor."""
    where = _WHERE.search(value)
    head = value[: where.start()] if where else value
    kind = _kind(head)
    if kind[0]:
        subject = f"{kind[0]} {key_of(where.group())}" if where else kind[0]
        return Claim(subject, kind[1], key_of(head))
    for name in _endings(key_of(head)):  # the Foo editor
        if name in ATTRIBUTES and len(name) < len(key_of(head)):
            return _claim(ATTRIBUTES[name], head[: len(head) - len(name)] + (where.group() if where else ""))
    return None


def _kind(value: str) -> tuple[str, str]:
    """(attribute, first spelling) of a value from the table, ("", "") of any other."""
    return KINDS.get(key_of(value), ("", ""))


def _value(text: str) -> str:
    return _kind(text)[1] or key_of(text)


def _subject(key: str) -> str:
    """The normal form of what is talked about, without whose it is."""
    name = normalize("NFKC", key).casefold().strip(_ENDS + " ")
    again = True
    while again:
        again = False
        for owner in OWNERS:
            if name == owner or name.startswith(owner + " " if owner.isascii() else owner):
                name, again = name[len(owner) :].strip(), True
    name = key_of(name)
    for ending in _endings(name):
        if ending in ATTRIBUTES:
            return name[: len(name) - len(ending)] + ATTRIBUTES[ending]
    return name


def _endings(name: str) -> Iterable[str]:
    """The name, and what stands at its end, the longest first."""
    for at, char in enumerate(name):
        if at == 0 or name[at - 1] == " " or is_unspaced(char) or is_unspaced(name[at - 1]):
            yield name[at:]


def _is_short(key: str) -> bool:
    return len(key.split()) <= 5 and sum(map(is_unspaced, key)) <= 12
