"""Provider interface: a request with messages and tools goes in, the stream events of one model turn come out."""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, fields
from typing import Literal, Protocol, runtime_checkable

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.chat.messages import Message, ProviderPart, Source, ToolCallPart
from vaultdesk.core.phrases import Number, Phrase
from vaultdesk.core.transmission import Destination, Purpose
from vaultdesk.core.values import replace

#     turn = (ReasoningArrived | TextArrived | TextReclassified | CallStarted | CallGrew | CallReady | UsageReported
#            | Noticed | PromptProgress)* TurnEnded
#
# A turn that cannot end this way raises a `ProviderError`. No event follows either. Calls may run only after
# `TurnEnded` with stop "tool_calls".

StopReason = Literal["end", "tool_calls", "length", "content_filter", "refusal", "pause", "repetition"]
"""Why a turn ended. `repetition`: the text repeated itself endlessly, so the answer was stopped."""


class TextArrived(Struct, frozen=True):
    """Some text of the answer."""

    text: str


class ReasoningArrived(Struct, frozen=True):
    """Some of the model's visible reasoning."""

    text: str


class TextReclassified(Struct, frozen=True):
    """All text of the turn so far was reasoning: the model closed reasoning that no tag had opened, or the request was
    repeated because the server had dropped the tools."""


class CallStarted(Struct, frozen=True):
    """The model began a tool call. For display."""

    call_id: str
    name: str


class CallGrew(Struct, frozen=True):
    """Some of a call's argument text. For display."""

    call_id: str
    text: str


class CallReady(Struct, frozen=True):
    """A call is complete: closed by the provider and its arguments parsed strictly, or marked with the problem."""

    call: ToolCallPart
    raw_text: str = ""
    """The call as the model wrote it in its text, with tags; empty for a native call."""


class UsageReported(Struct, frozen=True):
    """Tokens this turn has used so far; the last event of a turn counts."""

    input_tokens: int
    output_tokens: int
    cached_tokens: int = 0
    reasoning_tokens: int = 0
    cost: float | None = None
    """US dollars, if the provider reports it or the model's price is known."""


class Noticed(Struct, frozen=True):
    """A notice for the user that is not a failure: a retry, a truncation, a long wait."""

    message: Phrase


