"""The files with which an owner tells the agent who it is. Pure."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MARK = "---"


def instructions(read: Callable[[str], str | None]) -> str:
    """Each file that is there under its name, an empty one too; "" where there is none.

    `read` is asked for no file that does not count: AGENT.md makes AGENTS.md and IDENTITY.md void.
    """
    return "".join([f"## {name}\n\n{text}\n\n" for name, text in _files(read) if text is not None])


def _files(read: Callable[[str], str | None]) -> Iterator[tuple[str, str | None]]:
    agent = read("AGENT.md")
    soul, user = read("SOUL.md"), read("USER.md")
    if agent is not None:
        yield "AGENT.md", split_front_matter(agent)[1]
    else:
        yield "AGENTS.md", read("AGENTS.md")
    yield "SOUL.md", soul
    yield "USER.md", user
    if agent is None:
        yield "IDENTITY.md", read("IDENTITY.md")


def split_front_matter(text: str) -> tuple[str, str]:
    """The front matter without its marks, and the text below it without the newlines before it.

    A text without front matter comes back as it is; one with it has newlines as its only line endings then.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines[0] != _MARK or _MARK not in lines[1:]:
        return "", text
    end = lines.index(_MARK, 1)
    return "\n".join(lines[1:end]), "\n".join(lines[end + 1 :]).lstrip("\n")
