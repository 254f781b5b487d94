"""Words of `clew hook`."""

TEXTS = {
    "help": ("What an agent runs at an event of its own", "供智能体在其事件发生时运行"),
    "help.more": (
        "Reads the event as JSON from standard input and answers in the agent's own form: at the start the context and the menu, at a prompt what changed on disk since. clew install sets it up. Never asks a model, never ends with the status 2.",
        "从标准输入读取 JSON 形式的事件，并按智能体自己的格式回答：开始时给出上下文和菜单，每次提问时给出此后磁盘上的改动。由 clew install 设置。从不调用模型，也从不以状态 2 结束。",
    ),
    "EVENT": (
        "session-start, prompt, pre-compact, stop or session-end, also under the agent's own names; process for PicoClaw",
        "session-start、prompt、pre-compact、stop 或 session-end，也可用智能体自己的名称；PicoClaw 用 process",
    ),
}
