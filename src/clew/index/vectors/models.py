"""The models: one file for each kind, found by its name.

The setting `model` is `KIND` or `KIND:WHERE`: `packaged`, `static:~/models/potion`, `onnx:~/models/e5-small`,
`endpoint:http://localhost:11434/v1 nomic-embed-text`.
"""

from __future__ import annotations

import os
from importlib import import_module

from clew.errors import ModelFailed
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.index.vectors.contract import Model

KINDS = ("packaged", "static", "onnx", "endpoint")
PACKAGED = KINDS[0]


class Wish(Value):
    """Which model is asked for, and how long somebody waits for it."""

    where: str  # what stands behind the kind
    home: str  # a path is relative to it
    key: str | None = None  # for an endpoint that asks for one
    seconds: float = 60.0  # for one answer of an endpoint

    def path(self) -> str:
        """Where, as a path. Raises `ModelFailed` where none is named, or nothing is there."""
        path = os.path.normpath(os.path.join(self.home, os.path.expanduser(self.where)))
        if not self.where or not os.path.exists(path):
            raise ModelFailed("vectors.no-file", path=path)
        return path


def model_of(setting: str, home: str, key: str | None = None, seconds: float = 60.0) -> Model:
    """The model that a setting names, loaded. Raises `ModelFailed`."""
    kind, _, where = setting.partition(":")
    if kind not in KINDS:
        raise ModelFailed("vectors.no-kind", value=setting, choices=KINDS)
    try:
        import numpy  # noqa: F401 - all kinds need it, and one message is enough
    except ImportError as problem:
        raise missing("semantic", "numpy") from problem
    made: Model = import_module(f"clew.index.vectors.{kind}").model(setting, Wish(where.strip(), home, key, seconds))
    return made


def missing(extra: str, package: str) -> ModelFailed:
    """What to install for a package that is not there."""
    return ModelFailed("vectors.not-installed", package=package, extra=extra)
