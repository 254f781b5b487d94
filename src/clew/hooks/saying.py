"""The sentences of hooks: around the block at the start, after a compaction, about what is not saved."""

from __future__ import annotations

import os

from clew.text.decoding import decoded
from clew.text.hygiene import clean
from clew.text.segments import segments_of
from clew.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.context.values import Context
    from clew.library.conversation import Conversation
    from clew.library.library import Library
    from clew.state.sessions import Session

_HEADINGS = 5  # the last ones of a memory
_LONGEST = 120  # characters of a name or a path in a sentence


def at_start(context: Context, bound: Conversation | None, lang: str) -> str:
    """The block, and what to do with the menu in it."""
    lines = []
    if context.menu:
        lines.append(say("hooks.pick", lang))
    elif bound is not None and bound.memory is not None:
        lines.append(say("hooks.bound", lang, memory=_short(bound.memory)))
    return "\n".join([*([context.text.rstrip("\n")] if context.text else []), *lines])


def after_compaction(library: Library, bound: Conversation | None, session: Session, lang: str) -> str:
    """Which memory this conversation has, where it stands, and what of it is not saved."""
    if bound is None or bound.file is None or bound.memory is None:
        lines = [say("hooks.unbound", lang)]
    else:
        data = library.kept.get(bound.file).data
        headings = [_short(segment.heading) for segment in segments_of(data) if segment.heading][-_HEADINGS:]
        lines = [say("hooks.bound", lang, memory=_short(bound.memory))]
        lines += [say("hooks.headings", lang), *(f"| {heading}" for heading in headings)] if headings else []
    if session.prompts:
        lines.append(_where(session, say("hooks.unsaved", lang, count=session.prompts), lang))
    lines.append(say("hooks.rest", lang))
    return "\n".join(lines)


def tail(session: Session, lang: str) -> str:
    """The offer to read what an earlier conversation said and did not save."""
    said = {"agent": session.agent, "time": session.time[:16].replace("T", " "), "count": session.prompts}
    return _where(session, say("hooks.tail", lang, conversation=_short(session.conversation), **said), lang)


def own_lines(library: Library, file: str, conversation: str) -> list[str]:
    """What this conversation wrote into a memory."""
    data = library.kept.get(file).data
    mine = [segment for segment in segments_of(data) if segment.mark.conversation == conversation]
    lines = [line for segment in mine for line in decoded(segment.text(data)).splitlines()]
    lines += [f"## {segment.heading}" for segment in mine]
    return [clean(line).strip() for line in lines]


def own_facts(text: str, conversation: str) -> list[str]:
    """The facts in long-term memory that this conversation remembered."""
    mine = [line for line in text.splitlines() if f'conversation="{conversation}"' in line]
    return [clean(line[: line.rfind("<!-- clew ")]).strip() for line in mine]


def _where(session: Session, sentence: str, lang: str) -> str:
    """The sentence, and where the unsaved part stands, in so far as that is known."""
    if not session.transcript:
        return sentence
    key = "hooks.transcript" if os.path.isabs(session.transcript) else "hooks.export"
    path = clean(session.transcript)
    return sentence + " " + say(key, lang, path=path, offset=session.offset, command=path)


def _short(text: str) -> str:
    bare = clean(text)
    return bare if len(bare) <= _LONGEST else bare[: _LONGEST - 1] + "…"
