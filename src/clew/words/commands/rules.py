"""Words of `clew rules`."""

TEXTS = {
    "help": ("The rules for agents, in any file", "给智能体的规则，可写入任意文件"),
    "help.more": (
        "One marked block, brought up to date by add and taken out by remove; every other byte of the file stays. clew install does it for an agent's own file; this is for a project's AGENTS.md, CLAUDE.md or .goosehints.",
        "一个带标记的块，add 写入或更新，remove 移除；文件的其他内容一个字节也不变。clew install 会处理智能体自己的文件；此命令用于项目的 AGENTS.md、CLAUDE.md 或 .goosehints。",
    ),
    "ACTION": ("show, add or remove", "show、add 或 remove"),
    "FILE": ("the files", "文件"),
    "--dry-run": ("show what would change", "只显示将要进行的改动"),
    "--yes": ("take out hand-written rules that the block says too", "删除与规则块重复的手写规则"),
    "which": ("name a file, such as AGENTS.md", "请指定文件，例如 AGENTS.md"),
    "unchanged": ("nothing to change in {path}", "{path} 无需改动"),
}
