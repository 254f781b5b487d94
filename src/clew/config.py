"""The settings: defaults < `<home>/config.toml` < environment `CLEW_*` < flags."""

from __future__ import annotations

import os
from datetime import datetime  # no cost of its own: sqlite3 loads it in every command that has a home

from clew.errors import Unreadable, Usage
from clew.values import Value
from clew.words import LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from datetime import tzinfo

    Clock = Callable[[], datetime]

WORKTREES = ("shared", "apart")
MENUS = ("list", "form")


class Settings(Value):
    """What a person can set. A path that was set must exist; the defaults are made by the first write."""

    library: str | None = None  # None: <home>/memory
    workspace: str | None = None  # None: <home>/workspace
    timezone: str | None = None  # IANA; None: the clock's, else the system's
    lang: str | None = None  # "en" or "zh"; None: the environment's
    author: str | None = None
    device: str | None = None
    folders: tuple[tuple[str, str], ...] = ()  # extra folders of Markdown that are searched: name, absolute path
    model: str | None = None  # that finds by meaning, see `clew.index.vectors.models`; "none": not even an embedded one
    model_key: str | None = None  # for an address that asks for one
    simplenote_url: str | None = None  # another service that speaks as Simplenote does; None: Simplenote itself
    git_remote: str | None = None  # that the library is synced with
    git_workspace: str = "no"  # "yes": long-term memory and daily notes go there too
    worktrees: str = "shared"  # "apart": each git worktree is a project of its own
    history_limit: int = 1 << 30  # bytes
    menu: str = "list"  # "form": a client of the MCP server that can ask its person does, beside the list


def home_path(path: str | None, environ: Mapping[str, str] = os.environ) -> str:
    """Where settings and derived files are: `path`, else `$CLEW_HOME`, else `~/.clew`; absolute."""
    return os.path.abspath(os.path.expanduser(path or environ.get("CLEW_HOME") or "~/.clew"))


def config_path(home: str) -> str:
    """The settings file of a home."""
    return os.path.join(home, "config.toml")


def read_config(home: str) -> dict[str, str]:
    """The settings file as strings by name; names that clew does not know are kept out, for older clews live on.

    Raises `Unreadable` with the line for what is not TOML, `Usage` for a value of the wrong type.
    """
    import tomllib  # late: it costs a third of a menu, and its result is cached in the home's state

    path = config_path(home)
    try:
        with open(path, "rb") as file:
            table = tomllib.load(file)
    except FileNotFoundError:
        return {}
    except OSError as problem:
        raise Unreadable("config.unreadable", path=path, errno=problem.errno, reason=problem.strerror) from problem
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise Unreadable("config.not-toml", path=path, reason=str(problem)) from problem
    found = {}
    for name, value in table.items():
        if name == "folders" and isinstance(value, dict) and all(isinstance(place, str) for place in value.values()):
            found[name] = "\n".join(f"{folder}={place}" for folder, place in value.items())
        elif name in Settings._fields:
            if name == "folders":
                raise Usage("config.bad-folder", path=path, name=name, value=value)
            if isinstance(value, bool) or not isinstance(value, (str, int)) or "\0" in str(value):
                raise Usage("config.bad-value", path=path, name=name, value=repr(value))
            found[name] = str(value)
    return found


def settings_from(
    config: Mapping[str, str], environ: Mapping[str, str], flags: Mapping[str, str | None], home: str
) -> Settings:
    """Lays the three sources over the defaults. Raises `Usage` that names the value and where it stands."""
    values: dict[str, str] = dict(config)
    for name in Settings._fields:
        if environ.get(f"CLEW_{name.upper()}"):
            values[name] = environ[f"CLEW_{name.upper()}"]
            if name == "folders":  # as a PATH is written: notes=/home/you/notes:vault=/home/you/vault
                values[name] = values[name].replace(os.pathsep, "\n")
    values.update({name: value for name, value in flags.items() if value is not None})
    return Settings(**{name: _checked(name, value, home) for name, value in values.items()})  # type: ignore[arg-type]


def device_of(settings: Settings) -> str:
    """The name of this device: the one that was set, else the machine's."""
    return settings.device or (os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", ""))


def clock_from(clock: Clock | None, timezone: str | None) -> Clock:
    """Now, in the zone of the settings, else as the given clock says it, else in the system's."""
    if timezone is None:
        return clock or (lambda: datetime.now().astimezone())
    zone = _zone(timezone)
    if clock is None:
        return lambda: datetime.now(zone)
    return lambda: clock().astimezone(zone)


def _zone(name: str) -> tzinfo:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as problem:
        raise Usage("config.bad-zone", value=name) from problem


def _checked(name: str, value: str, home: str) -> str | int | tuple[tuple[str, str], ...]:
    if name in ("library", "workspace"):
        return _place(home, value)
    if name == "folders":
        return tuple(_folders(home, value.split("\n")))
    if name == "history_limit":
        if not value.isdecimal() or int(value) < 1 << 20:
            raise Usage("config.bad-limit", value=value)
        return int(value)
    choices = {"worktrees": WORKTREES, "lang": LANGUAGES, "menu": MENUS}.get(name)
    if choices and value not in choices:
        raise Usage("config.bad-choice", name=name, value=value, choices=choices)
    return value


def _folders(home: str, lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """`name=path` each. A name stands in answers, beside `library` and `workspace`."""
    seen = {"library", "workspace"}
    for line in lines:
        name, _, place = line.partition("=")
        is_name = name.strip() and "/" not in name and name.isprintable() and name not in seen
        if not is_name or not place.strip() or "\0" in place:
            raise Usage("config.bad-folder", name=name, value=place)
        seen.add(name)
        yield name, _place(home, place)


def _place(home: str, value: str) -> str:
    return os.path.normpath(os.path.join(home, os.path.expanduser(value)))
