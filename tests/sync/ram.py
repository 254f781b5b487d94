"""A share and a target in memory: the contract with nothing around it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from clew.errors import Conflict, NotFound
from clew.sync.contract import Joined, Later, Moved, Refused, Seen, Text, There
from clew.sync.states import Base
from clew.text.merge import merge, united
from clew.text.tags import merged_tags, tag_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.sync.contract import Fetch

Fault = Callable[[str], None]  # called with the name of each step; may raise


def no_fault(step: str) -> None:
    pass


class RamShare:
    """Texts under keys. `past` is its history, `copies` what conflicts left beside."""

    def __init__(self) -> None:
        self.texts: dict[str, Text] = {}
        self.past: list[Text] = []
        self.copies: list[Text] = []
        self.fault: Fault = no_fault
        self.writes = 0

    def look(self, bases: Mapping[str, Base]) -> Mapping[str, Seen]:
        return {key: Seen(f"{hash(text)}") for key, text in self.texts.items()}

    def paired(self, seen: Mapping[str, Seen], bases: Mapping[str, Base], fetch: Fetch) -> Mapping[str, str]:
        return {}

    def heard(self, found: Mapping[str, There]) -> None:
        pass

    def read(self, key: str) -> Text:
        if key not in self.texts:
            raise NotFound("sync.no-segment", heading=key)
        if "unfit" in self.texts[key].body:
            raise Refused("sync.no-segment", heading=key)
        return self.texts[key]

    def same(self, one: Text, other: Text) -> bool:
        return one.body == other.body and set(map(tag_key, one.tags)) == set(map(tag_key, other.tags))

    def join(self, base: Text | None, ours: Text, theirs: Text) -> Joined:
        lines = [text.body.split("\n") for text in (ours, theirs)]
        merged = united(*lines) if base is None else merge(base.body.split("\n"), *lines)
        tags = merged_tags(base.tags if base else (), ours.tags, theirs.tags)
        return Joined(Text("\n".join(merged.lines), tuple(tags)), merged.clashes)

    def dressed(self, text: Text, base: Text | None, there: Text | None) -> Text:
        return text

    def write(self, key: str, text: Text, expect: Seen | None, ours: Text | None = None) -> Seen:
        self.fault("before a write here")
        self._expect(key, expect)
        self.writes += 1
        if key in self.texts:
            self.past.append(self.texts[key])
        if ours is not None:
            self.copies.append(ours)
        self.texts[key] = text
        self.fault("after a write here")
        return self.look({})[key]

    def put(self, key: str, text: Text, here: Seen) -> Seen:
        return here

    def rename_key(self, key: str, new: str, here: Seen) -> None:
        self.texts[new] = self.texts.pop(key)

    def remove(self, key: str, expect: Seen) -> None:
        self.fault("before a removal here")
        self._expect(key, expect)
        self.writes += 1
        self.past.append(self.texts.pop(key))
        self.fault("after a removal here")

    def stays(self, key: str, place: str) -> bool:
        return False

    def is_last(self, key: str) -> bool:
        return False

    def settle(self, keys: Iterable[str]) -> bool:
        return False

    def _expect(self, key: str, expect: Seen | None) -> None:
        now = self.look({}).get(key)
        if now != expect:
            raise Conflict


class RamTarget:
    """A remote that keeps every version. `mixes` makes it merge a stale write badly instead of refusing it."""

    name = "ram"
    keeps_past = False
    has_trash = False
    is_new = False

    def __init__(self, *, in_one_step: bool = False, mixes: bool = False) -> None:
        self.in_one_step = in_one_step
        self.mixes = mixes
        self.texts: dict[str, Text] = {}
        self.revisions: dict[str, int] = {}
        self.past: list[tuple[str, Text]] = []
        self.operations: dict[str, int] = {}
        self.fault: Fault = no_fault
        self.limit = 100_000
        self.writes = 0
        self._staged: list[tuple[str, Text | None, str, int]] = []
        self._number = 0

    def client(self) -> RamTarget:
        """The same remote as another device sees it."""
        other = RamTarget(in_one_step=self.in_one_step, mixes=self.mixes)
        for name in ("texts", "revisions", "past", "operations"):
            setattr(other, name, getattr(self, name))
        return other

    def look(self, keys: Iterable[str], buried: Iterable[str] = ()) -> Mapping[str, Seen]:
        self.fault("look")
        self._staged = []
        return {key: Seen(f"{self.revisions[key]}") for key in self.texts}

    def fetch(self, keys: Mapping[str, Seen]) -> Mapping[str, There]:
        self.fault("fetch")
        return {key: There(self.texts[key], f"{self.revisions[key]}") for key in keys if key in self.texts}

    def upon(self, key: str, expect: Seen | None) -> str:
        return "" if expect is None else expect.revision

    def put(self, key: str, text: Text, expect: Seen | None, operation: str) -> There:
        expected = "" if expect is None else expect.revision
        if len(text.body) > self.limit:
            raise Refused("sync.no-segment", heading=key)
        if self.in_one_step:
            self._staged.append((key, text, expected, self._next(key)))
            return There(text, f"{self._next(key)}")
        self.fault("before a put")
        if operation not in self.operations:
            if expected != self._now(key):
                if not self.mixes or not expected or key not in self.texts:
                    raise Moved
                return self._mixed(key, text, operation)
            self._write(key, text, operation)
        self.fault("after a put")
        return There(self.texts[key], f"{self.revisions[key]}")

    def remove(self, key: str, expect: Seen, operation: str) -> None:
        if self.in_one_step:
            self._staged.append((key, None, expect.revision, self._next(key)))
            return
        self.fault("before a removal there")
        if expect.revision != self._now(key):
            raise Moved
        self._write(key, None, operation)
        self.fault("after a removal there")

    def seal(self) -> str:
        self._number += 1
        return f"{id(self)}-{self._number}" if self._staged else ""

    def send(self) -> None:
        self.fault("before a put")
        staged, self._staged = self._staged, []
        if any(expect != self._now(key) for key, _, expect, _ in staged):
            raise Moved
        for key, text, _, _ in staged:
            self._write(key, text, f"{id(self)}-{self._number}")
        self.fault("after a put")

    def landed(self, key: str, text: Text, expect: str, operation: str) -> Seen | None:
        if operation in self.operations:
            return Seen(expect if self.in_one_step else f"{self.operations[operation]}")
        return None

    def had(self, key: str, text: Text) -> bool:
        return (key, text) in self.past

    def new_key(self, key: str) -> str:
        return key

    def close(self) -> None:
        pass

    def edit(self, key: str, text: Text | None) -> None:
        """Another program's hand."""
        self._write(key, text, f"foreign {self._number} {len(self.past)} {self.revisions.get(key)}")

    def _now(self, key: str) -> str:
        return f"{self.revisions[key]}" if key in self.texts else ""

    def _next(self, key: str) -> int:
        return self.revisions.get(key, 0) + 1

    def _write(self, key: str, text: Text | None, operation: str) -> None:
        self.writes += 1
        if key in self.texts:
            self.past.append((key, self.texts[key]))
        self.revisions[key] = self.operations[operation] = self._next(key)
        if text is None:
            self.texts.pop(key, None)
        else:
            self.texts[key] = text

    def _mixed(self, key: str, text: Text, operation: str) -> There:
        clean = self.texts[key]
        self._write(key, Text(clean.body + "|" + text.body, text.tags), f"mixed {operation}")  # it is not what was sent
        raise Moved(There(clean, f"{self.revisions[key]}"))


def unreachable(_step: str) -> None:
    raise Later("sync.busy", target="ram")
