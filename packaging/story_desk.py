"""Story desk: controls the real program by keys, mouse and the accessible names of its widgets."""

import asyncio
import re
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QCursor, QImage, QKeyEvent, QKeySequence, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from vaultdesk.core.platform.paths import app_folders
from vaultdesk.ui.app.application import GarbageCollector, make_application, make_desktop
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.app.window_manager import WindowManager
from vaultdesk.ui.single_instance import SingleInstance
from vaultdesk.ui.window.main_window import MainWindow

ROOT = Path(__file__).resolve().parent.parent

TIMEOUT = 20.0
"""Maximum number of seconds until a state must be reached."""

SETTLE_SECONDS = 0.25
"""Seconds before a picture is taken, for animations to end."""

Found = QWidget


class StoryFailed(Exception):
    """An expected state was not reached, or a widget was not found."""


class Desk:
    """One running program, and the folder for its pictures."""

    def __init__(self, desktop: WindowManager, vault: Path, to: Path, variant: str) -> None:
        self.desktop = desktop
        self.vault = vault
        self._to = to
        self._variant = variant

    @property
    def window(self) -> MainWindow:
        """The active main window."""
        return self.desktop.window

    @property
    def views(self) -> VaultViews:
        """The views of the open vault."""
        assert self.desktop.views is not None
        return self.desktop.views

    async def ready(self) -> None:
        """Wait until the vault is open and its index has settled."""
        await self.until(lambda: self.desktop.views is not None, "the vault is open")
        await self.views.workspace.indexer.settled()
        await asyncio.sleep(SETTLE_SECONDS)

    async def until(self, condition: Callable[[], object], what: str) -> None:
        """Wait until *condition* is true; *what* describes it in the error. Raises `StoryFailed`."""
        try:
            async with asyncio.timeout(TIMEOUT):
                while not condition():
                    await asyncio.sleep(0.01)
        except TimeoutError:
            raise StoryFailed(f"timed out waiting for {what}") from None

    async def press(self, *keys: str) -> None:
        """Press *keys*, each such as `Ctrl+P`, in the focused widget."""
        for key in keys:
            pressed = QKeySequence(key)[0]
            QTest.keyClick(self._keyboard(), pressed.key(), pressed.keyboardModifiers())
            await asyncio.sleep(0.05)

    async def type(self, text: str) -> None:
        """Type *text* in the focused widget."""
        for character in text:
            # QTest can type ASCII characters only.
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                event = QKeyEvent(kind, 0, Qt.KeyboardModifier.NoModifier, character)
                QApplication.sendEvent(self._keyboard(), event)
        await asyncio.sleep(0.15)

    async def click(self, name: str, *, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        """Click the widget with the accessible name or text *name*. Raises `StoryFailed`."""
        await self.until(lambda: self.find_widget(name), f"“{name}”")
        widget = self.find_widget(name)
        assert widget is not None
        await self.until(widget.isEnabled, f"“{name}” can be used")
        QTest.mouseClick(widget, button, pos=widget.rect().center())
        await asyncio.sleep(0.1)

    async def click_row(self, listing: str, row: str, *, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        """Click the row that begins with *row* in the list or tree named *listing*. Raises `StoryFailed`."""
        from PySide6.QtWidgets import QAbstractItemView

        await self.until(lambda: isinstance(self.find_widget(listing), QAbstractItemView), f"the list “{listing}”")
        view = self.find_widget(listing)
        assert isinstance(view, QAbstractItemView)
        model = view.model()

        def matching_index() -> object:
            start = model.index(0, 0)
            flags = Qt.MatchFlag.MatchStartsWith | Qt.MatchFlag.MatchRecursive
            hits = model.match(start, Qt.ItemDataRole.DisplayRole, row, 1, flags) if start.isValid() else []
            return hits[0] if hits else None

        await self.until(matching_index, f"“{row}” in “{listing}”")
        index = matching_index()
        view.scrollTo(index)  # type: ignore[arg-type]  # an index, once it was found
        position = view.visualRect(index).center()  # type: ignore[arg-type]  # likewise
        QTest.mouseClick(view.viewport(), button, pos=position)
        await asyncio.sleep(0.1)

    def find_widget(self, name: str) -> Found | None:
        """Return the visible widget with the name *name*, preferring the topmost window; None if there is none."""
        windows = [self._top(), *(window for window in QApplication.topLevelWidgets() if window.isVisible())]
        for exact in (True, False):
            for window in windows:
                for widget in (window, *window.findChildren(QWidget)):
                    if widget.isVisible() and _is_called(widget, name, exact=exact):
                        return widget
        return None

    async def shot(self, state: str) -> None:
        """Save a picture of the window with its popups and dialogs."""
        await asyncio.sleep(SETTLE_SECONDS)
        window = self.window
        image = window.grab().toImage()
        painter = QPainter(image)
        for popup in QApplication.topLevelWidgets():
            if popup is not window and popup.isVisible() and not isinstance(popup, MainWindow):
                position = popup.mapToGlobal(QPoint(0, 0)) - window.mapToGlobal(QPoint(0, 0))
                painter.drawPixmap(position, popup.grab())
        painter.end()
        self._save(image, state)

    async def shot_of(self, widget: QWidget, state: str) -> None:
        """Save a picture of the window *widget* only."""
        await asyncio.sleep(SETTLE_SECONDS)
        self._save(widget.grab().toImage(), state)

    def _save(self, image: QImage, state: str) -> None:
        file = self._to / f"{state}-{self._variant}.png"
        if image.isNull() or not image.save(str(file)):
            raise StoryFailed(f"{file} could not be written")

    def _top(self) -> QWidget:
        return QApplication.activePopupWidget() or QApplication.activeModalWidget() or self.window

    def _keyboard(self) -> QWidget:
        return QApplication.focusWidget() or self._top()


def _is_called(widget: QWidget, name: str, *, exact: bool) -> bool:
    texts = [widget.accessibleName()]
    if isinstance(widget, QAbstractButton | QLabel):
        texts.append(widget.text().replace("&", ""))
    if isinstance(widget, QLineEdit | QPlainTextEdit | QTextEdit):
        texts.append(widget.placeholderText())
    return any(word == name or (not exact and word.startswith(name)) for word in texts if word)


@asynccontextmanager
async def open_desk(home: Path, to: Path, variant: str, size: tuple[int, int], look: str) -> AsyncIterator[Desk]:
    """Run the program with a copy of the welcome vault in the folder *home*; *look* is light or dark."""
    vault = home / "Lindenweg"
    shutil.copytree(ROOT / "resources" / "welcome-vault", vault)
    folders = app_folders()
    folders.settings.mkdir(parents=True, exist_ok=True)
    key = re.sub(r'(["\\])', r"\\\1", str(vault))
    folders.settings_file.write_text(
        f'[appearance]\ntheme = "{look}"\n[vaults."{key}"]\ntool_calling = true\nchats = "keep"\n', encoding="utf-8"
    )
    desktop = make_desktop(make_application(), folders, SingleInstance(str(home / "socket")))
    desktop.window.resize(*size)
    collector = GarbageCollector(QApplication.instance() or desktop.window)
    QCursor.setPos(QPointF(0, 0).toPoint())
    desktop_task = asyncio.ensure_future(desktop.run(vault))
    desk = Desk(desktop, vault, to, variant)
    try:
        await desk.ready()
        desktop.window.resize(*size)
        desktop.window.activateWindow()
        yield desk
    finally:
        for widget in QApplication.topLevelWidgets():
            if not isinstance(widget, MainWindow):
                widget.close()
        desktop.quit()
        await asyncio.wait([desktop_task], timeout=TIMEOUT)
        collector.release()
