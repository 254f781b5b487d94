"""Words of `clew blame`."""

TEXTS = {
    "help": ("Show which version brought each line", "显示每一行来自哪个版本"),
}
