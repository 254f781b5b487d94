"""Words of `clew purge`."""

TEXTS = {
    "help": ("Take a text out of everything, for good", "把一段文本从所有地方彻底清除"),
    "help.more": (
        "Out of the files, the history, the pending texts and the names of memories; [purged] stands in its place. There is no undo. Give a secret by standard input, so that no shell keeps it.",
        "从文件、历史、待完成的文本和记忆名称中清除，原处留下 [purged]。无法撤销。请通过标准输入给出密钥，以免被 shell 记录。",
    ),
    "would": (
        "found in {files} files, {versions} versions and {pending} pending texts:",
        "在 {files} 个文件、{versions} 个版本和 {pending} 个待完成文本中找到：",
    ),
    "sure": ("take it out everywhere, for good?", "确定要从所有地方彻底清除吗？"),
    "kept": ("nothing was changed", "没有改动任何内容"),
    "purging": ("purging", "正在清除"),
    "done": (
        "taken out of {files} files, {versions} versions and {pending} pending texts:",
        "已从 {files} 个文件、{versions} 个版本和 {pending} 个待完成文本中清除：",
    ),
    "elsewhere": (
        "Out of reach: backups, copies that a sync made, the agents' own transcripts, published notes, other homes that share this library.",
        "无法触及：备份、同步产生的副本、智能体自己的对话记录、已发布的笔记、共用此库的其他主目录。",
    ),
}
