"""`<home>/installed/AGENT/`: what was added to which file, and what that file was before.

The copies may hold keys, as settings do, so they are readable by their owner alone and go with the receipt.
"""

from __future__ import annotations

import json
import os
import shutil

from clew.agents import additions as kinds
from clew.agents.additions import Rules, Whole
from clew.errors import Unreadable
from clew.installing.plan import Added, Known, Planned, digest
from clew.setup.places import make
from clew.stores.failures import Telling
from clew.stores.files import write_file_atomic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from clew.agents.additions import Addition

_FILE = "receipt.json"
_SCHEMA = 1


class Receipts:
    """Those of one agent in one home."""

    def __init__(self, home: str, agent: str) -> None:
        self.folder = os.path.join(home, "installed", agent)

    @property
    def path(self) -> str:
        """The file itself."""
        return os.path.join(self.folder, _FILE)

    def read(self) -> dict[str, Known]:
        """By the file. Raises `Unreadable` for a receipt that nobody can read: it is not taken for none."""
        try:
            with open(self.path, "rb") as file:
                found = json.load(file)
            if found["schema"] > _SCHEMA:
                raise ValueError(f"schema {found['schema']}")
            return {one["file"]: self._known(one) for one in found["files"]}
        except FileNotFoundError:
            return {}
        except OSError as problem:
            raise Unreadable(
                "installing.receipt", path=self.path, errno=problem.errno, reason=problem.strerror
            ) from problem
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
            raise Unreadable("installing.receipt", path=self.path, reason=repr(problem)) from problem

    def write(self, planned: Sequence[Planned], command: tuple[str, ...]) -> None:
        """Before any of the files is written, so that whatever happens then can be undone."""
        made = {*self._told("folders"), *_missing(os.path.dirname(one.file) for one in planned if one.changes)}
        make(self.folder)
        if self.failure():
            os.remove(os.path.join(self.folder, "failed"))  # of an earlier one
        files = []
        for number, one in enumerate(planned):
            copy = f"{number}-{os.path.basename(one.file)}" if one.original is not None else None
            if copy is not None and one.original is not None:
                write_file_atomic(os.path.join(self.folder, copy), one.original)
            files.append(
                {
                    "file": one.file,
                    "after": digest(one.after or b""),
                    "original": copy,
                    "added": [_told(added) for added in one.added],
                }
            )
        receipt = {"schema": _SCHEMA, "command": list(command), "folders": sorted(made), "files": files}
        write_file_atomic(self.path, (json.dumps(receipt, indent=2, ensure_ascii=False) + "\n").encode())

    def command(self) -> list[str]:
        """By which clew was installed; [] where nobody says."""
        return self._told("command")

    def failure(self) -> str:
        """What went wrong last in a hook, with its time; "" for nothing since it was installed."""
        try:
            with open(os.path.join(self.folder, "failed"), encoding="utf-8", errors="replace") as file:
                return file.readline().strip()
        except OSError:
            return ""

    def forget(self) -> None:
        """All of it, with the folders that were made for the files, as far as nothing lies in them."""
        for folder in sorted(self._told("folders"), key=len, reverse=True):
            try:
                os.rmdir(folder)
            except OSError:  # it is gone, or something else is in it
                continue
        if os.path.isdir(self.folder):
            with Telling("write", self.folder):
                shutil.rmtree(self.folder)
            try:
                os.rmdir(os.path.dirname(self.folder))
            except OSError:  # other agents have theirs there
                pass

    def _told(self, name: str) -> list[str]:
        try:
            with open(self.path, "rb") as file:
                found = json.load(file)[name]
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return []
        return found if isinstance(found, list) else []

    def _known(self, told: dict[str, Any]) -> Known:
        original = None
        if told["original"] is not None:
            with open(os.path.join(self.folder, os.path.basename(told["original"])), "rb") as file:
                original = file.read()
        return Known(told["file"], told["after"], original, tuple(_added(one, told["file"]) for one in told["added"]))


def _missing(folders: Iterable[str]) -> set[str]:
    """The folders that are not there, with those above them."""
    found: set[str] = set()
    for folder in folders:
        while folder not in found and not os.path.lexists(folder):
            found.add(folder)
            folder = os.path.dirname(folder)
    return found


def _told(added: Added) -> dict[str, Any]:
    addition = added.addition
    fields = {name: value for name, value in addition.as_dict().items() if name != "file"}
    return {
        "kind": type(addition).__name__,
        "fields": fields,
        "before": added.before,
        "made": [list(path) for path in added.made],
    }


def _added(told: dict[str, Any], file: str) -> Added:
    kind: type[Addition] = {kind.__name__: kind for kind in (kinds.Member, kinds.Item, Whole, Rules)}[told["kind"]]
    fields = {name: tuple(value) if name == "path" else value for name, value in told["fields"].items()}
    return Added(kind(file=file, **fields), told["before"], tuple(tuple(path) for path in told["made"]))
