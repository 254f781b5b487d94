"""Words of `clew_forget`."""

TEXTS = {
    "title": ("Forget lines", "遗忘"),
    "help": (
        "Forget something in memory: without line it shows every line that says text, with ids; call again with line to remove the ids that the person chose. The history keeps them.",
        "从记忆中删除内容（forget）：不带 line 时列出包含 text 的每一行及其标识；再带 line 调用，删除用户选定的标识。历史仍会保留。",
    ),
    "@line": ("ids to remove", "要删除的标识"),
    "choose": (
        "Nothing was removed. Show the person these lines; call again with line: the ids that go.",
        "没有删除任何内容。把这些行给用户看；再带 line 调用，给出要删除的标识。",
    ),
    "found": ("Lines that say it: {count}", "包含它的行：{count}"),
    "gone": ("Removed: {count}", "已删除：{count}"),
    "some": ("{shown} of {found} are shown: give a longer text.", "显示 {found} 行中的 {shown} 行：请给出更长的文字。"),
}
