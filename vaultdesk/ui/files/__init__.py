"""File operations in the window: create, rename, move, delete, import and bookmark notes and folders."""
