"""Tool specs: tools as a model is told of them: when to use each, what it does to the vault, how a call looks."""

import json
from collections.abc import Mapping, Sequence

from vaultdesk.providers.provider import ToolSpec
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.tool import AnyTool, Effect

LONGEST_DESCRIPTION = 1_024
"""Characters: the wire of Chat Completions takes no more; an example that does not fit is left out."""

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
    return tuple(ToolSpec(tool.name, described(tool), registry.schema(tool.name)) for tool in tools)


def described(tool: AnyTool | type[AnyTool]) -> str:
    """Return what a model reads of *tool*: its description, its category and effect, an example a line."""
    lines = [tool.description, f"({tool.category}: {EFFECTS[tool.effect]})"]
    for example in tool.examples:
        line = f"Example: {json.dumps(dict(example), ensure_ascii=False)}"
        if len("\n".join((*lines, line))) <= LONGEST_DESCRIPTION:
            lines.append(line)
    return "\n".join(lines)
