"""Words of `clew start`."""

TEXTS = {
    "help": ("Begin or resume a conversation, and print its memory", "开始或继续一个对话，并输出它的记忆"),
    "help.more": (
        "With --pick the conversation continues that memory, 0 is a new one. Without it the conversation's own memory is resumed; where it has none, a terminal shows the menu and a pipe means 0. Once a conversation has saved, another choice is refused.",
        "用 --pick 选择要继续的记忆，0 表示新对话。不给 --pick 时继续该对话自己的记忆；没有的话，终端会显示菜单，管道中视为 0。对话一旦保存过，就不能再改选。",
    ),
    "--pick": ("a number of the menu, or the name of a memory", "菜单中的编号，或记忆的名称"),
    "--menu": ("the revision of the menu that the number is from", "给出编号时所看菜单的修订号"),
    "new": ("conversation {id}: new", "对话 {id}：新建"),
    "resumed": (
        "conversation {id}: resumed; it has saved nothing yet",
        "对话 {id}：继续，尚未保存任何内容",
    ),
    "continued": ("conversation {id}: continues {memory}", "对话 {id}：继续 {memory}"),
    "sync": (
        "sync with {targets}: texts in common: {common}, last change {changed}",
        "与 {targets} 同步：共 {common} 项，最近改动 {changed}",
    ),
    "sync-waiting": (
        "sync with {targets}: texts in common: {common}, waiting for you: {waiting} (clew sync --status)",
        "与 {targets} 同步：共 {common} 项，有 {waiting} 项等待处理（clew sync --status）",
    ),
    "menu-changed": (
        "the menu of {dir} has changed; nothing was chosen",
        "{dir} 的菜单已变化；没有作出选择",
    ),
    "menu-changed.hint": (
        "clew menu shows the new one",
        "用 clew menu 查看新的菜单",
    ),
}
