"""Words of `clew forget`."""

TEXTS = {
    "help": (
        "Show every line that says something, and take out the chosen ones",
        "列出包含某内容的每一行，并删除选中的行",
    ),
    "help.more": (
        "It looks through long-term memory, the daily notes and all memories, case aside. --line says which lines go; the one line that says exactly this goes with --yes. The history keeps them: clew undo brings them back, clew purge takes a secret out for good.",
        "在长期记忆、每日笔记和所有记忆中查找，不分大小写。用 --line 选择要删除的行；只有一行恰好如此时，也可用 --yes 删除。历史仍会保留：clew undo 可以恢复，clew purge 可彻底清除密钥。",
    ),
    "--line": ("the id of a line to remove; may be repeated", "要删除的行的标识，可重复给出"),
    "row": ("{line}  {path}:{number}  {text}", "{line}  {path}:{number}  {text}"),
    "sure": ("take this line out?", "确定删除这一行吗？"),
    "choose": ("nothing was removed; name what goes: --line ID", "没有删除任何内容；用 --line 标识 指定要删除的行"),
    "nothing": ("nothing was removed", "没有删除任何内容"),
    "unknown": ("no matching line has the id {line}", "匹配的行中没有标识 {line}"),
    "unread": ("not looked through: {path}: {reason}", "未能查找：{path}：{reason}"),
    "done": (
        "removed: {count}, left: {left}; clew undo brings them back",
        "已删除 {count} 行，剩余 {left} 行；clew undo 可以恢复",
    ),
}
