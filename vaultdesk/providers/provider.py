"""Provider interface: a request with messages and tools goes in, a stream of model events comes out."""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Literal, Protocol, runtime_checkable

from pydantic import JsonValue

from vaultdesk.chat.messages import Message, Source
from vaultdesk.core.destination import Destination
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.transmission import Purpose
from vaultdesk.providers.model_events import ModelEvent


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as a model sees it."""

    name: str
    """Matches `^[a-zA-Z0-9_-]{1,64}$`."""
    description: str
    parameters: Mapping[str, JsonValue]
    """A JSON Schema of type object that both vendors accept."""


@dataclass(frozen=True, slots=True)
class ToolChoice:
    """Whether a model may, must or must not ask for a tool in this turn."""

    mode: Literal["auto", "none", "required", "tool"] = "auto"
    name: str = ""
    """The one tool it must ask for, where mode is "tool"."""


AUTO_TOOL_CHOICE = ToolChoice()
"""The model decides."""

Effort = Literal["", "off", "low", "medium", "high"]
"""How much a model should think before it answers; empty leaves it to the model."""


@dataclass(frozen=True, slots=True)
class AnswerFormat:
    """Format of an answer: JSON that matches a schema. If the server refuses it, the prompt asks for it instead."""

    schema: Mapping[str, JsonValue]
    """A JSON Schema; empty for any JSON object."""
    name: str = "answer"
    strict: bool = False
    """Whether the server must enforce the schema exactly, if it distinguishes strict schemas."""
    required: bool = True
    """Whether the model is asked again if its answer does not match; if False, any answer is passed on."""


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """Everything one turn sends."""

    model: str
    """The provider's own model id."""
    system: str
    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    max_output_tokens: int = 8192
    length_is_set: bool = False
    """True where the user or a cap set that length: servers that are else left to their own are told it too."""
    length_includes_reasoning: bool = False
    """Whether reasoning counts against that length; if False, the limit is raised where the server counts both."""
    conversation_id: str = ""
    """For the ledger; never sent."""
    purpose: Purpose = "question"
    """What it is sent for. For the ledger; never sent."""
    program: str = ""
    """The other program that asks, for the purpose `program`. For the ledger; never sent."""
    tool_choice: ToolChoice = AUTO_TOOL_CHOICE
    effort: Effort = ""
    temperature: float | None = None
    """Left out for models that refuse it (vaultdesk/providers/README.md, "Anthropic Messages"); None leaves it to the
    model."""
    streamed: bool = True
    """False asks for the whole answer at once; the events are the same."""
    force_emulation: bool = False
    """True gives tools by text even where they would be native: the model refused those a moment ago."""
    known_tools: frozenset[str] = frozenset()
    """Names of tools that may be called although they are not in `tools`; never sent."""
    answer_format: AnswerFormat | None = None
    """None for free text."""

    @property
    def sources(self) -> tuple[Source, ...]:
        """Every piece of note text the request carries."""
        return tuple(source for message in self.messages for source in message.sources)


@dataclass(frozen=True, slots=True)
class Price:
    """What a model costs, in US dollars a million tokens."""

    input: float
    output: float
    cached: float | None = None
    """Input read from the vendor's cache; None where it is not said, and then priced as input."""

    @property
    def text(self) -> Phrase:
        """The price for people: `$3 in, $15 out per million tokens`."""
        return Phrase("${0} in, ${1} out per million tokens", f"{self.input:g}", f"{self.output:g}")


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """One model a provider offers, as its list tells. None and 0 mean that the list does not say."""

    id: str
    name: str = ""
    context: int = 0
    """Largest context window of the model in tokens, prompt and answer together."""
    max_output: int = 0
    """Tokens of one answer."""
    tools: bool | None = None
    images: bool | None = None
    reasoning: bool | None = None
    price: Price | None = None
    loaded: bool | None = None
    """Whether a local server holds it in memory now."""
    elsewhere: str = ""
    """The host a local server hands its questions on to; empty where the server answers them itself."""
    server: str = ""
    """The program that serves it, if recognised: `llama.cpp`, `vllm`."""
    window: int = 0
    """Context window that the server uses now, or will be asked to use; 0 if it is `context`."""
    weights: int = 0
    """Number of parameters; 0 if not known."""

    @property
    def usable_context(self) -> int:
        """Tokens available to prompt and answer together; 0 if not known."""
        return self.window or self.context

    def completed_by(self, known: "ModelInfo | None") -> "ModelInfo":
        """Return these facts, and those *known* before where these say nothing.

        Nothing is kept if another program serves the model now. `loaded` is of the moment, so it is never kept, and
        `elsewhere` only if these facts are not more than a name: else an empty one says that the server answers itself.
        """
        if known is None or known.server != self.server:
            return self
        current = {"loaded"} if self.tools is None and not self.context else {"loaded", "elsewhere"}
        missing = [one.name for one in fields(self) if getattr(self, one.name) == one.default]
        return replace(self, **{name: getattr(known, name) for name in missing if name not in current})


class Provider(Protocol):
    """One endpoint, ready to be asked. Wrappers (retrying, the gate, emulation) have the same shape."""

    @property
    def destination(self) -> Destination:
        """Where requests go."""
        ...

    def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Ask once. Raises `ProviderError`. Read it under `aclosing`: closing, like cancelling, hangs up."""
        ...

    async def models(self) -> tuple[ModelInfo, ...]:
        """Fetch what models there are; sends no note text, so it is the key test too. Raises `ProviderError`.

        Embedding and other models that cannot answer are left out where the list tells them apart.
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
