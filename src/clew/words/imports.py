"""Words of `clew.imports`."""

TEXTS = {
    "nothing-there": ("there is no memory of {name} here: {path}", "这里没有 {name} 的记忆：{path}"),
    "nothing-there.hint": ("if it lies elsewhere: clew import PATH", "如果在别处：clew import 路径"),
    "no-source": ("there is no such file or folder: {path}", "没有这个文件或文件夹：{path}"),
    "no-source.hint": ("a path, or one of: {names}", "请给出路径，或以下之一：{names}"),
    "unknown": ("nobody here knows what this is: {path}", "无法识别这是什么：{path}"),
    "unknown.hint": ("a folder of Markdown, or one of: {names}", "请给出 Markdown 文件夹，或以下之一：{names}"),
    "no-file": ("not a file: {path}", "不是文件：{path}"),
    "unreadable": ("cannot be read: {path} ({reason})", "无法读取：{path}（{reason}）"),
    "not-text": (
        "no text in UTF-8, so none of it is taken: {path} (byte {position})",
        "不是 UTF-8 文本，未导入任何内容：{path}（第 {position} 字节）",
    ),
    "no-day": (
        "its name is no day, so it belongs to no daily note: {path}",
        "文件名不是日期，无法归入每日笔记：{path}",
    ),
    "no-day.hint": ("clew import {path} makes a memory of it", "clew import {path} 会把它作为记忆导入"),
    "no-fact": (
        "the block at line {line} is no line of words, so it is no fact: {path}",
        "第 {line} 行的代码块不是一行文字，不能作为事实：{path}",
    ),
    "no-fact.hint": ("clew long-term edit, to put it in by hand", "可用 clew long-term edit 手动加入"),
    "contradicts": (
        "“{text}” contradicts what stands in long-term memory: “{known}”",
        "“{text}”与长期记忆中的“{known}”矛盾",
    ),
    "contradicts.hint": ("clew remember, if the imported one is the newer", "如果导入的更新，请用 clew remember"),
    "no-rows": (
        "not a list of rows with a `content`: {path} ({reason})",
        "不是带有 `content` 的行列表：{path}（{reason}）",
    ),
    "no-note": ("entry {number} is no note: {path}", "第 {number} 项不是笔记：{path}"),
    "too-large": (
        "larger than {most} MB, so it is no memory: {path}",
        "超过 {most} MB，不会作为记忆导入：{path}",
    ),
    "leads-out": (
        "a link that leads out of the folder is not followed: {path} -> {target}",
        "链接指向文件夹之外，不会跟随：{path} -> {target}",
    ),
    "leads-out.hint": ("clew import {target} takes what it leads to", "clew import {target} 会导入它指向的内容"),
    "no-archive": (
        "not a Simplenote export, which holds source/notes.json: {path}",
        "不是 Simplenote 导出文件（其中应有 source/notes.json）：{path}",
    ),
}
