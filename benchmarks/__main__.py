"""One table of all benchmarks: `python3 do.py bench`, or `bench start_up` for one room.

A room is a file here without an underscore before its name; its `measures(scratch)` gives the rows, built in
the folder that it is handed. Ends with 1 where a budget is exceeded.
"""

from __future__ import annotations

import os
import sys
import tempfile
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(
    0, str(HERE.parent)
)  # started as `python benchmarks`, this folder is the first on the path, not its parent

from benchmarks._frame import Row, table, take  # noqa: E402 - the path above has to be set before


def main(arguments: list[str]) -> int:
    known = sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_"))
    unknown = sorted(set(arguments) - set(known))
    if unknown:
        print(f"no such room: {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # compiling at each start is not what a user pays
    rows: list[Row] = []
    for room in arguments or known:
        with tempfile.TemporaryDirectory(prefix="clew-bench-") as scratch:
            for measure in import_module(f"benchmarks.{room}").measures(Path(scratch)):
                print(f"{room}: {measure.name} ...", file=sys.stderr, flush=True)
                rows.append(take(measure))
    print(table(rows))
    return 1 if any(row.over for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
