"""Importing: chats of other programs brought into the vault: choose, look at what would be created, tick, import."""
