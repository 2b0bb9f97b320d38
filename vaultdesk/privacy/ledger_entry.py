"""Rows of the disclosure ledger: transmissions and entries of notes, queries, grouping by question, and export as
CSV or JSON."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from msgspec import Struct

from vaultdesk.chat.conversation import is_private_id
from vaultdesk.chat.messages import Source
from vaultdesk.core.text_tokens import size_tokens, text_tokens
from vaultdesk.core.transmission import CONNECTION_PURPOSES, Destination, Purpose

TransmissionKind = Literal["sent", "stayed"]
"""`sent`: it left this computer. `stayed`: a model on this computer read it."""


class TextAmount(Struct, frozen=True):
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


class TransmittedNote(Struct, frozen=True):
    """How much of one note a request contains."""

    path: str
    amount: TextAmount
    passages: int = 1
    repeated: bool = False
    """Whether all of it had been sent to this host in this conversation before."""


class TransmissionContent(Struct, frozen=True):
    """The amounts of a request's content, in four shares, without the text itself."""

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
    """The program that sent the request, for the purpose `program`."""
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


EntryKind = Literal["sent", "stayed", "kept"]
"""`sent`: it left this computer. `stayed`: a model on this computer received it. `kept`: it was requested, or was part
of the conversation, and was withheld.
"""

Decision = Literal["", "person", "rule", "grant", "default", "review", "privacy", "nobody"]
"""The decision. `person` to `default`: how reading was allowed (chat/messages.py). `review`: the user, just before it
was sent. `privacy`: withheld by a privacy rule. `nobody`: withheld because the user could not be asked.
"""

WEB_PURPOSES: tuple[Purpose, ...] = ("web_search", "page", "transcript", "tool")
"""Purposes of requests that tools send to destinations other than the model."""

QUESTION_LENGTH = 80
"""Number of characters of a question in the ledger: enough to recognize it."""


class LedgerPassage(Struct, frozen=True):
    """One passage of a note that is to be recorded."""

    source: Source
    kind: EntryKind = "sent"
    decision: Decision = ""
    is_whole_note: bool = False
    why: str = ""
    """The rule by which it is sent or withheld, as a phrase of `LEDGER_REASONS`; empty if there is none."""
    counted_tokens: int | None = None
    """Number of tokens of its text if known."""

    @property
    def tokens(self) -> int:
        """Estimated number of tokens."""
        return size_tokens(self.source.characters) if self.counted_tokens is None else self.counted_tokens


@dataclass(frozen=True, slots=True)
class SendContext:
    """Destination of passages, and the question they are sent for."""

    destination: Destination
    model: str
    conversation_id: str = ""
    question: str = ""
    purpose: Purpose = "question"
    program: str = ""
    """The program that sends the request, for the purpose `program`."""

    def __post_init__(self) -> None:
        """Remove the text of a private chat: only the notes that were sent are recorded."""
        if is_private_id(self.conversation_id):
            object.__setattr__(self, "question", "")


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One entry: a passage of a note that left this computer, or was withheld, without its text."""

    id: int
    time: datetime
    conversation_id: str
    provider: str
    """Display name: `Anthropic`."""
    host: str
    model: str
    path: str
    heading: str
    characters: int
    first_line: int = 0
    """The note's lines, from 1; 0 if not known."""
    last_line: int = 0
    whole: bool = False
    tokens: int = 0
    """Estimated number of tokens."""
    question: str = ""
    """The beginning of the question it was sent for."""
    decision: Decision = ""
    kind: EntryKind = "sent"
    why: str = ""
    """The rule by which it was sent or withheld, as a phrase."""
    transmission: int = 0
    """Id of the transmission that first contained it; 0 if there is none."""

    @property
    def where(self) -> str:
        """The part of the note as text: `whole note`, `lines 3-9`, a heading; empty if not known."""
        if self.whole:
            return "whole note"
        if self.heading:
            return self.heading
        if not self.first_line:
            return ""
        several = self.last_line > self.first_line
        return f"lines {self.first_line}-{self.last_line}" if several else f"line {self.first_line}"


class LedgerQuery(Struct, frozen=True):
    """Filter of entries: those that match every value that is set."""

    text: str = ""
    """Part of a note's path or of a question, ignoring case."""
    note: str = ""
    """Full path of one note."""
    host: str = ""
    provider: str = ""
    decisions: Sequence[Decision] = ()
    kinds: Sequence[EntryKind] = ()
    since: datetime | None = None
    until: datetime | None = None
    """Exclusive end of the time range."""
    conversation_id: str = ""
    purposes: Sequence[Purpose] = ()
    """Purposes of the transmissions; entries of notes match by their transmission."""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """One question with all that was sent or withheld for it."""

    time: datetime
    """Time of the first entry."""
    question: str
    conversation_id: str
    provider: str
    host: str
    entries: tuple[LedgerEntry, ...] = field(repr=False)
    transmissions: tuple[Transmission, ...] = field(repr=False, default=())
    """The requests made for it, in order."""

    @property
    def sent(self) -> tuple[Transmission, ...]:
        """The transmissions that left this computer."""
        return tuple(transmission for transmission in self.transmissions if transmission.kind == "sent")

    @property
    def note_paths(self) -> frozenset[str]:
        """The notes sent for it, including those sent before."""
        return frozenset(
            {entry.path for entry in self.entries if entry.kind == "sent"}
            | {note.path for transmission in self.sent for note in transmission.notes}
        )

    @property
    def notes(self) -> int:
        """Number of notes sent for it."""
        return len(self.note_paths)

    @property
    def tokens(self) -> int:
        """Estimated number of tokens sent for it, including repetitions."""
        if self.sent:
            return sum(transmission.tokens for transmission in self.sent)
        return sum(entry.tokens for entry in self.entries if entry.kind == "sent")

    @property
    def is_connection(self) -> bool:
        """Whether nothing written by the user was sent: a list of models, a check for updates."""
        return not self.entries and all(transmission.is_connection for transmission in self.transmissions)

    @property
    def purpose(self) -> Purpose:
        """The purpose of its first transmission."""
        return self.transmissions[0].purpose if self.transmissions else "question"


