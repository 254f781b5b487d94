"""Words about projects, memories and conversations."""

TEXTS = {
    "bad-directory": (
        "{value} cannot be a directory",
        "{value} 不能作为目录",
    ),
    "bad-conversation": (
        "{value} cannot be a conversation id: give up to 200 printable characters",
        "{value} 不能作为对话标识：请给出不超过 200 个可打印字符",
    ),
    "off-unreadable": (
        "cannot read {path}: {reason}; nothing is read or saved while it is unknown where clew is off",
        "无法读取 {path}：{reason}；在不清楚哪些目录已关闭之前，不读取也不保存任何内容",
    ),
    "off-unreadable.hint": (
        "mend its permissions",
        "请修复它的权限",
    ),
    "clue-slow": (
        "{path} is not in clew's own form; it is edited through the general YAML parser, which is slow",
        "{path} 不是 clew 自己的格式；将通过通用 YAML 解析器修改，速度较慢",
    ),
    "folder-missing": (
        "{path} is missing or empty, though the clue file lists memories of {dir} there; nothing was changed",
        "{path} 不存在或为空，但线索文件中列有 {dir} 的记忆；没有改动任何内容",
    ),
    "folder-missing.hint": (
        "clew restore --all brings back what was deleted",
        "clew restore --all 可以恢复被删除的内容",
    ),
    "no-number": (
        "there is no {number} in the menu of {dir}",
        "{dir} 的菜单中没有编号 {number}",
    ),
    "no-number.hint": (
        "clew menu shows the numbers",
        "用 clew menu 查看编号",
    ),
    "no-memory": (
        "there is no memory named {name}",
        "没有名为 {name} 的记忆",
    ),
    "no-memory.hint": (
        "clew list --all shows all memories",
        "用 clew list --all 查看全部记忆",
    ),
    "several": (
        "several memories are named {name}: {files}",
        "有多个记忆名为 {name}：{files}",
    ),
    "several.hint": (
        "give one of these paths instead",
        "请改用其中一个路径",
    ),
    "memory-gone": (
        "{path} is gone",
        "{path} 已不存在",
    ),
    "memory-gone.hint": (
        "choose again with clew start --pick, or bring it back with clew restore --all",
        "请用 clew start --pick 重新选择，或用 clew restore --all 恢复它",
    ),
    "no-original": (
        "the name of {path} does not tell of which file it is a copy",
        "从 {path} 的名称看不出它是哪个文件的副本",
    ),
    "no-original.hint": (
        "copy what is missing into the memory by hand, then clew delete it",
        "请手动把缺少的内容补入记忆，然后用 clew delete 删除它",
    ),
    "no-pending": (
        "there is no pending text {id}",
        "没有待补标签的正文 {id}",
    ),
    "no-pending.hint": (
        "clew doctor lists the pending texts",
        "用 clew doctor 查看待补标签的正文",
    ),
    "another-text": (
        "{id} keeps another text; give the tags alone, or save this one without naming {id}",
        "{id} 保留的是另一段正文；请只给标签，或者不提 {id} 单独保存这一段",
    ),
    "empty-text": (
        "there is no text to save",
        "没有可保存的正文",
    ),
    "empty-text.hint": (
        "give it as TEXT, or by standard input: clew save - --tag A --tag B < notes.md",
        "请直接给出正文，或通过标准输入：clew save - --tag 甲 --tag 乙 < 笔记.md",
    ),
    "text-has-nul": (
        "the text has a NUL (at character {position}), which no text has; nothing was saved",
        "正文含有 NUL（第 {position} 个字符处），正常的正文不会有；没有保存任何内容",
    ),
    "text-has-nul.hint": (
        "take it out and save again",
        "请去掉它后重新保存",
    ),
    "text-not-utf8": (
        "the text is not UTF-8 (at character {position}); nothing was saved",
        "正文不是 UTF-8（第 {position} 个字符处）；没有保存任何内容",
    ),
    "text-not-utf8.hint": (
        "convert it to UTF-8 and save again",
        "请转换为 UTF-8 后重新保存",
    ),
    "not-utf8": (
        "{path} is not UTF-8",
        "{path} 不是 UTF-8",
    ),
    "utf-16": (
        "{path} is UTF-16, not UTF-8",
        "{path} 是 UTF-16，不是 UTF-8",
    ),
    "utf-16.hint": (
        "save it as UTF-8 in the editor that wrote it",
        "请在写入它的编辑器中另存为 UTF-8",
    ),
    "has-nul": (
        "{path} holds NUL bytes: it is no text, or was damaged",
        "{path} 含有 NUL 字节：它不是文本，或已损坏",
    ),
    "has-nul.hint": (
        "go back to an earlier version (clew history shows them)",
        "请恢复较早的版本（clew history 可查看）",
    ),
    "not-utf8.hint": (
        "convert it to UTF-8, or go back to an earlier version (clew history shows them)",
        "请把它转换为 UTF-8，或恢复较早的版本（clew history 可查看）",
    ),
    "no-project": (
        "there is no project {dir}",
        "没有项目 {dir}",
    ),
    "no-project.hint": (
        "give the directory as the clue file has it; those suggested are gone from the disk",
        "请给出线索文件中记录的目录；建议的目录在磁盘上已不存在",
    ),
    "vanished": (
        "{path} is gone or empty, and the history still has memories of it",
        "{path} 已不存在或已清空，其中的记忆仍在历史中",
    ),
    "vanished.hint": (
        "clew restore --all brings it back",
        "用 clew restore --all 恢复",
    ),
    "many-gone": (
        "{count} memories of {path} are gone from the disk; the clue file was left as it is",
        "{path} 中有 {count} 个记忆已不在磁盘上；线索文件保持原样",
    ),
    "many-gone.hint": (
        "clew restore --all brings them back",
        "用 clew restore --all 恢复",
    ),
}
