"""Context: notes and files attached to questions, and how a conversation fits the context window."""
