"""Premature: how much a model may say around its calls before their results are there (PROTOCOLS 1b). Reads no wire."""

from dataclasses import dataclass

from vaultdesk.providers.sentences import sentences


@dataclass(frozen=True, slots=True)
class Prematurity:
    """When text before or after a call is too much. Obsidian Copilot's numbers, found by use."""

    sentences_before: int = 2
    """Sentences before the first call that are a brief word; more is noted, not forbidden."""
    characters_before: int = 200
    """Characters before the first call that are a brief word."""
    after_streamed: int = 50
    """Characters after a call at which a stream is hung up: they are an answer without the results."""
    after_whole: int = 100
    """Characters after a call at which an answer that came at once is cut."""

    def long_before(self, text: str) -> bool:
        """Tell whether *text* before the first call is more than a brief word; reasoning is not part of it."""
        said = text.strip()
        if len(said) > self.characters_before:
            return True
        return sum(1 for _ in sentences(said)) > self.sentences_before

    def answers_early(self, text: str, *, streamed: bool) -> bool:
        """Tell whether *text* after a call is an answer rather than a word."""
        return len(text.strip()) > (self.after_streamed if streamed else self.after_whole)


USUAL = Prematurity()
"""For every model that has not earned other numbers."""
