"""A static model in a folder, as model2vec makes them: a vector for each token, a text is their mean. Very fast.

`model.safetensors` (with `embeddings`, perhaps `weights` and `mapping`) and `tokenizer.json`.
"""

from __future__ import annotations

import json
import os

import numpy as np

from clew.errors import ModelFailed
from clew.index.vectors.arithmetic import unit
from clew.index.vectors.tokens import identity, most_tokens, prefixes_in, tokenizer_in
from clew.words import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from numpy.typing import NDArray

    from clew.index.vectors.contract import Floats
    from clew.index.vectors.models import Wish

_FILE = "model.safetensors"
_TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "I32": "<i4", "I8": "i1", "U8": "u1"}
_HEADER = 1 << 27  # bytes: a longer one is none


class Static:
    """The table of vectors stays on the disk; only the rows of the tokens that occur are read."""

    def __init__(self, setting: str, path: str) -> None:
        folder = path if os.path.isdir(path) else os.path.dirname(path)
        file = os.path.join(path, _FILE) if os.path.isdir(path) else path
        tensors = tensors_in(file)
        table = tensors.get("embeddings", tensors.get("embedding.weight"))
        if table is None or table.array.ndim != 2 or not table.array.size:
            raise ModelFailed("vectors.broken", value=file, reason=Phrase("vectors.why-no-table"))
        self._table = table
        self._weights, self._mapping = tensors.get("weights"), tensors.get("mapping")
        self._tokenizer = tokenizer_in(folder)
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._most = most_tokens(folder)
        self._prefixes = prefixes_in(folder)
        self._unknown = _unknown(self._tokenizer)
        self.name = setting
        self.fingerprint = f"static {identity(file, os.path.join(folder, 'tokenizer.json'))}"

    def embed(self, texts: Sequence[str], *, is_query: bool) -> Floats:
        prefix = self._prefixes[0 if is_query else 1]
        clean = [(prefix + text).encode("utf-8", "replace").decode() for text in texts]
        rows = np.zeros((len(texts), self._table.array.shape[1]), np.float32)
        for number, encoded in enumerate(self._tokenizer.encode_batch_fast(clean, add_special_tokens=False)):
            tokens = [token for token in encoded.ids if token != self._unknown][: self._most]
            if tokens:
                rows[number] = self._mean(np.array(tokens))
        return unit(rows)

    def _mean(self, tokens: NDArray[np.int_]) -> Floats:
        try:
            rows = self._table.rows(tokens if self._mapping is None else self._mapping.array[tokens])
            if self._weights is not None:
                rows = rows * self._weights.rows(tokens)[:, None]
        except IndexError as problem:
            raise ModelFailed("vectors.broken", value=self.name, reason=Phrase("vectors.why-short")) from problem
        mean: Floats = rows.mean(axis=0, dtype=np.float32)
        return mean


def model(setting: str, wish: Wish) -> Static:
    """Raises `ModelFailed`."""
    return Static(setting, wish.path())


class Tensor:
    """One table of a file, where it lies on the disk."""

    def __init__(self, array: NDArray[Any], is_bfloat: bool) -> None:
        self.array = array
        self._is_bfloat = is_bfloat

    def rows(self, places: NDArray[np.int_]) -> Floats:
        """Some of its rows, as numbers."""
        found = np.asarray(self.array[places])
        if self._is_bfloat:  # the upper halves of 32-bit numbers
            return (found.astype(np.uint32) << 16).view(np.float32)
        return found.astype(np.float32)


def tensors_in(path: str) -> dict[str, Tensor]:
    """The tensors of a safetensors file. Raises `ModelFailed`."""
    try:
        with open(path, "rb") as file:
            length = int.from_bytes(file.read(8), "little")
            if not 0 < length < _HEADER:
                raise ValueError("no safetensors header")
            header = json.loads(file.read(length))
        found = {}
        for name, said in header.items():
            if name != "__metadata__" and said["dtype"] in _TYPES:
                start, _ = said["data_offsets"]
                kind = np.dtype(_TYPES[said["dtype"]])
                array = np.memmap(path, kind, "r", 8 + length + start, tuple(said["shape"]))
                found[name] = Tensor(array, said["dtype"] == "BF16")
    except FileNotFoundError as problem:
        raise ModelFailed("vectors.no-file", path=path) from problem
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
        raise ModelFailed("vectors.broken", value=path, reason=str(problem)) from problem
    return found


def _unknown(tokenizer: Any) -> int | None:
    """The token that stands for whatever the model does not know."""
    kind = tokenizer.model
    name = getattr(kind, "unk_token", None)
    if name is not None:
        found: int | None = tokenizer.token_to_id(name)
        return found
    return getattr(kind, "unk_id", None)
