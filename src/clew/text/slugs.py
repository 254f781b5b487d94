"""The folder of a project inside a library: `/home/project/web` -> `home-project-web`.

The formula may give two directories one slug (`/a/b` and `/a-b`): the later one gets a number, the clue file
records which is which, and from then on the record decides.
"""

from __future__ import annotations

from unicodedata import normalize

from clew.text.characters import caseless, cut

_ROOT = "root"
_NAMELESS = "project"  # for a directory of which no character can stand in a folder's name
_NO_LIMIT = 1 << 20


def slug_of(directory: str) -> str:
    """The slug of an absolute directory, POSIX or Windows, whatever system this is; at most 255 bytes, no spaces."""
    from clew.text.names import FILE_BYTES, portable  # late: who has saved has a slug, and it is written down

    parts = _parts(directory)
    if parts and _is_windows(directory):
        parts[0] = parts[0].rstrip(":")
    slug = portable("-".join(parts) or _ROOT, _NO_LIMIT)
    slug = portable(slug.replace(" ", "-"), _NO_LIMIT) or _NAMELESS
    if len(slug.encode()) <= FILE_BYTES:
        return slug
    from hashlib import sha256

    tail = "-" + sha256(directory.encode(errors="surrogatepass")).hexdigest()[:12]  # long siblings differ at their ends
    return cut(slug, FILE_BYTES - len(tail)) + tail


def is_folder_name(slug: str) -> bool:
    """Whether the slug of an entry can name a folder of the library: a person may have written anything."""
    return slug != "" and not slug.startswith(".") and "/" not in slug and "\\" not in slug and "\0" not in slug


def project_name(directory: str) -> str:
    """The last part of a directory, POSIX or Windows: `web` of `/home/project/web`, `/` of `/`, `C:` of a drive."""
    parts = _parts(directory)
    return parts[-1] if parts else "/"


def same_directory_key(directory: str, case_insensitive: bool) -> str:
    """Two real paths with one key are one directory; `case_insensitive` says how the file system there compares."""
    plain = _plain(directory).rstrip("/") or "/"
    if _is_windows(directory) and plain[1:2] == ":":
        plain = plain[0].upper() + plain[1:]  # a drive has no case, even where names below it have
    return caseless(plain) if case_insensitive else normalize("NFC", plain)


def _parts(directory: str) -> list[str]:
    return [part for part in _plain(directory).split("/") if part]


def _plain(directory: str) -> str:
    """With `/` between its parts, without the prefixes that lift Windows' limit on long paths."""
    if not _is_windows(directory):
        return directory
    path = directory.replace("\\", "/")
    if path[:8].upper() == "//?/UNC/":
        return "//" + path[8:]
    return path[4:] if path[:4] in ("//?/", "//./") else path


def _is_windows(directory: str) -> bool:
    drive = directory[:1].isascii() and directory[:1].isalpha() and directory[1:2] == ":"
    return directory.startswith("\\\\") or (drive and directory[2:3] in ("", "/", "\\"))
