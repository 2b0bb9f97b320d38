"""Meaning: search by what a passage says rather than by its words: vectors kept in the index's own file."""
