"""Backlinks: the foot of a note: how many notes link here, and each with the line the link is in."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QToolButton, QVBoxLayout, QWidget

from vaultdesk.index.results import Backlink
from vaultdesk.ui.parts.labels import ElidedLabel, PlainLabel, as_tooltip
from vaultdesk.ui.parts.menu import literal
from vaultdesk.ui.parts.shown_text import shown
from vaultdesk.ui.theme.icons import icon
from vaultdesk.ui.theme.theme import theme

MOST_SHOWN = 60
"""Links listed; a hub may have thousands, which the search shows better."""

NAME_WIDTH = 126
"""Width of the names' column in LOOK's pixels."""

LIST_HEIGHT = 120
"""Height of the list before it scrolls."""


class Backlinks(QWidget):
    """One line that opens to a list. Hidden where no note links here."""

    chosen = Signal(object, bool)
    """A `Backlink`, and whether a new tab was asked for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._links: list[Backlink] = []
        self._open = False
        step = theme().step
        column = QVBoxLayout(self)
        column.setContentsMargins(step(12), step(6), step(12), step(6))
        column.setSpacing(step(4))
        self._toggle = QToolButton()
        self._toggle.setAutoRaise(True)
        self._toggle.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._toggle.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._toggle.clicked.connect(lambda: self.set_open(not self._open))
        column.addWidget(self._toggle, 0, Qt.AlignmentFlag.AlignLeft)
        self._list = QScrollArea()
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setWidgetResizable(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.hide()
        column.addWidget(self._list)
        self.hide()
        theme().changed.connect(self._dress)
        self._dress()

    def show_links(self, links: list[Backlink]) -> None:
        """Show *links* instead of those before."""
        if links == self._links:
            return
        self._links = links
        notes = len({link.path for link in links})
        words = self.tr("Linked from 1 note") if notes == 1 else self.tr("Linked from {n} notes").format(n=f"{notes:,}")
        self._toggle.setText(words)
        self._toggle.setAccessibleName(words)
        self.setVisible(bool(links))
        if self._open:
            self._fill()

    def set_open(self, opened: bool) -> None:
        """Show or hide the list under the line."""
        self._open = opened
        self._list.setVisible(opened)
        if opened:
            self._fill()
        self._dress()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line over it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("surface"))
        painter.fillRect(0, 0, self.width(), 1, theme().color("border"))

    def _fill(self) -> None:
        step = theme().step
        rows = QWidget()
        grid = QGridLayout(rows)
        grid.setContentsMargins(step(2), 0, 0, 0)
        grid.setVerticalSpacing(step(2))
        grid.setHorizontalSpacing(step(12))
        for number, link in enumerate(self._links[:MOST_SHOWN]):
            name = QToolButton()
            name.setAutoRaise(True)
            name.setFont(theme().font("strong"))
            cut = name.fontMetrics().elidedText(shown(link.title), Qt.TextElideMode.ElideRight, step(NAME_WIDTH - 12))
            name.setText(literal(cut))
            name.setToolTip(as_tooltip(link.path))
            name.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            name.clicked.connect(lambda _checked=False, link=link: self.chosen.emit(link, False))
            grid.addWidget(name, number, 0, Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(ElidedLabel(link.context.strip()[:400], Qt.TextElideMode.ElideRight, "muted"), number, 1)
        if len(self._links) > MOST_SHOWN:
            more = self.tr("and {n} more").format(n=f"{len(self._links) - MOST_SHOWN:,}")
            grid.addWidget(PlainLabel(more, "muted", "small"), MOST_SHOWN, 0, 1, 2)
        grid.setColumnMinimumWidth(0, step(NAME_WIDTH))
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(min(len(self._links), MOST_SHOWN) + 1, 1)
        self._list.setWidget(rows)
        self._list.setFixedHeight(min(rows.sizeHint().height() + step(4), step(LIST_HEIGHT)))

    def _dress(self) -> None:
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Window, theme().color("surface"))
        self._list.setPalette(palette)
        self._toggle.setFont(theme().font("strong"))
        self._toggle.setIcon(icon("chevron-down" if self._open else "chevron-right", size=12))
