"""Tool interface: a named action with typed parameters, and the result a model receives."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, TypeVar

from msgspec import Struct, field
from pydantic import BaseModel, ConfigDict, Field, InstanceOf, JsonValue
from pydantic.alias_generators import to_camel

from vaultdesk.chat.messages import Source
from vaultdesk.core.errors import NoteNotFound
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.core.text_tokens import size_tokens
from vaultdesk.tools.elicitation import Elicitor
from vaultdesk.vault.staging import StagingArea

Effect = Literal["read", "write", "delete", "network", "none"]
"""Effect of a tool (vaultdesk/tools/README.md, "Results")."""

ErrorCode = Literal[
    "VALIDATION_FAILED", "UNKNOWN_TOOL", "NOTE_NOT_FOUND", "FOLDER_NOT_FOUND", "AMBIGUOUS_NOTE",
    "PERMISSION_DENIED", "DANGEROUS_OPERATION", "RATE_LIMITED", "TIMEOUT", "CANCELLED", "NOT_RUN",
    "CONFLICT", "TOO_LARGE", "READ_FAILED", "WRITE_FAILED", "SEARCH_FAILED", "LIST_FAILED", "NETWORK_FAILED",
]  # fmt: skip
"""Error codes of a failed call (vaultdesk/tools/README.md, "Results")."""

QUERY_ARGUMENT = "query"
"""The argument with the words of a search."""

RESULT_LIMIT = 60_000
"""Maximum number of characters of one result for the model: about 15,000 tokens, a tenth of a common context window."""

TOOL_TIMEOUT = 30.0
"""Default time limit of a tool in seconds."""


class Parameters(BaseModel):
    """Base of every tool's arguments: snake_case, camelCase also accepted, no unknown names, no conversion of values.

    A nested object of arguments is a `Parameters` too, so that both spellings work at any depth.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        alias_generator=to_camel,
        populate_by_name=True,
        loc_by_alias=False,
        defer_build=True,  # Most programs call few of the tools.
    )


class ToolErrorBody(BaseModel):
    """Why a call failed."""

    model_config = ConfigDict(frozen=True)
    code: ErrorCode
    message: str
    """For the model."""
    details: JsonValue = None
    explanation: InstanceOf[Phrase] = Field(default=NO_PHRASE, exclude=True)
    """For the user, not part of the JSON; empty if the meaning of the code is enough (`explanation_of`)."""
    names_only: bool = Field(default=False, exclude=True)
    """Whether the message discloses only which names exist; not part of the JSON."""


class ToolMetadata(BaseModel):
    """Facts about one execution."""

    model_config = ConfigDict(frozen=True)
    execution_time_ms: int = 0
    files_affected: tuple[str, ...] = ()
    operation_type: Effect = "none"
    note: str = ""
    """A note for the model about this result: files the user deselected, truncated text."""
    cached: bool = False
    """Whether it is the result of an earlier equal call."""


class ToolResult(BaseModel):
    """Result of a call; `as_value()` as JSON is what the model reads and `call` prints (vaultdesk/tools/README.md,
    "Results").
    """

    model_config = ConfigDict(frozen=True)
    success: bool
    data: JsonValue = None
    error: ToolErrorBody | None = None
    metadata: ToolMetadata = ToolMetadata()

    def as_value(self) -> dict[str, JsonValue]:
        """Return the JSON object of the result (vaultdesk/tools/README.md, "Results"): `data` on success, `error` on
        failure, `metadata` always.
        """
        value: dict[str, JsonValue] = {"success": self.success}
        if self.success:
            value["data"] = self.data
        elif self.error is not None:
            value["error"] = self.error.model_dump(mode="json", exclude_none=True)
        empty_members = {name for name in ("note", "cached") if not getattr(self.metadata, name)}
        value["metadata"] = self.metadata.model_dump(mode="json", exclude=empty_members)
        return value

    def with_note(self, note: str) -> "ToolResult":
        """Return the same result with *note* added to the notes for the model."""
        notes = f"{self.metadata.note} {note}".strip()
        return self.model_copy(update={"metadata": self.metadata.model_copy(update={"note": notes})})


