"""Words of `clew doctor`."""

TEXTS = {
    "help": ("Say where things are, whether all is well, and what to do", "说明各项位置、是否一切正常，以及该怎么做"),
    "help.more": (
        "Changes nothing. Exit status 1 when something needs you.",
        "不改动任何内容。有事需要处理时退出状态为 1。",
    ),
    "examining": ("examining", "正在检查"),
    "language": ("language: {lang}", "语言：{lang}"),
    "urgent": ("this needs you:", "需要你处理："),
    "notes": ("good to know:", "供参考："),
    "healthy": ("all is well", "一切正常"),
}
