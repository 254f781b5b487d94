"""Words of `clew export`."""

TEXTS = {
    "help": ("Write memories for another program", "为其他程序写出记忆"),
    "help.more": (
        "The file is brought up to date: a row that is there keeps its id, rows of others stay. `clew import` reads it again.",
        "文件会被更新：已有的行保留编号，其他来源的行不变。可用 `clew import` 再读入。",
    ),
    "--team-notes": ("as rows of teamNoteTb, into this JSON file", "以 teamNoteTb 的行写入此 JSON 文件"),
    "--all": ("the memories of all projects", "所有项目的记忆"),
    "--allow-secret": ("keep what looks like a key or a password", "保留看起来像密钥或密码的内容"),
    "done": ("{path}: {rows} rows, {new} new, {changed} changed", "{path}：共 {rows} 行，新增 {new}，更新 {changed}"),
    "no-form": ("export to what?", "导出为什么格式？"),
    "no-form.hint": ("clew export --team-notes FILE.json", "clew export --team-notes 文件.json"),
    "all-or-dir": ("--all and --dir say different things", "--all 与 --dir 相互矛盾"),
    "all-or-dir.hint": ("give one of them", "只给出其中一个"),
}
