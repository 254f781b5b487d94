"""Words about the home and its places."""

TEXTS = {
    "no-root": (
        "{path} is not there (it is the {setting} of the settings)",
        "{path} 不存在（它是设置中的 {setting}）",
    ),
    "no-root.hint": (
        "mount it, or name another with clew init --{setting} DIR; nothing is made in its place",
        "请挂载它，或用 clew init --{setting} 目录 指定另一个；不会在原处新建任何内容",
    ),
    "not-utf8": (
        "Python takes file names for {encoding} here; those of a library are UTF-8",
        "此处的 Python 把文件名当作 {encoding}；而库的文件名是 UTF-8",
    ),
    "not-utf8.hint": ("start it in its UTF-8 mode: PYTHONUTF8=1", "请以 UTF-8 模式启动它：PYTHONUTF8=1"),
    "moved": (
        "the {setting} was moved while this waited; it is set to {path} now, nothing was written",
        "等待期间{setting}已被移动，现在设为 {path}；没有写入任何内容",
    ),
    "moved.hint": ("repeat the command", "请重新执行命令"),
}
