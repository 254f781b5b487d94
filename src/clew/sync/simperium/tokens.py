"""Where the token is: the environment, else the system's keyring, else a file that only its owner reads."""

from __future__ import annotations

import os

from clew.errors import NotFound
from clew.stores.failures import Telling
from clew.stores.files import write_file_atomic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType

VARIABLE = "CLEW_SIMPLENOTE_TOKEN"
_SERVICE = "clew-simplenote"


class Tokens:
    """The token of one address. `place` says where it was found or put: "environment", "keyring", or the file's path."""

    def __init__(self, home: str, address: str, environ: Mapping[str, str] = os.environ) -> None:
        self._path = os.path.join(home, "simplenote-token")
        self._address = address or "simplenote.com"
        self._environ = environ
        self.place = ""

    def get(self) -> str:
        """The token; "" where there is none."""
        if said := self._environ.get(VARIABLE, "").strip():
            self.place = "environment"
            return said
        ring = _keyring()
        if ring is not None:
            try:
                if said := ring.get_password(_SERVICE, self._address) or "":
                    self.place = "keyring"
                    return said
            except Exception:  # noqa: BLE001  # each system's keyring fails in its own way; the file is next
                pass
        return self._from_file()

    def keep(self, token: str) -> None:
        """For the next time. Raises `StorageFailed`."""
        ring = _keyring()
        if ring is not None:
            try:
                ring.set_password(_SERVICE, self._address, token)
                self.place = "keyring"
                self._forget_file()
                return
            except Exception:  # noqa: BLE001  # as above: locked, no desktop, refused by the person
                pass
        write_file_atomic(self._path, f"{self._address} {token}\n".encode(), 0o600)
        self.place = self._path

    def forget(self) -> None:
        """Everywhere but in the environment."""
        ring = _keyring()
        if ring is not None:
            try:
                ring.delete_password(_SERVICE, self._address)
            except Exception:  # noqa: BLE001  # there is none, or it cannot be reached
                pass
        self._forget_file()

    def _from_file(self) -> str:
        try:
            with Telling("read", self._path), open(self._path, encoding="utf-8", errors="replace") as file:
                address, _, token = file.read().strip().partition(" ")
        except NotFound:
            return ""
        self.place = self._path
        return token if address == self._address else ""

    def _forget_file(self) -> None:
        try:
            os.remove(self._path)
        except FileNotFoundError:
            pass


def _keyring() -> ModuleType | None:
    """The system's keyring, where the package is installed and finds one."""
    try:
        import keyring
        from keyring.backends.fail import Keyring as NoKeyring
    except ImportError:
        return None
    return None if isinstance(keyring.get_keyring(), NoKeyring) else keyring
