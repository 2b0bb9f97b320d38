"""Tool specs: tools as a model is told of them: when to use each, what it does to the vault, how a call looks."""

import json
from collections.abc import Mapping, Sequence
from weakref import WeakKeyDictionary

from vaultdesk.agent.slim_schema import slim
from vaultdesk.providers.provider import ToolSpec
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.tool import AnyTool, Effect

LONGEST_DESCRIPTION = 1_024
"""Characters: the wire of Chat Completions takes no more; an example that does not fit is left out."""

_SPECS: WeakKeyDictionary[AnyTool, ToolSpec] = WeakKeyDictionary()
"""What was made of each tool: what it says of itself never changes."""

EFFECTS: Mapping[Effect, str] = {
    "read": "reads notes",
    "write": "changes notes, the person reviews it first",
    "delete": "deletes notes, the person is asked first",
    "network": "asks the internet, the person is asked first",
    "none": "touches no notes",
}
"""What each effect comes to, for a model."""


def tool_specs(registry: ToolRegistry, tools: Sequence[AnyTool]) -> tuple[ToolSpec, ...]:
    """Return *tools*, which *registry* holds, as they are offered."""
    return tuple(_kept(registry, tool) for tool in tools)


def _kept(registry: ToolRegistry, tool: AnyTool) -> ToolSpec:
    # Thirty schemas take 40 ms to make, on the window's own thread, with every request and each look at one.
    if tool not in _SPECS:
        _SPECS[tool] = ToolSpec(tool.name, described(tool), slim(registry.schema(tool.name)))
    return _SPECS[tool]


def described(tool: AnyTool | type[AnyTool]) -> str:
    """Return what a model reads of *tool*: its description, its category and effect, an example a line."""
    lines = [tool.description, f"({tool.category}: {EFFECTS[tool.effect]})"]
    for example in tool.examples:
        line = f"Example: {json.dumps(dict(example), ensure_ascii=False)}"
        if len("\n".join((*lines, line))) <= LONGEST_DESCRIPTION:
            lines.append(line)
    return "\n".join(lines)
