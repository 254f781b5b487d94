"""The parts of one prompt, put together one by one."""

from __future__ import annotations

from clew.prompt.parts import PromptError, is_blank, render_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from clew.prompt.parts import PromptPart
    from clew.prompt.registry import PromptRegistry


class PromptStack:
    """Takes parts that `registry` lets stand where they stand; without one, any."""

    def __init__(self, registry: PromptRegistry | None = None) -> None:
        self._registry = registry
        self._parts: list[PromptPart] = []
        self._sealed = False

    def add(self, part: PromptPart) -> Self:
        """A blank part is dropped, whatever else is wrong with it. Raises `PromptError`."""
        if self._sealed:
            raise PromptError("prompt.sealed")
        if is_blank(part.content):
            return self
        if is_blank(part.id):
            raise PromptError("prompt.no-part-id")
        if self._registry is not None:
            self._registry.validate(part)
        self._parts.append(part)
        return self

    def seal(self) -> Self:
        """Nothing more may be added."""
        self._sealed = True
        return self

    def parts(self) -> list[PromptPart]:
        """In the order in which they came."""
        return list(self._parts)

    def render(self) -> str:
        """The prompt that they make."""
        return render_parts(self._parts)
