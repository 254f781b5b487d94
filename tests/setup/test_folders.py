"""Extra folders of Markdown, as the settings and the environment name them."""

from __future__ import annotations

import os

import pytest

from clew.config import read_config, settings_from
from clew.errors import Usage


def folders(home, text: str = "", **environ: str):
    (home / "config.toml").write_text(text, "utf-8")
    return dict(settings_from(read_config(str(home)), environ, {}, str(home)).folders)


def test_each_has_a_name_of_its_own_and_a_place(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "you"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "you"))
    found = folders(tmp_path, '[folders]\nnotes = "~/notes"\n"读书" = "/srv/a=b"\nhere = "beside"\n')
    assert found == {
        "notes": str(tmp_path / "you" / "notes"),
        "读书": os.path.normpath("/srv/a=b"),
        "here": str(tmp_path / "beside"),
    }
    assert folders(tmp_path, 'folders = { notes = "~/notes" }\n') == {"notes": str(tmp_path / "you" / "notes")}
    assert folders(tmp_path) == {}


def test_the_environment_names_them_as_a_path_names_folders(tmp_path):
    given = os.pathsep.join(("notes=/a", "vault=/b"))
    assert folders(tmp_path, '[folders]\nother = "/c"\n', CLEW_FOLDERS=given) == {
        "notes": os.path.normpath("/a"),
        "vault": os.path.normpath("/b"),
    }


@pytest.mark.parametrize(
    "text",
    [
        'folders = "~/notes"\n',
        'folders = ["~/notes"]\n',
        "[folders]\nnotes = 3\n",
        '[folders]\nlibrary = "/a"\n',
        '[folders]\nworkspace = "/a"\n',
        '[folders]\n"a/b" = "/a"\n',
        '[folders]\n" " = "/a"\n',
        '[folders]\nnotes = ""\n',
        '[folders]\n"a\\nb" = "/a"\n',
        '[folders]\nnotes = "/a\\u0000b"\n',
    ],
)
def test_what_is_none_is_told(tmp_path, text):
    with pytest.raises(Usage) as told:
        folders(tmp_path, text)
    assert told.value.message("en")
    assert told.value.hint("zh")


def test_a_folder_that_the_environment_names_without_a_name_is_told(tmp_path):
    with pytest.raises(Usage):
        folders(tmp_path, CLEW_FOLDERS="/a")


@pytest.mark.parametrize("name", ["library", "workspace", "author", "timezone"])
def test_no_setting_takes_a_text_that_no_system_does(tmp_path, name):
    with pytest.raises(Usage):
        folders(tmp_path, f'{name} = "/a\\u0000b"\n')
