"""Codex CLI."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.agents.system import System

PROGRAM = "codex"


def settings(system: System) -> str:
    return system.join(system.named("CODEX_HOME") or system.at_home(".codex"), "config.toml")
