"""Commands "tools", which lists the tools and their sources, and "call", which runs one."""

import argparse
import json
from collections.abc import Iterable, Mapping, Sequence

from pydantic import JsonValue

from vaultdesk.agent.profile import DEFAULT_PROFILE
from vaultdesk.cli.command_session import CommandSession, run_async, wait_for_index
from vaultdesk.cli.console import escaped_line, print_notice, print_text
from vaultdesk.cli.terminal_prompts import selected_approver
from vaultdesk.core.errors import UsageError
from vaultdesk.tools.argument_schema import json_schema
from vaultdesk.tools.builtin.find_tools import CATEGORIES, by_category, category_names, tool_matches
from vaultdesk.tools.plugin_tools import PLUGIN_CATEGORY, LoadedToolset, find_toolsets, load_toolsets
from vaultdesk.tools.tool import AnyTool
from vaultdesk.workspace import TOOL_NAMES, TOOLS

BUILT_IN_SOURCE = "vaultdesk"
"""The source of a built-in tool."""


def run(options: argparse.Namespace) -> int:
    """Print the tools by category; with `--json` each with its schema, effect, category and source."""
    allowed = CommandSession().store.settings.toolsets
    loaded = load_toolsets(allowed, TOOL_NAMES)
    tools = [(tool, BUILT_IN_SOURCE) for tool in TOOLS] + [
        (kind, str(toolset.origin)) for toolset in loaded for kind in toolset.classes
    ]
    tools = [(tool, source) for tool, source in tools if tool_matches(tool, _category(tool, source), options.words)]
    try:
        groups = by_category(tools, lambda listed: _category(*listed), options.category or "")
    except KeyError:
        names = ", ".join(category_names())
        raise UsageError(
            f"There is no category of tools called {escaped_line(options.category, 60)}.", hint=f"There are: {names}."
        ) from None
    if options.json:
        listed_names = {tool.name for group in groups.values() for tool, _ in group}
        entries = [_entry(tool, source) for tool, source in tools if tool.name in listed_names]
        print(json.dumps(entries, ensure_ascii=False, indent=2))
    elif not groups:
        print_notice("No tool fits.")
    else:
        _print_groups(groups)
    for line in _toolset_remarks(loaded, allowed):
        print_notice(line)
    return 0


def _category(tool: type[AnyTool], source: str) -> str:
    return tool.category if source == BUILT_IN_SOURCE else PLUGIN_CATEGORY


def _print_groups(groups: Mapping[str, Sequence[tuple[type[AnyTool], str]]]) -> None:
    width = max(len(tool.name) for group in groups.values() for tool, _ in group)
    for index, (category, group) in enumerate(groups.items()):
        print_text(f"{chr(10) if index else ''}{CATEGORIES[category]} ({category})")
        for tool, source in group:
            source_suffix = "" if source == BUILT_IN_SOURCE else f" ({source})"
            print_text(f"  {tool.name:<{width}}  {tool.effect:<7}  {escaped_line(tool.purpose, 300)}{source_suffix}")


def _entry(tool: type[AnyTool], source: str) -> dict[str, JsonValue]:
    return {
        "name": tool.name,
        "display_name": tool.display_name,
        "description": tool.description,
        "category": _category(tool, source),
        "effect": tool.effect,
        "dangerous": tool.dangerous,
        "examples": [dict(example) for example in tool.examples],
        "parameters": json_schema(tool.parameters),
        "source": source,
    }


def _toolset_remarks(loaded: Iterable[LoadedToolset], allowed: Iterable[str]) -> list[str]:
    """Return problems of allowed toolsets, and the toolsets that are installed but not enabled."""
    lines = [f"Toolset {problem}" for toolset in loaded for problem in toolset.problems]
    disabled = [toolset for toolset in find_toolsets() if toolset.name not in tuple(allowed)]
    names = [*allowed, *(toolset.name for toolset in disabled)]
    if disabled:
        packages = ", ".join(f"{toolset.name} ({toolset.origin})" for toolset in disabled)
        lines.append(f"Installed but off: {packages}.")
        lines.append(
            f"A toolset is code that runs with your permissions. To allow it: config set toolsets '{json.dumps(names)}'"
        )
    return lines


def run_call(options: argparse.Namespace) -> int:
    """Run `options.tool` and print the `ToolResult` as JSON; return 1 unless it is a success."""
    return run_async(_call(CommandSession(), options))


async def _call(session: CommandSession, options: argparse.Namespace) -> int:
    async with session.workspace(options.vault, single_query=True) as workspace:
        await wait_for_index(workspace)
        profile = await workspace.agents.get(options.agent) if options.agent else DEFAULT_PROFILE
        result = await workspace.call(options.tool, options.arguments, selected_approver(options.approve), profile)
    print(json.dumps(result.as_value(), ensure_ascii=False, indent=2))
    if result.error is not None and result.error.code == "CANCELLED" and options.approve is None:
        print_notice("The call was not approved: give --approve reads or --approve all.")
    return 0 if result.success else 1
