"""Words of `clew save`."""

TEXTS = {
    "help": ("Append a segment to the conversation's memory", "在本次对话的记忆末尾追加一段"),
    "help.more": (
        "A conversation has one memory; the first save makes it. Give 2 to 5 tags; where the project has common tags, at least one of them. A refused text is kept: finish it with --pending ID and tags that pass. Keys and passwords of known shape are masked.",
        "一个对话只有一个记忆，第一次保存时建立。请给 2 到 5 个标签；项目已有公共标签时，至少要用其中一个。被拒绝的正文会保留：用 --pending ID 加上合格的标签即可完成。已知形式的密钥和密码会被遮盖。",
    ),
    "--title": ("what a new memory is about; its name comes from it", "新记忆的主题，用来取名"),
    "--heading": ("the heading of this segment (default: the time)", "这一段的标题（默认是时间）"),
    "--request": ("an id of your own: the same one again saves nothing twice", "自定的标识：重复提交不会保存两次"),
    "--pending": ("the refused save to finish", "要完成的那次被拒绝的保存"),
    "--discard": (
        "give the kept text of --pending up; it is printed once more",
        "放弃 --pending 保留的正文，并最后输出一次",
    ),
    "discarded": ("given up: {id}", "已放弃：{id}"),
    "discard-what": ("--discard needs --pending ID", "--discard 需要 --pending ID"),
    "--allow-secret": ("keep what looks like a key or a password", "保留看起来像密钥或密码的内容"),
    "created": ("saved as {memory} ({lines} lines): {path}", "已保存为 {memory}（{lines} 行）：{path}"),
    "appended": ("saved to {memory} ({lines} lines): {path}", "已追加到 {memory}（{lines} 行）：{path}"),
    "repeated": ("was saved before, to {memory}: {path}", "之前已保存到 {memory}：{path}"),
    "masked": ("masked: {secrets} (--allow-secret keeps them)", "已遮盖：{secrets}（--allow-secret 可保留）"),
    "escaped": (
        "stored escaped, for they could pass for clew's own comments: {count}",
        "有 {count} 处可能冒充 clew 注释的内容已转义保存",
    ),
}
