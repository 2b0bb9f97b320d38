"""Page of disclosures: the data sent to each provider, with filters."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, datetime
from itertools import groupby

from msgspec import Struct, field
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.phrases import Sentences, with_full_stop
from vaultdesk.core.transmission import Purpose
from vaultdesk.privacy.account import Account, SpanSummary
from vaultdesk.privacy.ledger import Ledger
from vaultdesk.privacy.ledger_entry import (
    WEB_PURPOSES,
    AskedQuestion,
    Decision,
    EntryKind,
    LedgerEntry,
    LedgerQuery,
    Transmission,
    by_question,
    export_entries,
    month_of,
)
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.chat.tool_text import note_name
from vaultdesk.ui.dates import clock, day_heading, full_time_text, month_text
from vaultdesk.ui.formatting import format_number, plural_text
from vaultdesk.ui.privacy.ledger_text import (
    decision_text,
    note_part_text,
    notes_text,
    purpose_text,
    tokens_text,
)
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translator
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.lists.card_list import MENU, CardCell, CardRow, CardSpan, RowAction
from vaultdesk.ui.widgets.lists.list_page import FilterBox, ListPage, save_as
from vaultdesk.ui.widgets.text_fields import SearchField

_tr = translator("DisclosuresPage")

MAX_OFFERED_MONTHS = 12
"""Maximum number of months listed; older entries are found under all months."""

SENT_BY_CHOICES: Mapping[str, Sequence[Decision]] = {
    "you": ("person", "review"), "rule": ("rule",), "earlier": ("grant",), "unasked": ("default",),
}  # fmt: skip
"""The decisions of each choice, for data that was sent or read on this computer."""

PURPOSES_BY_CHOICE: Mapping[str, Sequence[Purpose]] = {
    "questions": ("question", "definition"), "rewrites": ("rewrite",), "titles": ("title", "summary"),
    "meaning": ("embedding",), "web": WEB_PURPOSES, "programs": ("program",),
    "connections": ("models", "probe", "update"),
}  # fmt: skip
"""The purposes of each choice of the box."""


class DisclosureFilters(QObject):
    """Four combo boxes; the owner adds `boxes` to a layout."""

    changed = Signal()

    def __init__(self, today: date, parent: QObject) -> None:
        super().__init__(parent)
        self.receiver = FilterBox(self.tr("Receiver"), [("", self.tr("All providers"))])
        self.month = FilterBox(self.tr("Month"), [*self._months(today), ("", self.tr("All months"))])
        self.decision = FilterBox(
            self.tr("Decision"),
            [
                ("", self.tr("Any decision")),
                ("you", self.tr("Allowed by you")),
                ("rule", self.tr("Allowed by a rule")),
                ("earlier", self.tr("Allowed for a chat")),
                ("unasked", self.tr("Needed no approval")),
                ("kept", self.tr("Withheld")),
            ],
        )
        self.purpose = FilterBox(
            self.tr("Kind"),
            [
                ("", self.tr("All kinds")),
                ("questions", self.tr("Questions")),
                ("rewrites", self.tr("Rewrites")),
                ("titles", self.tr("Titles and summaries")),
                ("meaning", self.tr("Search by meaning")),
                ("web", self.tr("Web")),
                ("programs", self.tr("Other programs")),
                ("connections", self.tr("Connections only")),
            ],
        )
        self.boxes = (self.receiver, self.month, self.purpose, self.decision)
        for box in self.boxes:
            box.chosen.connect(self.changed)

    def offer(self, providers: Sequence[tuple[str, str]]) -> None:
        """Set the choices *providers*, as (name, host)."""
        names = dict.fromkeys(provider for provider, _ in providers)
        self.receiver.set_choices([("", self.tr("All providers")), *((name, name) for name in names)])

    def query(self, text: str, note: str, conversation_id: str = "") -> LedgerQuery:
        """Return the query for the boxes, *text* and one *note* or conversation."""
        since = until = None
        if self.month.value():
            first = datetime.fromisoformat(self.month.value()).astimezone()
            since, until = month_of(first)
        decision = self.decision.value()
        kinds: Sequence[EntryKind] = ("kept",) if decision == "kept" else ("sent", "stayed") if decision else ()
        return LedgerQuery(
            text=text,
            note=note,
            provider=self.receiver.value(),
            decisions=SENT_BY_CHOICES.get(decision, ()),
            kinds=kinds,
            since=since,
            until=until,
            conversation_id=conversation_id,
            purposes=PURPOSES_BY_CHOICE.get(self.purpose.value(), ()),
        )

    def is_active(self) -> bool:
        """Whether anything but the month filters the list."""
        return bool(self.receiver.value() or self.decision.value() or self.purpose.value())

    def _months(self, today: date) -> list[tuple[str, str]]:
        months: list[tuple[str, str]] = []
        day = today.replace(day=1)
        for _ in range(MAX_OFFERED_MONTHS):
            months.append((day.isoformat(), month_text(day)))
            day = day.replace(year=day.year - (day.month == 1), month=(day.month - 2) % 12 + 1)
        return months


DAY_ROW_HEIGHT, QUESTION_ROW_HEIGHT, NOTE_ROW_HEIGHT = 34, 40, 30
"""Heights of the rows in design pixels."""

NOTE_INDENT = 66
"""Indentation of a question's notes in pixels."""

