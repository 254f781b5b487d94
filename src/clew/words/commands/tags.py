"""Words of `clew tags`."""

TEXTS = {
    "help": (
        "Show the project's common tags; for a TEXT also tags that pass",
        "显示项目的公共标签；给出正文时还会建议合格的标签",
    ),
    "common": ("common tags: {tags}", "公共标签：{tags}"),
    "suggested": ("would pass: {tags}", "可以使用：{tags}"),
}
