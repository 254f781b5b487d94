"""Words of `clew import`."""

TEXTS = {
    "help": ("Take over the memory of another program", "导入其他程序的记忆"),
    "help.more": (
        "Nothing in the source changes. A second import adds what is new since; keys are masked as in every save.",
        "来源不会有任何改动。再次导入只加入新内容；密钥与每次保存一样会被遮盖。",
    ),
    "SOURCE": (
        "the name of a program (goose, claude-code, openclaw), or the path of a file or folder: Markdown, a Simplenote archive (.zip), rows of teamNoteTb (.json)",
        "程序名（goose、claude-code、openclaw），或文件、文件夹的路径：Markdown、Simplenote 归档（.zip）、teamNoteTb 的行（.json）",
    ),
    "--dry-run": ("say what would be imported, and write nothing", "只说明会导入什么，不写入"),
    "--allow-secret": ("keep what looks like a key or a password", "保留看起来像密钥或密码的内容"),
    "action.new": ("new", "新增"),
    "action.grown": ("grown", "有新增内容"),
    "action.known": ("known", "已有"),
    "action.left": ("left", "未导入"),
    "kind.memory": ("memory", "记忆"),
    "kind.fact": ("fact", "事实"),
    "kind.day": ("daily note", "每日笔记"),
    "done": (
        "{new} new, {grown} grown, {known} known already, {left} left",
        "新增 {new} 项，{grown} 项有新增内容，{known} 项已有，{left} 项未导入",
    ),
    "dry": ("nothing was written; without --dry-run: ", "没有写入任何内容；去掉 --dry-run 后："),
    "nothing": ("nothing to import in {path}", "没有可导入的内容：{path}"),
}
