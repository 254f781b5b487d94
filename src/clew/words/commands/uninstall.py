"""Words of `clew uninstall`."""

TEXTS = {
    "help": ("Take clew out of an agent again", "从智能体中移除 clew"),
    "help.more": (
        "A file that nobody changed since gets back every byte; from any other exactly what was added is taken out. Memories stay.",
        "安装后没有再改动的文件逐字节还原；其他文件只移除当初添加的内容。记忆保持不变。",
    ),
    "AGENT": ("which one", "智能体"),
    "--all": ("every agent that clew can be added to", "所有可加入 clew 的智能体"),
    "--dry-run": ("show what would change", "只显示将要进行的改动"),
    "done": ("{agent}: clew is out", "{agent}：已移除 clew"),
    "would": ("{agent}: would become", "{agent}：将改为"),
    "unchanged": ("{agent}: clew is not in", "{agent}：其中没有 clew"),
}
