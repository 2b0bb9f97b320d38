"""The vocabulary page: list, form for one word, and review."""

import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.agent.agent import define_word
from vaultdesk.core.errors import UsageError, VaultDeskError
from vaultdesk.providers.catalog import OFFLINE_LABEL
from vaultdesk.tools.builtin.vocabulary_notes import MAX_WORD_CHARACTERS, VocabularyNotes, VocabularyWord
from vaultdesk.tools.runtime.approvals import DENY_ALL
from vaultdesk.ui.activity.change_history import UndoAction
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error
from vaultdesk.ui.vault_pages.vocabulary_rows import (
    DELETE_ACTION,
    EDIT_ACTION,
    LOOK_UP_ACTION,
    OPEN_ACTION,
    filtered_words,
    word_count_text,
    word_rows,
)
from vaultdesk.ui.vault_pages.vocabulary_session import ReviewPane
from vaultdesk.ui.widgets.buttons import PlainButton, PrimaryButton
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.lists.card_list import CardRow
from vaultdesk.ui.widgets.lists.list_page import FilterBox, ListPage
from vaultdesk.ui.widgets.text_fields import SearchField, TextField
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.workspace import Workspace


class WordForm(Card):
    """Enter saves, Esc closes; a model can propose the meaning, which the user checks before saving."""

    saved = Signal(str, str)
    """The entered word and its meaning."""
    lookup_requested = Signal(object)
    """The `VocabularyWord` whose meaning a model should propose."""
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._word: VocabularyWord | None = None
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
        self.look_up.clicked.connect(self._ask)
        self.cancel.clicked.connect(self.closed)
        self.word.changed.connect(lambda _text: self.word.set_problem(""))

    @property
    def shown_word(self) -> VocabularyWord | None:
        """The edited word; None for a new one."""
        return self._word

    def show_word(self, word: VocabularyWord | None) -> None:
        """Edit *word*, or a new one."""
        self._word = word
        self.heading.setText(self.tr("Add a word") if word is None else word.word)
        self.word.setVisible(word is None)
        self.word.set_text("" if word is None else word.word)
        self.word.set_problem("")
        self.meaning.set_text("" if word is None else " ".join(word.meaning.split()))
        self.look_up.setVisible(word is not None)
        self.show_message("")
        (self.word if word is None else self.meaning).setFocus(Qt.FocusReason.OtherFocusReason)

    def show_lookup_progress(self, where: str) -> None:
        """Show that a model is being asked, and *where* it is."""
        self.show_message(self.tr("Asking {model}…").format(model=where))
        self.look_up.set_disabled_reason(self.tr("A model is being asked."))

    def propose(self, meaning: str) -> None:
        """Enter a model's proposal into the field; it is saved only when the user saves it."""
        self.meaning.set_text(" ".join(meaning.split()))
        self.show_message(self.tr("The model's proposal. Look at it, then save."))
        self.meaning.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_message(self, words: str, *, problem: bool = False) -> None:
        """Show a message; an empty text hides it."""
        self.look_up.set_disabled_reason("")
        self.state.set_role("danger" if problem else "muted")
        self.state.setText(words)
        self.state.setVisible(bool(words))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _build_layout(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(theme().px(8))
        for button in (self.save, self.look_up, self.cancel):
            row.addWidget(button)
        row.addStretch(1)
        for widget in (self.heading, self.word, self.meaning, self.state):
            self.content.addWidget(widget)
        self.content.addLayout(row)
        self.setAccessibleName(self.tr("A word of the vocabulary"))

    def _save(self) -> None:
        word = " ".join(self.word.text().split())
        if not word:
            self.word.set_problem(self.tr("Type a word."))
            self.word.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.saved.emit(word, self.meaning.text().strip())

    def _ask(self) -> None:
        if self._word is not None:
            self.lookup_requested.emit(self._word)


WORDS_READ_DELAY = 300
"""Milliseconds after a change of notes before the words are read again: changes come in bursts."""

log = logging.getLogger(__name__)

LookUp = Callable[[VocabularyWord], Awaitable[str]]
"""Asks a model for the meaning of a word. Raises `VaultDeskError`."""


class VocabularyPage(ListPage):
    """Reads the words of the vault after each change; nothing is cached here."""

    note_opened = Signal(str)
    notice = Signal(str, str)
    """A message, and the group by which its change is undone."""
    undo_requested = Signal(str)

    def __init__(
        self, notes: VocabularyNotes, look_up: LookUp, model: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        """*model* returns the name of the model asked for meanings."""
        super().__init__(title="", lead="", name="", parent=parent)
        self._notes, self._look_up, self._model = notes, look_up, model
        self.words: tuple[VocabularyWord, ...] = ()
        self.search = SearchField(self.tr("Search the words"), self.tr("Search words and meanings"))
        self.which = FilterBox(
            self.tr("Which words"),
            [("all", self.tr("All words")), ("due", self.tr("To review")), ("bare", self.tr("Without a meaning"))],
        )
        self.add = PlainButton(self.tr("Add a Word"), icon_name="plus")
        self.begin = PrimaryButton(self.tr("Review"))
        self.form = WordForm()
        self._form_room = QWidget()
        self.review = ReviewPane(notes)
        self._settle = QTimer(self, singleShot=True, interval=WORDS_READ_DELAY)
        self._build_layout()
        self._connect()
        self.reload()

    def reload(self) -> None:
        self._settle.stop()
        start(self._load(), self)

    def reload_soon(self) -> None:
        """Read the words again after changes have settled; not during a review, which has its own copy."""
        if not self.is_reviewing:
            self._settle.start()

    @property
    def is_reviewing(self) -> bool:
        """Whether cards are shown."""
        return self.review.isVisibleTo(self)

    def start_review(self) -> None:
        """Show the due words, one by one."""
        now = datetime.now(UTC)
        due = sorted((word for word in self.words if word.review.is_due(now)), key=lambda word: word.review.due or now)
        if due:
            self._show_form(shown=False)
            self._show_review(shown=True)
            self.review.begin(due)

    def show_form(self, word: VocabularyWord | None = None) -> None:
        """Show the form to add a word, or to edit *word*."""
        self._show_form(shown=True)
        self.form.show_word(word)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Focus the search, or the cards."""
        super().focusInEvent(event)
        (self.review if self.is_reviewing else self.search).setFocus(Qt.FocusReason.OtherFocusReason)

    def _build_layout(self) -> None:
        self.title.setText(self.tr("Vocabulary"))
        self.setAccessibleName(self.tr("Vocabulary"))
        self.list.setAccessibleName(self.tr("Words"))
        self.head.addWidget(self.add)
        self.head.addWidget(self.begin)
        self.search.setMinimumWidth(theme().px(300))
        self.filters.addWidget(self.search)
        self.filters.addWidget(self.which)
        inner = QVBoxLayout(self._form_room)
        inner.setContentsMargins(0, 0, 0, theme().px(8))
        inner.addWidget(self.form)
        self.above.addWidget(self._form_room)
        self._show_form(shown=False)
        self.review.hide()
        self.review.setParent(self)

    def _connect(self) -> None:
        self.add.clicked.connect(lambda: self.show_form())
        self.begin.clicked.connect(self.start_review)
        self.search.textChanged.connect(lambda _text: self._show_words())
        self.search.stepped.connect(lambda _step: self.list.setFocus(Qt.FocusReason.OtherFocusReason))
        self.which.chosen.connect(self._show_words)
        self.list.acted.connect(self._act)
        self.form.closed.connect(self._leave_form)
        self.form.saved.connect(lambda word, meaning: start(self._save(word, meaning), self))
        self.form.lookup_requested.connect(lambda word: start(self._ask(word), self))
        self.review.closed.connect(self._leave_review)
        self.review.undo_requested.connect(self.undo_requested)
        self._settle.timeout.connect(self.reload)

    def resizeEvent(self, event: object) -> None:
        """Keep the cards over the whole page."""
        super().resizeEvent(event)  # type: ignore[arg-type] # Qt's event, handed on as it came
        self.review.setGeometry(self.rect())

    async def _load(self) -> None:
        try:
            self.words = await self._notes.words()
        except VaultDeskError as problem:
            self.lead.setText(translate_error(problem))
            if not self.words:
                self.empty.set_text(translate(problem.title), translate(problem.hint))
                self.show_rows(())
            return
        self._show_words()

    def _show_words(self) -> None:
        now = datetime.now(UTC)
        shown = filtered_words(self.words, self.which.value(), self.search.text(), now)
        due = sum(word.review.is_due(now) for word in self.words)
        self.lead.setText(word_count_text(self.words, now))
        self.begin.setText(self.tr("Review {n}").format(n=format_number(due)) if due else self.tr("Review"))
        self.begin.set_disabled_reason("" if due else self.tr("No word is to be reviewed now."))
        if self.words:
            self.empty.set_text(self.tr("No word fits"), self.tr("Search for something else."))
        else:
            folder = self._notes.folder or self.tr("the vault")
            self.empty.set_text(
                self.tr("No words yet"),
                self.tr("Add one here, or ask the assistant: “add nuances to vocabulary”. Each word is a note in {0}.")
                .format(folder),
            )  # fmt: skip
        self.show_rows(word_rows(shown, now))

    def _act(self, row: CardRow, action: str) -> None:
        word = row.subject
        assert isinstance(word, VocabularyWord)
        match action:
            case _ if action == EDIT_ACTION:
                self.show_form(word)
            case _ if action == LOOK_UP_ACTION:
                self.show_form(word)
                start(self._ask(word), self)
            case _ if action == OPEN_ACTION:
                self.note_opened.emit(word.path)
            case _ if action == DELETE_ACTION:
                start(self._delete(word), self)

    async def _save(self, word: str, meaning: str) -> None:
        changed = self.form.shown_word
        try:
            if changed is not None:
                group = await self._notes.set_meaning(changed.path, meaning)
                words = self.tr("Changed the meaning of “{0}”.").format(changed.word)
            else:
                added = await self._notes.add(word, meaning)
                if not added.created:
                    self.form.word.set_problem(self.tr("“{0}” is there already.").format(added.word.word))
                    return
                group, words = added.group, self.tr("Added “{0}” to the vocabulary.").format(word)
        except VaultDeskError as problem:
            self.form.show_message(translate_error(problem), problem=True)
            return
        if group:
            self.notice.emit(words, group)
        if self.form.shown_word == changed:  # Otherwise another word is being edited by now.
            self._leave_form()
        await self._load()

    async def _ask(self, word: VocabularyWord) -> None:
        self.form.show_lookup_progress(self._model())
        try:
            meaning = await self._look_up(word)
        except VaultDeskError as problem:
            if self.form.shown_word == word:
                self.form.show_message(translate_error(problem), problem=True)
            return
        if self.form.isVisible() and self.form.shown_word == word:
            self.form.propose(meaning)

    async def _delete(self, word: VocabularyWord) -> None:
        try:
            group = await self._notes.delete(word.path)
        except VaultDeskError as problem:
            self.notice.emit(translate_error(problem), "")
            return
        self.notice.emit(self.tr("Deleted “{0}”.").format(word.word), group)
        await self._load()

    def _leave_form(self) -> None:
        self._show_form(shown=False)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave_review(self) -> None:
        self._show_review(shown=False)
        self.reload()
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_form(self, *, shown: bool) -> None:
        self._form_room.setVisible(shown)
        self.begin.setVisible(not shown)  # Only one primary button at a time.

    def _show_review(self, *, shown: bool) -> None:
        self.review.setGeometry(self.rect())
        self.review.setVisible(shown)
        if shown:
            self.review.raise_()


class VocabularyCommand(QObject):
    """Opens the page, and asks the chat's default model for meanings, subject to the privacy rules."""

    def __init__(
        self, window: MainWindow, workspace: Workspace, notes: NoteArea, back: UndoAction, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._workspace, self._notes, self._back = window, workspace, notes, back
        window.commands.bind("vocabulary", self.show)

    def show(self) -> VocabularyPage:
        self._window.show_pane("note")
        page = self._notes.show_page("vocabulary", self.tr("Vocabulary"), self._make)
        assert isinstance(page, VocabularyPage)
        return page

    def _make(self) -> VocabularyPage:
        page = VocabularyPage(self._workspace.vocabulary, self._look_up, lambda: self._label)
        page.note_opened.connect(self._notes.open)
        page.notice.connect(self._tell)
        page.undo_requested.connect(self._back.take)
        follow(self._workspace.vault.changes, lambda _told: page.reload_soon(), owner=page)
        return page

    @property
    def _label(self) -> str:
        return self._workspace.store.settings.chat.model

    async def _look_up(self, word: VocabularyWord) -> str:
        if self._label == OFFLINE_LABEL:
            raise UsageError(
                self.tr("The offline assistant knows no words."), hint=self.tr("Choose a model in Settings.")
            )
        return await define_word(word, self._workspace.agent(DENY_ALL))

    def _tell(self, words: str, group: str) -> None:
        if group:
            self._window.notify(words, self.tr("Undo"), lambda: self._back.take(group))
        else:
            self._window.notify(words)
