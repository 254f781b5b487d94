"""Words of `clew restore`."""

TEXTS = {
    "help": ("Bring back a version, or everything that was deleted", "恢复某个版本，或恢复所有被删除的内容"),
    "help.more": (
        "REF and ID: the memory becomes that version again (clew history shows them). --all: every file that other programs deleted comes back with its last bytes; nothing that is there is touched.",
        "REF 和 ID：该记忆恢复为这个版本（用 clew history 查看）。--all：恢复被其他程序删除的所有文件，现有文件不受影响。",
    ),
    "ID": ("a version", "版本号"),
    "--all": ("everything that is missing", "所有缺失的内容"),
    "one-or-all": ("give either REF and ID, or --all", "请给出 REF 和 ID，或者给出 --all"),
    "what": ("give REF and ID, or --all", "请给出 REF 和 ID，或给出 --all"),
    "which": ("{ref} is there as it is; say which version it shall be", "{ref} 现在就在；请说明要恢复哪个版本"),
    "which.hint": ("clew history {ref} shows the ids", "用 clew history {ref} 查看版本号"),
    "what.hint": ("clew history REF shows the ids", "用 clew history REF 查看版本号"),
    "restoring": ("restoring", "正在恢复"),
    "taken": (
        "{path} has the text of its conflict copy now; the copy is gone (clew undo takes it back)",
        "{path} 现在是冲突副本的内容，副本已删除（clew undo 可撤回）",
    ),
    "done": ("{path} is version {id} again", "{path} 已恢复为版本 {id}"),
    "renamed": ("left alone: {old} stands as {new}", "未处理：{old} 现在名为 {new}"),
    "count": ("files that came back: {count}", "恢复了 {count} 个文件"),
}
