"""The tokenizer that lies beside a model, and what its folder says of how texts are to be given to it."""

from __future__ import annotations

import json
import os
from hashlib import blake2b

from clew.errors import ModelFailed
from clew.index.vectors.models import missing
from clew.index.vectors.prefixes import prefixes_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tokenizers import Tokenizer

_MOST_TOKENS = 512
_SAMPLE = 1 << 16  # bytes of a beginning or an end
_QUERY_NAMES, _TEXT_NAMES = ("query", "web_search_query"), ("passage", "document", "text")


def tokenizer_in(*folders: str) -> Tokenizer:
    """That of the first folder that has one. Raises `ModelFailed`."""
    try:
        from tokenizers import Tokenizer
    except ImportError as problem:
        raise missing("models", "tokenizers") from problem
    for folder in folders:
        path = os.path.join(folder, "tokenizer.json")
        if os.path.exists(path):
            try:
                return Tokenizer.from_file(path)
            except Exception as problem:  # the package raises nothing narrower
                raise ModelFailed("vectors.broken", value=path, reason=str(problem)) from problem
    raise ModelFailed("vectors.no-file", path=os.path.join(folders[0], "tokenizer.json"))


def settings_in(name: str, *folders: str) -> dict[str, Any]:
    """A JSON file of the model's, from the first folder that has it; nothing where there is none or it is none."""
    for folder in folders:
        try:
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                found = json.load(file)
        except FileNotFoundError:
            continue
        except (OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}
    return {}


def most_tokens(*folders: str) -> int:
    """How long a text may be for this model."""
    said = (
        settings_in("sentence_bert_config.json", *folders).get("max_seq_length"),
        settings_in("tokenizer_config.json", *folders).get("model_max_length"),
    )
    return min([_MOST_TOKENS, *(number for number in said if isinstance(number, int) and number > 0)])


def prefixes_in(*folders: str) -> tuple[str, str]:
    """What to put before a question and before a text: as the folder says, else as models of this name want it."""
    prompts = settings_in("config_sentence_transformers.json", *folders).get("prompts")
    if isinstance(prompts, dict) and prompts:
        found = [
            next((str(prompts[name]) for name in names if isinstance(prompts.get(name), str)), "")
            for names in (_QUERY_NAMES, _TEXT_NAMES)
        ]
        return found[0], found[1]
    return prefixes_for(os.path.basename(folders[-1].rstrip(os.sep)))


def identity(*paths: str) -> str:
    """A short name for the contents of some large files: their sizes, beginnings and ends."""
    seen = blake2b(digest_size=8)
    for path in paths:
        try:
            with open(path, "rb") as file:
                size = os.fstat(file.fileno()).st_size
                seen.update(b"%d " % size + file.read(_SAMPLE))
                file.seek(max(0, size - _SAMPLE))
                seen.update(file.read(_SAMPLE))
        except OSError:
            seen.update(b"-")
    return seen.hexdigest()
