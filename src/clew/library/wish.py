"""What a caller wants saved, and what of it may come near a file."""

from __future__ import annotations

from clew.errors import Usage
from clew.library.conversation import checked_conversation_id
from clew.text.secrets import mask
from clew.text.segments import escaped
from clew.text.tags import split_tags
from clew.values import Value


class Wish(Value):
    """A text to be appended to a conversation's memory. Without a conversation, a new one is made for it."""

    text: str
    tags: tuple[str, ...] = ()
    conversation: str | None = None
    title: str | None = None  # of a memory that is new
    heading: str | None = None
    agent: str | None = None
    request: str | None = None  # the caller's own id: the same one again is the same save
    masked: tuple[str, ...] = ()  # what `cleaned` took out, as it is shown
    escaped: int = 0  # comments in the text that could have passed for clew's


def cleaned(wish: Wish, allow_secret: bool = False) -> Wish:
    """The wish as it may be stored: no secret (unless allowed), no forged comment, no tag twice.

    Raises `Usage` for an empty text and for what no UTF-8 text holds.
    """
    _check(wish)
    masked: list[str] = []

    def clean(words: str) -> str:
        if allow_secret:
            return words
        found = mask(words)
        masked.extend(one.shown for one in found.found)
        return found.text

    text, count = escaped(clean(wish.text))
    return wish.but(
        text=text,
        tags=tuple(split_tags(clean(tag) for tag in wish.tags)),
        title=clean(wish.title) if wish.title else None,
        heading=clean(wish.heading) if wish.heading else None,
        agent=wish.agent or None,
        request=clean(wish.request) if wish.request else None,
        masked=tuple(masked),
        escaped=count,
    )


def _check(wish: Wish) -> None:
    if wish.conversation is not None:
        checked_conversation_id(wish.conversation)
    if not wish.text.strip():
        raise Usage("library.empty-text")
    if "\0" in wish.text:
        raise Usage("library.text-has-nul", position=wish.text.index("\0"))
    for words in (wish.text, *wish.tags, wish.title or "", wish.heading or "", wish.agent or "", wish.request or ""):
        try:
            words.encode()
        except UnicodeEncodeError as problem:
            raise Usage("library.text-not-utf8", position=problem.start) from problem
