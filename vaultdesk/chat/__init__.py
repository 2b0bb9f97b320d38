"""Conversations: messages as values, the notes they are kept in, and importers for other programs."""
