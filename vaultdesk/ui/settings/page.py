"""Page: all settings: the sheets named at the left, the chosen one at the right. Not modal: the window stays usable."""

from pathlib import Path
from typing import Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListWidget, QListWidgetItem, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.credentials import Credentials
from vaultdesk.providers.catalog import Catalog
from vaultdesk.settings import Settings, SettingsStore
from vaultdesk.ui.bridge import start
from vaultdesk.ui.parts.buttons import PlainButton
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.settings.provider_sheet import ProviderSheet
from vaultdesk.ui.settings.sheet import Sheet
from vaultdesk.ui.settings.sheets import AboutSheet, AppearanceSheet, GeneralSheet
from vaultdesk.ui.settings.vault_sheet import VaultSheet
from vaultdesk.ui.theme.icons import icon
from vaultdesk.ui.theme.theme import theme

NAV_WIDTH = 216
"""Pixels of the list of sheets (mockup 09)."""


class _Refreshed(Protocol):
    def refresh(self, settings: Settings) -> None: ...


class SettingsPage(QWidget):
    """The settings as a page of the window."""

    closed = Signal()

    def __init__(
        self,
        store: SettingsStore,
        credentials: Credentials,
        catalog: Catalog,
        vault: Path | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """*vault* is the open vault's folder; without one its sheet is left out."""
        super().__init__(parent)
        self._store = store
        self.providers = ProviderSheet(store, credentials, catalog)
        sheets: list[tuple[str, Sheet]] = [
            ("sliders", GeneralSheet(store)),
            ("contrast", AppearanceSheet(store)),
            ("cloud", self.providers),
            ("info", AboutSheet(store)),
        ]
        if vault is not None:
            sheets.insert(2, ("folder", VaultSheet(store, vault)))
        self._icons = [name for name, _ in sheets]
        self._nav = QListWidget()
        self._stack = QStackedWidget()
        for _, sheet in sheets:
            self._stack.addWidget(sheet)
            self._nav.addItem(QListWidgetItem(sheet.title))
        self._lay_out()
        self._nav.currentRowChanged.connect(self._stack.setCurrentIndex)
        theme().changed.connect(self._dress)
        self._dress()
        self.show_sheet(self.providers.title)
        start(self._follow(), self)

    def show_sheet(self, title: str) -> None:
        """Show the sheet called *title*."""
        for row in range(self._nav.count()):
            if self._nav.item(row).text() == title:
                self._nav.setCurrentRow(row)

    def titles(self) -> list[str]:
        """Return the names of the sheets, in order."""
        return [self._nav.item(row).text() for row in range(self._nav.count())]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc leaves the settings; everything is kept already."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        step = theme().step
        self._nav.setFrameShape(QFrame.Shape.NoFrame)
        self._nav.setAccessibleName(self.tr("Settings pages"))
        self._nav.viewport().setAutoFillBackground(False)
        self._nav.setSpacing(1)
        done = PlainButton(self.tr("Done"), keys="Esc")
        done.clicked.connect(self.closed)
        left = QWidget()
        left.setFixedWidth(step(NAV_WIDTH))
        column = QVBoxLayout(left)
        column.setContentsMargins(step(8), step(16), step(8), step(16))
        column.setSpacing(step(12))
        title = PlainLabel(self.tr("Settings"), font="heading")
        title.setContentsMargins(step(8), 0, 0, 0)
        column.addWidget(title)
        column.addWidget(self._nav, 1)
        column.addWidget(done, 0, Qt.AlignmentFlag.AlignLeft)
        line = QFrame()
        line.setFixedWidth(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(left)
        row.addWidget(line)
        row.addWidget(self._stack, 1)
        self._line = line
        self.setFocusProxy(self._nav)

    def _dress(self) -> None:
        for row, name in enumerate(self._icons):
            self._nav.item(row).setIcon(icon(name))
        palette = self._line.palette()
        palette.setColor(self._line.backgroundRole(), theme().color("border"))
        self._line.setPalette(palette)
        self._line.setAutoFillBackground(True)

    async def _follow(self) -> None:
        with self._store.changes.subscribe() as changes:
            async for settings in changes:
                for number in range(self._stack.count()):
                    sheet: _Refreshed = self._stack.widget(number)  # type: ignore[assignment]  # only sheets are put in
                    sheet.refresh(settings)
