"""Words of `clew_read`."""

TEXTS = {
    "title": ("Read memory", "阅读记忆"),
    "help": (
        "Read a stored text: a memory of the menu or of a search hit, long-term memory, a daily note. Long ones come in pages.",
        "阅读存储的正文（read memory notes）：菜单或搜索结果中的记忆、长期记忆、每日笔记。较长的分页给出。",
    ),
    "@ref": (
        "memory name, menu number, file, long-term, today, or YYYY-MM-DD",
        "记忆名称、菜单编号、文件、long-term、today 或 YYYY-MM-DD",
    ),
    "@line": ("where to read on", "从哪里继续"),
    "page": ("Lines {first} to {last} of {lines}", "第 {first} 到 {last} 行，共 {lines} 行"),
    "on": (
        'Read on: clew_read with ref "{ref}" and line "{line}".',
        "继续阅读：clew_read，ref 为“{ref}”，line 为“{line}”。",
    ),
    "empty": ("It is empty.", "内容为空。"),
}
