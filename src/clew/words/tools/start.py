"""Words of `clew_start`."""

TEXTS = {
    "title": ("Memory menu", "记忆菜单"),
    "help": (
        "At the start of a conversation: shows the menu of memories of this project. Show the person the list as it is, wait, call again with pick: a number continues that memory and shows it, 0 is new.",
        "对话开始时调用：显示本项目的记忆菜单（memory menu）。把列表原样给用户看，等待选择，再带 pick 调用：编号表示继续并显示该记忆，0 表示新对话。",
    ),
    "@pick": ("number in the menu, or name", "菜单编号或名称"),
    "continues": (
        "Conversation {conversation} continues {memory} ({lines} lines).",
        "对话 {conversation} 继续 {memory}（{lines} 行）。",
    ),
    "new": (
        "Conversation {conversation} is new; its first clew_save makes its memory.",
        "对话 {conversation} 是新对话；第一次 clew_save 时建立它的记忆。",
    ),
    "choose": (
        "Show the person this list and wait; then call clew_start with pick. Nobody to ask: pick 0.",
        "把列表给用户看并等待；然后带 pick 调用 clew_start。无人可问时 pick 为 0。",
    ),
    "question": ("Which memory does this conversation continue?", "本次对话继续哪个记忆？"),
}
