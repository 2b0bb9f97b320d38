"""Blocks: the pieces a conversation is shown in, as frozen values. How they look is for windows and terminals."""

from dataclasses import dataclass, field
from typing import Literal

from vaultdesk.agent.growing_text import GrowingText
from vaultdesk.chat.messages import Source
from vaultdesk.core.errors import VaultDeskError

StepState = Literal["preparing", "waiting", "running", "done", "refused", "failed", "cancelled"]
"""Where a call stands: being written, at the person, at work, or over: well, by a no, badly, by a stop."""

FileTrouble = Literal["", "missing", "unreadable"]
"""Why a note that was allowed was not given."""


@dataclass(frozen=True, slots=True)
class QuestionBlock:
    """What the person asked, and what the answer to it has cost so far."""

    message_id: str
    text: str
    model: str = ""
    """`provider/name` of whoever answers."""
    tokens: int = 0
    """Input and output of all turns."""
    cost: float | None = None
    """US dollars of all turns that told it; None where none did."""
    seconds: float = 0.0
    """How long the answer took; 0 while it runs, and where it was read back."""


@dataclass(frozen=True, slots=True)
class ReasoningBlock:
    """What the model let us see of its thinking."""

    written: GrowingText
    seconds: float = 0.0
    """How long it thought; 0 while it does, and where it was read back."""
    open: bool = True

    @property
    def text(self) -> str:
        """The words so far."""
        return str(self.written)


@dataclass(frozen=True, slots=True)
class StepFile:
    """One note of a step and whether the model was given it."""

    path: str
    given: bool
    characters: int = 0
    left_out: bool = False
    """True where the person allowed the others and not this one."""
    trouble: FileTrouble = ""


@dataclass(frozen=True, slots=True)
class StepHit:
    """One note a search found, and how much of its text the model was shown."""

    path: str
    matches: int | None = None
    characters: int = 0


@dataclass(frozen=True, slots=True)
class StepBlock:
    """One tool call from its first word to its result."""

    call_id: str
    tool: str
    display_name: str
    state: StepState = "preparing"
    leaves: bool = False
    """True where what it gives goes to another computer."""
    summary: str = ""
    """The object of the step line: `“heating decision”`."""
    written: GrowingText = field(default_factory=GrowingText)
    """The arguments as the model wrote them."""
    files: tuple[StepFile, ...] = ()
    """The notes it names."""
    hits: tuple[StepHit, ...] = ()
    """The notes it found, where it is a search."""
    found: int | None = None
    """How many things the result lists, where it is a list."""
    result: str = ""
    """As the model reads it."""
    code: str = ""
    """The error's code, where it failed (CONTRACTS, Tools)."""
    problem: str = ""
    """Why it came to nothing, in words."""
    seconds: float = 0.0

    @property
    def arguments_json(self) -> str:
        """The arguments as the model wrote them."""
        return str(self.written)


@dataclass(frozen=True, slots=True)
class AnswerBlock:
    """A piece of the answer, in Markdown."""

    written: GrowingText
    done: bool = False
    cut: bool = False
    sources: tuple[Source, ...] = ()
    """The notes it rests on: those it links to, else those the model read for it. None: it says nothing of notes."""

    @property
    def text(self) -> str:
        """The Markdown so far."""
        return str(self.written)


@dataclass(frozen=True, slots=True)
class NoticeBlock:
    """Something a person should know that is no failure."""

    text: str


@dataclass(frozen=True, slots=True)
class EarlyEndBlock:
    """The answer ended before it was complete, by a limit or by the provider's rules."""

    reason: str
    """A `StopReason`, or `rounds`."""


@dataclass(frozen=True, slots=True)
class FailureBlock:
    """The run ended without an answer; asking again is offered."""

    error: VaultDeskError


@dataclass(frozen=True, slots=True)
class StoppedBlock:
    """The person stopped the answer."""


@dataclass(frozen=True, slots=True)
class CutBlock:
    """What was read back was never answered to its end: stopped, failed or broken off, nobody knows now."""


EndBlock = EarlyEndBlock | FailureBlock | StoppedBlock | CutBlock
"""How an answer ended that did not end well; one that did has none."""

Block = QuestionBlock | ReasoningBlock | StepBlock | AnswerBlock | NoticeBlock | EndBlock
