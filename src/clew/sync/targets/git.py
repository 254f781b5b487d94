"""A git remote. All that a sync puts there is one commit, made of exactly the texts that were decided upon.

Each file stands at its own path; what of the remote's files is not ours (a README, a workflow) stays as it is. A
revision is the hash of a blob. Nothing is forced: where somebody was quicker, the sync decides anew on what they wrote.
"""

from __future__ import annotations

import os
from hashlib import sha1, sha256
from itertools import pairwise

from clew.config import device_of
from clew.errors import Usage
from clew.sync.contract import ABSENT, Later, Moved, Seen, Text, There
from clew.sync.git_commands import Git, without_credentials
from clew.sync.link import Link, clock_of, file_of
from clew.sync.shares.files import data_of
from clew.sync.shares.library import LibraryShare
from clew.sync.states import States

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from clew.sync.link import Place

_BRANCH = "refs/heads/main"  # of a remote without any
_THERE = "refs/clew/there"
_SEALED = "refs/clew/sealed"
_FILES = {b"100644", b"100755"}  # no links, no submodules


def is_set(place: Place) -> bool:
    """Whether the user named a remote."""
    return bool(place.settings.git_remote)


def link(place: Place, *, keeps: bool = True) -> Link:
    """Opens it. Raises `Usage` where no remote was named."""
    remote = place.settings.git_remote
    if not remote:
        raise Usage("git.no-remote")
    states = States(file_of(place.home), f"git {without_credentials(remote)}")
    workspace = place.workspace() if place.settings.git_workspace == "yes" else None
    share = LibraryShare(place.library, workspace, states, keeps=keeps)
    if keeps and os.path.isdir(place.library.root):
        share.note_origins()
    author, device = place.settings.author or "clew", device_of(place.settings)
    target = GitTarget(remote, os.path.join(place.home, "git"), share.has, author, device, place.message)
    return Link(share, target, states, clock_of(place))


