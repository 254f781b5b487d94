"""Words of `clew menu`."""

TEXTS = {
    "help": ("Show the memories that a conversation can continue", "显示对话可以继续的记忆"),
    "help.more": (
        "One memory a line: its number, its lines, its name; the newest first. 0 is a new conversation. The project is checked first: what was deleted or added by hand is taken note of.",
        "每行一个记忆：编号、行数、名称；最新的在前。0 表示新对话。显示之前会先检查项目：手工删除或添加的文件会被记录下来。",
    ),
}
