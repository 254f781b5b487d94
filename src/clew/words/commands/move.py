"""Words of `clew move`."""

TEXTS = {
    "help": ("Put a memory into another project", "把记忆移到另一个项目"),
    "help.more": (
        "REF is looked up where you are; --dir says where the memory goes. Where its name is taken there, it gets a number.",
        "REF 在当前项目中查找；--dir 指定记忆要移到哪里。那里已有同名记忆时会加上数字。",
    ),
    "--dir": ("the directory of the project that it goes to", "目标项目的目录"),
    "where": ("nothing says where the memory goes", "没有说明要移到哪里"),
    "where.hint": (
        "give the directory of the other project: clew move REF --dir DIR",
        "请给出另一个项目的目录：clew move REF --dir 目录",
    ),
    "done": ("moved: {path}", "已移动：{path}"),
    "there": ("it is there already: {path}", "它已经在那里：{path}"),
}
