"""One JSON object on one line, without the six milliseconds of `import json`."""

from __future__ import annotations

from math import isfinite

from clew.values import Value

try:
    from _json import encode_basestring as _plain
    from _json import encode_basestring_ascii as _ascii
except ImportError:  # a Python without the accelerator: PyPy, some WebAssembly builds
    from json.encoder import encode_basestring as _plain
    from json.encoder import encode_basestring_ascii as _ascii

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def dump(value: object, *, ascii_only: bool = False) -> str:
    """The JSON of dicts, lists, tuples, values, strings, numbers, None.

    It can always be encoded: where a lone surrogate stands for a byte that is not UTF-8 it is escaped (`\\udcff`), so
    that Python's `surrogateescape` gets that byte back. A number that JSON does not know becomes null.
    """
    text = _text(value, _ascii if ascii_only else _plain)
    if not ascii_only:
        try:
            text.encode()
        except UnicodeEncodeError:
            return _text(value, _ascii)
    return text


def _text(value: object, quoted: Callable[[str], str]) -> str:
    if isinstance(value, str):
        return quoted(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        return float.__repr__(value) if isfinite(value) else "null"
    if isinstance(value, Value):
        value = value.as_dict()
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(key)}: {_text(item, quoted)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_text(item, quoted) for item in value) + "]"
    raise TypeError(f"no JSON for {type(value).__name__}")
