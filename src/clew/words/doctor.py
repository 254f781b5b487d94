"""What the doctor says."""

TEXTS = {
    # -- where things are
    "version": ("clew {version}, Python {python}", "clew {version}，Python {python}"),
    "home": ("home: {path}", "主目录：{path}"),
    "settings": ("settings: {path}", "设置：{path}"),
    "settings-none": ("settings: {path} (none; the defaults count)", "设置：{path}（没有；使用默认值）"),
    "zone": ("time zone: {zone} ({offset})", "时区：{zone}（{offset}）"),
    "library-canonical": (
        "library: {path} (projects: {projects}, memories: {memories})",
        "库：{path}（{projects} 个项目，{memories} 个记忆）",
    ),
    "library-slow": (
        "library: {path} (projects: {projects}, memories: {memories}; the clue file is in a form of its own, which is slow)",
        "库：{path}（{projects} 个项目，{memories} 个记忆；线索文件为自有格式，速度较慢）",
    ),
    "library-missing": ("library: {path} (no clue file)", "库：{path}（没有线索文件）"),
    "library-unreadable": ("library: {path} (the clue file cannot be read)", "库：{path}（线索文件无法读取）"),
    "library-none": ("library: {path} (not there)", "库：{path}（尚不存在）"),
    "workspace": ("workspace: {path}", "工作区：{path}"),
    "workspace-none": ("workspace: {path} (not there)", "工作区：{path}（尚不存在）"),
    "history": (
        "history: {path} ({size} of at most {limit}, entries: {entries})",
        "历史：{path}（{size}，上限 {limit}，{entries} 条）",
    ),
    "history-unread": ("history: {path} ({size})", "历史：{path}（{size}）"),
    "history-none": ("history: {path} (not there)", "历史：{path}（尚不存在）"),
    "state": ("state: {path} ({size})", "状态：{path}（{size}）"),
    "state-none": ("state: {path} (not there)", "状态：{path}（尚不存在）"),
    "pending": ("pending texts: {count}", "待补标签的正文：{count}"),
    "index": (
        "index: {path} ({size}, passages: {passages}, files: {files}, engine: {engine})",
        "索引：{path}（{size}，{passages} 个段落，{files} 个文件，引擎 {engine}）",
    ),
    "index-empty": ("index: {path} ({size})", "索引：{path}（{size}）"),
    "index-none": (
        "index: {path} (not there; the first search makes it)",
        "索引：{path}（尚不存在；第一次搜索时建立）",
    ),
    "model": ("model: {model} (passages embedded: {embedded})", "模型：{model}（已向量化 {embedded} 个段落）"),
    "model-idle": (
        "model: {model} (nothing embedded yet; clew index --embed)",
        "模型：{model}（尚未向量化；请运行 clew index --embed）",
    ),
    "folder": ("searched too: {name}, {path}", "也会查找：{name}，{path}"),
    "sync": ("synced with: {targets} (in common: {count})", "已同步的目标：{targets}（两侧相同 {count} 项）"),
    "sync-parked": ("{count} texts do not go where they should be synced to", "有 {count} 项内容无法同步到目标"),
    "sync-parked.hint": ("clew sync --status says which and why", "用 clew sync --status 查看是哪些以及原因"),
    "sync-unanswered": (
        "of a write to the other side no answer was heard",
        "对另一侧的一次写入没有收到应答",
    ),
    "sync-unanswered.hint": ("the next clew sync finds out", "下次 clew sync 会弄清"),
    "off": ("clew is off in: {dirs}", "已关闭 clew 的目录：{dirs}"),
    # -- the home
    "no-home": ("there is no home yet in {path}", "{path} 处还没有主目录"),
    "no-home.hint": ("clew init makes one; the first save does too", "用 clew init 建立；第一次保存时也会建立"),
    "home-no-folder": ("{path} is not a folder", "{path} 不是文件夹"),
    "home-no-folder.hint": (
        "move it away, or name another home with --home or CLEW_HOME",
        "请把它移走，或用 --home 或 CLEW_HOME 指定其他主目录",
    ),
    "home-in-python": (
        "{path} lies in the Python environment of clew; an update may take it away",
        "{path} 位于 clew 的 Python 环境中；更新时可能被删除",
    ),
    "home-in-python.hint": (
        "move the folder to a place of your own and name it with CLEW_HOME; the usual place is ~/.clew",
        "请把该文件夹移到自己的位置，并用 CLEW_HOME 指定；默认位置是 ~/.clew",
    ),
    "read-only": ("{path} cannot be written", "{path} 不可写"),
    "read-only.hint": (
        "give yourself the right to write there, or mount the disk for writing",
        "请为自己授予写权限，或以可写方式挂载磁盘",
    ),
    "wide": (
        "{path} has the mode {mode}, wider than the one clew gives; {count} such in {root}",
        "{path} 的权限是 {mode}，比 clew 设置的宽；{root} 中共有 {count} 处",
    ),
    "wide.hint": (
        'if that was not meant: chmod -R go-rwx "{root}"',
        '如果不是有意为之：chmod -R go-rwx "{root}"',
    ),
    "wide-open": (
        "everybody on this machine can get at {path} (mode {mode}); {count} such in {root}",
        "本机的任何人都能访问 {path}（权限 {mode}）；{root} 中共有 {count} 处",
    ),
    "wide-open.hint": ('close it: chmod -R go-rwx "{root}"', '请收紧权限：chmod -R go-rwx "{root}"'),
    "leftover": (
        "{path} was being written when its writer died; it can be deleted",
        "{path} 在写入时进程意外终止而留下；可以删除",
    ),
    # -- the settings
    "variable": (
        "{variable} is set to {value} and counts before the settings",
        "环境变量 {variable} 的值是 {value}，优先于设置",
    ),
    # -- the library
    "half-moved": (
        "the library was moved here from {old}, and the old place is not cleared yet",
        "库已从 {old} 移到这里，但原处尚未清理",
    ),
    "half-moved.hint": ("clew init --move goes on with it", "用 clew init --move 继续完成"),
    "gooses-folder": (
        "the library lies in goose's own memory folder {path}; a tool of goose's deletes all of it",
        "库位于 goose 自己的记忆文件夹 {path} 中；goose 的一个工具会把它整个删除",
    ),
    "gooses-folder.hint": (
        "clew init --move moves it to its usual place in the home",
        "用 clew init --move 把它移到主目录中的默认位置",
    ),
    "holder-died": (
        "a process died while it wrote ({path}); the next command cleans up after it",
        "有进程在写入时意外终止（{path}）；下一条命令会清理",
    ),
    "held": ("{holder} writes in the library now", "{holder} 正在写入库"),
    "orphan": (
        "{dir} is not there; its memories ({count}) are in {path}",
        "{dir} 不存在；它的 {count} 个记忆在 {path} 中",
    ),
    "orphan.hint": ('if it moved: clew relink "{dir}" NEW', '如果它移动了：clew relink "{dir}" 新目录'),
    "more-orphans": (
        "more projects whose directories are not there: {count}",
        "还有 {count} 个项目的目录不存在",
    ),
    "more-orphans.hint": ("clew check lists them", "用 clew check 列出"),
    "finding": ("{finding}", "{finding}"),
    "finding.hint": (
        "clew check says what to do; clew check --fix mends what a program can mend",
        "clew check 说明如何处理；clew check --fix 可修复程序能够修复的部分",
    ),
    "findings": ("{finding} (and {more} more of this kind)", "{finding}（另有 {more} 个同类问题）"),
    "findings.hint": (
        "clew check says what to do; clew check --fix mends what a program can mend",
        "clew check 说明如何处理；clew check --fix 可修复程序能够修复的部分",
    ),
    # -- history and state
    "history-large": (
        "the history {path} has {size}, more than its limit of {limit}: it is down to the last version of each file",
        "历史 {path} 已有 {size}，超过上限 {limit}：每个文件只剩最后一个版本",
    ),
    "waiting": (
        "a pending text of {dir} waits for tags (days: {days}): “{words}”",
        "{dir} 有一段正文已等待补标签 {days} 天：“{words}”",
    ),
    "waiting.hint": ("this saves it: {command}", "用这条命令保存：{command}"),
    "waiting-today": ("a pending text of {dir} waits for tags: “{words}”", "{dir} 有一段正文等待补标签：“{words}”"),
    "waiting-today.hint": ("this saves it: {command}", "用这条命令保存：{command}"),
    # -- the index
    "index-unused": (
        "the index {path} is damaged, or of another version; the next search makes it anew from the files",
        "索引 {path} 已损坏或属于其他版本；下次搜索会根据文件重新建立",
    ),
    "model-unused": (
        "a search finds words only, not their meaning: {reason}",
        "搜索只按词查找，不按意思查找：{reason}",
    ),
    "model-unused.hint": (
        "clew index --embed says what it needs, or makes the vectors anew",
        "clew index --embed 会说明需要什么，或重新生成向量",
    ),
    "no-folder": (
        "the extra folder {name} of the settings is not there: {path}",
        "设置中的附加文件夹 {name} 不存在：{path}",
    ),
    "no-folder.hint": (
        "mount it, or take it out of [folders] in the settings",
        "请挂载它，或从设置的 [folders] 中删去",
    ),
    # -- the agents
    "agents": ("added to: {names}", "已加入：{names}"),
    "agents-none": ("added to no agent yet (clew install)", "尚未加入任何智能体（clew install）"),
    "agent-program": (
        "{agent} is to start {program}, which is not there",
        "{agent} 要启动的 {program} 不存在",
    ),
    "agent-program.hint": ("clew install {name} names the program of today", "用 clew install {name} 改为现在的程序"),
    "agent-gone": (
        "what was added to {path} for {agent} is not there any more",
        "为 {agent} 加入 {path} 的内容已不在",
    ),
    "agent-gone.hint": (
        "clew install {name} adds it again; clew uninstall {name}, if it should not be there",
        "用 clew install {name} 重新加入；如果不需要，用 clew uninstall {name}",
    ),
    "agent-failed": ("the last failure of a hook of {agent}: {failure}", "{agent} 的钩子最近一次失败：{failure}"),
    "agent-silent": (
        "{variable} is not set here, so {agent} is not told what changed",
        "此处没有设置 {variable}，因此不会告知 {agent} 有哪些改动",
    ),
    "agent-silent.hint": (
        'add to your shell\'s profile: export {variable}="{home}/goose-$$.md"',
        '请在 shell 的配置文件中加入：export {variable}="{home}/goose-$$.md"',
    ),
    # -- what cannot be examined
    "system": ("{path}: {reason}", "{path}：{reason}"),
    "broken": (
        "this could not be examined, which is a fault in clew itself: {reason}",
        "无法检查，这是 clew 自身的错误：{reason}",
    ),
}
