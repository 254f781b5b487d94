"""The menu at a terminal: arrows, a number, or typing until one row is left. Row 0 is always in sight.

Only imported where it is shown: prompt_toolkit takes as long to load as ten menus.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from unicodedata import normalize

from prompt_toolkit import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import Output

from clew.cli.columns import columns, fitted
from clew.cli.streams import visible, write
from clew.words import say

Row = tuple[str, str]  # the key that is returned; the text, which may begin with a number to type: `3. [12] name`


def pick(
    title: str, rows: Sequence[Row], *, lang: str = "en", terminal: tuple[Input, Output] | None = None
) -> str | None:
    """The key of the row that a person chose, None where they left (Esc, Ctrl-C, Ctrl-D, an end of input).

    `terminal` is prompt_toolkit's, for tests; without one it is the process's own.
    """
    if terminal is None and os.environ.get("TERM") == "dumb":
        return _ask_plainly(title, rows, lang)
    return _application(Choice(rows), visible(title), lang, terminal).run()


class Choice:
    """The rows, what was typed, and where one is: nowhere (-1) where nothing matches. Knows nothing of a terminal.

    Row 0 (a new conversation) stays at the end whatever is typed; then it is chosen by its number, or by going there.
    """

    def __init__(self, rows: Sequence[Row]) -> None:
        self._all = [(key, visible(text)) for key, text in rows]
        self._numbers = [_number(text) for _, text in rows]
        self._sought = [_folded(text) for _, text in rows]
        self._zero = [row for row, number in zip(self._all, self._numbers, strict=True) if number == "0"][:1]
        self.typed = ""
        self.rows = self._all
        self.found = len(self._all)  # how many of the rows match
        self.at = 0

    @property
    def pinned(self) -> Sequence[Row]:
        """Row 0 where it is the last one; nothing where there is none."""
        return self._zero if self._zero and self.rows[-1:] == self._zero else []

    def type(self, text: str) -> None:
        """More was typed: the rows that hold all its words are left, before them the one that has it as its number."""
        self._seek(self.typed + text)

    def untype(self) -> None:
        """The last character was taken back."""
        self._seek(self.typed[:-1])

    def clear(self) -> None:
        """All that was typed was taken back."""
        self._seek("")

    def move(self, by: int) -> None:
        """Up or down, no further than the ends."""
        self.at = max(0, min(len(self.rows) - 1, self.at + by))

    def chosen(self) -> str | None:
        """The key of the row one is at, None where none matches."""
        return self.rows[self.at][0] if self.at >= 0 and self.rows else None

    def decided(self) -> bool:
        """Whether what was typed means one row: it is a number of one, or one is left."""
        return self.found == 1 or self.typed.strip() in self._numbers

    def _seek(self, typed: str) -> None:
        self.typed = typed
        words = _folded(typed).split()
        found = [row for row, text in zip(self._all, self._sought, strict=True) if all(word in text for word in words)]
        number = typed.strip()
        if number and number in self._numbers:
            first = self._all[self._numbers.index(number)]
            found = [first, *(row for row in found if row is not first)]
        self.rows = found + [row for row in self._zero if row not in found]
        self.found = len(found)
        self.at = 0 if found else -1


def _number(text: str) -> str:
    """The digits that a text begins with."""
    return text[: len(text) - len(text.lstrip("0123456789"))]


def _folded(text: str) -> str:
    return normalize("NFC", text).casefold()


def _ask_plainly(title: str, rows: Sequence[Row], lang: str) -> str | None:
    """For a terminal that cannot move its cursor: the list, then a line with a number or with what to look for."""
    choice = Choice(rows)
    write(sys.stdout, title + "\n")
    while True:
        for _, text in choice.rows:
            write(sys.stdout, f"{text}\n")
        write(sys.stdout, say("cli.picker.ask", lang) + " ")
        line = sys.stdin.readline()
        if not line.strip():
            return None
        choice.clear()
        choice.type(line.strip())
        if choice.decided():
            return choice.chosen()
        if not choice.found:
            write(sys.stdout, say("cli.picker.none", lang) + "\n")
            choice.clear()


def _application(
    choice: Choice, title: str, lang: str, terminal: tuple[Input, Output] | None
) -> Application[str | None]:
    given, shown = terminal or (None, None)

    def room() -> int:
        """How many rows fit beside the six other lines that there may be."""
        return max(1, application.output.get_size().rows - 6)

    def width() -> int:
        return application.output.get_size().columns

    control = FormattedTextControl(
        lambda: drawn(choice, title, lang, room(), width()), focusable=True, show_cursor=False
    )
    application: Application[str | None] = Application(
        layout=Layout(Window(control)),
        key_bindings=_keys(choice, room),
        erase_when_done=True,
        input=given,
        output=shown,
    )
    application.ttimeoutlen = 0.05  # how long a lone Esc waits for the rest of an arrow key
    return application


def drawn(choice: Choice, title: str, lang: str, room: int, width: int) -> StyleAndTextTuples:
    """Title, what was typed, the `room` rows around the chosen one, row 0, and the keys: each in one line of `width`."""
    pinned = choice.pinned
    rows = choice.rows[: len(choice.rows) - len(pinned)]
    first = max(0, min(choice.at - room // 2, len(rows) - room))
    last = min(first + room, len(rows))
    lines = [("bold", title)]
    if choice.typed:
        lines.append(("", say("cli.picker.filter", lang, typed=visible(choice.typed))))
    if not choice.found:
        lines.append(("", say("cli.picker.none", lang)))
    if first:
        lines.append(("", say("cli.picker.above", lang, count=first)))
    shown = [*enumerate(rows[first:last], first), *enumerate(pinned, len(rows))]
    for at, (_, text) in shown:
        if at == len(rows) and last < len(rows):
            lines.append(("", say("cli.picker.below", lang, count=len(rows) - last)))
        lines.append(("reverse", f"> {text}") if at == choice.at else ("", f"  {text}"))
    if not pinned and last < len(rows):
        lines.append(("", say("cli.picker.below", lang, count=len(rows) - last)))
    keys = say("cli.picker.keys", lang)
    lines.append(("", keys if columns(keys) <= width else say("cli.picker.keys-short", lang)))
    parts: StyleAndTextTuples = []
    for style, line in lines:
        parts += [("", "\n")] if parts else []
        parts.append((style, fitted(line, width)))
    return parts


def _keys(choice: Choice, room: Callable[[], int]) -> KeyBindings:
    keys = KeyBindings()

    def on(*names: str, does: Callable[[], None]) -> None:
        for name in names:
            keys.add(name)(lambda _: does())

    on("up", "c-p", does=lambda: choice.move(-1))
    on("down", "c-n", does=lambda: choice.move(1))
    on("pageup", does=lambda: choice.move(-room()))
    on("pagedown", does=lambda: choice.move(room()))
    on("home", does=lambda: choice.move(-len(choice.rows)))
    on("end", does=lambda: choice.move(len(choice.rows)))
    on("backspace", does=choice.untype)
    on("c-u", does=choice.clear)

    @keys.add(Keys.Any)
    def _(event: KeyPressEvent) -> None:
        if event.data.isprintable():
            choice.type(event.data)

    @keys.add(Keys.BracketedPaste)
    def _(event: KeyPressEvent) -> None:
        choice.type(" ".join(event.data.split()))

    @keys.add("enter")
    def _(event: KeyPressEvent) -> None:
        if choice.found or choice.at >= 0:
            event.app.exit(result=choice.chosen())

    @keys.add("escape", eager=True)
    @keys.add("c-c")
    @keys.add("c-d")
    def _(event: KeyPressEvent) -> None:
        event.app.exit(result=None)

    return keys
