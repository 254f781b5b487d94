"""Other people's programs for the notes service, as commands on an account that they share with us."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.sync.clients import certified, programs, surroundings
from tests.sync.server import EMAIL, PASSWORD, running


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    if shutil.which("openssl") is None:
        pytest.skip("openssl makes the certificates")
    return certified(tmp_path_factory.mktemp("certificates"))


@pytest.fixture
def server(certificates):
    """One that answers for the real hosts."""
    with running(tls=certificates[0]) as server:
        yield server


@pytest.fixture
def command(tmp_path, server, certificates):
    """Runs one of the programs; what it prints."""
    installed = programs()
    if installed is None:
        pytest.skip("not installed: python3 tests/sync/clients.py")
    home = tmp_path / "person"
    home.mkdir()
    editor = home / "editor"
    editor.write_text("#!/bin/sh\necho 'from there' >> \"$1\"\n")
    editor.chmod(0o755)
    (home / ".snclirc").write_text(f"[sncli]\ncfg_editor = {editor} {{fname}}\n")
    around = surroundings(home, server.url, certificates[1])
    around |= {"SN_USERNAME": EMAIL, "SN_PASSWORD": PASSWORD, "SIMPLENOTE_LOCAL_USER": EMAIL}
    around |= {"SIMPLENOTE_LOCAL_PASSWORD": PASSWORD, "SIMPLENOTE_LOCAL_DIR": str(home / "notes"), "TMPDIR": str(home)}

    def run(name, *words, given=""):
        done = subprocess.run(
            [installed[name], *words], input=given, capture_output=True, text=True, env=around, cwd=home, timeout=60
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


def test_sncli_shares_an_account_with_us(command, laptop, server):
    done = laptop.push(laptop.save("from the memory", "Tides"))
    command("sncli", "sync")
    assert "Tides" in command("sncli", "-n", "list")
    assert "from the memory" in command("sncli", "-n", "-k", done.id, "dump")
    command("sncli", "create", "-", given="# Theirs 🎉\n\nby sncli\n")
    command("sncli", "-k", done.id, "tag", "add", "seen")
    laptop.sync()
    assert "seen" in laptop.tags(done.file)
    id = next(id for id, content in server.contents().items() if "by sncli" in content)
    file = laptop.pull(id)
    laptop.edit(file, "by sncli", "by sncli\nand by us")
    laptop.sync()
    command("sncli", "sync")
    assert "and by us" in command("sncli", "-n", "-k", id, "dump")
    command("sncli", "-k", id, "trash")
    laptop.sync()
    assert not (laptop.root / file).exists()
    assert laptop.sync() == []


def test_sncli_that_overwrites_blindly_takes_nothing_out_of_the_history(command, laptop, server):
    """It writes without saying on which version: what we wrote meanwhile is gone from the note."""
    done = laptop.push(laptop.save("first", "Tides"))
    command("sncli", "sync")
    command("sncli", "-n", "-k", done.id, "edit")
    laptop.save("second, from here")
    laptop.sync()
    command("sncli", "sync")
    assert "second, from here" not in server.contents()[done.id]
    laptop.sync()
    assert "from there" in laptop.read(done.file)
    kept = laptop.home.library.kept
    versions = kept.history.versions(kept.key, done.file)
    assert any(b"second, from here" in (kept.history.content(one.id) or b"") for one in versions)


def test_simplenote_local_shares_an_account_with_us(command, laptop, server, tmp_path):
    done = laptop.push(laptop.save("from the memory", "Tides"))
    command("simplenote", "--fetch")
    (copy,) = (tmp_path / "person" / "notes").glob("*.txt")
    assert "from the memory" in copy.read_text("utf-8")
    copy.write_text(copy.read_text("utf-8") + "\nfrom the files\n", "utf-8")
    command("simplenote", "--send")
    laptop.sync()
    assert "from the files" in laptop.read(done.file)
    command("simplenote", given="# Theirs\n\nby simplenote-local\n")
    id = next(id for id, content in server.contents().items() if "by simplenote-local" in content)
    laptop.edit(laptop.pull(id), "by simplenote-local", "by simplenote-local\nand by us")
    laptop.sync()
    command("simplenote", "--fetch")
    assert any("and by us" in one.read_text("utf-8") for one in (tmp_path / "person" / "notes").glob("*.txt"))
    assert laptop.sync() == []
