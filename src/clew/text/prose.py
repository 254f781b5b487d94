"""What a person wrote of a text, for choosing words of it that will stand in file names and tags."""

from __future__ import annotations

import re

from clew.text.dates import without_dates

# What is written for programs: comments, fenced code, front matter, the folders of a path.
_MACHINE = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|^[ ]{0,3}(?P<fence>`{3,}|~{3,}).*?(?:^[ ]{0,3}(?P=fence)[`~]*[ \t]*$|\Z)"
    r"|\A---\n.*?\n---$"
    r"|(?<![~.\w-])[~.\w-]*/(?:[\w.-]+/)+",
    re.DOTALL | re.MULTILINE,
)
_ADDRESS = re.compile(r"\b[a-z][a-z+.-]{0,20}://(?:[^\s/@]*@)?(?P<host>[\w.-]*)\S*|(?<!\S)[^\s@]+@\S+")
# Nobody's business in a file name: what is left of a masked key, and a password that has no known shape.
_SECRET = re.compile(
    r"(?<![\w*-])[\w-]+\*{3,}[\w-]*"
    r"|(?:passw(?:or)?d|passphrase|secret|token|密码|口令)(?:[ ]is|是|为)?[ \t:：=]{0,9}(?=\S{0,99}\d)\S+",
    re.IGNORECASE,
)


def prose_of(text: str) -> str:
    """`text` with spaces for code, comments, paths, addresses, dates and whatever looks like a secret."""
    text = text.replace("\r\n", "\n")
    for noise in (_SECRET, _ADDRESS, _MACHINE):
        text = noise.sub(" ", text)
    return without_dates(text)


def without_secrets(text: str) -> str:
    """`text` with nothing taken out but what looks like a secret; of an address its host stays."""
    return _ADDRESS.sub(r" \g<host> ", _SECRET.sub(" ", text))
