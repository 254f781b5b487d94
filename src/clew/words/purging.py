"""Words about purging."""

TEXTS = {
    "too-short": (
        "that text is too short to purge: it would tear holes into everything",
        "这段内容太短，无法清除：会破坏其他内容",
    ),
    "too-short.hint": (
        "give at least 4 characters of it (2 Chinese ones)",
        "请至少给出 4 个字符（中文 2 个）",
    ),
    "own-word": (
        "'{text}' is part of the form of clew's own files and cannot be purged",
        "“{text}”是 clew 文件格式本身的一部分，无法清除",
    ),
    "directory": (
        "'{text}' is part of a project's directory, {dir}: without it clew could not find its memories",
        "“{text}”是项目目录 {dir} 的一部分：去掉它，clew 就找不到该项目的记忆",
    ),
    "directory.hint": (
        "give more of the text, so that the directory does not hold it",
        "请给出更长的正文，使目录名不包含它",
    ),
    "half-done": (
        "the files no longer hold the text, but {path} still does; repeat the command",
        "文件中已清除该正文，但 {path} 中仍有；请再执行一次",
    ),
    "nothing": (
        "that text is nowhere in the files, the history or the pending texts",
        "文件、历史和待补标签的正文中都没有这段内容",
    ),
    "name": (
        "the name of a file or folder that is in use",
        "正在使用的文件或文件夹名称",
    ),
    "remote": (
        "a sync sent it there; the next clew sync sends the cleaned text, older versions there are not clew's to clear",
        "同步曾把它送往那里；下次 clew sync 会送去清除后的内容，那里的旧版本 clew 无法清除",
    ),
    "in-use": (
        "a file of the search index that another process uses; repeat the command when that has ended",
        "搜索索引的文件正被其他进程使用；请在该进程结束后再执行一次",
    ),
    "not-ours": (
        "not a file of clew's; edit it yourself",
        "不是 clew 的文件；请自行编辑",
    ),
    "copy": (
        "a copy of an agent's settings from before clew was added; clew uninstall gives it back and takes it away",
        "加入 clew 之前智能体设置的副本；clew uninstall 会还原并删除它",
    ),
    "settings": (
        "a settings file; edit it yourself",
        "设置文件；请自行编辑",
    ),
}
