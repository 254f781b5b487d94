"""Words about files and locks."""

from __future__ import annotations

# What the system says, by its own name for it. Each goes with each of ACTIONS.
REASONS = {
    "EACCES": ("no permission", "没有权限"),
    "EPERM": ("this is not allowed", "不允许此操作"),
    "EROFS": ("the disk is read-only", "磁盘是只读的"),
    "ENOSPC": ("the disk is full", "磁盘已满"),
    "EDQUOT": ("your disk quota is used up", "磁盘配额已用完"),
    "EFBIG": ("the file would be too large for this disk", "文件超过此磁盘允许的大小"),
    "EIO": ("the disk reports an input/output error", "磁盘报告输入输出错误"),
    "ENODEV": ("the disk is gone", "磁盘已不存在"),
    "ESTALE": ("the network drive lost the file", "网络驱动器丢失了该文件"),
    "ETIMEDOUT": ("the network drive does not answer", "网络驱动器没有响应"),
    "ENOENT": ("its folder is gone", "所在文件夹已不存在"),
    "ENOTDIR": ("a part of its path is a file, not a folder", "路径中有一部分是文件，不是文件夹"),
    "EISDIR": ("it is a folder", "它是文件夹"),
    "EEXIST": ("something else of that name is in its place", "有同名的其他东西占用了它的位置"),
    "ELOOP": ("its path leads through links", "它的路径经过链接"),
    "ENAMETOOLONG": ("its name is too long for this disk", "名称对此磁盘来说过长"),
    "EBUSY": ("another program uses it", "另一个程序正在使用它"),
    "EMFILE": ("too many files are open", "打开的文件过多"),
    "ENFILE": ("too many files are open", "打开的文件过多"),
    "ENOLCK": ("this disk knows no locks", "此磁盘不支持锁"),
    "ENOTSUP": ("this disk cannot do that", "此磁盘不支持该操作"),
    "EOPNOTSUPP": ("this disk cannot do that", "此磁盘不支持该操作"),
    "other": ("{reason}", "{reason}"),
}

ACTIONS = {
    "read": ("{{path}} cannot be read: {}", "无法读取 {{path}}：{}"),
    "write": ("{{path}} could not be written, nothing was changed: {}", "无法写入 {{path}}，没有改动任何内容：{}"),
    "delete": ("{{path}} could not be deleted, nothing was changed: {}", "无法删除 {{path}}，没有改动任何内容：{}"),
    "lock": ("{{path}} cannot be locked for writing: {}", "无法锁定 {{path}} 以写入：{}"),
}

# What to do about it, whatever was being done.
REMEDIES = {
    "EACCES": (
        "give yourself the right to it, or run clew as its owner",
        "请为自己授予权限，或以其所有者身份运行 clew",
    ),
    "EROFS": ("mount the disk for writing, then repeat the command", "请以可写方式挂载磁盘，然后重新执行命令"),
    "ENOSPC": ("make room on the disk, then repeat the command", "请先腾出磁盘空间，然后重新执行命令"),
    "EDQUOT": ("make room on the disk, then repeat the command", "请先腾出磁盘空间，然后重新执行命令"),
    "EIO": (
        "the disk may be failing: copy what is on it, then check it",
        "磁盘可能即将损坏：请先备份其中内容，再检查磁盘",
    ),
    "ENOLCK": ("keep the files on a local disk", "请把文件放在本地磁盘上"),
}

TEXTS = {
    "conflict": (
        "{path} changed since it was read; nothing was written",
        "{path} 在读取之后被改动过；没有写入任何内容",
    ),
    "conflict.hint": (
        "read it again and repeat the change",
        "请重新读取，再做一次修改",
    ),
    "locked": (
        "{path} is locked by {holder}; gave up after {seconds} seconds, nothing was written",
        "{path} 被 {holder} 锁定；等待 {seconds} 秒后放弃，没有写入任何内容",
    ),
    "locked.hint": (
        "wait until that process is done, or end it, then repeat the command",
        "请等该进程结束（或结束它），然后重新执行命令",
    ),
    "not-found": (
        "{path} does not exist",
        "{path} 不存在",
    ),
    "bad-path": (
        "{given!r} is no path inside the folder: it must be relative, with / between its parts, without . and ..",
        "{given!r} 不是文件夹内的路径：必须是相对路径，各部分以 / 分隔，不含 . 与 ..",
    ),
    "bad-name": (
        "{given!r} cannot be made: the name {part!r} is not allowed on every system",
        "无法创建 {given!r}：名称 {part!r} 并非在所有系统上都可用",
    ),
    "bad-name.hint": (
        'choose a name without < > : " | ? * and control characters, not ending in a dot or space, and not CON, NUL, COM1 and the like',
        '请换一个名称：不含 < > : " | ? * 与控制字符，不以点或空格结尾，也不是 CON、NUL、COM1 等保留名',
    ),
    "name-clash": (
        "{path} could not be written: this disk takes {part!r} and {other!r}, which is there, for the same name",
        "无法写入 {path}：此磁盘把 {part!r} 与已有的 {other!r} 视为同一名称",
    ),
    "name-clash.hint": (
        "use the name that is there, or choose another one",
        "请使用已有的名称，或另选一个",
    ),
    "is-link": (
        "{path} is a link; links are not followed here",
        "{path} 是链接；此处不跟随链接",
    ),
    "is-link.hint": (
        "put the file itself in its place",
        "请用文件本身替换该链接",
    ),
    "is-folder": (
        "{path} is a folder, not a file",
        "{path} 是文件夹，不是文件",
    ),
    "is-folder.hint": (
        "rename the folder, or move it away",
        "请重命名该文件夹，或将其移走",
    ),
    "too-deep": (
        "the folders in {path} lie too deep to be looked through",
        "{path} 中的文件夹层次过深，无法查看",
    ),
    "too-deep.hint": (
        "move it away",
        "请将其移走",
    ),
    "is-special": (
        "{path} is neither a file nor a folder (a pipe, a socket, a device)",
        "{path} 既不是文件也不是文件夹（管道、套接字或设备）",
    ),
    "is-special.hint": (
        "move it away",
        "请将其移走",
    ),
    "root-missing": (
        "the folder {path} is not there; it was set by hand, so it is not made anew",
        "文件夹 {path} 不存在；它由手动设置指定，因此不会重新创建",
    ),
    "root-missing.hint": (
        "mount its disk, bring the folder back, or change the setting",
        "请挂载其所在磁盘、恢复该文件夹，或更改设置",
    ),
    "write-unsure": (
        "{path} was replaced, but the disk did not confirm it and the old content could not be put back",
        "{path} 已被替换，但磁盘未确认，旧内容也未能放回",
    ),
    "delete-unsure": (
        "{path} was deleted, but the disk did not confirm it and the file could not be put back",
        "{path} 已被删除，但磁盘未确认，文件也未能放回",
    ),
    "delete-unsure.hint": (
        "look whether it is there; its last version is in the history",
        "请查看该文件是否还在；最后的版本在历史中",
    ),
    "write-unsure.hint": (
        "look at the file; its old version is in the history",
        "请查看该文件；旧版本在历史中",
    ),
}
for _action, _sentences in ACTIONS.items():
    for _code, _reasons in REASONS.items():
        TEXTS[f"{_action}-{_code}"] = (_sentences[0].format(_reasons[0]), _sentences[1].format(_reasons[1]))
        if _code in REMEDIES:
            TEXTS[f"{_action}-{_code}.hint"] = REMEDIES[_code]
