"""`clew note` and `clew sync` as a person, an agent and a script meet them."""

from __future__ import annotations

import json
import os
import stat
import sys
from pathlib import Path

import pytest

from tests.sync.server import CODE, EMAIL, PASSWORD

pytestmark = pytest.mark.usefixtures("surroundings")


@pytest.fixture
def saved(clew):
    _, answer, _ = clew("save", "SQLite it is.", "--tag", "a", "--tag", "b", "--title", "Tides")
    return answer["file"]


def content(server):
    (found,) = server.contents().values()
    return found


# -- notes


def test_a_note_is_pushed_listed_and_shown_with_its_versions(clew, saved, token, server):
    status, answer, _ = clew("note", "push", "Tides", "-m", "first")
    assert status == 0
    assert [action["what"] for action in answer["actions"]] == ["give"]
    note = answer["note"]
    assert (note["topic"], note["version"], note["file"]) == ("Tides", "1.0", saved)
    clew(
        "save",
        "And WAL.",
        "--tag",
        "a",
        "--tag",
        "b",
        "--conversation",
        clew("start", "--pick", "1")[1]["conversation"],
    )
    assert clew("note", "push", "1")[1]["note"] == {**note, "version": "1.1"}
    _, listed, _ = clew("note", "list")
    assert [(one["topic"], one["version"], one["state"]) for one in listed["notes"]] == [("Tides", "1.1", "published")]
    assert listed["actions"] == []
    _, log, _ = clew("note", "log", "Tides")
    assert [one["header"] for one in log["versions"]] == ["1.1", "1.0"]
    assert log["log"][0] == "## Change log"


def test_the_list_needs_no_network_and_says_what_changed_here(clew, saved, token, server):
    clew("note", "push", "Tides")
    path = Path(os.environ["CLEW_HOME"]) / "memory" / saved
    path.write_text(path.read_text("utf-8") + "more\n", "utf-8")
    asked = len(server.requests)
    assert [one["state"] for one in clew("note", "list")[1]["notes"]] == ["changed"]
    assert len(server.requests) == asked


@pytest.mark.parametrize("more", ["password: hunter2-9QzXk4LmPw\n", "\0"])
def test_the_list_names_a_note_whose_memory_cannot_go_there_now(clew, saved, token, more):
    clew("note", "push", "Tides")
    path = Path(os.environ["CLEW_HOME"]) / "memory" / saved
    path.write_text(path.read_text("utf-8") + more, "utf-8")
    status, answer, _ = clew("note", "list")
    assert (status, [one["state"] for one in answer["notes"]]) == (0, ["changed"])


def test_pull_brings_edits_here_and_changes_nothing_there(clew, saved, token, server):
    id = clew("note", "push", "Tides")[1]["note"]["id"]
    server.write(id, content(server).replace("# Tides\n", "# Tides!\n"))
    path = Path(os.environ["CLEW_HOME"]) / "memory" / saved
    path.write_text(path.read_text("utf-8") + "more\n", "utf-8")
    status, answer, _ = clew("note", "pull")
    assert (status, [action["what"] for action in answer["actions"]]) == (0, ["merge"])
    assert path.read_text("utf-8").startswith("# Tides!\n")
    assert server.notes.entries[id].version == 2
    assert [action["what"] for action in clew("sync", "simplenote")[1]["actions"]] == ["give"]
    assert "SQLite it is.\nmore\n" in content(server)


@pytest.mark.parametrize("name", ["abc-1", "Tide tables"])
def test_a_note_that_a_memory_of_another_project_names_becomes_no_second_one(
    clew, token, server, name, tmp_path, monkeypatch
):
    server.write("abc-1", "# Tide tables\n\nhigh water at noon")
    made = clew("note", "pull", name)[1]["actions"][0]["path"]
    clew("rename", made, "Another name")
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    server.write("abc-1", "# Tide tables\n\nhigh water at one")
    status, answer, _ = clew("note", "pull", name)
    assert (status, [action["what"] for action in answer["actions"]]) == (0, ["take"])
    assert [path.stem for path in (tmp_path / "home").rglob("*.md")] == ["Another name"]


