"""Limits: how far one question may go before the agent has to answer. Numbers only."""

from dataclasses import dataclass

from vaultdesk.providers.provider import Effort
from vaultdesk.tools.tool import RESULT_LIMIT


@dataclass(frozen=True, slots=True)
class Limits:
    """What one run may use up."""

    rounds: int = 5
    """Answers that may ask for tools; then the model answers from what it has (CONTRACTS, Approval)."""
    result_limit: int = RESULT_LIMIT
    """Characters of one tool result that the model reads."""
    max_output_tokens: int = 8192
    """Length of one answer."""
    effort: Effort = ""
    """How much the model should think, where it can."""
    pauses: int = 5
    """How often a model may pause and be asked to go on (PROTOCOLS 5.5.17)."""
