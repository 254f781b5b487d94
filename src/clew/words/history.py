"""Words about versions: history, undo, restore, diff, purge."""

TEXTS = {
    "full": (
        "no room on the disk for the history {path}; nothing was written",
        "磁盘已满，无法写入历史 {path}；没有写入任何内容",
    ),
    "full.hint": (
        "free some space on that disk, then repeat the command",
        "请在该磁盘上腾出空间，然后重新执行命令",
    ),
    "failed": (
        "the history {path} cannot be used: {reason}",
        "历史 {path} 无法使用：{reason}",
    ),
    "failed.hint": (
        "see that the disk is mounted and that you may write there, then repeat the command",
        "请确认磁盘已挂载并且可写，然后重新执行命令",
    ),
    "damaged": (
        "the history {path} is damaged ({reason}); your memories are not touched",
        "历史 {path} 已损坏（{reason}）；记忆文件未受影响",
    ),
    "damaged.hint": (
        "move it aside, together with the files of the same name ending in -wal and -shm; a new history begins with the next save",
        "请把它和同名的 -wal、-shm 文件一起移到别处；下次保存时会开始新的历史",
    ),
    "foreign": (
        "{path} is the database of another program, not a history of clew",
        "{path} 是其他程序的数据库，不是 clew 的历史",
    ),
    "foreign.hint": (
        "move it aside; a new history begins with the next save",
        "请把它移到别处；下次保存时会开始新的历史",
    ),
    "newer": (
        "the history {path} was written by a newer clew (schema {version}, this one knows {known})",
        "历史 {path} 由更新版本的 clew 写入（格式 {version}，当前版本只认识 {known}）",
    ),
    "newer.hint": (
        "update clew",
        "请更新 clew",
    ),
    "no-version": (
        "there is no version {version} of {path}",
        "{path} 没有版本 {version}",
    ),
    "no-version.hint": (
        "clew history lists the versions",
        "用 clew history 查看所有版本",
    ),
    "gone-version": (
        "version {version} of {path} marks that the file was removed; there is nothing to bring back",
        "{path} 的版本 {version} 只表示文件已被删除，没有可恢复的内容",
    ),
    "gone-version.hint": (
        "take the version before it",
        "请选择它之前的版本",
    ),
    "nothing-to-undo": (
        "there is nothing to undo in {path}",
        "{path} 中没有可以撤销的操作",
    ),
    "forgotten": (
        "what {path} held before is no longer in the history, which has a limit",
        "{path} 之前的内容已不在历史中（历史有容量上限）",
    ),
    "changed-since": (
        "{path} was changed by someone else after that; nothing was undone",
        "{path} 在那之后被其他人修改过；没有撤销任何内容",
    ),
    "changed-since.hint": (
        "look at clew diff, then bring back one version with clew restore",
        "先用 clew diff 查看差异，再用 clew restore 恢复某个版本",
    ),
    "half-done": (
        "{path} could not be written, and {left} could not be put back: it holds the new text",
        "{path} 无法写入，并且 {left} 无法还原：其中是新的内容",
    ),
    "half-done.hint": (
        "both versions of each file are in the history: clew history shows them, clew restore brings one back",
        "每个文件的新旧内容都在历史中：用 clew history 查看，用 clew restore 恢复",
    ),
    "more-lines": (
        "… more lines: {count}",
        "…… 还有 {count} 行",
    ),
    # what was done, where a person reads it
    "did-save": ("save", "保存"),
    "did-delete": ("delete", "删除"),
    "did-rename": ("rename", "改名"),
    "did-move": ("move", "移动"),
    "did-relink": ("relink", "重新关联"),
    "did-check": ("check", "检查"),
    "did-repair": ("repair", "修复"),
    "did-undo": ("undo", "撤销"),
    "did-restore": ("restore", "恢复"),
    "did-remember": ("remember", "记住"),
    "did-forget": ("forget", "遗忘"),
    "did-daily": ("daily", "每日笔记"),
    "did-long-term": ("long-term", "长期记忆"),
    "did-purge": ("purge", "清除"),
    "did-write": ("write", "写入"),
    "did-seen": ("seen", "外部修改"),
    "none": (
        "the history knows no version of {path}",
        "历史中没有 {path} 的版本",
    ),
}
