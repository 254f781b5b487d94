"""Words of `clew check`."""

TEXTS = {
    "help": ("Look for what is not as it should be in the library, and mend it", "检查库中的异常，并可修复"),
    "help.more": (
        "Without --fix nothing is changed. With it, what was found is mended as far as a program can; the text of a memory is never changed. Exit status 1 while findings remain.",
        "不带 --fix 时不改动任何内容。带上时会修复程序能够修复的问题；记忆正文从不改动。仍有问题时退出状态为 1。",
    ),
    "--fix": ("mend what can be mended", "修复可以修复的问题"),
    "looking": ("looking", "正在检查"),
    "mending": ("mending", "正在修复"),
    "mended": ("mended: {message}", "已修复：{message}"),
    "fixable": (
        "findings: {count}; those that clew check --fix mends: {fixable}",
        "发现 {count} 个问题；clew check --fix 可修复其中 {fixable} 个",
    ),
    "left": ("findings that a person must look at: {count}", "有 {count} 个问题需要人来处理"),
    "none": ("{path} is as it should be", "{path} 一切正常"),
}
