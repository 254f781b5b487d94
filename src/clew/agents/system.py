"""Where programs keep what is a person's own, on each system."""

from __future__ import annotations

import ntpath
import os
import posixpath
import sys

from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType
    from typing import Self


class System(Value):
    """One person's machine, as far as places go; a value, so that every system can be asked about on any."""

    platform: str  # as `sys.platform` has it
    home: str  # the person's own folder
    environ: Mapping[str, str]

    @classmethod
    def here(cls, environ: Mapping[str, str] = os.environ) -> Self:
        """This one."""
        return cls(sys.platform, os.path.expanduser("~"), environ)

    def at_home(self, *names: str) -> str:
        """A path below the person's own folder."""
        return self.join(self.home, *names)

    def config(self, *names: str) -> str:
        """A path where the XDG standard has settings: `$XDG_CONFIG_HOME`, else `~/.config`."""
        return self.join(self.named("XDG_CONFIG_HOME") or self.at_home(".config"), *names)

    def named(self, variable: str) -> str | None:
        """The folder or file that a variable names; a relative one means nothing, as everybody has agreed."""
        value = self.environ.get(variable, "")
        return value if self._paths.isabs(value) else None

    def join(self, *parts: str) -> str:
        """One path of these parts, in the form of that system."""
        path: str = self._paths.join(*parts)
        return path

    def above(self, path: str) -> str:
        """The folder that a path lies in."""
        folder: str = self._paths.dirname(path)
        return folder

    @property
    def is_windows(self) -> bool:
        """Whether drives have letters there."""
        return self.platform == "win32"

    @property
    def _paths(self) -> ModuleType:
        return ntpath if self.is_windows else posixpath