@pytest.mark.parametrize("name", ["abc-1", "Tide tables"])
def test_a_note_that_no_memory_names_becomes_one_by_its_id_or_its_title(clew, token, server, name):
    server.write("abc-1", "# Tide tables\n\nhigh water at noon")
    status, answer, _ = clew("note", "pull", name)
    assert status == 0
    text = Path(answer["actions"][0]["path"]).read_text("utf-8")
    assert "high water at noon" in text
    assert "Simplenote ID: abc-1, version 1.0" in text
    assert clew("sync")[1]["actions"] == []
    assert [line["name"] for line in clew("menu")[1]["memories"]] == ["Tide-tables"]


def test_an_unknown_note_is_said_with_what_to_do(clew, token, server):
    status, answer, _ = clew("note", "pull", "nothing")
    assert (status, answer["error"]["kind"]) == (1, "not-found")
    server.write("a", "Twice\none")
    server.write("b", "Twice\ntwo")
    status, answer, _ = clew("note", "pull", "twice")
    assert (status, sorted(answer["error"]["suggestions"])) == (1, ["a", "b"])


def test_push_and_log_need_to_know_of_what(clew, token):
    for action in ("push", "log"):
        status, answer, _ = clew("note", action)
        assert (status, answer["error"]["kind"]) == (2, "usage")


# -- logging in


def test_without_a_token_it_says_how_to_get_one(clew, saved):
    status, answer, _ = clew("note", "push", "Tides")
    assert (status, answer["error"]["kind"]) == (1, "login")
    assert "clew note login" in answer["error"]["hint"]


def test_a_code_that_came_by_mail_logs_in(clew, saved, server):
    assert clew("note", "login", "--email", EMAIL)[1]["sent"] is True
    status, answer, talk = clew("note", "login", "--email", f" {EMAIL.upper()} ", "--code", given=f" {CODE.lower()}\n")
    assert status == 0
    path = Path(answer["place"])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 or os.name == "nt"
    (token,) = server.tokens
    assert token in path.read_text()
    assert token not in json.dumps(answer) + talk
    assert clew("note", "push", "Tides")[0] == 0
    assert clew("note", "logout")[0] == 0
    assert not path.exists()
    assert clew("note", "push", "Tides")[0] == 1


def test_a_password_logs_in_with_an_api_key_of_ones_own(clew, monkeypatch, server):
    status, answer, _ = clew("note", "login", "--email", EMAIL, "--password", given=PASSWORD)
    assert (status, answer["error"]["kind"]) == (2, "usage")
    monkeypatch.setenv("CLEW_SIMPLENOTE_KEY", "mine")
    assert clew("note", "login", "--email", EMAIL, "--password", given=PASSWORD)[0] == 0


def test_a_token_that_somebody_has_is_kept(clew, saved, server):
    assert clew("note", "login", "--token", given=server.token() + "\n")[0] == 0
    assert clew("note", "push", "Tides")[0] == 0


@pytest.mark.parametrize("words", [("--code",), ("--password",)])
def test_a_wrong_log_in_is_tried_once_and_tells_no_secret(clew, monkeypatch, server, words):
    monkeypatch.setenv("CLEW_SIMPLENOTE_KEY", "mine-and-secret")
    status, answer, talk = clew("note", "login", "--email", EMAIL, *words, given="wrong-secret")
    assert (status, answer["error"]["kind"]) == (1, "login")
    assert "secret" not in json.dumps(answer) + talk
    assert len(server.requests) == 1
    assert not (Path(os.environ["CLEW_HOME"]) / "simplenote-token").exists()


def test_too_many_log_ins_are_not_taken_for_a_wrong_password(clew, server):
    """What limits us says so, and is not asked again and again."""
    server.fail("status", 9, path="/account/", status=429, Retry_After="600")
    status, answer, _ = clew("note", "login", "--email", EMAIL)
    assert (status, answer["error"]["kind"]) == (1, "unreachable")
    assert server.faults[0].times == 8


def test_a_token_that_does_not_work_is_not_kept(clew, server):
    assert clew("note", "login", "--token", given="wrong")[0] == 1
    assert not (Path(os.environ["CLEW_HOME"]) / "simplenote-token").exists()


