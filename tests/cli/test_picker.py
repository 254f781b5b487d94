"""The menu at a terminal: arrows, a number, typing, leaving."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from clew.cli.columns import columns
from clew.cli.picker import Choice, drawn, pick

ROWS = [
    ("a", "1. [12] 自建goose启动规则"),
    ("b", "2. [40] Database choice SQLite"),
    ("c", "3. [7] 数据库 SQLite 迁移"),
    *((f"m{number}", f"{number}. [1] memory{number}") for number in range(4, 31)),
    ("new", "0. a new conversation"),
]
UP, DOWN, END, ENTER, ESCAPE, CTRL_C, CTRL_D, CTRL_U, BACK = (
    *("\x1b[A", "\x1b[B", "\x1b[F", "\r", "\x1b", "\x03", "\x04", "\x15", "\x7f"),
)


def picked(keys: str) -> str | None:
    with create_pipe_input() as terminal:
        terminal.send_text(keys)
        return pick("Which?", ROWS, terminal=(terminal, DummyOutput()))


@pytest.mark.parametrize(
    ("keys", "chosen"),
    [
        (ENTER, "a"),
        (DOWN + DOWN + UP + ENTER, "b"),
        (UP + ENTER, "a"),
        (END + DOWN + ENTER, "new"),
        ("3" + ENTER, "c"),
        ("30" + ENTER, "m30"),
        ("0" + ENTER, "new"),
        ("sqlite" + ENTER, "b"),
        ("sqlite" + DOWN + ENTER, "c"),
        ("数据库" + ENTER, "c"),
        ("规则" + ENTER, "a"),
        ("sqlite data" + ENTER, "b"),
        ("zzz" + ENTER + BACK * 3 + "goose" + ENTER, "a"),
        ("goose" + DOWN + ENTER, "new"),
        ("zzz" + DOWN + ENTER, "new"),
        ("7" + DOWN + ENTER, "c"),
        ("2" + DOWN + ENTER, "a"),
        ("zzz" + CTRL_U + ENTER, "a"),
        ("3" + BACK + ENTER, "a"),
        ("\x1b[200~数据库\n\x1b[201~" + ENTER, "c"),
        (ESCAPE, None),
        ("goose" + ESCAPE, None),
        (CTRL_C, None),
        (CTRL_D, None),
    ],
)
def test_keys_choose_a_row_or_leave(keys, chosen):
    assert picked(keys) == chosen


@given(st.lists(st.one_of(st.text(max_size=3), st.integers(-40, 40)), max_size=8))
def test_whatever_is_typed_one_is_at_a_row_that_is_shown_or_at_none(steps):
    choice = Choice(ROWS)
    for step in steps:
        if isinstance(step, int):
            choice.move(step)
        else:
            choice.type(step)
        assert (choice.chosen() in dict(choice.rows)) if choice.found else choice.chosen() in (None, "new")


def test_a_name_that_looks_like_keys_to_the_terminal_is_only_shown():
    assert Choice([("x", "1. \x1b[2J")]).rows == [("x", "1. \\x1b[2J")]


def lines_of(choice: Choice, room: int = 5, width: int = 40) -> list[str]:
    return "".join(
        part[1] for part in drawn(choice, "Memories of a shop with a long name (/home/you/shop):", "en", room, width)
    ).split("\n")


def test_the_new_conversation_is_always_in_sight_and_what_is_hidden_is_counted():
    choice = Choice(ROWS)
    assert lines_of(choice)[1:-1] == [
        "> 1. [12] 自建goose启动规则",
        *(f"  {text}" for _, text in ROWS[1:5]),
        "… 25 more below",
        "  0. a new conversation",
    ]
    choice.move(15)
    shown = lines_of(choice)
    assert shown[1] == "… 13 more above"
    assert shown[4] == "> 16. [1] memory16"
    assert shown[-3:-1] == ["… 12 more below", "  0. a new conversation"]
    choice.move(99)
    assert lines_of(choice)[-3:-1] == ["  30. [1] memory30", "> 0. a new conversation"]
    choice.type("zzz")
    assert lines_of(choice)[1:-1] == ["filter: zzz", "nothing matches", "  0. a new conversation"]


def test_a_number_of_a_row_comes_first_and_what_holds_it_stays():
    choice = Choice([("x", "1. [9] one"), ("y", "2. [9] plan-2026"), ("z", "20. [9] cache"), ("new", "0. new")])
    choice.type("20")
    assert [key for key, _ in choice.rows] == ["z", "y", "new"]
    assert choice.decided()


@given(st.integers(20, 90), st.integers(1, 30), st.text("s数", max_size=2), st.integers(0, 40))
def test_each_line_fits_the_terminal(width, room, typed, at):
    choice = Choice([*ROWS[:-1], ("long", "31. [3] 很长的名称" + "记忆" * 50), ROWS[-1]])
    choice.type(typed)
    choice.move(at)
    shown = lines_of(choice, room, width)
    assert all(columns(line) <= width for line in shown)
    assert len(shown) <= room + 6
    assert any(line[2:].startswith("0. ") for line in shown)
    assert sum(line.startswith(">") for line in shown) == (1 if choice.at >= 0 else 0)


PROGRAM = """
from clew.cli.picker import pick
print("chosen:", pick("Which?", [("a", "1. one"), ("二", "2. 第二"), ("", "0. new")], lang="zh"))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is POSIX")
@pytest.mark.parametrize(
    ("terminal", "keys", "chosen"),
    [
        ("xterm", b"\x1b[B\r", "chosen: 二"),
        ("xterm", "第".encode() + b"\r", "chosen: 二"),
        ("xterm", b"\x1b", "chosen: None"),
        ("xterm", b"0\r", "chosen: \r"),
        ("dumb", b"2\n", "chosen: 二"),
        ("dumb", "没有\n第\n".encode(), "chosen: 二"),
        ("dumb", b"\n", "chosen: None"),
    ],
)
def test_at_a_real_terminal(terminal, keys, chosen):
    import pty

    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": terminal, "PROMPT_TOOLKIT_NO_CPR": "1", "PYTHONUTF8": "1"}
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    )
    os.close(theirs)
    shown = read_until(ours, "0. new")
    os.write(ours, keys)
    shown += read_until(ours, None)
    os.close(ours)
    assert process.wait(20) == 0
    assert chosen in shown


def read_until(terminal: int, sign: str | None) -> str:
    """What the terminal shows up to a sign, or to its end."""
    shown = b""
    ends = time.monotonic() + 20
    while time.monotonic() < ends and (sign is None or sign.encode() not in shown):
        try:
            part = os.read(terminal, 4096)
        except OSError:  # Linux: the program has ended
            break
        if not part:
            break
        shown += part
    return shown.decode(errors="replace")
