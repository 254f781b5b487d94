"""What may stand where the cursor is, when the shell asks."""

from __future__ import annotations

from click.shell_completion import CompletionItem

from clew.cli.call import Call
from clew.cli.commands import names
from clew.cli.spec import Argument, Option, unset
from clew.errors import ClewError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def candidates(of: Option | Argument, given: dict[str, Any], incomplete: str) -> list[CompletionItem]:
    """What may stand for one option or argument, given the others so far."""
    if of.choices:
        return [CompletionItem(choice) for choice in of.choices if choice.startswith(incomplete)]
    if of.complete in ("dir", "file"):
        return [CompletionItem(incomplete, type=of.complete)]
    if of.complete == "command":
        return [CompletionItem(name) for name in names() if name.startswith(incomplete)]
    begun = incomplete.casefold()
    return [CompletionItem(word) for word in _stored(of.complete, given) if word.casefold().startswith(begun)]


def _stored(what: str, given: dict[str, Any]) -> list[str]:
    """Names from the library, of the project that one is in. A message would be torn into candidates: none then."""
    call = Call("", {**unset(None), "dir": None, **{name: value for name, value in given.items() if value is not None}})
    try:
        if what == "memory":
            return [line.name for line in call.home.library.project(call.directory).menu()]
        if what == "tag":
            return call.home.library.project(call.directory).common_tags()
    except ClewError:
        pass
    finally:
        call.close()
    return []
