"""Words of what every way in answers alike."""

TEXTS = {
    "system": ("{reason}", "{reason}"),
    "system-path": ("{path}: {reason}", "{path}：{reason}"),
    "bug": ("this is a fault in clew itself: {what}", "clew 自身出错：{what}"),
    "bug.hint": (
        "set CLEW_DEBUG=1 and run it again to see where, and please report it",
        "设置 CLEW_DEBUG=1 再执行一次可看到出错位置，请报告给我们",
    ),
}
