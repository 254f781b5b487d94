"""What the tools of the MCP server say: one table a tool, found by its name.

`title` and `help` are the tool's, an argument's words stand under its name; what is not explained explains itself.
Clients look for tools by English words (remember, recall, search, notes), so these stand in both languages.
"""

from __future__ import annotations

from clew.words.commands import Tables

TEXTS = Tables(__name__)
