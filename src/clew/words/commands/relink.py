"""Words of `clew relink`."""

TEXTS = {
    "help": ("Tell clew that a project's directory has moved", "告诉 clew 项目目录已经移动"),
    "help.more": (
        "The memories of OLD, and of the directories below it, are those of NEW from now on. What NEW had saved already joins them.",
        "OLD 及其下级目录的记忆从此归 NEW 所有。NEW 已保存的记忆会并入其中。",
    ),
    "OLD": ("the directory as it was", "原来的目录"),
    "NEW": ("the directory as it is now", "现在的目录"),
    "done": ("{dir} has the memories in {slug}/ now", "{slug}/ 中的记忆现在属于 {dir}"),
}
