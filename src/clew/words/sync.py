"""Words about notes and sync."""

TEXTS = {
    "no-segment": ("there is no segment “{heading}” in it", "其中没有段“{heading}”"),
    "moved": (
        "it was changed on the other side at the same moment",
        "另一侧同时也改动了它",
    ),
    "busy": (
        "{target} is being written to all the time; what was not done yet is for the next sync",
        "{target} 上一直有人写入；没有做完的留到下次同步",
    ),
    "busy.hint": ("repeat the command in a while", "请稍后重新执行命令"),
    "no-target": ("there is no sync target {name}", "没有同步目标 {name}"),
    "no-target.hint": ("clew sync --status shows those that there are", "用 clew sync --status 查看可用的目标"),
    "no-note": ("there is no note {id}", "没有笔记 {id}"),
    "several-notes": ("several notes are called {id}", "有多个名为 {id} 的笔记"),
    "several-notes.hint": ("give one of these ids instead", "请改用其中一个标识"),
    "not-published": ("{ref} was not published yet", "{ref} 还没有发布过"),
    "not-published.hint": ("clew note push {ref} publishes it", "用 clew note push {ref} 发布"),
    "no-note.hint": (
        "give the title or the id of a note of the account; clew note list shows those that memories name",
        "请给出帐户中笔记的标题或标识；clew note list 列出记忆提到的笔记",
    ),
    "changed": ("changed", "更新"),
    "half-character": (
        "it holds half a character (at character {position}), which no file can hold",
        "含有半个字符（第 {position} 个字符处），无法存入文件",
    ),
    "half-character.hint": ("mend it where it was written", "请在写入它的程序中改正"),
    "secret": (
        "it holds what looks like a key or a password ({secret}); it is not sent",
        "含有看起来像密钥或密码的内容（{secret}），没有发送",
    ),
    "secret.hint": (
        "take it out (clew purge), or send it all the same: clew note push REF --allow-secret",
        "用 clew purge 去掉它；确实要发送，则用 clew note push REF --allow-secret",
    ),
    # what was done
    "did-take": ("came from {target}: {file}", "已从 {target} 取来：{file}"),
    "did-give": ("went to {target}: {file}", "已送往 {target}：{file}"),
    "did-merge": ("merged with {target}: {file}", "已与 {target} 合并：{file}"),
    "did-drop": (
        "deleted here, since it was deleted on {target}: {file} (clew restore {file} brings it back)",
        "{target} 上已删除，本机随之删除：{file}（clew restore {file} 可恢复）",
    ),
    "did-withdraw": (
        "deleted on {target}, since it was deleted here: {file}",
        "本机已删除，{target} 上随之删除：{file}",
    ),
    "did-parked": ("parked: {file}: {why}", "搁置：{file}：{why}"),
    "did-withheld": ("not deleted without your word: {file}", "未经确认，没有删除：{file}"),
    "would-take": ("would come from {target}: {file}", "将从 {target} 取来：{file}"),
    "would-give": ("would go to {target}: {file}", "将送往 {target}：{file}"),
    "would-merge": ("would be merged with {target}: {file}", "将与 {target} 合并：{file}"),
    "would-drop": (
        "would be deleted here, since it was deleted on {target}: {file}",
        "{target} 上已删除，本机将随之删除：{file}",
    ),
    "would-withdraw": (
        "would be deleted on {target}, since it was deleted here: {file}",
        "本机已删除，{target} 上将随之删除：{file}",
    ),
    "would-parked": ("would be parked: {file}: {why}", "将搁置：{file}：{why}"),
    "would-withheld": ("would not be deleted without your word: {file}", "未经确认，不会删除：{file}"),
    "withheld-many": (
        "more than a tenth would go ({count}): clew sync {target} --yes, if that is right",
        "将删除超过十分之一的内容（{count} 项）：确认无误请执行 clew sync {target} --yes",
    ),
    "did-clash": (
        "both sides changed the same lines of {file}; the other text is kept beside it:",
        "两侧改动了 {file} 的相同行；另一份内容保存在旁边：",
    ),
    "would-clash": (
        "both sides changed the same lines of {file}; the other text would be kept beside it",
        "两侧改动了 {file} 的相同行；另一份内容将保存在旁边",
    ),
    # the notes service
    "bad-address": (
        "{value} is no address of a notes service: give https://…, or http:// on this machine",
        "{value} 不是笔记服务的地址：请给出 https://…，本机可用 http://",
    ),
    "bad-address.hint": (
        "set simplenote_url or CLEW_SIMPLENOTE_URL anew, without a name or password in it; for Simplenote itself, not at all",
        "请重新设置 simplenote_url 或 CLEW_SIMPLENOTE_URL，其中不要带用户名和密码；使用 Simplenote 本身则不必设置",
    ),
    "odd-token": (
        "the token or key for {target} holds characters that none has",
        "{target} 的令牌或密钥含有不可能出现的字符",
    ),
    "odd-token.hint": (
        "copy it again, without line ends or spaces in it, or log in: clew note login",
        "请重新复制（其中不要有换行或空格），或重新登录：clew note login",
    ),
    "unreachable": ("{target} cannot be reached: {reason}", "无法连接 {target}：{reason}"),
    "unreachable.hint": (
        "nothing is lost; the next clew sync goes on from here",
        "没有丢失任何内容；下次 clew sync 会从这里继续",
    ),
    "not-the-service": (
        "what answers is not {target}: perhaps a network that asks to log in first",
        "应答的不是 {target}：可能是需要先登录的网络",
    ),
    "not-the-service.hint": (
        "nothing was decided on it; open a web page to see what the network asks, then repeat the command",
        "没有因此改动任何内容；请打开一个网页，看网络要求什么，然后重新执行命令",
    ),
    "listing-repeats": (
        "the listing of {target} does not end; nothing was decided on half of it",
        "{target} 的列表没有结尾；没有根据不完整的列表改动任何内容",
    ),
    "listing-repeats.hint": (
        "nothing is lost; the next clew sync asks again",
        "没有丢失任何内容；下次 clew sync 会重新询问",
    ),
    "no-text-there": (
        "its note holds no text any more; what is here stays as it is",
        "对应的笔记中已没有文本；本机的内容保持不变",
    ),
    "no-text-there.hint": (
        "take an older version of the note in one of the service's own programs, then sync again",
        "请在该服务自己的程序中恢复笔记的旧版本，然后再同步",
    ),
    "cursor-unknown": ("what has changed since is not known any more", "已无法得知此后的改动"),
    "no-version": ("{target} does not say which version it gives", "{target} 没有说明给出的是哪个版本"),
    "no-version.hint": (
        "nothing is lost; the next clew sync asks again",
        "没有丢失任何内容；下次 clew sync 会重新询问",
    ),
    "too-large": ("it is too large for {target} ({size} bytes)", "超出 {target} 的大小限制（{size} 字节）"),
    "too-large.hint": (
        "publish its segments one by one: clew note push REF --section HEADING",
        "请逐段发布：clew note push REF --section 标题",
    ),
    "refused": ("{target} refuses it: {reason}", "{target} 拒绝接收：{reason}"),
    "refused.hint": ("change it, then sync again", "请修改后再同步"),
    "login-needed": ("{target} does not accept the token any more", "{target} 不再接受这个令牌"),
    "login-needed.hint": ("log in again: clew note login", "请重新登录：clew note login"),
    "no-token": ("nobody is logged in to {target}", "尚未登录 {target}"),
    "no-token.hint": (
        "clew note login, or set CLEW_SIMPLENOTE_TOKEN",
        "请执行 clew note login，或设置 CLEW_SIMPLENOTE_TOKEN",
    ),
    "login-refused": ("{target} refuses the log-in: {reason}", "{target} 拒绝登录：{reason}"),
    "login-refused.hint": (
        "clew note login begins anew; after a few wrong tries an account is locked for some minutes",
        "用 clew note login 重新开始；多次错误后，帐户会被锁定几分钟",
    ),
    "no-api-key": (
        "a log-in by password needs an API key of your own",
        "用密码登录需要你自己的 API 密钥",
    ),
    "no-api-key.hint": (
        "set CLEW_SIMPLENOTE_KEY, or log in by a code: clew note login",
        "请设置 CLEW_SIMPLENOTE_KEY，或用验证码登录：clew note login",
    ),
    # the common states
    "full": (
        "no room on the disk for {path}; nothing was synced further",
        "磁盘已满，无法写入 {path}；同步没有继续",
    ),
    "full.hint": (
        "free some space on that disk, then repeat the command",
        "请在该磁盘上腾出空间，然后重新执行命令",
    ),
    "failed": (
        "{path}, what was common at the last sync, cannot be used: {reason}",
        "{path}（上次同步时的共同状态）无法使用：{reason}",
    ),
    "failed.hint": (
        "see that the disk is mounted and that you may write there, then repeat the command",
        "请确认磁盘已挂载并且可写，然后重新执行命令",
    ),
    "damaged": (
        "{path}, what was common at the last sync, is damaged ({reason}); your memories are not touched",
        "{path}（上次同步时的共同状态）已损坏（{reason}）；记忆文件未受影响",
    ),
    "damaged.hint": (
        "move it aside, together with the files of the same name ending in -wal and -shm; the next sync compares both sides anew and removes nothing",
        "请把它和同名的 -wal、-shm 文件一起移到别处；下次同步会重新比较两侧，不会删除任何内容",
    ),
    "foreign": (
        "{path} is the database of another program",
        "{path} 是其他程序的数据库",
    ),
    "foreign.hint": (
        "move it aside; the next sync compares both sides anew",
        "请把它移到别处；下次同步会重新比较两侧",
    ),
    "newer": (
        "{path} was written by a newer clew (schema {version}, this one knows {known})",
        "{path} 由更新版本的 clew 写入（格式 {version}，当前版本只认识 {known}）",
    ),
    "newer.hint": ("update clew", "请更新 clew"),
}
