"""A tool call with unparsed arguments, as the parsers of all dialects return it."""

from dataclasses import dataclass

TEXT_BETWEEN_TAGS = "there is text between its tags; send the call again with nothing but tags"
UNCLOSED_TAG = "the tag <{}> in it is not closed; send the call again"
REPEATED_TAG = "the tag <{}> is in it twice; send the call again"
INCOMPLETE_CALL = "it broke off before its end; send the call again"


@dataclass(frozen=True, slots=True)
class NamedCall:
    """A call with unparsed arguments."""

    name: str
    arguments: str
    """JSON text; empty for a call without arguments."""
    problem: str = ""
    """Why the arguments are not usable, as a message to the model; empty if nothing is known to be wrong."""
    repaired: bool = False
    model_id: str = ""
