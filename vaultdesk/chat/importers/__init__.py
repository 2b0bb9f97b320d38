"""Importers: conversations read from the exports and notes of other programs."""
