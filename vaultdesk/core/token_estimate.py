"""Estimate of the tokens of a text by its size, for amounts that are shown before a model has counted."""

CHARACTERS_PER_TOKEN = 4
"""Bytes of note text that make about one token: right within a third for European languages."""

IMAGE_TOKENS = 1_600
"""Tokens of one picture: what the vendors count for the largest they do not shrink."""


def estimate_tokens(size: int) -> int:
    """Return about how many tokens *size* bytes of text are."""
    return -(-size // CHARACTERS_PER_TOKEN)