class PromptProgress(Struct, frozen=True):
    """How much of the prompt a server has read, if it reports that before the answer begins. For display."""

    read_tokens: int
    total_tokens: int

    @property
    def percent(self) -> int:
        """The share that was read, 0 to 100."""
        return min(100, max(0, self.read_tokens * 100 // self.total_tokens)) if self.total_tokens > 0 else 0


class TurnEnded(Struct, frozen=True):
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


class ToolSpec(Struct, frozen=True):
    """A tool as described to a model."""

    name: str
    """Matches `^[a-zA-Z0-9_-]{1,64}$`."""
    description: str
    parameters: Mapping[str, JsonValue]
    """A JSON Schema of type object that both vendors accept."""


class ToolChoice(Struct, frozen=True):
    """Whether a model may, must or must not call a tool in this turn."""

    mode: Literal["auto", "none", "required", "tool"] = "auto"
    name: str = ""
    """The only tool it must call if mode is "tool"."""


AUTO_TOOL_CHOICE = ToolChoice()
"""The model decides."""

Effort = Literal["", "off", "low", "medium", "high"]
"""Reasoning effort before the answer; empty uses the model's default."""


class AnswerFormat(Struct, frozen=True):
    """Format of an answer: JSON that matches a schema. If the server refuses it, the prompt asks for it instead."""

    schema: Mapping[str, JsonValue]
    """A JSON Schema; empty for any JSON object."""
    name: str = "answer"
    strict: bool = False
    """Whether the server must enforce the schema exactly, if it distinguishes strict schemas."""
    required: bool = True
    """Whether the model is asked again if its answer does not match; if False, any answer is passed on."""


class ModelRequest(Struct, frozen=True):
    """One request to a model."""

    model: str
    """The provider's own model id."""
    system: str
    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    max_output_tokens: int = 8192
    length_is_set: bool = False
    """True if the user or a cap set that length: it is then also sent to servers that otherwise get none."""
    length_includes_reasoning: bool = False
    """Whether reasoning counts against that length; if False, the limit is raised where the server counts both."""
    conversation_id: str = ""
    """For the ledger; never sent."""
    purpose: Purpose = "question"
    """Purpose of the request. For the ledger; never sent."""
    program: str = ""
    """The other program that asks, for the purpose `program`. For the ledger; never sent."""
    tool_choice: ToolChoice = AUTO_TOOL_CHOICE
    effort: Effort = ""
    temperature: float | None = None
    """Left out for models that refuse it (vaultdesk/providers/README.md, "Anthropic Messages"); None uses the model's
    default.
    """
    streamed: bool = True
    """False requests the whole answer at once; the events are the same."""
    force_emulation: bool = False
    """True gives tools as text even if the model supports them natively: it just refused those."""
    known_tools: frozenset[str] = frozenset()
    """Names of tools that may be called although they are not in `tools`; never sent."""
    answer_format: AnswerFormat | None = None
    """None for free text."""

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources of all note text in the request."""
        return tuple(source for message in self.messages for source in message.sources)


@dataclass(frozen=True, slots=True)
class Price:
    """Price of a model, in US dollars per million tokens."""

    input: float
    output: float
    cached: float | None = None
    """Input read from the vendor's cache; None if not known, and then priced as input."""

    @property
    def text(self) -> Phrase:
        """The price as text: `$3 in, $15 out per million tokens`."""
        return Phrase("${0} in, ${1} out per million tokens", _shortest(self.input), _shortest(self.output))


def _shortest(amount: float) -> Number:
    """Return *amount* with as many decimals as it has, at most six."""
    return Number(amount, len(f"{amount:.6f}".rstrip("0").partition(".")[2]))


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """One model of a provider, as reported in its list. None and 0 mean not reported."""

    id: str
    name: str = ""
    context: int = 0
    """Largest context window of the model in tokens, prompt and answer together."""
    max_output: int = 0
    """Maximum tokens of one answer."""
    tools: bool | None = None
    images: bool | None = None
    reasoning: bool | None = None
    price: Price | None = None
    loaded: bool | None = None
    """Whether a local server has it in memory now."""
    elsewhere: str = ""
    """The host to which a local server forwards its questions; empty if the server answers them itself."""
    server: str = ""
    """The program that serves it, if recognized: `llama.cpp`, `vllm`."""
    window: int = 0
    """Context window that the server uses now, or will be asked to use; 0 if it is `context`."""
    weights: int = 0
    """Number of parameters; 0 if not known."""

    @property
    def usable_context(self) -> int:
        """Tokens available to prompt and answer together; 0 if not known."""
        return self.window or self.context

    def completed_by(self, known: "ModelInfo | None") -> "ModelInfo":
        """Return these facts, completed with those *known* before.

        Nothing is taken over if another program serves the model now. `loaded` may change at any time, so it is never
        taken over; `elsewhere` only if these facts are just a name: otherwise an empty one means that the server
        answers itself.
        """
        if known is None or known.server != self.server:
            return self
        current = {"loaded"} if self.tools is None and not self.context else {"loaded", "elsewhere"}
        missing = [field.name for field in fields(self) if getattr(self, field.name) == field.default]
        return replace(self, **{name: getattr(known, name) for name in missing if name not in current})


class Provider(Protocol):
    """One endpoint, ready to be used. Wrappers (retry, gate, emulation) have the same interface."""

    @property
    def destination(self) -> Destination:
        """Destination of requests."""
        ...

    def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Stream one answer. Raises `ProviderError`. Use it with `aclosing`; closing closes the connection."""
        ...

    async def models(self) -> tuple[ModelInfo, ...]:
        """Fetch the models; sends no note text, so it is also the key test. Raises `ProviderError`.

        Embedding models and others that cannot chat are left out if the list identifies them.
        """
        ...

    async def aclose(self) -> None:
        """Close connections. May be called twice."""
        ...


@runtime_checkable
class ModelFactsSource(Protocol):
    """A provider whose server reports facts about a single model."""

    async def model_facts(self, model: str) -> ModelInfo | None:
        """Return the server's facts about *model*; None if it has none. Sends no note text. Raises `ProviderError`."""
        ...
