"""Words about the rules that a save may break (SPEC, section 1)."""

TEXTS = {
    "tags-count": (
        "a save takes {fewest} to {most} tags, {count} given",
        "每次保存需要 {fewest} 到 {most} 个标签，现在给了 {count} 个",
    ),
    "tags-count.hint": (
        "give the tags alone, the text is kept; the suggestions would pass",
        "文本已保留，只需重新给出标签；建议的标签可以通过",
    ),
    "tags-common": (
        "at least one tag must be a common tag of this project: {common}",
        "至少要有一个标签是本项目的公共标签：{common}",
    ),
    "tags-common.hint": (
        "give the tags alone, the text is kept; the suggestions would pass",
        "文本已保留，只需重新给出标签；建议的标签可以通过",
    ),
    "tag-too-long": (
        "a tag has at most {limit} characters; this one is longer: {tag}…",
        "一个标签最多 {limit} 个字符，这个太长：{tag}…",
    ),
    "tag-too-long.hint": (
        "give the tags alone, the text is kept; the suggestions would pass",
        "文本已保留，只需重新给出标签；建议的标签可以通过",
    ),
}
