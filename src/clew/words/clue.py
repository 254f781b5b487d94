"""Words about the clue file."""

TEXTS = {
    "unparseable": (
        "{path}, line {line}, column {column}: not readable as YAML: {reason}; it was left as it is",
        "{path} 第 {line} 行第 {column} 列：不是可读的 YAML：{reason}；文件保持原样",
    ),
    "unparseable.hint": (
        "mend that line; or move the file away, then `clew check --fix` makes a new one from the memories",
        "请修正这一行；或把文件移走，然后用 `clew check --fix` 由记忆重建线索文件",
    ),
    "shape": (
        "{path}, line {line}, column {column}: {place} is not what a clue file has there; it was left as it is",
        "{path} 第 {line} 行第 {column} 列：{place} 不符合线索文件的格式；文件保持原样",
    ),
    "shape.hint": (
        "mend that place; or move the file away, then `clew check --fix` makes a new one from the memories",
        "请修正该处；或把文件移走，然后用 `clew check --fix` 由记忆重建线索文件",
    ),
    "half-character": (
        "{path} holds half a character ({escape}), which no program can show or write; it was left as it is",
        "{path} 含有半个字符（{escape}），任何程序都无法显示或写入；文件保持原样",
    ),
    "half-character.hint": (
        "take that escape out; clew restore .clue ID brings back an earlier version",
        "请去掉这个转义；也可用 clew restore .clue 版本号 恢复较早的版本",
    ),
    "cannot-edit": (
        "{path}: the entry of {dir} cannot be changed without harm to the rest as it is written; nothing was changed",
        "{path}：{dir} 的条目写法特殊，无法在不损坏其他内容的情况下修改；文件保持原样",
    ),
    "cannot-edit.hint": (
        "write that entry without anchors and aliases, one key a line, then repeat the command",
        "请把该条目改写成不带锚点和别名、每行一个键的形式，然后重新执行命令",
    ),
    "not-utf8": (
        "the name {path} is not UTF-8, and the clue file can hold no other",
        "名称 {path} 不是 UTF-8，线索文件无法记录",
    ),
    "not-utf8.hint": (
        "rename it, then repeat the command",
        "请先重命名，然后重新执行命令",
    ),
    "no-entry": (
        "{path} has no entry of {dir}",
        "{path} 中没有 {dir} 的条目",
    ),
    "no-memory": (
        "{path} lists no memory {file} under {dir}",
        "{path} 在 {dir} 下没有列出记忆 {file}",
    ),
}
