"""Blocks: the pieces a conversation is shown in, as frozen values. How they look is for windows and terminals."""

from dataclasses import dataclass
from typing import Literal

from vaultdesk.chat.messages import Source
from vaultdesk.errors import VaultDeskError

StepState = Literal["preparing", "waiting", "running", "done", "refused", "failed", "cancelled"]
"""Where a call stands: being written, at the person, at work, or over: well, by a no, badly, by a stop."""


@dataclass(frozen=True, slots=True)
class QuestionBlock:
    """What the person asked."""

    message_id: str
    text: str


@dataclass(frozen=True, slots=True)
class ReasoningBlock:
    """What the model let us see of its thinking."""

    text: str
    seconds: float = 0.0
    open: bool = True


@dataclass(frozen=True, slots=True)
class StepFile:
    """One note of a step and whether the model was given it."""

    path: str
    given: bool
    characters: int = 0


@dataclass(frozen=True, slots=True)
class StepBlock:
    """One tool call from its first word to its result."""

    call_id: str
    tool: str
    display_name: str
    state: StepState = "preparing"
    summary: str = ""
    """The object of the step line: `“heating decision”`."""
    arguments_json: str = ""
    """As the model wrote them."""
    files: tuple[StepFile, ...] = ()
    found: int | None = None
    """How many things the result lists, where it is a list."""
    result: str = ""
    """As the model reads it."""
    problem: str = ""
    """Why it came to nothing, in words."""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class AnswerBlock:
    """A piece of the answer, in Markdown."""

    text: str
    done: bool = False
    cut: bool = False
    sources: tuple[Source, ...] = ()
    """The notes it rests on: those it links to, else those the model read for it. None: it says nothing of notes."""


@dataclass(frozen=True, slots=True)
class NoticeBlock:
    """Something a person should know that is no failure."""

    text: str


@dataclass(frozen=True, slots=True)
class FailureBlock:
    """The run ended without an answer; asking again is offered."""

    error: VaultDeskError


@dataclass(frozen=True, slots=True)
class StoppedBlock:
    """The person stopped the answer."""


Block = QuestionBlock | ReasoningBlock | StepBlock | AnswerBlock | NoticeBlock | FailureBlock | StoppedBlock
