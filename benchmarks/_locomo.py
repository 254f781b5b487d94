"""Conversations of LoCoMo with their questions, from a file that is not part of clew, and kept in a home of clew.

Maharana et al. 2024, snap-research/locomo, CC BY-NC 4.0. Some ids of its evidence are malformed ("D8:6; D9:17",
"D:11:26", "D"): they are read as what they must mean. Questions without evidence are left out.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import clew
from clew.home import Home

TUNED, HELD_OUT = ("conv-26", "conv-30", "conv-41"), ("conv-42", "conv-43")  # the weights were chosen on the former
SEVERAL_HOPS, TIME, OPEN_DOMAIN, SINGLE_HOP = ANSWERABLE = (1, 2, 3, 4)
_ZONE = timezone(timedelta(hours=8))
_EVIDENCE = re.compile(r"D:?(\d+):(\d+)")


@dataclass(frozen=True)
class Turn:
    """What one of the two said, as one paragraph."""

    id: str
    session: int
    text: str


@dataclass(frozen=True)
class Asked:
    text: str
    category: int
    evidence: frozenset[str]


@dataclass(frozen=True)
class Talk:
    name: str
    times: dict[int, datetime]
    turns: list[Turn]
    questions: list[Asked]


class Clock:
    """Stands still until it is set."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


def talks(path: Path) -> list[Talk]:
    return [_talk(given) for given in json.loads(path.read_text("utf-8"))]


def _talk(given: dict[str, Any]) -> Talk:
    conversation = given["conversation"]
    numbers = sorted(int(key[8:]) for key, value in conversation.items() if re.fullmatch(r"session_\d+", key) and value)
    times = {number: _time(conversation[f"session_{number}_date_time"]) for number in numbers}
    turns = [_turn(number, said) for number in numbers for said in conversation[f"session_{number}"]]
    known = {turn.id for turn in turns}
    questions = [_asked(one, known) for one in given["qa"]]
    return Talk(given["sample_id"], times, turns, [one for one in questions if one.evidence])


def _time(said: str) -> datetime:
    """1:56 pm on 8 May, 2023"""
    return datetime.strptime(said, "%I:%M %p on %d %B, %Y").replace(tzinfo=_ZONE)


def _turn(session: int, said: dict[str, str]) -> Turn:
    shown = f" [shares {said['blip_caption']}]" if said.get("blip_caption") else ""
    return Turn(said["dia_id"], session, " ".join(f"{said['speaker']}: {said['text']}{shown}".split()))


def _asked(one: dict[str, Any], known: set[str]) -> Asked:
    ids = _EVIDENCE.findall(" ".join(one["evidence"]))
    evidence = {f"D{int(session)}:{int(number)}" for session, number in ids} & known
    return Asked(one["question"], int(one["category"]), frozenset(evidence))


def kept(talk: Talk, root: Path) -> Home:
    """A home in which each session was saved as a conversation of its own, when it took place."""
    dir = root / talk.name
    dir.mkdir(parents=True)
    clock = Clock(next(iter(talk.times.values())))
    home = clew.open(root / f"{talk.name}-home", clock)
    project = home.library.project(dir)
    for session, time in talk.times.items():
        clock.now = time
        said = "\n\n".join(turn.text for turn in talk.turns if turn.session == session)
        project.start(0, f"session-{session}").save(said, tags=["talk", "friends"], title=f"Session {session}")
    clock.now += timedelta(days=1)
    return home


def places(home: Home, talk: Talk) -> dict[tuple[str, int], Turn]:
    """Where each turn stands: the absolute path of its memory, and the line."""
    found: dict[tuple[str, int], Turn] = {}
    for path in Path(home.path, "memory").rglob("Session-*.md"):
        lines = path.read_text("utf-8").split("\n")
        for turn in talk.turns:
            if turn.session == int(path.stem.rpartition("-")[2]):
                found[str(path), lines.index(turn.text) + 1] = turn
    return found
