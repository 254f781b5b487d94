"""What a tool answers: a text for the model, the same as data, and no more of either than a client lets through.

Clients cut what is longer (some at 9 KB, to 2 KB of it), so an answer ends before that and says how to read on.
"""

from __future__ import annotations

from clew.mcp.wire import dumped
from clew.text.hygiene import clean
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

LIMIT = 9000  # characters, of the text and of the data each
_HUGE = 2000  # characters of one text among others
_TAB = "\t"


class Answer(Value):
    """`data` has the keys of the command's JSON; of the lists named in `long` the last items go first where room is short.

    Some clients put the text before the model (goose, Gemini CLI), some the data (Claude Code, Codex). So the data too says
    that what is stored is data (`notice`) and what to do next (`hint`).
    """

    text: str
    data: Mapping[str, Any]
    failed: bool = False
    long: tuple[str, ...] = ()
    most: int = 0  # tokens of the text, where there is a promise; what is said on the side has no place then

    def with_notices(self, notices: Sequence[str]) -> Answer:
        """The same with what was said on the side."""
        if not notices:
            return self
        text = self.text if self.most else "\n".join([self.text, *notices])
        return self.but(text=text, data={**self.data, "notices": list(notices)}, long=("notices", *self.long))


def as_result(answer: Answer) -> dict[str, Any]:
    """The answer as `tools/call` has it."""
    data = {key: _cleaned(value) for key, value in fitting(answer.data, answer.long).items()}
    text = visible_lines(cut(answer.text))
    told: dict[str, Any] = {"content": [{"type": "text", "text": text}], "structuredContent": data}
    return {**told, "isError": True} if answer.failed else told


def fitting(data: Mapping[str, Any], long: Sequence[str]) -> dict[str, Any]:
    """The data within the limit: texts that no person has are cut first, then the last items of the long lists go, and
    how many that are of which is said under `left_out`."""
    fits = dict(data)
    if _size(fits) > LIMIT:
        fits = {key: _cut_texts(value, _HUGE) if key in long else value for key, value in fits.items()}
    left_out: dict[str, int] = {}
    for name in long:
        spare = _size(fits) - LIMIT
        if spare <= 0:
            break
        items = list(fits[name])
        spare += len(f', "left_out": {{"{name}": {len(items)}}}')
        while items and spare > 0:
            spare -= _size(items.pop()) + 2
        left_out[name] = len(fits[name]) - len(items)
        fits = {**fits, name: items, "left_out": left_out}
    most = _HUGE
    while _size(fits) > LIMIT and most > 1:
        fits = {key: _cut_texts(value, most) for key, value in fits.items()}
        most //= 2
    return fits


def _size(value: object) -> int:
    """The characters of its JSON, with the spaces that others put between."""
    return len(dumped(value, spaced=True))


def _cut_texts(value: object, most: int) -> Any:
    """The same with no text longer than that."""
    if isinstance(value, str):
        return value if len(value) <= most else value[: most - 1] + "…"
    if isinstance(value, Value):
        value = value.as_dict()
    if isinstance(value, dict):
        return {key: _cut_texts(each, most) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_cut_texts(each, most) for each in value]
    return value


def visible_lines(text: str) -> str:
    """The text without what nobody sees; its ends of lines and its tabs stay."""
    if text.isprintable() and text.isascii():
        return text
    return "\n".join(_TAB.join(map(clean, line.split(_TAB))) for line in text.split("\n"))


def _cleaned(value: object) -> object:
    """The same of every text in the data: some clients show a model the data instead of the text."""
    if isinstance(value, str):
        return visible_lines(value)
    if isinstance(value, Value):
        value = value.as_dict()
    if isinstance(value, dict):
        return {key: _cleaned(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_cleaned(each) for each in value]
    return value


def cut(text: str) -> str:
    """The text within the limit; whoever builds one longer says before the end how to read on."""
    return text if len(text) <= LIMIT else text[: LIMIT - 1] + "…"
