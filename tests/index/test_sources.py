"""What is searched, and what is not: memories, long-term memory, daily notes, extra folders; never where clew is off."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path

import pytest

from clew.home import open_home
from clew.index.contract import Scope
from clew.index.index import Index
from clew.index.sources.folders import FolderSource
from clew.index.sources.library import LibrarySource
from clew.index.sources.workspace import WorkspaceSource
from clew.text.terms import terms_of
from tests.deep import deep_folders
from tests.index.conftest import NOW, clock


class House:
    """A home with a library, a workspace and an extra folder, and its index."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.home = open_home(str(place / "home"), clock)
        self.memory = place / "home" / "memory"
        self.workspace = place / "home" / "workspace" / "memory"
        self.vault = place / "vault"
        self.index = Index(self.home.path, self.sources())

    def sources(self):
        home = self.home
        return [
            LibrarySource(lambda: home.library),
            WorkspaceSource(lambda: home.workspace_store, lambda: home.library, home.off, clock),
            FolderSource("vault", str(self.vault), clock),
        ]

    def save(self, dir: str, text: str, **more):
        conversation = self.home.library.project(dir).start(pick=0)
        return conversation.save(text, tags=["one", "two"], title=more.pop("title", "Notes"), **more)

    def found(self, query: str, scope: Scope | None = None):
        self.index.touched()
        self.index.look()
        return self.index.passages(self.index.candidates(terms_of(query), scope, 100))

    def files(self, query: str, scope: Scope | None = None):
        return sorted(passage.file for passage in self.found(query, scope))


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path)
    (tmp_path / "home").mkdir()
    house.vault.mkdir()
    yield house
    house.index.close()
    house.home.close()


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_a_memory_is_found_with_its_project_tags_and_time(house):
    saved = house.save("/work/shop", "We chose **Redis**.\n\nIt is quick.", title="Choosing", heading="The cache")
    (passage,) = house.found("redis")
    assert (passage.store, passage.kind, passage.file) == ("library", "memory", saved.file)
    assert (passage.project, passage.title, passage.heading) == ("/work/shop", "Choosing", "The cache")
    assert (passage.tags, passage.time, passage.day) == (("one", "two"), NOW.isoformat(), NOW.toordinal())
    assert passage.segment == 1
    assert house.files("choosing") == [saved.file, saved.file]


def test_the_own_save_is_found_at_once(house):
    for number in range(5):
        saved = house.save("/work/shop", f"Said number{number}", title=f"T{number}")
        assert saved.file in house.files(f"number{number}")


def test_a_project_sees_its_own_and_what_is_nobodys(house):
    shop, blog = house.save("/work/shop", "redis one"), house.save("/work/blog", "redis two")
    put(house.workspace / "MEMORY.md", "- redis is everybody's\n")
    assert house.files("redis", Scope(projects=("/work/shop",))) == sorted(["memory/MEMORY.md", shop.file])
    assert house.files("redis", Scope(projects=("/work/shop", "/work/blog"))) == sorted(
        ["memory/MEMORY.md", shop.file, blog.file]
    )
    assert house.files("redis", Scope(projects=("/work/none",))) == ["memory/MEMORY.md"]
    assert len(house.files("redis")) == 3


def test_conflict_copies_hidden_files_and_other_files_are_no_memories(house):
    saved = house.save("/work/shop", "redis")
    folder = (house.memory / saved.file).parent
    for name in ("x.conflict-laptop-20261130T152448.md", "x (conflicted copy 2026-11-30).md", ".hidden.md", "x.txt"):
        put(folder / name, "redis\n")
    put(house.memory / "loose.md", "redis\n")
    (folder / "folder.md").mkdir()
    os.symlink(saved.path, folder / "link.md")
    assert house.files("redis") == [saved.file]
    assert house.index.look().problems == ()


def test_a_memory_made_by_hand_is_found(house):
    saved = house.save("/work/shop", "one")
    put((house.memory / saved.file).with_name("by hand.md"), "Redis, without a comment\n")
    (passage,) = house.found("redis")
    assert (passage.project, passage.tags, passage.segment) == ("/work/shop", (), 0)


def test_a_folder_that_no_entry_names_belongs_to_whom_its_memories_say(house):
    saved = house.save("/work/shop", "redis")
    (house.memory / ".clue").unlink()
    assert [passage.project for passage in house.found("redis")] == ["/work/shop"]
    put(house.memory / "strange" / "by hand.md", "nginx\n")
    assert [passage.project for passage in house.found("nginx")] == [None]
    assert saved.file in house.files("redis")


def test_where_clew_is_off_nothing_is_read_or_found(house, opened):
    shop = house.save("/work/shop", "redis one", title="Secret")
    blog = house.save("/work/blog", "redis two")  # a young file may be read again
    put(
        house.workspace / "MEMORY.md",
        '- all redis\n\n## Project: shop\n\n- shop redis <!-- clew dir="/work/shop" -->\n',
    )
    assert len(house.files("redis")) == 4
    house.home.off.switch_off("/work/shop")
    assert house.files("redis") == sorted([blog.file, "memory/MEMORY.md"])
    put(house.memory / shop.file, "redis and more\n")
    opened.clear()
    assert house.files("more") == []
    assert not any("shop" in name or name == Path(shop.file).name for name in opened)
    house.home.off.switch_on("/work/shop")
    assert house.files("more") == [shop.file]


