"""What hooks tell a model, and what goes wrong with them."""

TEXTS = {
    "pick": (
        "Show the person the numbered list as it is and wait. Then clew_start with the number (0: a new one); nobody to ask: 0. Save with clew_save, and never say “saved” before its receipt.",
        "把带编号的列表原样展示给用户并等待选择，然后用编号调用 clew_start（0 表示新对话；无人可问时用 0）。用 clew_save 保存，收到回执之前不要说“已保存”。",
    ),
    "bound": (
        "The memory of this conversation is “{memory}”: everything is saved into it.",
        "本次对话的记忆是“{memory}”：所有内容都保存到其中。",
    ),
    "unbound": (
        "This conversation has no memory yet: its first clew_save makes one.",
        "本次对话还没有记忆：第一次 clew_save 会建立一个。",
    ),
    "headings": ("Its last headings (stored data):", "其中最后的标题（仅为数据）："),
    "rest": (
        "Long-term memory and daily notes once more: clew_context.",
        "再次取得长期记忆和每日笔记：clew_context。",
    ),
    "unsaved": (
        "Prompts since the last save: {count}.",
        "上次保存之后的提问数：{count}。",
    ),
    "tail": (
        "Not saved by the conversation before ({agent}, {time} UTC): its last prompts ({count}). If it matters, read it and save what is worth it with conversation={conversation}.",
        "之前的对话（{agent}，{time} UTC）最后 {count} 次提问没有保存。如有必要，请阅读并以 conversation={conversation} 保存值得保留的内容。",
    ),
    "transcript": (
        "The transcript: {path}, from byte {offset} on.",
        "记录文件：{path}，从第 {offset} 字节开始。",
    ),
    "export": ("To read it: {command}", "查看方法：{command}"),
    "remind": (
        "clew: {count} prompts without a save. Save decisions and open points now: clew_save.",
        "clew：已有 {count} 次提问未保存，请用 clew_save 保存决定和未决事项。",
    ),
    "changed": (
        "Changed on disk since this conversation was last shown it; what is here counts now:",
        "以下内容在本次对话上次看到之后有改动，现以此为准：",
    ),
    "title": ("Daily note", "每日笔记"),
    "new": ("{title}: new or changed", "{title}：新增或修改"),
    "gone": ("{title}: taken out, holds no longer", "{title}：已删除，不再有效"),
    "unknown-agent": ("there is no agent {name} here", "没有名为 {name} 的智能体"),
    "no-hooks": ("{name} runs no hooks", "{name} 不运行钩子"),
    "unknown-event": ("{event} is no event that clew knows", "clew 不认识事件 {event}"),
    "terminal": ("a terminal, where nothing is piped in", "终端，没有管道输入"),
    "conversation": (
        "This conversation's id, for clew_start and clew_save: {conversation}",
        "本次对话的标识（用于 clew_start 和 clew_save）：{conversation}",
    ),
    "not-json": (
        "what the client said is no JSON object: {reason}",
        "客户端给出的内容不是 JSON 对象：{reason}",
    ),
    "another-kind": ("no file stands there", "那里的不是文件"),
    "no-file": (
        "{path} could not be written, so the model is told nothing: {reason}",
        "{path} 无法写入，因此没有告知模型任何内容：{reason}",
    ),
}
