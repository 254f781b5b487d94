"""Words of `clew history`."""

TEXTS = {
    "help": ("List the versions of a text, newest first", "列出文本的各个版本，最新的在前"),
    "size": ("{bytes} B", "{bytes} 字节"),
    "gone": ("gone", "已不存在"),
}
