"""Entries of the disclosure ledger: queries, grouping by question, summaries, and export as CSV or JSON."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from vaultdesk.chat.conversation import is_private_id
from vaultdesk.chat.messages import Source
from vaultdesk.core.destination import Destination
from vaultdesk.core.text_tokens import size_tokens
from vaultdesk.core.transmission import Purpose
from vaultdesk.privacy.transmission_entry import Transmission

EntryKind = Literal["sent", "stayed", "kept"]
"""`sent`: it left this computer. `stayed`: a model on this computer was given it. `kept`: it was asked for, or was part
of the conversation, and was kept back."""

Decision = Literal["", "person", "rule", "grant", "default", "review", "privacy", "nobody"]
"""By whose word. `person` to `default`: how the reading was allowed (chat/messages.py). `review`: the person, just
before it was sent. `privacy`: a privacy rule kept it back. `nobody`: there was nobody to ask, so it was kept back."""

WEB_PURPOSES: tuple[Purpose, ...] = ("web_search", "page", "transcript", "tool")
"""Purposes of what tools send to other places than the model."""

QUESTION_LENGTH = 80
"""Characters of a question that the ledger keeps: enough to know it again."""


@dataclass(frozen=True, slots=True)
class LedgerPiece:
    """One piece of a note about to be written down."""

    source: Source
    kind: EntryKind = "sent"
    decision: Decision = ""
    is_whole_note: bool = False
    """Whether it is the whole note."""
    why: str = ""
    """For one that was kept back by a rule: which, in words."""
    counted_tokens: int | None = None
    """Tokens of its text where that was at hand."""

    @property
    def tokens(self) -> int:
        """About how many tokens it is."""
        return size_tokens(self.source.characters) if self.counted_tokens is None else self.counted_tokens


@dataclass(frozen=True, slots=True)
class SendContext:
    """Where pieces go, in answer to what."""

    destination: Destination
    model: str
    conversation_id: str = ""
    question: str = ""
    purpose: Purpose = "question"
    program: str = ""
    """The other program that asks, for the purpose `program`."""

    def __post_init__(self) -> None:
        """Leave out the words of a private chat: what of notes left is recorded, and nothing that was said."""
        if is_private_id(self.conversation_id):
            object.__setattr__(self, "question", "")


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One line: a piece of a note that left this computer, or was kept from leaving it. Never its text."""

    id: int
    time: datetime
    conversation_id: str
    provider: str
    """How people call it: `Anthropic`."""
    host: str
    model: str
    path: str
    heading: str
    characters: int
    first_line: int = 0
    """The note's lines, from 1; 0 where not known."""
    last_line: int = 0
    whole: bool = False
    """Whether it was the whole note."""
    tokens: int = 0
    """About how many."""
    question: str = ""
    """The beginning of the question it was sent for."""
    decision: Decision = ""
    kind: EntryKind = "sent"
    why: str = ""
    """The rule by which it was sent or withheld, in words."""
    transmission: int = 0
    """Id of the transmission that it went with first; 0 where it went with none."""

    @property
    def where(self) -> str:
        """Which part of the note, for people: `whole note`, `lines 3-9`, a heading; empty where nobody knows."""
        if self.whole:
            return "whole note"
        if self.heading:
            return self.heading
        if not self.first_line:
            return ""
        several = self.last_line > self.first_line
        return f"lines {self.first_line}-{self.last_line}" if several else f"line {self.first_line}"


@dataclass(frozen=True, slots=True)
class LedgerQuery:
    """Which lines are wanted: those that fit everything that is set."""

    text: str = ""
    """Part of a note's path or of a question, in any case."""
    note: str = ""
    """One note's whole path."""
    host: str = ""
    provider: str = ""
    decisions: Sequence[Decision] = ()
    kinds: Sequence[EntryKind] = ()
    since: datetime | None = None
    until: datetime | None = None
    """Before this moment."""
    conversation_id: str = ""
    purposes: Sequence[Purpose] = ()
    """What the transmissions were for; lines of notes are those that went with one of these."""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """One question with all that was sent, or kept back, for it."""

    time: datetime
    """When the first of it was sent."""
    question: str
    conversation_id: str
    provider: str
    host: str
    entries: tuple[LedgerEntry, ...] = field(repr=False)
    transmissions: tuple[Transmission, ...] = field(repr=False, default=())
    """The requests that were made for it, in order."""

    @property
    def sent(self) -> tuple[Transmission, ...]:
        """The transmissions that left this computer."""
        return tuple(one for one in self.transmissions if one.kind == "sent")

    @property
    def note_paths(self) -> frozenset[str]:
        """The notes that left for it, those included that had been sent before."""
        return frozenset(
            {one.path for one in self.entries if one.kind == "sent"}
            | {note.path for one in self.sent for note in one.notes}
        )

    @property
    def notes(self) -> int:
        """How many notes left for it."""
        return len(self.note_paths)

    @property
    def tokens(self) -> int:
        """About how many tokens left for it, all shares and repetitions included."""
        if self.sent:
            return sum(one.tokens for one in self.sent)
        return sum(one.tokens for one in self.entries if one.kind == "sent")

    @property
    def is_connection(self) -> bool:
        """Whether nothing that the user wrote went: a list of models, a check for updates."""
        return not self.entries and all(one.is_connection for one in self.transmissions)

    @property
    def purpose(self) -> Purpose:
        """What its first transmission was for."""
        return self.transmissions[0].purpose if self.transmissions else "question"


