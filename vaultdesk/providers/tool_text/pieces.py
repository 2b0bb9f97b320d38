"""Pieces: what the scanner makes of a model's text. Values only."""

from dataclasses import dataclass
from typing import Literal

Frame = Literal["sentinel", "xml", "bracket"]
"""How a call is framed: `<tool_call>{...}</tool_call>`, `<use_tool>...</use_tool>`, or LM Studio's own
`[TOOL_REQUEST]{...}[END_TOOL_REQUEST]`, which is read but never taught (PROTOCOLS 3.6)."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """Text for the reader, fences and inline code as they stand."""

    text: str


@dataclass(frozen=True, slots=True)
class Thought:
    """Text of a think block, its tags taken off."""

    text: str


@dataclass(frozen=True, slots=True)
class CallBegan:
    """A call's opening tag is complete; what follows is held back until `CallWritten`."""

    frame: Frame


@dataclass(frozen=True, slots=True)
class CallWritten:
    """A call's frame is over."""

    frame: Frame
    body: str
    """What stands between the tags."""
    written: str
    """The same with its tags, as the model wrote it."""
    closed: bool = True
    """False where the text ended first; the call may count only if it is whole all the same."""


Piece = Spoken | Thought | CallBegan | CallWritten
