"""Status bar: index, egress, cost and model, each as a clickable item."""

from typing import Literal

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStatusBar, QToolButton, QWidget

from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import box, chevron, draw_upright_pixmap, draw_upright_text, mirror_painting
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName
from vaultdesk.ui.theme.widget_painter import CORNER_RADIUS
from vaultdesk.ui.widgets.labels import ElidedLabel, as_tooltip, safe_label_text
from vaultdesk.ui.widgets.layouts import row_layout

IndexMark = Literal["none", "ready", "working", "failed"]
"""State of the index, for the color of its dot; the text beside it describes it."""

DOTS: dict[IndexMark, str] = {"none": "muted", "ready": "success", "working": "warning", "failed": "danger"}


REMARK_GAP = 7
"""Gap in design pixels between an item's text and the remark after it."""

ITEM_HEIGHT = 22
"""Height of an item in design pixels."""

MIN_ELASTIC_CHARACTERS = 6
"""Minimum number of characters that stay of the part of a text that is shortened first."""

MAX_MINIMUM_WIDTH = 100
"""Maximum of an item's minimum width in design pixels."""


class StatusItem(QToolButton):
    """Flat button with an icon or a dot and a short text."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._text, self._remark, self._icon_name, self._icon_role = "", "", "", "muted"
        self.short = ""
        """Shorter text for narrow windows."""
        self.shortened = False
        """Whether the item asks for the width of its shorter text only."""
        self._elastic = ""
        """The part of the text that is shortened first."""
        self._role = "muted"
        self._font_name: FontName = "small"
        self.dot = ""
        self.opens_upwards = False
        self.setProperty(CORNER_RADIUS, 5)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def shown_text(self) -> str:
        """Return the item's text."""
        return self._text

    def shown_remark(self) -> str:
        """Return the muted text after the item's text."""
        return self._remark

    def set_text(
        self,
        text: str,
        icon_name: str = "",
        icon_role: str = "muted",
        *,
        strong: bool = False,
        remark: str = "",
        elastic: str = "",
    ) -> None:
        """Show *text* after an icon; *strong* emphasizes it, and *remark* is muted text after it.

        *elastic* is the part of *text* that is shortened first where there is no space.
        """
        self._text = safe_label_text(text).replace("\n", " ")
        self._remark = safe_label_text(remark).replace("\n", " ")
        self._elastic = safe_label_text(elastic).replace("\n", " ")
        self._icon_name, self._icon_role = icon_name, icon_role
        self._role = "text" if strong else "muted"
        self._font_name = "small_strong" if strong else "small"
        self.setAccessibleName(f"{self._name}: {', '.join(part for part in (self._text, self._remark) if part)}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = theme().metrics(self._font_name)
        if self.shortened:
            return QSize(self._width_for(metrics.horizontalAdvance(self.short)), theme().px(ITEM_HEIGHT))
        return QSize(self.full_width(), theme().px(ITEM_HEIGHT))

    def full_width(self) -> int:
        """Return the width in which the text and the remark fit."""
        text_width = theme().metrics(self._font_name).horizontalAdvance(self._text)
        return self._width_for(text_width + self._remark_width())

    def minimumSizeHint(self) -> QSize:
        """Have space for the shortest text, up to `MAX_MINIMUM_WIDTH`."""
        metrics, px = theme().metrics(self._font_name), theme().px
        texts = [text for text in (self._text.partition(" · ")[0], self.short) if text]
        width = self._width_for(min(map(metrics.horizontalAdvance, texts), default=0))
        return QSize(min(width, px(MAX_MINIMUM_WIDTH)), px(ITEM_HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        painter = QPainter(self)
        mirror_painting(painter, self.rect())
        height = self.height()
        if self.isEnabled() and (self.isDown() or self.underMouse()):
            box(painter, self.rect(), values.px(5), values.color("pressed" if self.isDown() else "hover"))
        left = values.px(6)
        if self.dot:
            side = values.px(6)
            box(painter, QRectF(left, (height - side) / 2, side, side), side / 2, values.color(self.dot))
            left += values.px(15)
        elif self._icon_name:
            side = values.px(14)
            picture = pixmap(self._icon_name, self._icon_role, side, self.devicePixelRatioF())
            draw_upright_pixmap(painter, QPoint(left, (height - side) // 2), picture)
            left += side + values.px(6)
        right = self.width() - values.px(6)
        if self.opens_upwards:
            side = values.px(12)
            chevron(painter, QRectF(right - side, (height - side) / 2, side, side), values.color("muted"), "up")
            right -= values.px(18)
        painter.setFont(values.font(self._font_name))
        painter.setPen(values.color(self._role))
        available_width, middle = max(0, right - left + 1), int(Qt.AlignmentFlag.AlignVCenter)
        text = self._fitting_text(painter.fontMetrics(), available_width)
        text_width = painter.fontMetrics().horizontalAdvance(text)
        draw_upright_text(painter, QRect(left, 0, min(available_width, text_width + 1), height), middle, text)
        if self._remark and text_width + self._remark_width() <= available_width + 1:
            painter.setFont(values.font("small"))
            painter.setPen(values.color("muted"))
            remark_rect = QRect(left + text_width + values.px(REMARK_GAP), 0, available_width - text_width, height)
            draw_upright_text(painter, remark_rect, middle, self._remark)

    def _width_for(self, text_width: int) -> int:
        px = theme().px
        width = text_width + 2 * px(6) + 2
        width += px(14) + px(6) if self._icon_name else px(15) if self.dot else 0
        return width + (px(18) if self.opens_upwards else 0)

    def _remark_width(self) -> int:
        return theme().metrics("small").horizontalAdvance(self._remark) + theme().px(REMARK_GAP) if self._remark else 0

    def _fitting_text(self, metrics: QFontMetrics, available_width: int) -> str:
        """Return the text that fits: all of it, with a shorter elastic part, the part before a middle dot, or an elided
        text.
        """
        first = self._text.partition(" · ")[0]
        if self._elastic and metrics.horizontalAdvance(self._text) > available_width:
            before, _, after = self._text.rpartition(self._elastic)
            width = available_width - metrics.horizontalAdvance(before + after)
            shortened = metrics.elidedText(self._elastic, Qt.TextElideMode.ElideMiddle, max(0, width))
            if len(shortened) >= MIN_ELASTIC_CHARACTERS:
                return f"{before}{shortened}{after}"
        for text in (self._text, first, self.short):
            if text and metrics.horizontalAdvance(text) <= available_width:
                return text
        return metrics.elidedText(first, Qt.TextElideMode.ElideRight, available_width)


class StatusBar(QStatusBar):
    """Last line of the window. A click on an item requests its details."""

    index_requested = Signal()
    embeddings_requested = Signal()
    disclosures_requested = Signal()
    model_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme().px
        self.setSizeGripEnabled(False)
        self.setFixedHeight(px(26))
        self.setContentsMargins(0, 0, 0, 0)
        self.index = StatusItem(self.tr("Index"))
        self.embeddings = StatusItem(self.tr("Search by meaning"))
        self.egress = StatusItem(self.tr("What left this computer"))
        self.timer = StatusItem(self.tr("Pomodoro"))
        self.model = StatusItem(self.tr("Model"))
        self.model.opens_upwards = True
        self.usage = ElidedLabel(role="muted", font="small")
        self.usage.setMinimumHeight(px(ITEM_HEIGHT))
        line = QWidget()
        row = row_layout(line, 8, margins=(8, 0, 8, 0))
        left, right = QWidget(), QWidget()
        for container, item, at_end in ((left, self.index, False), (right, self.model, True)):
            inner = QHBoxLayout(container)
            inner.setContentsMargins(0, 0, 0, 0)
            if at_end:
                inner.setSpacing(px(8))
                inner.addStretch(1)
                inner.addWidget(self.timer)
                inner.addWidget(self.usage)
            inner.addWidget(item)
            if not at_end:
                inner.addWidget(self.embeddings)
                inner.addStretch(1)
            # Both sides get the same share, so that the middle is the window's middle.
            container.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._sides = (left, right)
        row.addWidget(left, 1)
        row.addWidget(self.egress)
        row.addWidget(right, 1)
        self.addWidget(line, 1)
        layout = self.layout()
        if layout is not None:
            layout.setContentsMargins(0, 0, 0, 0)
        self.index.clicked.connect(self.index_requested)
        self.embeddings.clicked.connect(self.embeddings_requested)
        self.egress.clicked.connect(self.disclosures_requested)
        self.model.clicked.connect(self.model_requested)
        self.show_no_vault()
        self.show_embeddings("", "none")
        self.hide_egress()
        self.show_usage("")
        self.show_timer("")
        self.model.hide()  # The model is known once a vault is open.

    def show_no_vault(self) -> None:
        """Show that there is no vault and thus no index."""
        self.show_index(self.tr("No vault"), "none")
        self.model.hide()

    def show_opening(self, name: str) -> None:
        """Show that the vault *name* is being opened."""
        self.show_index(self.tr("Opening {0}…").format(name), "working")
        self.model.hide()
        self.hide_egress()

    def show_index(self, text: str, mark: IndexMark, detail: str = "", short: str = "") -> None:
        """Show the state of the index, or *short* in a narrow window."""
        self.index.dot, self.index.short = DOTS[mark], short
        self.index.set_text(text)
        self.index.setToolTip(as_tooltip("\n".join(part for part in (text, detail) if part)))
        self._show_fitting_items()

    def show_embeddings(self, text: str, mark: IndexMark, detail: str = "") -> None:
        """Show the progress of the embeddings; hidden if empty."""
        self.embeddings.dot = DOTS[mark]
        self.embeddings.set_text(text)
        self.embeddings.setVisible(bool(text))
        self.embeddings.setToolTip(as_tooltip(detail))
        self._show_fitting_items()

    def show_no_egress(self, text: str, short: str = "") -> None:
        """Show *text*, or *short* in a narrow window: nothing left the computer today."""
        self.egress.short = short
        self.egress.set_text(text, "shield-check")
        self.egress.setToolTip("")
        self.egress.show()
        self._show_fitting_items()

    def show_egress(self, text: str, detail: str = "", remark: str = "", *, receiver: str = "") -> None:
        """Show what has left the computer and to whom, and *remark* as muted text after it.

        *receiver* is the part of *text* that is shortened first in a narrow window.
        """
        self.egress.short = ""
        self.egress.set_text(text, "arrow-up-right", "warning", strong=True, remark=remark, elastic=receiver)
        self.egress.setToolTip(as_tooltip("\n".join(part for part in (text, detail) if part)))
        self.egress.show()
        self._show_fitting_items()

    def hide_egress(self) -> None:
        """Hide the item: no vault is open, or its records are not loaded yet."""
        self.egress.hide()

    def show_usage(self, text: str) -> None:
        """Show today's cost, or what a local model has processed; hidden if empty."""
        self.usage.set_text(text)
        self._show_fitting_items()

    def show_timer(self, remaining: str, *, paused: bool = False, detail: str = "") -> None:
        """Show the remaining time of the pomodoro; hidden if empty."""
        icon_name, role = ("pause", "muted") if paused else ("clock", "accent")
        self.timer.set_text(remaining, icon_name, role, strong=not paused)
        self.timer.setVisible(bool(remaining))
        self._show_fitting_items()
        self.timer.setToolTip(as_tooltip(detail))

    def show_model(self, text: str, *, local: bool) -> None:
        """Show the model, with an icon that shows whether it is local."""
        self.model.set_text(text, "chip" if local else "cloud")
        self.model.show()
        self._show_fitting_items()
        location = self.tr("answers on this computer") if local else self.tr("answers over the network")
        self.model.setToolTip(as_tooltip(f"{text}: {location}"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Check whether the cost item fits."""
        super().resizeEvent(event)
        self._show_fitting_items()

    def _show_fitting_items(self) -> None:
        """Show the cost item if it fits without being cut off, and use the short text of the egress item if needed."""
        px, egress = theme().px, self.egress
        other_widths = [item.sizeHint().width() + px(8) for item in (self.timer, self.model) if not item.isHidden()]
        side_width = (self.width() - egress.full_width()) // 2 - px(16)
        fits = sum(other_widths) + self.usage.sizeHint().width() <= side_width
        self.usage.setVisible(bool(self.usage.text()) and fits)
        needed_width = 0
        for side in self._sides:
            layout = side.layout()
            assert layout is not None
            # The size policy of the sides, which makes them equally wide, ignores the minimum of their items.
            side.setMinimumWidth(layout.minimumSize().width())
            needed_width += side.minimumWidth()
        egress.shortened = bool(egress.short) and self.width() - egress.full_width() - px(32) < needed_width
        egress.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(QRect(0, 0, self.width(), 1), theme().color("border"))
