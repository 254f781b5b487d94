"""Words of `clew undo`."""

TEXTS = {
    "help": ("Take back the last thing that clew wrote", "撤销 clew 最近一次写入"),
    "help.more": (
        "All files of a save go back together. Said again, it takes back the one before. What it takes away stays in the history: clew restore brings it back.",
        "一次保存涉及的文件会一起撤销。再次执行会撤销更早的一次。撤销的内容仍在历史中：用 clew restore 可以恢复。",
    ),
    "done": ("taken back: {what} of {time} ({paths})", "已撤销：{time} 的{what}（{paths}）"),
    "redo": (
        "clew restore {path} {id} brings it back",
        "用 clew restore {path} {id} 可以重新恢复",
    ),
}
