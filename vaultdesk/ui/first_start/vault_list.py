"""Vault list: vaults found or opened before, one row each with a button. Reads no disk."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QDate, QLocale, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel

ROWS_IN_SIGHT = 6
"""Rows after which a list scrolls: what can be done below it must stay near."""

ROW_HEIGHT = 50
"""Pixels of a row at LOOK's font size."""

VAULT_NAME = "vaultName"
"""Property of a row's button: which vault it opens."""


@dataclass(frozen=True, slots=True)
class VaultRow:
    """One vault that can be opened."""

    name: str
    path: Path
    used: datetime | None = None


def home_short(path: Path) -> str:
    """Return *path* with the person's own folder as `~`."""
    home = Path.home()
    return f"~/{path.relative_to(home).as_posix()}" if path.is_relative_to(home) and path != home else str(path)


class VaultList(QWidget):
    """A titled card of rows; nothing at all while there are none."""

    chosen = Signal(object)
    """The `Path` of the vault to open."""

    def __init__(self, title: str, remark: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = QVBoxLayout()
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(0)
        self._area = self._scrolling(title)
        card = Card(padding=0)
        card.content.addWidget(self._area)
        head = QHBoxLayout()
        head.addWidget(PlainLabel(title, font="heading"))
        head.addStretch(1)
        head.addWidget(PlainLabel(remark, role="muted", font="small"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().step(6))
        column.addLayout(head)
        column.addWidget(card)
        self.hide()

    def show_rows(self, rows: Sequence[VaultRow]) -> None:
        """Show *rows*, in their order."""
        while (item := self._rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                # Out of the tree at once: a deleted row could be pressed until the loop turns.
                widget.setParent(None)
                widget.deleteLater()
        for number, row in enumerate(rows):
            if number:
                self._rows.addWidget(SeparatorLine())
            self._rows.addWidget(self._row(row))
        row_height = theme().step(ROW_HEIGHT) + 1
        # Half a row more tells that there is more.
        high = row_height * ROWS_IN_SIGHT + row_height // 2 if len(rows) > ROWS_IN_SIGHT else row_height * len(rows) - 1
        self._area.setFixedHeight(max(0, high))
        self.setVisible(bool(rows))

    def names(self) -> list[str]:
        """Return the names in the list."""
        return [button.property(VAULT_NAME) for button in self.buttons()]

    def buttons(self) -> list[PlainButton]:
        """Return the button of each row, in order."""
        return self._area.findChildren(PlainButton)

    def _scrolling(self, title: str) -> QScrollArea:
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # The buttons in it take the keyboard, and the area follows them.
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setAccessibleName(title)
        host = QWidget()
        host.setLayout(self._rows)
        area.setWidget(host)
        host.setAutoFillBackground(False)
        area.viewport().setAutoFillBackground(False)
        # The ground of its scroll bar is the card's.
        area.viewport().setBackgroundRole(QPalette.ColorRole.Base)
        return area

    def _row(self, row: VaultRow) -> QWidget:
        step = theme().step
        host = QWidget()
        host.setFixedHeight(step(ROW_HEIGHT))
        line = QHBoxLayout(host)
        line.setContentsMargins(step(12), 0, step(12), 0)
        line.setSpacing(step(12))
        line.addWidget(Glyph("folder", "text2"))
        names = QVBoxLayout()
        names.setSpacing(step(1))
        names.addStretch(1)
        names.addWidget(ElidedLabel(row.name, font="strong"))
        names.addWidget(ElidedLabel(home_short(row.path), Qt.TextElideMode.ElideMiddle, "muted", "small"))
        names.addStretch(1)
        line.addLayout(names, 1)
        if row.used is not None:
            line.addWidget(PlainLabel(self._used(row.used), role="muted", font="small"))
        button = PlainButton(self.tr("Open"), small=True)
        button.setAccessibleName(self.tr("Open {0}").format(row.name))
        button.setProperty(VAULT_NAME, row.name)
        button.clicked.connect(lambda: self.chosen.emit(row.path))
        line.addWidget(button)
        return host

    def _used(self, used: datetime) -> str:
        day, today = used.astimezone().date(), datetime.now().astimezone().date()
        if day == today:
            return self.tr("last used today")
        if day.year == today.year:
            return self.tr("last used {0}").format(QLocale().toString(QDate(day.year, day.month, day.day), "d MMMM"))
        return self.tr("last used in {0}").format(day.year)
