"""Words of `clew_search`."""

TEXTS = {
    "title": ("Search memory", "搜索记忆"),
    "help": (
        "Search what was remembered: memories, long-term memory, daily notes. Call before answering about earlier work, decisions or preferences, and whenever the person recalls something. Plain words; quotes for a phrase.",
        "搜索记住的内容（search memory, recall notes）：记忆、长期记忆、每日笔记。回答以前的工作、决定或偏好之前，或用户提起往事时调用。直接写词语；引号表示短语。",
    ),
    "@dir": ("another project's directory, * for all", "其他项目的目录，* 表示全部"),
    "none": ("Nothing found.", "没有找到。"),
    "elsewhere": (
        "Nothing here, but other projects have something: dir * looks there.",
        "这里没有，但其他项目有相关内容：用 dir * 查找。",
    ),
    "some": (
        "{shown} of {found} hits are shown; clew_read shows the rest of a file.",
        "显示 {found} 条结果中的 {shown} 条；用 clew_read 阅读文件的其余部分。",
    ),
    "degraded": ("Something may be missing: {reason}", "结果可能不完整：{reason}"),
    "looking": ("looking at what changed", "查看变化"),
}
