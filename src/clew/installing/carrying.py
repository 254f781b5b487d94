"""Installing and uninstalling, carried out: read all, decide, write all; where one file fails the others are put back."""

from __future__ import annotations

import os
import stat

from clew.agents import find
from clew.agents.additions import Rules, Told
from clew.agents.system import System
from clew.errors import ClewError, Conflict, NotFound, StorageFailed, Unreadable
from clew.installing import guidance, plan
from clew.installing.receipts import Receipts
from clew.setup.places import make
from clew.stores.failures import Telling
from clew.stores.files import write_file_atomic
from clew.stores.folder import FolderStore
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from contextlib import AbstractContextManager

    from clew.agents.additions import Addition
    from clew.installing.plan import Planned

_PRIVATE = 0o600


class Outcome(Value):
    """What was done to the files of one agent, or would be."""

    agent: str
    files: tuple[Planned, ...]
    problems: tuple[ClewError, ...] = ()  # why some of it is as it was
    manual: str = ""  # where it stands

    @property
    def changed(self) -> bool:
        """Whether any file became another."""
        return any(one.changes for one in self.files)


def install(
    name: str,
    told: Told,
    *,
    system: System | None = None,
    dry: bool = False,
    consents: bool = False,
    rules: bool = True,
) -> Outcome:
    """Adds clew to an agent. Said again it changes nothing.

    With `consents` the hand-written rules go that the block doubles. Raises `Unreadable` for a file that cannot be
    read or edited, `StorageFailed`, `Conflict`; then every file is as it was.
    """
    system = system or System.here()
    if dry or not os.path.isdir(told.home):  # what is refused leaves no home behind
        would = _install(name, told, system, True, consents, rules)
        if dry:
            return would
        make(told.home)
    with _alone(told.home):
        return _install(name, told, system, False, consents, rules)


def _install(name: str, told: Told, system: System, dry: bool, consents: bool, rules: bool) -> Outcome:
    manual = os.path.join(told.home, guidance.MANUAL)
    receipts = Receipts(told.home, name)
    known = receipts.read()
    additions = [
        one
        for one in find(name).additions(system, told)
        if not isinstance(one, Rules) or (rules and _has_rules(name, one))
    ]
    files = {file: _read(file) for file in _files(additions, known)}
    block = _shown(manual, system)
    planned = plan.installing(additions, files, known, lambda lang: guidance.block(block, lang), consents)
    stale = {file: one for file, one in known.items() if file not in {one.file for one in planned}}
    left, problems = plan.uninstalling([], files, stale)
    if not dry:
        _check_writable([*planned, *left])
        if any(one.changes for one in planned) or set(known) != {one.file for one in planned}:
            receipts.write(planned, told.command)
            _write_all([*planned, *left])
        _write_manual(manual, told.lang)
    return Outcome(name, (*planned, *(one for one in left if one.changes)), tuple(problems), manual)


def uninstall(name: str, told: Told, *, system: System | None = None, dry: bool = False) -> Outcome:
    """Takes out what installing added. Raises as `install`; what cannot be edited is told and stays."""
    system = system or System.here()
    if dry or not os.path.isdir(told.home):
        return _uninstall(name, told, system, dry)
    with _alone(told.home):
        return _uninstall(name, told, system, dry)


def _uninstall(name: str, told: Told, system: System, dry: bool) -> Outcome:
    receipts = Receipts(told.home, name)
    known = receipts.read()
    additions = find(name).additions(system, told)
    files = {file: _read(file) for file in _files(additions, known)}
    planned, problems = plan.uninstalling(additions, files, known)
    if not dry:
        _check_writable(planned)
        _write_all(planned)
        if not problems:
            receipts.forget()
    return Outcome(name, tuple(planned), tuple(problems))


def _alone(home: str) -> AbstractContextManager[None]:
    """One at a time: of two, each would take what the other wrote for a stranger's, and put back its own."""
    return FolderStore(home, "home", makes_root=False).lock()


def write_rules(file: str, told: Told, *, add: bool, dry: bool = False, consents: bool = False) -> Outcome:
    """The block alone, in any file; nothing is remembered of it. Raises as `install`."""
    manual = os.path.join(told.home, guidance.MANUAL)
    files, additions = {file: _read(file)}, [Rules(file, told.lang)]
    problems: Sequence[ClewError] = ()
    if add:
        block = _shown(manual, System.here())
        planned = plan.installing(additions, files, {}, lambda lang: guidance.block(block, lang), consents)
    else:
        planned, problems = plan.uninstalling(additions, files, {})
    if not dry:
        _check_writable(planned)
        _write_all(planned, _usual_mode())  # a project's file is for all who work on it
        if add:
            make(told.home)
            _write_manual(manual, told.lang)
    return Outcome("", tuple(planned), tuple(problems), manual if add else "")


def _has_rules(name: str, one: Rules) -> bool:
    """A chat bot fills its workspace when it is first started, but for files that are there: then they must not be."""
    return not getattr(find(name), "IS_CHAT", False) or os.path.isdir(os.path.dirname(one.file))


def _files(additions: Iterable[Addition], known: Iterable[str]) -> list[str]:
    return list(dict.fromkeys([*(one.file for one in additions), *known]))


def _read(file: str) -> bytes | None:
    """The bytes, None for no file. Raises `Unreadable` for anything else that stands there."""
    target = os.path.realpath(file)
    try:
        with Telling("read", target):
            kind = os.stat(target).st_mode
            if not stat.S_ISREG(kind):
                raise Unreadable("installing.no-file", path=file)
            with open(target, "rb") as opened:
                return opened.read()
    except NotFound:
        return None


def _check_writable(planned: Iterable[Planned]) -> None:
    """Raises `StorageFailed` for a file that its owner made read-only: replacing it would be a way round that."""
    for one in planned:
        if one.changes and one.before is not None and not os.stat(os.path.realpath(one.file)).st_mode & 0o222:
            raise StorageFailed("installing.read-only", path=one.file)


def _usual_mode() -> int:
    """That of a file which nobody thought about."""
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask


def _write_all(planned: Iterable[Planned], new: int = _PRIVATE) -> None:
    """All, or none. What is made anew gets the mode `new`."""
    done: list[Planned] = []
    try:
        for one in planned:
            if one.changes:
                _write(one.file, one.before, one.after, new)
                done.append(one)
    except BaseException:  # Ctrl-C too must leave no half of it
        for one in reversed(done):
            try:
                _write(one.file, one.after, one.before, new)
            except ClewError:  # changed by another program meanwhile: the first failure is the one to tell
                continue
        raise


def _write(file: str, before: bytes | None, after: bytes | None, new: int) -> None:
    """At the target of a link, in the mode that it has. Raises `Conflict` where another program was quicker."""
    target = os.path.realpath(file)
    if _read(file) != before:
        raise Conflict("installing.changed", path=file, mine=after)
    if after is None:
        with Telling("write", target):
            os.remove(target)
        return
    mode = new if before is None else stat.S_IMODE(os.stat(target).st_mode)
    write_file_atomic(target, after, mode)


def _write_manual(path: str, lang: str) -> None:
    text = guidance.manual(lang).encode()
    if _read(path) != text:
        write_file_atomic(path, text)


def _shown(path: str, system: System) -> str:
    """A path as people write it."""
    home = system.home.rstrip("/\\")
    return "~" + path[len(home) :].replace("\\", "/") if path.startswith((home + "/", home + "\\")) else path
