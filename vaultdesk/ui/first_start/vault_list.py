"""Vault list: vaults found or opened before, one row each with a button. Reads no disk."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.ui.parts.buttons import PlainButton
from vaultdesk.ui.parts.card import Card, Rule
from vaultdesk.ui.parts.glyph import Glyph
from vaultdesk.ui.parts.labels import ElidedLabel, PlainLabel
from vaultdesk.ui.theme.theme import theme


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
        self._card = Card(padding=0)
        self._card.content.setSpacing(0)
        head = QHBoxLayout()
        head.addWidget(PlainLabel(title, font="heading"))
        head.addStretch(1)
        head.addWidget(PlainLabel(remark, role="muted", font="small"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().step(6))
        column.addLayout(head)
        column.addWidget(self._card)
        self.hide()

    def show_rows(self, rows: Sequence[VaultRow]) -> None:
        """Show *rows*, in their order."""
        while (item := self._card.content.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        for number, row in enumerate(rows):
            if number:
                self._card.content.addWidget(Rule())
            self._card.content.addWidget(self._row(row))
        self.setVisible(bool(rows))

    def _row(self, row: VaultRow) -> QWidget:
        step = theme().step
        host = QWidget()
        line = QHBoxLayout(host)
        line.setContentsMargins(step(12), step(8), step(12), step(8))
        line.setSpacing(step(12))
        line.addWidget(Glyph("folder", "text2"))
        names = QVBoxLayout()
        names.setSpacing(step(1))
        names.addWidget(ElidedLabel(row.name, font="strong"))
        names.addWidget(ElidedLabel(home_short(row.path), Qt.TextElideMode.ElideMiddle, "muted", "small"))
        line.addLayout(names, 1)
        if row.used is not None:
            line.addWidget(PlainLabel(self._used(row.used), role="muted", font="small"))
        button = PlainButton(self.tr("Open"), small=True)
        button.setAccessibleName(self.tr("Open {0}").format(row.name))
        button.clicked.connect(lambda: self.chosen.emit(row.path))
        line.addWidget(button)
        return host

    def _used(self, used: datetime) -> str:
        day, today = used.astimezone().date(), datetime.now().astimezone().date()
        if day == today:
            return self.tr("last used today")
        if day.year == today.year:
            return self.tr("last used {0}").format(QLocale().toString(day, "d MMMM"))
        return self.tr("last used in {0}").format(day.year)
