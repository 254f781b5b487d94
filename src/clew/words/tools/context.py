"""Words of `clew_context`."""

TEXTS = {
    "title": ("Memory context", "记忆上下文"),
    "help": (
        "What to know at the start or after a compaction, in one block: long-term memory, recent daily notes, this conversation's memory.",
        "开始时或压缩之后应当知道的内容（memory context），合成一块：长期记忆、最近的每日笔记、本次对话的记忆。",
    ),
    "@budget": ("tokens", "词元数"),
    "rest": (
        "What was cut can be read: clew_read with ref long-term, a day, or a memory's name.",
        "被截去的内容可用 clew_read 阅读：ref 为 long-term、日期或记忆名称。",
    ),
    "nothing": ("There is nothing yet.", "还没有内容。"),
}
