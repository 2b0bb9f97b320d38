"""Tool emulation: tools for models without native tool calls, taught in the prompt and parsed from the text."""
