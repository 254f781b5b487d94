"""Words of `clew off`."""

TEXTS = {
    "help": (
        "Switch clew off in a directory: no reading, no saving, no history",
        "在某个目录中关闭 clew：不读取、不保存、不留历史",
    ),
    "DIR": ("the directory (default: this one)", "目录（默认是当前目录）"),
    "done": ("clew is off in {dir} and below", "clew 在 {dir} 及其下级目录中已关闭"),
}
