"""Words about the settings."""

TEXTS = {
    "unreadable": (
        "cannot read {path}: {reason}",
        "无法读取 {path}：{reason}",
    ),
    "unreadable.hint": (
        "mend its permissions",
        "请修复它的权限",
    ),
    "not-toml": (
        "{path} is not valid TOML: {reason}",
        "{path} 不是有效的 TOML：{reason}",
    ),
    "not-toml.hint": (
        "mend that line, or move the file away to start with the defaults",
        "请修正那一行，或把文件移走以使用默认设置",
    ),
    "bad-value": (
        "{path}: {name} takes a text or a number, not {value}",
        "{path}：{name} 应为文字或数字，而不是 {value}",
    ),
    "bad-zone": (
        "there is no time zone {value!r}",
        "没有名为 {value!r} 的时区",
    ),
    "bad-zone.hint": (
        "set `timezone` to an IANA name such as Europe/Berlin or Asia/Shanghai",
        "请把 `timezone` 设为 IANA 名称，例如 Asia/Shanghai 或 Europe/Berlin",
    ),
    "bad-limit": (
        "history_limit takes a number of bytes of at least 1048576, not {value!r}",
        "history_limit 应为不小于 1048576 的字节数，而不是 {value!r}",
    ),
    "bad-choice": (
        "{name} takes one of {choices}, not {value!r}",
        "{name} 只能是 {choices} 之一，而不是 {value!r}",
    ),
    "bad-folder": (
        "no extra folder: {name!r} = {value!r}",
        "不能作为附加文件夹：{name!r} = {value!r}",
    ),
    "bad-folder.hint": (
        'give each a name of its own and a path: [folders] and below it notes = "~/notes"',
        '请给每个文件夹一个不重复的名称和一个路径：在 [folders] 下写 notes = "~/notes"',
    ),
}
