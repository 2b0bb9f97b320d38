"""The blocks a conversation is displayed in, as frozen values, and the outcome of tool calls that they show."""

import json
from typing import Literal

from msgspec import Struct, field
from pydantic import JsonValue

from vaultdesk.chat.messages import Source
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.tools.builtin.read_tools import FILE_NOT_FOUND
from vaultdesk.tools.runtime.tool_results import explanation_of
from vaultdesk.tools.tool import ToolResult


class GrowingText:
    """Immutable text that grows by `with_appended`, which returns a longer text that shares its beginning."""

    __slots__ = ("_chunks", "_count", "_length")

    def __init__(self, text: str = "") -> None:
        self._chunks = [text] if text else []
        self._count = len(self._chunks)
        self._length = len(text)

    def with_appended(self, chunk: str) -> "GrowingText":
        """Return this text followed by *chunk*."""
        # The list is shared, and each text uses its own prefix of it. Only the longest text may append to it, and an
        # empty one starts a new list.
        is_longest = self._count and len(self._chunks) == self._count
        chunks = self._chunks if is_longest else self._chunks[: self._count]
        chunks.append(chunk)
        result = GrowingText()
        result._chunks, result._count, result._length = chunks, len(chunks), self._length + len(chunk)
        return result

    def since(self, earlier: "GrowingText") -> str:
        """Return what was added since *earlier*, which is a prefix of this text."""
        if earlier._chunks is self._chunks:
            return "".join(self._chunks[earlier._count : self._count])
        return str(self)[len(earlier) :]

    def __str__(self) -> str:
        return "".join(self._chunks[: self._count])

    def __len__(self) -> int:
        return self._length

    def __repr__(self) -> str:
        return f"GrowingText({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GrowingText) and len(self) == len(other) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


ToolStepState = Literal["preparing", "waiting", "running", "done", "refused", "failed", "cancelled"]
"""State of a call: being written, waiting for approval, running, or ended: succeeded, refused, failed, cancelled."""

FileProblem = Literal["", "missing", "unreadable"]
"""Why an allowed note was not sent."""


class QuestionBlock(Struct, frozen=True):
    """A question of the user, and the cost of its answer so far."""

    message_id: str
    text: str
    model: str = ""
    """`provider/name` of the model that answers."""
    tokens: int = 0
    """Input and output tokens of all requests."""
    cost: float | None = None
    """US dollars of all requests that reported a cost; None if none did."""
    seconds: float = 0.0
    """Duration of the answer; 0 while it runs, and for a stored one."""


class ReasoningBlock(Struct, frozen=True):
    """Reasoning that the model disclosed."""

    written: GrowingText
    seconds: float = 0.0
    """Duration of the reasoning; 0 while it runs, and for a stored one."""
    open: bool = True

    @property
    def text(self) -> str:
        """The text so far."""
        return str(self.written)


class StepFile(Struct, frozen=True):
    """One note of a step, and how much of its text the model received."""

    path: str
    characters: int = 0
    left_out: bool = False
    """True if the user allowed the others and not this one."""
    problem: FileProblem = ""


class StepHit(Struct, frozen=True):
    """One note a search found, and how much of its text the model received."""

    path: str
    matches: int | None = None
    characters: int = 0


class StepBlock(Struct, frozen=True):
    """One tool call from its first token to its result."""

    call_id: str
    tool: str
    display_name: Phrase | str
    state: ToolStepState = "preparing"
    is_remote: bool = False
    """True if its result goes to another computer."""
    summary: Phrase | str = ""
    """The object of the step line: `“heating decision”`."""
    written: GrowingText = field(default_factory=GrowingText)
    """The arguments as the model wrote them."""
    files: tuple[StepFile, ...] = ()
    """The notes named in the call."""
    hits: tuple[StepHit, ...] = ()
    """The notes found by a search."""
    result_count: int | None = None
    """Number of entries in a result that is a list."""
    result: str = ""
    """The result as sent to the model."""
    code: str = ""
    """The error code of a failed call (vaultdesk/tools/README.md, "Results")."""
    problem: Phrase | str = ""
    """Why it did not succeed: a reason given by the user, or a phrase."""
    seconds: float = 0.0

    @property
    def arguments_json(self) -> str:
        """The arguments as the model wrote them."""
        return str(self.written)


class AnswerBlock(Struct, frozen=True):
    """A part of the answer, in Markdown."""

    written: GrowingText
    done: bool = False
    cut: bool = False
    sources: tuple[Source, ...] = ()
    """The notes it links to, else those the model read for it. None if it states nothing about notes."""

    @property
    def text(self) -> str:
        """The Markdown so far."""
        return str(self.written)


class NoticeBlock(Struct, frozen=True):
    """A notice for the user that is not a failure."""

    text: Phrase


class EarlyEndBlock(Struct, frozen=True):
    """The answer ended before it was complete, by a limit or by the provider's rules."""

    reason: str
    """A `StopReason`, or `rounds`."""


class FailureBlock(Struct, frozen=True):
    """The run ended without an answer; the view offers to ask again."""

    error: VaultDeskError


class StoppedBlock(Struct, frozen=True):
    """The user stopped the answer."""


class CutBlock(Struct, frozen=True):
    """A stored answer that is not complete; whether it was stopped, failed or interrupted is not stored."""


TranscriptEndBlock = EarlyEndBlock | FailureBlock | StoppedBlock | CutBlock
"""How an answer ended that is not complete; a complete one has none."""

TranscriptBlock = QuestionBlock | ReasoningBlock | StepBlock | AnswerBlock | NoticeBlock | TranscriptEndBlock


UNREADABLE_FILE = "Error reading file"
"""Text sent to a model for a file that cannot be read (vaultdesk/tools/README.md, "Results")."""


class ToolOutcome(Struct, frozen=True):
    """The parts of a result that a view shows. `data` may have any shape: it comes from a tool or a note."""

    code: str = ""
    message: str = ""
    """Why it failed, for the model."""
    explanation: Phrase = NO_PHRASE
    """Why it failed, for the user."""
    reason: str = ""
    """Why the call did not run: the user's reason, or the end of the answer."""
    data: JsonValue = None

    @classmethod
    def from_result(cls, result: ToolResult) -> "ToolOutcome":
        error = result.error
        if error is None:
            return cls(data=result.data)
        reason = error.details.get("reason") if isinstance(error.details, dict) else ""
        explanation = explanation_of(error.code, error.explanation)
        return cls(error.code, error.message, explanation, reason if isinstance(reason, str) else "")

    @classmethod
    def from_content(cls, content: str) -> "ToolOutcome":
        """Return the outcome in a result written for the model; an empty one if it was edited by hand."""
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
        """The notes listed in the result, each with its path."""
        items = self.data if isinstance(self.data, list) else []
        items_by_path = [(item.get("path"), item) for item in items if isinstance(item, dict)]
        return [(path, item) for path, item in items_by_path if isinstance(path, str)]


def file_problem_of(content: JsonValue) -> FileProblem:
    """Return why a note was not sent, from *content*, which replaces its text."""
    if not isinstance(content, str):
        return ""
    if content.startswith(f"{FILE_NOT_FOUND}: "):
        return "missing"
    return "unreadable" if content.startswith(f"{UNREADABLE_FILE}: ") else ""
