"""Words about the index: why an answer may miss something, and what mends it."""

TEXTS = {
    "busy": (
        "another process is bringing the index up to date; what it does not know yet is missing here",
        "另一个进程正在更新索引，它尚未收录的内容这里可能缺失",
    ),
    "full": (
        "the disk is full, so the index could not be brought up to date",
        "磁盘已满，索引未能更新",
    ),
    "refused": (
        "the index could not be written, so it was not brought up to date",
        "索引无法写入，因此未能更新",
    ),
    "damaged": (
        "the index was damaged; it was made anew from the files",
        "索引已损坏，已根据文件重新建立",
    ),
    "outdated": (
        "the index was of another version of clew; it was made anew from the files",
        "索引属于另一版本的 clew，已根据文件重新建立",
    ),
    "not-utf8": (
        "{path} is not UTF-8: only the ASCII words in it can be found; save it as UTF-8",
        "{path} 不是 UTF-8：只能找到其中的 ASCII 词语；请把它另存为 UTF-8",
    ),
    "too-deep": (
        "the folders in {path} lie too deep to be searched",
        "{path} 中的文件夹层次过深，没有搜索",
    ),
    "no-folder": (
        "{path} is named in the settings under [folders] and is not there",
        "设置的 [folders] 中写了 {path}，但它不存在",
    ),
    "no-folder.hint": (
        "mount it, or take it out of the settings",
        "请挂载它，或从设置中删去",
    ),
}