def by_question(
    entries: Sequence[LedgerEntry], transmissions: Sequence[Transmission] = ()
) -> tuple[AskedQuestion, ...]:
    """Return *entries* and *transmissions*, in any order, as the questions they belong to, the newest first.

    Lines written before questions were kept belong to their conversation as one. Titles and summaries belong to the
    question before them; what has no conversation stands by itself.
    """
    items: list[LedgerEntry | Transmission] = [*transmissions, *entries]
    # A transmission before the lines that were written with it: those follow in their order.
    items.sort(key=lambda one: (one.time, isinstance(one, LedgerEntry), one.id))
    groups: list[list[LedgerEntry | Transmission]] = []
    latest: dict[str, list[LedgerEntry | Transmission]] = {}
    for one in items:
        key = _group_key(one)
        group = latest.get(key) if key else None
        if group is None or not _belongs(one, group[0]):
            group = latest[key] = []
            groups.append(group)
        group.append(one)
    return tuple(_question_of(group) for group in reversed(groups))


def _group_key(one: "LedgerEntry | Transmission") -> str:
    if one.conversation_id:
        return f"conversation {one.conversation_id}"
    transmission = one.id if isinstance(one, Transmission) else one.transmission
    return f"transmission {transmission}" if transmission else ""


def _belongs(one: "LedgerEntry | Transmission", first: "LedgerEntry | Transmission") -> bool:
    same_host = one.host == first.host
    if isinstance(one, Transmission) and one.purpose in ("title", "summary", *WEB_PURPOSES):
        return same_host or one.purpose in WEB_PURPOSES
    return same_host and one.question == first.question


def _question_of(group: Sequence["LedgerEntry | Transmission"]) -> AskedQuestion:
    first = group[0]
    return AskedQuestion(
        first.time,
        first.question,
        first.conversation_id,
        first.provider,
        first.host,
        tuple(one for one in group if isinstance(one, LedgerEntry)),
        tuple(one for one in group if isinstance(one, Transmission)),
    )


class MonthRange(NamedTuple):
    """A month, from its first moment to that of the next one."""

    start: datetime
    end: datetime


def month_of(day: datetime) -> MonthRange:
    """Return when the month of *day* begins and ends, in the zone of *day*."""
    first = day.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return MonthRange(first, first.replace(year=first.year + first.month // 12, month=first.month % 12 + 1))


def stored_time(moment: datetime) -> str:
    """Return *moment* as the ledger writes it: texts in its order."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


ExportFormat = Literal["csv", "json"]
"""What a spreadsheet reads, and what a program reads."""

EXPORT_COLUMNS = (
    "time", "kind", "path", "where", "characters", "tokens", "provider", "host", "model", "question", "decision", "why",
    "conversation_id", "transmission", "purpose", "program", "stayed", "note_count", "note_tokens", "word_tokens",
    "instruction_tokens", "earlier_tokens", "requests", "wire_bytes",
)  # fmt: skip
"""Columns of the export. Lines of the kind `request` are transmissions, of which the last columns tell."""


def export_entries(
    entries: Iterable[LedgerEntry], kind: ExportFormat, transmissions: Iterable[Transmission] = ()
) -> str:
    """Return *entries* in their order, and then *transmissions*, as the text of a file."""
    values = [*(entry_as_value(one) for one in entries), *(transmission_as_value(one) for one in transmissions)]
    if kind == "json":
        return json.dumps(values, ensure_ascii=False, indent=1) + "\n"
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n")
    table.writerow(EXPORT_COLUMNS)
    for value in values:
        table.writerow([_cell(value.get(column, "")) for column in EXPORT_COLUMNS])
    return written.getvalue()


def entry_as_value(entry: LedgerEntry) -> dict[str, object]:
    """Return *entry* as plain values under the names of its fields."""
    return {**asdict(entry), "time": entry.time.isoformat(), "where": entry.where}


def transmission_as_value(one: Transmission) -> dict[str, object]:
    """Return *one* as plain values; `kind` is `request`."""
    return {**one.as_value, "transmission": one.id}


def _cell(value: object) -> object:
    # A spreadsheet runs a cell that begins so as a formula; a note's name or a question may.
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value
