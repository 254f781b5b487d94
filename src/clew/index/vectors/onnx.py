"""A sentence model in ONNX's format in a folder, with its tokenizer: as exported for sentence-transformers.

`model.onnx` (or one below `onnx/`, or the file that is named), `tokenizer.json`; what else its authors put beside it
(`1_Pooling/config.json`, `config_sentence_transformers.json`, …) is followed.
"""

from __future__ import annotations

import os

import numpy as np

from clew.errors import ModelFailed
from clew.index.vectors.arithmetic import unit
from clew.index.vectors.models import missing
from clew.index.vectors.tokens import identity, most_tokens, prefixes_in, settings_in, tokenizer_in
from clew.words import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from numpy.typing import NDArray

    from clew.index.vectors.contract import Floats
    from clew.index.vectors.models import Wish

_FILES = ("model.onnx", "onnx/model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx", "onnx/model_int8.onnx")
_WHOLE = ("sentence_embedding", "sentence_embeddings", "pooler_output_normalized")


class Onnx:
    """Runs on the processor. Sessions of onnxruntime may be used by several threads."""

    def __init__(self, setting: str, path: str) -> None:
        file = _file(path)
        folders = (os.path.dirname(file), os.path.dirname(os.path.dirname(file)))
        self._tokenizer = tokenizer_in(*folders)
        self._tokenizer.enable_truncation(most_tokens(*folders))
        self._tokenizer.enable_padding(**(self._tokenizer.padding or {}) | {"length": None})
        self._session = _session(file)
        self._wanted = {one.name for one in self._session.get_inputs()}
        self._outputs = [one.name for one in self._session.get_outputs()]
        root = folders[0] if os.path.basename(folders[0]) != "onnx" else folders[1]
        pooling = settings_in(os.path.join("1_Pooling", "config.json"), root)
        self._of_first = bool(pooling.get("pooling_mode_cls_token"))
        self._prefixes = prefixes_in(root)
        self.name = setting
        self.fingerprint = f"onnx {identity(file, os.path.join(root, 'tokenizer.json'))} {self._of_first:d}"

    def embed(self, texts: Sequence[str], *, is_query: bool) -> Floats:
        prefix = self._prefixes[0 if is_query else 1]
        clean = [(prefix + text).encode("utf-8", "replace").decode() for text in texts]
        encoded = self._tokenizer.encode_batch(clean)
        mask = np.array([one.attention_mask for one in encoded], np.int64)
        given = {
            "input_ids": np.array([one.ids for one in encoded], np.int64),
            "attention_mask": mask,
            "token_type_ids": np.array([one.type_ids for one in encoded], np.int64),
        }
        try:
            found = self._session.run(None, {name: value for name, value in given.items() if name in self._wanted})
        except Exception as problem:  # onnxruntime raises nothing narrower
            raise ModelFailed("vectors.broken", value=self.name, reason=str(problem)) from problem
        return unit(self._pooled(dict(zip(self._outputs, found)), mask))

    def _pooled(self, outputs: dict[str, NDArray[Any]], mask: NDArray[np.int64]) -> NDArray[Any]:
        whole = next((outputs[name] for name in _WHOLE if name in outputs), None)
        if whole is not None and whole.ndim == 2:
            return whole
        states = outputs.get("last_hidden_state", next(iter(outputs.values())))
        if states.ndim == 2:
            return states
        if states.ndim != 3:
            raise ModelFailed(
                "vectors.broken", value=self.name, reason=Phrase("vectors.why-shape", shape=str(states.shape))
            )
        if self._of_first:
            return states[:, 0]
        weights = mask[:, :, None].astype(np.float32)
        pooled: NDArray[Any] = (states * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1)
        return pooled


def model(setting: str, wish: Wish) -> Onnx:
    """Raises `ModelFailed`."""
    return Onnx(setting, wish.path())


def _file(path: str) -> str:
    if os.path.isfile(path):
        return path
    for name in _FILES:
        file = os.path.join(path, *name.split("/"))
        if os.path.exists(file):
            return file
    raise ModelFailed("vectors.no-file", path=os.path.join(path, _FILES[0]))


def _session(file: str) -> Any:
    try:
        import onnxruntime  # type: ignore[import-untyped]
    except ImportError as problem:
        raise missing("models", "onnxruntime") from problem
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4  # what is wrong comes as an exception; its own lines would stand among ours
    try:
        return onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
    except Exception as problem:  # onnxruntime raises nothing narrower
        raise ModelFailed("vectors.broken", value=file, reason=str(problem)) from problem
