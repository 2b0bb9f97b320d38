"""Properties at the beginning of a note: read as values, and written so that only their own lines change."""
