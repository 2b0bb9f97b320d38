"""Vocabulary page: list of words, form for one word, and review of the due words with ratings and undo."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta

from PySide6.QtCore import QObject, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QProgressBar, QPushButton, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.agent.agent import define_word
from vaultdesk.core.errors import NoteNotFound, UsageError, VaultDeskError
from vaultdesk.core.values import replace
from vaultdesk.index.text_folding import fold_to_base
from vaultdesk.providers.catalog import OFFLINE_LABEL
from vaultdesk.tools.builtin.spaced_repetition import RATINGS, Rating, review_interval
from vaultdesk.tools.builtin.vocabulary_notes import MAX_WORD_CHARACTERS, ReviewRound, VocabularyNotes, VocabularyWord
from vaultdesk.tools.runtime.approvals import DENY_ALL
from vaultdesk.ui.activity.change_history import UndoAction
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.formatting import format_number, plural_text
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import CORNER_RADIUS
from vaultdesk.ui.translation import translate, translate_error, translator
from vaultdesk.ui.widgets.buttons import IconButton, PlainButton, PrimaryButton
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import column_layout, row_layout
from vaultdesk.ui.widgets.lists.card_list import MENU, CardCell, CardRow, CardSpan, RowAction
from vaultdesk.ui.widgets.lists.list_page import FilterBox, ListPage
from vaultdesk.ui.widgets.text_fields import SearchField, TextField
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.workspace import Workspace

_tr = translator("VocabularyPage")

EDIT_ACTION, LOOK_UP_ACTION, OPEN_ACTION, DELETE_ACTION = "edit", "look-up", "open", "delete"
"""Actions of a word."""

RELOAD_DELAY = 300
"""Milliseconds after a change of notes before the words are read again: changes come in bursts."""

LookUp = Callable[[VocabularyWord], Awaitable[str]]
"""Asks a model for the meaning of a word. Raises `VaultDeskError`."""


class VocabularyPage(ListPage):
    """Page with the words of the vault: the list with its filters, the form above it and the review over it."""

    note_opened = Signal(str)
    """The path of the note of a word to be opened."""
    notice = Signal(str, str)
    """A message, and the group by which its change is undone; empty if nothing was changed."""
    undo_requested = Signal(str)
    """The group of a rating to be undone."""

    def __init__(
        self, notes: VocabularyNotes, look_up: LookUp, model: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        """*model* returns the name of the model asked for meanings."""
        super().__init__(title=_tr("Vocabulary"), lead="", name=_tr("Words"), parent=parent)
        self._notes, self._look_up, self._model = notes, look_up, model
        self.words: tuple[VocabularyWord, ...] = ()
        self.search = SearchField(self.tr("Search the words"), self.tr("Search words and meanings"))
        self.word_filter = FilterBox(
            self.tr("Which words"),
            [("all", self.tr("All words")), ("due", self.tr("To review")), ("bare", self.tr("Without a meaning"))],
        )
        self.add = PlainButton(self.tr("Add a Word"), icon_name="plus")
        self.begin = PrimaryButton(self.tr("Review"))
        self.form = WordForm()
        self._form_container = QWidget()
        self.review = ReviewPane(notes)
        self._reload_timer = QTimer(self, singleShot=True, interval=RELOAD_DELAY)
        self._build_layout()
        self._connect()
        self.reload()

    def reload(self) -> None:
        """Read the words again now; they are shown when all are read."""
        self._reload_timer.stop()
        start(self._load(), self)

    def reload_soon(self) -> None:
        """Read the words again after changes have settled; not during a review, which has its own copy."""
        if not self.is_reviewing:
            self._reload_timer.start()

    @property
    def is_reviewing(self) -> bool:
        """Whether the review is shown."""
        return self.review.isVisibleTo(self)

    def start_review(self) -> None:
        """Show the due words one by one: the longest overdue first, new ones last."""
        now = datetime.now(UTC)
        due = sorted((word for word in self.words if word.review.is_due(now)), key=lambda word: word.review.due or now)
        if due:
            self._set_form_visible(False)
            self.review.setGeometry(self.rect())
            self.review.show()
            self.review.raise_()
            self.review.begin(due)

    def show_form(self, word: VocabularyWord | None = None) -> None:
        """Show the form to add a word, or to edit *word*."""
        self._set_form_visible(True)
        self.form.show_word(word)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Focus the search field, or the review while it is shown."""
        super().focusInEvent(event)
        (self.review if self.is_reviewing else self.search).setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the review over the whole page."""
        super().resizeEvent(event)
        self.review.setGeometry(self.rect())

    def _build_layout(self) -> None:
        self.head.addWidget(self.add)
        self.head.addWidget(self.begin)
        self.search.setMinimumWidth(theme().px(300))
        self.filters.addWidget(self.search)
        self.filters.addWidget(self.word_filter)
        inner = QVBoxLayout(self._form_container)
        inner.setContentsMargins(0, 0, 0, theme().px(8))
        inner.addWidget(self.form)
        self.above.addWidget(self._form_container)
        self._set_form_visible(False)
        self.review.hide()
        self.review.setParent(self)

    def _connect(self) -> None:
        self.add.clicked.connect(lambda: self.show_form())
        self.begin.clicked.connect(self.start_review)
        self.search.textChanged.connect(lambda _text: self._show_words())
        self.search.stepped.connect(lambda _step: self.list.setFocus(Qt.FocusReason.OtherFocusReason))
        self.word_filter.chosen.connect(self._show_words)
        self.list.acted.connect(self._act)
        self.form.closed.connect(self._leave_form)
        self.form.saved.connect(lambda word, meaning: start(self._save(word, meaning), self))
        self.form.lookup_requested.connect(lambda word: start(self._propose_meaning(word), self))
        self.review.closed.connect(self._leave_review)
        self.review.undo_requested.connect(self.undo_requested)
        self._reload_timer.timeout.connect(self.reload)

    async def _load(self) -> None:
        try:
            self.words = await self._notes.words()
        except VaultDeskError as error:
            self.lead.setText(translate_error(error))
            if not self.words:
                self.empty.set_text(translate(error.title), translate(error.hint))
                self.show_rows(())
            return
        self._show_words()

    def _show_words(self) -> None:
        now = datetime.now(UTC)
        due = sum(word.review.is_due(now) for word in self.words)
        self.lead.setText(word_count_text(len(self.words), due))
        self.begin.setText(self.tr("Review {n}").format(n=format_number(due)) if due else self.tr("Review"))
        self.begin.set_disabled_reason("" if due else self.tr("There are no words to review now."))
        self._update_empty_text()
        shown = filtered_words(self.words, self.word_filter.value(), self.search.text(), now)
        self.show_rows([word_row(word, now) for word in shown])

    def _update_empty_text(self) -> None:
        if self.words:
            self.empty.set_text(self.tr("No matching words"), self.tr("Search for something else."))
        else:
            folder = self._notes.folder or self.tr("the vault")
            self.empty.set_text(
                self.tr("No words yet"),
                self.tr("Add one here, or ask the assistant: “add nuances to vocabulary”. Each word is a note in {0}.")
                .format(folder),
            )  # fmt: skip

    def _act(self, row: CardRow, action: str) -> None:
        word = row.subject
        assert isinstance(word, VocabularyWord)
        if action == EDIT_ACTION:
            self.show_form(word)
        elif action == LOOK_UP_ACTION:
            self.show_form(word)
            start(self._propose_meaning(word), self)
        elif action == OPEN_ACTION:
            self.note_opened.emit(word.path)
        elif action == DELETE_ACTION:
            start(self._delete(word), self)

    async def _save(self, word: str, meaning: str) -> None:
        edited = self.form.shown_word
        try:
            if edited is not None:
                await self._set_meaning(edited, meaning)
            elif not await self._add(word, meaning):
                return
        except VaultDeskError as error:
            self.form.show_message(translate_error(error), problem=True)
            return
        if self.form.shown_word == edited:  # Otherwise another word is being edited by now.
            self._leave_form()
        await self._load()

    async def _add(self, word: str, meaning: str) -> bool:
        """Add a word; return False if it exists, which the form then shows."""
        added = await self._notes.add(word, meaning)
        if added.created:
            self.notice.emit(self.tr("Added “{0}” to the vocabulary.").format(word), added.group)
        else:
            self.form.word.set_problem(self.tr("“{0}” already exists.").format(added.word.word))
        return added.created

    async def _set_meaning(self, edited: VocabularyWord, meaning: str) -> None:
        group = await self._notes.set_meaning(edited.path, meaning)
        if group:  # Empty if the meaning is as before.
            self.notice.emit(self.tr("Changed the meaning of “{0}”.").format(edited.word), group)

    async def _propose_meaning(self, word: VocabularyWord) -> None:
        self.form.show_lookup_progress(self._model())
        try:
            meaning = await self._look_up(word)
        except VaultDeskError as error:
            if self.form.shown_word == word:
                self.form.show_message(translate_error(error), problem=True)
            return
        if self.form.isVisible() and self.form.shown_word == word:
            self.form.propose(meaning)

    async def _delete(self, word: VocabularyWord) -> None:
        try:
            group = await self._notes.delete(word.path)
        except VaultDeskError as error:
            self.notice.emit(translate_error(error), "")
            return
        self.notice.emit(self.tr("Deleted “{0}”.").format(word.word), group)
        await self._load()

    def _leave_form(self) -> None:
        self._set_form_visible(False)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave_review(self) -> None:
        self.review.hide()
        self.reload()
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)

    def _set_form_visible(self, visible: bool) -> None:
        self._form_container.setVisible(visible)
        self.begin.setVisible(not visible)  # Only one primary button at a time.


def word_count_text(total: int, due: int) -> str:
    """Return the number of words, and how many are due."""
    total_text = plural_text(total, _tr("{n} word"), _tr("{n} words"))
    return _tr("{total}, {due} to review").format(total=total_text, due=format_number(due))


MAX_SHOWN_MEANING = 120
"""Maximum number of characters of a meaning in the list."""

COLUMN_WIDTH = 84
"""Width of the columns with the days in design pixels."""


def filtered_words(
    words: Sequence[VocabularyWord], word_filter: str, query: str, now: datetime
) -> list[VocabularyWord]:
    """Return those of *words* that contain *query*, ignoring case and accents, and match *word_filter*.

    The filter is `all`, `due` for those to be reviewed at the time *now*, or `bare` for those without a meaning.
    """
    folded_query = fold_to_base(_single_line(query))
    return [
        word
        for word in words
        if (word_filter != "due" or word.review.is_due(now))
        and (word_filter != "bare" or not word.meaning)
        and (not folded_query or folded_query in fold_to_base(f"{word.word} {word.meaning} {word.source}"))
    ]


def word_row(word: VocabularyWord, now: datetime) -> CardRow:
    """Return the row of *word*: the word with its meaning, the day it was added and when it is due at *now*."""
    meaning = _single_line(word.meaning)
    if len(meaning) > MAX_SHOWN_MEANING:
        meaning = f"{meaning[: MAX_SHOWN_MEANING - 1]}…"
    is_overdue = word.review.due is not None and word.review.is_due(now)
    look_up = () if word.meaning else (RowAction(LOOK_UP_ACTION, _tr("Look up"), "bulb"),)
    return CardRow(
        key=word.path,
        spans=(
            CardSpan(word.word, "strong"),
            CardSpan(f"   {meaning or _tr('no meaning yet')}", role="text2" if meaning else "muted"),
        ),
        height=38,
        cells=(
            CardCell(word.added, COLUMN_WIDTH, minimum_width=640),
            CardCell(due_text(word, now), COLUMN_WIDTH, role="text2" if is_overdue else "muted", minimum_width=420),
        ),
        actions=(
            RowAction(EDIT_ACTION, _tr("Edit"), "pencil"),
            *look_up,
            RowAction(OPEN_ACTION, _tr("Open its note"), "file", in_menu=True),
            RowAction(DELETE_ACTION, _tr("Delete"), "trash", in_menu=True),
            MENU,
        ),
        actions_width=140,
        detail=word.source,
        subject=word,
    )


def _single_line(text: str) -> str:
    return " ".join(text.split())


def due_text(word: VocabularyWord, now: datetime) -> str:
    """Return when a word is due, as seen at *now*: `New`, `To review`, `in 4 days`."""
    if word.review.due is None:
        return _tr("New")
    if word.review.is_due(now):
        return _tr("To review")
    return _tr("in {wait}").format(wait=waiting_time_text(word.review.due - now.astimezone(UTC)))


def waiting_time_text(wait: timedelta) -> str:
    """Return *wait* in its largest unit, at least a minute: `8 min`, `4 days`, `3 months`."""
    minutes = max(1, round(wait.total_seconds() / 60))
    if minutes < 60:
        return _tr("{n} min").format(n=format_number(minutes))
    hours = round(minutes / 60)
    if hours < 24:
        return plural_text(hours, _tr("1 hour"), _tr("{n} hours"))
    days = round(hours / 24)
    if days < 60:
        return plural_text(days, _tr("1 day"), _tr("{n} days"))
    months = round(days / 30.4)
    if months < 24:
        return _tr("{n} months").format(n=format_number(months))
    return _tr("{n} years").format(n=format_number(round(days / 365)))


class WordForm(Card):
    """Form for one word. Enter saves, Esc closes; a meaning proposed by a model is saved only by the user."""

    saved = Signal(str, str)
    """The entered word and its meaning."""
    lookup_requested = Signal(object)
    """The `VocabularyWord` whose meaning a model should propose."""
    closed = Signal()
    """The user leaves the form without saving."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.shown_word: VocabularyWord | None = None
        """The edited word; None for a new one."""
        self.heading = PlainLabel(font="heading")
        self.word = TextField(self.tr("Word or phrase"), placeholder=self.tr("Word or phrase"))
        self.word.edit.setMaxLength(MAX_WORD_CHARACTERS)
        self.meaning = TextField(self.tr("Meaning"), placeholder=self.tr("Meaning"))
        self.state = PlainLabel("", "muted", "small", wrap=True)
        self.save = PrimaryButton(self.tr("Save"))
        self.look_up = PlainButton(self.tr("Look Up the Meaning"), icon_name="bulb")
        self.cancel = PlainButton(self.tr("Cancel"))
        self._build_layout()
        self.word.submitted.connect(self._save)
        self.meaning.submitted.connect(self._save)
        self.save.clicked.connect(self._save)
        self.look_up.clicked.connect(self._request_lookup)
        self.cancel.clicked.connect(self.closed)
        self.word.changed.connect(lambda _text: self.word.set_problem(""))

    def show_word(self, word: VocabularyWord | None) -> None:
        """Edit *word*, or a new one for None."""
        self.shown_word = word
        self.heading.setText(self.tr("Add a word") if word is None else word.word)
        self.word.setVisible(word is None)
        self.word.set_text("" if word is None else word.word)
        self.word.set_problem("")
        self.meaning.set_text("" if word is None else _single_line(word.meaning))
        self.look_up.setVisible(word is not None)
        self.show_message("")
        (self.word if word is None else self.meaning).setFocus(Qt.FocusReason.OtherFocusReason)

    def show_lookup_progress(self, model: str) -> None:
        """Show that *model* is being asked, until the next message."""
        self.show_message(self.tr("Asking {model}…").format(model=model))
        self.look_up.set_disabled_reason(self.tr("Waiting for the model."))

    def propose(self, meaning: str) -> None:
        """Enter a model's proposal into the field; it is saved only when the user saves it."""
        self.meaning.set_text(_single_line(meaning))
        self.show_message(self.tr("Proposed by the model. Check it, then save."))
        self.meaning.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_message(self, text: str, *, problem: bool = False) -> None:
        """Show a message, after which a meaning can be looked up again; an empty text hides it."""
        self.look_up.set_disabled_reason("")
        self.state.set_role("danger" if problem else "muted")
        self.state.setText(text)
        self.state.setVisible(bool(text))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _build_layout(self) -> None:
        row = row_layout(spacing=8)
        for button in (self.save, self.look_up, self.cancel):
            row.addWidget(button)
        row.addStretch(1)
        for widget in (self.heading, self.word, self.meaning, self.state):
            self.content.addWidget(widget)
        self.content.addLayout(row)
        self.setAccessibleName(self.tr("A word of the vocabulary"))

    def _save(self) -> None:
        word = _single_line(self.word.text())
        if not word:
            self.word.set_problem(self.tr("Type a word."))
            self.word.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.saved.emit(word, self.meaning.text().strip())

    def _request_lookup(self) -> None:
        if self.shown_word is not None:
            self.lookup_requested.emit(self.shown_word)


