"""Words about setting clew up: the settings file, the folders, adopting and moving a library."""

TEXTS = {
    # -- in the settings file
    "settings": (
        "Settings of clew. Take away the # before a line and change its value to set it. clew doctor shows what counts.",
        "clew 的设置。去掉某一行开头的 # 并改成自己的值即可生效。用 clew doctor 查看当前的设置。",
    ),
    "about-library": (
        "The folder of the memories. A relative one lies beside this file. One that is named here must exist.",
        "记忆所在的文件夹。相对路径以本文件所在目录为准。在这里写明的文件夹必须存在。",
    ),
    "about-workspace": (
        "The folder of long-term memory and daily notes.",
        "长期记忆和每日笔记所在的文件夹。",
    ),
    "about-timezone": (
        "The zone of all times, an IANA name. Default: the system's.",
        "所有时间的时区，使用 IANA 名称。默认：系统时区。",
    ),
    "about-lang": ("What clew speaks, en or zh. Default: the system's.", "clew 使用的语言：en 或 zh。默认：系统语言。"),
    "about-author": ("Who stands as author in published notes.", "发布笔记时的作者。"),
    "about-device": (
        "What this machine is called in the memories. Default: its own name.",
        "记忆中这台机器的名称。默认：主机名。",
    ),
    "about-model": (
        (
            "The model that finds by meaning, after `clew index --embed`: packaged, static:PATH, onnx:PATH,"
            " endpoint:URL MODEL, or none. Default: packaged, where clew[semantic] is installed."
        ),
        (
            "按含义搜索所用的模型，先运行 `clew index --embed`：packaged、static:路径、onnx:路径、endpoint:网址 模型名，或 none。"
            "默认：安装了 clew[semantic] 时为 packaged。"
        ),
    ),
    "about-model_key": ("The key that the model's address asks for.", "模型地址要求的密钥。"),
    "about-folders": (
        "More folders of Markdown that are searched, each under a name of its own; nothing is written there.",
        "另外需要搜索的 Markdown 文件夹，各有一个名称；不会在其中写入任何内容。",
    ),
    "about-simplenote_url": (
        "Another notes service that speaks as Simplenote does. Default: Simplenote itself.",
        "与 Simplenote 接口相同的其他笔记服务。默认：Simplenote 本身。",
    ),
    "about-git_remote": (
        "The git remote that `clew sync git` keeps the library the same with.",
        "`clew sync git` 用来同步库的 git 远端。",
    ),
    "about-git_workspace": (
        "Whether long-term memory and daily notes go to that remote too: yes or no.",
        "长期记忆和每日笔记是否也同步到该远端：yes 或 no。",
    ),
    "about-worktrees": (
        "Whether all git worktrees of a repository share one project (shared) or not (apart).",
        "同一仓库的 git 工作树共用一个项目（shared），还是各自独立（apart）。",
    ),
    "about-history_limit": (
        "How large the history may grow, in bytes; then the oldest versions go.",
        "历史的容量上限（字节）；超出后最旧的版本会被清除。",
    ),
    "about-menu": (
        "How a client of the MCP server shows the menu: list, or also a form (form) where it can ask its person.",
        "MCP 客户端如何显示菜单：列表（list），或在能够询问用户时另用表单（form）。",
    ),
    "settings-changed": (
        "{path} was changed by another program just now; it was not written",
        "{path} 刚刚被其他程序修改；没有写入",
    ),
    "settings-changed.hint": ("repeat the command", "请重新执行命令"),
    # -- the folders
    "no-path": (
        "{value} cannot be a folder of clew's: give a path of printable characters",
        "{value} 不能作为 clew 的文件夹：请给出由可打印字符组成的路径",
    ),
    "no-folder": (
        "{path} is a file, not a folder",
        "{path} 是文件，不是文件夹",
    ),
    "no-folder.hint": (
        "name another folder, or move the file away",
        "请指定其他文件夹，或把该文件移走",
    ),
    "home-inside": (
        "{path} cannot be the library: the home {home} lies in it, and every folder of a library is a project",
        "{path} 不能作为库：主目录 {home} 在其中，而库中的每个文件夹都是一个项目",
    ),
    "home-inside.hint": (
        "name a folder of its own, such as {home}/memory",
        "请指定一个单独的文件夹，例如 {home}/memory",
    ),
    "library-inside": (
        "{inner} and {outer} cannot both be libraries: a library takes every folder in it for a project",
        "{inner} 与 {outer} 不能都是库：库会把其中的每个文件夹当作项目",
    ),
    "library-inside.hint": ("name a folder beside it", "请指定一个并列的文件夹"),
    "one-in-the-other": (
        "the library {library} and the workspace {workspace} cannot lie in one another: each would take the other's files for its own",
        "库 {library} 与工作区 {workspace} 不能互相包含：否则会把对方的文件当作自己的",
    ),
    "one-in-the-other.hint": ("name two folders side by side", "请指定两个并列的文件夹"),
    "variable": (
        "{variable} is set to {value} and counts before the settings; nothing was changed",
        "环境变量 {variable} 的值是 {value}，优先于设置；没有改动任何内容",
    ),
    "variable.hint": (
        "unset {variable}, then repeat the command",
        "请取消设置 {variable}，然后重新执行命令",
    ),
    # -- moving
    "not-empty": (
        "{path} is not empty; a library moves into a folder of its own. Nothing was changed",
        "{path} 不是空文件夹；库只能移入空文件夹。没有改动任何内容",
    ),
    "not-empty.hint": (
        "name another: clew init --library DIR --move",
        "请另选一个：clew init --library 目录 --move",
    ),
    "half-moved": (
        "{path} holds a copy that was not finished, of the library {old}",
        "{path} 中有库 {old} 的一份未完成的副本",
    ),
    "half-moved.hint": (
        'clew init --library "{path}" --move goes on with it; or delete {path}: {old} is whole',
        'clew init --library "{path}" --move 可继续完成；或者删除 {path}：{old} 是完整的',
    ),
    "inside-itself": (
        "{new} and {old} cannot be moved into one another",
        "{old} 与 {new} 互相包含，无法移动",
    ),
    "inside-itself.hint": ("name a folder beside it", "请指定一个并列的文件夹"),
    "restless": (
        "{path} is changed again and again while it is copied; the library was not moved",
        "{path} 在复制过程中不断被修改；没有移动库",
    ),
    "restless.hint": (
        "close the programs that write there, then repeat the command",
        "请关闭正在写入该处的程序，然后重新执行命令",
    ),
    "copy-differs": (
        "{path} does not read as it was written; the library was not moved",
        "{path} 读回的内容与写入的不一致；没有移动库",
    ),
    "copy-differs.hint": (
        "the disk may be failing: name a folder on another one",
        "磁盘可能即将损坏：请指定另一磁盘上的文件夹",
    ),
}
