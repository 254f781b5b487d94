"""Tiny models that the tests make themselves: each knows a few words, and which of them mean the same."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

# Words of a line mean the same; lines have nothing in common.
MEANINGS = (
    "car automobile vehicle 汽车 轿车",
    "doctor physician 医生 大夫",
    "sea ocean 海 大海",
    "bread loaf 面包",
    "war battle 战争",
)
WIDTH = 8


def vocabulary() -> dict[str, int]:
    words = [word for line in MEANINGS for word in line.split()]
    return {word: number for number, word in enumerate(["[UNK]", *words])}


def table(width: int = WIDTH) -> np.ndarray:
    """A vector for each word: one direction for each meaning, a little of its own for each word."""
    rows = np.zeros((len(vocabulary()), width), np.float32)
    number = 1
    for meaning, line in enumerate(MEANINGS):
        for _ in line.split():
            rows[number, meaning] = 1.0
            rows[number, -1] = number / 1000
            number += 1
    return rows


def write_tokenizer(folder: Path) -> None:
    tokenizer = Tokenizer(models.WordLevel(vocabulary(), unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))


def static_model(folder: Path, kind: str = "F32", width: int = WIDTH) -> Path:
    """In model2vec's format."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = table(width)
    if kind == "BF16":
        data = (rows.view(np.uint32) >> 16).astype("<u2").tobytes()
    else:
        data = rows.astype({"F32": "<f4", "F16": "<f2"}[kind]).tobytes()
    header = {"embeddings": {"dtype": kind, "shape": list(rows.shape), "data_offsets": [0, len(data)]}}
    said = json.dumps({"__metadata__": {"format": "pt"}, **header}).encode()
    (folder / "model.safetensors").write_bytes(struct.pack("<Q", len(said)) + said + data)
    write_tokenizer(folder)
    return folder


def onnx_model(folder: Path) -> Path:
    """One node that looks the tokens up: `last_hidden_state = Gather(table, input_ids)`."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = table()
    tensor = (
        _field(1, rows.shape[0])
        + _field(1, rows.shape[1])
        + _field(2, 1)
        + _field(8, b"table")
        + _field(9, rows.tobytes())
    )
    node = _field(1, b"table") + _field(1, b"input_ids") + _field(2, b"last_hidden_state") + _field(4, b"Gather")
    graph = (
        _field(1, node)
        + _field(2, b"graph")
        + _field(5, tensor)
        + _field(11, _tensor_info(b"input_ids", 7, ("batch", "tokens")))
        + _field(11, _tensor_info(b"attention_mask", 7, ("batch", "tokens")))
        + _field(12, _tensor_info(b"last_hidden_state", 1, ("batch", "tokens", rows.shape[1])))
    )
    model = _field(1, 8) + _field(7, graph) + _field(8, _field(1, b"") + _field(2, 13))
    (folder / "model.onnx").write_bytes(model)
    write_tokenizer(folder)
    return folder


def _tensor_info(name: bytes, kind: int, shape: tuple[str | int, ...]) -> bytes:
    sizes = b"".join(
        _field(1, _field(1, size) if isinstance(size, int) else _field(2, size.encode())) for size in shape
    )
    return _field(1, name) + _field(2, _field(1, _field(1, kind) + _field(2, sizes)))


def _field(number: int, value: int | bytes) -> bytes:
    """One field of a protocol buffer."""
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    return _varint(number << 3 | 2) + _varint(len(value)) + value


def _varint(value: int) -> bytes:
    out = b""
    while value > 127:
        out += bytes((value & 127 | 128,))
        value >>= 7
    return out + bytes((value,))
