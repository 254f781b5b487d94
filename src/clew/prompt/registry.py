"""Which source may write where, and who contributes parts."""

from __future__ import annotations

from clew.prompt.parts import PromptError, trimmed
from clew.prompt.telling import log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Self

    from clew.prompt.parts import PromptPart
    from clew.prompt.telling import Tell

    Place = tuple[str, str]  # a layer and a slot
    Collect = Callable[[], Iterable[PromptPart]]

BUILT_IN: dict[str, Place] = {
    "runtime.kernel": ("kernel", "identity"),
    "runtime.hierarchy": ("kernel", "hierarchy"),
    "workspace.definition": ("instruction", "workspace"),
    "subturn.profile": ("instruction", "workspace"),
    "tool_registry:discovery": ("capability", "tooling"),
    "tool_registry:native": ("capability", "tooling"),
    "agent:discovery": ("capability", "tooling"),
    "skill:index": ("capability", "skill_catalog"),
    "skill:active": ("capability", "active_skill"),
    "memory:workspace": ("context", "memory"),
    "runtime.output": ("context", "output"),
    "runtime.context": ("context", "runtime"),
    "context.summary": ("context", "summary"),
    "turn:user_message": ("turn", "message"),
    "turn:steering": ("turn", "steering"),
    "turn:subturn_result": ("turn", "subturn"),
    "turn:interrupt": ("turn", "interrupt"),
}


class PromptRegistry:
    """Knows PicoClaw's sources from the start. `tell` hears warnings; without it they go to the log."""

    def __init__(self, tell: Tell | None = None) -> None:
        self._tell: Tell = log if tell is None else tell
        self._allowed = {source: frozenset({place}) for source, place in BUILT_IN.items()}
        self._contributors: dict[str, Collect] = {}  # in the order in which they are asked
        self._warned: set[str] = set()

    def register_source(self, id: str, allowed: Iterable[Place]) -> Self:
        """`id` may write to these places and to no other. Replaces what was registered under it; a warning says so
        where that was a source of PicoClaw's own. Raises `PromptError`."""
        source, places = trimmed(id or ""), frozenset((layer, slot) for layer, slot in allowed or ())
        if not source:
            raise PromptError("prompt.no-source-id")
        if not places:
            raise PromptError("prompt.no-place", source=source)
        if source in BUILT_IN and places != self._allowed[source]:
            self._tell("prompt.source-replaced", source=source)
        self._allowed[source] = places
        return self

    def register_contributor(self, id: str, allowed: Iterable[Place], collect: Collect | None) -> Self:
        """`collect` gives the parts of a source that is registered with it. An older one of this id goes.

        Raises `PromptError`.
        """
        if collect is None:
            raise PromptError("prompt.no-contributor")
        self.register_source(id, allowed)
        source = trimmed(id)
        self._contributors.pop(source, None)
        self._contributors[source] = collect
        return self

    def validate(self, part: PromptPart) -> None:
        """Raises `PromptError` where the part's source may not write to its place. A source that nobody registered
        may write anywhere; a warning says so, once."""
        source = trimmed(part.source)
        if not source:
            raise PromptError("prompt.no-source", part=part.id)
        allowed = self._allowed.get(source)
        if allowed is None:
            if source not in self._warned:
                self._warned.add(source)
                self._tell("prompt.unknown-source", source=source)
        elif (part.layer, part.slot) not in allowed:
            raise PromptError("prompt.wrong-place", source=source, layer=part.layer, slot=part.slot)

    def collect(self) -> list[PromptPart]:
        """The parts of all contributors. One that fails, or has a part in a wrong place, costs its own parts only."""
        parts: list[PromptPart] = []
        for source, collect in self._contributors.items():
            try:
                own = list(collect())
                for part in own:
                    self.validate(part)
            except Exception as problem:  # noqa: BLE001  # a contributor is code of others: whatever it raises is its own
                self._tell("prompt.contributor-failed", source=source, reason=str(problem) or type(problem).__name__)
            else:
                parts += own
        return parts
