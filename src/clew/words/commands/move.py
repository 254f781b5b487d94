"""Words of `clew move`."""

TEXTS = {
    "help": ("Put a memory into another project", "把记忆移到另一个项目"),
    "--dir": ("the directory of the project that it goes to", "目标项目的目录"),
    "done": ("moved: {path}", "已移动：{path}"),
}
