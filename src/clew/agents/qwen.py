"""Qwen Code."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.agents.system import System

PROGRAM = "qwen"


def settings(system: System) -> str:
    return system.at_home(".qwen", "settings.json")
