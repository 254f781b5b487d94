"""The system prompt of a workspace, in PicoClaw's layout: parts in layers and slots, made anew when a source changes."""

from __future__ import annotations

from clew.prompt.builder import ContextBuilder
from clew.prompt.parts import PromptError, PromptPart, layer_priority, render_parts, slot_priority, sort_parts
from clew.prompt.registry import PromptRegistry
from clew.prompt.stack import PromptStack

__all__ = [
    "ContextBuilder",
    "PromptError",
    "PromptPart",
    "PromptRegistry",
    "PromptStack",
    "layer_priority",
    "render_parts",
    "slot_priority",
    "sort_parts",
]