TIME_INDENT = 22
"""Indentation in pixels of the time of a row without children, so that times align."""

MENU_WIDTH = 28
"""Pixels reserved at the right for the menu icon of a note."""


class DisclosureContext(Struct, frozen=True):
    """The parameters of the rows besides the ledger."""

    today: date
    toggled: AbstractSet[str] = field(default_factory=frozenset)
    """Ids of questions that the user folded or unfolded: those of today are initially unfolded, older ones folded."""
    private: Callable[[str], bool] = lambda _path: False
    """Returns whether a note is private now, so that "Never again" need not be offered."""
    all_open: bool = False
    """Whether every question is initially unfolded: if only one note's entries are shown."""
    note: str = ""
    """The only note whose entries are shown; empty for all."""


def disclosure_rows(questions: Sequence[AskedQuestion], context: DisclosureContext) -> list[CardRow]:
    """Return rows for *questions*, newest first, as one card under the days on which they were asked."""
    rows: list[CardRow] = []
    for day, members in groupby(questions, key=lambda question: question.time.astimezone().date()):
        day_questions = list(members)
        rows.append(_day_row(day, day_questions, context.today))
        for question in day_questions:
            rows += _question_rows(question, context)
    return rows


def question_id(question: AskedQuestion) -> str:
    """Return the id of a question's row."""
    if question.entries:
        return f"question {question.entries[0].id}"
    return f"request {question.transmissions[0].id}"


def question_title(question: AskedQuestion) -> str:
    """Return the text of a question's row: the question, or else the kind of data sent."""
    purpose = question.purpose
    if purpose == "program":
        program = question.transmissions[0].program
        return (
            _tr("{program}: {question}").format(program=program, question=question.question)
            if program
            else (question.question or purpose_text(purpose))
        )
    if purpose == "rewrite" and len(question.note_paths) == 1:
        return _tr("Rewrite of {note}").format(note=note_name(next(iter(question.note_paths))))
    if question.question and purpose in ("question", "definition", "title", "summary"):
        return question.question
    return purpose_text(purpose)


def receiver_cell(question: AskedQuestion) -> CardCell:
    """Return the column with the recipient, whose icon shows whether it is remote."""
    stayed_here = any(entry.kind == "stayed" for entry in question.entries)
    local = not question.sent and (not question.host or bool(question.transmissions) or stayed_here)
    return CardCell(question.provider, 130, icon="chip" if local else "cloud", right=False, minimum_width=480)


def disclosed_amount_text(question: AskedQuestion) -> str:
    """Return the number of notes and tokens sent for a question."""
    if question.notes:
        return f"{notes_text(question.notes)} · {tokens_text(question.tokens)}"
    if question.is_connection and question.sent:
        return _tr("nothing of yours")
    if question.sent:
        return tokens_text(question.tokens)
    return _tr("stayed here")


