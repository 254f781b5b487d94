"""Words of `clew completion`."""

TEXTS = {
    "help": ("Print the script that completes clew in your shell", "输出在 shell 中补全 clew 的脚本"),
    "help.more": (
        "Completes commands, options, memory names and tags. Add the line of the example to the start-up file of your shell; in PowerShell: clew completion powershell | Out-String | Invoke-Expression",
        "可补全命令、选项、记忆名称和标签。把示例那一行加入 shell 的启动文件；PowerShell 用：clew completion powershell | Out-String | Invoke-Expression",
    ),
    "SHELL": ("the shell to complete in", "要补全的 shell"),
    "not-here": (
        "the installed version of click cannot complete in {shell}",
        "已安装的 click 版本不能在 {shell} 中补全",
    ),
    "not-here.hint": ("pip install --upgrade click", "pip install --upgrade click"),
}
