"""Gemini CLI."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.agents.system import System

PROGRAM = "gemini"


def settings(system: System) -> str:
    return system.at_home(".gemini", "settings.json")
