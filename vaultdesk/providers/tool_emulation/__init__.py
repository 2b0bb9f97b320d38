"""Tool emulation: tools for models without native tool calls, taught in the prompt and parsed from the text."""

from vaultdesk.providers.tool_emulation.emulation import ToolEmulation
from vaultdesk.providers.tool_emulation.model_adapters import preferred_dialect
from vaultdesk.providers.tool_emulation.text_transcript import BRACKET_FRAMING, TAG_FRAMING

__all__ = ["BRACKET_FRAMING", "TAG_FRAMING", "ToolEmulation", "preferred_dialect"]
