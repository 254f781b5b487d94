"""Words about notes and sync."""

TEXTS = {
    "no-segment": ("there is no segment “{heading}” in it", "其中没有段“{heading}”"),
    "moved": (
        "it was changed on the other side at the same moment",
        "另一侧同时也改动了它",
    ),
    "busy": (
        "{target} is being written to all the time; what was not done yet is for the next sync",
        "{target} 一直在被写入；未完成的部分留待下次同步",
    ),
    # the common states
    "full": (
        "no room on the disk for {path}; nothing was synced further",
        "磁盘已满，无法写入 {path}；同步没有继续",
    ),
    "full.hint": (
        "free some space on that disk, then repeat the command",
        "请在该磁盘上腾出空间，然后重新执行命令",
    ),
    "failed": (
        "{path}, what was common at the last sync, cannot be used: {reason}",
        "{path}（上次同步时的共同状态）无法使用：{reason}",
    ),
    "failed.hint": (
        "see that the disk is mounted and that you may write there, then repeat the command",
        "请确认磁盘已挂载并且可写，然后重新执行命令",
    ),
    "damaged": (
        "{path}, what was common at the last sync, is damaged ({reason}); your memories are not touched",
        "{path}（上次同步时的共同状态）已损坏（{reason}）；记忆文件未受影响",
    ),
    "damaged.hint": (
        "move it aside, together with the files of the same name ending in -wal and -shm; the next sync compares both sides anew and removes nothing",
        "请把它和同名的 -wal、-shm 文件一起移到别处；下次同步会重新比较两侧，不会删除任何内容",
    ),
    "foreign": (
        "{path} is the database of another program",
        "{path} 是其他程序的数据库",
    ),
    "foreign.hint": (
        "move it aside; the next sync compares both sides anew",
        "请把它移到别处；下次同步会重新比较两侧",
    ),
    "newer": (
        "{path} was written by a newer clew (schema {version}, this one knows {known})",
        "{path} 由更新版本的 clew 写入（格式 {version}，当前版本只认识 {known}）",
    ),
    "newer.hint": ("update clew", "请更新 clew"),
}
