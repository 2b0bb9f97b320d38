"""Refusal: the one answer to a query of which a part cannot be worked out: never all notes, never a guess."""

from vaultdesk.tools.tool import ToolFailure
from vaultdesk.tools.visible import short

PART_SHOWN = 160
"""Characters of the part that is repeated."""


def cannot_evaluate(part: str) -> ToolFailure:
    """Return the failure that names *part*."""
    return ToolFailure("VALIDATION_FAILED", f"cannot evaluate: {short(part, PART_SHOWN)}")