@pytest.mark.parametrize("url", ["http://notes.example.org", "ftp://127.0.0.1", "nonsense"])
def test_a_token_never_goes_over_an_open_line(clew, saved, token, monkeypatch, url):
    monkeypatch.setenv("CLEW_SIMPLENOTE_URL", url)
    status, answer, _ = clew("note", "push", "Tides")
    assert (status, answer["error"]["kind"]) == (2, "usage")
    assert token not in json.dumps(answer)


# -- sync


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_word_of_a_sync_is_in_the_persons_language(said, clew, saved, token, server, monkeypatch, lang):
    monkeypatch.setenv("CLEW_LANG", lang)
    for words in (
        ("note", "push", "Tides", "-m", "x"),
        ("note", "list"),
        ("note", "log", "Tides"),
        ("sync",),
        ("sync", "--status"),
        ("sync", "--dry-run"),
        ("start", "--pick", "1"),
        ("note", "--help"),
        ("sync", "--help"),
    ):
        status, text = said(*words)
        assert status == 0
        assert text.strip()
        assert lang == "en" or any("\u4e00" <= char <= "\u9fff" for char in text), words


def test_nothing_set_up_is_said(clew, saved):
    status, answer, _ = clew("sync")
    assert (status, answer["error"]["kind"]) == (2, "usage")
    assert "clew sync git --remote URL" in answer["error"]["hint"]


def test_an_unknown_target_is_answered_with_those_that_there_are(clew, saved):
    status, answer, _ = clew("sync", "dropbox")
    assert (status, answer["error"]["suggestions"]) == (2, ["git", "simplenote"])


def test_a_dry_run_says_what_would_be_done(clew, saved, token, server):
    clew("note", "push", "Tides")
    path = Path(os.environ["CLEW_HOME"]) / "memory" / saved
    path.write_text(path.read_text("utf-8") + "more\n", "utf-8")
    status, answer, _ = clew("sync", "simplenote", "--dry-run")
    assert (status, [(action["what"], action["file"]) for action in answer["actions"]]) == (0, [("give", saved)])
    assert "more" not in content(server)


def test_what_is_parked_makes_the_status_three_and_is_told_with_its_reason(clew, said, saved, token, server):
    clew("note", "push", "Tides")
    path = Path(os.environ["CLEW_HOME"]) / "memory" / saved
    path.write_text(path.read_text("utf-8") + "x" * 500_000 + "\n", "utf-8")
    status, answer, _ = clew("sync")
    assert (status, answer["actions"][0]["what"]) == (3, "parked")
    assert "too large" in answer["actions"][0]["message"]
    status, answer, _ = clew("sync", "--status")
    assert status == 0
    assert "too large" in answer["targets"][0]["parked"][0]["message"]
    assert "waiting for you" in said("start", "--pick", "1")[1]


def test_what_would_take_away_too_much_waits_for_a_yes(clew, token, server):
    for number in range(4):
        clew("save", f"text {number}", "--tag", "a", "--tag", "b", "--title", f"T{number}")
        clew("note", "push", f"T{number}")
    for id in list(server.contents()):
        server.write(id, server.contents()[id], deleted=True)
    status, answer, _ = clew("sync")
    assert (status, {action["what"] for action in answer["actions"]}) == (3, {"withheld"})
    status, answer, _ = clew("sync", "--yes")
    assert (status, {action["what"] for action in answer["actions"]}) == (0, {"drop"})
    assert clew("menu")[1]["memories"] == []
    assert clew("restore", answer["actions"][0]["file"])[0] == 0


def test_a_service_that_is_away_is_said_and_start_does_not_wait_for_it(clew, said, saved, token, server):
    clew("note", "push", "Tides")
    server.shutdown()
    server.server_close()
    status, answer, _ = clew("sync")
    assert (status, answer["error"]["kind"]) == (1, "unreachable")
    status, text = said("start", "--pick", "1")
    assert status == 0
    assert "sync with simplenote: texts in common: 1" in text


def test_start_says_the_state_of_every_sync_and_asks_nobody(clew, said, saved, token, remote, monkeypatch):
    clew("note", "push", "Tides")
    assert clew("sync", "git", "--remote", str(remote))[0] == 0

    def asked(*words, **named):
        raise AssertionError("somebody is asked")

    monkeypatch.setattr("socket.socket.connect", asked)
    monkeypatch.setattr("subprocess.Popen.__init__", asked)
    status, text = said("start", "--pick", "1")
    assert status == 0
    assert "sync with git, simplenote" in text


