"""Many processes make a home's state at once."""

import subprocess
import sys

CODE = """
import sys
from clew.state.database import State
state = State(sys.argv[1])
with state.writing(kept=True):
    state.run("INSERT INTO setting VALUES (?, 'x')", sys.argv[2])
"""


def test_of_many_that_make_the_state_at_once_each_gets_its_row_in(tmp_path):
    from clew.state.database import State

    for turn in range(6):
        path = tmp_path / str(turn) / "state.db"
        path.parent.mkdir()
        makers = [subprocess.Popen([sys.executable, "-c", CODE, str(path), str(number)]) for number in range(8)]
        assert [maker.wait() for maker in makers] == [0] * 8
        state = State(str(path))
        assert state.rows("SELECT count(*) FROM setting") == [(8,)]
        state.close()
