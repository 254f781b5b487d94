"""Words of `clew rename`."""

TEXTS = {
    "help": ("Give a memory another name", "给记忆改名"),
    "NAME": ("the new name", "新名称"),
    "done": ("renamed: {path}", "已改名：{path}"),
}
