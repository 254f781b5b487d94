"""Words of `clew long-term`."""

TEXTS = {
    "help": ("Show long-term memory, replace it, or edit it", "查看、替换或编辑长期记忆"),
    "help.more": (
        "write replaces all of it, and needs the revision that was read (clew long-term show --json says it; none where there is no file): what another wrote meanwhile is a conflict, and not lost. edit opens $VISUAL or $EDITOR. To add one fact, use clew remember.",
        "write 会整体替换，必须给出所读内容的修订号（clew long-term show --json 可查到；没有文件时为 none）：他人在此期间写入的内容会产生冲突，不会丢失。edit 用 $VISUAL 或 $EDITOR 打开。只添加一条事实请用 clew remember。",
    ),
    "ACTION": ("show (the default), write or edit", "show（默认）、write 或 edit"),
    "--expect": ("the revision that is replaced", "要替换的内容的修订号"),
    "--allow-secret": ("keep what looks like a key or a password", "保留看起来像密钥或密码的内容"),
    "none": ("there is no long-term memory yet: {path}", "还没有长期记忆：{path}"),
    "done": ("written: {path}", "已写入：{path}"),
    "unchanged": ("nothing was changed: {path}", "没有改动：{path}"),
    "no-text": ("there is a text, but nothing says what to do with it", "给出了正文，但没有说明如何处理"),
    "no-text.hint": (
        "clew remember TEXT adds a fact; clew long-term write TEXT --expect REVISION replaces everything",
        "clew remember 正文 添加一条事实；clew long-term write 正文 --expect 修订号 替换全部内容",
    ),
    "no-editing": (
        "an editor asks, and --no-input says never to ask",
        "编辑器需要人来操作，而 --no-input 表示从不提问",
    ),
    "no-editing.hint": (
        "clew long-term write - --expect REVISION takes the text from a pipe",
        "clew long-term write - --expect 修订号 从管道读取正文",
    ),
    "kept": ("what you wrote is kept in {copy}", "你写的内容保留在 {copy}"),
    "edited-meanwhile": (
        "{path} was changed while you edited it; nothing was written, your text is in {copy}",
        "编辑期间 {path} 已被改动；没有写入任何内容，你写的内容保留在 {copy}",
    ),
    "edited-meanwhile.hint": (
        "compare the two; clew long-term edit opens what is there now",
        "请比较两者；clew long-term edit 打开现在的内容",
    ),
}
