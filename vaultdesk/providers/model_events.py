"""Stream events of one model turn, the same for every provider.

    turn = (ReasoningArrived | TextArrived | TextReclassified | CallStarted | CallGrew | CallReady | UsageReported
           | Noticed | PromptProgress)* TurnEnded

A turn that cannot end so raises a `ProviderError` instead; nothing follows either. Calls may run only after
`TurnEnded` with stop "tool_calls".
"""

from dataclasses import dataclass
from typing import Literal

from vaultdesk.chat.messages import ProviderPart, ToolCallPart
from vaultdesk.core.phrases import Phrase

StopReason = Literal["end", "tool_calls", "length", "content_filter", "refusal", "pause", "repetition"]
"""Why a turn ended. `repetition`: the text repeated itself endlessly, so the answer was stopped."""


@dataclass(frozen=True, slots=True)
class TextArrived:
    """Some text of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningArrived:
    """Some of the model's visible reasoning."""

    text: str


@dataclass(frozen=True, slots=True)
class TextReclassified:
    """All text of the turn so far was reasoning: the model closed reasoning that no tag had opened, or the request was
    repeated because the server had dropped the tools."""


@dataclass(frozen=True, slots=True)
class CallStarted:
    """The model began a tool call. For display."""

    call_id: str
    name: str


@dataclass(frozen=True, slots=True)
class CallGrew:
    """Some of a call's argument text. For display."""

    call_id: str
    text: str


@dataclass(frozen=True, slots=True)
class CallReady:
    """A call is complete: closed by the provider and its arguments parsed strictly, or marked with the problem."""

    call: ToolCallPart
    raw_text: str = ""
    """The call as the model wrote it in its text, with tags; empty for a native call."""


@dataclass(frozen=True, slots=True)
class UsageReported:
    """Tokens this turn has used so far; the last event of a turn counts."""

    input_tokens: int
    output_tokens: int
    cached_tokens: int = 0
    reasoning_tokens: int = 0
    cost: float | None = None
    """US dollars, if the provider reports it or the model's price is known."""


@dataclass(frozen=True, slots=True)
class Noticed:
    """A notice for the user that is not a failure: a retry, a truncation, a long wait."""

    message: Phrase


@dataclass(frozen=True, slots=True)
class PromptProgress:
    """How much of the prompt a server has read, if it reports that before the answer begins. For display."""

    read_tokens: int
    total_tokens: int

    @property
    def percent(self) -> int:
        """The share that was read, 0 to 100."""
        return min(100, max(0, self.read_tokens * 100 // self.total_tokens)) if self.total_tokens > 0 else 0


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The turn is complete by the rule in vaultdesk/providers/README.md, "Complete answers"."""

    stop: StopReason
    replay: tuple[ProviderPart, ...] = ()
    """Items to send back unchanged with this answer."""


ModelEvent = (
    TextArrived
    | ReasoningArrived
    | TextReclassified
    | CallStarted
    | CallGrew
    | CallReady
    | UsageReported
    | Noticed
    | PromptProgress
    | TurnEnded
)


def is_part_of_answer(event: ModelEvent) -> bool:
    """Return whether *event* is part of the answer. After other events, which only report progress, a request may be
    retried."""
    return not isinstance(event, Noticed | PromptProgress)
