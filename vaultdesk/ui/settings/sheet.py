"""Frame of a settings page, the stack of pages, and saving a changed setting with its error and undo banners."""

from collections.abc import Callable, Iterator, Sequence

from pydantic import ValidationError
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.labels import PlainLabel


class SettingsWriter:
    """Writes changes to the store; a failure is shown in *banner* and nothing is lost."""

    def __init__(self, store: SettingsStore, banner: Banner) -> None:
        self.store = store
        self._banner = banner

    def save(self, change: Callable[[Settings], Settings]) -> bool:
        """Apply *change* and return whether it was saved."""
        try:
            self.store.change(change)
        except (VaultDeskError, ValidationError) as problem:
            self.show_problem(
                translate_error(problem) if isinstance(problem, VaultDeskError) else f"{problem.errors()[0]['msg']}."
            )
            return False
        self._banner.hide()
        return True

    def show_problem(self, problem: str) -> None:
        """Show what failed."""
        self._banner.set_text(problem)
        self._banner.show()


class UndoBanner(Banner):
    """Shown until it is closed, until Undo, or until another change."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("info", "", closable=True, parent=parent)
        self.hide()

    def offer(self, text: str, undo: Callable[[], object]) -> None:
        """Show what was done; *undo* reverts it."""

        def back() -> None:
            self.hide()
            undo()

        self.set_text(text)
        self.set_actions([(self.tr("Undo"), back)])
        self.show()


COLUMN_WIDTH, TWO_PANE_WIDTH = 760, 1000
"""Width in pixels of the column, and of one with two panes."""


class Sheet(QScrollArea):
    """One page. Add widgets to `content`; errors are shown in `problem`."""

    def __init__(self, title: str, text: str, *, wide: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme().px
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.title = title
        self.problem = Banner("danger", "", closable=True)
        self.problem.hide()
        self.content = QVBoxLayout()
        self.content.setSpacing(px(16))
        column_host = QWidget()
        column_host.setMaximumWidth(px(TWO_PANE_WIDTH if wide else COLUMN_WIDTH))
        self._head = QVBoxLayout()
        self._head.setSpacing(px(4))
        self._head.addWidget(PlainLabel(title, font="page"))
        self._head.addWidget(PlainLabel(text, role="muted", wrap=True))
        column = QVBoxLayout(column_host)
        column.setContentsMargins(0, px(32), 0, px(32))
        column.setSpacing(px(8))
        column.addLayout(self._head)
        column.addWidget(self.problem)
        column.addSpacing(px(8))
        column.addLayout(self.content)
        column.addStretch(1)
        page = QWidget()
        row = QHBoxLayout(page)
        row.setContentsMargins(px(24), 0, px(24), 0)
        row.addStretch(1)
        row.addWidget(column_host, 1000)
        row.addStretch(1)
        self.setWidget(page)

    def add_remark(self, remark: PlainLabel) -> None:
        """Add another sentence under the title."""
        self._head.addWidget(remark)

    def refresh(self, settings: Settings) -> None:
        """Update to the current settings; does nothing on a page without settings."""

    def all_text(self) -> str:
        """Return all text of the page, for the search."""
        labels = [label.text() for label in self.findChildren(PlainLabel)]
        buttons = [button.accessibleName() or button.text() for button in self.findChildren(QAbstractButton)]
        return "\n".join([*labels, *buttons])


# Creating all pages at once takes 0.4 s, during which the window does not respond. The visible page is created
# immediately, the others one by one when the event loop is idle, so that all exist when the user searches.


class SheetStack(QStackedWidget):
    """Shows one sheet at a time."""

    def __init__(self, makers: Sequence[Callable[[], Sheet]], parent: QWidget | None = None) -> None:
        """*makers* create one sheet each, in order."""
        super().__init__(parent)
        self._makers = tuple(makers)
        self._made: dict[int, Sheet] = {}
        self._pause = QTimer(self, interval=0, singleShot=True)
        self._pause.timeout.connect(self._make_next)
        for _ in makers:
            self.addWidget(QWidget())

    def show_sheet(self, number: int) -> None:
        """Show the sheet at that index."""
        self.setCurrentWidget(self.sheet(number))

    def sheet(self, number: int) -> Sheet:
        """Return the sheet at that index, creating it if needed."""
        if number not in self._made:
            sheet = self._made[number] = self._makers[number]()
            empty = self.widget(number)
            self.insertWidget(number, sheet)
            if empty is not None:
                self.removeWidget(empty)
                empty.deleteLater()
        return self._made[number]

    def created_sheets(self) -> Iterator[Sheet]:
        """Yield the sheets created so far."""
        yield from self._made.values()

    def showEvent(self, event: QShowEvent) -> None:
        """Start creating the others."""
        super().showEvent(event)
        self._pause.start()

    def _make_next(self) -> None:
        missing = next((number for number in range(len(self._makers)) if number not in self._made), None)
        if missing is not None:
            self.sheet(missing)
            self._pause.start()
