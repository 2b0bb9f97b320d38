"""ReviewPane: one sitting of looking at words: show, reveal, rate by 1 to 4, take back. Keeps no word itself."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.core.errors import NoteNotFound, VaultDeskError
from vaultdesk.tools.builtin.spaced_repetition import RATINGS, Rating, review_interval
from vaultdesk.tools.builtin.vocabulary_notes import VocabularyNotes
from vaultdesk.tools.builtin.vocabulary_word import VocabularyWord
from vaultdesk.ui.bridge import start
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.vocabulary.rating_button import RatingButton
from vaultdesk.ui.vocabulary.review_card import ReviewCard
from vaultdesk.ui.vocabulary.review_round import ReviewRound
from vaultdesk.ui.vocabulary.word_rows import wait_words
from vaultdesk.ui.widgets.buttons import IconButton, PrimaryButton
from vaultdesk.ui.widgets.labels import PlainLabel

WIDEST = 560
"""Pixels of LOOK's drawings the card is wide (mockup 16)."""

RATING_KEYS = {Qt.Key.Key_1: "again", Qt.Key.Key_2: "hard", Qt.Key.Key_3: "good", Qt.Key.Key_4: "easy"}


class ReviewPane(QWidget):
    """Space shows the meaning, 1 to 4 rate, Ctrl+Z takes the last rating back, Esc leaves."""

    left = Signal()
    """The person is done, or there is no word left."""
    take_back_asked = Signal(str)
    """A rating is to be taken out of its note, by this group."""

    def __init__(self, notes: VocabularyNotes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notes = notes
        self.round = ReviewRound(())
        self._busy = False
        self.standing = PlainLabel("", "muted")
        self.progress = QProgressBar()
        self.close_button = IconButton("close", self.tr("End the review"), keys="Esc")
        self.card = ReviewCard()
        self.reveal = PrimaryButton(self.tr("Show the Meaning"))
        names = {
            "again": self.tr("Again"), "hard": self.tr("Hard"), "good": self.tr("Good"), "easy": self.tr("Easy")
        }  # fmt: skip
        self.ratings = {rating: RatingButton(rating, names[rating]) for rating in RATINGS}
        self.hint = PlainLabel("", "muted", "small", wrap=True)
        self._ratings_row = QWidget()
        self._answers = QStackedWidget()
        self._lay_out()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Review of words"))
        self.close_button.clicked.connect(self.left)
        self.reveal.clicked.connect(self.show_meaning)
        for button in self.ratings.values():
            button.clicked.connect(lambda _checked=False, chosen=button.rating: self.rate(chosen))
        theme().changed.connect(self.update)

    def begin(self, words: Sequence[VocabularyWord]) -> None:
        """Begin a sitting with *words*."""
        self.round = ReviewRound(words)
        self._show()

    def show_meaning(self) -> None:
        """Show what the word means, and how to rate it."""
        word = self.round.current
        if word is None or self.card.is_open:
            return
        now = datetime.now(UTC)
        for rating, button in self.ratings.items():
            button.show_wait(wait_words(review_interval(word.review, rating, now)))
        self.card.open()
        self._answers.setCurrentWidget(self._ratings_row)
        self.ratings["good"].setFocus(Qt.FocusReason.OtherFocusReason)
        self._say_hint()

    def rate(self, rating: Rating) -> None:
        """Note how well the word was known, and show the next."""
        if self.card.is_open and not self._busy and self.round.current is not None:
            self._busy = True
            start(self._rate(self.round.current, rating), self)

    def take_back(self) -> None:
        """Take the last rating back, and show its word again."""
        if self._busy:
            return
        group = self.round.take_back()
        if group:
            self.take_back_asked.emit(group)
            self._show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the keys of the review."""
        rating = RATING_KEYS.get(Qt.Key(event.key()))
        if event.matches(QKeySequence.StandardKey.Undo):
            self.take_back()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif rating is not None and self.card.is_open:
            self.rate(next(one for one in RATINGS if one == rating))
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self.card.is_open:
            self.show_meaning()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground."""
        QPainter(self).fillRect(self.rect(), theme().color("background"))

    async def _rate(self, word: VocabularyWord, rating: Rating) -> None:
        try:
            done = await self._notes.review(word.path, rating)
        except NoteNotFound:
            self.round.dropped()  # Deleted meanwhile, here or elsewhere.
        except VaultDeskError as problem:
            self.hint.set_role("danger")
            self.hint.setText(str(problem))
            return
        else:
            due = done.review.due
            rest = due - datetime.now(UTC) if due is not None else timedelta()
            self.round.answered(replace(word, review=done.review), rest, done.group)
        finally:
            self._busy = False
        self._show()

    def _show(self) -> None:
        word = self.round.current
        if word is None:
            self.left.emit()
            return
        self.card.show_word(word)
        self._answers.setCurrentIndex(0)
        self.reveal.setFocus(Qt.FocusReason.OtherFocusReason)
        self.progress.setMaximum(max(1, self.round.total))
        self.progress.setValue(self.round.known)
        told = self.tr("{n} of {total}").format(
            n=format_number(self.round.known + 1), total=format_number(self.round.total)
        )
        if self.round.again:
            told = self.tr("{told} · {n} again").format(told=told, n=format_number(self.round.again))
        self.standing.setText(told)
        self._say_hint()

    def _say_hint(self) -> None:
        self.hint.set_role("muted")
        rated = self.tr("1 to 4 rate it · Ctrl+Z takes the last rating back")
        self.hint.setText(rated if self.card.is_open else self.tr("Space shows the meaning · Esc ends the review"))

    def _lay_out(self) -> None:
        step = theme().step
        head = QHBoxLayout()
        head.setContentsMargins(step(16), step(8), step(12), step(8))
        head.setSpacing(step(8))
        head.addWidget(PlainLabel(self.tr("Review"), font="strong"))
        head.addStretch(1)
        head.addWidget(self.standing)
        head.addWidget(self.close_button)
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(step(3))
        self.progress.setAccessibleName(self.tr("Words done"))
        row = QHBoxLayout(self._ratings_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(step(8))
        for button in self.ratings.values():
            row.addWidget(button)
        asking = QWidget()
        QVBoxLayout(asking).addWidget(self.reveal, 0, Qt.AlignmentFlag.AlignCenter)
        # Both in one place: nothing moves when the meaning is shown.
        for page in (asking, self._ratings_row):
            self._answers.addWidget(page)
        self._answers.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        middle = QVBoxLayout()
        middle.setSpacing(step(14))
        middle.addStretch(1)
        middle.addWidget(self.card)
        middle.addWidget(self._answers)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        middle.addWidget(self.hint)
        middle.addStretch(1)
        holder = QWidget()
        holder.setLayout(middle)
        holder.setMaximumWidth(step(WIDEST))
        sides = QHBoxLayout()
        sides.setContentsMargins(step(16), 0, step(16), step(16))
        sides.addStretch(1)
        sides.addWidget(holder, 1000)
        sides.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.progress)
        column.addLayout(sides, 1)
