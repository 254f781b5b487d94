"""Words about naming a text."""

TEXTS = {
    "bad": (
        "{ref} names nothing",
        "{ref} 不能指代任何内容",
    ),
    "outside": (
        "{path} lies neither in the library nor in the workspace",
        "{path} 既不在库中也不在工作区中",
    ),
    "no-file": (
        "there is no {path}",
        "{path} 不存在",
    ),
    "no-file.hint": (
        "clew list --all shows all memories",
        "用 clew list --all 查看全部记忆",
    ),
    "no-memory": (
        "{ref} is no memory of the library",
        "{ref} 不是库中的记忆",
    ),
}
