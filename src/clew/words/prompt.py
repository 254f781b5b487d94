"""Words about the system prompt."""

TEXTS = {
    "sealed": ("this prompt is sealed; nothing more can be added", "此提示词已封存，不能再添加内容"),
    "no-part-id": ("a part of a prompt needs an id", "提示词的每个部分都需要一个标识"),
    "no-source": ("the part “{part}” of a prompt names no source", "提示词的部分“{part}”没有写明来源"),
    "no-source-id": ("a source needs an id", "来源需要一个标识"),
    "no-place": (
        "the source “{source}” must name at least one place that it writes to",
        "来源“{source}”必须至少写明一个可写入的位置",
    ),
    "no-contributor": ("there is no contributor to register", "没有可登记的贡献者"),
    "wrong-place": (
        "the source “{source}” cannot write to {layer}/{slot}",
        "来源“{source}”不能写入 {layer}/{slot}",
    ),
    "unknown-source": (
        "nobody registered the source “{source}” of a prompt; it may write anywhere",
        "提示词的来源“{source}”没有登记；它可以写入任何位置",
    ),
    "source-replaced": (
        "the built-in source “{source}” of prompts was registered again, with other places",
        "提示词的内置来源“{source}”被重新登记，位置与原来不同",
    ),
    "contributor-failed": (
        "the parts of “{source}” are missing from the prompt: {reason}",
        "提示词缺少“{source}”的部分：{reason}",
    ),
    "left-out": ("the prompt goes without {path}", "提示词中不含 {path}"),
    "bad-skill": (
        "{path} is not listed in the prompt: a skill needs a name of letters, digits and single hyphens (at most 64 bytes) and a description (at most 1024 bytes)",
        "提示词未列出 {path}：技能需要一个由字母、数字和单个连字符组成的名称（最多 64 字节）和一段描述（最多 1024 字节）",
    ),
}