def test_start_says_nothing_of_sync_where_nobody_syncs(said, saved):
    assert "sync" not in said("start", "--pick", "1")[1]


@pytest.mark.parametrize("end", ["restore", "delete"])
def test_a_conflict_is_followed_from_the_menu_to_its_end(clew, said, saved, token, server, end):
    id = clew("note", "push", "Tides")[1]["note"]["id"]
    path = Path(os.environ["CLEW_HOME"]) / "memory" / saved
    path.write_text(path.read_text("utf-8").replace("SQLite it is.", "SQLite, mine."), "utf-8")
    server.write(id, content(server).replace("SQLite it is.", "SQLite, theirs."))
    status, answer, _ = clew("sync")
    assert (status, answer["actions"][0]["conflicts"]) == (0, 1)
    (conflict,) = clew("menu")[1]["conflicts"]
    assert conflict["file"] == saved
    told = said("menu")[1]
    commands = {line.split()[1]: line.split()[2] for line in told.splitlines() if line.startswith("  clew ")}
    assert [*commands] == ["diff", "restore", "delete"]
    assert f"clew {end} {commands[end]}" in said("start", "--pick", "1")[1], "who picks by a number is told too"
    assert [finding["rule"] for finding in clew("check")[1]["findings"]] == ["conflict-copy"]
    assert clew("sync", "--status")[1]["conflicts"] == [conflict]
    shown = clew("diff", commands["diff"])[1]["text"]
    differing = [line for line in shown.splitlines() if line[0] in "+-" and line[:3] not in ("+++", "---")]
    assert differing == ["-SQLite, theirs.", "+SQLite, mine."], "what they say, not how far each was published"
    assert clew(end, commands[end])[0] == 0
    assert ("mine" if end == "restore" else "theirs") in path.read_text("utf-8")
    assert clew("menu")[1]["conflicts"] == []
    assert clew("check")[1]["findings"] == []
    clew("sync")
    assert ("mine" if end == "restore" else "theirs") in content(server)
    assert clew("undo")[0] == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a remote by its path")
def test_credentials_in_a_remotes_address_are_not_said_again(said, saved):
    status, told = said("sync", "git", "--remote", "http://me:sekret@127.0.0.1:1/memory.git")
    assert status == 1
    assert "127.0.0.1:1/memory.git" in told
    assert "sekret" not in told + said("sync", "--status")[1] + said("start")[1]


@pytest.mark.parametrize("remote", ["", " ", "a\nb"])
def test_a_remote_that_is_no_address_is_not_kept(clew, saved, tmp_path, remote):
    assert clew("sync", "git", "--remote", remote)[0] == 2
    assert "git_remote" not in "".join(path.read_text("utf-8") for path in (tmp_path / "home").glob("*.toml"))


def test_git_is_set_up_by_one_option_and_keeps_two_homes_the_same(clew, monkeypatch, tmp_path, saved, remote):
    status, answer, _ = clew("sync", "git", "--remote", str(remote))
    assert status == 0
    assert saved in [action["file"] for action in answer["actions"]]
    monkeypatch.setenv("CLEW_HOME", str(tmp_path / "other"))
    monkeypatch.setenv("CLEW_GIT_REMOTE", str(remote))
    assert clew("sync")[0] == 0
    assert [line["name"] for line in clew("menu")[1]["memories"]] == ["Tides"]
    assert clew("sync")[1]["actions"] == []
    assert clew("check")[1]["findings"] == []


def test_the_doctor_tells_of_sync(clew, saved, token, server):
    assert clew("doctor")[0] == 0
    clew("note", "push", "Tides")
    path = Path(os.environ["CLEW_HOME"]) / "memory" / saved
    path.write_text(path.read_text("utf-8") + "x" * 500_000 + "\n", "utf-8")
    clew("sync")
    status, answer, _ = clew("doctor")
    told = [one for one in answer["ailments"] if one["room"] == "sync"]
    assert status == 1
    assert "clew sync --status" in told[0]["hint"]
