"""Words of `clew daily`."""

TEXTS = {
    "help": ("Show the daily notes, or add to today's", "查看每日笔记，或写入今天的笔记"),
    "help.more": (
        "The clock says which day it is, in the time zone of the settings. What is added comes below what is there; nothing is replaced.",
        "日期由时钟按设置的时区决定。新内容接在已有内容之后，不会替换任何内容。",
    ),
    "ACTION": ("show (the default) or add", "show（默认）或 add"),
    "--days": ("how many days to show, today's first", "显示几天的笔记，今天在最前"),
    "--allow-secret": ("keep what looks like a key or a password", "保留看起来像密钥或密码的内容"),
    "none": ("there is no note yet: {path}", "还没有笔记：{path}"),
    "done": ("added to {path}", "已写入 {path}"),
    "other-day": (
        "the text calls itself {said}; it stands in today's note, {file}",
        "正文自称日期为 {said}；它写入了今天的笔记 {file}",
    ),
    "days-add": ("--days is for showing", "--days 只用于显示"),
    "days-add.hint": ("clew daily add TEXT writes into today's note", "clew daily add 正文 写入今天的笔记"),
    "no-text": ("there is a text, but nothing says that it is to be added", "给出了正文，但没有说明要写入"),
    "no-text.hint": ("clew daily add TEXT", "clew daily add 正文"),
}
