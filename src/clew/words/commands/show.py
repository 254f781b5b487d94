"""Words of `clew show`."""

TEXTS = {
    "help": ("Print a memory, a daily note or long-term memory", "输出一个记忆、每日笔记或长期记忆"),
    "help.more": (
        "REF is a number of the menu shown last, the name of a memory, a path, long-term (long-term memory), today (today's daily note), or a day such as 2026-11-30 (the daily note of that day).",
        "REF 可以是上次显示的菜单中的编号、记忆名称、路径、long-term（长期记忆）、today（今天的每日笔记），或像 2026-11-30 这样的日期（当天的每日笔记）。",
    ),
}