class GitTarget:
    """`ours` says of a path whether it is one of those that are synced. `author` and `message` stand in the commits."""

    name = "git"
    in_one_step = True
    keeps_past = True
    has_trash = False

    def __init__(
        self, remote: str, folder: str, ours: Callable[[str], bool], author: str, device: str, message: str = ""
    ) -> None:
        self.address = without_credentials(remote)
        self._remote = remote
        self._git = Git(folder)
        self.is_new = False
        self._ours = ours
        self._author = author
        self._device = device
        self._message = message
        self._branch = _BRANCH
        self._head = ""  # the commit that we have seen there
        self._staged: dict[str, bytes | None] = {}
        self._sealed = ""
        self._listed: set[str] = set()  # the revisions of the last look
        self._past: set[tuple[str, str]] | None = None

    def look(self, keys: Iterable[str], buried: Iterable[str] = ()) -> Mapping[str, Seen]:
        """One question, and the objects only where the answer is new."""
        try:
            return self._looked()
        except Moved:  # our repository was damaged, and is begun anew
            return self._looked()

    def _looked(self) -> Mapping[str, Seen]:
        self._staged, self._sealed, self._past = {}, "", None
        self._git.ready()
        head = self._asked()
        known = self._git.asks("rev-parse", "--quiet", "--verify", _THERE) or b""
        if head and head != known.decode().strip():
            refs = f"+{self._branch}:{_THERE}"
            self._git.run("fetch", "--quiet", "--no-tags", "--", self._remote, refs, remote=self._remote)
            head = self._git.run("rev-parse", _THERE).decode().strip()  # it may have gone on since we asked
        self._head, self.is_new = head, not head
        tree = self._tree()
        self._listed = {*tree.values()}
        return {path: Seen(blob, path) for path, blob in tree.items()}

    def fetch(self, keys: Mapping[str, Seen]) -> Mapping[str, There]:
        self._git.ready()
        blobs = self._blobs({seen.revision for seen in keys.values()})
        lost = self._listed.intersection(seen.revision for seen in keys.values()).difference(blobs)
        if lost:  # the remote has them: they are not gone, but our repository was damaged
            self._git.begin_anew()
            raise Later("git.failed", remote=self.address, reason=f"{min(lost)} missing")
        return {
            key: There(_text(blobs[seen.revision], seen.place), seen.revision)
            for key, seen in keys.items()
            if seen.revision in blobs
        }

    def upon(self, key: str, expect: Seen | None) -> str:
        """There is no trash."""
        return ABSENT if expect is None else expect.revision

    def put(self, key: str, text: Text, expect: Seen | None, operation: str) -> There:
        """At the text's own place; where it stood elsewhere, that goes."""
        data = data_of(text)
        if expect is not None and expect.place != text.place:
            self._staged.setdefault(expect.place, None)
        self._staged[text.place] = data
        return There(text, self._hash(data))

    def remove(self, key: str, expect: Seen, operation: str) -> None:
        self._staged.setdefault(expect.place, None)

    def seal(self) -> str:
        """The commit's hash; it names exactly what was put, and what it stands on."""
        if not self._staged:
            return ""
        self._git.run("fast-import", "--quiet", "--force", "--date-format=now", given=self._stream())
        self._sealed = self._git.run("rev-parse", _SEALED).decode().strip()
        return self._sealed

    def send(self) -> None:
        self._git.run("push", "--quiet", "--", self._remote, f"{self._sealed}:{self._branch}", remote=self._remote)
        self._head, self._staged, self._past = self._sealed, {}, None
        self._git.run("update-ref", _THERE, self._head)

    def landed(self, key: str, text: Text, expect: str, operation: str) -> Seen | None:
        """Whether the commit is part of what is there now."""
        if not self._head or self._git.asks("merge-base", "--is-ancestor", operation, self._head) is None:
            return None
        return Seen(self._hash(data_of(text)), text.place)

    def had(self, key: str, text: Text) -> bool:
        if self._past is None:
            self._past = set(self._ever())
        return (text.place, self._hash(data_of(text))) in self._past

    def new_key(self, key: str) -> str:
        return key

    def close(self) -> None:
        """Nothing is held open."""

    def _asked(self) -> str:
        """The commit at the remote's own branch; "" where there is none yet."""
        told = self._git.run(
            "ls-remote", "--symref", "--", self._remote, "HEAD", "refs/heads/*", remote=self._remote
        ).decode()
        heads: dict[str, str] = {}
        branch = ""
        for line in told.splitlines():
            value, _, name = line.partition("\t")
            if value.startswith("ref: ") and name == "HEAD":
                branch = value.removeprefix("ref: ")
            elif name.startswith("refs/heads/"):
                heads[name] = value
        if not branch or branch not in heads:  # an empty repository names a branch that is not there yet
            branch = _BRANCH if _BRANCH in heads or not heads else min(heads)
        self._branch = branch
        return heads.get(branch, "")

    def _tree(self) -> dict[str, str]:
        """Path -> hash of all that is ours."""
        if not self._head:
            return {}
        found = {}
        for row in self._git.run("ls-tree", "-r", "-z", self._head).split(b"\0"):
            about, _, raw = row.partition(b"\t")
            path = os.fsdecode(raw)
            if about[:6] in _FILES and self._ours(path):
                found[path] = about.split(b" ")[2].decode()
        return found

    def _blobs(self, hashes: set[str]) -> dict[str, bytes]:
        if not hashes:
            return {}
        answer = self._git.run("cat-file", "--batch", given="".join(f"{blob}\n" for blob in sorted(hashes)).encode())
        found, at = {}, 0
        while at < len(answer):
            stop = answer.index(b"\n", at)
            head = answer[at:stop].split(b" ")
            if len(head) != 3:  # `<hash> missing`
                at = stop + 1
                continue
            size = int(head[2])
            found[head[0].decode()] = answer[stop + 1 : stop + 1 + size]
            at = stop + 1 + size + 1
        return found

    def _ever(self) -> Iterable[tuple[str, str]]:
        """(path, hash) of all that ever stood there."""
        if not self._head:
            return
        log = self._git.run(
            "log", "--raw", "--no-renames", "--no-abbrev", "--format=", "-z", "-m", "--root", self._head
        )
        parts = log.split(b"\0")
        for about, path in pairwise(parts):
            if about.startswith(b":"):
                for blob in about.split(b" ")[2:4]:
                    yield os.fsdecode(path), blob.decode()

    def _hash(self, data: bytes) -> str:
        """The name that git gives to these bytes."""
        head = b"blob %d\0" % len(data)
        return (sha256 if len(self._head) == 64 else sha1)(head + data).hexdigest()

    def _stream(self) -> bytes:
        """The commit, as `git fast-import` reads it."""
        told = f"{len(self._staged)} from {self._device}" if self._device else f"{len(self._staged)}"
        message = f"{self._message.strip() or f'clew: {told}'}\n".encode("utf-8", "replace")
        name = "".join(char for char in self._author if char.isprintable() and char not in "<>").strip() or "clew"
        parts = [b"commit %s\n" % _SEALED.encode(), f"committer {name} <clew> now\n".encode(), _counted(message)]
        if self._head:
            parts.append(f"from {self._head}\n".encode())
        for path, data in sorted(self._staged.items()):
            if data is None:
                parts.append(b"D %s\n" % _quoted(path))
            else:
                parts += [b"M 100644 inline %s\n" % _quoted(path), _counted(data)]
        return b"".join(parts)


def _counted(data: bytes) -> bytes:
    return b"data %d\n%s\n" % (len(data), data)


def _quoted(path: str) -> bytes:
    """A path as fast-import reads any: in quotes, what could end them escaped."""
    raw = os.fsencode(path)
    for plain, escape in ((b"\\", b"\\\\"), (b'"', b'\\"'), (b"\n", b"\\n")):
        raw = raw.replace(plain, escape)
    return b'"%s"' % raw


def _text(data: bytes, place: str) -> Text:
    return Text(data.decode("utf-8", "surrogateescape"), place=place)
