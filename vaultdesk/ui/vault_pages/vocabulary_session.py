"""Vocabulary review: one round of cards with ratings and undo."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.core.errors import NoteNotFound, VaultDeskError
from vaultdesk.tools.builtin.spaced_repetition import RATINGS, Rating, review_interval
from vaultdesk.tools.builtin.vocabulary_notes import VocabularyNotes, VocabularyWord
from vaultdesk.ui.bridge import start
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import RADIUS
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.vault_pages.vocabulary_rows import waiting_time_text
from vaultdesk.ui.widgets.buttons import IconButton, PrimaryButton
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel

REPEAT_WITHIN = timedelta(minutes=20)
"""A word with an interval of at most this is repeated in the same session."""


@dataclass(frozen=True, slots=True)
class _RatedWord:
    """One rating, which can be undone."""

    word: VocabularyWord
    group: str
    again: bool


class ReviewRound:
    """A queue of words; each rating moves on, and can be undone."""

    def __init__(self, words: Sequence[VocabularyWord]) -> None:
        self._waiting = list(words)
        self._done: list[_RatedWord] = []
        self.total = len(words)

    @property
    def current(self) -> VocabularyWord | None:
        """The current word; None when all are done."""
        return self._waiting[0] if self._waiting else None

    @property
    def finished(self) -> int:
        """Number of completed words."""
        return self.total - len({word.path for word in self._waiting})

    @property
    def again(self) -> int:
        """Number of words to be repeated."""
        seen = {done.word.path for done in self._done}
        return sum(word.path in seen for word in self._waiting)

    def rate(self, after: VocabularyWord, rest: timedelta, group: str) -> None:
        """Record the rating of the current word: its new state *after* and its interval *rest*; *group* undoes it."""
        word = self._waiting.pop(0)
        again = rest <= REPEAT_WITHIN
        if again:
            self._waiting.append(after)
        self._done.append(_RatedWord(word, group, again))

    def drop(self) -> None:
        """Skip the current word, because its note is gone."""
        self.total -= 1
        self._waiting.pop(0)

    def undo(self) -> str:
        """Show the previous word again; return the group that undoes its rating, or an empty text."""
        if not self._done:
            return ""
        last = self._done.pop()
        if last.again:
            place = max(n for n, word in enumerate(self._waiting) if word.path == last.word.path)
            del self._waiting[place]
        self._waiting.insert(0, last.word)
        return last.group


USUAL_RATING: Rating = "good"
"""The usual rating, whose button is emphasised."""


class RatingButton(QPushButton):
    """Two lines: name and shortcut, and the interval."""

    def __init__(self, rating: Rating, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rating: Rating = rating
        self._name = name
        self._wait = ""
        self.key = str(RATINGS.index(rating) + 1)
        self.setProperty(RADIUS, 6)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def show_wait(self, wait: str) -> None:
        """Show the interval."""
        self._wait = wait
        self.setAccessibleName(self.tr("{name}, again in {wait}").format(name=self._name, wait=wait))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme().px(120), theme().px(52))

    def paintEvent(self, _event: QPaintEvent) -> None:
        values, painter = theme(), QPainter(self)
        best = self.rating == USUAL_RATING
        down, over = self.isDown(), self.underMouse() and self.isEnabled()
        if best:
            ground = "accent_hover" if over or down else "accent"
            box(painter, self.rect(), values.px(6), values.color(ground))
        else:
            ground = "pressed" if down else "hover" if over else "raised"
            box(painter, self.rect(), values.px(6), values.color(ground), values.color("control"))
        half = self.height() // 2
        upper = QRect(0, values.px(6), self.width(), half - values.px(6))
        lower = QRect(0, half, self.width(), half - values.px(6))
        self._write_name(painter, upper, "on_accent" if best else "text", "on_accent" if best else "muted")
        painter.setFont(values.font("small"))
        painter.setPen(values.color("on_accent" if best else "muted"))
        painter.drawText(lower, int(Qt.AlignmentFlag.AlignCenter), self._wait)

    def _write_name(self, painter: QPainter, rect: QRect, role: str, key_role: str) -> None:
        values = theme()
        strong, plain = values.metrics("strong"), values.metrics("interface")
        width = strong.horizontalAdvance(self._name) + plain.horizontalAdvance(f" {self.key}")
        left = rect.left() + (rect.width() - width) // 2
        middle = int(Qt.AlignmentFlag.AlignVCenter)
        painter.setFont(values.font("strong"))
        painter.setPen(values.color(role))
        painter.drawText(QRect(left, rect.top(), width, rect.height()), middle, self._name)
        painter.setFont(values.font("interface"))
        painter.setPen(values.color(key_role))
        left += strong.horizontalAdvance(self._name)
        painter.drawText(QRect(left, rect.top(), width, rect.height()), middle, f" {self.key}")


class ReviewCard(Card):
    """The meaning keeps its space while it is hidden, so that the layout does not change when it is shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(32, parent=parent)
        px = theme().px
        self.word = PlainLabel(font="h1", wrap=True, selectable=True)
        self.meaning = PlainLabel(font="lead", wrap=True, selectable=True)
        self.source = PlainLabel("", "muted", wrap=True)
        self._rule = SeparatorLine()
        self._shown = False
        self.content.setSpacing(px(18))
        self.content.addStretch(1)
        for widget in (self.word, self._rule, self.meaning, self.source):
            if isinstance(widget, PlainLabel):
                widget.setAlignment(Qt.AlignmentFlag.AlignHCenter)
                policy = widget.sizePolicy()
                policy.setRetainSizeWhenHidden(True)
                widget.setSizePolicy(policy)
            self.content.addWidget(widget)
        self.content.addStretch(1)
        self.setMinimumHeight(px(270))

    @property
    def is_open(self) -> bool:
        """Whether the meaning is shown."""
        return self._shown

    def show_word(self, word: VocabularyWord) -> None:
        """Show *word* without its meaning."""
        self.word.setText(word.word)
        self.meaning.setText(word.meaning or self.tr("This word has no meaning yet."))
        self.meaning.set_role("text" if word.meaning else "muted")
        self.source.setText(word.source.removeprefix("[[").removesuffix("]]"))
        self._show_meaning(False)

    def open(self) -> None:
        self._show_meaning(True)

    def _show_meaning(self, shown: bool) -> None:
        self._shown = shown
        self.meaning.setVisible(shown)
        self.source.setVisible(shown and bool(self.source.text()))
        # A screen reader reads the card, but must not read the hidden meaning.
        self.setAccessibleName(self.word.text())
        self.setAccessibleDescription(self.meaning.text() if shown else self.tr("Its meaning is hidden."))


