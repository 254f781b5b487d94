"""Words of `clew_save`."""

TEXTS = {
    "title": ("Save to memory", "保存到记忆"),
    "help": (
        "Save notes of this conversation to its memory: decisions, results, reasons, open points. Call after each step that matters and before the end; say saved only after the receipt. 2 to 5 tags, one of them a common tag. A refused text is kept: call again with its pending id and tags alone.",
        "把本次对话的要点存入它的记忆（save notes to memory）：决定、结果、理由、未决事项。每个重要步骤之后和结束之前调用；收到回执才能说已保存。2 到 5 个标签，其一为公共标签。被拒绝的正文会保留：只带 pending 和标签再次调用。",
    ),
    "@title": ("what a new memory is about", "新记忆的主题"),
    "created": ("Saved as {memory}, {lines} lines.", "已保存为 {memory}，{lines} 行。"),
    "appended": ("Saved to {memory}, {lines} lines.", "已追加到 {memory}，{lines} 行。"),
    "repeated": ("Was saved before, to {memory}.", "之前已保存到 {memory}。"),
    "masked": ("Masked: {secrets}.", "已遮盖：{secrets}。"),
    "masked-more": ("Masked secrets: {count}.", "已遮盖的密钥：{count}。"),
}
