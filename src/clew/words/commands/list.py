"""Words of `clew list`."""

TEXTS = {
    "help": ("List the memories of this project, or of all", "列出本项目或全部项目的记忆"),
    "project": ("{name} ({dir})", "{name}（{dir}）"),
    "row": ("{modified}  [{lines}] {name}  {path}", "{modified}  [{lines}] {name}  {path}"),
    "none": ("no memories yet", "还没有记忆"),
}
