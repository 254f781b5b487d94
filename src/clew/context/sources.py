"""The sources of a context, read from disk: long-term memory, daily notes, and a memory or the menu.

What cannot be read is left out and says why; it hides no other source.
"""

from __future__ import annotations

import os
from itertools import chain

from clew.context.budget import cost_of
from clew.context.long_term import for_project, shown_lines
from clew.context.reach import Reach, reach
from clew.context.values import Offer, Withheld
from clew.errors import ClewError, NotFound
from clew.library.directories import parents, within
from clew.library.menu import SHOWN_TO_AGENTS
from clew.text.decoding import decoded
from clew.text.segments import segments_of
from clew.words import say
from clew.workspace.layout import LONG_TERM, daily_file, days_back

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clew.context.watch import Watch
    from clew.library.library import Library
    from clew.library.menu import Menu, MenuLine
    from clew.library.project import Project
    from clew.stores.contract import Store
    from clew.workspace import MemoryStore
    from clew.workspace.realms import Owner

DAYS = 3
ALL = Reach("")  # nothing but what is shown
_WEIGHTS = (2, 1, 1)  # today's note, and those of the days before


class Sources:
    """What was found for one context, in the order of the block."""

    def __init__(self, watch: Watch, lang: str) -> None:
        self.offers: list[Offer] = []
        self.withheld: list[Withheld] = []
        self.problems: list[ClewError] = []
        self.menu: tuple[str, ...] = ()
        self._watch = watch
        self._lang = lang

    def long_term(self, store: MemoryStore, owner: Owner) -> None:
        """MEMORY.md as it concerns this project."""
        text = self._read("long-term", LONG_TERM, store.files, LONG_TERM)
        if text is None:
            return
        seen = reach(text)
        chosen = for_project(seen.text, owner)
        if not chosen.lines and not seen.lines:
            self._withhold("long-term", LONG_TERM, "empty" if text.strip() else "nothing")
        else:
            order = (*chosen.pinned, *_without(range(len(chosen.lines)), chosen.pinned))
            self._add("long-term", LONG_TERM, chosen.lines, order, len(chosen.pinned), 4, "clew show long-term", seen)
        for reason, tokens in (("other-projects", chosen.of_others), ("superseded", chosen.superseded)):
            if tokens:
                self._withhold(f"long-term-{reason}", LONG_TERM, reason, tokens)

    def daily(self, store: MemoryStore) -> None:
        """The notes of the last days, today's first; of each the newest lines stay longest."""
        for day, weight in zip(days_back(store.today(), DAYS), _WEIGHTS):
            file, id = daily_file(day), f"daily-{day.isoformat()}"
            text = self._read(id, file, store.files, file, said=False)
            if text is None:
                continue
            seen = reach(text, newest_last=True)
            lines, pinned, _ = shown_lines(seen.text.removeprefix("\ufeff").splitlines())
            if lines:
                last = len(lines) - 1
                order = (*pinned, *_without((0, *range(last, 0, -1)), pinned))
                self._add(id, file, lines, order, len(pinned), weight, f"clew show {day.isoformat()}", seen)

    def memory(self, library: Library, file: str) -> None:
        """The conversation's memory; its newest segments stay longest."""
        off = library.off.directories()
        if any(within(entry.dir, off) for entry in library.clue.of_slug(file.partition("/")[0])):
            self._withhold("memory", file, "off")
            return
        self._watch.look(library.path(file))
        try:
            text = decoded(library.kept.get(file).data)
        except ClewError as problem:
            self.unreadable("memory", file, problem)
            return
        seen = reach(text, newest_last=True)
        shown: list[str] = []
        groups: list[range] = []
        pinned: list[int] = []
        for text in _segments(seen.text):
            lines, pins, _ = shown_lines(text.splitlines())
            if shown and lines:
                lines, pins = ["", *lines], [pin + 1 for pin in pins]
            pinned += [len(shown) + pin for pin in pins]
            groups.append(range(len(shown), len(shown) + len(lines)))
            shown += lines
        if not shown:
            self._withhold("memory", file, "nothing")
            return
        order = [*chain.from_iterable(reversed(groups))]
        first = (*pinned, *_without((0,), pinned))  # the title tells what all of it is about
        self._add("memory", file, shown, (*first, *_without(order, first)), len(pinned), 4, "clew start", seen)

    def menu_lines(self, project: Project, *, everywhere: bool) -> None:
        """What a conversation here can continue. `everywhere`: it has an id, and another device may save under it in
        any folder, which would choose for it."""
        try:
            if not self._watch.blind:
                self._watch_menu(project, everywhere)
            menu = project.whole_menu()
        except ClewError as problem:
            self.unreadable("menu", project.dir_slug, problem)
            return
        self.menu = menu.files()
        lines = [*self._rows(menu, project)]
        if not menu.lines and not menu.parents and not menu.moved_from:
            self._withhold("menu", project.dir_slug, "no-memories")
        else:
            self._add("menu", project.dir_slug, lines, tuple(range(len(lines))), more="clew menu")

    def unreadable(self, id: str, source: str, problem: ClewError) -> None:
        """A source that is there, and nobody can say what stands in it."""
        self.problems.append(problem)
        reason = problem.message(self._lang)
        self.offers.append(Offer(id, source, self._title(id), (), (), 0, problem=reason))

    def no_passages(self, key: str, **data: object) -> None:
        """There is a question, and nothing that answers it, or perhaps not all: the words say why."""
        self.withheld.append(Withheld("passages", "search", say(key, self._lang, **data)))

    def new_conversation(self) -> None:
        """The person chose to begin anew: nothing of the library is shown unasked."""
        self._withhold("menu", "menu", "new")

    def _read(self, id: str, source: str, store: Store, file: str, *, said: bool = True) -> str | None:
        """The text; None where there is none, or none that can be read."""
        self._watch.look(os.path.join(store.root, *file.split("/")))
        try:
            return decoded(store.get(file).data)
        except NotFound:
            if said:
                self._withhold(id, source, "none")
        except ClewError as problem:
            self.unreadable(id, source, problem)
        return None

    def _add(
        self,
        id: str,
        source: str,
        lines: Sequence[str],
        order: tuple[int, ...],
        pins: int = 0,
        weight: int = 4,
        more: str = "",
        seen: Reach = ALL,
    ) -> None:
        cost = cost_of(lines) + seen.cost
        title = self._title(id)
        self.offers.append(Offer(id, source, title, tuple(lines), order, cost, pins, weight, more, seen.lines))

    def _title(self, id: str) -> str:
        day = id.removeprefix("daily-")
        return say("context.title-daily" if day != id else f"context.title-{id}", self._lang, day=day)

    def _withhold(self, id: str, source: str, reason: str, tokens: int = 0) -> None:
        self.withheld.append(Withheld(id, source, say(f"context.{reason}", self._lang), tokens))

    def _rows(self, menu: Menu, project: Project) -> Iterator[str]:
        yield from self._some(menu.lines)
        above: dict[str, list[MenuLine]] = {}
        for line in menu.parents:
            above.setdefault(line.dir, []).append(line)
        for dir, of_dir in above.items():
            yield say("menu.above", self._lang, dir=dir)
            yield from self._some(of_dir)
        yield say("menu.new", self._lang)
        if menu.moved_from:
            yield say("menu.moved", self._lang, old=menu.moved_from, new=project.dir)

    def _some(self, lines: Sequence[MenuLine]) -> Iterator[str]:
        for line in lines[:SHOWN_TO_AGENTS]:
            yield f"{line.number}. [{line.lines}] {line.name}"
        if len(lines) > SHOWN_TO_AGENTS:
            yield say("menu.more", self._lang, count=len(lines) - SHOWN_TO_AGENTS)

    def _watch_menu(self, project: Project, everywhere: bool) -> None:
        """The clue file, the folders of the project and of those above, and what is in them."""
        library = project.library
        for stat in library.kept.list() if everywhere else ():
            if stat.kind == "folder":
                self._watch.look(library.path(stat.path))
        slugs = [project.dir_slug]
        for dir in parents(project.dir):
            entry = library.clue.entry(dir)
            if entry:
                slugs.append(entry.dir_slug)
        for slug in slugs:
            folder = library.path(slug)
            self._watch.look(folder)
            try:
                names = os.listdir(folder)
            except OSError:  # the menu will say so
                continue
            for name in names:
                if name.endswith(".md"):
                    self._watch.look(os.path.join(folder, name))


def _segments(text: str) -> list[str]:
    """The title, then each segment with its heading: as it was saved, without comments and rules."""
    data = text.removeprefix("\ufeff").encode("utf-8", "surrogateescape")
    segments = segments_of(data)
    texts = [decoded(data[: segments[0].start] if segments else data)]
    for segment in segments:
        heading = f"## {segment.heading}\n\n" if segment.heading else ""
        texts.append(heading + decoded(segment.text(data)))
    return texts


def _without(order: Sequence[int], taken: Sequence[int]) -> Sequence[int]:
    if not taken:
        return order
    seen = set(taken)
    return [each for each in order if each not in seen]
