"""Words of the start menu."""

TEXTS = {
    "of": ("Memories of {name} ({dir}):", "{name} 的记忆（{dir}）："),
    "above": ("Memories of the directory above ({dir}):", "上级目录的记忆（{dir}）："),
    "new": ("0. new conversation", "0. 新对话"),
    "more": (
        "… older ones: {count} (clew list shows all)",
        "……另有 {count} 个较早的记忆（clew list 显示全部）",
    ),
    "drift": (
        "The clue file was brought up to date: {what}.",
        "线索文件已更新：{what}。",
    ),
    "dropped": ("gone: {files}", "已不在：{files}"),
    "added": ("found: {files}", "新发现：{files}"),
    "both": ("{dropped}; {added}", "{dropped}；{added}"),
    "retagged": ("common tags", "公共标签"),
    "conflict": (
        "{name} has another text, which a sync kept:",
        "{name} 有同步时保留的另一份内容：",
    ),
    "conflict-diff": (
        "  clew diff {copy}  (what the two say differently)",
        "  clew diff {copy} （比较两份内容）",
    ),
    "conflict-restore": ("  clew restore {copy}  (take the other text)", "  clew restore {copy} （采用另一份）"),
    "conflict-delete": ("  clew delete {copy}  (give the other text up)", "  clew delete {copy} （放弃另一份）"),
    "moved": (
        "{old} is gone; if it became this directory: clew relink {old} {new}",
        "{old} 已不存在；如果它就是现在的目录：clew relink {old} {new}",
    ),
}
