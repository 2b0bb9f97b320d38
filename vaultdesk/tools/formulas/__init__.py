"""Formulas of Obsidian Bases and Dataview: parsed, evaluated on the indexed notes, and returned as tables."""