def test_where_clew_is_off_a_folder_without_an_entry_is_not_found_either(house):
    house.save("/work/shop", "redis")
    (house.memory / ".clue").unlink()
    assert len(house.files("redis")) == 1
    house.home.off.switch_off("/work")
    assert house.files("redis") == []
    house.home.off.switch_on("/work")
    assert len(house.files("redis")) == 1


def test_a_relinked_project_is_found_under_its_new_directory(house):
    from clew.library.moving import relink

    house.save("/work/shop", "redis")
    assert house.found("redis")[0].project == "/work/shop"
    relink(house.home.library, "/work/shop", "/elsewhere/shop")
    assert [passage.project for passage in house.found("redis")] == ["/elsewhere/shop"]


def test_long_term_memory_knows_whose_each_section_is(house):
    house.save("/work/shop", "x")
    house.save("/work/blog", "y")
    put(
        house.workspace / "MEMORY.md",
        "# Long-term\n\n## Preferences\n\n- redis for all\n\n## Project: shop\n\n- redis for shop\n\n"
        '## Project: blog\n\n- redis <!-- clew fact="f1" dir="/work/blog" time="2026-10-02T10:00:00+08:00" -->\n'
        "\n## Project: unheard of\n\n- redis for whom\n",
    )
    found = {passage.lines[0]: passage for passage in house.found("redis")}
    assert {line: passage.project for line, passage in found.items()} == {
        5: None,
        9: "/work/shop",
        13: "/work/blog",
        17: "unheard of",  # nobody's directory
    }
    assert {passage.kind for passage in found.values()} == {"long-term"}
    assert (found[13].time, found[13].day) == ("2026-10-02T10:00:00+08:00", date(2026, 10, 2).toordinal())
    assert found[5].heading == "Preferences"


def test_a_section_is_told_anew_when_the_projects_change(house):
    put(house.workspace / "MEMORY.md", "## Project: shop\n\n- redis\n")
    assert [passage.project for passage in house.found("redis")] == ["shop"]
    house.save("/work/shop", "x")
    assert [passage.project for passage in house.found("redis")] == ["/work/shop"]


def test_a_daily_note_is_of_its_day(house):
    put(house.workspace / "202610" / "20261002.md", "# 2026-10-02\n\nRedis today.\n")
    put(house.workspace / "202610" / "notes.md", "redis, which is no daily note\n")
    put(house.workspace / "other.md", "redis, which is nothing\n")
    (passage,) = house.found("redis")
    assert (passage.kind, passage.file, passage.store) == ("daily", "memory/202610/20261002.md", "workspace")
    assert (passage.time, passage.day) == ("2026-10-02T00:00:00+08:00", date(2026, 10, 2).toordinal())
    assert passage.title == "2026-10-02"


def test_a_workspace_in_a_vault_is_followed(house, tmp_path):
    put(tmp_path / "own" / "Memory of mine.md", "redis\n")
    house.workspace.mkdir(parents=True)
    os.symlink(tmp_path / "own" / "Memory of mine.md", house.workspace / "MEMORY.md")
    assert house.files("redis") == ["memory/MEMORY.md"]
    put(tmp_path / "own" / "Memory of mine.md", "nginx now\n")
    assert (house.files("redis"), house.files("nginx")) == ([], ["memory/MEMORY.md"])


def test_an_extra_folder_is_read_whole_but_for_what_is_hidden(house, tmp_path):
    for name in ("a.md", "deep/er/b.MD", "c.markdown", "名字.md"):
        put(house.vault / name, "redis\n")
    for name in (".obsidian/x.md", "deep/.trash/x.md", "node_modules/x.md", "x.txt", ".x.md"):
        put(house.vault / name, "redis\n")
    os.symlink(house.vault, house.vault / "again")
    assert house.files("redis") == sorted(["a.md", "deep/er/b.MD", "c.markdown", "名字.md"])
    assert {passage.store for passage in house.found("redis")} == {"vault"}


def test_a_missing_folder_is_told_and_costs_nothing_else(house):
    saved = house.save("/work/shop", "redis")
    put(house.vault / "a.md", "redis\n")
    assert len(house.files("redis")) == 2
    house.vault.rename(house.place / "unmounted")
    assert saved.file in house.files("redis")
    assert house.index.look().problems == ((str(house.vault), "index.no-folder"),)
    (house.place / "unmounted").rename(house.vault)
    assert len(house.files("redis")) == 2
    assert house.index.look().problems == ()


