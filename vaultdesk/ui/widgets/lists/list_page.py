"""List page: a title, a sentence, filters and a card list, and the dialog that saves the list as a file."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QSize, QStandardPaths, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QFileDialog, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.ui.bridge import ask_for_file
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.empty_state import EmptyState
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import FlowLayout, column_layout, row_layout, wrapping_policy
from vaultdesk.ui.widgets.lists.card_list import CardList, CardRow
from vaultdesk.ui.widgets.menu import literal_menu_text

Contents = Callable[[], str]


async def save_as(parent: QWidget, title: str, name: str, kinds: Mapping[str, tuple[str, Contents]]) -> Path | None:
    """Let the user choose a format and a path, and write the file; return None if cancelled.

    *kinds* maps a suffix to its description and its contents, created in a thread. Raises OSError.
    """
    dialog = QFileDialog(parent, title)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    filters = {f"{description} (*.{suffix})": suffix for suffix, (description, _) in kinds.items()}
    dialog.setNameFilters(list(filters))
    default = next(iter(kinds))
    dialog.setDefaultSuffix(default)
    dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(filters.get(chosen, default)))
    dialog.setDirectory(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
    dialog.selectFile(f"{name}.{default}")
    file = await ask_for_file(dialog)
    if file is None:
        return None
    chosen = filters.get(dialog.selectedNameFilter(), default)
    # A suffix typed by the user takes precedence over the selected format.
    _, contents = kinds.get(file.suffix.removeprefix(".").lower(), kinds[chosen])
    await asyncio.to_thread(lambda: file.write_text(contents(), encoding="utf-8", newline=""))
    return file


MAX_CHOICE_CHARACTERS = 24
"""Maximum number of characters of a choice; longer texts are truncated, because they determine the width of the box."""


class FilterBox(QComboBox):
    """A combo box of a filter; it ignores the wheel."""

    chosen = Signal()

    def __init__(self, name: str, choices: Sequence[tuple[str, str]] = (), parent: QWidget | None = None) -> None:
        """*choices* are values with their texts."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.set_choices(choices)
        self.activated.connect(lambda _place: self.chosen.emit())

    def value(self) -> str:
        return str(self.currentData() or "")

    def set_choices(self, choices: Sequence[tuple[str, str]]) -> None:
        """Set *choices*; the selected value stays selected if it is still among them."""
        is_first, previous = not self.count(), self.value()
        if [(self.itemData(index), self.itemText(index)) for index in range(self.count())] == [
            (value, _choice_text(text)) for value, text in choices
        ]:
            return
        self.clear()
        for value, text in choices:
            self.addItem(_choice_text(text), value)
        self.setCurrentIndex(0 if is_first else max(0, self.findData(previous)))

    def set_value(self, value: str) -> None:
        """Select *value*; `chosen` is not emitted."""
        self.setCurrentIndex(max(0, self.findData(value)))

    def sizeHint(self) -> QSize:
        """Return a size for the longest choice. Qt's own hint may be cached for another font."""
        widths = (self.fontMetrics().horizontalAdvance(self.itemText(index)) for index in range(self.count()))
        return QSize(max(widths, default=0) + theme().px(38) + 1, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the event to the page."""
        event.ignore()


def _choice_text(text: str) -> str:
    literal = literal_menu_text(text).replace("&&", "&")
    return literal if len(literal) <= MAX_CHOICE_CHARACTERS else f"{literal[: MAX_CHOICE_CHARACTERS - 1]}…"


NARROW_WIDTH = 700
"""Width in design pixels below which the margins are smaller."""

SIDE_MARGIN, NARROW_SIDE_MARGIN = 40, 16
"""Side margins of the page in design pixels."""


class ListPage(QWidget):
    """Page with a title, a sentence, filters and a card list.

    Widgets are added to `head` (right of the title), `filters`, and `above` (between the filters and the list).
    """

    def __init__(self, title: str, lead: str, name: str, parent: QWidget | None = None) -> None:
        """*name* is the accessible name of the list."""
        super().__init__(parent)
        px = theme().px
        self.title = PlainLabel(title, "text", "page", wrap=True)
        self.lead = PlainLabel(lead, "muted", wrap=True)
        self.head = row_layout(spacing=8)
        self.head.addWidget(self.title, 1)
        self._filters = QWidget()
        self._filters.setSizePolicy(wrapping_policy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum))
        self.filters = FlowLayout(self._filters, px(8))
        self.above = column_layout(spacing=8)
        self.list = CardList(name)
        self.empty = EmptyState("list", "", "")
        self._stack = QStackedWidget()
        self._stack.addWidget(self.list)
        self._stack.addWidget(self.empty)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(px(4))
        self._column.addLayout(self.head)
        self._column.addWidget(self.lead)
        self._column.addSpacing(px(10))
        self._column.addWidget(self._filters)
        self._column.addSpacing(px(6))
        self._column.addLayout(self.above)
        self._column.addWidget(self._stack, 1)
        self.setAccessibleName(title)
        theme().changed.connect(self.update)
        self._update_margins()

    def show_rows(self, rows: Sequence[CardRow]) -> None:
        """Show *rows*, or the empty text if there are none."""
        self.list.show_rows(rows)
        self._stack.setCurrentWidget(self.list if rows else self.empty)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self._stack.currentWidget() is self.list:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use smaller margins in a narrow page."""
        super().resizeEvent(event)
        self._update_margins()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme().color("surface"))

    def _update_margins(self) -> None:
        px = theme().px
        side = px(NARROW_SIDE_MARGIN if self.width() < px(NARROW_WIDTH) else SIDE_MARGIN)
        margins = (side, px(24), side, px(12))
        if self._column.getContentsMargins() != margins:
            self._column.setContentsMargins(*margins)
