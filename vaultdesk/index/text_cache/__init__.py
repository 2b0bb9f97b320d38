"""Names and folded text of all notes in memory, for substring search."""