def test_a_file_that_cannot_be_read_is_told_and_the_others_are_found(house, monkeypatch):
    put(house.vault / "bad.md", "redis\n")
    put(house.vault / "good.md", "redis\n")
    real = os.open

    def closed(path, *more, **named):
        if str(path).endswith("bad.md"):
            raise PermissionError(13, "Permission denied", path)
        return real(path, *more, **named)

    monkeypatch.setattr(os, "open", closed)
    assert house.files("redis") == ["good.md"]
    assert house.index.look().problems == ((str(house.vault / "bad.md"), "stores.read-EACCES"),)
    monkeypatch.undo()
    os.chmod(house.vault / "bad.md", 0o600)
    assert house.files("redis") == ["bad.md", "good.md"]
    assert house.index.look().problems == ()


@pytest.mark.skipif(os.name == "nt", reason="no path may be that long there")
def test_folders_may_lie_as_deep_as_a_program_made_them(house):
    put(house.vault / "good.md", "redis\n")
    with deep_folders(house.vault, 1100, "redis\n"):
        assert house.files("redis") == ["good.md"]
        ((path, key),) = house.index.look().problems
        assert (path.count("/d"), key) == (101, "index.too-deep")


def test_names_that_are_no_unicode_are_left_alone(house):
    if os.name == "nt" or os.uname().sysname == "Darwin":
        pytest.skip("there is no such name here")
    put(house.vault / "good.md", "redis\n")
    Path(os.fsdecode(os.fsencode(house.vault) + b"/b\xff.md")).write_text("redis\n")
    os.mkdir(os.fsencode(house.vault) + b"/d\xff")
    assert house.files("redis") == ["good.md"]


def test_what_is_not_utf8_is_told_and_found_by_what_can_be_read(house):
    (house.vault / "latin.md").write_bytes(b"caf\xe9 redis\n\nnginx \xff\xfe\n")
    (house.vault / "gbk.md").write_bytes("用Redis缓存\n".encode("gbk"))
    assert house.files("redis") == ["gbk.md", "latin.md"]
    assert house.files("nginx") == ["latin.md"]
    told = {(str(house.vault / name), "index.not-utf8") for name in ("latin.md", "gbk.md")}
    assert set(house.index.look().problems) == told
    assert house.index.status().files == 2
    for name in ("latin.md", "gbk.md"):
        (house.vault / name).write_text("用Redis缓存\n", "utf-8")
    assert house.files("缓存") == ["gbk.md", "latin.md"]
    assert house.index.look().problems == ()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "utf-16-le"])
def test_what_says_that_it_is_utf16_is_read_as_that(house, encoding):
    mark = "" if encoding in ("utf-8-sig", "utf-16") else "\ufeff"
    (house.vault / "wide.md").write_bytes(f"{mark}# 标题\r\n\r\n用Redis缓存\r\n".encode(encoding))
    put(house.workspace / "MEMORY.md", "")
    (house.workspace / "MEMORY.md").write_bytes(f"{mark}缓存 of all\n".encode(encoding))
    found = {passage.file: passage for passage in house.found("缓存")}
    assert {file: passage.lines for file, passage in found.items()} == {"wide.md": (3, 3), "memory/MEMORY.md": (1, 1)}
    data = house.index.data_of(found["wide.md"])
    assert "用Redis缓存" in data.decode()
    assert house.index.look().problems == ()


def test_a_project_can_be_looked_at_alone(house):
    house.save("/work/shop", "redis")
    house.save("/work/blog", "redis")
    assert len(house.files("redis")) == 2
    shop, blog = house.save("/work/shop", "nginx", title="A"), house.save("/work/blog", "nginx", title="B")
    house.index.touched()
    seen = house.index.look(Scope(projects=("/work/shop",)))
    assert seen.changed >= 1
    found = house.index.passages(house.index.candidates(terms_of("nginx"), None, 10))
    assert [passage.file for passage in found] == [shop.file]
    assert house.files("nginx") == sorted([shop.file, blog.file])


@pytest.mark.parametrize("project", ["/work/shop", "/work/blog", "/work/copy", "/work/none"])
def test_a_project_looked_at_alone_has_the_folders_that_it_has_among_all(house, project):
    """Where another program appended a second entry of a directory too, and where two share a folder."""
    house.save("/work/shop", "redis")
    blog = house.save("/work/blog", "redis").file.partition("/")[0]
    put(
        house.memory / ".clue",
        (house.memory / ".clue").read_text()
        + "".join(
            f'  - dir: "{dir}"\n    dir_slug: "{blog}"\n    name: "x"\n    common_tags: []\n    memories: []\n'
            for dir in ("/work/shop", "/work/copy")
        ),
    )
    library = house.sources()[0]
    all_shelves = {shelf.path: shelf for shelf in library.look(None).shelves}
    alone = library.look(Scope(projects=(project,)))
    assert house.home.library.clue.problem is None
    assert {shelf.path for shelf in alone.shelves} == {*alone.paths}
    assert all(shelf == all_shelves[shelf.path] for shelf in alone.shelves)
    assert bool(alone.shelves) == (project != "/work/none")
