"""Words of `clew help`."""

TEXTS = {
    "help": ("List the commands, or explain one", "列出命令，或解释其中一个"),
    "COMMAND": ("the command to explain", "要解释的命令"),
}
