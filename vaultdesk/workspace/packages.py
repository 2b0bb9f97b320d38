"""Packages: the toolsets of other packages, brought into one open vault as far as the settings allow them."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from vaultdesk.tools.plugin_tools import ToolsetRoom, load_toolsets
from vaultdesk.tools.registry import DuplicateTool, ToolRegistry


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """What came of one allowed toolset."""

    name: str
    origin: str
    """The package and its version; empty where it is not installed."""
    tools: tuple[str, ...]
    """Names of the tools that are offered."""
    problems: tuple[str, ...]
    """What cannot be used, and why, for people."""


async def bring_in(registry: ToolRegistry, allowed: Sequence[str], room: ToolsetRoom) -> tuple[BroughtIn, ...]:
    """Offer the tools of the *allowed* toolsets in *registry*. Raises nothing; what is wrong is told."""
    if not allowed:
        return ()
    taken = {name for tool in registry.tools for name in (tool.name, *tool.aliases)}
    # Off the loop: importing another package may take as long as it likes.
    loaded = await asyncio.to_thread(load_toolsets, tuple(allowed), taken)
    brought = []
    for one in loaded:
        tools, problems = one.tools(room)
        offered = []
        for tool in tools:
            try:
                registry.register(tool)
            except (DuplicateTool, ValueError) as refused:
                problems = (*problems, f"{one.name}: {refused}.")
            else:
                offered.append(tool.name)
        origin = str(one.origin) if one.origin is not None else ""
        brought.append(BroughtIn(one.name, origin, tuple(offered), (*one.problems, *problems)))
    return tuple(brought)
