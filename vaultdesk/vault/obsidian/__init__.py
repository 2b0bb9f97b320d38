"""What Obsidian itself keeps about a vault: its settings, bookmarks, daily notes, templates and addresses."""
