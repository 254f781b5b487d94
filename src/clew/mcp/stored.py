"""A page of a stored text, as every tool that shows one says it."""

from __future__ import annotations

from clew.mcp.pages import fenced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.mcp.ask import Ask
    from clew.mcp.pages import Page


def block(ask: Ask, id: str, page: Page, file: str, lines: int) -> str:
    """The page, fenced. The first line says of which file: a name is stored too, and stands behind a bar."""
    title = ask.words("tools.read.page", first=page.first, last=page.last, lines=lines)
    return fenced(id, title, [file, *page.shown], ask.words("context.notice"), ask.home.path).rstrip("\n")


def read_on(ask: Ask, ref: str, page: Page) -> list[str]:
    """How to get at what is behind this page; nothing where it is the last."""
    return [ask.words("tools.read.on", ref=ref, line=page.next)] if page.next else []


def as_data(ask: Ask, hints: Sequence[str] = ()) -> dict[str, object]:
    """What the data of an answer says of the stored text in it, and what to do next."""
    return {"notice": ask.words("mcp.notice"), **({"hint": " ".join(hints)} if hints else {})}
