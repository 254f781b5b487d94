"""Frozen values without the price of dataclasses.

`dataclasses` brings `inspect` with it, which costs a whole interpreter start:
too much for a hook that runs at every turn. `Value` is the part of it that clew needs.
"""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` itself is late on the lean path; type checkers know this name
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, ClassVar, Self, dataclass_transform
else:

    def dataclass_transform(**_options):
        return lambda cls: cls


@dataclass_transform(frozen_default=True, kw_only_default=False)
class Value:
    """A frozen record: its annotated names are its fields, in order, class attributes its defaults."""

    _fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        own = tuple(name for name in cls.__dict__.get("__annotations__", ()) if not name.startswith("_"))
        cls._fields = cls._fields + own

    if not TYPE_CHECKING:

        def __init__(self, *values, **named):
            fields = self._fields
            if len(values) == len(fields) and not named:  # the common case: tens of thousands are made at a check
                self.__dict__.update(zip(fields, values))
                return
            if not values and len(named) == len(fields) and named.keys() == set(fields):  # and the next
                self.__dict__.update(named)
                return
            if len(values) > len(fields):
                raise TypeError(f"{type(self).__name__} takes {len(fields)} values, got {len(values)}")
            given = dict(zip(fields, values))
            for name in named:
                if name not in fields or name in given:
                    raise TypeError(f"{type(self).__name__} got an unexpected or doubled {name!r}")
            given.update(named)
            for name in fields:
                if name not in given and not hasattr(type(self), name):
                    raise TypeError(f"{type(self).__name__} misses {name!r}")
            self.__dict__.update(given)

    @classmethod
    def trusted(cls, shared: Mapping[str, Any], **own: Any) -> Self:
        """One whose fields are surely all there: what many have in common, and its own. A third of the price."""
        value = cls.__new__(cls)
        value.__dict__.update(shared, **own)
        return value

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen; use .but({name}=…)")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return False
        # Most are equal to the letter; a default that was left out stands in the class only.
        return self.__dict__ == other.__dict__ or self.as_dict() == other.as_dict()

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in self._fields))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields)
        return f"{type(self).__name__}({fields})"

    def but(self, **changes: Any) -> Self:
        """A copy with some fields changed."""
        return type(self)(**{**self.as_dict(), **changes})

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, in order; nested values stay values."""
        return {name: getattr(self, name) for name in self._fields}
