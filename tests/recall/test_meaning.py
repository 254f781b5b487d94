"""With a model a search finds what is meant in other words; whatever becomes of the model, the words still find theirs."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest

from clew.purging import carry_out
from tests.index.vectors.models import static_model
from tests.index.vectors.test_endpoint import Server

CAR, CAR_ZH = "We bought a car in spring.", "春天买了一辆 汽车 ，很省油。"
SEA = "A week by the ocean , all of us."


def silent(_body: bytes) -> tuple[int, bytes]:
    time.sleep(20)
    return 200, b""


@pytest.fixture
def garage(place):
    place.save(CAR, "Spring", place.shop)
    place.save(CAR_ZH, "春天", place.shop)
    place.save(SEA, "Summer", place.crm)
    configured(place, f"static:{static_model(place.root / 'model')}")
    return place


def configured(place, model: str) -> None:
    (place.root / "home" / "config.toml").write_text(f"model = {json.dumps(model)}\n", "utf-8")
    place.reopened()


def test_what_is_meant_in_other_words_is_found_after_the_model_read_it(garage):
    assert CAR not in garage.texts("轿车")
    assert CAR_ZH not in garage.texts("automobile")
    garage.home.vectors.embed()
    assert set(garage.texts("轿车")[:2]) == {CAR, CAR_ZH}
    assert set(garage.texts("automobile")[:2]) == {CAR, CAR_ZH}
    assert "similar" in dict(garage.first("automobile").signals)


def test_a_scope_an_exclusion_and_a_phrase_hold_for_it_too(garage):
    garage.home.vectors.embed()
    assert SEA not in garage.texts("sea", project=garage.shop)
    assert garage.texts("sea", project=garage.crm)[0] == SEA
    assert CAR not in garage.texts("vehicle -spring")
    assert garage.texts('"bought a car" vehicle') == [CAR]


def test_what_is_written_afterwards_is_found_by_its_words_until_it_is_read_too(garage):
    garage.home.vectors.embed()
    garage.save("The physician was kind.", "Visit")
    assert garage.first("physician").text == "The physician was kind."
    garage.home.vectors.embed()
    assert garage.first("doctor").text == "The physician was kind."


def test_a_purged_text_leaves_no_vector(garage):
    garage.home.vectors.embed()
    before = garage.home.vectors.standing().embedded
    carry_out(garage.home, "car in spring")
    assert garage.home.vectors.standing().embedded < before


@pytest.mark.parametrize(
    ("harm", "reason"),
    [
        ("stopped", "vectors.unreachable"),
        ("401", "vectors.refused-key"),
        ("wrong size", "vectors.outdated"),
        ("silent", "vectors.too-slow"),
        ("no vectors", "vectors.no-vectors"),
    ],
)
def test_without_the_model_the_words_are_found_in_time_and_the_reason_is_told(place, harm, reason):
    place.save(CAR, "Spring")
    server = Server()
    configured(place, f"endpoint:{server.url} tiny")
    place.home.vectors.embed()
    assert place.search("bought").degraded is None
    if harm == "stopped":
        server.close()
    else:
        server.answer = {
            "401": lambda body: (401, b"{}"),
            "wrong size": lambda body: (200, b'{"data": [{"embedding": [1, 2]}]}'),
            "silent": silent,
            "no vectors": lambda body: (200, b"<html>"),
        }[harm]
    place.reopened()
    began = time.monotonic()
    hits = place.search("bought")
    assert time.monotonic() - began < 5
    assert [hit.text for hit in hits] == [CAR]
    assert hits.degraded == reason
    assert place.home.vectors.standing().degraded == reason
    if harm != "stopped":
        server.close()


def shell(place, *words: str, status: int = 0):
    command = [sys.executable, "-m", "clew", "--home", str(place.root / "home"), "--json", *words]
    done = subprocess.run(command, capture_output=True, cwd=place.shop)
    assert done.returncode == status, done.stderr
    assert b"Traceback" not in done.stderr
    return json.loads(done.stdout or done.stderr)


def test_from_the_shell(garage):
    answer = shell(garage, "index", "--embed")
    assert answer["embedded"] == answer["passages"] == 3
    assert answer["model"].startswith("static:")
    assert shell(garage, "search", "vehicle")["hits"][0]["text"] in (CAR, CAR_ZH)
    assert shell(garage, "index", "--status")["embedded"] == 3
    server = Server()
    configured(garage, f"endpoint:{server.url} tiny")
    assert shell(garage, "search", "bought")["degraded"] == "vectors.outdated"
    assert shell(garage, "index", "--embed")["embedded"] == 3
    server.close()
    answer = shell(garage, "search", "bought")
    assert answer["degraded"] == "vectors.unreachable"
    assert answer["hits"][0]["text"] == CAR
    assert shell(garage, "index", "--status")["degraded"] == "vectors.unreachable"
    shell(garage, "index", "--embed")  # all of it is there already
    garage.save("New.", "New")
    assert shell(garage, "index", "--embed", status=1)["error"]["message"]
