"""Toolbox: inert tools with the names and effects of the built-in vault tools."""

from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.tool import AnyTool, Effect, Parameters, Tool, ToolOutput, Visibility

EFFECTS: dict[str, Effect] = {
    "vault_search": "read", "file_read": "read", "read_note": "read", "search_notes": "read", "local_search": "read",
    "list_notes": "read", "get_file_tree": "read", "write_note": "write", "edit_note": "write", "rename_note": "write",
    "delete_note": "delete", "update_frontmatter": "write", "add_tags": "write", "remove_tags": "write",
    "get_links": "read", "graph": "read", "query_notes": "read", "query_base": "read", "bulk_update": "write",
    "apply_template": "write", "daily_note": "write",
}  # fmt: skip

DANGEROUS = ("delete_note", "bulk_update")


class _Named(Tool[Parameters]):
    purpose = "does nothing."
    description = "Do nothing."
    category = "test"
    parameters = Parameters

    async def run(self, arguments: Parameters, view: Visibility) -> ToolOutput:
        return ToolOutput(None)


def named_tool(name: str, effect: Effect, *, dangerous: bool = False) -> AnyTool:
    """Return a tool that does nothing."""
    attributes = {"name": name, "display_name": name.replace("_", " ").capitalize(), "effect": effect}
    tool_class: type[_Named] = type(name, (_Named,), {**attributes, "dangerous": dangerous})
    return tool_class()


def contract_tools() -> ToolRegistry:
    """Return a registry with every tool of `EFFECTS`."""
    return ToolRegistry(
        tuple(named_tool(name, effect, dangerous=name in DANGEROUS) for name, effect in EFFECTS.items())
    )
