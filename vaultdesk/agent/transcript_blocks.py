"""The blocks a conversation is displayed in, as frozen values, and the outcome of tool calls that they show."""

import json
from dataclasses import dataclass, field
from typing import Literal

from pydantic import JsonValue

from vaultdesk.chat.messages import Source
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.tools.builtin.file_read import FILE_NOT_FOUND
from vaultdesk.tools.runtime.tool_results import explanation_of
from vaultdesk.tools.tool import ToolResult


class GrowingText:
    """What it says never changes; `with_appended` returns the longer text and shares what both begin with."""

    __slots__ = ("_count", "_length", "_pieces")

    def __init__(self, text: str = "") -> None:
        self._pieces = [text] if text else []
        self._count = len(self._pieces)
        self._length = len(text)

    def with_appended(self, piece: str) -> "GrowingText":
        """Return this text with *piece* at its end."""
        # The list is shared, and each text looks at its own beginning of it. Only the longest may add to it, and an
        # empty one begins a new one.
        longest = self._count and len(self._pieces) == self._count
        pieces = self._pieces if longest else self._pieces[: self._count]
        pieces.append(piece)
        longer = GrowingText()
        longer._pieces, longer._count, longer._length = pieces, len(pieces), self._length + len(piece)
        return longer

    def since(self, earlier: "GrowingText") -> str:
        """Return what was added to *earlier*, which is a beginning of this text."""
        if earlier._pieces is self._pieces:
            return "".join(self._pieces[earlier._count : self._count])
        return str(self)[len(earlier) :]

    def __str__(self) -> str:
        return "".join(self._pieces[: self._count])

    def __len__(self) -> int:
        return self._length

    def __repr__(self) -> str:
        return f"GrowingText({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GrowingText) and len(self) == len(other) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


ToolStepState = Literal["preparing", "waiting", "running", "done", "refused", "failed", "cancelled"]
"""Where a call stands: being written, at the person, at work, or over: well, by a no, badly, by a stop."""

FileProblem = Literal["", "missing", "unreadable"]
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
    was_given: bool
    characters: int = 0
    left_out: bool = False
    """True where the person allowed the others and not this one."""
    problem: FileProblem = ""


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
    display_name: Phrase | str
    state: ToolStepState = "preparing"
    is_remote: bool = False
    """True where what it gives goes to another computer."""
    summary: Phrase | str = ""
    """The object of the step line: `“heating decision”`."""
    written: GrowingText = field(default_factory=GrowingText)
    """The arguments as the model wrote them."""
    files: tuple[StepFile, ...] = ()
    """The notes it names."""
    hits: tuple[StepHit, ...] = ()
    """The notes it found, where it is a search."""
    result_count: int | None = None
    """How many things the result lists, where it is a list."""
    result: str = ""
    """As the model reads it."""
    code: str = ""
    """The error's code, where it failed (vaultdesk/tools/README.md, "Results")."""
    problem: Phrase | str = ""
    """Why it came to nothing, for people: a reason they gave, or a phrase."""
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

    text: Phrase


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


TranscriptEndBlock = EarlyEndBlock | FailureBlock | StoppedBlock | CutBlock
"""How an answer ended that did not end well; one that did has none."""

TranscriptBlock = QuestionBlock | ReasoningBlock | StepBlock | AnswerBlock | NoticeBlock | TranscriptEndBlock


UNREADABLE_FILE = "Error reading file"
"""What a model reads for a file that cannot be read (vaultdesk/tools/README.md, "Results")."""


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """The parts of a result that a view shows. `data` may have any shape: a tool or a note's editor made it."""

    code: str = ""
    message: str = ""
    """Why it failed, for the model."""
    explanation: Phrase = NO_PHRASE
    """The same for people."""
    reason: str = ""
    """Why a person, or the end of the answer, kept the call from running."""
    data: JsonValue = None

    @classmethod
    def from_result(cls, result: ToolResult) -> "ToolOutcome":
        """Return what *result* says."""
        error = result.error
        if error is None:
            return cls(data=result.data)
        reason = error.details.get("reason") if isinstance(error.details, dict) else ""
        explanation = explanation_of(error.code, error.explanation)
        return cls(error.code, error.message, explanation, reason if isinstance(reason, str) else "")

    @classmethod
    def from_content(cls, content: str) -> "ToolOutcome":
        """Return what a result says as it was written for the model; nothing where it was edited by hand."""
        try:
            value = json.loads(content)
        except (ValueError, RecursionError):
            return cls()
        match value:
            case {"error": {"code": str(code), "message": str(message), "details": {"reason": str(reason)}}}:
                return cls(code, message, explanation_of(code), reason)
            case {"error": {"code": str(code), "message": str(message)}}:
                return cls(code, message, explanation_of(code))
            case {"data": data}:
                return cls(data=data)
            case _:
                return cls()

    @property
    def listed_notes(self) -> list[tuple[str, dict[str, JsonValue]]]:
        """The notes the result lists, each by its path."""
        items = self.data if isinstance(self.data, list) else []
        named = [(item.get("path"), item) for item in items if isinstance(item, dict)]
        return [(path, item) for path, item in named if isinstance(path, str)]


def file_problem_of(content: JsonValue) -> FileProblem:
    """Return what kept a note from being given, by *content*, which stands in the place of its text."""
    if not isinstance(content, str):
        return ""
    if content.startswith(f"{FILE_NOT_FOUND}: "):
        return "missing"
    return "unreadable" if content.startswith(f"{UNREADABLE_FILE}: ") else ""