REVIEW_WIDTH = 560
"""Width of the card in design pixels."""

RATING_KEYS = {Qt.Key.Key_1: "again", Qt.Key.Key_2: "hard", Qt.Key.Key_3: "good", Qt.Key.Key_4: "easy"}


class ReviewPane(QWidget):
    """Space shows the meaning, 1 to 4 rate, Ctrl+Z undoes the last rating, Esc leaves."""

    closed = Signal()
    """The user left, or there is no word left."""
    undo_requested = Signal(str)
    """The group of a rating to be undone in its note."""

    def __init__(self, notes: VocabularyNotes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notes = notes
        self.round = ReviewRound(())
        self._busy = False
        self.status = PlainLabel("", "muted")
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
        self._build_layout()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Review of words"))
        self.close_button.clicked.connect(self.closed)
        self.reveal.clicked.connect(self.show_meaning)
        for button in self.ratings.values():
            button.clicked.connect(lambda _checked=False, chosen=button.rating: self.rate(chosen))
        theme().changed.connect(self.update)

    def begin(self, words: Sequence[VocabularyWord]) -> None:
        """Start a session with *words*."""
        self.round = ReviewRound(words)
        self._show()

    def show_meaning(self) -> None:
        """Show the meaning and the ratings."""
        word = self.round.current
        if word is None or self.card.is_open:
            return
        now = datetime.now(UTC)
        for rating, button in self.ratings.items():
            button.show_wait(waiting_time_text(review_interval(word.review, rating, now)))
        self.card.open()
        self._answers.setCurrentWidget(self._ratings_row)
        self.ratings["good"].setFocus(Qt.FocusReason.OtherFocusReason)
        self._say_hint()

    def rate(self, rating: Rating) -> None:
        """Record the rating, and show the next word."""
        if self.card.is_open and not self._busy and self.round.current is not None:
            self._busy = True
            start(self._rate(self.round.current, rating), self)

    def undo(self) -> None:
        """Undo the last rating, and show its word again."""
        if self._busy:
            return
        group = self.round.undo()
        if group:
            self.undo_requested.emit(group)
            self._show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        rating = RATING_KEYS.get(Qt.Key(event.key()))
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo()
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif rating is not None and self.card.is_open:
            self.rate(next(one for one in RATINGS if one == rating))
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
        except VaultDeskError as problem:
            self.hint.set_role("danger")
            self.hint.setText(translate_error(problem))
            return
        else:
            due = done.review.due
            rest = due - datetime.now(UTC) if due is not None else timedelta()
            self.round.rate(replace(word, review=done.review), rest, done.group)
        finally:
            self._busy = False
        self._show()

    def _show(self) -> None:
        word = self.round.current
        if word is None:
            self.closed.emit()
            return
        self.card.show_word(word)
        self._answers.setCurrentIndex(0)
        self.reveal.setFocus(Qt.FocusReason.OtherFocusReason)
        self.progress.setMaximum(max(1, self.round.total))
        self.progress.setValue(self.round.finished)
        told = self.tr("{n} of {total}").format(
            n=format_number(self.round.finished + 1), total=format_number(self.round.total)
        )
        if self.round.again:
            told = self.tr("{told} · {n} again").format(told=told, n=format_number(self.round.again))
        self.status.setText(told)
        self._say_hint()

    def _say_hint(self) -> None:
        self.hint.set_role("muted")
        rated = self.tr("1 to 4 rate it · Ctrl+Z takes the last rating back")
        self.hint.setText(rated if self.card.is_open else self.tr("Space shows the meaning · Esc ends the review"))

    def _build_layout(self) -> None:
        px = theme().px
        head = QHBoxLayout()
        head.setContentsMargins(px(16), px(8), px(12), px(8))
        head.setSpacing(px(8))
        head.addWidget(PlainLabel(self.tr("Review"), font="strong"))
        head.addStretch(1)
        head.addWidget(self.status)
        head.addWidget(self.close_button)
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(px(3))
        self.progress.setAccessibleName(self.tr("Words done"))
        row = QHBoxLayout(self._ratings_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(px(8))
        for button in self.ratings.values():
            row.addWidget(button)
        asking = QWidget()
        QVBoxLayout(asking).addWidget(self.reveal, 0, Qt.AlignmentFlag.AlignCenter)
        # In the same place, so that nothing moves when the meaning is shown.
        for page in (asking, self._ratings_row):
            self._answers.addWidget(page)
        self._answers.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        middle = QVBoxLayout()
        middle.setSpacing(px(14))
        middle.addStretch(1)
        middle.addWidget(self.card)
        middle.addWidget(self._answers)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        middle.addWidget(self.hint)
        middle.addStretch(1)
        holder = QWidget()
        holder.setLayout(middle)
        holder.setMaximumWidth(px(REVIEW_WIDTH))
        sides = QHBoxLayout()
        sides.setContentsMargins(px(16), 0, px(16), px(16))
        sides.addStretch(1)
        sides.addWidget(holder, 1000)
        sides.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.progress)
        column.addLayout(sides, 1)
