"""Words of `clew sync`."""

TEXTS = {
    "help": ("Keep memories and notes the same here and there", "让两侧的记忆和笔记保持一致"),
    "help.more": (
        "With git the whole library goes to a remote of yours; with simplenote the notes that were published with clew note push. What both sides changed is merged; where that is not possible both texts are kept, the other one as NAME.conflict-DEVICE-TIME.md. What would take away more than a tenth needs --yes. Without TARGET all that are set up are synced.",
        "git 会把整个库同步到你的远端；simplenote 同步用 clew note push 发布的笔记。两侧的改动会合并；无法合并时两份内容都保留，另一份存为 名称.conflict-设备-时间.md。会删除超过十分之一的内容时需要 --yes。不给 TARGET 时同步所有已设置的目标。",
    ),
    "TARGET": ("git or simplenote", "git 或 simplenote"),
    "--dry-run": ("say what would be done, and do nothing", "只说明会做什么，不执行"),
    "--status": ("say what is where and what is parked, without the network", "不联网，说明各处的状态和搁置的内容"),
    "--yes": ("let it remove more than a tenth of a side", "允许删除一侧超过十分之一的内容"),
    "--message": ("what change logs say of this sync", "变更记录中对这次同步的说明"),
    "--remote": ("the git remote, from now on", "今后使用的 git 远端"),
    "syncing": ("syncing with {target}", "正在与 {target} 同步"),
    "in-step": ("{target}: both sides are the same", "{target}：两侧一致"),
    "none-published": (
        "{target}: no memory was published yet; clew note push REF does it",
        "{target}：还没有发布过记忆；用 clew note push REF 发布",
    ),
    "remote": ("the git remote is {url}", "git 远端是 {url}"),
    "remote-of-git": (
        "--remote is the address of a git remote: clew sync git --remote URL",
        "--remote 是 git 远端的地址：clew sync git --remote URL",
    ),
    "nothing-set-up": ("there is nothing to sync with yet", "还没有可同步的目标"),
    "nothing-set-up.hint": (
        "clew sync git --remote URL for a library, clew note login for published notes",
        "同步库用 clew sync git --remote URL，发布笔记用 clew note login",
    ),
    "state": (
        "{target}: in common {common}, last change {changed}",
        "{target}：两侧相同 {common} 项，最近改动 {changed}",
    ),
    "not-yet": ("{target}: set up, not synced yet", "{target}：已设置，尚未同步"),
    "unanswered": ("  without an answer: {count} (the next sync finds out)", "  未收到应答：{count}（下次同步会弄清）"),
    "parked": ("  parked: {file}: {why}", "  搁置：{file}：{why}"),
    "conflict": ("conflict: {file} has another text:", "冲突：{file} 有另一份内容："),
    "never": ("nothing was ever synced", "从未同步过"),
}
