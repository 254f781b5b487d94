"""The clue file of 10,000 memories in memory: read whole, one entry changed, and beside what parsers take for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from ruamel.yaml import YAML

from benchmarks import _library
from benchmarks._frame import Measure, timed
from clew.text.clue import read_clue, with_entries


def measures(scratch: Path) -> Iterator[Measure]:
    data = (_library.build(scratch / "memory").root / ".clue").read_bytes()
    clue = read_clue(data)
    rows = json.dumps(
        [[e.dir, e.dir_slug, e.name, e.common_tags, [[m.file, m.tags] for m in e.memories]] for e in clue.entries]
    )
    old = clue.entries[250]
    new = old.but(common_tags=(*old.common_tags, "另一个"))
    line = f'    name: "{old.name}"\n'.encode()
    by_hand = data.replace(line, line[:-1] + b"  # mine\n", 1)
    as_json = timed(lambda: json.loads(rows))

    yield Measure("read .clue, 10,000 memories", timed(lambda: read_clue(data)), as_json, "json.loads of its rows", 8)
    yield Measure(
        "the same with one inline comment", timed(lambda: read_clue(by_hand)), as_json, "json.loads of its rows", 16
    )

    def edit() -> None:
        with_entries(data, [new], canonical=True)

    copied = timed(lambda: data.replace(line, b"", 1))
    yield Measure("change one entry of it", timed(edit), copied, "bytes.replace", 4, plus=1)
    yield Measure(
        "the same with one inline comment",
        timed(lambda: with_entries(by_hand, [new])),
        as_json,
        "json.loads of its rows",
        16,
    )

    def parse() -> None:
        YAML(typ="safe", pure=True).load(data)

    yield Measure("read .clue", timed(lambda: read_clue(data)), timed(parse), "ruamel.yaml", 0.1, rounds=3, warm=1)
