"""Words of `clew diff`."""

TEXTS = {
    "help": ("Show what changed in a memory", "显示一个记忆的改动"),
    "help.more": (
        "With an ID (clew history shows them): from that version to the file as it is. Without one: the last change.",
        "给出 ID（用 clew history 查看）：从该版本到现在的改动。不给则显示最近一次改动。",
    ),
    "ID": ("a version", "版本号"),
    "version": ("version {id}", "版本 {id}"),
    "nothing": ("not there yet", "尚不存在"),
    "now": ("as it is now", "现在的内容"),
    "same": ("no difference", "没有差别"),
}
