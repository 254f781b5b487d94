"""Words of `clew purge`."""

TEXTS = {
    "help": ("Take a text out of everything, for good", "把一段内容从所有地方彻底清除"),
    "help.more": (
        "Out of the files, the history, the search index, the pending texts and the names of memories; [purged] stands in its place. There is no undo. Give a secret by standard input, so that no shell keeps it.",
        "从文件、历史、搜索索引、待补标签的正文和记忆名称中清除，原处留下 [purged]。无法撤销。请通过标准输入给出密钥，以免被 shell 记录。",
    ),
    "TEXT": ("what is to go; - or a pipe reads standard input", "要清除的内容；- 或管道表示读取标准输入"),
    "empty": ("nothing says what is to go; nothing was changed", "没有说明要清除什么；没有改动任何内容"),
    "empty.hint": (
        "clew purge TEXT, or through a pipe: clew purge - --yes < FILE",
        "clew purge 内容，或通过管道：clew purge - --yes < 文件",
    ),
    "would": (
        "found (files: {files}, versions: {versions}, pending texts: {pending}):",
        "已找到（文件 {files} 个，版本 {versions} 个，待补标签的正文 {pending} 个）：",
    ),
    "sure": ("take it out everywhere, for good?", "确定要从所有地方彻底清除吗？"),
    "kept": ("nothing was changed", "没有改动任何内容"),
    "purging": ("purging", "正在清除"),
    "done": (
        "taken out (files: {files}, versions: {versions}, pending texts: {pending}):",
        "已清除（文件 {files} 个，版本 {versions} 个，待补标签的正文 {pending} 个）：",
    ),
    "file": ("  {path} (lines with it: {lines})", "  {path}（含有它的行：{lines}）"),
    "elsewhere": (
        "Out of reach: backups, copies that a sync made, the agents' own transcripts, published notes, extra folders of the settings, other homes that share this library and their indexes.",
        "无法触及：备份、同步产生的副本、智能体自己的对话记录、已发布的笔记、设置中的附加文件夹、共用此库的其他主目录及其索引。",
    ),
}
