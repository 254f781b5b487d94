"""Words about the workspace's files."""

TEXTS = {
    "no-bytes": (
        "the text holds half a character at position {place}; no file can hold that",
        "文本的第 {place} 个字符只有半个，无法存入文件",
    ),
    "no-bytes.hint": ("send the text as UTF-8", "请以 UTF-8 发送文本"),
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
}
