"""Activity: the history of changes, tool calls and disclosures, with undo."""
