"""Tool interface: a named action with typed parameters, and the result a model receives."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, InstanceOf, JsonValue
from pydantic.alias_generators import to_camel

from vaultdesk.chat.messages import Source
from vaultdesk.core.errors import NoteNotFound
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.core.text_tokens import size_tokens
from vaultdesk.tools.elicitation import Elicitor
from vaultdesk.vault.staging import StagingArea

Effect = Literal["read", "write", "delete", "network", "none"]
"""What a tool does to the world (vaultdesk/tools/README.md, "Results")."""

ErrorCode = Literal[
    "VALIDATION_FAILED", "UNKNOWN_TOOL", "NOTE_NOT_FOUND", "FOLDER_NOT_FOUND", "AMBIGUOUS_NOTE",
    "PERMISSION_DENIED", "DANGEROUS_OPERATION", "RATE_LIMITED", "TIMEOUT", "CANCELLED", "NOT_RUN",
    "CONFLICT", "TOO_LARGE", "READ_FAILED", "WRITE_FAILED", "SEARCH_FAILED", "LIST_FAILED", "NETWORK_FAILED",
]  # fmt: skip
"""Every way a call can fail (vaultdesk/tools/README.md, "Results")."""

QUERY_ARGUMENT = "query"
"""The argument that holds the words of a search."""

RESULT_LIMIT = 60_000
"""Characters of one result that a model reads: about 15,000 tokens, a tenth of a common context."""

TOOL_TIMEOUT = 30.0
"""Seconds a tool may run unless it says otherwise."""


class Parameters(BaseModel):
    """Base of every tool's arguments: snake_case, camelCase accepted too, nothing unknown, values as they are.

    A nested object of arguments is a `Parameters` too, so that both spellings hold at any depth.
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True, loc_by_alias=False
    )


class ToolErrorBody(BaseModel):
    """Why a call failed."""

    model_config = ConfigDict(frozen=True)
    code: ErrorCode
    message: str
    """For the model."""
    details: JsonValue = None
    explanation: InstanceOf[Phrase] = Field(default=NO_PHRASE, exclude=True)
    """For people, no part of the JSON; empty where the code says enough (`explanation_of`)."""


class ToolMetadata(BaseModel):
    """Facts about one execution."""

    model_config = ConfigDict(frozen=True)
    execution_time_ms: int = 0
    files_affected: tuple[str, ...] = ()
    operation_type: Effect = "none"
    note: str = ""
    """What the model should know about this result: files the person left out, text that was cut."""
    cached: bool = False
    """Whether it is the result of an equal call made before."""


class ToolResult(BaseModel):
    """What a call came to; `as_value()` as JSON is what the model reads and `call` prints
    (vaultdesk/tools/README.md, "Results")."""

    model_config = ConfigDict(frozen=True)
    success: bool
    data: JsonValue = None
    error: ToolErrorBody | None = None
    metadata: ToolMetadata = ToolMetadata()

    def as_value(self) -> dict[str, JsonValue]:
        """Return the result's shape (vaultdesk/tools/README.md, "Results"): `data` on success, `error` on failure,
        `metadata` always."""
        value: dict[str, JsonValue] = {"success": self.success}
        if self.success:
            value["data"] = self.data
        elif self.error is not None:
            value["error"] = self.error.model_dump(mode="json", exclude_none=True)
        unsaid = {name for name in ("note", "cached") if not getattr(self.metadata, name)}
        value["metadata"] = self.metadata.model_dump(mode="json", exclude=unsaid)
        return value

    def with_note(self, note: str) -> "ToolResult":
        """Return the same result with *note* added to what the model should know."""
        joined = f"{self.metadata.note} {note}".strip()
        return self.model_copy(update={"metadata": self.metadata.model_copy(update={"note": joined})})


class ToolFailure(Exception):
    """Raised inside a tool; the executor turns it into a result the model reads."""

    def __init__(
        self, code: ErrorCode, message: str, details: JsonValue = None, explanation: Phrase = NO_PHRASE
    ) -> None:
        """*message* is for the model, *explanation* for people; a *message* that is a `Phrase` is for both."""
        super().__init__(message)
        self.code: ErrorCode = code
        self.message = message
        self.details = details
        self.explanation = explanation


