"""Conversations: messages as values, the notes they are saved in, and importers for other programs."""
