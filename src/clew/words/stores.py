"""Words about files and locks."""

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
}
