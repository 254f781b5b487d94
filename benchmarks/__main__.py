"""One table of all benchmarks: `python3 do.py bench`, or `bench start_up` for one room.

A room is a file here without an underscore before its name; its `measures(scratch)` gives the rows, built in
the folder that it is handed. Ends with 1 where a budget is exceeded. A room that counts on data which is no part of
clew has `report(data, scratch)` instead: the tables as text. `--data FOLDER`, or CLEW_BENCH_DATA, says where that is.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(
    0, str(HERE.parent)
)  # started as `python benchmarks`, this folder is the first on the path, not its parent

from benchmarks._frame import Row, table, take  # noqa: E402 - the path above has to be set before

Report = Callable[[Path, Path], Iterator[str]]


def main(arguments: list[str]) -> int:
    names, data = _parted(arguments)
    known = sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_"))
    unknown = sorted(set(names) - set(known))
    if unknown:
        print(f"no such room: {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # compiling at each start is not what a user pays
    rows: list[Row] = []
    missing = False
    for name in names or known:
        room = import_module(f"benchmarks.{name}")
        with tempfile.TemporaryDirectory(prefix="clew-bench-") as scratch:
            if hasattr(room, "report"):
                missing |= not _reported(name, room.report, data, Path(scratch))
                continue
            for measure in room.measures(Path(scratch)):
                print(f"{name}: {measure.name} ...", file=sys.stderr, flush=True)
                rows.append(take(measure))
    if rows:
        print(table(rows))
    return 2 if missing and names else 1 if any(row.over for row in rows) else 0


def _parted(arguments: list[str]) -> tuple[list[str], str]:
    """The names of rooms, and where other people's data is."""
    data = os.environ.get("CLEW_BENCH_DATA", "")
    names = list(arguments)
    if "--data" in names:
        at = names.index("--data")
        data = " ".join(names[at + 1 : at + 2])
        del names[at : at + 2]
    return names, data


def _reported(name: str, report: Report, data: str, scratch: Path) -> bool:
    if not data or not Path(data).is_dir():
        said = f"there is no folder {data}" if data else "its data is no part of clew"
        print(f"{name}: not counted, {said}; give --data FOLDER or set CLEW_BENCH_DATA", file=sys.stderr)
        return False
    for text in report(Path(data), scratch):
        print(text, flush=True)
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
