"""Popup above the status bar with the data sent in the chat, today and this month."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from itertools import pairwise

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.privacy.account import Account, NoteShare, SpanName, SpanSummary, Totals
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.chat.tool_text import note_name
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.privacy.ledger_text import (
    ShareText,
    elsewhere_text,
    more_notes_text,
    note_share_text,
    share_texts,
    summary_head,
    tokens_text,
    withheld_notes_text,
)
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import box, draw_upright_pixmap, draw_upright_text, mirror_painting
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import CORNER_RADIUS
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.buttons import LinkButton, SegmentedControl
from vaultdesk.ui.widgets.frames import PopupFrame, SeparatorLine
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel, as_tooltip, safe_label_text
from vaultdesk.ui.widgets.layouts import column_layout, row_layout

POPUP_WIDTH = 440
EDGE = 18
"""Design pixels: width and inner margin of the popup."""

SPANS: tuple[SpanName, ...] = ("chat", "today", "month")

WORDS_OPACITY = 0.45
"""Opacity of the accent color in the share of the user's words."""


def share_color(index: int) -> QColor:
    """Return the color of the share *index*: notes, words, instructions."""
    if index == 2:
        return theme().color("control")
    color = QColor(theme().color("accent"))
    if index == 1:
        color.setAlphaF(WORDS_OPACITY)
    return color


class ShareBar(QWidget):
    """One bar with three shares. The rows below it show the same as text."""

    def __init__(self) -> None:
        super().__init__()
        self._tokens: tuple[int, ...] = (0, 0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme().px(6))
        theme().changed.connect(self.update)

    def show_shares(self, tokens: tuple[int, ...]) -> None:
        """Show the proportions of *tokens*."""
        self._tokens = tokens
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        painter = QPainter(self)
        mirror_painting(painter, self.rect())
        radius = self.height() / 2
        outline = values.color("outline") if values.tokens.high_contrast else None
        total = sum(self._tokens)
        if not total:
            box(painter, self.rect(), radius, values.color("hover"), outline)
            return
        painter.save()
        painter.setClipRect(self.rect())
        left = 0.0
        for index, tokens in enumerate(self._tokens):
            width = self.width() * tokens / total
            if tokens:
                painter.setClipRect(QRectF(left, 0, width, self.height()))
                box(painter, self.rect(), radius, share_color(index))
            left += width
        painter.restore()
        if outline is not None:
            box(painter, self.rect(), radius, None, outline)


class ShareRow(QWidget):
    """One share as text: its color, name, a remark, and its tokens."""

    def __init__(self, index: int) -> None:
        super().__init__()
        self._index = index
        self._share = ShareText("", "", 0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme().px(25))
        theme().changed.connect(self.update)

    def show_share(self, share: ShareText) -> None:
        self._share = share
        text = ", ".join(part for part in (share.label, share.hint, tokens_text(share.tokens)) if part)
        self.setAccessibleName(safe_label_text(text))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        px = values.px
        painter = QPainter(self)
        mirror_painting(painter, self.rect())
        side = px(9)
        square = QRectF(0, (self.height() - side) / 2, side, side)
        outline = values.color("outline") if values.tokens.high_contrast else None
        box(painter, square, px(2), share_color(self._index), outline)
        _draw_row(painter, QRect(px(17), 0, self.width() - px(17), self.height()), self._share)


