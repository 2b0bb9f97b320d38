"""Daily: the notes of days, and templates put into notes."""
