"""Left rows: lines of the ledger as rows of a card list: days, questions, notes. Draws nothing."""

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby

from PySide6.QtCore import QCoreApplication

from vaultdesk.privacy.ledger_entry import AskedQuestion, LedgerEntry
from vaultdesk.ui.chat.tool_text import note_name
from vaultdesk.ui.dates import clock, day_heading, full_time_text
from vaultdesk.ui.privacy.ledger_words import counted, decision_words, notes_words, tokens_words, where_words
from vaultdesk.ui.widgets.lists.card_list import MENU, CardCell, CardRow, CardSpan, RowAction

DAY, QUESTION, NOTE = 34, 40, 30
"""Pixels of the rows' heights (mockup 11)."""

NOTE_INDENT = 66
"""Pixels from a question's edge to those of its notes."""

MENU_ROOM = 28
"""Pixels kept at the right for the sign of a note's menu."""


@dataclass(frozen=True, slots=True)
class LeftNews:
    """What the rows depend on besides the ledger."""

    today: date
    turned: AbstractSet[str] = field(default_factory=frozenset)
    """Ids of questions whose fold the person turned over: those of today begin open, older ones closed."""
    private: Callable[[str], bool] = lambda _path: False
    """Whether a note is kept here now, so that "Never again" need not be offered."""
    all_open: bool = False
    """Whether every question begins open: where only one note's lines are shown."""


def left_rows(questions: Sequence[AskedQuestion], news: LeftNews) -> list[CardRow]:
    """Return *questions*, newest first, as one card under the days they were asked on."""
    rows: list[CardRow] = []
    for day, members in groupby(questions, key=lambda question: question.time.astimezone().date()):
        mine = list(members)
        rows.append(_day_row(day, mine, news.today))
        for question in mine:
            rows += _question_rows(question, news)
    return rows


def question_id(question: AskedQuestion) -> str:
    """Return what a question's row is known by."""
    return f"question {question.entries[0].id}"


def receiver_cell(question: AskedQuestion, width: int = 130, least: int = 480) -> CardCell:
    """Return the column that says who was asked, and by its icon whether that is elsewhere."""
    local = not question.host or any(entry.kind == "stayed" for entry in question.entries)
    return CardCell(question.provider, width, icon="chip" if local else "cloud", right=False, least=least)


def amount_words(question: AskedQuestion) -> str:
    """Return how much left for a question."""
    if question.notes:
        return f"{notes_words(question.notes)} · {tokens_words(question.tokens)}"
    return _tr("stayed here")


def _day_row(day: date, questions: Iterable[AskedQuestion], today: date) -> CardRow:
    entries = [entry for question in questions for entry in question.entries if entry.kind == "sent"]
    amount = _tr("stayed here")
    if entries:
        notes = len({entry.path for entry in entries})
        amount = f"{notes_words(notes)} · {tokens_words(sum(entry.tokens for entry in entries))}"
    words = (CardSpan(day_heading(day, today), "heading"),)
    return CardRow(
        f"day {day.isoformat()}",
        words,
        height=DAY,
        cells=(CardCell(amount, 240),),
        actions_width=MENU_ROOM,
        ground="background",
    )


def _question_rows(question: AskedQuestion, news: LeftNews) -> list[CardRow]:
    if len(question.entries) == 1 and question.entries[0].kind == "kept":
        return [_refused_row(question, news)]
    name = question_id(question)
    begins_open = news.all_open or question.time.astimezone().date() == news.today
    is_open = begins_open != (name in news.turned)
    head = CardRow(
        name,
        (CardSpan(question.question or _tr("A question of before"), "strong"),),
        height=QUESTION,
        time=clock(question.time),
        cells=(receiver_cell(question), CardCell(amount_words(question), 190, "text", "interface")),
        actions_width=MENU_ROOM,
        is_open=is_open,
        detail=", ".join(
            (
                full_time_text(question.time, news.today),
                question.host or _tr("this computer"),
                question.entries[0].model,
            )
        ),
        subject=question,
    )
    return [head, *(_note_row(entry, news) for entry in question.entries)] if is_open else [head]


def _note_row(entry: LedgerEntry, news: LeftNews) -> CardRow:
    kept = entry.kind == "kept"
    folder = entry.path.rpartition("/")[0]
    role = "muted" if kept else "text"
    amount = tokens_words(entry.tokens) if entry.kind == "sent" else _tr("stayed here")
    return CardRow(
        f"note {entry.id}",
        (CardSpan(note_name(entry.path), "strong", role), CardSpan(f"  {folder}" if folder else "", "small", "muted")),
        height=NOTE,
        icon="lock" if kept else "file",
        indent=NOTE_INDENT,
        cells=(
            CardCell(where_words(entry), 150, wide=240, right=False, least=560),
            CardCell(decision_words(entry), 150, wide=180, right=False, least=640),
            CardCell(amount, 100),
        ),
        actions=_note_actions(entry, news),
        actions_width=MENU_ROOM,
        ruled=False,
        detail=", ".join(part for part in (entry.path, entry.why) if part),
        subject=entry,
    )


def _refused_row(question: AskedQuestion, news: LeftNews) -> CardRow:
    (entry,) = question.entries
    words = {
        "privacy": _tr("{note} was asked for and kept back by the rule for private notes"),
        "review": _tr("{note} was kept back by you"),
    }.get(entry.decision, _tr("{note} was kept back: nobody was asked"))
    return CardRow(
        question_id(question),
        (CardSpan(words.format(note=note_name(entry.path)), "interface", "muted"),),
        height=QUESTION,
        time=clock(entry.time),
        icon="lock",
        indent=22,
        cells=(CardCell(_tr("stayed here"), 100, font="interface"),),
        actions=_note_actions(entry, news),
        actions_width=MENU_ROOM,
        detail=", ".join(part for part in (entry.path, entry.why, entry.question) if part),
        subject=entry,
    )


def _note_actions(entry: LedgerEntry, news: LeftNews) -> tuple[RowAction, ...]:
    actions = [RowAction("open", _tr("Open note"), "file", in_menu=True)]
    if not news.private(entry.path):
        actions.append(RowAction("never", _tr("Never send it again"), "lock", in_menu=True))
    actions.append(RowAction("history", _tr("Where this note went"), "arrow-up-right", in_menu=True))
    actions.append(RowAction("copy", _tr("Copy path"), "copy", in_menu=True))
    return (*actions, MENU)


def kept_words(count: int) -> str:
    """Return how many notes were kept back."""
    return counted(count, _tr("1 note was kept back"), _tr("{n} notes were kept back"))


def _tr(text: str) -> str:
    return QCoreApplication.translate("LeftRows", text)
