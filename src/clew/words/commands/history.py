"""Words of `clew history`."""

TEXTS = {
    "help": ("List the versions of a text, newest first", "列出文本的各个版本，最新的在前"),
    "row": ("{id}  {time}  {what}  {bytes} bytes  {by}", "{id}  {time}  {what}  {bytes} 字节  {by}"),
    "gone": ("{id}  {time}  {what}  gone  {by}", "{id}  {time}  {what}  已不存在  {by}"),
}
