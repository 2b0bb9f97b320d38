"""Window: the real desktop on a home and a vault of its own, used with mouse and keyboard as a person does."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QListView, QWidget

from tests.journeys.program import KINDS, Program
from tests.support.desktop import open_views, running_desktop
from tests.support.vaults import HEATING, write_vault
from tests.support.wire import WireServer
from vaultdesk.tools.runtime.approvals import FirstUseAnswer
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.app.window_manager import WindowManager
from vaultdesk.ui.chat.transcript.exchange_view import ExchangeView
from vaultdesk.ui.rendering.markdown_view import MarkdownView
from vaultdesk.ui.review.approval_view import ApprovalDialog
from vaultdesk.ui.review.first_use_card import FirstUseSheet
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import PlainLabel

SEEN_WITHIN = 15.0
"""Seconds in which something must be seen; usually far less, on a busy machine more."""


def click(widget: QWidget, place: QPoint | None = None) -> None:
    """Press and release the left button on *widget*; it must be there to be pressed."""
    assert widget.isVisible(), repr(widget)  # text, as the widget may be gone when it is told
    assert widget.isEnabled(), repr(widget)
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=place or widget.rect().center())


def button(root: QWidget, words: str) -> QAbstractButton:
    """Return the visible button of *root* that says *words*, on its face or to a screen reader."""
    found = buttons(root, words)
    assert found, f"no button {words!r} among {[names_of(one) for one in root.findChildren(QAbstractButton)]}"
    return found[0]


def buttons(root: QWidget, words: str) -> Sequence[QAbstractButton]:
    """Return every visible button of *root* that says *words*."""
    return [one for one in root.findChildren(QAbstractButton) if one.isVisible() and words in names_of(one)]


def names_of(button: QAbstractButton) -> tuple[str, ...]:
    """Return what a button says to the eye and to a screen reader."""
    return button.text().replace("&", ""), button.accessibleName()


def words_of(root: QWidget) -> str:
    """Return what the visible labels and texts of *root* say."""
    labels = [label.text() for label in root.findChildren(PlainLabel) if label.isVisible()]
    return "\n".join([*labels, *(text.toPlainText() for text in root.findChildren(MarkdownView) if text.isVisible())])


async def seen(condition: Callable[[], object]) -> None:
    """Turn the loop until *condition* holds; raises TimeoutError after `SEEN_WITHIN`."""
    async with asyncio.timeout(SEEN_WITHIN):
        while not condition():
            # Not 0: a loop that never rests leaves no time for the threads that load what is waited for.
            await asyncio.sleep(0.005)


@dataclass
class Window:
    """What a journey holds in hand."""

    desktop: WindowManager
    views: VaultViews

    @property
    def exchanges(self) -> tuple[ExchangeView, ...]:
        """The questions and answers on show."""
        return self.views.chat.transcript.views

    @property
    def dialogs(self) -> list[ApprovalDialog]:
        """The approval dialogs on show."""
        return [one for one in self.desktop.window.findChildren(ApprovalDialog) if one.isVisible()]

    @property
    def box(self) -> QWidget:
        """Where a question is typed."""
        return self.views.chat.composer.field

    def ask(self, question: str) -> None:
        """Type a question and press Enter."""
        click(self.box)
        QTest.keyClicks(self.box, question)
        QTest.keyClick(self.box, Qt.Key.Key_Return)

    @property
    def first_use_sheets(self) -> list[FirstUseSheet]:
        """The first decisions on show."""
        return [one for one in self.desktop.window.findChildren(FirstUseSheet) if one.isVisible()]

    async def decide_first_use(self, answer: FirstUseAnswer) -> None:
        """Answer the first decision of the vault."""
        await seen(lambda: self.first_use_sheets and self.first_use_sheets[0].view.buttons[answer].isEnabled())
        (sheet,) = self.first_use_sheets
        click(sheet.view.buttons[answer])
        await seen(lambda: not self.first_use_sheets)

    async def dialog(self) -> ApprovalDialog:
        """Return the approval that is asked, once it can be answered."""
        await seen(lambda: self.dialogs and self.dialogs[0].view.footer.approve_button.isEnabled())
        (dialog,) = self.dialogs
        return dialog

    async def approve(self) -> None:
        """Press Approve in the dialog."""
        dialog = await self.dialog()
        click(dialog.view.footer.approve_button)
        await seen(lambda: dialog not in self.dialogs)

    async def over(self) -> ExchangeView:
        """Return the last answer, once it is over."""
        await seen(lambda: self.exchanges and self.exchanges[-1].exchange.is_finished)
        return self.exchanges[-1]

    async def button(self, root: QWidget, words: str) -> QAbstractButton:
        """Wait for a button of *root* that says *words*."""
        await seen(lambda: buttons(root, words))
        return button(root, words)

    def shown_note(self) -> str:
        """Return the path of the open note."""
        return str(self.views.notes.current_path or "")

    def note_text(self) -> str:
        """Return what the open note's page shows for reading."""
        page = self.views.notes.current_page
        return "" if page is None else str(page.reader.toPlainText())


def untick(view: QListView, row: int) -> None:
    """Press the tick of a row."""
    place = view.visualRect(view.model().index(row, 0))
    click(view.viewport(), QPoint(theme().px(24 + 8), place.center().y()))


def write_settings(home: Path, vault: Path, server: WireServer | None, wire: str, tools: bool | None) -> None:
    """Write what a person would have set before; with *tools* None nothing is decided for the vault yet."""
    ready = Program(home, vault)
    if server is not None:
        ready.write_provider(server.url, KINDS[wire])
    ready.settings_file.parent.mkdir(parents=True, exist_ok=True)
    with ready.settings_file.open("a", encoding="utf-8") as file:
        file.write(f"\n[vaults.'{vault.resolve()}']\n")
        if tools is not None:
            file.write(f"tool_calling = {str(tools).lower()}\n")


@asynccontextmanager
async def open_window(
    home: Path,
    vault: Path,
    server: WireServer | None = None,
    *,
    wire: str = "openai",
    tools: bool | None = True,
    notes: Mapping[str, str] = HEATING,
) -> AsyncIterator[Window]:
    """Open the window on *notes* in *vault*; a *server* is the provider `work`, whose model is asked."""
    write_vault(vault, notes)
    write_settings(home, vault, server, wire, tools)
    async with running_desktop(vault) as desktop:
        yield await window_of(desktop)


async def window_of(desktop: WindowManager, *, tree: bool = True) -> Window:
    """Return *desktop* with its open vault, ready to be used; without *tree*, whether or not it is in sight."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme().apply(application)
    desktop.window.activateWindow()
    views = await open_views(desktop)
    await seen(lambda: views.browser.model.rowCount() > 0 and (views.browser.tree.isVisible() or not tree))
    return Window(desktop, views)
