"""Messages of a conversation and their parts, as frozen values."""

import uuid
from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

Role = Literal["user", "assistant", "tool"]
"""Who speaks. The system prompt is not a message: it is made anew for each request."""


ImageType = Literal["image/png", "image/jpeg", "image/webp", "image/gif"]
"""The kinds of pictures every vendor takes."""


def new_id(prefix: str) -> str:
    """Return an id that is unique in every conversation, as `call_3f2a...`; safe in each vendor's id rules."""
    return f"{prefix}_{uuid.uuid4().hex[:20]}"


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Source(_Value):
    """Which text of which note a part carries: the gate and the ledger live on this."""

    path: str
    """The note's path from the vault's root, with `/`."""
    heading: str = ""
    """The nearest heading above the text, where known."""
    characters: int = 0
    """How much of the note's text is in the part."""
    first_line: int = 0
    """The note's lines the text stands on, from 1, where known; 0 where not."""
    last_line: int = 0
    allowed: Literal["", "person", "rule", "grant", "default"] = ""
    """By whose decision it was read: the person's at a dialog, a standing rule's, an earlier answer's."""


ContextKind = Literal["note", "folder", "tag", "active", "selection", "file", "web"]
"""What a person can lay beside a question: a note (or a heading or block of one), the notes of a folder or with a tag,
the note that is open, what is selected in it, a file of this computer, the text of a page."""


class ContextItem(_Value):
    """One context attached to a question. Its text is read again for each request, except a selection's."""

    kind: ContextKind
    target: str
    """A wikilink's target (`Folder/Note#Heading`, `Note#^block`), a folder's path, a tag without `#`, an address."""
    text: str = ""
    """The words of a selection or of a file from outside the vault, kept as they were; else empty."""


class Usage(_Value):
    """What one answer of a model cost; a question with tools has several answers."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    """US dollars, where known."""
    seconds: float = 0.0
    """From the request to the end of the answer; 0 where not known."""


class TextPart(_Value):
    """Text for people to read."""

    kind: Literal["text"] = "text"
    text: str
    hidden: bool = False
    """True for text that is kept and shown and never sent to a model: a comment of an imported chat."""
    sources: tuple[Source, ...] = ()


class ImagePart(_Value):
    """A picture, for models that see; its bytes travel with the message."""

    kind: Literal["image"] = "image"
    media_type: ImageType
    data: str = Field(repr=False)
    """The file's bytes as base64."""
    name: str = ""
    """What people call it, for a model that cannot see it."""
    sources: tuple[Source, ...] = ()


class ReasoningPart(_Value):
    """What a model let us see of its thinking."""

    kind: Literal["reasoning"] = "reasoning"
    text: str


class ToolCallPart(_Value):
    """A tool a model asked for. `id` is ours; a provider maps it to its own."""

    kind: Literal["tool_call"] = "tool_call"
    id: str
    name: str
    arguments_json: str
    """The arguments as the model wrote them: the truth that is sent back and shown."""
    arguments: dict[str, JsonValue] | None = None
    """The same parsed once, strictly; None where they cannot be read."""
    problem: str = ""
    """Why the arguments cannot be read, for the model to correct itself."""


class ToolResultPart(_Value):
    """What a tool answered, as the JSON text the model reads (vaultdesk/tools/README.md, "Results")."""

    kind: Literal["tool_result"] = "tool_result"
    call_id: str
    name: str
    content: str
    is_error: bool = False
    sources: tuple[Source, ...] = ()


class ProviderPart(_Value):
    """An item only its provider understands (a signature, hidden reasoning), replayed verbatim to the same family."""

    kind: Literal["provider"] = "provider"
    family: str
    """Wire, host and model it was made by (providers/history_replay.py): worth nothing to any other."""
    item: JsonValue


Part = Annotated[
    TextPart | ImagePart | ReasoningPart | ToolCallPart | ToolResultPart | ProviderPart, Field(discriminator="kind")
]


class Message(_Value):
    """One turn of one speaker, in parts."""

    id: str = Field(default_factory=lambda: new_id("msg"))
    role: Role
    parts: tuple[Part, ...]
    created: datetime = Field(default_factory=lambda: datetime.now(UTC))
    model: str = ""
    """`provider/name` for an answer; empty for a person."""
    agent: str = ""
    """The name of the agent that answered; empty for the plain assistant and for a person."""
    mode: str = ""
    """The way of asking that was chosen for a question or led to an answer (settings_schema.ModeName)."""
    context: tuple[ContextItem, ...] = ()
    """The contexts attached to a question."""
    usage: Usage | None = None
    """What an answer cost, where that is known."""
    cut: bool = False
    """True where the answer ended before its end (stopped, the connection or the program broke)."""
    refused: bool = False
    """True where the model declined to answer; see `without_refused_questions`."""

    @property
    def text(self) -> str:
        """The text parts, joined."""
        return "".join(part.text for part in self.parts if isinstance(part, TextPart))

    @property
    def images(self) -> tuple[ImagePart, ...]:
        """The pictures in the order they were given."""
        return tuple(part for part in self.parts if isinstance(part, ImagePart))

    @property
    def tool_calls(self) -> tuple[ToolCallPart, ...]:
        """The calls in the order they were made."""
        return tuple(part for part in self.parts if isinstance(part, ToolCallPart))

    @property
    def sources(self) -> tuple[Source, ...]:
        """Every piece of note text this message carries."""
        return tuple(
            source
            for part in self.parts
            if isinstance(part, TextPart | ImagePart | ToolResultPart)
            for source in part.sources
        )


def without_refused_questions(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """Return *messages* without the questions that a model declined, up to and including each refusal.

    If such a question is sent again, models decline the following ones too.
    """
    kept: list[Message] = []
    for message in messages:
        if not message.refused:
            kept.append(message)
            continue
        question = next((place for place in range(len(kept) - 1, -1, -1) if kept[place].role == "user"), None)
        if question is not None:
            del kept[question:]
    return tuple(kept)


def user_message(
    text: str, images: tuple[ImagePart, ...] = (), context: tuple[ContextItem, ...] = (), mode: str = ""
) -> Message:
    """Return what a person said, the pictures before the words."""
    return Message(role="user", parts=(*images, TextPart(text=text)), context=context, mode=mode)
