"""Words of `clew show`."""

TEXTS = {
    "help": ("Print a memory, or another text", "输出一个记忆或其他文本"),
    "help.more": (
        "REF is a number of the menu shown last, the name of a memory, a path, long-term, today, or a day such as 2026-11-30.",
        "REF 可以是上次显示的菜单中的编号、记忆名称、路径、long-term、today，或像 2026-11-30 这样的日期。",
    ),
}
