TEXTS = {
    "help": ("Say what it got", "原样返回"),
    "help.more": ("Only a test has this.", "只用于测试。"),
    "lost": ("there is no memory {name}", "没有记忆 {name}"),
    "lost.hint": ("clew list shows all", "clew list 列出全部"),
    "talk": ("by the way: {words}", "顺便说：{words}"),
    "sure": ("Really?", "真的吗？"),
}
