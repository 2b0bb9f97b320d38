"""Entries of the disclosure ledger: queries, grouping by question, summaries, and export as CSV or JSON."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from vaultdesk.chat.messages import Source
from vaultdesk.core.destination import Destination
from vaultdesk.tools.runtime.approval_text import estimate_tokens

EntryKind = Literal["sent", "stayed", "kept"]
"""`sent`: it left this computer. `stayed`: a model on this computer was given it. `kept`: it was asked for, or was part
of the conversation, and was kept back."""

Decision = Literal["", "person", "rule", "grant", "default", "review", "privacy", "nobody"]
"""By whose word. `person` to `default`: how the reading was allowed (chat/messages.py). `review`: the person, just
before it was sent. `privacy`: a privacy rule kept it back. `nobody`: there was nobody to ask, so it was kept back."""

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

    @property
    def tokens(self) -> int:
        """About how many tokens it is."""
        return estimate_tokens(self.source.characters)


@dataclass(frozen=True, slots=True)
class SendContext:
    """Where pieces go, in answer to what."""

    destination: Destination
    model: str
    conversation_id: str = ""
    question: str = ""


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
    """Which rule kept it back, in words."""

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

    @property
    def notes(self) -> int:
        """How many notes left for it."""
        return len({one.path for one in self.entries if one.kind == "sent"})

    @property
    def tokens(self) -> int:
        """About how many tokens of notes left for it."""
        return sum(one.tokens for one in self.entries if one.kind == "sent")


@dataclass(frozen=True, slots=True)
class LedgerSummary:
    """A stretch of time in numbers."""

    notes: int
    """How many notes left."""
    questions: int
    tokens: int
    withheld: int
    """How many notes were kept back."""
    paths: frozenset[str] = field(repr=False, default=frozenset())
    """The notes that left."""


def by_question(entries: Sequence[LedgerEntry]) -> tuple[AskedQuestion, ...]:
    """Return *entries*, in either order, as the questions they belong to, the newest first, their lines in order.

    Lines written before questions were kept belong to their conversation as one.
    """
    groups: list[list[LedgerEntry]] = []
    latest: dict[str, list[LedgerEntry]] = {}
    for one in sorted(entries, key=lambda entry: entry.id):
        group = latest.get(one.conversation_id) if one.conversation_id else None
        if group is None or (group[0].question, group[0].host) != (one.question, one.host):
            group = latest[one.conversation_id] = []
            groups.append(group)
        group.append(one)
    return tuple(
        AskedQuestion(one.time, one.question, one.conversation_id, one.provider, one.host, tuple(group))
        for group in reversed(groups)
        for one in group[:1]
    )


def summary_of(entries: Sequence[LedgerEntry]) -> LedgerSummary:
    """Return *entries* in numbers."""
    sent = [one for one in entries if one.kind == "sent"]
    paths = frozenset(one.path for one in sent)
    kept = {one.path for one in entries if one.kind == "kept"}
    return LedgerSummary(len(paths), len(by_question(sent)), sum(one.tokens for one in sent), len(kept), paths)


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
    "conversation_id",
)  # fmt: skip


def export_entries(entries: Iterable[LedgerEntry], kind: ExportFormat) -> str:
    """Return *entries* in their order as the text of a file."""
    if kind == "json":
        return json.dumps([entry_as_value(one) for one in entries], ensure_ascii=False, indent=1) + "\n"
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n")
    table.writerow(EXPORT_COLUMNS)
    for one in entries:
        value = entry_as_value(one)
        table.writerow([_cell(value[column]) for column in EXPORT_COLUMNS])
    return written.getvalue()


def entry_as_value(entry: LedgerEntry) -> dict[str, object]:
    """Return *entry* as plain values under the names of its fields."""
    return {**asdict(entry), "time": entry.time.isoformat(), "where": entry.where}


def _cell(value: object) -> object:
    # A spreadsheet runs a cell that begins so as a formula; a note's name or a question may.
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value
