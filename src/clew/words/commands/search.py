"""Words of `clew search`."""

TEXTS = {
    "help": ("Find what was decided, in any words", "查找曾经决定的内容，用什么说法都可以"),
    "help.more": (
        'Passages of the memories, long-term memory, daily notes and extra folders, best first. It looks in this project and in what belongs to none. A query is what you would ask: "quotes" keep words together, -word leaves out passages with that word, and nothing else in it is special. A pipe gets the passages as stored data, each line behind a bar.',
        "从记忆、长期记忆、每日笔记和附加文件夹中找出段落，最相关的在前。查找范围是本项目以及不属于任何项目的内容。查询就是平常的提问：“引号”内的词必须连在一起，-词 排除含有该词的段落，除此之外没有特殊符号。输出到管道时，段落作为数据给出，每行以竖线开头。",
    ),
    "QUERY": ("what to look for; - reads standard input", "要查找的内容；- 表示读取标准输入"),
    "--limit": ("how many passages at most", "最多给出多少段"),
    "--all": ("in all projects", "所有项目"),
    "--parents": ("in the projects of the directories above too", "也在上级目录的项目中查找"),
    "--since": (
        "only what was written on this day or later: 2026-11-30, 2026-11, yesterday, last week",
        "只要这一天及以后写的：2026-11-30、2026-11、昨天、上周",
    ),
    "--until": ("only what was written on this day or earlier", "只要这一天及以前写的"),
    "--tag": ("only what has this tag; of several, one is enough", "只要带有此标签的；给出多个时有其一即可"),
    "--kind": ("only of this kind", "只要这一类"),
    "--explain": ("say what put each passage where it is", "说明每段为何排在此处"),
    "explained": ("score {score}: {signals}", "得分 {score}：{signals}"),
    "none": ("nothing found", "没有找到"),
    "elsewhere": (
        "other projects have something for this: clew search --all",
        "其他项目中有相关内容：clew search --all",
    ),
    "unread": ("not searched: {reason}", "未能查找：{reason}"),
    "more-unread": (
        "not searched either: {count} more; clew index --status names them",
        "另有 {count} 个未能查找；clew index --status 会列出",
    ),
    "degraded": ("something may be missing: {reason}", "结果可能不完整：{reason}"),
}