def _day_row(day: date, questions: Sequence[AskedQuestion], today: date) -> CardRow:
    amount = _tr("stayed here")
    tokens = sum(question.tokens for question in questions)
    sent = [question for question in questions if question.sent]
    if not tokens and sent and all(question.is_connection for question in sent):
        amount = _tr("nothing of yours")
    elif tokens or sent:
        notes = len({path for question in questions for path in question.note_paths})
        amount = f"{notes_text(notes)} · {tokens_text(tokens)}" if notes else tokens_text(tokens)
    spans = (CardSpan(day_heading(day, today), "heading"),)
    return CardRow(
        f"day {day.isoformat()}",
        spans,
        height=DAY_ROW_HEIGHT,
        cells=(CardCell(amount, 240),),
        actions_width=MENU_WIDTH,
        background="background",
    )


def _question_rows(question: AskedQuestion, context: DisclosureContext) -> list[CardRow]:
    if not question.transmissions and len(question.entries) == 1 and question.entries[0].kind == "kept":
        return [_refused_row(question, context)]
    name = question_id(question)
    initially_open = context.all_open or question.time.astimezone().date() == context.today
    is_open = initially_open != (name in context.toggled)
    children = [
        *(_note_row(entry, context) for entry in question.entries),
        *_repeated_rows(name, question, context),
        *_share_rows(name, question),
        *_web_rows(question),
    ]
    model = (question.transmissions or question.entries)[0].model
    row = CardRow(
        name,
        (CardSpan(question_title(question), "strong"),),
        height=QUESTION_ROW_HEIGHT,
        time=clock(question.time),
        cells=(receiver_cell(question), CardCell(disclosed_amount_text(question), 190, "text", "interface")),
        actions_width=MENU_WIDTH,
        is_open=is_open if children else None,
        indent=0 if children else TIME_INDENT,
        detail=", ".join(
            part
            for part in (
                full_time_text(question.time, context.today),
                question.host or _tr("this computer"),
                model,
                plural_text(len(question.sent), _tr("in 1 request"), _tr("in {n} requests")) if question.sent else "",
                question.question if question.question != question_title(question) else "",
            )
            if part
        ),
        subject=question,
    )
    return [row, *children] if is_open else [row]


def _repeated_rows(name: str, question: AskedQuestion, context: DisclosureContext) -> list[CardRow]:
    """Return rows for the notes that were sent again with this question as part of its conversation."""
    listed = {entry.path for entry in question.entries if entry.kind != "kept"}
    tokens: dict[str, int] = {}
    for transmission in question.transmissions:
        for note in transmission.notes:
            if note.repeated and note.path not in listed and (not context.note or note.path == context.note):
                tokens[note.path] = tokens.get(note.path, 0) + note.amount.tokens
    is_local = not question.sent
    return [
        _part_row(
            f"{name} again {path}",
            note_name(path),
            _tr("stayed here") if is_local else tokens_text(amount),
            reason=_tr("sent before"),
            icon="file",
        )
        for path, amount in tokens.items()
    ]


def _share_rows(name: str, question: AskedQuestion) -> list[CardRow]:
    """Return rows for the other data sent: the user's words, instructions, and earlier messages."""
    sent = [
        transmission
        for transmission in question.sent
        if transmission.purpose not in WEB_PURPOSES and not transmission.is_connection
    ]
    shares = (
        ("person", _tr("Your words"), sum(transmission.words.tokens for transmission in sent)),
        ("sliders", _tr("Instructions and tools"), sum(transmission.instructions.tokens for transmission in sent)),
        ("chat", _tr("Earlier answers and results"), sum(transmission.earlier.tokens for transmission in sent)),
    )
    return [
        _part_row(f"{name} {icon}", label, tokens_text(tokens), icon=icon) for icon, label, tokens in shares if tokens
    ]


def _web_rows(question: AskedQuestion) -> list[CardRow]:
    """Return rows for the requests of tools to other services for this question, and for each connection."""
    if len(question.transmissions) == 1 and not question.entries:
        return []  # The question's own row contains it.
    return [
        _part_row(
            f"transmission {transmission.id}",
            purpose_text(transmission.purpose),
            _tr("nothing of yours") if transmission.is_connection else tokens_text(transmission.tokens),
            part=transmission.host or transmission.provider,
            icon="globe",
        )
        for transmission in question.sent
        if transmission.purpose in WEB_PURPOSES or transmission.is_connection
    ]


