"""One call of a command: what it was given, the home it works in, and how it speaks."""

from __future__ import annotations

import errno
import os
import sys

from clew.cli.streams import OutputLost, is_terminal, is_utf8, read_all, write
from clew.errors import Usage
from clew.language import language
from clew.library.directories import absolute as made_absolute
from clew.words import has, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from clew.cli.progress import Progress
    from clew.errors import ClewError
    from clew.home import Home

    Beside = Callable[[str], Callable[..., int]]


class Given:
    """The options and arguments by name: `--no-input` is `no_input`, `TEXT` is `text`. Not given: None, False or ()."""

    def __init__(self, values: dict[str, object]) -> None:
        self.__dict__.update(values)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


class Call:
    """What `run(call)` gets."""

    def __init__(self, name: str, values: dict[str, object], beside: Beside | None = None) -> None:
        self.name = name
        self.given = Given(values)
        self._beside = beside
        self.answered = False
        self._home: Home | None = None
        self._left: Home | None = None
        self._lang: str | None = None

    @property
    def home(self) -> Home:
        """The home, opened at first use and closed behind the command."""
        if self._home is None:
            from clew.home import open_home

            self._home = open_home(self.given.home, tell=self.hear)
        return self._home

    @property
    def directory(self) -> str:
        """The project directory: `--dir` as it was typed, made absolute, else where we are."""
        given: str | None = self.given.dir
        try:
            return given if given and os.path.isabs(given) else made_absolute("." if given is None else given)
        except FileNotFoundError as problem:
            raise Usage("cli.no-directory", command=self.name) from problem

    @property
    def lang(self) -> str:
        """The language of the person: the settings, else the locale."""
        if self._lang is None:
            self._lang = language(self._home.settings if self._home else None, self.given.home)
        return self._lang

    @property
    def interactive(self) -> bool:
        """Whether there is somebody to ask."""
        return not self.given.no_input and is_terminal(sys.stdin) and is_terminal(sys.stdout)

    @property
    def to_terminal(self) -> bool:
        """Whether a person reads the answer as it comes out."""
        return is_terminal(sys.stdout)

    def read_text(self, empty: str = "cli.empty-text") -> str:
        """TEXT, or all of standard input for `-` and for a pipe without TEXT; bytes that are not UTF-8 survive as
        surrogates. Raises `Usage` where there is nothing: a terminal without TEXT, an empty text (in the words `empty`)."""
        text: str | None = self.given.text
        if text is None or text == "-":
            if text is None and is_terminal(sys.stdin):
                raise Usage("cli.no-text", command=self.name)
            text = read_all().decode("utf-8", "surrogateescape")
        if not text.strip():
            raise Usage(empty, command=self.name)
        return text

    def confirm(self, key: str, **data: object) -> bool:
        """Ask a yes or no question; no is the default. Raises `Usage` where there is nobody to ask: `--yes` says it."""
        if self.given.yes:
            return True
        if not self.interactive:
            raise Usage("cli.needs-yes", command=self.name)
        write(sys.stderr, self.words("cli.confirm", question=self.words(key, **data)) + " ")
        return sys.stdin.readline().strip().lower() in ("y", "yes", "是", "好")

    def answer(
        self, json: dict[str, Any], text: str | Callable[[], str], *, exact: bool = False, safe: bool = False
    ) -> None:
        """The one answer: with `--json` the object, else the text, on standard output.

        A text gets the newline it lacks, unless it is a stored one that must come out as it is (`exact`). In a `safe`
        one nothing that a terminal obeys is stored.
        """
        self.answered = True
        if sys.stdout is None:
            raise OutputLost(os.strerror(errno.EBADF), closed=False)
        if self.given.json:
            from clew.cli.jsontext import dump

            write(sys.stdout, dump(json, ascii_only=not is_utf8(sys.stdout)) + "\n")
            return
        shown = text if isinstance(text, str) else text()
        if shown and not shown.endswith("\n") and not (exact and not is_terminal(sys.stdout)):
            shown += "\n"
        write(sys.stdout, shown, safe=safe)

    def words(self, key: str, **data: object) -> str:
        """The words of `room.what`, or of `.what` in this command's own table, in the person's language."""
        return say(f"commands.{self.name}{key}" if key[0] == "." else key, self.lang, **data)

    def say(self, key: str, **data: object) -> None:
        """Talk: one line on standard error, unless `--quiet`."""
        if not self.given.quiet:
            self.tell(self.words(key, **data))

    def hear(self, key: str, **data: object) -> None:
        """What a room says on the side, with what to do about it."""
        self.say(key, **data)
        if has(f"{key}.hint"):
            self.say("cli.hint", hint=self.words(f"{key}.hint", **data))

    def tell(self, line: str) -> None:
        """One line on standard error, whatever the options. A stream that is gone does not stop the work."""
        try:
            write(sys.stderr, line + "\n")
        except OutputLost:  # talk must not hide what was done: the answer and the status are still to come
            pass

    def progress(self, total: int | None, label: str) -> Progress:
        """A bar on standard error for long work, at a terminal only: `with call.progress(n, label) as bar: bar.at(1, n)`."""
        from clew.cli.progress import Progress

        shown = not self.given.quiet and is_terminal(sys.stderr)
        return Progress(total, label, shown=shown)

    def other_way_in(self, name: str) -> Callable[..., int]:
        """The door of another way in, by its name; the front that started us knows it."""
        if self._beside is None:
            raise Usage("cli.only-alone", command=self.name)
        return self._beside(name)

    def can_do_without(self, error: ClewError) -> bool:
        """Whether the home went on without what failed: its state, read in the middle of a decision (see `State`)."""
        return not self.answered and self._home is not None and self._home.state.problem is error

    def let_go(self) -> None:
        """Close nothing: the process ends right now. SQLite would wait for the disk, twice, to tidy up after a hook;
        whoever opens the file next finds all in its log, and the next command tidies up for many."""
        self._left, self._home = self._home, None  # it must not be collected either

    def close(self) -> None:
        """Close what was opened."""
        home, self._home = self._home, None
        if home is not None:
            home.close()
