"""Words about the rules that a save may break."""

TEXTS = {
    "tags-count": (
        "a save takes {fewest} to {most} tags, {count} given",
        "每次保存需要 {fewest} 到 {most} 个标签，现在给了 {count} 个",
    ),
    "tags-common": (
        "at least one tag must be a common tag of this project: {common}",
        "至少要有一个标签是本项目的公共标签：{common}",
    ),
    "tag-too-long": (
        "a tag has at most {limit} characters; this one is longer: {tag}…",
        "一个标签最多 {limit} 个字符，这个太长：{tag}…",
    ),
    "one-memory": (
        "conversation {conversation} has its memory: {memory}; one conversation has one memory",
        "对话 {conversation} 已有自己的记忆：{memory}；一个对话只有一个记忆",
    ),
    "one-memory.hint": (
        "go on with it; a new conversation needs an id of its own: clew start --pick 0 --conversation NEW (or unset CLEW_CONVERSATION first)",
        "请继续使用它；新的对话需要自己的标识：clew start --pick 0 --conversation 新标识（或先取消设置 CLEW_CONVERSATION）",
    ),
    "several-notes": (
        "the memories name several notes on {topic}: {ids}",
        "记忆中有多个主题为 {topic} 的笔记：{ids}",
    ),
    "several-notes.hint": (
        "say which with --note ID, or begin another one with --new",
        "请用 --note ID 指定其中一个，或用 --new 另建一个",
    ),
    "name-taken": (
        "there is a memory {path} already",
        "{path} 已经存在",
    ),
    "relink-taken": (
        "{dir} has memories of its own already; nothing was changed",
        "{dir} 已有自己的记忆；没有改动任何内容",
    ),
    "relink-taken.hint": (
        "relink that directory by itself first",
        "请先单独重新关联该目录",
    ),
    "folder-missing": (
        "{path} is missing, though the clue file lists memories of {dir} there; nothing was changed",
        "{path} 不存在，但线索文件中列有 {dir} 的记忆；没有改动任何内容",
    ),
    "folder-missing.hint": (
        "clew restore --all brings it back; or delete its entry in the clue file, if it shall not come back",
        "用 clew restore --all 恢复它；如果不再需要，请删除线索文件中的相应条目",
    ),
    "too-much-gone": (
        "{count} of {total} memories are gone; so many are not dropped, nothing was changed",
        "{total} 个记忆中有 {count} 个不见了；数量过多，不予去除，没有改动任何内容",
    ),
    "too-much-gone.hint": (
        "clew restore --all brings them back from the history",
        "用 clew restore --all 从历史中恢复它们",
    ),
    "off": (
        "clew is off in {path}: nothing is read or saved there",
        "clew 在 {path} 中已关闭：不读取也不保存任何内容",
    ),
    "off.hint": (
        "clew on {path} switches it on again",
        "用 clew on {path} 重新打开",
    ),
    "off-above": (
        "clew is still off in {path}, which {dir} lies below",
        "clew 在上级目录 {path} 中仍是关闭的，{dir} 在它之下",
    ),
    "off-above.hint": (
        "clew on {path} switches it on there",
        "用 clew on {path} 在那里打开",
    ),
    "library-vanished": (
        "{path} is gone or empty, and the history still has memories of it; nothing new is begun in its place",
        "{path} 已不存在或已清空，其中的记忆仍在历史中；不会在原处另起新库",
    ),
    "library-vanished.hint": (
        "clew restore --all brings it back; to begin anew, move history.db away",
        "用 clew restore --all 恢复；如要重新开始，请把 history.db 移走",
    ),
}
