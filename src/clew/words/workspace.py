"""Words about the workspace's files."""

TEXTS = {
    "no-bytes": (
        "the text holds half a character at position {place}; no file can hold that",
        "正文的第 {place} 个字符只有半个，无法存入文件",
    ),
    "no-bytes.hint": ("send the text as UTF-8", "请以 UTF-8 发送正文"),
    "no-folder": (
        "{path} stands where a folder should be",
        "{path} 占用了文件夹的位置",
    ),
    "no-folder.hint": (
        "rename it, or move it away",
        "请将其改名或移走",
    ),
    "link-loop": (
        "{path} is a link that leads back to itself",
        "{path} 是指回自身的链接",
    ),
    "link-loop.hint": (
        "remove the link, or let it lead to a file",
        "请删除该链接，或让它指向一个文件",
    ),
    "link-nowhere": (
        "{path} is a link to {target}, whose folder is not there; nothing is made in its place",
        "{path} 链接到 {target}，但其所在文件夹不存在；不会在原处新建任何内容",
    ),
    "link-nowhere.hint": (
        "mount its disk, or put the link right",
        "请挂载其所在磁盘，或修正该链接",
    ),
    "no-fact": ("the text is empty; nothing was written", "正文为空；没有写入任何内容"),
    "several-facts": (
        "these are {count} facts; each is remembered by itself",
        "这里有 {count} 条事实；请逐条记住",
    ),
    "several-facts.hint": (
        "call clew remember once for each, or keep the list with clew daily add",
        "请对每一条分别执行 clew remember，或用 clew daily add 整段记下",
    ),
    "bad-section": ("'{section}' is no name for a section", "“{section}”不能作为小节名称"),
    "projects-section": ("'{section}' belongs to a project", "“{section}”属于某个项目"),
    "projects-section.hint": (
        "work in its directory: clew remember --project --dir DIR",
        "请在该项目的目录中执行：clew remember --project --dir 目录",
    ),
    "forget-unread": (
        "'{text}' was found nowhere, but not everything could be read: {paths}",
        "没有找到“{text}”，但有内容无法读取：{paths}",
    ),
    "forget-unread.hint": (
        "mend these files and try again",
        "请修复这些文件后重试",
    ),
    "nothing-to-forget": ("no line that could be forgotten says '{text}'", "没有可遗忘的行包含“{text}”"),
    "nothing-to-forget.hint": (
        "give fewer words of it; clew history long-term shows what was there before",
        "请少给几个字；clew history long-term 可查看以前的内容",
    ),
    "no-revision": (
        "long-term memory is replaced whole only by who has read it: say which revision, {path} is at {revision}",
        "整体替换长期记忆之前必须先读取：请给出所读内容的修订号，{path} 当前为 {revision}",
    ),
    "no-revision.hint": (
        "read it (clew long-term show), then: clew long-term write - --expect {revision}",
        "先读取（clew long-term show），再执行：clew long-term write - --expect {revision}",
    ),
    "utf-16": (
        "{path} is UTF-16; text in UTF-8 cannot be added to it",
        "{path} 是 UTF-16 编码，无法在其中追加 UTF-8 内容",
    ),
    "utf-16.hint": ("save it as UTF-8 in your editor", "请在编辑器中将其另存为 UTF-8"),
}
