"""What interrupts a sync in the tests, at each of its steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Died(BaseException):
    """The process is gone."""


class Stepping:
    """Something of which each call is a step before and a step after it; `step` may raise."""

    def __init__(self, inner: Any, step: Callable[[], None]) -> None:
        self._inner = inner
        self._step = step

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if not callable(found) or name == "close":
            return found

        def called(*words: Any, **named: Any) -> Any:
            self._step()
            answer = found(*words, **named)
            self._step()
            return answer

        return called
