"""Transmissions: one row of the ledger for each request to a model, a site or a server."""

from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Literal

from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.core.transmission import CONNECTION_PURPOSES, Purpose

TransmissionKind = Literal["sent", "stayed"]
"""`sent`: it left this computer. `stayed`: a model on this computer read it."""


@dataclass(frozen=True, slots=True)
class TextAmount:
    """An amount of text."""

    tokens: int = 0
    """Estimated number of tokens."""
    bytes: int = 0
    """In UTF-8; for an image the bytes of its base64 text."""

    def __add__(self, other: "TextAmount") -> "TextAmount":
        return TextAmount(self.tokens + other.tokens, self.bytes + other.bytes)


NO_TEXT = TextAmount()


def amount_of(text: str) -> TextAmount:
    return TextAmount(text_tokens(text), len(text.encode("utf-8", "surrogatepass")))


@dataclass(frozen=True, slots=True)
class TransmittedNote:
    """How much of one note a request contains."""

    path: str
    amount: TextAmount
    passages: int = 1
    repeated: bool = False
    """Whether all of it had been sent to this host in this conversation before."""


@dataclass(frozen=True, slots=True)
class TransmissionContent:
    """The content of a request, in four shares. Never the text itself."""

    words: TextAmount = NO_TEXT
    """Text written by the user: questions, instructions for a rewrite, files and images from outside the vault."""
    instructions: TextAmount = NO_TEXT
    """The system prompt, tool definitions, and prompts of the program."""
    earlier: TextAmount = NO_TEXT
    """Earlier answers, tool calls, and tool results that are not text of notes."""
    notes: tuple[TransmittedNote, ...] = ()

    @property
    def note_text(self) -> TextAmount:
        """Amount of note text."""
        return sum((note.amount for note in self.notes), NO_TEXT)

    @property
    def tokens(self) -> int:
        """Estimated number of tokens of the whole request."""
        return (self.note_text + self.words + self.instructions + self.earlier).tokens


NO_CONTENT = TransmissionContent()


@dataclass(frozen=True, slots=True)
class Transmission:
    """One recorded request."""

    id: int
    time: datetime
    conversation_id: str
    provider: str
    """Display name of the destination: `Anthropic`."""
    host: str
    model: str
    purpose: Purpose
    question: str = ""
    """The beginning of the question it was sent for."""
    kind: TransmissionKind = "sent"
    decision: str = ""
    """The decision by which its note text was read; of several decisions the one that involved the user least."""
    program: str = ""
    """The other program that asked, for `program`."""
    note_count: int = 0
    passages: int = 0
    note_text: TextAmount = NO_TEXT
    words: TextAmount = NO_TEXT
    instructions: TextAmount = NO_TEXT
    earlier: TextAmount = NO_TEXT
    requests: int = 0
    """Number of network requests, including retries; 0 if the sending program does not report them."""
    wire_bytes: int = 0
    """Bytes of those requests, without encryption."""
    notes: tuple[TransmittedNote, ...] = field(default=(), compare=False)
    """The notes in it, if they were requested."""

    @property
    def tokens(self) -> int:
        """Estimated number of tokens."""
        return self.note_text.tokens + self.words.tokens + self.instructions.tokens + self.earlier.tokens

    @property
    def is_connection(self) -> bool:
        """Whether it contains nothing written by the user: a list of models, a check for updates."""
        return self.purpose in CONNECTION_PURPOSES and not self.note_count

    @property
    def as_value(self) -> dict[str, object]:
        """Return its facts under the column names of the export."""
        values = asdict(self)
        for share in ("note_text", "words", "instructions", "earlier"):
            del values[share]
        del values["notes"]
        return {
            **values,
            "time": self.time.isoformat(),
            "kind": "request",
            "path": "",
            "where": "",
            "stayed": self.kind == "stayed",
            "tokens": self.tokens,
            "note_tokens": self.note_text.tokens,
            "word_tokens": self.words.tokens,
            "instruction_tokens": self.instructions.tokens,
            "earlier_tokens": self.earlier.tokens,
        }
