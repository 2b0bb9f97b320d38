"""Tool text: tools for models that have none: calls written into the answer's text, and read out of it again."""

from vaultdesk.providers.tool_text.adapters import preferred_way
from vaultdesk.providers.tool_text.emulation import ToolEmulation
from vaultdesk.providers.tool_text.framing import BRACKETS, TAGS

__all__ = ["BRACKETS", "TAGS", "ToolEmulation", "preferred_way"]
