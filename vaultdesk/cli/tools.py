"""Command "tools": lists the tools and their sources."""

import argparse
import json
from collections.abc import Iterable

from pydantic import JsonValue

from vaultdesk.cli.command_session import CommandSession
from vaultdesk.cli.console import escaped_line, print_notice, print_text
from vaultdesk.tools.argument_schema import json_schema
from vaultdesk.tools.plugin_tools import LoadedToolset, find_toolsets, load_toolsets
from vaultdesk.tools.tool import AnyTool
from vaultdesk.workspace import TOOLS

BUILT_IN_SOURCE = "vaultdesk"
"""Where a tool comes from that is the program's own."""


def run(options: argparse.Namespace) -> int:
    """Print every tool; with `--json` with its schema, effect, category and source."""
    allowed = CommandSession().store.settings.toolsets
    known_names = {name for tool in TOOLS for name in (tool.name, *tool.aliases)}
    loaded = load_toolsets(allowed, known_names)
    tools = [(tool, BUILT_IN_SOURCE) for tool in TOOLS] + [
        (kind, str(one.origin)) for one in loaded for kind in one.classes
    ]
    if options.json:
        print(json.dumps([_entry(tool, source) for tool, source in tools], ensure_ascii=False, indent=2))
    else:
        width = max(len(tool.name) for tool, _ in tools)
        for tool, source in tools:
            where = "" if source == BUILT_IN_SOURCE else f" ({source})"
            print_text(f"{tool.name:<{width}}  {tool.effect:<7}  {escaped_line(tool.purpose, 300)}{where}")
    for line in _toolset_remarks(loaded, allowed):
        print_notice(line)
    return 0


def _entry(tool: type[AnyTool], source: str) -> dict[str, JsonValue]:
    return {
        "name": tool.name,
        "display_name": tool.display_name,
        "description": tool.description,
        "category": tool.category if source == BUILT_IN_SOURCE else "toolsets",
        "effect": tool.effect,
        "dangerous": tool.dangerous,
        "examples": [dict(example) for example in tool.examples],
        "parameters": json_schema(tool.parameters),
        "source": source,
    }


def _toolset_remarks(loaded: Iterable[LoadedToolset], allowed: Iterable[str]) -> list[str]:
    """Return what is wrong with allowed toolsets, and which ones are installed and off."""
    lines = [f"Toolset {problem}" for one in loaded for problem in one.problems]
    off = [found for found in find_toolsets() if found.name not in tuple(allowed)]
    names = [*allowed, *(found.name for found in off)]
    if off:
        packages = ", ".join(f"{found.name} ({found.origin})" for found in off)
        lines.append(f"Installed and off: {packages}.")
        lines.append(
            f"A toolset is code that runs with your rights. To allow it: config set toolsets '{json.dumps(names)}'"
        )
    return lines
