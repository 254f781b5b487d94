"""Words of `clew remember`."""

TEXTS = {
    "help": ("Put one fact into long-term memory", "把一条事实记入长期记忆"),
    "help.more": (
        "It stands on a line of its own in the section that its words choose (name, prefers, model, ...), or in the one that --section names. What is there already is not added twice; a fact that contradicts it goes in, and the old line is struck through with the date. clew undo takes all of it back.",
        "每条事实独占一行，按其中的词（姓名、喜欢、模型……）归入相应小节，也可用 --section 指定。已有的内容不会重复添加；与之矛盾的新事实会写入，旧的一行加上删除线和日期。clew undo 可整体撤销。",
    ),
    "--section": ("the section it belongs to; made where there is none", "所属的小节；没有则新建"),
    "--project": (
        "a fact of this project only: it stands under its own heading",
        "只属于本项目的事实，写在项目自己的标题下",
    ),
    "--pin": ("keep it longest where room is short", "空间不足时最后才省略"),
    "--allow-secret": ("keep what looks like a key or a password", "保留看起来像密钥或密码的内容"),
    "done": ("remembered under {section}: {text} ({line})", "已记入“{section}”：{text}（{line}）"),
    "repeated": (
        "nothing to add, it stands under {section}: {text} ({line})",
        "无需添加，“{section}”中已有：{text}（{line}）",
    ),
    "superseded": ("superseded: {text} ({line})", "已被取代：{text}（{line}）"),
    "undo": ("both stay in the file; clew undo takes this back", "两条都留在文件中；clew undo 可撤销"),
}
