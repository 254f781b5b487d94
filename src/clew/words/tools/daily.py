"""Words of `clew_daily`."""

TEXTS = {
    "title": ("Daily note", "每日笔记"),
    "help": (
        "With text: adds it to today's note, for what matters today and not for ever. Without: shows the notes of the last days.",
        "带 text：写入今天的笔记（daily notes），用于今天而非长期的事。不带：显示最近几天的笔记。",
    ),
    "@limit": ("days to show", "显示几天"),
    "on": ("Read on: clew_read with ref YYYY-MM-DD.", "继续阅读：clew_read，ref 为 YYYY-MM-DD。"),
    "none": ("There is no note yet.", "还没有笔记。"),
}
