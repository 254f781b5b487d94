"""Words of `clew on`."""

TEXTS = {
    "help": ("Switch clew on again in a directory", "在某个目录中重新打开 clew"),
    "DIR": ("the directory (default: this one)", "目录（默认是当前目录）"),
    "done": ("clew is on in {dir} and below", "clew 在 {dir} 及其下级目录中已打开"),
}
