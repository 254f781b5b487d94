"""A large library, written straight to the disk: what a few years of many conversations leave behind.

The same numbers give the same bytes, whatever the day. Texts are put together from sentences as people write them
after a conversation, in English and Chinese; sizes are spread as in real libraries, most memories small, a few long.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from clew.text.clue import ClueEntry, ClueMemory, new_clue
from clew.text.segments import Mark, first_segment, next_segment

BEGUN = datetime(2024, 1, 8, 9, 0, tzinfo=UTC)

SUBJECTS = {
    "en": (
        "login",
        "invoices",
        "search",
        "backups",
        "the cache",
        "uploads",
        "the queue",
        "releases",
        "alerts",
        "the parser",
    ),
    "zh": ("登录", "账单", "搜索", "备份", "缓存", "上传", "任务队列", "发布流程", "告警", "解析器"),
}
TOOLS = (
    "SQLite",
    "PostgreSQL",
    "Redis",
    "nginx",
    "systemd",
    "Docker",
    "pytest",
    "Rust",
    "TypeScript",
    "Kafka",
    "Grafana",
    "S3",
)
TAGS = {
    "en": (
        "database",
        "performance",
        "deployment",
        "testing",
        "security",
        "api",
        "bug",
        "design",
        "release",
        "monitoring",
    ),
    "zh": ("数据库", "性能", "部署", "测试", "安全", "接口", "缺陷", "设计", "发布", "监控"),
}
SENTENCES = {
    "en": (
        "Decided: {tool} for {subject}, because one machine is enough for {many} requests a day.",
        "Measured {few} runs of {subject} with {tool}: the median fell from {many} ms to {few} ms.",
        "Result: after the change {subject} held {many} entries without an error for {few} days.",
        "Reason: {tool} is already on the server, and nobody wants to look after a second thing.",
        "Open: who tells the customers that {subject} is read-only on Sunday from {few} o'clock?",
        "Dropped: a second {tool} only for {subject}; it cost {many} euros a year and saved {few} seconds.",
        "{tool} logged `connection reset by peer` {few} times; the proxy closed idle connections after {many} s.",
        "The migration of {subject} runs in {few} steps, each can be repeated, and step {few} is the slow one.",
        "Agreed: no change to {subject} on a Friday. The one from week {few} took {many} minutes to take back.",
    ),
    "zh": (
        "决定：{subject}用 {tool}，一台机器每天处理 {many} 个请求绰绰有余。",
        "用 {tool} 把{subject}跑了 {few} 遍，中位数从 {many} 毫秒降到 {few} 毫秒。",
        "结果：改动之后，{subject}存了 {many} 条记录，连续 {few} 天没有报错。",
        "理由：服务器上本来就有 {tool}，没有人想再多照看一样东西。",
        "未决：星期天 {few} 点起{subject}只读，由谁通知客户？",
        "放弃：专门为{subject}再装一套 {tool}，一年多花 {many} 元，只省 {few} 秒。",
        "{tool} 的日志里出现了 {few} 次“连接被对方重置”，原因是代理在空闲 {many} 秒后断开。",
        "{subject}的迁移分 {few} 步，每一步都可以重做，最慢的是第 {few} 步。",
        "约定：星期五不动{subject}。第 {few} 周那次回退花了 {many} 分钟。",
    ),
}
HEADINGS = {"en": "{subject} with {tool}", "zh": "{subject}与 {tool}"}


@dataclass(frozen=True)
class Library:
    root: Path
    projects: list[str]  # the `dir` of each
    memories: int
    bytes: int


def build(root: Path, projects: int = 500, memories: int = 10_000, chinese: float = 0.5) -> Library:
    """Writes the whole library, clue file included. No fsync: it can be made again. `chinese` is the share of such memories."""
    random = Random(20_240_108)
    entries, written = [], 0
    dirs = [f"/home/you/{'projects' if number % 2 else 'clients'}/site-{number:03}" for number in range(projects)]
    for number, dir in enumerate(dirs):
        slug = dir.strip("/").replace("/", "-")
        folder = root / slug
        folder.mkdir(parents=True)
        share = memories // projects + (number < memories % projects)
        rows, common = [], {}
        for name, tags, data, modified in _memories(random, dir, share, number, chinese):
            path = folder / f"{name}.md"
            path.write_bytes(data)
            os.utime(path, (modified, modified))
            written += len(data)
            rows.append(ClueMemory(path.name, tags))
            common.update(dict.fromkeys(tags))
        entries.append(ClueEntry(dir, slug, dir.rpartition("/")[2], tuple(common), tuple(rows)))
    root.joinpath(".clue").write_bytes(new_clue(entries))
    return Library(root, dirs, memories, written)


def _memories(
    random: Random, dir: str, share: int, project: int, chinese: float
) -> Iterator[tuple[str, tuple[str, ...], bytes, float]]:
    for number in range(share):
        lang = "zh" if random.random() < chinese else "en"
        subject, tool = random.choice(SUBJECTS[lang]), random.choice(TOOLS)
        name = f"{subject}{tool}{number}" if lang == "zh" else f"{subject}-{tool}-{number}".replace(" ", "-").lower()
        conversation = f"c{project:03}-{number:03}"
        time = BEGUN + timedelta(hours=random.randrange(24_000), minutes=project)
        data, all_tags = b"", {}
        for _ in range(min(int(random.expovariate(0.5)) + 1, 12)):
            tags = (random.choice(TAGS[lang]), f"site-{project:03}", tool.lower())
            mark = Mark(
                conversation=conversation, time=time.isoformat(), dir=dir, agent="goose", device="laptop", tags=tags
            )
            heading, text = HEADINGS[lang].format(subject=subject, tool=tool), _text(random, lang, subject)
            data += next_segment(data, mark, heading, text) if data else first_segment(name, mark, heading, text)
            all_tags.update(dict.fromkeys(tags))
            time += timedelta(minutes=random.randrange(5, 500))
        yield name, tuple(all_tags), data, time.timestamp()


def _text(random: Random, lang: str, subject: str) -> str:
    def sentence() -> str:
        shape, tool = random.choice(SENTENCES[lang]), random.choice(TOOLS)
        return shape.format(subject=subject, tool=tool, few=random.randrange(2, 30), many=random.randrange(40, 9000))

    paragraphs = [" ".join(sentence() for _ in range(random.randrange(1, 4))) for _ in range(random.randrange(2, 9))]
    return "\n\n".join(paragraphs) + "\n"