MAX_REVIEW_WIDTH = 560
"""Maximum width of the card and the ratings, in design pixels."""

RATING_KEYS: dict[int, Rating] = {Qt.Key.Key_1 + nth: rating for nth, rating in enumerate(RATINGS)}
"""The ratings by the code of their digit key."""

DEFAULT_RATING: Rating = "good"
"""The usual rating, whose button is emphasized."""


class ReviewPane(QWidget):
    """Review of words: Space shows the meaning, 1 to 4 rate, Ctrl+Z undoes the last rating, Esc ends the review."""

    closed = Signal()
    """The user ended the review, or all words are rated."""
    undo_requested = Signal(str)
    """The group of a rating to be undone in its note."""

    def __init__(self, notes: VocabularyNotes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notes = notes
        self.round = ReviewRound(())
        self._busy = False
        """Whether a rating is being written."""
        self.status = PlainLabel(role="muted")
        self.progress = QProgressBar()
        self.close_button = IconButton("close", self.tr("End the review"), keys="Esc")
        self.card = ReviewCard()
        self.reveal = PrimaryButton(self.tr("Show the Meaning"))
        names = {
            "again": self.tr("Again"), "hard": self.tr("Hard"), "good": self.tr("Good"), "easy": self.tr("Easy")
        }  # fmt: skip
        self.ratings = {rating: RatingButton(rating, names[rating]) for rating in RATINGS}
        self.hint = PlainLabel(role="muted", font="small", wrap=True)
        self._reveal_row, self._ratings_row = QWidget(), QWidget()
        self._answers = QStackedWidget()
        self._build_layout()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Review of words"))
        self.close_button.clicked.connect(self.closed)
        self.reveal.clicked.connect(self.show_meaning)
        for button in self.ratings.values():
            button.clicked.connect(lambda _checked=False, chosen=button.rating: self.rate(chosen))
        theme().changed.connect(self.update)

    def begin(self, words: Sequence[VocabularyWord]) -> None:
        """Review *words* in their order; a word that is due again within minutes is repeated at the end."""
        self.round = ReviewRound(words)
        self._show_current()

    def show_meaning(self) -> None:
        """Show the meaning of the current word, and the ratings with their intervals."""
        word = self.round.current
        if word is None or self.card.is_open:
            return
        now = datetime.now(UTC)
        for rating, button in self.ratings.items():
            button.show_interval(waiting_time_text(review_interval(word.review, rating, now)))
        self.card.open()
        self._answers.setCurrentWidget(self._ratings_row)
        self.ratings[DEFAULT_RATING].setFocus(Qt.FocusReason.OtherFocusReason)
        self._set_hint(self.tr("Press 1 to 4 to rate · Ctrl+Z undoes the last rating"))

    def rate(self, rating: Rating) -> None:
        """Write the rating of the current word into its note, and show the next word; ignored for a hidden meaning."""
        if self.card.is_open and not self._busy and self.round.current is not None:
            self._busy = True
            start(self._rate(self.round.current, rating), self)

    def undo(self) -> None:
        """Request the undo of the last rating, and show its word again; ignored while a rating is written."""
        if not self._busy and (group := self.round.undo()):
            self.undo_requested.emit(group)
            self._show_current()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        rating = RATING_KEYS.get(event.key())
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo()
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif rating is not None and self.card.is_open:
            self.rate(rating)
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self.card.is_open:
            self.show_meaning()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme().color("background"))

    async def _rate(self, word: VocabularyWord, rating: Rating) -> None:
        try:
            done = await self._notes.review(word.path, rating)
        except NoteNotFound:
            self.round.drop()  # Deleted in the meantime, here or elsewhere.
        except VaultDeskError as error:
            self._set_hint(translate_error(error), "danger")
            return
        else:
            due = done.review.due
            interval = due - datetime.now(UTC) if due is not None else timedelta()
            self.round.rate(replace(word, review=done.review), interval, done.group)
        finally:
            self._busy = False
        self._show_current()

    def _show_current(self) -> None:
        word = self.round.current
        if word is None:
            self.closed.emit()
            return
        self.card.show_word(word)
        self._answers.setCurrentWidget(self._reveal_row)
        self.reveal.setFocus(Qt.FocusReason.OtherFocusReason)
        self.progress.setMaximum(max(1, self.round.total))
        self.progress.setValue(self.round.finished)
        progress_text = self.tr("{n} of {total}").format(
            n=format_number(self.round.finished + 1), total=format_number(self.round.total)
        )
        if self.round.again:
            progress_text = self.tr("{told} · {n} again").format(told=progress_text, n=format_number(self.round.again))
        self.status.setText(progress_text)
        self._set_hint(self.tr("Space shows the meaning · Esc ends the review"))

    def _set_hint(self, text: str, role: str = "muted") -> None:
        self.hint.set_role(role)
        self.hint.setText(text)

    def _build_layout(self) -> None:
        px = theme().px
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(px(3))
        self.progress.setAccessibleName(self.tr("Words done"))
        self.hint.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        header = row_layout(spacing=8, margins=(16, 8, 12, 8))
        header.addWidget(PlainLabel(self.tr("Review"), font="strong"))
        header.addStretch(1)
        header.addWidget(self.status)
        header.addWidget(self.close_button)
        self._fill_answers()
        content = QWidget()
        content.setMaximumWidth(px(MAX_REVIEW_WIDTH))
        middle = QVBoxLayout(content)
        middle.setSpacing(px(14))
        middle.addStretch(1)
        for widget in (self.card, self._answers, self.hint):
            middle.addWidget(widget)
        middle.addStretch(1)
        centered_row = row_layout(margins=(16, 0, 16, 16))
        centered_row.addStretch(1)
        centered_row.addWidget(content, 1000)  # Up to its maximum width; the rest is for the sides.
        centered_row.addStretch(1)
        column = column_layout(self)
        column.addLayout(header)
        column.addWidget(self.progress)
        column.addLayout(centered_row, 1)

    def _fill_answers(self) -> None:
        """Add the button that shows the meaning, and the ratings, as pages of one stack: nothing moves between them."""
        QVBoxLayout(self._reveal_row).addWidget(self.reveal, 0, Qt.AlignmentFlag.AlignCenter)
        ratings_row = row_layout(self._ratings_row, spacing=8)
        for button in self.ratings.values():
            ratings_row.addWidget(button)
        self._answers.addWidget(self._reveal_row)
        self._answers.addWidget(self._ratings_row)
        self._answers.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)


