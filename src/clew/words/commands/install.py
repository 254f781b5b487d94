"""Words of `clew install`."""

TEXTS = {
    "help": ("Add clew to an agent: server, hooks, rules", "把 clew 加入智能体：服务、钩子、规则"),
    "help.more": (
        "Its settings are merged, never replaced: comments, order and the entries of others stay as they are. A file that does not parse is left alone. The old version of each file is kept in the home until clew uninstall gives it back. Said again, it changes nothing.",
        "只合并设置，从不整体替换：注释、顺序和其他条目保持不变。无法解析的文件不会改动。每个文件的旧版本保存在主目录中，直到 clew uninstall 还原。重复执行不会改变任何东西。",
    ),
    "AGENT": ("which one, such as goose, claude-code, codex", "智能体，例如 goose、claude-code、codex"),
    "--all": ("every agent that is on this machine", "本机上的所有智能体"),
    "--dry-run": ("show what would change", "只显示将要进行的改动"),
    "--print": ("print what to add, and change nothing", "输出需要添加的内容，不做改动"),
    "--no-rules": ("without the block in the agent's file of rules", "不在智能体的规则文件中写入规则块"),
    "--yes": ("take out hand-written rules that the block says too", "删除与规则块重复的手写规则"),
    "which": (
        "name an agent: {names}; or --all for those on this machine",
        "请指定智能体：{names}；或用 --all 表示本机上的所有智能体",
    ),
    "done": ("{agent}: clew is in", "{agent}：已加入 clew"),
    "would": ("{agent}: would become", "{agent}：将改为"),
    "unchanged": ("{agent}: clew is in already", "{agent}：已有 clew，无需改动"),
    "failed": ("{agent}: {reason}", "{agent}：{reason}"),
    "print": ("{agent}: add this", "{agent}：请添加以下内容"),
    "doubled": (
        "{path}, line {line}, says what the block says too: {text} (--yes takes such rules out)",
        "{path} 第 {line} 行与规则块重复：{text}（--yes 会删除这类规则）",
    ),
    "long": (
        "{path} has {lines} lines; agents read 65 with care",
        "{path} 有 {lines} 行；超过 65 行时智能体不易读全",
    ),
    "ask-doubled": ("The block says this too. Take it out?", "规则块已包含上述内容。要删除这些手写规则吗？"),
}
