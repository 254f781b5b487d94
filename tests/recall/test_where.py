"""Where a search looks: in a project and above, in folders that the settings name, never where clew is off."""

from __future__ import annotations

import pytest

import clew
from clew.errors import RuleBroken


def test_a_search_in_a_project_finds_its_own_and_what_belongs_to_none(place):
    place.save("The cache is ours.", title="ours")
    place.save("The cache is theirs.", title="theirs", dir=place.crm)
    place.daily("2026-11-29", "# 2026-11-29\n\n- the cache of the day\n")
    place.long_term("## Notes\n\n- every cache has a limit\n\n## Project: crm\n\n- a cache of customers\n")
    assert len(place.search("cache")) == 5
    found = set(place.texts("cache", project=place.shop))
    assert found == {"The cache is ours.", "- the cache of the day", "- every cache has a limit"}
    assert set(place.texts("cache", project=str(place.crm))) == {
        "The cache is theirs.",
        "- the cache of the day",
        "- every cache has a limit",
        "- a cache of customers",
    }
    assert place.texts("theirs", project=place.home.library.project(place.shop)) == []


def test_a_section_of_a_project_that_nobody_knows_is_found_by_none_but_that_one(place):
    place.long_term("## Project: shop\n\n- a cache of goods\n\n## Project: elsewhere\n\n- a cache of theirs\n")
    assert place.texts("cache", project=place.shop) == ["- a cache of goods"]  # it has saved nothing yet
    assert place.texts("cache", project=place.crm) == []
    place.save("The cache is ours.", dir=place.crm)
    assert place.texts("cache", project=place.crm) == ["The cache is ours."]
    place.save("The goods are here.")
    assert "- a cache of goods" in place.texts("cache", project=place.shop)
    assert len(place.texts("cache")) == 3


def test_parents_are_looked_through_where_they_are_asked_for(place):
    inner = place.shop / "web"
    inner.mkdir()
    place.save("The cache of the shop.", title="outer")
    place.save("The cache of its web.", title="inner", dir=inner)
    assert place.texts("cache", project=inner) == ["The cache of its web."]
    assert set(place.texts("cache", project=inner, parents=True)) == {"The cache of its web.", "The cache of the shop."}
    assert place.texts("cache", project=place.shop, parents=True) == ["The cache of the shop."]


def test_where_only_others_have_something_it_is_said(place):
    place.save("The cache is theirs.", dir=place.crm)
    hits = place.search("cache", project=place.shop)
    assert (list(hits), hits.elsewhere) == ([], True)
    assert not place.search("nothing of it", project=place.shop).elsewhere
    assert not place.search("cache").elsewhere


def test_where_clew_is_off_nothing_is_searched_and_nothing_of_it_is_found(place):
    place.save("The cache is ours.")
    place.save("The cache is theirs.", dir=place.crm)
    assert len(place.search("cache")) == 2
    place.home.off.switch_off(str(place.crm))
    assert place.home.search("cache")[0].project == str(place.shop)  # at once, without a look
    assert place.texts("cache") == ["The cache is ours."]
    with pytest.raises(RuleBroken) as refused:
        place.search("cache", project=place.crm)
    assert refused.value.rule == "off"
    place.home.off.switch_on(str(place.crm))
    assert len(place.search("cache")) == 2


def test_extra_folders_of_the_settings_are_searched_under_their_names(place):
    place.write("vault/deep/note.md", "---\ntags: [redis]\n---\n# Note\n\nA cache of the vault.\n")
    place.write("vault/.hidden/note.md", "A cache that nobody sees.\n")
    place.write("home/config.toml", f'[folders]\nvault = "{place.root / "vault"}"\n')
    place.reopened()
    hit = place.first("cache", project=place.shop)
    assert (hit.store, hit.file, hit.kind) == ("vault", "deep/note.md", "extra")
    assert hit.path == str(place.root / "vault/deep/note.md")
    assert all("nobody sees" not in text for text in place.texts("cache"))
    place.home.off.switch_off(str(place.root / "vault"))
    assert place.texts("cache") == []


