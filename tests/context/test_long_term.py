"""Of MEMORY.md an agent gets what concerns its project, and none of the scaffolding."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.context.long_term import for_project
from clew.text.fact_lines import Mark, marked_superseded, written
from clew.workspace.realms import Owner
from clew.workspace.template import TEMPLATE

SHOP = Owner("shop", "/work/shop", lambda: False)


def shown(text, project="shop"):
    return list(for_project(text, Owner(project, f"/work/{project}", lambda: False)).lines)


@pytest.mark.parametrize("text", ["", "\n\n", TEMPLATE, TEMPLATE.replace("\n", "\r\n"), "\ufeff" + TEMPLATE])
def test_of_an_untouched_template_nothing_is_left(text):
    assert shown(text) == []


def test_placeholders_and_empty_sections_are_left_out_and_facts_stay():
    text = TEMPLATE.replace("(Things to remember)", "- Never push on a Friday\n\n\n\n- 周五不发布")
    assert shown(text) == ["## Important Notes", "", "- Never push on a Friday", "", "- 周五不发布"]


def test_a_template_list_that_somebody_went_on_with_is_no_placeholder():
    text = TEMPLATE.replace("- Skills enabled", "- Skills enabled\n- Model: small")
    assert shown(text)[-4:] == ["- Model preferences", "- Channel settings", "- Skills enabled", "- Model: small"]


@pytest.mark.parametrize(
    "heading", ["## Project: other", "## project:other", "## 项目：other", "### Project: other ##"]
)
def test_other_projects_sections_stay_away(heading):
    text = f"## Notes\n\n- ours\n\n{heading}\n\n- theirs\n\n#### deeper\n\n- theirs too\n\n## Project: shop\n\n- here\n"
    found = for_project(text, SHOP)
    assert "- ours" in found.lines
    assert "- here" in found.lines
    assert "theirs" not in "\n".join(found.lines)
    assert "deeper" not in "\n".join(found.lines)
    assert found.of_others > 0


@pytest.mark.parametrize(
    "text",
    [
        "```\n## Project: other\n- secret\n```\n",
        "```\nnever closed\n## Project: other\n- secret\n",
        "<!--\n## Project: other\n- secret\n-->\n",
        "## Project: other\n```sh\n# install\nsecret\n```\n",
        "## Project: other\n<!--\n## Notes\n-->\n- secret\n",
        "Project: other\n---\n- secret\n",
        "## Project: other\r\n- secret\r\n",
        "## Notes\r## Project: other\r- secret\r",
        "   ## Project: other\n- secret\n",
        "## Project: other\n- fact\n---\n- secret\n",
        "## Project: shop\n### Project: other\n- secret\n",
        "## Project: other\n### Project: shop\n- secret\n",
    ],
)
def test_no_other_projects_fact_gets_through_a_heading_that_looks_like_something_else(text):
    assert "secret" not in "\n".join(shown(text))


def test_a_projects_name_in_another_normalisation_is_the_same_name():
    assert shown("## Project: Gru\u0308n\n- here\n", "Gr\u00fcn") == ["## Project: Gru\u0308n", "- here"]


def test_of_two_projects_with_one_name_each_gets_its_own_facts():
    ours = written("ours", Mark(fact="f1", dir="/work/shop"))
    theirs = written("theirs", Mark(fact="f2", dir="/clients/shop"))
    text = f"## Project: shop\n{theirs}\n\n## Project: shop (/work/shop)\n{ours}\n"
    assert shown(text) == ["## Project: shop (/work/shop)", "- ours"]
    hand_made = "## Project: shop\n- by hand\n"
    assert shown(hand_made)
    assert list(for_project(hand_made, Owner("shop", "/work/shop", lambda: True)).lines) == []


def test_comments_of_facts_are_not_shown_and_pins_are():
    mark = Mark(fact="f1", agent="goose", time="2026-11-30T15:00:00+08:00")
    text = (
        f"## Notes\n{written('tabs', mark)}\n{written('no Fridays', mark, pinned=True)}\n- plain <!-- a person's -->\n"
    )
    found = for_project(text, SHOP)
    assert list(found.lines) == ["## Notes", "- tabs", "- no Fridays <!-- pin -->", "- plain <!-- a person's -->"]
    assert found.pinned == (2,)


def test_a_superseded_fact_is_left_out_and_counted():
    old = marked_superseded(written("UTC", Mark(fact="f1")), "2026-11-30", "f2")
    found = for_project(f"## Notes\n{old}\n{written('CET', Mark(fact='f2'))}\n", SHOP)
    assert list(found.lines) == ["## Notes", "- CET"]
    assert found.superseded > 0


PIECES = st.sampled_from(
    [
        "# A",
        "## B",
        "## Project: other",
        "## Project: shop",
        "### C",
        "- x",
        "text",
        "---",
        "```",
        "<!--",
        "-->",
        "",
        "  ",
    ]
)


@given(st.lists(PIECES, max_size=14))
def test_items_between_headings_change_nothing_in_what_is_a_section(pieces):
    """Long texts are read at their headings only; that must not show."""
    text = "\n".join(pieces)
    quick = for_project(text, SHOP)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("clew.context.long_term._HEADINGS", Everything())
        assert for_project(text, SHOP) == quick


class Everything:
    def __contains__(self, _):
        return True
