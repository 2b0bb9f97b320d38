"""Window: the desktop application on a temporary home and vault, operated by mouse and keyboard events."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QListView, QWidget

from tests.journeys.program import KINDS, Program
from tests.support.desktop import open_views, running_desktop
from tests.support.qt_loop import until
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
"""Timeout of `seen` in seconds; usually far less is needed."""


def click(widget: QWidget, place: QPoint | None = None) -> None:
    """Press and release the left mouse button on *widget*, which must be visible and enabled."""
    assert widget.isVisible(), repr(widget)  # as text: the widget may be deleted before the message is shown
    assert widget.isEnabled(), repr(widget)
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=place or widget.rect().center())


def button(root: QWidget, words: str) -> QAbstractButton:
    """Return the visible button of *root* whose text or accessible name is *words*."""
    found = buttons(root, words)
    assert found, f"no button {words!r} among {[names_of(widget) for widget in root.findChildren(QAbstractButton)]}"
    return found[0]


def buttons(root: QWidget, words: str) -> Sequence[QAbstractButton]:
    """Return every visible button of *root* whose text or accessible name is *words*."""
    return [widget for widget in root.findChildren(QAbstractButton) if widget.isVisible() and words in names_of(widget)]


def names_of(button: QAbstractButton) -> tuple[str, ...]:
    """Return the text and the accessible name of a button."""
    return button.text().replace("&", ""), button.accessibleName()


def words_of(root: QWidget) -> str:
    """Return the text of the visible labels and text views of *root*."""
    labels = [label.text() for label in root.findChildren(PlainLabel) if label.isVisible()]
    return "\n".join([*labels, *(text.toPlainText() for text in root.findChildren(MarkdownView) if text.isVisible())])


async def seen(condition: Callable[[], object]) -> None:
    """Run the event loop until *condition* holds; raises TimeoutError after `SEEN_WITHIN`."""
    await until(condition, SEEN_WITHIN, last_poll=0.02)


@dataclass
class Window:
    """The desktop and its vault views, as tests operate them."""

    desktop: WindowManager
    views: VaultViews

    @property
    def exchanges(self) -> tuple[ExchangeView, ...]:
        """The shown questions and answers."""
        return self.views.chat.transcript.views

    @property
    def dialogs(self) -> list[ApprovalDialog]:
        """The visible approval dialogs."""
        return [dialog for dialog in self.desktop.window.findChildren(ApprovalDialog) if dialog.isVisible()]

    @property
    def box(self) -> QWidget:
        """The input field of the composer."""
        return self.views.chat.composer.field

    def ask(self, question: str) -> None:
        """Type a question and press Enter."""
        click(self.box)
        QTest.keyClicks(self.box, question)
        QTest.keyClick(self.box, Qt.Key.Key_Return)

    @property
    def first_use_sheets(self) -> list[FirstUseSheet]:
        """The visible first-use sheets."""
        return [sheet for sheet in self.desktop.window.findChildren(FirstUseSheet) if sheet.isVisible()]

    async def decide_first_use(self, answer: FirstUseAnswer) -> None:
        """Answer the first-use sheet of the vault."""
        await seen(lambda: self.first_use_sheets and self.first_use_sheets[0].view.buttons[answer].isEnabled())
        (sheet,) = self.first_use_sheets
        click(sheet.view.buttons[answer])
        await seen(lambda: not self.first_use_sheets)

    async def dialog(self) -> ApprovalDialog:
        """Return the approval dialog once it can be answered."""
        await seen(lambda: self.dialogs and self.dialogs[0].view.footer.approve_button.isEnabled())
        (dialog,) = self.dialogs
        return dialog

    async def approve(self) -> None:
        """Click the approving button of the dialog."""
        dialog = await self.dialog()
        click(dialog.view.footer.approve_button)
        await seen(lambda: dialog not in self.dialogs)

    async def over(self) -> ExchangeView:
        """Return the last exchange once it is finished."""
        await seen(lambda: self.exchanges and self.exchanges[-1].is_finished)
        QApplication.sendPostedEvents()  # Qt shows a widget added to a layout in the next loop iteration.
        return self.exchanges[-1]

    async def button(self, root: QWidget, words: str) -> QAbstractButton:
        """Wait for a visible button of *root* whose text or accessible name is *words*."""
        await seen(lambda: buttons(root, words))
        return button(root, words)

    def shown_note(self) -> str:
        """Return the path of the open note."""
        return str(self.views.notes.current_path or "")

    def note_text(self) -> str:
        """Return the text of the open note in its reading view."""
        page = self.views.notes.current_page
        return "" if page is None else str(page.reader.toPlainText())


def untick(view: QListView, row: int) -> None:
    """Click the check box of a row."""
    place = view.visualRect(view.model().index(row, 0))
    click(view.viewport(), QPoint(theme().px(24 + 8), place.center().y()))


def write_settings(home: Path, vault: Path, server: WireServer | None, wire: str, tools: bool | None) -> None:
    """Write the settings of the provider and the vault; with *tools* None, tools are undecided for the vault."""
    program = Program(home, vault)
    if server is not None:
        program.write_provider(server.url, KINDS[wire])
    program.settings_file.parent.mkdir(parents=True, exist_ok=True)
    with program.settings_file.open("a", encoding="utf-8") as file:
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
    """Open the window on *notes* in *vault*; a *server* becomes the provider `work` with the default model."""
    write_vault(vault, notes)
    write_settings(home, vault, server, wire, tools)
    async with running_desktop(vault) as desktop:
        yield await window_of(desktop)


async def window_of(desktop: WindowManager, *, tree: bool = True) -> Window:
    """Return *desktop* once its vault is open and the file tree is shown; without *tree* it may be hidden."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme().apply(application)
    desktop.window.activateWindow()
    views = await open_views(desktop)
    await seen(lambda: views.browser.model.rowCount() > 0 and (views.browser.tree.isVisible() or not tree))
    return Window(desktop, views)