def by_question(
    entries: Sequence[LedgerEntry], transmissions: Sequence[Transmission] = ()
) -> tuple[AskedQuestion, ...]:
    """Return *entries* and *transmissions*, in any order, grouped by question, newest first.

    Entries written before questions were recorded are grouped by conversation. Titles and summaries belong to the
    question before them; an entry without a conversation is its own group.
    """
    items: list[LedgerEntry | Transmission] = [*transmissions, *entries]
    # A transmission comes before the entries written with it, which keep their order.
    items.sort(key=lambda item: (item.time, isinstance(item, LedgerEntry), item.id))
    groups: list[list[LedgerEntry | Transmission]] = []
    latest: dict[str, list[LedgerEntry | Transmission]] = {}
    for item in items:
        key = _group_key(item)
        group = latest.get(key) if key else None
        if group is None or not _is_same_question(item, group[0]):
            group = latest[key] = []
            groups.append(group)
        group.append(item)
    return tuple(_question_of(group) for group in reversed(groups))


def _group_key(item: "LedgerEntry | Transmission") -> str:
    if item.conversation_id:
        return f"conversation {item.conversation_id}"
    transmission = item.id if isinstance(item, Transmission) else item.transmission
    return f"transmission {transmission}" if transmission else ""


def _is_same_question(item: "LedgerEntry | Transmission", first: "LedgerEntry | Transmission") -> bool:
    same_host = item.host == first.host
    if isinstance(item, Transmission) and item.purpose in ("title", "summary", *WEB_PURPOSES):
        return same_host or item.purpose in WEB_PURPOSES
    return same_host and item.question == first.question


def _question_of(group: Sequence["LedgerEntry | Transmission"]) -> AskedQuestion:
    first = group[0]
    return AskedQuestion(
        first.time,
        first.question,
        first.conversation_id,
        first.provider,
        first.host,
        tuple(item for item in group if isinstance(item, LedgerEntry)),
        tuple(item for item in group if isinstance(item, Transmission)),
    )


class MonthRange(NamedTuple):
    """A month, from its first moment to that of the next one."""

    start: datetime
    end: datetime


def month_of(day: datetime) -> MonthRange:
    """Return the beginning and end of the month of *day*, in its time zone."""
    first = day.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return MonthRange(first, first.replace(year=first.year + first.month // 12, month=first.month % 12 + 1))


def stored_time(moment: datetime) -> str:
    """Return *moment* in the ledger's format, in which texts sort like times."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


ExportFormat = Literal["csv", "json"]
"""Format for spreadsheets, and for programs."""

EXPORT_COLUMNS = (
    "time", "kind", "path", "where", "characters", "tokens", "provider", "host", "model", "question", "decision", "why",
    "conversation_id", "transmission", "purpose", "program", "stayed", "note_count", "note_tokens", "word_tokens",
    "instruction_tokens", "earlier_tokens", "requests", "wire_bytes",
)  # fmt: skip
"""Columns of the export. Rows of the kind `request` are transmissions and use the last columns."""


def export_entries(
    entries: Iterable[LedgerEntry], kind: ExportFormat, transmissions: Iterable[Transmission] = ()
) -> str:
    """Return *entries* in their order, followed by *transmissions*, as the text of a file."""
    values = [*map(entry_as_value, entries), *map(transmission_as_value, transmissions)]
    if kind == "json":
        return json.dumps(values, ensure_ascii=False, indent=1) + "\n"
    output = io.StringIO()
    table = csv.writer(output, lineterminator="\r\n")
    table.writerow(EXPORT_COLUMNS)
    for value in values:
        table.writerow([_cell(value.get(column, "")) for column in EXPORT_COLUMNS])
    return output.getvalue()


def entry_as_value(entry: LedgerEntry) -> dict[str, object]:
    return {**asdict(entry), "time": entry.time.isoformat(), "where": entry.where}


def transmission_as_value(transmission: Transmission) -> dict[str, object]:
    """Return *transmission* as plain values; `kind` is `request`."""
    return {**transmission.as_value, "transmission": transmission.id}


def _cell(value: object) -> object:
    # A spreadsheet evaluates a cell with this beginning as a formula; the name of a note or a question may have it.
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value
