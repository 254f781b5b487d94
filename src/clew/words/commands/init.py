"""Words of `clew init`."""

TEXTS = {
    "help": ("Make or change a home, adopt or move a library", "建立或更改主目录，接管或移动库"),
    "help.more": (
        "Writes the settings, and nothing else that was not asked for. A library that is there already is read whole, so that the history has every byte; its files are not changed. Said again, it changes nothing.",
        "只写入设置，不做任何未要求的事。已有的库会被完整读取一次，让历史保有全部内容；文件不会改动。重复执行不会改变任何东西。",
    ),
    "--library": ("the folder of the memories; made if it is missing", "记忆所在的文件夹；不存在时会创建"),
    "--workspace": (
        "the folder of long-term memory and daily notes; made if it is missing",
        "长期记忆与每日笔记所在的文件夹；不存在时会创建",
    ),
    "--move": (
        "move the library of today to --library, else to its usual place in the home",
        "把当前的库移到 --library 指定处，未指定时移到主目录中的默认位置",
    ),
    "--yes": ("adopt a library that is found, without asking", "直接接管找到的库，不再询问"),
    "ask-adopt": ("There is a library in {path}. Use it?", "在 {path} 找到一个库。要使用它吗？"),
    "ask-move": (
        "{path} is goose's own memory folder, and a tool of goose's deletes all of it. Move the library to {new}?",
        "{path} 是 goose 自己的记忆文件夹，goose 的一个工具会把它整个删除。要把库移到 {new} 吗？",
    ),
    "reading": ("reading", "正在读取"),
    "moving": ("moving", "正在移动"),
    "unchanged": ("nothing to change", "无需更改"),
    "home": ("home: {path}", "主目录：{path}"),
    "settings": ("settings: {path}", "设置：{path}"),
    "library": ("library: {path}", "库：{path}"),
    "workspace": ("workspace: {path}", "工作区：{path}"),
    "agents": ("agents here: {names}", "本机的智能体：{names}"),
    "no-agents": ("agents here: none that clew knows", "本机的智能体：没有 clew 认识的"),
    "adopted": (
        "read whole (projects: {projects}, memories: {memories}); the history has every byte",
        "已完整读取：{projects} 个项目，{memories} 个记忆；历史已保有全部内容",
    ),
    "texts": (
        "files of goose's own memory (*.txt) that lie beside and are left alone: {count}",
        "旁边有 goose 自己的记忆文件（*.txt）{count} 个，保持不变",
    ),
    "findings": (
        "findings of clew check: {count}; clew check --fix mends what a program can mend",
        "clew check 发现 {count} 个问题；clew check --fix 可修复程序能够修复的部分",
    ),
    "moved": ("moved from {old} to {new} (files: {files})", "已移动：{files} 个文件，从 {old} 到 {new}"),
    "left": ("not clew's, so left in {old}: {names}", "不属于 clew，仍留在 {old}：{names}"),
    "changed": (
        "left where it was, for it was changed while the library moved: {path}",
        "移动期间被修改，仍留在原处：{path}",
    ),
    "before": (
        "the library in {path} stays as it is, and is not used any more",
        "{path} 中的库保持原样，不再使用",
    ),
    "found": (
        'there is a library in {path}; to use it: clew init --library "{path}"',
        '在 {path} 找到一个库；要使用它：clew init --library "{path}"',
    ),
    "danger": (
        "careful: {path} is goose's own memory folder, and a tool of goose's deletes all of it; clew init --move moves the library to {new}",
        "注意：{path} 是 goose 自己的记忆文件夹，goose 的一个工具会把它整个删除；用 clew init --move 可把库移到 {new}",
    ),
    "next-install": (
        "next: clew install --all adds clew to these agents (clew install AGENT to one; --dry-run shows it first)",
        "接下来：clew install --all 把 clew 加入这些智能体（clew install 智能体 只加入一个；--dry-run 先行查看）",
    ),
    "next-start": (
        "next: in a project's directory, clew start shows what there is to go on with",
        "接下来：在项目目录中执行 clew start，查看可以继续的内容",
    ),
    "next-save": (
        'then: clew save "what was decided, and why" --tag A --tag B keeps it; clew search "why …" finds it again',
        '然后：clew save "决定了什么，为什么" --tag 甲 --tag 乙 把它保存下来；用 clew search "为什么……" 再找出来',
    ),
    "next-doctor": ("at any time: clew doctor says whether all is well", "任何时候：clew doctor 检查一切是否正常"),
}