def _part_row(row_id: str, label: str, amount: str, *, part: str = "", reason: str = "", icon: str) -> CardRow:
    return CardRow(
        row_id,
        (CardSpan(label, "interface", "text2"),),
        height=NOTE_ROW_HEIGHT,
        icon=icon,
        indent=NOTE_INDENT,
        # Without other columns there is space for the text.
        cells=_part_cells(part, reason, amount) if part or reason else _part_cells("", "", amount)[-1:],
        actions_width=MENU_WIDTH,
        has_rule=False,
    )


def _part_cells(part: str, reason: str, amount: str) -> tuple[CardCell, ...]:
    """Return the columns of a row under a question: the part, the decision, and the amount."""
    return (
        CardCell(part, 150, wide_width=240, right=False, minimum_width=560),
        CardCell(reason, 160, wide_width=260, right=False, minimum_width=740),
        CardCell(amount, 110),
    )


def _note_row(entry: LedgerEntry, context: DisclosureContext) -> CardRow:
    withheld = entry.kind == "kept"
    folder = entry.path.rpartition("/")[0]
    role = "muted" if withheld else "text"
    amount = tokens_text(entry.tokens) if entry.kind == "sent" else _tr("stayed here")
    return CardRow(
        f"note {entry.id}",
        (CardSpan(note_name(entry.path), "strong", role), CardSpan(f"  {folder}" if folder else "", "small", "muted")),
        height=NOTE_ROW_HEIGHT,
        icon="lock" if withheld else "file",
        indent=NOTE_INDENT,
        cells=_part_cells(note_part_text(entry), decision_text(entry), amount),
        actions=_note_actions(entry, context),
        actions_width=MENU_WIDTH,
        has_rule=False,
        detail=", ".join(part for part in (entry.path, decision_text(entry) if entry.why else "") if part),
        subject=entry,
    )


def _refused_row(question: AskedQuestion, context: DisclosureContext) -> CardRow:
    (entry,) = question.entries
    template = {
        "privacy": _tr("{note} was requested, and withheld by the rule for private notes"),
        "review": _tr("{note} was withheld by you"),
    }.get(entry.decision, _tr("{note} was withheld: it could not be reviewed"))
    return CardRow(
        question_id(question),
        (CardSpan(template.format(note=note_name(entry.path)), "interface", "muted"),),
        height=QUESTION_ROW_HEIGHT,
        time=clock(entry.time),
        icon="lock",
        indent=TIME_INDENT,
        cells=(CardCell(_tr("stayed here"), 100, font="interface"),),
        actions=_note_actions(entry, context),
        actions_width=MENU_WIDTH,
        detail=", ".join(part for part in (entry.path, translate(entry.why), entry.question) if part),
        subject=entry,
    )


def _note_actions(entry: LedgerEntry, context: DisclosureContext) -> tuple[RowAction, ...]:
    actions = [RowAction("open", _tr("Open note"), "file", in_menu=True)]
    if not context.private(entry.path):
        actions.append(RowAction("never", _tr("Never send it again"), "lock", in_menu=True))
    actions.append(RowAction("history", _tr("Where this note was sent"), "arrow-up-right", in_menu=True))
    actions.append(RowAction("copy", _tr("Copy path"), "copy", in_menu=True))
    return (*actions, MENU)


def withheld_count_text(count: int) -> str:
    """Return the number of withheld notes as a sentence without its full stop."""
    return plural_text(count, _tr("1 note was withheld"), _tr("{n} notes were withheld"))


LEDGER_READ_DELAY = 150
"""Milliseconds after a key or a disclosure before the ledger is queried again."""

MAX_LEDGER_LINES = 20_000
"""Maximum number of entries listed, also in the export; the file has all."""

SEARCH_WIDTH = 238
"""Width of the search field in design pixels."""

IsPrivate = Callable[[str], bool]
"""Returns whether a note is private by a rule now."""


