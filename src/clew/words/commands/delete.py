"""Words of `clew delete`."""

TEXTS = {
    "help": ("Delete a memory; the history keeps it", "删除一个记忆；历史中仍会保留"),
    "done": ("deleted: {path}", "已删除：{path}"),
    "back": ("clew restore {ref} brings it back", "用 clew restore {ref} 可以恢复"),
}
