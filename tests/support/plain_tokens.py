"""Plain tokens: one token for every four characters without overhead, for tests that compute token counts."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from vaultdesk.agent import budget, token_usage


def letters_as_tokens(text: str, _vocabulary: str = "") -> int:
    """Return one token for every four characters of *text*."""
    return -(-len(text) // 4)


@contextmanager
def four_letters_a_token() -> Iterator[None]:
    """Count tokens by `letters_as_tokens` for the duration of the block."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(token_usage, "text_tokens", letters_as_tokens)
        patch.setattr(budget, "text_tokens", letters_as_tokens)
        patch.setattr(token_usage, "MESSAGE_TOKENS", 0)
        patch.setattr(token_usage, "TOOLS_TOKENS", 0)
        yield
