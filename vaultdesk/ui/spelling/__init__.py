"""Spelling: words of a note that no dictionary of this computer knows, marked while it is written, and what was meant.

Knows text fields, no pages; `vaultdesk.ui.spelling_wiring` joins it with the notes that are open.
"""
