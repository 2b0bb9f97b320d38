"""Toolsets: tools that other installed packages bring, found without importing them, loaded only where allowed by name.

A package names a toolset in its metadata, in the group `vaultdesk.toolsets`; it leads to a sequence of tool classes,
each made with one `ToolsetRoom`. Such a tool passes every stage of ours (foreign_tool.py). One that cannot be used is
told in words, and all others work.
"""

import logging
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points

from vaultdesk.tools.foreign_tool import ForeignOrigin, RefusedTool, ToolsetRoom, checked_class, made_tool
from vaultdesk.tools.tool import AnyTool
from vaultdesk.tools.visible import short

GROUP = "vaultdesk.toolsets"
"""The group of entry points."""

MOST_TOOLS = 50
"""Tools of one toolset: each is told to the model with every question."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FoundToolset:
    """One toolset that is installed."""

    name: str
    """By which it is allowed, in `toolsets` of the settings."""
    package: str
    version: str
    entry: EntryPoint

    @property
    def origin(self) -> ForeignOrigin:
        """Where its tools come from, for people."""
        return ForeignOrigin(self.name, self.package, self.version)


@dataclass(frozen=True, slots=True)
class LoadedToolset:
    """What one allowed toolset brings."""

    name: str
    origin: ForeignOrigin | None
    """None where no such toolset is installed."""
    classes: tuple[type[AnyTool], ...] = ()
    problems: tuple[str, ...] = ()
    """What of it cannot be used, and why."""

    def tools(self, room: ToolsetRoom) -> "tuple[tuple[AnyTool, ...], tuple[str, ...]]":
        """Return its tools, made with *room*, and what is wrong with those that could not be made."""
        made: list[AnyTool] = []
        problems = []
        for kind in self.classes:
            assert self.origin is not None
            try:
                made.append(made_tool(kind, room, self.origin))
            except RefusedTool as refused:
                problems.append(f"{self.name}: {refused}")
        return tuple(made), tuple(problems)


def found_toolsets() -> tuple[FoundToolset, ...]:
    """Return the toolsets that are installed, by name. Nothing of theirs is imported."""
    found: dict[str, FoundToolset] = {}
    for entry in entry_points(group=GROUP):
        package = entry.dist.name if entry.dist is not None else "an unknown package"
        version = entry.dist.version if entry.dist is not None else ""
        found.setdefault(entry.name, FoundToolset(entry.name, package, version, entry))
    return tuple(sorted(found.values(), key=lambda one: one.name))


def loaded_toolsets(allowed: Collection[str], taken: Collection[str]) -> tuple[LoadedToolset, ...]:
    """Return what the *allowed* toolsets bring; names in *taken*, which are ours, stay ours. Imports those packages."""
    if not allowed:
        return ()
    installed = {one.name: one for one in found_toolsets()}
    names = set(taken)
    loaded = []
    for name in dict.fromkeys(allowed):
        one = _loaded(installed[name], names) if name in installed else _missing(name)
        names.update(kind.name for kind in one.classes)
        for problem in one.problems:
            log.info("toolset: %s", problem)
        loaded.append(one)
    return tuple(loaded)


def _missing(name: str) -> LoadedToolset:
    return LoadedToolset(name, None, problems=(f"{short(name, 60)}: no toolset of this name is installed.",))


def _loaded(found: FoundToolset, taken: Collection[str]) -> LoadedToolset:
    """Return the classes of one toolset that can be used."""
    try:
        brought = found.entry.load()
        kinds: Sequence[object] = tuple(brought) if isinstance(brought, Iterable) else (brought,)
    except (Exception, SystemExit) as broken:  # noqa: BLE001 - whatever foreign code does on being imported; its toolset is left out
        why = f"{found.name}: it cannot be loaded ({type(broken).__name__}: {short(str(broken), 200)})."
        return LoadedToolset(found.name, found.origin, problems=(why,))
    classes: list[type[AnyTool]] = []
    problems = []
    if len(kinds) > MOST_TOOLS:
        problems.append(f"{found.name}: only the first {MOST_TOOLS} of its {len(kinds)} tools are used.")
    for kind in kinds[:MOST_TOOLS]:
        try:
            classes.append(checked_class(kind, {*taken, *(one.name for one in classes)}))
        except RefusedTool as refused:
            problems.append(f"{found.name}: {refused}")
    return LoadedToolset(found.name, found.origin, tuple(classes), tuple(problems))
