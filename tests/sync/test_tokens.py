"""The token is in the environment, in the system's keyring, or in a file that only its owner reads."""

from __future__ import annotations

import os
import stat
import sys

import pytest

from clew.sync.simperium.tokens import Tokens

keyring = pytest.importorskip("keyring")


class Ring:
    """A keyring in memory."""

    def __init__(self):
        self.kept = {}
        self.broken = False

    def get_password(self, service, username):
        return self._ask(lambda: self.kept.get((service, username)))

    def set_password(self, service, username, password):
        self._ask(lambda: self.kept.update({(service, username): password}))

    def delete_password(self, service, username):
        self._ask(lambda: self.kept.pop((service, username), None))

    def _ask(self, what):
        if self.broken:
            raise RuntimeError("no desktop")
        return what()


@pytest.fixture
def ring(monkeypatch):
    made = Ring()
    monkeypatch.setattr(keyring, "get_keyring", lambda: made)
    for name in ("get_password", "set_password", "delete_password"):
        monkeypatch.setattr(keyring, name, getattr(made, name))
    return made


def test_a_keyring_keeps_it_and_no_file_does(ring, tmp_path):
    tokens = Tokens(str(tmp_path), "", {})
    tokens.keep("secret")
    assert tokens.place == "keyring"
    assert not list(tmp_path.iterdir())
    assert Tokens(str(tmp_path), "", {}).get() == "secret"
    assert Tokens(str(tmp_path), "http://127.0.0.1:1", {}).get() == ""
    tokens.forget()
    assert Tokens(str(tmp_path), "", {}).get() == ""


def test_a_keyring_that_fails_gives_way_to_a_file_that_only_its_owner_reads(ring, tmp_path):
    ring.broken = True
    tokens = Tokens(str(tmp_path), "", {})
    tokens.keep("secret")
    path = tmp_path / "simplenote-token"
    assert tokens.place == str(path)
    assert os.name == "nt" or stat.S_IMODE(path.stat().st_mode) == 0o600
    assert Tokens(str(tmp_path), "", {}).get() == "secret"
    assert Tokens(str(tmp_path), "http://127.0.0.1:1", {}).get() == ""
    tokens.forget()
    assert not path.exists()


def test_without_the_package_it_is_a_file(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "keyring", None)
    Tokens(str(tmp_path), "", {}).keep("secret")
    assert (tmp_path / "simplenote-token").exists()


def test_the_environment_comes_first(ring, tmp_path):
    Tokens(str(tmp_path), "", {}).keep("kept")
    tokens = Tokens(str(tmp_path), "", {"CLEW_SIMPLENOTE_TOKEN": " given "})
    assert (tokens.get(), tokens.place) == ("given", "environment")


def test_a_file_that_holds_something_else_is_no_token(tmp_path):
    (tmp_path / "simplenote-token").write_bytes(b"\xff\xfe\0 simplenote.com sekret")
    assert Tokens(str(tmp_path), "", {}).get() == ""
