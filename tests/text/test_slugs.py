"""One directory, one folder in the library; two directories never the same one."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clew.text.names import FILE_BYTES, numbered, same_name_key
from clew.text.slugs import project_name, same_directory_key, slug_of

PART = st.text(min_size=1, max_size=12).filter(lambda part: "/" not in part and "\0" not in part) | st.sampled_from(
    [
        "a",
        "A",
        "b",
        "a-b",
        "a b",
        "a_b",
        "con",
        "nul.txt",
        "root",
        "2026-11-30",
        "..x",
        "字",
        "é",
        "e\u0301",
        "🎉",
        "x (1)",
        ".",
    ]
)
DIRECTORY = st.lists(PART, max_size=5).map(lambda parts: "/" + "/".join(parts))


@pytest.mark.parametrize(
    ("directory", "slug"),
    [
        ("/home/project", "home-project"),
        ("/home/project/web", "home-project-web"),
        ("/home/project/", "home-project"),
        ("/root", "root"),
        ("/", "root"),
        ("C:\\r", "C-r"),
        ("C:/r/", "C-r"),
        ("D:\\", "D"),
        ("\\\\srv\\share\\r", "srv-share-r"),
        ("\\\\?\\C:\\r", "C-r"),
        ("\\\\?\\UNC\\srv\\share", "srv-share"),
        ("/srv/w/a b", "srv-w-a-b"),
        ("/家/项目🎉", "家-项目🎉"),
        ("/home/u/.config/goose", "home-u-.config-goose"),
        ("/.config", "config"),
        ("/con", "con_"),
        ("/a\\b", "a-b"),  # on POSIX a backslash is a letter of a name
        ("/...", "project"),
        ("/\udcff", "project"),  # a name that is no UTF-8
    ],
)
def test_a_directory_has_its_slug(directory, slug):
    assert slug_of(directory) == slug


@given(st.lists(DIRECTORY, unique=True, max_size=15))
@example(["/srv/w/a-b", "/srv/w/a/b", "/srv/w/a b"])
@example(["/", "/root", "/Root", "//root"])
@example(["/é", "/e\u0301", "/É"])
def test_directories_never_share_a_folder_whatever_the_file_system(directories):
    slugs: list[str] = []
    for directory in directories:
        slugs.append(numbered(slug_of(directory), slugs))
    assert len({same_name_key(slug) for slug in slugs}) == len(directories)
    for slug in slugs:
        assert 0 < len(slug.encode()) <= FILE_BYTES
        assert slug[0] not in ".-~"
        assert slug[-1] not in ". "
        assert not set(slug) & set('<>:"/\\|?* \t\n')
        assert slug == unicodedata.normalize("NFC", slug)


def test_the_later_of_two_gets_a_number():
    assert numbered(slug_of("/home/project-web"), ["home-project-web"]) == "home-project-web-2"
    assert numbered(slug_of("/root"), ["ROOT"]) == "root-2"


@pytest.mark.parametrize("part", ["x", "字", "🎉", "e\u0301"])
def test_long_siblings_have_short_and_different_slugs(part):
    parent = "/" + "/".join([part] * 2000)
    one, other = slug_of(f"{parent}/one"), slug_of(f"{parent}/other")
    assert one != other
    assert max(len(one.encode()), len(other.encode())) <= FILE_BYTES
    assert slug_of(f"{parent}/one") == one


def test_a_long_slug_that_is_taken_has_room_for_its_number():
    slug = slug_of("/" + "字" * 300)
    assert len(numbered(slug, [slug]).encode()) <= FILE_BYTES


@pytest.mark.parametrize(
    ("directory", "name"),
    [
        ("/home/project/web", "web"),
        ("/", "/"),
        ("C:\\", "C:"),
        ("C:\\w\\项目", "项目"),
        ("\\\\srv\\share", "share"),
        ("/a b/", "a b"),
    ],
)
def test_a_project_is_named_by_the_last_part(directory, name):
    assert project_name(directory) == name


@pytest.mark.parametrize(
    ("one", "other", "case_insensitive", "same"),
    [
        ("/w/a", "/w/a/", False, True),
        ("/w/é", "/w/e\u0301", False, True),
        ("/w/A", "/w/a", False, False),
        ("/w/A", "/w/a", True, True),
        ("c:\\w", "C:/w/", False, True),
        ("C:\\W", "C:\\w", True, True),
        ("\\\\?\\C:\\w", "C:\\w", False, True),
        ("/", "//", False, True),
        ("/a/b", "/a-b", True, False),
        ("/w\\a", "/w/a", False, False),
    ],
)
def test_one_directory_has_one_key(one, other, case_insensitive, same):
    assert (same_directory_key(one, case_insensitive) == same_directory_key(other, case_insensitive)) is same