@dataclass(frozen=True, slots=True)
class FileChoice:
    """One file a call names, as the checklist of an approval shows it."""

    path: str
    size: int | None
    """Bytes; None where there is no such file."""
    reason: Phrase
    """Why it was picked: `mentions "heating" 4 times`, `named by the model`."""
    digest: str = ""
    """SHA-256 of the bytes shown; the executor asks again if they changed
    (vaultdesk/tools/README.md, "Approval rules", 4)."""
    ticked: bool = True
    """False where the person should tick it on purpose: a note they excluded in Obsidian."""
    warning: Phrase = NO_PHRASE
    """What the person should know about this file before ticking it."""
    is_ambiguous: bool = False
    """Whether `path` is a name that several notes have: the call fails, and may say which."""
    counted_tokens: int | None = None
    """Tokens of its text where that was at hand."""

    @property
    def tokens(self) -> int:
        """About how many tokens its text is; 0 where there is no such file."""
        return size_tokens(self.size or 0) if self.counted_tokens is None else self.counted_tokens


@dataclass(frozen=True, slots=True)
class ToolOutput:
    """What a tool hands back: its data and which note text is in it."""

    data: JsonValue
    sources: tuple[Source, ...] = ()
    files_affected: tuple[str, ...] = ()
    digests: Mapping[str, str] = field(default_factory=dict)
    """SHA-256 of what was read, by path: must be what the person was shown
    (vaultdesk/tools/README.md, "Approval rules", 4)."""


@dataclass(frozen=True, slots=True)
class Visibility:
    """What of the vault a call may see, and how its text is redacted. Made by the executor for each call."""

    sees: Callable[[str], bool] = lambda _path: True
    """Whether the note at a path may appear in a result, by name or text: the agent's folders, rules, privacy."""
    redact: Callable[[str, str], str] = lambda _path, text: text
    """Return the text of the note at a path as the model may read it: private comments are taken out."""
    result_limit: int = RESULT_LIMIT
    """Characters of the result that the model will read."""
    elicitor: Elicitor | None = None
    """Puts a question to the person; None where nobody can be asked."""
    question: str = ""
    """What the person asked in the run this call belongs to; empty where nobody knows."""
    conversation_id: str = ""
    """The conversation this call belongs to, by its id."""
    tools: "tuple[AnyTool, ...]" = ()
    """The tools that the caller may use."""


FULL_VISIBILITY = Visibility()
"""Visibility without limits."""

LEFT_OUT = "left out"
"""What came of a file whose change the person, or a rule of theirs, did not take."""

UNKNOWN_FILE = "unknown"
"""What came of a file that for whoever asks is not there: it is not named."""

P = TypeVar("P", bound=Parameters)


