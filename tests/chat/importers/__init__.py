"""Importers: chats of other programs, from fixtures written by hand after the formats."""
