"""Words of `clew index`."""

TEXTS = {
    "help": ("Bring the search index up to date, or make it anew", "更新或重建搜索索引"),
    "help.more": (
        "A search does this by itself: the index is made from the files, sees each change of them, and may be deleted at any time. This is for who wants to see it, or not to wait at the first search of a large library.",
        "搜索时会自动更新：索引由文件生成，能发现文件的每次改动，随时可以删除。此命令用于查看索引，或在大型库首次搜索之前先建好。",
    ),
    "--rebuild": ("make all of it anew", "全部重建"),
    "--status": ("only say what it holds", "只说明其中有什么"),
    "--embed": (
        "let the model of the settings read the passages, too: a search then finds what is meant in other words",
        "同时让设置中的模型读取各个段落：这样搜索也能找到说法不同但意思相同的内容",
    ),
    "reading": ("reading", "正在读取"),
    "embedding": ("embedding", "正在生成向量"),
    "none": ("{path}: there is no index yet; the first search makes it", "{path}：还没有索引；第一次搜索时建立"),
    "status": (
        "{path}: passages: {passages}, files: {files}, engine: {engine}, {size}",
        "{path}：{passages} 个段落，{files} 个文件，引擎 {engine}，{size}",
    ),
    "status-embedded": (
        "{path}: passages: {passages}, files: {files}, engine: {engine}, embedded: {embedded} by {model}, {size}",
        "{path}：{passages} 个段落，{files} 个文件，引擎 {engine}，{embedded} 个段落已由 {model} 生成向量，{size}",
    ),
}
