"""Words about a git remote."""

TEXTS = {
    "no-remote": ("no git remote was named", "没有指定 git 远端"),
    "no-remote.hint": ("clew sync git --remote URL names one", "用 clew sync git --remote URL 指定"),
    "no-git": ("there is no git on this machine", "本机没有安装 git"),
    "no-git.hint": ("install git, then repeat the command", "请先安装 git，然后重新执行命令"),
    "no-login": ("{remote} does not let clew in: {reason}", "{remote} 拒绝访问：{reason}"),
    "no-login.hint": (
        "see that `git ls-remote {remote}` works without asking for anything",
        "请确认 `git ls-remote {remote}` 无需任何输入即可运行",
    ),
    "failed": ("{remote}: {reason}", "{remote}：{reason}"),
    "failed.hint": (
        "nothing is lost; see that `git ls-remote {remote}` works, then sync again",
        "没有丢失任何内容；请确认 `git ls-remote {remote}` 可以运行，然后再同步",
    ),
    "own-failed": (
        "{path}, which holds what is on the remote, cannot be used: {reason}",
        "{path}（保存远端内容的仓库）无法使用：{reason}",
    ),
    "own-failed.hint": (
        "see that there is room and that you may write there; it may be deleted, it is fetched again",
        "请确认磁盘有空间并且可写；也可以删除它，之后会重新取回",
    ),
    "markers": (
        "{place} holds the markers of an unsettled merge; it is not sent",
        "{place} 含有未解决的合并标记，没有发送",
    ),
    "markers.hint": ("settle it in an editor, then sync again", "请在编辑器中解决后再同步"),
    "not-clue": ("the clue files of both sides cannot be made one: {reason}", "两侧的线索文件无法合并：{reason}"),
    "not-clue.hint": ("clew check says what is wrong with the one here", "clew check 会说明本机的文件有何问题"),
}
