"""The settings file: every setting as a comment, what is set stays set, what a person wrote stays as it is."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.config import Settings, read_config, settings_from
from clew.errors import Conflict, Unreadable, Usage
from clew.setup import settings_file
from clew.setup.settings_file import settle

POSIX = pytest.mark.skipif(os.name == "nt", reason="modes and links of POSIX")


def config(home: Path) -> Path:
    return home / "config.toml"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_new_file_sets_nothing_and_explains_everything(tmp_path, lang):
    assert settle(str(tmp_path), {}, lang)
    text = config(tmp_path).read_text("utf-8")
    assert read_config(str(tmp_path)) == {}
    for name in Settings._fields:
        assert f"\n# {name} = " in text
    assert ("Settings of clew" in text) == (lang == "en")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_a_new_file_shows_behind_its_comments_can_be_set(tmp_path, lang):
    settle(str(tmp_path), {}, lang)
    shown = [line[2:] for line in config(tmp_path).read_text("utf-8").splitlines() if " = " in line]
    config(tmp_path).write_text("\n".join(shown), "utf-8")
    found = settings_from(read_config(str(tmp_path)), {}, {}, str(tmp_path))
    assert found.library == str(tmp_path / "memory")
    assert found.history_limit == Settings().history_limit


def test_what_is_asked_for_stands_in_its_place(tmp_path):
    settle(str(tmp_path), {"workspace": "/home/you/ws"}, "en")
    text = config(tmp_path).read_text("utf-8")
    assert text.index("# library = ") < text.index('\nworkspace = "/home/you/ws"\n') < text.index("# timezone = ")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_is_set_later_stands_where_its_comment_stood(tmp_path, lang):
    settle(str(tmp_path), {}, lang)
    new = config(tmp_path).read_text("utf-8")
    settle(str(tmp_path), {"library": "/x"}, lang)
    assert config(tmp_path).read_text("utf-8") == new.replace('# library = "memory"', 'library = "/x"')


def test_a_comment_in_a_table_or_a_text_is_no_place_for_a_setting(tmp_path):
    for text in ('x = """\n# library = "memory"\n"""\n', '[table]\n# library = "memory"\n'):
        config(tmp_path).write_text(text)
        settle(str(tmp_path), {"library": "/x"}, "en")
        assert read_config(str(tmp_path)) == {"library": "/x"}
        assert '\n# library = "memory"\n' in config(tmp_path).read_text()


@POSIX
def test_a_new_file_is_for_its_owner_alone_and_an_old_one_keeps_its_mode(tmp_path):
    settle(str(tmp_path), {}, "en")
    assert stat.S_IMODE(config(tmp_path).stat().st_mode) == 0o600
    config(tmp_path).chmod(0o640)
    settle(str(tmp_path), {"library": "/x"}, "en")
    assert stat.S_IMODE(config(tmp_path).stat().st_mode) == 0o640


@POSIX
def test_a_link_stays_a_link(tmp_path):
    real = tmp_path / "dotfiles" / "clew.toml"
    real.parent.mkdir()
    real.write_text('lang = "zh"\n')
    config(tmp_path).symlink_to(real)
    settle(str(tmp_path), {"library": "/x"}, "en")
    assert config(tmp_path).is_symlink()
    assert real.read_text() == 'lang = "zh"\nlibrary = "/x"\n'


def test_nothing_to_change_changes_nothing(tmp_path):
    settle(str(tmp_path), {"library": "/x"}, "en")
    before = config(tmp_path).stat()
    assert not settle(str(tmp_path), {"library": "/x", "workspace": None}, "en")
    assert (config(tmp_path).stat().st_ino, config(tmp_path).stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_comments_order_and_unknown_names_stay(tmp_path):
    config(tmp_path).write_text(
        '# mine\nlang = "zh"  # 中文\nfuture = [1, 2]\n\nlibrary = "/old" # on the big disk\n\n[extra]\nx = 1\n',
        "utf-8",
    )
    settle(str(tmp_path), {"library": "/new", "workspace": "/ws"}, "en")
    assert config(tmp_path).read_text("utf-8") == (
        '# mine\nlang = "zh"  # 中文\nfuture = [1, 2]\n\nlibrary = "/new" # on the big disk\nworkspace = "/ws"\n\n[extra]\nx = 1\n'
    )
    settle(str(tmp_path), {"library": None, "workspace": None}, "en")
    assert config(tmp_path).read_text("utf-8") == '# mine\nlang = "zh"  # 中文\nfuture = [1, 2]\n\n\n[extra]\nx = 1\n'


@pytest.mark.parametrize("broken", [b"library = [", b'lang = "\xff"', b"= 3"])
def test_a_file_that_nobody_can_read_is_never_written(tmp_path, broken):
    config(tmp_path).write_bytes(broken)
    with pytest.raises(Unreadable, match="config"):
        settle(str(tmp_path), {"library": "/x"}, "en")
    assert config(tmp_path).read_bytes() == broken


def test_an_edit_that_comes_between_is_not_overwritten(tmp_path, monkeypatch):
    settle(str(tmp_path), {}, "en")
    edited = settings_file._edited

    def and_an_editor(before, values):
        config(tmp_path).write_text('lang = "zh"\n')
        return edited(before, values)

    monkeypatch.setattr(settings_file, "_edited", and_an_editor)
    with pytest.raises(Conflict):
        settle(str(tmp_path), {"library": "/x"}, "en")
    assert config(tmp_path).read_text() == 'lang = "zh"\n'


@pytest.mark.parametrize("text", [None, b"# mine\n"])
def test_a_value_that_could_not_be_read_back_is_not_written(tmp_path, text):
    if text is not None:
        config(tmp_path).write_bytes(text)
    with pytest.raises(Usage, match="library"):
        settle(str(tmp_path), {"library": "/x\0y"}, "en")
    assert (config(tmp_path).read_bytes() if config(tmp_path).exists() else None) == text


PRINTED = st.characters(codec="utf-8", exclude_characters="\0")
LINES = st.sampled_from(
    [
        "",
        "# a comment",
        "# 记忆",
        'lang = "zh"',
        "author = '李 \"伟\"'  # me",
        "future = {a = 1}",
        "history_limit = 2_000_000",
    ]
)


@settings(max_examples=50, deadline=None)
@given(lines=st.lists(LINES, unique=True), table=st.booleans(), path=st.text(PRINTED, min_size=1))
def test_whatever_is_set_is_read_back_and_the_rest_stays(tmp_path_factory, lines, table, path):
    home = tmp_path_factory.mktemp("home")
    text = "\n".join([*lines, *(["", "[extra]", "x = 1"] if table else [])])
    config(home).write_text(text, "utf-8")
    before = read_config(str(home))
    settle(str(home), {"library": path}, "en")
    assert read_config(str(home)) == {**before, "library": path}
    after = config(home).read_text("utf-8").splitlines()
    assert [line for line in after if line and line in lines] == [line for line in lines if line]
