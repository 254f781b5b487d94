"""How this system holds folders open."""

from __future__ import annotations

import sys

if sys.platform == "win32":
    from clew.stores.checked import CheckedFolder as NativeFolder
else:
    from clew.stores.opened import OpenedFolder as NativeFolder

__all__ = ["NativeFolder"]
