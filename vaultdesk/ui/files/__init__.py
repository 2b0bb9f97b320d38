"""Files: what one does with notes and folders: naming, moving, deleting, bookmarks, other programs."""
