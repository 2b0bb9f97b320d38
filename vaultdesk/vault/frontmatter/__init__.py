"""Properties at the head of a note: read as values, written so that only their own lines change."""