class NoteRow(QToolButton):
    """A note that was sent, with the parts sent and their tokens; a press opens it."""

    def __init__(self, note: NoteShare) -> None:
        super().__init__()
        self.path = note.path
        self._share = ShareText(note_name(note.path), note_share_text(note), note.tokens)
        self.setProperty(CORNER_RADIUS, 5)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        parts = (self._share.label, self._share.hint, tokens_text(note.tokens))
        self.setAccessibleName(safe_label_text(", ".join(text for text in parts if text)))
        self.setToolTip(as_tooltip(note.path))
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(theme().px(200), theme().px(27))

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        px = values.px
        painter = QPainter(self)
        mirror_painting(painter, self.rect())
        if self.underMouse() or self.isDown():
            box(painter, self.rect(), px(5), values.color("pressed" if self.isDown() else "hover"))
        side = px(14)
        picture = pixmap("file", "muted", side, self.devicePixelRatioF())
        draw_upright_pixmap(painter, QPoint(px(6), (self.height() - side) // 2), picture)
        _draw_row(painter, QRect(px(26), 0, self.width() - px(32), self.height()), self._share, cuts_hint=True)


def _draw_row(painter: QPainter, rect: QRect, share: ShareText, *, cuts_hint: bool = False) -> None:
    """Draw a label, a remark after it, and an amount at the end.

    If there is not enough space, the remark is left out, or elided with *cuts_hint*.
    """
    values = theme()
    middle = int(Qt.AlignmentFlag.AlignVCenter)
    amount = format_number(share.tokens)
    amount_width = values.metrics("interface").horizontalAdvance(amount)
    painter.setFont(values.font("interface"))
    painter.setPen(values.color("text2"))
    draw_upright_text(
        painter, QRect(rect.right() - amount_width, rect.top(), amount_width + 1, rect.height()), middle, amount
    )
    available_width = rect.width() - amount_width - values.px(12)
    metrics = values.metrics("strong")
    label = metrics.elidedText(safe_label_text(share.label), Qt.TextElideMode.ElideRight, available_width)
    label_width = min(available_width, metrics.horizontalAdvance(label) + 1)
    painter.setFont(values.font("strong"))
    painter.setPen(values.color("text"))
    draw_upright_text(painter, QRect(rect.left(), rect.top(), label_width, rect.height()), middle, label)
    available_width -= label_width + values.px(8)
    hint = safe_label_text(share.hint)
    hint_metrics = values.metrics("small")
    if (
        hint
        and available_width > values.px(24)
        and (cuts_hint or hint_metrics.horizontalAdvance(hint) <= available_width)
    ):
        painter.setFont(values.font("small"))
        painter.setPen(values.color("muted"))
        hint = hint_metrics.elidedText(hint, Qt.TextElideMode.ElideRight, available_width)
        hint_rect = QRect(rect.left() + label_width + values.px(8), rect.top(), available_width, rect.height())
        draw_upright_text(painter, hint_rect, middle, hint)


class AccountFooter(QWidget):
    """Footer on a separate background with the withheld notes and the link to the whole list."""

    def __init__(self) -> None:
        super().__init__()
        row = row_layout(self, 8, margins=(EDGE, 10, EDGE, 10))
        self.lock = Glyph("lock", size=13)
        self.withheld = ElidedLabel(role="muted", font="small")
        self.whole_list = LinkButton(self.tr("Open the whole list"))
        row.addWidget(self.lock)
        row.addWidget(self.withheld, 1)
        row.addWidget(self.whole_list)

    def show_withheld(self, paths: tuple[str, ...]) -> None:
        """Show which requested notes were withheld."""
        self.withheld.set_text(withheld_notes_text(paths))
        self.withheld.setToolTip(as_tooltip("\n".join(paths[:20])))
        self.lock.setVisible(bool(paths))

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        painter = QPainter(self)
        inner = self.rect().adjusted(1, 0, -1, -1)
        painter.fillRect(inner, values.color("background"))


class AccountPopup(PopupFrame):
    """Follows the account while it is open. The chat, today or the month is chosen at its top."""

    note_opened = Signal(str)
    list_requested = Signal(str)
    """The full list should be shown, for `chat`, `today` or `month`."""

    def __init__(self, anchor: QWidget, account: Account, conversation_id: Callable[[], str]) -> None:
        super().__init__(anchor, POPUP_WIDTH)
        self.setAccessibleName(self.tr("What left this computer"))
        self._account = account
        self._conversation_id = conversation_id
        self._reading = asyncio.Lock()
        self.title = PlainLabel(self.tr("What left this computer"), font="heading")
        self.spans = SegmentedControl((self.tr("This chat"), self.tr("Today"), self.tr("Month")), self.tr("Period"))
        self.head = PlainLabel("", role="muted", font="interface", wrap=True)
        self.bar = ShareBar()
        self.shares = tuple(ShareRow(index) for index in range(3))
        self.total_label = PlainLabel(self.tr("Total"), role="muted")
        self.total = PlainLabel("", font="strong")
        self.elsewhere_label = PlainLabel("", role="muted", font="small", wrap=True)
        self.notes: list[NoteRow] = []
        self.more = LinkButton("")
        self.footer = AccountFooter()
        self._figures = QWidget()
        self._note_area = QWidget()
        self._build_layout()
        self.spans.changed.connect(lambda _index: self._reload())
        self.more.clicked.connect(self._open_list)
        self.footer.whole_list.clicked.connect(self._open_list)
        follow(account.changes, lambda _nothing: self._reload(), self)

    @property
    def span(self) -> SpanName:
        """The displayed part of the account."""
        return SPANS[self.spans.current()]

    async def open_with(self, span: SpanName) -> None:
        """Read *span* and open the popup on it."""
        self.spans.set_current(SPANS.index(span))
        await self._load()
        self._move_to_anchor()
        self.show()
        self.spans.setFocus()
        self.footer.whole_list.setFocus(Qt.FocusReason.PopupFocusReason)

    def _build_layout(self) -> None:
        px = theme().px
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._head.setSpacing(px(8))
        self._head.addWidget(self.title, 1)
        self._head.addWidget(self.spans)
        figures = QVBoxLayout(self._figures)
        figures.setContentsMargins(0, px(10), 0, 0)
        figures.setSpacing(0)
        figures.addWidget(self.bar)
        figures.addSpacing(px(10))
        for row in self.shares:
            figures.addWidget(row)
        total = QHBoxLayout()
        total.setContentsMargins(px(17), px(3), 0, 0)
        total.addWidget(self.total_label, 1)
        total.addWidget(self.total)
        figures.addLayout(total)
        figures.addWidget(self.elsewhere_label)
        self.elsewhere_label.setContentsMargins(px(17), px(2), 0, 0)
        top = column_layout(spacing=4, margins=(EDGE, 16, EDGE, 14))
        top.addLayout(self._head)
        top.addWidget(self.head)
        top.addWidget(self._figures)
        self._note_column = QVBoxLayout(self._note_area)
        self._note_column.setContentsMargins(px(EDGE - 6), px(8), px(EDGE - 6), px(8))
        self._note_column.setSpacing(0)
        more_row = QHBoxLayout()
        more_row.setContentsMargins(px(6), px(2), 0, px(2))
        more_row.addWidget(self.more)
        more_row.addStretch(1)
        self._note_separator = SeparatorLine()
        self._note_column.addLayout(more_row)
        column = column_layout(self)
        column.addLayout(top)
        column.addWidget(self._note_separator)
        column.addWidget(self._note_area)
        column.addWidget(SeparatorLine())
        column.addWidget(self.footer)

    def _reload(self) -> None:
        start(self._reload_now(), self)

    async def _reload_now(self) -> None:
        await self._load()
        if self.isVisible():
            self._move_to_anchor()

    async def _load(self) -> None:
        async with self._reading:  # The last request is shown last.
            try:
                summary = await self._account.summary(self.span, self._conversation_id())
            except VaultDeskError as problem:
                self._show_problem(translate(problem.title), translate(problem.hint))
            else:
                self._show(summary)

    def _show(self, summary: SpanSummary) -> None:
        totals = summary.totals
        self.head.setText(summary_head(summary, datetime.now().astimezone().date()))
        self._figures.setVisible(not totals.is_empty)
        self._show_shares(totals)
        self.elsewhere_label.setText(elsewhere_text(summary.elsewhere))
        self.elsewhere_label.setVisible(not summary.elsewhere.is_empty)
        self._show_notes(summary)
        self.footer.show_withheld(summary.withheld_notes)

    def _show_shares(self, totals: Totals) -> None:
        shares = share_texts(totals)
        for row, share in zip(self.shares, shares, strict=True):
            row.show_share(share)
        self.bar.show_shares(tuple(share.tokens for share in shares))
        self.total.setText(tokens_text(totals.tokens))

    def _show_notes(self, summary: SpanSummary) -> None:
        for row in self.notes:
            self._note_column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.notes = [NoteRow(note) for note in summary.notes]
        for index, row in enumerate(self.notes):
            row.clicked.connect(self._opener(row.path))
            self._note_column.insertWidget(index, row)
        hidden_count = len(summary.totals.notes) - len(self.notes)
        self.more.setText(more_notes_text(hidden_count))
        self.more.setVisible(hidden_count > 0)
        for widget in (self._note_area, self._note_separator):
            widget.setVisible(bool(self.notes) or hidden_count > 0)
        order = [self.spans, *self.notes, self.more, self.footer.whole_list]
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)

    def _show_problem(self, title: str, hint: str) -> None:
        self.head.setText(f"{title} {hint}")
        for widget in (self._figures, self._note_area, self._note_separator):
            widget.hide()
        self.footer.show_withheld(())

    def _opener(self, path: str) -> Callable[[], None]:
        def open_note() -> None:
            self.close()
            self.note_opened.emit(path)

        return open_note

    def _open_list(self) -> None:
        span = self.span
        self.close()
        self.list_requested.emit(span)

    def _move_to_anchor(self) -> None:
        layout = self.layout()
        assert layout is not None
        px, width = theme().px, self.available_width()
        self.setFixedWidth(width)
        title_width = theme().metrics("heading").horizontalAdvance(self.title.text())
        # The choices may be narrower than their preferred width.
        row_width = title_width + px(8) + (self.spans.sizeHint().width() + self.spans.minimumSizeHint().width()) // 2
        fits = row_width <= width - 2 * px(EDGE)  # In some languages the choices have to be below the title.
        self._head.setDirection(QBoxLayout.Direction.LeftToRight if fits else QBoxLayout.Direction.TopToBottom)
        layout.activate()
        self.place_centered(max(layout.heightForWidth(width), layout.minimumSize().height()))