class ToolFailure(Exception):
    """Raised inside a tool; the executor converts it to a result for the model."""

    def __init__(
        self, code: ErrorCode, message: str, details: JsonValue = None, explanation: Phrase = NO_PHRASE
    ) -> None:
        """*message* is for the model, *explanation* for the user; a *message* that is a `Phrase` is for both."""
        super().__init__(message)
        self.code: ErrorCode = code
        self.message = message
        self.details = details
        self.explanation = explanation


class FileChoice(Struct, frozen=True):
    """One file of a call, as listed in an approval."""

    path: str
    size: int | None
    """Bytes; None if the file does not exist."""
    reason: Phrase
    """Why it is listed: `mentions "heating" 4 times`, `named by the model`."""
    digest: str = ""
    """SHA-256 of the bytes shown; approval is requested again if they change (vaultdesk/tools/README.md, "Approval
    rules", 4).
    """
    ticked: bool = True
    """Initial tick; False if the user should tick it explicitly: a note excluded in Obsidian."""
    warning: Phrase = NO_PHRASE
    """A warning about this file."""
    is_ambiguous: bool = False
    """Whether `path` is a name that several notes have: the call fails, and may list them."""
    counted_tokens: int | None = None
    """Number of tokens of its text, if known."""

    @property
    def tokens(self) -> int:
        """Estimated number of tokens of its text; 0 if the file does not exist."""
        return size_tokens(self.size or 0) if self.counted_tokens is None else self.counted_tokens


class ToolOutput(Struct, frozen=True):
    """Output of a tool: its data and the sources of note text in it."""

    data: JsonValue
    sources: tuple[Source, ...] = ()
    files_affected: tuple[str, ...] = ()
    digests: Mapping[str, str] = field(default_factory=dict)
    """SHA-256 of what was read, by path: must match what was shown (vaultdesk/tools/README.md, "Approval rules", 4)."""


class Visibility(Struct, frozen=True):
    """Which notes a call may see, and how their text is redacted. Created by the executor for each call."""

    sees: Callable[[str], bool] = lambda _path: True
    """Whether the note at a path may appear in a result, by name or text: the agent's folders, rules, privacy."""
    redact: Callable[[str, str], str] = lambda _path, text: text
    """Return the text of the note at a path as visible to the model, without private comments."""
    result_limit: int = RESULT_LIMIT
    """Maximum number of characters of the result for the model."""
    elicitor: Elicitor | None = None
    """Asks the user a question; None if there is no user to ask."""
    question: str = ""
    """The user's question in the run of this call; empty if unknown."""
    conversation_id: str = ""
    """Id of the conversation of this call."""
    tools: "tuple[AnyTool, ...]" = ()
    """The tools that the caller may use."""
    query_may_leave_computer: bool = False
    """Whether a search may send its query to an embedding model on a server: only if the user wrote it."""


FULL_VISIBILITY = Visibility()
"""Visibility without limits."""

LEFT_OUT = "left out"
"""Result for a file whose change the user, or one of their rules, rejected."""

UNKNOWN_FILE = "unknown"
"""Result for a file that does not exist for the caller: it is not named."""

P = TypeVar("P", bound=Parameters)


