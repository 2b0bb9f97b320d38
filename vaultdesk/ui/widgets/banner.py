"""Banner: a sentence that needs no decision, with optional actions."""

from collections.abc import Callable, Sequence
from typing import Literal

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.accessibility import set_tab_order
from vaultdesk.ui.widgets.buttons import IconButton, LinkButton
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import FlowLayout, ItemLayout, row_layout

BannerKind = Literal["info", "success", "warning", "danger", "leaves", "undo"]
"""The kind of a banner; `leaves` warns that data leaves this computer, `undo` offers to undo."""

Action = tuple[str, Callable[[], object]]
"""An action: the text of the link and its function."""

BANNER_STYLES: dict[BannerKind, tuple[str, str, str]] = {
    "info": ("info", "accent", "accent_soft"),
    "success": ("check", "success", "success_tint"),
    "warning": ("warning", "warning", "warning_tint"),
    "danger": ("warning", "danger", "danger_tint"),
    "leaves": ("arrow-up-right", "warning", "warning_tint"),
    "undo": ("undo", "success", "success_tint"),
}
"""Icon, its color and the background of each kind."""


class _BannerLayout(ItemLayout):
    """Layout of the sentence and its links.

    A single link is on the right if both fit on one line; otherwise the links are below the sentence.
    """

    def __init__(self, label: PlainLabel, links: QWidget, flow: FlowLayout) -> None:
        super().__init__()
        self._label, self._links, self._flow = label, links, flow
        for widget in (label, links):
            self.addWidget(widget)

    def heightForWidth(self, width: int) -> int:
        return max(rect.bottom() + 1 for rect in self._rects(width))

    def sizeHint(self) -> QSize:
        width = self._label.sizeHint().width()
        return QSize(width, self.heightForWidth(width))

    def minimumSize(self) -> QSize:
        return self._label.minimumSizeHint().expandedTo(self._flow.minimumSize())

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        for widget, widget_rect in zip((self._label, self._links), self._rects(rect.width()), strict=True):
            widget.setGeometry(widget_rect.translated(rect.topLeft()))

    def _rects(self, width: int) -> tuple[QRect, QRect]:
        """Return the rectangles of the sentence and the links."""
        px = theme().px
        link, gap = self._flow.sizeHint(), px(10)
        label_width = width - link.width() - gap
        if not self._flow.count():
            return QRect(0, 0, width, self._label_height(width)), QRect()
        text_width = max(map(self._label.fontMetrics().horizontalAdvance, self._label.text().split("\n")))
        if self._flow.count() == 1 and text_width <= label_width:
            height = max(self._label_height(label_width), link.height())
            return QRect(0, 0, label_width, height), QRect(width - link.width(), 0, link.width(), link.height())
        height = self._label_height(width)
        return QRect(0, 0, width, height), QRect(0, height + px(2), width, self._flow.heightForWidth(width))

    def _label_height(self, width: int) -> int:
        return max(self._label.heightForWidth(width), theme().px(22))


class Banner(QWidget):
    """A tinted line with an icon, a sentence and links, which are below the sentence if they do not fit."""

    closed = Signal()
    """The close button was pressed."""

    def __init__(
        self,
        kind: BannerKind,
        text: str,
        actions: Sequence[Action] = (),
        *,
        closable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._kind: BannerKind = kind
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        px = theme().px
        line = row_layout(self, 10, margins=(12, 6, 12, 6))
        self._icon = Glyph("", size=16)
        self._icon.setFixedHeight(px(22))
        line.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        self._label = PlainLabel(text, wrap=True, selectable=False)
        self._links = QWidget()
        self._flow = FlowLayout(self._links, px(8))
        line.addLayout(_BannerLayout(self._label, self._links, self._flow), 1)
        self._close_button: IconButton | None = None
        self.stops: tuple[QWidget, ...] = ()
        """The tab stops: the actions, then the close button."""
        self.set_actions(actions)
        if closable:
            self._close_button = IconButton("close", self.tr("Close this message"), size=14, side=22)
            self._close_button.clicked.connect(self.closed)
            self._close_button.clicked.connect(self.hide)
            line.addWidget(self._close_button, 0, Qt.AlignmentFlag.AlignTop)
            self.stops = (*self.stops, self._close_button)
        self._apply_theme()
        theme().changed.connect(self._apply_theme)

    def text(self) -> str:
        return self._label.text()

    def set_text(self, text: str) -> None:
        self._label.setText(text)
        self.setAccessibleName(self._label.text())

    def set_kind(self, kind: BannerKind) -> None:
        self._kind = kind
        self._apply_theme()

    @property
    def links(self) -> tuple[LinkButton, ...]:
        """The links of the actions, in order."""
        widgets = (self._flow.itemAt(index) for index in range(self._flow.count()))
        found_widgets = (item.widget() for item in widgets if item is not None)
        return tuple(link for link in found_widgets if isinstance(link, LinkButton))

    def set_actions(self, actions: Sequence[Action]) -> None:
        self._flow.clear()
        for text, do in actions:
            link = LinkButton(text)
            link.clicked.connect(lambda _checked=False, do=do: do())
            self._flow.addWidget(link)
        self.stops = (*self.links, self._close_button) if self._close_button is not None else self.links
        set_tab_order(self.stops)
        self._links.setVisible(bool(actions))
        self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        _, role, background = BANNER_STYLES[self._kind]
        line = values.color(role) if values.tokens.high_contrast else None
        box(QPainter(self), self.rect(), values.px(6), values.color(background), line)

    def _apply_theme(self) -> None:
        name, role, _ = BANNER_STYLES[self._kind]
        self._icon.show_icon(name, role)
        self.setAccessibleName(self._label.text())
        self.update()
