"""Suggestions in an empty chat: what can be asked, and questions to start with."""

from collections.abc import Sequence
from datetime import date, datetime

from msgspec import Struct
from PySide6.QtCore import QCoreApplication, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from vaultdesk.index.index_results import NoteSummary
from vaultdesk.ui.chat.tool_text import note_name
from vaultdesk.ui.dates import plain_day
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import draw_upright_pixmap, draw_upright_text, mirror_painting
from vaultdesk.ui.theme.theme import NO_RING, theme
from vaultdesk.ui.theme.theme_values import FontName
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel, as_tooltip
from vaultdesk.ui.widgets.layouts import clear_layout, column_layout

MAX_SUGGESTIONS = 3
"""Number of suggested questions, kept small so that the list needs no reading."""

SUGGESTION_CANDIDATES = 60
"""Number of newest notes checked to find some that are not private for the selected model."""


class Suggestion(Struct, frozen=True):
    """A question to start with, and why it is suggested."""

    question: str
    reason: str


class SuggestionRow(QAbstractButton):
    """Row with a question, its reason and an arrow; a press asks the question."""

    def __init__(self, suggestion: Suggestion, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._suggestion = suggestion
        self.setAccessibleName(self.tr("Ask: {0}").format(suggestion.question))
        self.setAccessibleDescription(suggestion.reason)
        self.setToolTip(as_tooltip(f"{suggestion.question}\n{suggestion.reason}"))  # Elided in a narrow chat.
        self.setProperty(NO_RING, True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(theme().px(240), theme().px(53))

    def paintEvent(self, event: QPaintEvent) -> None:
        px, painter = theme().px, QPainter(self)
        mirror_painting(painter, self.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.isDown():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().color("pressed" if self.isDown() else "hover"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 2, -2, -2), px(5), px(5))
        side = px(14)
        arrow = QRect(self.width() - px(12) - side, (self.height() - side) // 2, side, side)
        picture = pixmap("arrow-up", "text" if self.underMouse() else "muted", side, self.devicePixelRatioF())
        draw_upright_pixmap(painter, arrow.topLeft(), picture)
        text_rect = QRect(px(12), px(8), arrow.left() - px(20), self.height() - px(16))
        lines: tuple[tuple[FontName, str, str, Qt.AlignmentFlag], ...] = (
            ("interface", "text", self._suggestion.question, Qt.AlignmentFlag.AlignTop),
            ("small", "muted", self._suggestion.reason, Qt.AlignmentFlag.AlignBottom),
        )
        for font, role, text, alignment in lines:
            painter.setFont(theme().font(font))
            painter.setPen(theme().color(role))
            elided = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, text_rect.width())
            draw_upright_text(
                painter, text_rect, Qt.TextFlag.TextSingleLine | alignment | Qt.AlignmentFlag.AlignLeft, elided
            )
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme().color("accent"), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 2, -2, -2), px(5), px(5))


class Suggestions(QWidget):
    """Shown above the composer until the first question."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme().px
        self._title = PlainLabel(self.tr("Ask about your notes"), role="text", font="title", wrap=True)
        self._explanation = PlainLabel(
            self.tr("Answers quote the notes they use. You are asked before a note leaves this computer."),
            role="muted",
            font="small",
            wrap=True,
        )
        self._card = Card(padding=0)
        self.rows: list[SuggestionRow] = []
        self._suggestions: tuple[Suggestion, ...] = ()
        self._rows = self._card.content
        self._rows.setSpacing(0)
        self._card.hide()
        column = column_layout(self, 4)
        column.addStretch(1)
        column.addWidget(self._title)
        column.addWidget(self._explanation)
        column.addSpacing(px(8))
        column.addWidget(self._card)

    def set_notes(self, count: int) -> None:
        """Set the number of notes that can be asked about."""
        match count:
            case 0:
                self._title.setText(self.tr("Ask about your notes"))
            case 1:
                self._title.setText(self.tr("Ask about 1 note"))
            case _:
                self._title.setText(self.tr("Ask about {0} notes").format(format_number(count)))

    def set_suggestions(self, suggestions: Sequence[Suggestion]) -> None:
        """Show *suggestions* instead of the earlier ones."""
        if tuple(suggestions) == self._suggestions:  # Usual after a note was written.
            return
        self._suggestions = tuple(suggestions)
        clear_layout(self._rows)
        self.rows.clear()
        for index, suggestion in enumerate(suggestions):
            if index:
                self._rows.addWidget(SeparatorLine())
            row = SuggestionRow(suggestion)
            row.clicked.connect(lambda _checked=False, text=suggestion.question: self.chosen.emit(text))
            self._rows.addWidget(row)
            self.rows.append(row)
        self._card.setVisible(bool(suggestions))


def suggestions_for(newest: Sequence[NoteSummary]) -> tuple[Suggestion, ...]:
    """Return a question about the content of each of the *newest* notes."""
    question = QCoreApplication.translate("Suggestions", "What does “{0}” say?")
    today = datetime.now().astimezone().date()
    reason = QCoreApplication.translate("Suggestions", "{0} · changed {1}")
    return tuple(
        Suggestion(
            question.format(note_name(row.path)),
            reason.format(_folder(row.path), _day(row.modified.astimezone().date(), today)),
        )
        for row in newest
    )


def _folder(path: str) -> str:
    folder = path.rpartition("/")[0]
    return folder or QCoreApplication.translate("Suggestions", "Vault root")


def _day(day: date, today: date) -> str:
    match (today - day).days:
        case 0:
            return QCoreApplication.translate("Suggestions", "today")
        case 1:
            return QCoreApplication.translate("Suggestions", "yesterday")
        case _:
            return plain_day(day, today)
