"""Words of `clew history`."""

TEXTS = {
    "help": ("List the versions of a memory, newest first", "列出一个记忆的各个版本，最新的在前"),
    "size": ("{bytes} B", "{bytes} 字节"),
    "gone": ("gone", "已不存在"),
}
