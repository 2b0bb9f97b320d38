"""VocabularyPage: the words to learn: a list that is searched, a form to add and change, and the review."""

import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.tools.builtin.vocabulary_notes import VocabularyNotes
from vaultdesk.tools.builtin.vocabulary_word import VocabularyWord
from vaultdesk.ui.bridge import start
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.vocabulary.review_pane import ReviewPane
from vaultdesk.ui.vocabulary.word_form import WordForm
from vaultdesk.ui.vocabulary.word_rows import (
    DELETE,
    EDIT,
    LOOK_UP,
    OPEN,
    chosen_words,
    count_words,
    word_rows,
)
from vaultdesk.ui.widgets.buttons import PlainButton, PrimaryButton
from vaultdesk.ui.widgets.lists.card_list import CardRow
from vaultdesk.ui.widgets.lists.list_page import FilterBox, ListPage
from vaultdesk.ui.widgets.text_fields import SearchField

SILENCE = 300
"""Milliseconds after a change of notes before the words are read anew: changes come in swarms."""

log = logging.getLogger(__name__)

LookUp = Callable[[VocabularyWord], Awaitable[str]]
"""Asks a model what a word means. Raises `VaultDeskError`."""


class VocabularyPage(ListPage):
    """Reads the words of the vault anew at each change; nothing of them is kept here."""

    note_opened = Signal(str)
    told = Signal(str, str)
    """What was done, and the group by which it is undone."""
    take_back_asked = Signal(str)

    def __init__(
        self, notes: VocabularyNotes, look_up: LookUp, model: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        """*model* names who would be asked for a meaning."""
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
        self._settle = QTimer(self, singleShot=True, interval=SILENCE)
        self._lay_out()
        self._connect()
        self.reload()

    def reload(self) -> None:
        """Read the words anew."""
        self._settle.stop()
        start(self._load(), self)

    def reload_soon(self) -> None:
        """Read the words anew once changes have settled; not while they are reviewed, which knows them."""
        if not self.is_reviewing:
            self._settle.start()

    @property
    def is_reviewing(self) -> bool:
        """Whether cards are shown."""
        return self.review.isVisibleTo(self)

    def start_review(self) -> None:
        """Show the words that are due, one by one."""
        now = datetime.now(UTC)
        due = sorted((word for word in self.words if word.review.is_due(now)), key=lambda word: word.review.due or now)
        if due:
            self._show_form(shown=False)
            self._show_review(shown=True)
            self.review.begin(due)

    def show_form(self, word: VocabularyWord | None = None) -> None:
        """Offer to add a word, or to change *word*."""
        self._show_form(shown=True)
        self.form.show_word(word)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the keyboard to the search, or to the cards."""
        super().focusInEvent(event)
        (self.review if self.is_reviewing else self.search).setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_out(self) -> None:
        self.title.setText(self.tr("Vocabulary"))
        self.setAccessibleName(self.tr("Vocabulary"))
        self.list.setAccessibleName(self.tr("Words"))
        self.head.addWidget(self.add)
        self.head.addWidget(self.begin)
        self.search.setMinimumWidth(theme().step(300))
        self.filters.addWidget(self.search)
        self.filters.addWidget(self.which)
        inner = QVBoxLayout(self._form_room)
        inner.setContentsMargins(0, 0, 0, theme().step(8))
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
        self.form.left.connect(self._leave_form)
        self.form.saved.connect(lambda word, meaning: start(self._save(word, meaning), self))
        self.form.look_up_asked.connect(lambda word: start(self._ask(word), self))
        self.review.left.connect(self._leave_review)
        self.review.take_back_asked.connect(self.take_back_asked)
        self._settle.timeout.connect(self.reload)

    def resizeEvent(self, event: object) -> None:
        """Keep the cards over the whole page."""
        super().resizeEvent(event)  # type: ignore[arg-type] # Qt's event, handed on as it came
        self.review.setGeometry(self.rect())

    async def _load(self) -> None:
        try:
            self.words = await self._notes.words()
        except VaultDeskError as problem:
            self.lead.setText(str(problem))
            if not self.words:
                self.empty.set_text(problem.title, problem.hint)
                self.show_rows(())
            return
        self._show_words()

    def _show_words(self) -> None:
        now = datetime.now(UTC)
        shown = chosen_words(self.words, self.which.value(), self.search.text(), now)
        due = sum(word.review.is_due(now) for word in self.words)
        self.lead.setText(count_words(self.words, now))
        self.begin.setText(self.tr("Review {n}").format(n=format_number(due)) if due else self.tr("Review"))
        self.begin.set_why_disabled("" if due else self.tr("No word is to be reviewed now."))
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
            case _ if action == EDIT:
                self.show_form(word)
            case _ if action == LOOK_UP:
                self.show_form(word)
                start(self._ask(word), self)
            case _ if action == OPEN:
                self.note_opened.emit(word.path)
            case _ if action == DELETE:
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
            self.form.tell(str(problem), problem=True)
            return
        if group:
            self.told.emit(words, group)
        if self.form.shown_word == changed:  # Else another word is being changed by now.
            self._leave_form()
        await self._load()

    async def _ask(self, word: VocabularyWord) -> None:
        self.form.start_looking(self._model())
        try:
            meaning = await self._look_up(word)
        except VaultDeskError as problem:
            if self.form.shown_word == word:
                self.form.tell(str(problem), problem=True)
            return
        if self.form.isVisible() and self.form.shown_word == word:
            self.form.propose(meaning)

    async def _delete(self, word: VocabularyWord) -> None:
        try:
            group = await self._notes.delete(word.path)
        except VaultDeskError as problem:
            self.told.emit(str(problem), "")
            return
        self.told.emit(self.tr("Deleted “{0}”.").format(word.word), group)
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
        self.begin.setVisible(not shown)  # One button at a time is what the screen is for.

    def _show_review(self, *, shown: bool) -> None:
        self.review.setGeometry(self.rect())
        self.review.setVisible(shown)
        if shown:
            self.review.raise_()
