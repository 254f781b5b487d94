"""clew: memory for AI agents, in plain Markdown files that their user owns."""

__version__ = "0.1.0"