class Tool(ABC, Generic[P]):
    """A named action with typed arguments. Subclasses get their dependencies in the constructor."""

    name: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    display_name: ClassVar[Phrase | str]
    """Display name: `Read notes`. A plain `str`, as in a tool of another package, is not translated."""
    purpose: ClassVar[Phrase | str]
    """For the user, in one sentence: the effect of a call."""
    description: ClassVar[str]
    """For the model: when and how to use it."""
    brief: ClassVar[str] = ""
    """The description in one short sentence, for tool definitions (vaultdesk/tools/README.md, "Offers"); empty if
    `description` is short.
    """
    brief_parameters: ClassVar[Mapping[str, JsonValue]] = {}
    """Short schemas for tool definitions, by parameter; None leaves a parameter out. Calls are validated against
    `parameters` only.
    """
    category: ClassVar[str]
    effect: ClassVar[Effect]
    parameters: ClassVar[type[Parameters]]
    timeout: ClassVar[float] = TOOL_TIMEOUT
    path_parameters: ClassVar[tuple[str, ...]] = ()
    """Parameters with paths of notes or folders, in which wikilinks and leading slashes are converted."""
    background: ClassVar[bool] = False
    """Whether its calls are not shown as cards."""
    dangerous: ClassVar[bool] = False
    """Whether it deletes or changes many notes, which an agent must be allowed to do."""
    is_foreign: ClassVar[bool] = False
    """Whether it is from another package: none of its code runs before the user approves the call, and its results are
    untrusted.
    """
    returns_untrusted_text: ClassVar[bool] = False
    """Whether its results contain text that others may have written, whatever its effect."""
    lists_tools: ClassVar[bool] = False
    """Whether it only lists tools. It gives no access, so it is available whenever another tool is."""
    result_is_whole: ClassVar[bool] = False
    """Whether a result is one table or tree, which is shown and shared as a whole."""
    has_lines: ClassVar[bool] = False
    """Whether `preview` contains all text of a file that a result can contain, so that single lines may be selected."""
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = ()
    """Example arguments for its definition."""

    @abstractmethod
    async def run(self, arguments: P, visibility: Visibility) -> ToolOutput:
        """Run the tool. Raises `ToolFailure` for errors reported to the model, `VaultDeskError` for errors of the
        environment.
        """

    def effect_of(self, arguments: P) -> Effect:
        """Return the effect of a call with *arguments*: the tool's, or a weaker one."""
        return self.effect

    @property
    def usable(self) -> bool:
        """Whether it is offered to models: not before the user has configured what it needs."""
        return True

    async def files(self, arguments: P) -> Sequence[FileChoice]:
        """Return the files named in *arguments*, for the approval; none by default."""
        return ()

    async def check(self, arguments: P) -> None:
        """Raise `ToolFailure` if a call cannot succeed on the files it names; no approval is requested for it then.

        Called before approval for files that the call may see, so the message must not contain their text.
        """

    def with_files(self, arguments: P, paths: Sequence[str]) -> P:
        """Return *arguments* restricted to the files the user ticked."""
        return arguments

    def query_of(self, arguments: P) -> str:
        """Return the search query in *arguments*, which the user may change. Empty if it is not a search."""
        query = getattr(arguments, QUERY_ARGUMENT, "")
        return query if isinstance(query, str) else ""

    def with_query(self, arguments: Mapping[str, JsonValue], query: str) -> dict[str, JsonValue]:
        """Return raw *arguments* with the user's query; they are validated afterwards."""
        return {**arguments, QUERY_ARGUMENT: query}

    def summary(self, arguments: P) -> Phrase | str:
        """Return the object of the step line, short: `"heating decision"`."""
        return ""

    def action(self, arguments: P) -> Phrase | str:
        """Return the start of the approval question: `Read`, before `2 notes`, or `Search your notes for "boiler"`."""
        return self.display_name

    async def preview(self, arguments: P, path: str) -> str:
        """Return the text of one of the files in *arguments*, as the model would read it. Raises `VaultDeskError`."""
        raise NoteNotFound(Phrase("There is nothing to preview"), path=path)


class ChangingTool(Tool[P]):
    """A tool that writes to the vault. It stages its changes; the executor shows them, requests approval and writes
    (vaultdesk/tools/README.md, "Approval rules").
    """

    copies_text: ClassVar[bool] = False
    """Whether it copies text of one note into another: the copy then needs the same permission as reading the
    source.
    """

    removes_properties: ClassVar[bool] = False
    """Whether a call names each property it removes. For other tools, lost properties are shown as a warning."""

    @abstractmethod
    async def plan(self, arguments: P, staging: StagingArea, visibility: Visibility) -> JsonValue:
        """Stage what is to change in *staging*; return the data for the case that all of it is applied.

        Raises `ToolFailure` and `VaultDeskError`; then what was staged is discarded. Files outside of *visibility* do
        not exist for the call.
        """

    def applied(self, data: JsonValue, results: Mapping[str, str]) -> JsonValue:
        """Return *data* corrected by the *results* of each file, by path, if not everything was applied.

        A result is `done`, a reason why it was not written (`conflict`, `failed`, `skipped`), `LEFT_OUT`, or
        `UNKNOWN_FILE`.
        """
        return data

    async def run(self, arguments: P, visibility: Visibility) -> ToolOutput:
        """Run a call without changes (`effect_of` is not a write); not implemented by tools that always write."""
        raise ToolFailure("VALIDATION_FAILED", f"{self.name} has nothing to read")


AnyTool = Tool[Any]  # Any: a tool is invariant in its parameters, and a registry holds tools of every kind
"""A tool with any parameters; only the executor, which validates first, calls one."""
