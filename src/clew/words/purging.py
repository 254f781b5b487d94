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
    "nothing": (
        "that text is nowhere in the files, the history or the pending texts",
        "文件、历史和待补标签的正文中都没有这段内容",
    ),
    "name": (
        "the name of a file or folder that is in use",
        "正在使用的文件或文件夹名称",
    ),
    "not-ours": (
        "not a file of clew's; edit it yourself",
        "不是 clew 的文件；请自行编辑",
    ),
    "settings": (
        "a settings file; edit it yourself",
        "设置文件；请自行编辑",
    ),
}
