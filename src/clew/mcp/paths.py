"""`file://` URIs as paths, on each system."""

from __future__ import annotations

import os

from clew.library.directories import is_foreign


def path_of_uri(uri: str) -> str | None:
    """The path that a `file://` URI names; None for anything else."""
    if not uri.startswith("file://"):
        return None
    from urllib.parse import unquote, urlsplit  # late: few clients name directories so

    parts = urlsplit(uri)
    path = unquote(parts.path, errors="surrogateescape")
    if parts.netloc not in ("", "localhost"):
        return f"\\\\{parts.netloc}{path}".replace("/", "\\")  # a share
    drive = path[1:]
    return drive if os.name == "nt" or is_foreign(drive) else path