class Tool(ABC, Generic[P]):
    """A named action with typed arguments. Subclasses hold what they need, given in their constructor."""

    name: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    display_name: ClassVar[Phrase | str]
    """For people: `Read notes`. A plain `str`, as another package's tool may have it, is not translated."""
    purpose: ClassVar[Phrase | str]
    """For people, in one sentence: what happens when it runs."""
    description: ClassVar[str]
    """For the model: when to use it, and how."""
    brief: ClassVar[str] = ""
    """The same in one short sentence, for tool definitions (vaultdesk/tools/README.md, "Offers"); empty if
    `description` is short."""
    brief_parameters: ClassVar[Mapping[str, JsonValue]] = {}
    """Short schemas for tool definitions, by parameter; None leaves a parameter out. Calls are validated against
    `parameters` alone."""
    category: ClassVar[str]
    effect: ClassVar[Effect]
    parameters: ClassVar[type[Parameters]]
    timeout: ClassVar[float] = TOOL_TIMEOUT
    path_parameters: ClassVar[tuple[str, ...]] = ()
    """Parameters with paths of notes or folders, in which wikilinks and leading slashes are converted."""
    background: ClassVar[bool] = False
    """True where no card is shown."""
    dangerous: ClassVar[bool] = False
    """True for deletions and changes of many notes: an agent needs to be allowed them."""
    is_foreign: ClassVar[bool] = False
    """True for a tool of another package: nothing of it runs before the user agreed to the call."""
    lists_tools: ClassVar[bool] = False
    """Whether it only lists tools. It gives no access, so it is available whenever another tool is."""
    result_is_whole: ClassVar[bool] = False
    """True where a result is one table or tree, which is shown and shared as a whole."""
    has_lines: ClassVar[bool] = False
    """Whether `preview` contains all text of a file that a result can contain, so that single lines may be picked."""
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = ()
    """Arguments as a model would write them, for its definition."""

    @abstractmethod
    async def run(self, arguments: P, visibility: Visibility) -> ToolOutput:
        """Do it. Raises `ToolFailure` for what the model should know, `VaultDeskError` for the world's troubles."""

    def effect_of(self, arguments: P) -> Effect:
        """Return what a call with *arguments* does; another effect than the tool's only where it does less."""
        return self.effect

    @property
    def usable(self) -> bool:
        """Whether models are told of it: not where the person has yet to set up what it needs."""
        return True

    async def files(self, arguments: P) -> Sequence[FileChoice]:
        """Return the files *arguments* name, for the checklist; none unless a tool says otherwise."""
        return ()

    async def check(self, arguments: P) -> None:
        """Raise `ToolFailure` if a call cannot succeed on the files it names; no approval is requested for it then.

        Called for files that the call may see, before they are approved: the message tells nothing of their text.
        """

    def with_files(self, arguments: P, paths: Sequence[str]) -> P:
        """Return *arguments* narrowed to the files the person ticked."""
        return arguments

    def query_of(self, arguments: P) -> str:
        """Return the words that *arguments* search for; the person may change them. Empty where nothing is searched."""
        query = getattr(arguments, QUERY_ARGUMENT, "")
        return query if isinstance(query, str) else ""

    def with_query(self, arguments: Mapping[str, JsonValue], query: str) -> dict[str, JsonValue]:
        """Return raw *arguments* with the person's own words to search for; they are validated after that."""
        return {**arguments, QUERY_ARGUMENT: query}

    def summary(self, arguments: P) -> Phrase | str:
        """Return the object of the step line, short: `"heating decision"`."""
        return ""

    def action(self, arguments: P) -> Phrase | str:
        """Return the start of the sentence that asks: `Read`, before `2 notes`, or `Search your notes for "boiler"`."""
        return self.display_name

    async def preview(self, arguments: P, path: str) -> str:
        """Return the text of one of the files *arguments* name, as the model would read it. Raises `VaultDeskError`."""
        raise NoteNotFound(Phrase("There is nothing to preview"), path=path)


class ChangingTool(Tool[P]):
    """A tool that writes to the vault. It stages its changes; the executor shows them, asks and writes
    (vaultdesk/tools/README.md, "Approval rules")."""

    copies_text: ClassVar[bool] = False
    """True where it puts text of one note into another: that is then asked about as freely as the first may be read."""

    removes_properties: ClassVar[bool] = False
    """Whether a call names each property it removes. For other tools, lost properties are shown as a warning."""

    @abstractmethod
    async def plan(self, arguments: P, staging: StagingArea, visibility: Visibility) -> JsonValue:
        """Stage what is to change in *staging*; return the data for the case that all of it is applied.

        Raises `ToolFailure` and `VaultDeskError`; then what was staged is discarded. Files outside of *visibility* do
        not exist for the call.
        """

    def applied(self, data: JsonValue, results: Mapping[str, str]) -> JsonValue:
        """Return *data* as it is true where not all was applied: *results* are what came of each file, by path.

        A result is `done`, why it was not written (`conflict`, `failed`, `skipped`), `LEFT_OUT`, or `UNKNOWN_FILE`.
        """
        return data

    async def run(self, arguments: P, visibility: Visibility) -> ToolOutput:
        """Run a call that changes nothing (`effect_of` is no write); a tool that always writes has none."""
        raise ToolFailure("VALIDATION_FAILED", f"{self.name} has nothing to read")


AnyTool = Tool[Any]  # Any: a tool is invariant in its parameters, and a registry holds tools of every kind
"""A tool of any parameters; only the executor, which validates first, calls one."""