class ReviewCard(Card):
    """Card with a word and its meaning.

    Space is reserved for the hidden meaning, so that the layout does not change when it is shown.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(32, parent=parent)
        px = theme().px
        self.word = PlainLabel(font="h1", wrap=True, selectable=True)
        self.meaning = PlainLabel(font="lead", wrap=True, selectable=True)
        self.source = PlainLabel(role="muted", wrap=True)
        self.content.setSpacing(px(18))
        self.content.addStretch(1)
        for label in (self.word, self.meaning, self.source):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            policy = label.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            label.setSizePolicy(policy)
        for widget in (self.word, SeparatorLine(), self.meaning, self.source):
            self.content.addWidget(widget)
        self.content.addStretch(1)
        self.setMinimumHeight(px(270))
        self._set_open(False)

    @property
    def is_open(self) -> bool:
        """Whether the meaning is shown."""
        return not self.meaning.isHidden()

    def show_word(self, word: VocabularyWord) -> None:
        """Show *word* without its meaning."""
        self.word.setText(word.word)
        self.meaning.setText(word.meaning or self.tr("This word has no meaning yet."))
        self.meaning.set_role("text" if word.meaning else "muted")
        self.source.setText(word.source.removeprefix("[[").removesuffix("]]"))
        self._set_open(False)

    def open(self) -> None:
        """Show the meaning, and where the word was found."""
        self._set_open(True)

    def _set_open(self, is_open: bool) -> None:
        self.meaning.setVisible(is_open)
        self.source.setVisible(is_open and bool(self.source.text()))
        # A screen reader reads the card, but must not read the hidden meaning.
        self.setAccessibleName(self.word.text())
        self.setAccessibleDescription(self.meaning.text() if is_open else self.tr("Its meaning is hidden."))


class RatingButton(QPushButton):
    """Button of a rating: its name and shortcut, and below them the interval until the next review."""

    def __init__(self, rating: Rating, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rating: Rating = rating
        self._name = name
        self._interval = ""
        self.key = str(RATINGS.index(rating) + 1)
        """The digit that chooses the rating."""
        self.setProperty(CORNER_RADIUS, 6)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def show_interval(self, interval: str) -> None:
        """Show the interval until the next review, as text."""
        self._interval = interval
        self.setAccessibleName(self.tr("{name}, again in {wait}").format(name=self._name, wait=interval))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme().px(120), theme().px(52))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, px, color = QPainter(self), theme().px, theme().color
        is_down, is_hovered = self.isDown(), self.underMouse() and self.isEnabled()
        if self.rating == DEFAULT_RATING:
            name_role, detail_role, line = "on_accent", "on_accent", None
            background = "accent_hover" if is_hovered or is_down else "accent"
        else:
            name_role, detail_role, line = "text", "muted", color("control")
            background = "pressed" if is_down else "hover" if is_hovered else "raised"
        box(painter, self.rect(), px(6), color(background), line)
        middle, row_height = self.height() // 2, self.height() // 2 - px(6)
        self._draw_name(painter, QRect(0, px(6), self.width(), row_height), name_role, detail_role)
        painter.setFont(theme().font("small"))
        painter.setPen(color(detail_role))
        lower = QRect(0, middle, self.width(), row_height)
        painter.drawText(lower, int(Qt.AlignmentFlag.AlignCenter), self._interval)

    def _draw_name(self, painter: QPainter, rect: QRect, role: str, key_role: str) -> None:
        """Draw the name and the shortcut, centered together in *rect*."""
        values, key = theme(), f" {self.key}"
        name_width = values.metrics("strong").horizontalAdvance(self._name)
        width = name_width + values.metrics("interface").horizontalAdvance(key)
        left = rect.left() + (rect.width() - width) // 2
        middle = int(Qt.AlignmentFlag.AlignVCenter)
        painter.setFont(values.font("strong"))
        painter.setPen(values.color(role))
        painter.drawText(QRect(left, rect.top(), width, rect.height()), middle, self._name)
        painter.setFont(values.font("interface"))
        painter.setPen(values.color(key_role))
        painter.drawText(QRect(left + name_width, rect.top(), width, rect.height()), middle, key)


class VocabularyCommand(QObject):
    """Command that opens the page. Meanings are looked up with the default chat model, subject to the privacy rules."""

    def __init__(
        self, window: MainWindow, workspace: Workspace, notes: NoteArea, undo_action: UndoAction, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._workspace, self._notes, self._undo_action = window, workspace, notes, undo_action
        window.commands.bind("vocabulary", self.show)

    def show(self) -> VocabularyPage:
        """Open the page in the note area, or show it if it is open; return it."""
        self._window.show_pane("note")
        page = self._notes.show_page("vocabulary", self.tr("Vocabulary"), self._create_page)
        assert isinstance(page, VocabularyPage)
        return page

    def _create_page(self) -> VocabularyPage:
        page = VocabularyPage(self._workspace.vocabulary, self._look_up, lambda: self._label)
        page.note_opened.connect(self._notes.open)
        page.notice.connect(self._notify)
        page.undo_requested.connect(self._undo_action.run)
        follow(self._workspace.vault.changes, lambda _told: page.reload_soon(), owner=page)
        return page

    @property
    def _label(self) -> str:
        return self._workspace.store.settings.chat.model

    async def _look_up(self, word: VocabularyWord) -> str:
        if self._label == OFFLINE_LABEL:
            raise UsageError(
                self.tr("The offline assistant cannot look up words."), hint=self.tr("Choose a model in Settings.")
            )
        return await define_word(word, self._workspace.agent(DENY_ALL))

    def _notify(self, text: str, group: str) -> None:
        if group:
            self._window.notify(text, self.tr("Undo"), lambda: self._undo_action.run(group))
        else:
            self._window.notify(text)
