"""git by its command line, in a bare repository of clew's own: no work tree, no index of anybody's is touched.

So it does not matter whether a repository of the user's lies around the library, and nothing is ever "added": a commit
is made of exactly the texts that were decided upon.
"""

from __future__ import annotations

import os
import shutil
import signal
from subprocess import PIPE, Popen, TimeoutExpired

from clew.errors import NotFound
from clew.sync.contract import Later, LoginNeeded, Moved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_SECONDS = 120  # a call that takes longer waits for somebody who is not there
# What git says in English; LC_ALL sees to that. Servers word it their own way, so the beginnings count.
_NO_LOGIN = (
    "authentication failed",
    "could not read username",
    "could not read password",
    "permission denied",
    "invalid credentials",
    "host key verification failed",
    "http basic: access denied",
    "the requested url returned error: 401",
    "the requested url returned error: 403",
)
_MOVED = (
    "[rejected]",
    "non-fast-forward",
    "fetch first",
    "stale info",
    "cannot lock ref",
    "failed to update ref",
    "incorrect old",
)
_REASONS = ("remote: error", "! [remote rejected]", "fatal:", "error:")
# What a person set up for work of their own and would change what we ask for, or ask them something.
_OURS = (
    "core.hooksPath=/dev/null",
    "core.quotePath=false",
    "core.fsmonitor=false",
    "color.ui=false",
    "gc.auto=0",
    "init.defaultObjectFormat=sha1",
    "init.templateDir=",
    "push.gpgSign=false",
    "push.followTags=false",
    "push.recurseSubmodules=no",
    "fetch.recurseSubmodules=no",
    "log.showSignature=false",
    "credential.interactive=false",
)
_KEPT = {  # of the environment: how to log in; the other GIT_ ones would lead us into a repository of the user's
    "GIT_SSH",
    "GIT_SSH_COMMAND",
    "GIT_ASKPASS",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_NOSYSTEM",
    "GIT_CONFIG_SYSTEM",
    "GIT_SSL_CAINFO",
    "GIT_EXEC_PATH",
    "GIT_HTTP_PROXY_AUTHMETHOD",
}


class Git:
    """Calls of git in one bare repository, made on first use. It may be deleted at any time: all of it is there too."""

    def __init__(self, folder: str, environ: Mapping[str, str] = os.environ) -> None:
        self.folder = folder
        self._anew = False
        own = {name: value for name, value in environ.items() if not name.startswith("GIT_") or name in _KEPT}
        self._environ = {
            **own,
            "GIT_DIR": folder,
            "GIT_TERMINAL_PROMPT": "0",  # nobody is there to answer
            "GIT_OPTIONAL_LOCKS": "0",
            "LC_ALL": "C",
        }
        if "GIT_SSH_COMMAND" not in own and "GIT_SSH" not in own:
            self._environ["GIT_SSH_COMMAND"] = "ssh -oBatchMode=yes"

    def run(self, *words: str, given: bytes = b"", remote: str = "") -> bytes:
        """What it prints. `remote` is the address that the call goes to, for errors; credentials are never told.

        Raises `NotFound` where there is no git, `LoginNeeded`, `Moved`, `Later` with git's own last line.
        """
        status, out, err = self._called(words, given)
        if status == 0:
            return out
        said = err.decode("utf-8", "replace").strip() or f"git {words[0]}: {status}"
        low = said.casefold()
        shown = without_credentials(remote) or self.folder
        if not remote or self.folder in said:
            self.begin_anew()
            raise Later("git.own-failed", path=self.folder, reason=_last_line(said, remote))
        if any(sign in low for sign in _NO_LOGIN):
            raise LoginNeeded("git.no-login", remote=shown, reason=_last_line(said, remote))
        if any(sign in low for sign in _MOVED):
            raise Moved
        raise Later("git.failed", remote=shown, reason=_last_line(said, remote))

    def begin_anew(self) -> None:
        """Of a repository that was damaged, or that a git was killed in; once. Raises `Moved` then: all is asked again."""
        if not self._anew and os.path.isdir(self.folder):
            self._anew = True
            shutil.rmtree(self.folder, ignore_errors=True)
            raise Moved

    def asks(self, *words: str) -> bytes | None:
        """What it prints; None where it says no."""
        status, out, _ = self._called(words, b"")
        return out if status == 0 else None

    def ready(self) -> None:
        """Makes the repository where it is not there yet, or was left half made."""
        if not os.path.exists(os.path.join(self.folder, "HEAD")):
            os.makedirs(self.folder, mode=0o700, exist_ok=True)
            self.run("init", "--bare", "--quiet", self.folder)

    def _called(self, words: tuple[str, ...], given: bytes) -> tuple[int, bytes, bytes]:
        settings = (part for setting in _OURS for part in ("-c", setting))
        try:
            git = Popen(
                ["git", *settings, *words],
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                env=self._environ,
                start_new_session=True,  # without a terminal, on which ssh and others would ask somebody
            )
        except (FileNotFoundError, PermissionError) as problem:
            raise NotFound("git.no-git", path="git") from problem
        with git:
            try:
                out, err = git.communicate(given, _SECONDS)
            except TimeoutExpired as problem:
                raise Later("git.failed", remote=self.folder, reason=f"{words[0]}: {_SECONDS} s") from problem
            finally:
                if git.returncode is None:
                    _end(git)
        return git.returncode, out, err


def _end(git: Popen[bytes]) -> None:
    """With what it started, an ssh or a helper for credentials: they would hold its output open for ever."""
    if hasattr(os, "killpg"):
        os.killpg(git.pid, signal.SIGKILL)
    git.kill()


def without_credentials(address: str) -> str:
    """A remote's address as it may be told and kept: `https://user:token@host/x` is `https://host/x`."""
    scheme, mark, rest = address.partition("://")
    if not mark:
        return address
    host, slash, path = rest.partition("/")
    return f"{scheme}{mark}{host.rpartition('@')[2]}{slash}{path}"


def _last_line(said: str, remote: str) -> str:
    """git's own reason, without what it may repeat of the address."""
    lines = [line for line in said.splitlines() if line.strip()] or ["?"]
    found = (line for start in _REASONS for line in lines if line.lstrip().startswith(start))
    told = next(found, lines[-1]).strip()
    told = told.removeprefix("fatal: ")
    return told.replace(remote, without_credentials(remote)) if remote else told
