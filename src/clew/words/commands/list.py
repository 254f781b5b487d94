"""Words of `clew list`."""

TEXTS = {
    "help": ("List the memories of this project, or of all", "列出本项目或全部项目的记忆"),
    "help.more": (
        "When each was last added to, how many lines it has, and its name; the newest first. --json has paths and tags too.",
        "每行是最近一次写入的时间、行数和名称，最新的在前。--json 还包含路径和标签。",
    ),
    "project": ("{name} ({dir})", "{name}（{dir}）"),
    "none": ("no memories yet", "还没有记忆"),
}
