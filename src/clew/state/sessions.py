"""What hooks recorded of the conversations that agents have: in which process, where, how far each is saved.

A server that a client started long ago still has the old session in its environment after a clear; the hooks know the
new one. So whoever serves that client asks for what was recorded last of its process (`of_process`).
"""

from __future__ import annotations

from zlib import adler32, crc32

from clew.state.packing import pack, unpack
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from clew.state.database import State


class Session(Value):
    """One conversation of an agent, as its hooks saw it last."""

    conversation: str
    agent: str
    process: str  # of the client: `clew.callers.client_process`
    dir: str  # of the project
    time: str  # of the last event, RFC 3339
    transcript: str = ""  # where the client keeps what was said, as it says itself
    size: int = 0  # of the transcript, at the last event
    offset: int = 0  # what stands before it in the transcript was there at the last save
    prompts: int = 0  # since the last save
    saves: int = 0  # segments of this conversation, when they were counted last
    turn: str = ""  # the id of the last prompt: some clients report one several times
    reminded: bool = False  # since the last save
    over: bool = False  # it ended, or goes on without what was said before
    offered: str = ""  # the conversation to which its unsaved tail was offered


class Shown(Value):
    """What of one source a conversation knows."""

    part: str  # its id in a context
    source: str
    stamp: int  # of all its lines: while it is the same there is nothing to compare
    lines: tuple[str, ...]  # that were put before the agent
    known: frozenset[int]  # digests of all lines that were on disk then


_FIELDS = tuple(Session._fields)
_COLUMNS = ", ".join(_FIELDS)
_BYTES = 8  # of a digest


class Sessions:
    """The sessions of one home."""

    def __init__(self, state: State) -> None:
        self._state = state

    def record(self, session: Session) -> None:
        """Takes the place of what was recorded of this conversation."""
        values = (int(value) if isinstance(value, bool) else value for value in session.as_dict().values())
        with self._state.writing():
            self._state.run(
                f"INSERT OR REPLACE INTO session ({_COLUMNS}) VALUES ({', '.join('?' * len(_FIELDS))})", *values
            )

    def of(self, conversation: str) -> Session | None:
        """What was recorded of this conversation."""
        return next(iter(self._select("WHERE conversation = ?", conversation)), None)

    def of_process(self, process: str) -> Session | None:
        """The conversation that this client process is in: the one of its last event."""
        return next(iter(self._select("WHERE process = ? ORDER BY time DESC LIMIT 1", process)), None)

    def unsaved(self, dir: str) -> list[Session]:
        """The conversations of this directory in which somebody spoke after the last save, newest first."""
        return self._select("WHERE dir = ? AND prompts > 0 ORDER BY time DESC", dir)

    def shown(self, conversation: str) -> dict[str, Shown]:
        """What this conversation was shown, by the ids of the parts."""
        rows = self._state.rows(
            "SELECT part, source, stamp, lines, known FROM session_shown WHERE conversation = ?", conversation
        )
        return {
            part: Shown(part, source, stamp, unpack(lines), _unpacked(known))
            for part, source, stamp, lines, known in rows
        }

    def show(self, conversation: str, parts: Iterable[Shown]) -> None:
        """Takes the place of what it was shown before of these parts."""
        with self._state.writing():
            self._state.run_many(
                "INSERT OR REPLACE INTO session_shown VALUES (?, ?, ?, ?, ?, ?)",
                [(conversation, one.part, one.source, one.stamp, pack(one.lines), _packed(one.known)) for one in parts],
            )

    def forget_shown(self, conversation: str) -> None:
        """It knows nothing any more: it was compacted, cleared, or begins anew."""
        with self._state.writing():
            self._state.run("DELETE FROM session_shown WHERE conversation = ?", conversation)

    def follow_directories(self, dirs: Mapping[str, str]) -> None:
        """Projects have new directories; what was recorded in them goes along."""
        with self._state.writing():
            for old, new in dirs.items():
                self._state.run("UPDATE session SET dir = ? WHERE dir = ?", new, old)

    def forget_where(self, told: Callable[[Session], bool]) -> None:
        """Forgets the sessions of which this is so."""
        self._drop([one.conversation for one in self._select("") if told(one)])

    def forget_before(self, time: str) -> None:
        """Forgets what nobody heard of since then."""
        self._drop([one.conversation for one in self._select("WHERE time < ?", time)])

    def _drop(self, conversations: list[str]) -> None:
        if conversations:
            with self._state.writing():
                for table in ("session", "session_shown"):
                    self._state.run_many(
                        f"DELETE FROM {table} WHERE conversation = ?", [(one,) for one in conversations]
                    )

    def _select(self, rest: str, *values: str) -> list[Session]:
        found = []
        for row in self._state.rows(f"SELECT {_COLUMNS} FROM session {rest}", *values):
            one = Session(*row)
            found.append(one.but(reminded=bool(one.reminded), over=bool(one.over)))
        return found


def digest(line: str) -> int:
    """Tells lines apart; no cryptographic hash, which would cost a hook more than all else that it does."""
    data = line.encode("utf-8", "surrogatepass")
    return crc32(data) << 32 | adler32(data)


def _packed(digests: Iterable[int]) -> bytes:
    return b"".join(one.to_bytes(_BYTES, "big") for one in sorted(digests))


def _unpacked(data: bytes) -> frozenset[int]:
    return frozenset(int.from_bytes(data[at : at + _BYTES], "big") for at in range(0, len(data), _BYTES))
