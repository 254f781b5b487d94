"""`clew completion SHELL`."""

from __future__ import annotations

from clew.cli.spec import Argument, Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call

COMMAND = Command(
    group="begin",
    arguments=(Argument("SHELL", choices=("bash", "zsh", "fish", "powershell")),),
    json=("shell", "script"),
    example='eval "$(clew completion bash)"',
)


def run(call: Call) -> None:
    from clew.cli.shell import script

    shell = call.given.shell
    source = script(shell)
    call.answer({"shell": shell, "script": source}, source, exact=True)