def test_an_extra_folder_that_is_not_there_is_told_and_hides_nothing(place):
    place.save("The cache is ours.")
    place.write("home/config.toml", '[folders]\nvault = "/nowhere/at/all"\n')
    place.reopened()
    hits = place.search("cache")
    assert len(hits) == 1
    assert hits.problems == (("/nowhere/at/all", "index.no-folder"),)


def test_what_belongs_to_nobody_and_cannot_be_read_is_no_other_projects(place):
    place.write("vault/note.md", "A cache.\n")
    place.write("home/config.toml", f'[folders]\nvault = "{place.root / "vault"}"\n')
    place.reopened()
    assert place.texts("cache", project=place.shop) == ["A cache."]
    (place.root / "vault").rename(place.root / "away")
    hits = place.search("cache", project=place.shop)
    assert (list(hits), hits.elsewhere) == ([], False)


REACHES = ["", "home", "home/memory", "home/workspace", "home/workspace/memory", "link", "home/memory/below"]


@pytest.mark.parametrize("reach", REACHES)
def test_no_extra_folder_shows_one_project_what_is_anothers(place, reach):
    saved = place.save("The cache is ours.", dir=place.crm)
    place.long_term("## Project: crm\n\n- the cache of long-term memory\n")
    place.write("note.md", "The cache of a note.\n")
    (place.root / "link").symlink_to(place.root / "home" / "memory")
    root = place.root / reach.replace("below", saved.file.partition("/")[0])
    place.write("home/config.toml", f'[folders]\nwide = "{root}"\n')
    place.reopened()
    assert place.texts("cache", project=place.shop) == ["The cache of a note."] * (not reach)
    assert {hit.store for hit in place.search("cache", project=place.crm)} >= {"library", "workspace"}


def test_long_term_memory_that_lies_in_a_vault_is_no_note_of_it(place):
    place.write("vault/Mine.md", "## Project: crm\n\n- the cache of crm\n")
    link = place.root / "home/workspace/memory/MEMORY.md"
    link.parent.mkdir(parents=True)
    link.symlink_to(place.root / "vault/Mine.md")
    place.save("x", dir=place.crm)
    place.write("home/config.toml", f'[folders]\nvault = "{place.root / "vault"}"\n')
    place.reopened()
    assert place.texts("cache", project=place.shop) == []
    assert [hit.store for hit in place.search("cache", project=place.crm)] == ["workspace"]


def test_where_clew_is_off_below_an_extra_folder_nothing_is_found(place):
    place.write("vault/private/deep/note.md", "A private cache.\n")
    place.write("vault/note.md", "A cache.\n")
    (place.root / "link").symlink_to(place.root / "vault")
    place.write("home/config.toml", f'[folders]\nvault = "{place.root / "link"}"\n')
    place.reopened()
    assert sorted(place.texts("cache")) == ["A cache.", "A private cache."]
    place.home.off.switch_off(str(place.root / "vault" / "private"))
    assert [hit.text for hit in place.home.search("cache")] == ["A cache."]
    assert place.texts("cache") == ["A cache."]
    assert place.home.index.status().files == 1
    place.home.off.switch_on(str(place.root / "vault" / "private"))
    assert len(place.texts("cache")) == 2


def test_a_folder_that_the_settings_name_no_more_is_not_found_and_not_kept(place):
    place.write("vault/note.md", "A cache.\n")
    place.write("home/config.toml", f'[folders]\nvault = "{place.root / "vault"}"\n')
    before = place.reopened()
    assert place.texts("cache") == ["A cache."]
    place.write("home/config.toml", f'[folders]\nother = "{place.root / "vault"}"\n')
    now = clew.open(place.root / "home", place.clock)
    assert [hit.store for hit in now.search("cache")] == ["other"]
    assert now.index.status().stores == {"other": 1}
    before.index.touched()
    assert [hit.store for hit in before.search("cache")] == ["vault"], "it runs on with the settings that it began with"
    now.close()
    place.write("home/config.toml", "")
    place.reopened()
    assert place.texts("cache") == []
    assert place.home.index.status().files == 0
