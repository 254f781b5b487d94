"""What a check reports, and what to do about it."""

TEXTS = {
    # memories and the clue file
    "gone-memory": (
        "{path} is gone, but the clue file lists it; its line is to be dropped",
        "{path} 已不存在，但线索文件仍列有它；应去掉这一行",
    ),
    "gone-memory.hint": (
        "clew check --fix drops the line; clew restore --all brings the memory back, if it should not be gone",
        "clew check --fix 会去掉这一行；如果不该消失，用 clew restore --all 恢复记忆",
    ),
    "moved-memory": (
        "{path} is gone, but the clue file lists it; its text stands in {now}, which takes its tags",
        "{path} 已不存在，但线索文件仍列有它；内容现在位于 {now}，标签随之转移",
    ),
    "missed-memory": (
        "{path} is missing in the clue file; it is to be added with the tags of its segments",
        "线索文件中缺少 {path}；应按其各段的标签加入",
    ),
    "doubled-memory": (
        "{path} is listed more than once under {dir}; one line is to stay, with the tags of all",
        "{path} 在 {dir} 下被列出多次；应只保留一行，并合并标签",
    ),
    "common-tags": (
        "{path}: the common tags of {dir} are to be the union of its memories' tags: {tags}",
        "{path}：{dir} 的公共标签应为其各记忆标签的并集：{tags}",
    ),
    "secret": (
        "{path}, line {line}, holds a key: {shown}",
        "{path} 第 {line} 行含有密钥：{shown}",
    ),
    "secret.hint": (
        "take it out of the file and its history: clew purge - (give it by standard input), then revoke it",
        "从文件和历史中清除：clew purge -（从标准输入给出），然后吊销它",
    ),
    "wide-open": (
        "everybody on this machine can get at {path} (mode {mode}); {count} such in {root}",
        "本机的任何人都能访问 {path}（权限 {mode}）；{root} 中共有 {count} 处",
    ),
    "wide-open.hint": ('close it: chmod -R go-rwx "{root}"', '请收紧权限：chmod -R go-rwx "{root}"'),
    "bad-directory": (
        "{path}: the entry of {slug} has no absolute dir ({dir}), so that no project finds its memories",
        "{path}：{slug} 的条目没有绝对路径的 dir（{dir}），没有项目能找到其中的记忆",
    ),
    "bad-directory.hint": (
        "write the directory of the project behind `dir:`",
        "请在 `dir:` 后写上项目的目录",
    ),
    "doubled-entry": (
        "{path} has several entries of {dir}; the first is to stay, with the memories of all",
        "{path} 中 {dir} 有多个条目；应只保留第一个，并合并各条目的记忆",
    ),
    "doubled-entry-by-hand": (
        "{path} has several entries of {dir}; only the first one counts",
        "{path} 中 {dir} 有多个条目；只有第一个有效",
    ),
    "doubled-entry-by-hand.hint": (
        "put what they say into the first one and delete the others",
        "请把各条目的内容合并到第一个，然后删除其余条目",
    ),
    "shared-folder": (
        "{path} is the folder of several directories, which list different memories: {dirs}",
        "多个目录共用文件夹 {path}，但列出的记忆不同：{dirs}",
    ),
    "shared-folder.hint": (
        "if they are different projects, move the memories of one away: clew move REF --dir DIR",
        "如果它们是不同的项目，请把其中一个的记忆移走：clew move REF --dir 目录",
    ),
    "bad-slug": (
        "{path}: {slug!r} cannot be the folder of {dir}",
        "{path}：{slug!r} 不能作为 {dir} 的文件夹",
    ),
    "bad-slug.hint": (
        "write the name of its folder in the library as dir_slug of that entry",
        "请在该条目的 dir_slug 中写上它在库中的文件夹名",
    ),
    # folders
    "library-vanished": (
        "the whole library is gone or empty, though the history has memories of it",
        "整个库已不存在或已清空，而历史中还有其中的记忆",
    ),
    "library-vanished.hint": (
        "clew restore --all brings it back",
        "用 clew restore --all 恢复",
    ),
    "folder-missing": (
        "{path} is missing, though the clue file lists memories of {dir} there ({count})",
        "{path} 不存在，但线索文件中列有 {dir} 的 {count} 个记忆",
    ),
    "folder-missing.hint": (
        "clew restore --all brings it back; nothing is dropped while it is missing",
        "用 clew restore --all 恢复它；在它缺失期间不会去掉任何内容",
    ),
    "folder-empty": (
        "{path} holds none of the memories of {dir} that the clue file lists ({count})",
        "线索文件列出了 {dir} 的 {count} 个记忆，但 {path} 中一个也没有",
    ),
    "folder-empty.hint": (
        "clew restore --all brings them back; nothing is dropped while all are missing",
        "用 clew restore --all 恢复它们；在全部缺失期间不会去掉任何内容",
    ),
    "clue-missing": (
        "{path} is missing, though memories stand ({count}); it is to be rebuilt from them",
        "{path} 不存在，但库中有 {count} 个记忆；应由它们重建",
    ),
    "unlisted-folder": (
        "{path} is missing in the clue file; it is to be listed as the folder of {dir}",
        "线索文件中缺少 {path}；应作为 {dir} 的文件夹列入",
    ),
    "unlisted-unknown": (
        "{path} is missing in the clue file, and nothing says of which directory it is",
        "线索文件中缺少 {path}，且无从得知它属于哪个目录",
    ),
    "unlisted-unknown.hint": (
        "add an entry with its dir and dir_slug to the clue file; clew check --fix lists its memories then",
        "请在线索文件中加入含 dir 与 dir_slug 的条目；之后 clew check --fix 会列入其中的记忆",
    ),
    "unlisted-taken": (
        "{path} is missing in the clue file; its memories are of {dir}, whose folder is {other}",
        "线索文件中缺少 {path}；其中的记忆属于 {dir}，而该目录的文件夹是 {other}",
    ),
    "unlisted-taken.hint": (
        "if it is a copy, delete it; else put its files into that folder and run clew check --fix",
        "如果是副本，请删除；否则把其中的文件放入那个文件夹，再运行 clew check --fix",
    ),
    # conversations
    "split-conversation": (
        "conversation {conversation} stands in several memories: {files}",
        "对话 {conversation} 分散在多个记忆中：{files}",
    ),
    "split-conversation.hint": (
        "one conversation has one memory: delete the copy (clew delete), or put its segments into one file by hand",
        "一个对话只有一个记忆：请删除副本（clew delete），或手工把各段并入一个文件",
    ),
    "doubled-segment": (
        "{path}: request {request} of conversation {conversation} was written more than once",
        "{path}：对话 {conversation} 的请求 {request} 被写入多次",
    ),
    "doubled-segment.hint": (
        "delete one of the two segments by hand",
        "请手工删除其中一段",
    ),
    # names
    "name-clash": (
        "{path} and {other} are one and the same name on a system that ignores case and Unicode form",
        "在不区分大小写和 Unicode 形式的系统上，{path} 与 {other} 是同一个名称",
    ),
    "name-clash.hint": (
        "give one of them another name: clew rename REF NAME",
        "请给其中一个改名：clew rename REF 新名称",
    ),
    "bad-name": (
        "{path}: {because}",
        "{path}：{because}",
    ),
    "bad-name.hint": (
        'clew rename "{path}" "{suggestion}"',
        'clew rename "{path}" "{suggestion}"',
    ),
    "bad-name-at-all": (
        "{path}: {because}",
        "{path}：{because}",
    ),
    "bad-name-at-all.hint": (
        'clew rename "{path}" NAME',
        'clew rename "{path}" 新名称',
    ),
    "bad-folder-name": (
        "{path}: not every system can hold a folder of this name",
        "{path}：并非每个系统都能使用这个文件夹名",
    ),
    "bad-folder-name.hint": (
        "rename the folder, and with it dir_slug in the clue file",
        "请给文件夹改名，并同时修改线索文件中的 dir_slug",
    ),
    "name-not-utf8": (
        "the name of {path} is not UTF-8; no clue file can list it",
        "{path} 的名称不是 UTF-8；线索文件无法列出它",
    ),
    "name-not-utf8.hint": (
        "give it another name",
        "请改名",
    ),
    "name-not-addressable": (
        "{path}: a name with this character cannot be asked for on every system",
        "{path}：并非每个系统都能访问含有此字符的名称",
    ),
    "name-not-addressable.hint": (
        "give it another name",
        "请改名",
    ),
    "conflict-copy": (
        "{path} is a conflict copy: a sync kept two texts of one file",
        "{path} 是冲突副本：同步为同一个文件保留了两份内容",
    ),
    "conflict-copy.hint": (
        'clew diff "{path}" compares it with the memory; then clew restore "{path}" takes it, clew delete "{path}" gives it up',
        '用 clew diff "{path}" 与记忆比较；然后 clew restore "{path}" 采用它，或 clew delete "{path}" 放弃它',
    ),
    # files
    "link": (
        "{path} is a link; clew follows none inside a library",
        "{path} 是链接；clew 不跟随库中的链接",
    ),
    "link.hint": (
        "put the file itself there",
        "请直接放入文件本身",
    ),
    "folder-as-memory": (
        "{path} is a folder with the name of a memory",
        "{path} 是文件夹，却用了记忆的名称",
    ),
    "folder-as-memory.hint": (
        "give it a name without .md",
        "请改成不带 .md 的名称",
    ),
    "file-as-folder": (
        "{path} is a file, but the clue file has it as the folder of {dir}",
        "{path} 是文件，但线索文件把它列为 {dir} 的文件夹",
    ),
    "file-as-folder.hint": (
        "put it somewhere else; clew restore --all brings back what the folder held",
        "请把它移到别处；clew restore --all 可恢复该文件夹中的内容",
    ),
    "no-file": (
        "{path} is neither a file nor a folder (a pipe, a socket, a device)",
        "{path} 既不是文件也不是文件夹（可能是管道、套接字或设备）",
    ),
    "no-file.hint": (
        "put it somewhere else",
        "请把它移到别处",
    ),
    "leftover": (
        "{path} was left behind by a clew process that died; it is to be removed",
        "{path} 由已中断的 clew 进程留下；应删除",
    ),
    "temporary": (
        "{path} is the temporary file of another program or machine, untouched for a day",
        "{path} 是其他程序或机器的临时文件，已有一天未被改动",
    ),
    "temporary.hint": (
        "delete it if that program has ended",
        "如果该程序已结束，请删除它",
    ),
    # projects
    "orphan": (
        "{dir} is not there; its memories ({count}) are in {path}",
        "{dir} 不存在；它的 {count} 个记忆位于 {path}",
    ),
    "orphan.hint": (
        'if the directory moved: clew relink "{dir}" NEW',
        '如果目录已移动：clew relink "{dir}" 新目录',
    ),
}
