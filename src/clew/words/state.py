"""Words about the home's state."""

TEXTS = {
    "failed": (
        "cannot write {path}: {reason}",
        "无法写入 {path}：{reason}",
    ),
    "failed.hint": (
        "free some space or mend the permissions of the home, then repeat the command",
        "请腾出磁盘空间或修复主目录的权限，然后重新执行命令",
    ),
    "damaged": (
        "{path} is damaged",
        "{path} 已损坏",
    ),
    "damaged.hint": (
        "move it away (keep it: pending texts may be in it); clew makes a new one from the files",
        "请把它移走（先保留：里面可能有待补标签的正文）；clew 会根据文件重新建立",
    ),
    "newer": (
        "{path} was written by a newer clew (schema {schema}, this one knows {known})",
        "{path} 由更新版本的 clew 写入（格式 {schema}，当前版本只认识 {known}）",
    ),
    "newer.hint": (
        "update this clew",
        "请升级 clew",
    ),
}
