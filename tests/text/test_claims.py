"""Which facts clash and which do not: the precision of `remember`, in both languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.text.claims import claim_of, contradicts, key_of

CLASH = [
    ("Timezone: UTC", "Timezone: Asia/Shanghai"),
    ("时区：上海", "时区：柏林"),
    ("Timezone: UTC", "时区：上海"),
    ("The user's timezone is UTC", "My time zone is CET"),
    ("uses tool X", "stopped using tool X, now uses tool Y"),
    ("Uses npm", "Stopped using npm, now uses pnpm"),
    ("The project uses PostgreSQL", "The project uses SQLite"),
    ("编辑器用的是 Vim", "编辑器用的是 Emacs"),
    ("项目用的是 PostgreSQL", "项目用的是 MySQL"),
    ("用户使用 npm", "用户不再使用 npm，改用 pnpm"),
    ("我用的是小米手机", "我用的是华为手机"),
    ("The default branch is main", "The default branch is trunk"),
    ("用户的编辑器是 Vim", "用户的编辑器是 VS Code"),
    ("User prefers tabs", "User prefers spaces"),
    ("用户喜欢深色模式", "用户喜欢浅色模式"),
    ("**Editor**: vim", "User uses emacs"),
    ("The user uses vim", "The user does not use vim"),
    ("部署端口是 8080", "部署端口改成了 9090"),
    ("uses Celery for jobs", "uses RQ for jobs"),
    ("用户名字是小明", "用户名字是小红"),
    ("My name is Bob", "My name is Alice"),
    ("The deploy target is staging", "The deploy target is production"),
    ("Deadline: Friday", "The deadline is Monday"),
    ("uses X", "stopped using X, now uses Y"),
    ("使用 X", "不再使用 X，现在用 Y"),
    ("我们用 Jenkins", "我们从 Jenkins 换成了 GitHub Actions"),
    ("用户用的是 Windows", "用户用的是 Mac"),
    ("Language: Chinese", "Language: English"),
    ("The server is Hetzner", "The server is AWS"),
    ("Prefers dark mode", "Prefers light mode"),
    ("The project's database is Postgres", "Database: SQLite"),
    ("默认模型：gpt-4", "默认模型：glm-4.6"),
]

BOTH_TRUE = [
    ("Alice is a doctor", "Alice is a mother"),
    ("The project uses Redis", "The project uses PostgreSQL"),
    ("Note: buy milk", "Note: call Bob"),
    ("The port is 8080 in staging", "The port is 9090 in production"),
    ("uses vim on the server", "uses VS Code on the laptop"),
    ("The server is slow", "The server is in Berlin"),
    ("注意：别推送", "注意：先测试"),
    ("Likes tea", "Likes coffee"),
    ("用户喜欢茶", "用户喜欢咖啡"),
    ("Port: 8080 (staging)", "Port: 9090 (production)"),
    ("The user uses Docker", "The user uses Git"),
    ("项目使用 Redis", "项目使用 Kafka"),
    ("API port: 80", "Web port: 81"),
    ("Alice's birthday is 1 May", "Bob's birthday is 2 May"),
    ("用户是医生", "用户是父亲"),
    ("因为太慢", "因为太贵"),
    ("Timezone: UTC", "timezone is utc"),
    ("meeting at 10:30", "meeting at 11:30"),
    ("See https://a.example/x", "See https://b.example/x"),
    ("The user is Bob", "The user is tall"),
    ("uses vim and emacs", "uses vim"),
    ("The build is green", "The build is slow"),
    ("It is always sunny", "It is raining"),
    ("The user works with Bob", "The user works with Alice"),
    ("Prefers short answers", "Prefers Chinese answers"),
    ("用户用 Python 写后端", "用户用 Go 写工具"),
    ("Never push on Friday", "Always run tests"),
    ("Uses tabs in Go", "Uses spaces in Python"),
    ("用户的孩子是小明", "用户的孩子是小红"),
    ("喜欢用 Python", "喜欢用 Rust"),
    ("Alice: likes tea", "Alice: hates coffee"),
    ("todo: a", "todo: b"),
    ("项目A使用 MySQL", "项目B使用 SQLite"),
    ("The billing service uses MySQL", "The search service uses SQLite"),
    ("John's email is a@b.c", "The email is x@y.z"),
]


@pytest.mark.parametrize(("old", "new"), CLASH)
def test_another_value_of_the_same_thing_takes_its_place(old, new):
    before, after = claim_of(old), claim_of(new)
    assert before
    assert after
    assert contradicts(after, before)


@pytest.mark.parametrize(("one", "other"), BOTH_TRUE)
def test_what_may_both_be_true_stays(one, other):
    first, second = claim_of(one), claim_of(other)
    if first and second:
        assert not contradicts(second, first)
        assert not contradicts(first, second)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("User prefers tabs.", "the user prefers  Tabs"),
        ("用户喜欢 Python 。", "用户喜欢Python"),
        ("**Timezone**: UTC", "timezone: utc"),
        ("caf\u00e9", "cafe\u0301"),
        ("“quoted”", "quoted"),
    ],
)
def test_a_near_copy_says_the_same(one, other):
    assert key_of(one) == key_of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("C++", "C"), ("not tea", "tea"), ("port 8080", "port 8081"), (".env", "env"), ("A > B", "A < B"), ("-1", "1")],
)
def test_one_sign_can_make_another_fact(one, other):
    assert key_of(one) != key_of(other)


@given(st.text(max_size=60))
def test_any_text_can_be_asked_what_it_claims(text):
    claim = claim_of(text)
    assert claim is None or not contradicts(claim, claim) or claim.value in claim.ended
