"""Words about clew in the settings of other people's agents."""

TEXTS = {
    "not-utf8": ("{path} is not UTF-8; it was left alone", "{path} 不是 UTF-8；没有改动"),
    "not-utf8.hint": (
        "clew install --print shows what to add by hand",
        "用 clew install --print 查看需要手动添加的内容",
    ),
    "unfit": ("{path} was left alone: {reason}", "没有改动 {path}：{reason}"),
    "unfit.hint": (
        "repair it, or add by hand what clew install --print shows",
        "请修复该文件，或手动添加 clew install --print 显示的内容",
    ),
    "unfit-at": (
        "{path}, line {line}: {reason}; the file was left alone",
        "{path} 第 {line} 行：{reason}；没有改动该文件",
    ),
    "unfit-at.hint": (
        "repair it, or add by hand what clew install --print shows",
        "请修复该文件，或手动添加 clew install --print 显示的内容",
    ),
    "no-file": ("{path} is not a file; it was left alone", "{path} 不是文件；没有改动"),
    "read-only": ("{path} is read-only; nothing was changed", "{path} 是只读的；没有改动任何内容"),
    "read-only.hint": (
        "make it writable, or add by hand what clew install --print shows",
        "请使其可写，或手动添加 clew install --print 显示的内容",
    ),
    "changed": (
        "{path} was changed by another program just now; nothing was written",
        "{path} 刚刚被其他程序修改；没有写入任何内容",
    ),
    "changed.hint": ("repeat the command", "请重新执行命令"),
    "receipt": (
        "{path} cannot be read, so nobody knows what was added: {reason}",
        "无法读取 {path}，因此不知道添加过什么：{reason}",
    ),
    "receipt.hint": (
        "remove it, then repeat the command: what runs clew is found without it too",
        "请删除它后重新执行命令：没有它也能找到运行 clew 的条目",
    ),
    "unknown": ("there is no agent {name} that clew knows", "clew 不认识名为 {name} 的智能体"),
    "only-printed": (
        "{name} is known by its documented format only, so nothing is installed",
        "只按公开的格式了解 {name}，因此不会安装任何内容",
    ),
    "only-printed.hint": (
        "clew install --print {name} shows what to add by hand",
        "clew install --print {name} 显示需要手动添加的内容",
    ),
    "no-start": (
        "clew itself does not run as {command}: {reason}; nothing was changed",
        "clew 无法以 {command} 运行：{reason}；没有改动任何内容",
    ),
    "no-start.hint": (
        "install clew where agents find it, for instance: uv tool install clew",
        "请把 clew 安装到智能体能找到的位置，例如：uv tool install clew",
    ),
    "no-answer": (
        "installed, but clew does not answer as {command}: {reason}",
        "已安装，但 clew 以 {command} 运行时没有回答：{reason}",
    ),
    "no-answer.hint": ("clew doctor says what is wrong", "用 clew doctor 查看原因"),
    "why-empty": ("it is empty", "它是空的"),
    "why-behind": ("something stands behind the end", "结尾之后还有内容"),
    "why-comment": ("a comment is never closed", "有一处注释没有结束"),
    "why-deep": ("it is nested too deeply", "嵌套太深"),
    "why-no-value": ("no value stands here", "这里没有值"),
    "why-no-name": ("no name stands here", "这里没有名称"),
    "why-colon": ("a colon is missing", "缺少一个冒号"),
    "why-comma": ("a comma is missing", "缺少一个逗号"),
    "why-form": ("it is written in a way that clew cannot edit", "它的写法 clew 无法编辑"),
    "why-no-mapping": ("it is no mapping", "它不是映射"),
    "why-not-a-mapping": ("{name} is no mapping", "{name} 不是映射"),
    "why-not-a-table": ("{name} is no table", "{name} 不是表"),
    "why-not-a-list": ("{name} is no list", "{name} 不是列表"),
    "why-no-object": ("it is no object", "它不是对象"),
    "why-not-an-object": ("{name} is no object", "{name} 不是对象"),
    "why-torn": ("the marks of clew's block are torn apart", "clew 规则块的首尾标记不完整"),
    "why-theirs": ("{name} is there already and is not clew's", "{name} 已经存在，而且不是 clew 的"),
    "why-their-file": ("it is there already and is not clew's", "它已经存在，而且不是 clew 的"),
    "why-silent": ("no answer in {seconds} s", "{seconds} 秒内没有回答"),
    "why-ended": ("exit status {status}", "退出状态 {status}"),
    "by-hand-codex-hooks": (
        "Codex runs a hook only after you have allowed it: start codex, type /hooks, and trust those of clew.",
        "Codex 只运行经你允许的钩子：启动 codex，输入 /hooks，信任 clew 的钩子。",
    ),
    "by-hand-goose-file": (
        'goose shows the model what changed only through a file that you name. Add to your shell\'s profile: export GOOSE_MOIM_MESSAGE_FILE="{folder}/goose-$$.md"',
        'goose 只通过你指定的文件把改动告诉模型。请在 shell 的配置文件中加入：export GOOSE_MOIM_MESSAGE_FILE="{folder}/goose-$$.md"',
    ),
}
