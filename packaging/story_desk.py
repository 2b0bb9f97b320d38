"""Story desk: the real program, worked as a person does: by keys, mouse and what things are called. Tells no story."""

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

PATIENCE = 20.0
"""Seconds a state may take to come; far over what any needs."""

CALM = 0.25
"""Seconds a state stands before its picture is taken: a person does not look sooner."""

Found = QWidget


class StoryFailed(Exception):
    """Something a person would have seen or used was not there."""


class Desk:
    """One running program and the folder its pictures go to."""

    def __init__(self, desktop: WindowManager, vault: Path, to: Path, variant: str) -> None:
        self.desktop = desktop
        self.vault = vault
        self._to = to
        self._variant = variant

    @property
    def window(self) -> MainWindow:
        """The window in front."""
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
        await asyncio.sleep(CALM)

    async def until(self, condition: Callable[[], object], what: str) -> None:
        """Let the program go on until *condition* holds. Raises `StoryFailed`."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not condition():
                    await asyncio.sleep(0.01)
        except TimeoutError:
            raise StoryFailed(f"never came: {what}") from None

    async def press(self, *keys: str) -> None:
        """Press keys, each as `Ctrl+P`, wherever the keyboard is."""
        for key in keys:
            pressed = QKeySequence(key)[0]
            QTest.keyClick(self._keyboard(), pressed.key(), pressed.keyboardModifiers())
            await asyncio.sleep(0.05)

    async def type(self, text: str) -> None:
        """Type *text* wherever the keyboard is."""
        for sign in text:
            # By hand: QTest knows the keys of ASCII alone.
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                event = QKeyEvent(kind, 0, Qt.KeyboardModifier.NoModifier, sign)
                QApplication.sendEvent(self._keyboard(), event)
        await asyncio.sleep(0.15)

    async def click(self, name: str, *, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        """Click the thing called *name*: what a screen reader calls it, or what stands on it."""
        await self.until(lambda: self.seen(name), f"“{name}”")
        thing = self.seen(name)
        assert thing is not None
        await self.until(thing.isEnabled, f"“{name}” can be used")
        QTest.mouseClick(thing, button, pos=thing.rect().center())
        await asyncio.sleep(0.1)

    async def click_row(self, listing: str, row: str, *, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        """Click the row that begins with *row* in the list or tree called *listing*."""
        from PySide6.QtWidgets import QAbstractItemView

        await self.until(lambda: isinstance(self.seen(listing), QAbstractItemView), f"the list “{listing}”")
        view = self.seen(listing)
        assert isinstance(view, QAbstractItemView)
        model = view.model()

        def found() -> object:
            start = model.index(0, 0)
            flags = Qt.MatchFlag.MatchStartsWith | Qt.MatchFlag.MatchRecursive
            hits = model.match(start, Qt.ItemDataRole.DisplayRole, row, 1, flags) if start.isValid() else []
            return hits[0] if hits else None

        await self.until(found, f"“{row}” in “{listing}”")
        index = found()
        view.scrollTo(index)  # type: ignore[arg-type]  # an index, once it was found
        place = view.visualRect(index).center()  # type: ignore[arg-type]  # likewise
        QTest.mouseClick(view.viewport(), button, pos=place)
        await asyncio.sleep(0.1)

    def seen(self, name: str) -> Found | None:
        """Return the thing in sight that is called *name*, the topmost window's first."""
        windows = [self._top(), *(one for one in QApplication.topLevelWidgets() if one.isVisible())]
        for exact in (True, False):
            for window in windows:
                for thing in (window, *window.findChildren(QWidget)):
                    if thing.isVisible() and _is_called(thing, name, exact=exact):
                        return thing
        return None

    async def shot(self, state: str) -> None:
        """Keep a picture of the window, with what stands over it."""
        await asyncio.sleep(CALM)
        window = self.window
        image = window.grab().toImage()
        painter = QPainter(image)
        for over in QApplication.topLevelWidgets():
            if over is not window and over.isVisible() and not isinstance(over, MainWindow):
                place = over.mapToGlobal(QPoint(0, 0)) - window.mapToGlobal(QPoint(0, 0))
                painter.drawPixmap(place, over.grab())
        painter.end()
        self._keep(image, state)

    async def shot_of(self, thing: QWidget, state: str) -> None:
        """Keep a picture of one window that stands by itself."""
        await asyncio.sleep(CALM)
        self._keep(thing.grab().toImage(), state)

    def _keep(self, image: QImage, state: str) -> None:
        file = self._to / f"{state}-{self._variant}.png"
        if image.isNull() or not image.save(str(file)):
            raise StoryFailed(f"{file} could not be written")

    def _top(self) -> QWidget:
        return QApplication.activePopupWidget() or QApplication.activeModalWidget() or self.window

    def _keyboard(self) -> QWidget:
        return QApplication.focusWidget() or self._top()


def _is_called(thing: QWidget, name: str, *, exact: bool) -> bool:
    words = [thing.accessibleName()]
    if isinstance(thing, QAbstractButton | QLabel):
        words.append(thing.text().replace("&", ""))
    if isinstance(thing, QLineEdit | QPlainTextEdit | QTextEdit):
        words.append(thing.placeholderText())
    return any(word == name or (not exact and word.startswith(name)) for word in words if word)


@asynccontextmanager
async def open_desk(home: Path, to: Path, variant: str, size: tuple[int, int], look: str) -> AsyncIterator[Desk]:
    """Run the program on a copy of the welcome vault with a *home* of its own, in the look light or dark."""
    vault = home / "Lindenweg"
    shutil.copytree(ROOT / "resources" / "welcome-vault", vault)
    where = app_folders()
    where.settings.mkdir(parents=True, exist_ok=True)
    key = re.sub(r'(["\\])', r"\\\1", str(vault))
    where.settings_file.write_text(
        f'[appearance]\ntheme = "{look}"\n[vaults."{key}"]\ntool_calling = true\nchats = "keep"\n', encoding="utf-8"
    )
    desktop = make_desktop(make_application(), where, SingleInstance(str(home / "socket")))
    desktop.window.resize(*size)
    collector = GarbageCollector(QApplication.instance() or desktop.window)
    QCursor.setPos(QPointF(0, 0).toPoint())
    life = asyncio.ensure_future(desktop.run(vault))
    desk = Desk(desktop, vault, to, variant)
    try:
        await desk.ready()
        desktop.window.resize(*size)
        desktop.window.activateWindow()
        yield desk
    finally:
        for one in QApplication.topLevelWidgets():
            if not isinstance(one, MainWindow):
                one.close()
        desktop.quit()
        await asyncio.wait([life], timeout=PATIENCE)
        collector.release()
