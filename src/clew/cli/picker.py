"""The menu at a terminal: arrows, a number, or typing until one row is left.

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
    """The rows, what was typed, and where one is. Knows nothing of a terminal."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._all = [(key, visible(text)) for key, text in rows]
        self._numbers = [_number(text) for _, text in rows]
        self._sought = [_folded(text) for _, text in rows]
        self.typed = ""
        self.rows = self._all
        self.at = 0

    def type(self, text: str) -> None:
        """More was typed. A number that a row has goes there, anything else leaves the rows that hold all its words."""
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
        return self.rows[self.at][0] if self.rows else None

    def decided(self) -> bool:
        """Whether what was typed means one row: it is a number of one, or one is left."""
        return len(self.rows) == 1 or self.typed.strip() in self._numbers

    def _seek(self, typed: str) -> None:
        self.typed = typed
        if typed.strip() and typed.strip() in self._numbers:
            self.rows, self.at = self._all, self._numbers.index(typed.strip())
            return
        words = _folded(typed).split()
        self.rows = [
            row for row, text in zip(self._all, self._sought, strict=True) if all(word in text for word in words)
        ]
        self.at = 0


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
        if not choice.rows:
            write(sys.stdout, say("cli.picker.none", lang) + "\n")
            choice.clear()


def _application(
    choice: Choice, title: str, lang: str, terminal: tuple[Input, Output] | None
) -> Application[str | None]:
    given, shown = terminal or (None, None)

    def height() -> int:
        return application.output.get_size().rows

    control = FormattedTextControl(lambda: _drawn(choice, title, lang, height()), focusable=True, show_cursor=False)
    application: Application[str | None] = Application(
        layout=Layout(Window(control)),
        key_bindings=_keys(choice, height),
        erase_when_done=True,
        input=given,
        output=shown,
    )
    application.ttimeoutlen = 0.05  # how long a lone Esc waits for the rest of an arrow key
    return application


def _drawn(choice: Choice, title: str, lang: str, height: int) -> StyleAndTextTuples:
    """Title, what was typed, the rows around the chosen one that fit, and the keys to use."""
    room = max(1, height - 5)
    first = max(0, min(choice.at - room // 2, len(choice.rows) - room))
    shown = choice.rows[first : first + room]
    lines: StyleAndTextTuples = [("bold", f"{title}\n")]
    if choice.typed:
        lines.append(("", say("cli.picker.filter", lang, typed=visible(choice.typed)) + "\n"))
    for number, (_, text) in enumerate(shown, first):
        here = number == choice.at
        lines.append(("reverse" if here else "", f"{'>' if here else ' '} {text}"))
        lines.append(("", "\n"))
    if not choice.rows:
        lines.append(("", say("cli.picker.none", lang) + "\n"))
    if below := len(choice.rows) - first - len(shown):
        lines.append(("", say("cli.picker.more", lang, count=below) + "\n"))
    lines.append(("", say("cli.picker.keys", lang)))
    return lines


def _keys(choice: Choice, height: Callable[[], int]) -> KeyBindings:
    keys = KeyBindings()

    def on(*names: str, does: Callable[[], None]) -> None:
        for name in names:
            keys.add(name)(lambda _: does())

    on("up", "c-p", does=lambda: choice.move(-1))
    on("down", "c-n", does=lambda: choice.move(1))
    on("pageup", does=lambda: choice.move(6 - height()))
    on("pagedown", does=lambda: choice.move(height() - 6))
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
        if choice.rows:
            event.app.exit(result=choice.chosen())

    @keys.add("escape", eager=True)
    @keys.add("c-c")
    @keys.add("c-d")
    def _(event: KeyPressEvent) -> None:
        event.app.exit(result=None)

    return keys
