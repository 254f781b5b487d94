"""Words about the home and its places."""

TEXTS = {
    "no-root": (
        "{path} is not there (it is the {setting} of the settings)",
        "{path} 不存在（它是设置中的 {setting}）",
    ),
    "no-root.hint": (
        "mount it, or name another with clew init --{setting} DIR; nothing is made in its place",
        "请挂载它，或用 clew init --{setting} DIR 指定另一个；不会在原处新建任何内容",
    ),
}
