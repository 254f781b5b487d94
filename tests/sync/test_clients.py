"""Other people's clients in this process, on the service that we test against, beside ours: it is one that they take for
theirs, and what they do to notes is survived."""

from __future__ import annotations

import pytest

from tests.sync.server import APP, EMAIL, PASSWORD


@pytest.fixture
def simplenote(server, monkeypatch):
    """simplenote.py, logged in."""
    module = pytest.importorskip("simplenote.simplenote")
    monkeypatch.setattr(module, "AUTH_URL", f"{server.url}/1/{APP}/authorize/")
    monkeypatch.setattr(module, "DATA_URL", f"{server.url}/1/{APP}/note")
    return module.Simplenote(EMAIL, PASSWORD)


@pytest.fixture
def bucket(server):
    """Simperium3, logged in."""
    core = pytest.importorskip("simperium.core")
    host = server.url.partition("//")[2]
    token = core.Auth(APP, "any key", host=host, scheme="http").authorize(EMAIL, PASSWORD)
    return core.Bucket(APP, token, "note", host=host, scheme="http", clientid="test")


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # they leave connections open
class TestSimplenotePy:
    def test_it_does_all_that_it_can_do(self, simplenote, server):
        made, status = simplenote.add_note({"content": "# One\n👍", "tags": ["b", "a"]})
        assert status == 0
        found, status = simplenote.get_note(made["key"])
        assert (found["content"], found["tags"], found["version"], status) == ("# One\n👍", ["a", "b"], 1, 0)
        found["content"] += "\ntwo"
        assert simplenote.update_note(found)[0]["version"] == 2
        assert simplenote.get_note(made["key"], 1)[0]["content"] == "# One\n👍"
        assert [one["key"] for one in simplenote.get_note_list(tags=["a"])[0]] == [made["key"]]
        assert simplenote.trash_note(made["key"])[0]["deleted"] is True
        assert simplenote.delete_note(made["key"]) == ({}, 0)
        assert simplenote.get_note(made["key"])[1] == -1

    def test_it_follows_a_listing_of_three_pages_to_its_end(self, simplenote, server):
        for number in range(2315):
            server.write(f"n{number}", f"{number}")
        listed, status = simplenote.get_note_list(data=False)
        assert (len({one["key"] for one in listed}), status) == (2315, 0)

    def test_the_defaults_that_it_fills_in_take_no_tags_from_a_memory(self, simplenote, laptop, server):
        done = laptop.push(laptop.save("one", tags=("a", "b")))
        content = server.note(done.id)["content"]
        assert simplenote.update_note({"key": done.id, "content": content + "\nfrom there"})[1] == 0
        assert server.note(done.id)["tags"] == []
        laptop.sync(), laptop.sync()
        assert "from there" in laptop.read(done.file)
        assert laptop.tags(done.file) == ("a", "b")
        laptop.save("two")
        laptop.sync()
        assert set(server.note(done.id)["tags"]) == {"a", "b"}
        assert server.note(done.id)["systemTags"] == ["markdown"]

    def test_the_trash_that_it_empties_by_default_brings_no_memory_back(self, simplenote, laptop, server):
        file = laptop.save("one")
        done = laptop.push(file)
        content = server.note(done.id)["content"]
        server.write(done.id, content, deleted=True)
        laptop.sync()
        assert simplenote.update_note({"key": done.id, "content": content})[0]["deleted"] is False
        assert laptop.sync() == []
        assert not (laptop.root / file).exists()

    def test_the_second_note_that_its_retry_makes_is_none_of_ours(self, simplenote, laptop, server):
        server.fail("drop after", 1, method="POST", path="/note/i/")
        simplenote.add_note("# Theirs")
        simplenote.add_note("# Theirs")
        laptop.push(laptop.save("one"))
        assert laptop.sync() == []
        assert len(server.contents()) == 3


class TestSimperium3:
    def test_it_does_all_that_it_can_do(self, bucket, server):
        whole = {"content": "x", "tags": [], "systemTags": [], "creationDate": 1, "modificationDate": 1}
        whole |= {"deleted": False, "shareURL": "", "publishURL": ""}
        id = bucket.new(whole)
        assert bucket.get(id) == whole
        assert bucket.post(id, {"content": "y"}, version=1, include_response=True)[1]["content"] == "y"
        assert bucket.get(id, version=1)["content"] == "x"
        assert bucket.post(id, {**whole, "content": "z"}, replace=True) == id
        assert [one["v"] for one in bucket.index(data=True)["index"]] == [3]
        assert [change["o"] for change in bucket.changes()] == ["M"] * 3
        assert len(bucket.all()) == 3
        assert bucket.bulk_post({"b1": whole, "b2": {"content": "incomplete"}})[1]["error"] == 400
        assert bucket.delete(id)
        assert bucket.get(id, default="gone") == "gone"

    def test_an_operation_said_twice_is_done_once(self, bucket, server):
        requests = pytest.importorskip("requests")
        whole = {"content": "x", "tags": [], "systemTags": [], "creationDate": 1, "modificationDate": 1}
        whole |= {"deleted": False, "shareURL": "", "publishURL": ""}
        bucket.post("a", whole, ccid="c1")
        with pytest.raises(requests.HTTPError) as refusal:
            bucket.post("a", whole, ccid="c1")
        assert refusal.value.response.status_code == 409

    def test_edits_without_a_date_are_seen_all_the_same(self, bucket, laptop, server):
        done = laptop.push(laptop.save("one"))
        bucket.post(done.id, {"content": bucket.get(done.id)["content"] + "\nmore"})
        laptop.sync()
        assert "more" in laptop.read(done.file)
