"""From the sources of a workspace to its prompt."""

from __future__ import annotations

from clew.prompt.bootstrap import instructions
from clew.prompt.identity import SKILLS_HEAD, SPLIT, identity
from clew.prompt.parts import PromptPart, render_parts
from clew.prompt.skills import index
from clew.prompt.sources import SKILLS, Sources
from clew.values import Value
from clew.workspace.layout import LONG_TERM, daily_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import date

    from clew.prompt.watch import Watch
    from clew.workspace.memory import MemoryStore

# id: layer, slot, source, title, name of the source. PicoClaw's own, "picoclaw identity" too: no prompt prints a title.
_PLACES = {
    "kernel.identity": ("kernel", "identity", "runtime.kernel", "picoclaw identity", "identity"),
    "instruction.workspace": (
        *("instruction", "workspace", "workspace.definition"),
        *("workspace instructions", "workspace"),
    ),
    "capability.skill_catalog": ("capability", "skill_catalog", "skill:index", "skill catalog", "skill:index"),
    "context.memory": ("context", "memory", "memory:workspace", "memory", "memory:workspace"),
    "context.output_policy.split_on_marker": (
        *("context", "output", "runtime.output"),
        *("multi-message output policy", "split_on_marker"),
    ),
}


class Assembly(Value):
    """A prompt, and what it was made from."""

    text: str
    parts: tuple[PromptPart, ...]
    tracked: tuple[str, ...]  # the files of fixed names, relative to the workspace
    bad_skills: tuple[str, ...]  # their paths; PicoClaw does not list them either
    watch: Watch
    day: date
    split: bool


def assemble(store: MemoryStore, day: date, split: bool) -> Assembly:
    """The prompt of this day; `split` tells the model to write several short messages."""
    sources = Sources(store)
    place = store.path_of
    identified = identity(store.root, day, place(LONG_TERM), place(daily_file(day)), place(SKILLS))
    told = instructions(sources.file)
    skills = [*sources.skills()]
    valid = [skill for skill in skills if skill.valid]
    memory = sources.memory(day)
    texts = (
        identified,
        told,
        SKILLS_HEAD + index(valid) if valid else "",
        f"# Memory\n\n{memory}" if memory else "",
        SPLIT if split else "",
    )
    parts = tuple(_part(id, text) for id, text in zip(_PLACES, texts) if text)
    bad = tuple(skill.location for skill in skills if not skill.valid)
    return Assembly(render_parts(parts), parts, tuple(sources.tracked), bad, sources.watch, day, split)


def _part(id: str, text: str) -> PromptPart:
    layer, slot, source, title, source_name = _PLACES[id]
    return PromptPart(id, layer, slot, source, text, title, source_name, True, "ephemeral")
