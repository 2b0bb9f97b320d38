"""A tool call whose arguments are still text, as a parser of some dialect finds it."""

from dataclasses import dataclass

TEXT_BETWEEN_TAGS = "there is text between its tags; send the call again with nothing but tags"
UNCLOSED_TAG = "the tag <{}> in it is not closed; send the call again"
REPEATED_TAG = "the tag <{}> is in it twice; send the call again"
INCOMPLETE_CALL = "it broke off before its end; send the call again"


@dataclass(frozen=True, slots=True)
class NamedCall:
    """A call whose arguments are still text."""

    name: str
    arguments: str
    """Their text; empty for a call without any."""
    problem: str = ""
    """Why they are none, known already."""
    repaired: bool = False
    model_id: str = ""
