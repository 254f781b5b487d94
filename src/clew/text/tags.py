"""Tags: short words that say what a memory is about. Two are one tag when they differ only in case or normalisation.

The spelling seen first stays everywhere: in a list, in a project's common tags, in the clue file.
"""

from __future__ import annotations

from clew.errors import RuleBroken
from clew.text.characters import caseless, cut, is_unspaced, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

FEWEST, MOST = 2, 5  # a save
LONGEST = 50  # characters of one tag
OFFERED = 12  # common tags put before an agent
LOOKED_AT = 20_000  # characters of a text, for suggestions

_SEPARATORS = str.maketrans(dict.fromkeys("，、\n\r\v\f\x85\u2028\u2029", ","))
_LAST_RESORT = (("memory", "note"), ("记忆", "笔记"))


_keys: dict[str, str] = {}  # a save asks for the key of each of the project's tags some ten times
_MOST_KEYS = 4096


def tag_key(tag: str) -> str:
    """Two tags with one key are one tag."""
    key = _keys.get(tag)
    if key is None:
        if len(_keys) >= _MOST_KEYS:
            _keys.clear()
        key = _keys[tag] = caseless(tag)
    return key


def split_tags(raw: Iterable[str]) -> list[str]:
    """The tags of a command line or a tool call: split at `,` `，` `、` and line ends, cleaned, each once.

    A tag may hold any visible character, quotes and `-->` included: who writes it escapes it.
    """
    pieces = (visible(piece) for text in raw for piece in text.translate(_SEPARATORS).split(","))
    return union([piece for piece in pieces if piece])


def union(*lists: Iterable[str]) -> list[str]:
    """All tags in the order in which they were first seen, each in its first spelling."""
    seen: dict[str, str] = {}
    for tags in lists:
        for tag in tags:
            seen.setdefault(tag_key(tag), tag)
    return list(seen.values())


def respelled(tags: Iterable[str], common: Iterable[str]) -> list[str]:
    """`tags`, each in the spelling that the project already has for it."""
    spelling = {tag_key(tag): tag for tag in split_tags(common)}
    return union(spelling.get(tag_key(tag), tag) for tag in split_tags(tags))


def as_options(tags: Iterable[str]) -> str:
    """The tags as a person would type them behind `clew save`: `--tag nope --tag "two words"`."""
    return " ".join(f"--tag{'=' if tag.startswith('-') else ' '}{_quoted(tag)}" for tag in tags)


def _quoted(word: str) -> str:
    if all(char.isalnum() or char in "-_.,:/+@" for char in word):
        return word
    if any(char in word for char in '"$`\\!%'):  # of these, shells differ on what stands in double quotes
        return "'" + word.replace("'", "'\\''") + "'"
    return f'"{word}"'


def offered(common: Iterable[str], limit: int = OFFERED) -> list[str]:
    """The common tags to put before an agent: the first seen, which say what the project has always been about."""
    return split_tags(common)[:limit]


def tags_refusal(tags: Iterable[str], common: Iterable[str]) -> RuleBroken | None:
    """The rule that a save with these tags breaks. The caller adds `suggestions` and `pending` and raises it."""
    given, known = split_tags(tags), split_tags(common)
    for tag in given:
        if not _fits(tag, known):
            return RuleBroken("tag-too-long", tag=cut(tag, 4 * LONGEST, LONGEST), limit=LONGEST)
    if not FEWEST <= len(given) <= MOST:
        return RuleBroken("tags-count", count=len(given), fewest=FEWEST, most=MOST)
    if known and not _shared(given, known):
        return RuleBroken("tags-common", common=offered(known))
    return None


def passing(tags: Iterable[str], common: Iterable[str], text: str) -> list[str]:
    """Tags that a save of `text` would pass with: the caller's own, common ones that the text names, its keywords.

    Always a list that passes, whatever comes in: a refused save is finished by giving it back.
    """
    known = split_tags(common)
    own = [tag for tag in respelled(tags, known) if _fits(tag, known)]
    chosen = union(_shared(own, known), own)
    beginning = caseless(text[:LOOKED_AT])
    named = [tag for tag in known if _names(beginning, tag_key(tag))]
    if known and not _shared(chosen, known):
        chosen[MOST - 1 :] = union(named, known)[:1]
    if len(chosen) < FEWEST:
        chosen = union(chosen, named, _keywords(text, known))[: FEWEST if own else MOST]
    if len(chosen) < FEWEST:
        chinese = any(map(is_unspaced, beginning + "".join(known + own)))
        chosen = union(chosen, known, _LAST_RESORT[chinese])[:FEWEST]
    return chosen[:MOST]


def _fits(tag: str, known: list[str]) -> bool:
    """A tag that the project has already passes however long: a person wrote it, or another program."""
    return len(tag) <= LONGEST or bool(_shared([tag], known))


def _shared(tags: list[str], known: list[str]) -> list[str]:
    keys = {tag_key(tag) for tag in known}
    return [tag for tag in tags if tag_key(tag) in keys]


def _names(text: str, tag: str) -> bool:
    """Whether `text` holds `tag` as a word of its own, both caseless; a Chinese one may stand inside of others."""
    text = f" {text} "
    at = text.find(tag)
    while at >= 0:
        if not _glued(text[at - 1], tag[0]) and not _glued(tag[-1], text[at + len(tag)]):
            return True
        at = text.find(tag, at + 1)
    return False


def _glued(one: str, other: str) -> bool:
    return one.isalnum() and other.isalnum() and not (is_unspaced(one) or is_unspaced(other))


def _keywords(text: str, known: list[str]) -> list[str]:
    from clew.text.keywords import keywords  # loads a dictionary: only who needs a suggestion pays for it

    return [tag for tag in respelled(keywords(text, MOST), known) if _fits(tag, known)]


def merged_tags(base: Iterable[str], ours: Iterable[str], theirs: Iterable[str]) -> list[str]:
    """Tags that two sides changed, as sets: what either added is there, what either took away is not."""
    before, mine, other = ({tag_key(tag): tag for tag in tags} for tags in (base, ours, theirs))
    kept = [tag for key, tag in other.items() if key in mine or key not in before]
    return [*kept, *(tag for key, tag in mine.items() if key not in other and key not in before)]
