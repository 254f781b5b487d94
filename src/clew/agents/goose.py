"""goose. Its own memory extension keeps `*.txt` in a folder that clew's forerunner, an extension of goose, put its library into."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.agents.system import System

PROGRAM = "goose"


def settings(system: System) -> str:
    return system.join(_folder(system), "config.yaml")


def memory_folders(system: System) -> list[str]:
    """Where its memory extension may keep `*.txt`: its tool deletes the whole folder, whoever put things there."""
    return list(dict.fromkeys([system.join(_folder(system), "memory"), system.join(_usual_folder(system), "memory")]))


def _folder(system: System) -> str:
    root = system.named("GOOSE_PATH_ROOT")
    return system.join(root, "config") if root else _usual_folder(system)


def _usual_folder(system: System) -> str:
    if system.is_windows:
        roaming = system.named("APPDATA") or system.at_home("AppData", "Roaming")
        return system.join(roaming, "Block", "goose", "config")
    return system.config("goose")  # on macOS too