class DisclosuresPage(ListPage):
    """Follows the ledger until it is destroyed."""

    note_opened = Signal(str)
    exclude_requested = Signal(str)
    """The user wants to keep a note on this computer from now on."""
    message_requested = Signal(str, str, object)
    """A sentence for a notice, with the text and function of its undo action."""

    def __init__(self, ledger: Ledger, account: Account, private: IsPrivate, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent, title="", lead="", name="")
        self._ledger = ledger
        self._account = account
        self._private = private
        self._note = ""
        self._conversation = ""
        self._entries: tuple[LedgerEntry, ...] = ()
        self._transmissions: tuple[Transmission, ...] = ()
        self._questions: tuple[AskedQuestion, ...] = ()
        self._toggled: frozenset[str] = frozenset()
        self._request_id = 0
        self.search = SearchField(self.tr("Search by note or question"), self.tr("Note or question"))
        self.ledger_filters = DisclosureFilters(datetime.now().astimezone().date(), self)
        self.export = PlainButton(self.tr("Export…"), icon_name="download")
        self.scope_banner = Banner("info", "", [(self.tr("Show all"), self.show_all)])
        self._reload_timer = QTimer(self, singleShot=True, interval=LEDGER_READ_DELAY)
        self._build_layout()
        self._connect()
        self.show_note("")

    @property
    def note(self) -> str:
        """The only note whose entries are shown; empty for all."""
        return self._note

    def show_note(self, path: str) -> None:
        """Show the disclosures of the note at *path*, of any date; without a path, all disclosures of this month."""
        self._note, self._conversation = path, ""
        if path:
            self.ledger_filters.month.set_value("")
            self.search.clear()
        self.scope_banner.set_text(self.tr("Only what was sent of “{note}” is shown.").format(note=path))
        self.scope_banner.setVisible(bool(path))
        titles = self.tr("What left this computer"), self.tr("Where “{note}” was sent").format(note=note_name(path))
        self.title.setText(titles[1] if path else titles[0])
        self.reload()

    def show_all(self) -> None:
        """Show the disclosures of every note and every chat."""
        self.show_note("")

    def show_conversation(self, conversation_id: str) -> None:
        """Show the disclosures of one chat, of any date."""
        self._note, self._conversation = "", conversation_id
        self.ledger_filters.month.set_value("")
        self.search.clear()
        self.scope_banner.set_text(self.tr("Only what was sent in this chat is shown."))
        self.scope_banner.show()
        self.title.setText(self.tr("What left this computer"))
        self.reload()

    def show_question(self, question: str) -> None:
        """Show the disclosures for *question*, of any date."""
        self._note = self._conversation = ""
        self.scope_banner.hide()
        self.ledger_filters.month.set_value("")
        self.search.setText(question)
        self.reload()

    def reload(self) -> None:
        """Query the ledger again."""
        start(self._load(), self)

    def redraw(self) -> None:
        """Rebuild the rows after a change of rules."""
        context = DisclosureContext(
            datetime.now().astimezone().date(),
            self._toggled,
            self._private,
            all_open=bool(self._note or self._conversation),
            note=self._note,
        )
        self.show_rows(disclosure_rows(self._questions, context))

    def _build_layout(self) -> None:
        self.setAccessibleName(self.tr("What left this computer"))
        self.list.setAccessibleName(self.tr("Sent notes, by question"))
        self.search.setFixedWidth(max(theme().px(SEARCH_WIDTH), self.search.sizeHint().width()))
        for widget in (self.search, *self.ledger_filters.boxes):
            self.filters.addWidget(widget)
        self.head.addWidget(self.export)
        self.above.addWidget(self.scope_banner)

    def _connect(self) -> None:
        self._reload_timer.timeout.connect(self.reload)
        self.search.textChanged.connect(lambda _words: self._reload_timer.start())
        self.search.stepped.connect(lambda _direction: self.list.setFocus())
        self.ledger_filters.changed.connect(self.reload)
        self.export.clicked.connect(lambda: start(self._export(), self))
        self.list.acted.connect(self._act)
        self.list.folded.connect(self._fold)
        follow(self._account.changes, lambda _nothing: self._reload_timer.start(), self)

    async def _load(self) -> None:
        self._request_id += 1
        request_id, text = self._request_id, self.search.text().strip()
        try:
            self.ledger_filters.offer(await self._ledger.providers())
            query = self.ledger_filters.query(text, self._note, self._conversation)
            entries = await self._ledger.find(query, MAX_LEDGER_LINES)
            transmissions = await self._ledger.transmissions(query, MAX_LEDGER_LINES)
            questions = await asyncio.to_thread(by_question, entries, transmissions)
            month = await self._account.summary("month")
        except VaultDeskError as problem:
            self.empty.set_text(translate(problem.title), translate(problem.hint))
            self.show_rows(())
            return
        if request_id != self._request_id:
            return
        self._entries, self._transmissions, self._questions = entries, transmissions, questions
        self.lead.setText(self._summary(month))
        narrowed = bool(text or self._note or self._conversation) or self.ledger_filters.is_active()
        empty_title = self.tr("No matches") if narrowed else self._empty_text()
        default_hint = self.tr("Everything that is sent from this computer is recorded here first.")
        self.empty.set_text(empty_title, self.tr("Try other words, or all months.") if narrowed else default_hint)
        self.redraw()

    def _empty_text(self) -> str:
        """Return the text for an empty list: of the selected month, or of all."""
        chosen = self.ledger_filters.month.value()
        if not chosen:
            return self.tr("Nothing has left this computer")
        month = month_text(date.fromisoformat(chosen))
        return self.tr("Nothing has left this computer in {month}").format(month=month)

    def _summary(self, month: SpanSummary) -> str:
        totals, withheld = month.vault, len(month.withheld_notes)
        if totals.is_empty:
            summary = self.tr("Nothing has left this computer this month.")
        elif not totals.tokens:
            summary = self.tr("Nothing of yours has left this computer this month.")
        elif not totals.notes:
            summary = self.tr("No note has left this computer this month, only {tokens} of questions and instructions.")
            summary = summary.format(tokens=tokens_text(totals.tokens))
        else:
            summary = self.tr("This month: {notes} in {questions}, {tokens}.").format(
                notes=notes_text(len(totals.notes)),
                questions=plural_text(totals.questions, self.tr("1 question"), self.tr("{n} questions")),
                tokens=tokens_text(totals.tokens),
            )
        sentences = [summary]
        private = sum(1 for path in totals.notes if self._private(path))
        if private:
            sentences.append(
                self.tr("With today’s rules, {n} of them would not be sent.").format(n=format_number(private))
            )
        elif totals.notes:
            sentences.append(self.tr("No private notes."))
        if withheld:
            sentences.append(with_full_stop(withheld_count_text(withheld)))
        elsewhere = month.elsewhere.tokens
        if elsewhere:
            template = self.tr("Other vaults and programs sent {tokens} more.")
            sentences.append(template.format(tokens=tokens_text(elsewhere)))
        return Sentences(*sentences)

    def _fold(self, row: CardRow) -> None:
        self._toggled ^= {row.key}
        self.redraw()

    def _act(self, row: CardRow, action: str) -> None:
        entry = row.subject
        if not isinstance(entry, LedgerEntry):
            return
        match action:
            case "open":
                self.note_opened.emit(entry.path)
            case "never":
                self.exclude_requested.emit(entry.path)
            case "history":
                self.show_note(entry.path)
            case "copy":
                QGuiApplication.clipboard().setText(entry.path)

    async def _export(self) -> None:
        entries, requests = self._entries, self._transmissions
        kinds = {
            "csv": (self.tr("Spreadsheet table (CSV)"), lambda: export_entries(entries, "csv", requests)),
            "json": (self.tr("JSON"), lambda: export_entries(entries, "json", requests)),
        }
        name = self.tr("What left this computer")
        try:
            file = await save_as(self, self.tr("Export what left this computer"), name, kinds)
        except OSError as error:
            self.message_requested.emit(
                self.tr("The file could not be written: {why}.").format(why=error.strerror), "", None
            )
            return
        if file is not None:
            self.message_requested.emit(self.tr("Written to {file}.").format(file=file.name), "", None)
