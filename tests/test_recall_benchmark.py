"""The benchmarks of recall count what they say, on talks made up here: other people's data is no part of clew."""

from __future__ import annotations

import json

import pytest

from benchmarks import __main__ as bench
from benchmarks import _cmrc, _locomo, recall, tuning
from benchmarks._figures import Answered, Figure, Found

TALK = {
    "sample_id": "conv-26",
    "conversation": {
        "speaker_a": "Ann",
        "speaker_b": "Ben",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Ann", "dia_id": "D1:1", "text": "I painted the boat."},
            {"speaker": "Ben", "dia_id": "D1:2", "text": "What colour is it?"},
            {"speaker": "Ann", "dia_id": "D1:3", "text": "Green.", "blip_caption": "a green boat"},
        ],
        "session_2_date_time": "12:05 am on 9 May, 2023",
        "session_2": [{"speaker": "Ben", "dia_id": "D2:1", "text": "The boat is sold."}],
        "session_3_date_time": "9:00 am on 1 June, 2023",
    },
    "qa": [
        {"question": "What did Ann paint?", "evidence": ["D1:1"], "category": 4},
        {"question": "What happened to the boat?", "evidence": ["D1:1; D2:1", "D:1:3", "D"], "category": 1},
        {"question": "Who is a sailor?", "evidence": [], "category": 3},
        {"question": "Was it red?", "evidence": ["D1:3"], "category": 5},
    ],
}


@pytest.fixture
def data(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "locomo_dev.json").write_text(json.dumps([TALK]), "utf-8")
    return tmp_path / "data"


def found(*pieces: str) -> list[Found]:
    return [Found(piece, int(piece[1]), "four") for piece in pieces]


def test_evidence_is_counted_in_hits_tokens_and_sessions():
    one = Answered(1, frozenset({"D1:1", "D2:1"}), frozenset({1, 2}), found("D3:1", "D1:1", "D1:2", "D2:1"))
    assert (one.recall(1), one.recall(2), one.recall(4)) == (0, 0.5, 1)
    assert (one.whole(3), one.whole(4)) == (0, 1)
    assert (one.within(1), one.within(2), one.within(4)) == (0, 0.5, 1)
    assert (one.session_recall(2), one.session_recall(3)) == (0.5, 1)


def test_a_figure_has_its_standard_error():
    figure = Figure.of([0.0, 1.0, 1.0, 1.0])
    assert (figure.count, str(figure)) == (4, "75.0 ±25.0")
    assert str(Figure.of([])) == "0.0 ±0.0"


def test_a_talk_is_read_with_its_captions_and_its_malformed_evidence(data):
    (talk,) = _locomo.talks(data / "locomo_dev.json")
    assert [turn.text for turn in talk.turns][2:] == ["Ann: Green. [shares a green boat]", "Ben: The boat is sold."]
    assert [asked.evidence for asked in talk.questions] == [{"D1:1"}, {"D1:1", "D1:3", "D2:1"}, {"D1:3"}]
    assert [(time.month, time.day, time.hour) for time in talk.times.values()] == [(5, 8, 13), (5, 9, 0)]


def test_each_turn_is_saved_on_its_day_and_known_by_its_line(data, tmp_path):
    (talk,) = _locomo.talks(data / "locomo_dev.json")
    home = _locomo.kept(talk, tmp_path)
    places = _locomo.places(home, talk)
    assert {turn.id for turn in places.values()} == {"D1:1", "D1:2", "D1:3", "D2:1"}
    for hit in home.search("the boat"):
        assert places[hit.path, hit.lines[0]].text == hit.text
        assert hit.date in {"2023-05-08", "2023-05-09"}
    home.close()


def test_the_table_says_on_what_the_weights_were_chosen(data, tmp_path):
    (text,) = recall.report(data, tmp_path)
    assert text.startswith("LoCoMo conv-26: the weights were chosen on these")
    row = next(line for line in text.splitlines() if line.startswith("evidence in the first 10"))
    assert row.split()[5:8] == ["2", "100.0", "±0.0"]  # the adversarial question does not count


def test_weights_are_chosen_from_what_answers(data, tmp_path):
    (talk,) = _locomo.talks(data / "locomo_dev.json")
    choices = list(tuning._choices(talk, tmp_path))
    assert [(len(one.answers), one.evidence) for one in choices] == [(1, 1), (3, 3)]
    weights = dict(zip(tuning.NAMES, tuning.choose(choices)))
    assert {name: weights[name] for name in tuning.BY_HAND} == {
        name: pytest.approx(used) for name, used in zip(tuning.NAMES, tuning.USED) if name in tuning.BY_HAND
    }


def test_a_passage_is_cut_into_sentences_and_knows_which_of_them_answer(tmp_path):
    context = "船是绿色的。去年卖掉了！"
    paragraph = {
        "id": "P1",
        "context": context,
        "qas": [{"question": "什么时候卖的？", "answers": [{"answer_start": 6}]}],
    }
    (tmp_path / "x.json").write_text(json.dumps({"data": [{"paragraphs": [paragraph]}]}), "utf-8")
    (told,) = _cmrc.load(tmp_path / "x.json")
    assert told.sentences == ["船是绿色的。", "去年卖掉了！"]
    assert told.questions == [("什么时候卖的？", frozenset({"去年卖掉了！"}))]
    for search in (_cmrc.saved([told], tmp_path), _cmrc.alone([told], tmp_path)):
        assert _cmrc.ranks([told], search)[0] in (0, 1)


@pytest.mark.parametrize("given", [[], ["--data", "nowhere"], ["--data"]])
def test_without_the_data_it_says_so(given, capsys, monkeypatch):
    monkeypatch.delenv("CLEW_BENCH_DATA", raising=False)
    assert bench.main(["recall", *given]) == 2
    assert "--data FOLDER or set CLEW_BENCH_DATA" in capsys.readouterr().err


def test_a_folder_without_the_files_is_told(tmp_path, capsys):
    assert bench.main(["recall", "--data", str(tmp_path)]) == 0
    assert "neither LoCoMo nor CMRC" in capsys.readouterr().out
