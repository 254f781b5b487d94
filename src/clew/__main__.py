"""The front door: `clew`, and `python -m clew`. It alone knows all ways in, which know nothing of each other."""

from __future__ import annotations

import sys

from clew import cli

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def main() -> int:
    """The process's own call."""
    return cli.main(beside=beside)


def beside(name: str) -> Callable[..., int]:
    """The door of another way in than the command line."""
    from clew import mcp  # late: most calls are commands

    doors: dict[str, Callable[..., int]] = {"serve": mcp.serve, "serve-http": mcp.serve_http}
    return doors[name]


if __name__ == "__main__":
    sys.exit(main())
