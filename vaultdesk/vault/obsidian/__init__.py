"""Obsidian's own data about a vault: its settings, bookmarks, daily notes, templates and addresses."""
