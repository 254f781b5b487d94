"""Words about names of memories."""

TEXTS = {
    "empty": (
        "a memory needs a name with at least one letter",
        "记忆的名称至少要有一个文字",
    ),
    "slash": (
        "{name}: a memory's name is no path; it may not hold / or \\",
        "{name}：记忆的名称不是路径，不能含有 / 或 \\",
    ),
    "character": (
        '{name}: Windows allows none of < > : " | ? * in a file name',
        '{name}：Windows 的文件名不能含有 < > : " | ? *',
    ),
    "device": (
        "{name} is the name of a device on Windows, no file can have it",
        "{name} 是 Windows 的设备名，不能用作文件名",
    ),
    "means-something-else": (
        "{name} means something else to clew: a number of the menu, a day, today's note or the long-term memory",
        "{name} 在 clew 中另有含义：菜单编号、日期、今天的笔记或长期记忆",
    ),
    "conflict-copy": (
        "{name} looks like a conflict copy of a sync program",
        "{name} 看起来像同步程序产生的冲突副本",
    ),
    "too-long": (
        "this name is too long, {limit} bytes at most: {name}…",
        "名称太长，最多 {limit} 字节：{name}…",
    ),
    "edge": (
        "{name} begins or ends with a character that hides or changes a file: no . - ~ in front, no . at the end",
        "{name} 的开头或结尾有会隐藏或改变文件的字符：开头不能是 . - ~，结尾不能是 .",
    ),
    "invisible": (
        "{name} holds invisible characters or more than one space in a row",
        "{name} 含有不可见字符或连续的空格",
    ),
}
