"""`config.toml`, written: a new one with every setting as a comment, an old one changed where it must be."""

from __future__ import annotations

import os
import stat

from clew.config import Settings, config_path, read_config
from clew.errors import Conflict, NotFound, Usage
from clew.stores.failures import Telling
from clew.stores.files import write_file_atomic
from clew.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tomlkit import TOMLDocument

# What stands behind each comment as long as nothing is set: the default where there is one, else an example.
_SHOWN: dict[str, str | int | dict[str, str]] = {
    "library": "memory",
    "workspace": "workspace",
    "timezone": "Asia/Shanghai",
    "lang": "zh",
    "author": "Li Wei",
    "device": "laptop",
    "folders": {"notes": "~/notes"},
    "model": "endpoint:http://localhost:11434/v1 nomic-embed-text",
    "model_key": "secret",
    "simplenote_url": "https://notes.example.org",
    "git_remote": "git@example.org:you/memory.git",
    "git_workspace": "no",
    "worktrees": "shared",
    "history_limit": 1 << 30,
    "menu": "list",
}


def settle(home: str, changes: Mapping[str, str | None], lang: str) -> bool:
    """Makes the file where it is missing, and sets what is asked for, None for the default; whether that changed it.

    Comments, order and what clew does not know stay as they are. Raises what `read_config` does, so that a file
    that nobody can read is never written, nor a value that nobody could read back; `Conflict` where it changed
    meanwhile; `StorageFailed`.
    """
    known = read_config(home)
    path = os.path.realpath(config_path(home))  # a link to where a person keeps such files stays one
    for name, value in changes.items():
        if value is not None and "\0" in value:
            raise Usage("config.bad-value", path=path, name=name, value=repr(value))
    before = _read(path)
    wanted = {name: value for name, value in changes.items() if known.get(name) != value}
    if before is not None and not wanted:
        return False
    after = _new(wanted, lang) if before is None else _edited(before, wanted)
    if _read(path) != before:
        raise Conflict("setup.settings-changed", path=path, mine=after)
    write_file_atomic(path, after, 0o600 if before is None else stat.S_IMODE(os.stat(path).st_mode))
    return True


def _new(values: Mapping[str, str | None], lang: str) -> bytes:
    lines = [f"# {say('setup.settings', lang)}", ""]
    for name in Settings._fields:
        lines.append(f"# {say(f'setup.about-{name}', lang)}")
        value = values.get(name)
        lines += [f"# {name} = {_toml(_SHOWN[name])}" if value is None else f"{name} = {_toml(value)}", ""]
    return "\n".join(lines).encode()


def _edited(before: bytes, values: Mapping[str, str | None]) -> bytes:
    import tomlkit

    document = tomlkit.parse(before.decode())  # it was read as TOML before
    for name, value in values.items():
        if value is None:
            document.pop(name, None)
            continue
        if name not in document:
            document = _uncommented(document, name)
        document[name] = value
    return tomlkit.dumps(document).encode()


def _uncommented(document: TOMLDocument, name: str) -> TOMLDocument:
    """The document with the setting where a new file shows it as a comment, if that line is still there."""
    import tomlkit

    shown = f"{name} = {_toml(_SHOWN[name])}"
    text = tomlkit.dumps(document).replace(f"\n# {shown}\n", f"\n{shown}\n", 1)
    changed = tomlkit.parse(text)
    return changed if name in changed else document  # else it stood in a table, or in a text


def _toml(value: str | int | dict[str, str]) -> str:
    import tomlkit

    if isinstance(value, dict):
        table = tomlkit.inline_table()
        table.update(value)
        return table.as_string()
    return tomlkit.item(value).as_string()


def _read(path: str) -> bytes | None:
    try:
        with Telling("read", path), open(path, "rb") as file:
            return file.read()
    except NotFound:
        return None
