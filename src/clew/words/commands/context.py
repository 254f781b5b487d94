"""Words of `clew context`."""

TEXTS = {
    "help": (
        "Print what an agent is to know at the start, within a budget",
        "在预算之内输出智能体开始时应当知道的内容",
    ),
    "help.more": (
        "Long-term memory, the last days' notes, and the memory of the conversation or the menu: one block of stored data, each line behind a bar. The same bytes as long as nothing changes. With --json the parts say what is in it, what was cut, and why.",
        "长期记忆、最近几天的笔记，以及本次对话的记忆或菜单：作为数据放在同一块内，每行以竖线开头。内容不变时输出的字节也不变。加 --json 时，parts 说明收入了什么、截去了什么以及原因。",
    ),
    "--budget": ("how many tokens the block may take (default 2000)", "允许占用的词元数（默认 2000）"),
    "off": ("clew is off in {dir}: no context", "clew 在 {dir} 中已关闭：没有上下文"),
    "cut": ("{id}: {reason}", "{id}：{reason}"),
    "--query": (
        "a question; what answers it stands last, in what the budget leaves",
        "一个问题；回答它的段落放在最后，占用预算中剩余的部分",
    ),
}
