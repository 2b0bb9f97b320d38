"""Entry list: entries to choose from, of which one may be ticked, and the popup that picks one of many."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QWidget

from vaultdesk.core.values import replace
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.frames import PopupFrame, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel, lines_height
from vaultdesk.ui.widgets.layouts import FlowLayout, column_layout
from vaultdesk.ui.widgets.lists.list_row import ListRow, RowStyle
from vaultdesk.ui.widgets.lists.row_list import RowList
from vaultdesk.ui.widgets.text_fields import SearchField

TWO_LINES_HEIGHT, LINE_HEIGHT = 46, 30
"""Heights in design pixels: a row of two lines, and of one."""

SIDE_MARGIN = 10
"""Margin of the texts in design pixels."""

MAX_WRAPPED_LINES = 3
"""Maximum number of lines of a wrapping text."""

ENTRY_STYLE = RowStyle(
    row_height=LINE_HEIGHT, two_lines=TWO_LINES_HEIGHT, text_top=24, top=3, side=0, edge=SIDE_MARGIN, slot=16,
    centered=True, chevrons=False, elide_right=Qt.TextElideMode.ElideMiddle,
)  # fmt: skip


class EntryList(RowList):
    """Shows entries; one of them is current, and one may be ticked."""

    def __init__(
        self,
        name: str,
        *,
        takes_keyboard: bool,
        wraps: bool = False,
        style: RowStyle = ENTRY_STYLE,
        parent: QWidget | None = None,
    ) -> None:
        """Without *takes_keyboard* the focus stays in a field above, which moves the current row.

        With *wraps* the text below a title is shown on up to `MAX_WRAPPED_LINES` lines.
        """
        super().__init__(name, style, takes_keyboard=takes_keyboard, parent=parent)
        self._slot = style.slot
        self._lines = MAX_WRAPPED_LINES if wraps else 1
        if not takes_keyboard:
            # The background of its scroll bar is the popup's.
            self.viewport().setBackgroundRole(QPalette.ColorRole.Button)

    def show_entries(self, entries: Sequence[ListRow], chosen: str | None, current: str | None = None) -> None:
        """Show *entries*, the one with the key *chosen* ticked; make *current*, or the first one, current."""
        # Entries without icons, of which none can be ticked, keep no space for them.
        has_marks = chosen is not None or any(entry.icon or entry.number for entry in entries)
        self._painter.style = replace(self._painter.style, slot=self._slot if has_marks else 0)
        self.row_model.set_rows([self._row(entry, chosen) for entry in entries])
        matches = (index for index, entry in enumerate(entries) if not entry.heading and entry.key == current)
        index = next(matches, None)
        if index is None:
            self.go_first()
        else:
            self._go(index)

    def count(self) -> int:
        return sum(not entry.heading for entry in self.row_model.rows)

    def current_text(self) -> str:
        """Return the accessible text of the current entry."""
        row = self.current()
        return row.accessible_text if row is not None else ""

    def _row(self, entry: ListRow, chosen: str | None) -> ListRow:
        ticked = not entry.heading and entry.key == chosen
        return replace(entry, chosen=ticked, lines=self._lines) if ticked or self._lines > 1 else entry


WIDTH, LIST_HEIGHT = 400, 372
"""Width of the popup and maximum height of its list in design pixels."""

DETAIL_LINES = 2
"""Lines reserved for the detail of an entry, so that nothing moves while the current entry changes."""

EntrySource = Callable[[str], Sequence[ListRow]]
"""Returns the entries for the typed text."""

Link = tuple[str, Callable[[], object]]
"""A text below the list and its action."""


class ListPopup(PopupFrame):
    """Base of the popups that pick one of many entries. It closes after a choice, on Esc, and on a press outside."""

    chosen = Signal(str)

    preferred_width = WIDTH
    """Width in design pixels."""
    list_style = ENTRY_STYLE
    detail_lines = DETAIL_LINES
    opens_upwards = False

    def __init__(
        self,
        name: str,
        hint: str,
        links: Sequence[Link],
        *,
        anchor: QWidget,
        extra: Sequence[QWidget] = (),
    ) -> None:
        """*name* is its accessible name, *hint* the placeholder of the field; it opens at *anchor*.

        The *extra* widgets are shown above the links.
        """
        super().__init__(anchor, self.preferred_width)
        self.setAccessibleName(name)
        self.ticked: str | None = None
        """Key of the ticked entry."""
        self.search = SearchField(hint, hint)
        self.list = EntryList(name, takes_keyboard=False, style=self.list_style)
        self.detail = PlainLabel("", role="muted", font="small", wrap=True)
        self.links = [self._link(text, do) for text, do in links]
        self._build_layout(extra)
        self.search.textChanged.connect(self._filter)
        self.search.stepped.connect(self.list.step)
        self.search.returnPressed.connect(self.list.choose_current)
        self.search.escaped.connect(self.close)
        self.paged.connect(self.list.page)
        self.list.chosen.connect(self._choose)
        self.list.current_changed.connect(self._describe_current)

    def open_at(self, chosen: str | None) -> None:
        """Open with the entry *chosen* ticked and the focus in the field."""
        self.ticked = chosen
        self._show_entries(chosen)
        self._place()
        self.show()
        self.search.setFocus()
        # Only now is the number of visible rows known.
        self._show_entries(chosen)

    def refresh(self) -> None:
        """Update the entries; the text of the field and the current entry are preserved."""
        entry = self.list.current()
        self._show_entries(entry.key if entry is not None else self.ticked)
        self._place()

    def _link(self, text: str, do: Callable[[], object]) -> LinkButton:
        link = LinkButton(text, small=True)
        link.clicked.connect(self.close)
        link.clicked.connect(lambda _checked=False: do())
        return link

    def _build_layout(self, extra: Sequence[QWidget]) -> None:
        px = theme().px
        self.detail.setFixedHeight(lines_height("small", self.detail_lines) + px(2))
        self.detail.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        footer = FlowLayout(spacing=px(16))
        for link in self.links:
            footer.addWidget(link)
        self._below = QWidget()
        below = column_layout(self._below, 8, margins=(0, 0, 0, 4))
        below.addWidget(SeparatorLine())
        indented = column_layout(spacing=8, margins=(10, 0, 10, 0))
        for widget in (self.detail, *extra):
            indented.addWidget(widget)
        if self.links:
            indented.addLayout(footer)
        below.addLayout(indented)
        self._has_footer = bool(extra or self.links)
        column = column_layout(self, 8, margins=(8, 8, 8, 8))
        column.addWidget(self.search)
        column.addWidget(self.list, 1)
        column.addWidget(self._below)

    def entries(self, query: str) -> Sequence[ListRow]:
        """Return the entries for the typed text."""
        raise NotImplementedError

    def detail_text(self, entry: ListRow | None) -> str:
        """Return the text below the list for the current *entry*, None without matches."""
        raise NotImplementedError

    def _filter(self, text: str) -> None:
        self._show_entries(None if text else self.ticked)

    def _show_entries(self, current: str | None) -> None:
        entries = self.entries(self.search.text())
        self.list.show_entries(entries, self.ticked, current)
        has_details = not entries or any(self.detail_text(entry) for entry in entries if not entry.heading)
        self.detail.setVisible(has_details)
        self._below.setVisible(has_details or self._has_footer)
        self._describe_current()

    def _describe_current(self) -> None:
        self.detail.setText(self.detail_text(self.list.current()))
        # A screen reader follows the field, so the current entry is in its description.
        self.search.setAccessibleDescription(f"{self.list.current_text()}. {self.detail.text()}".strip(" ."))

    def _choose(self, key: str) -> None:
        self.close()
        self.chosen.emit(key)

    def _place(self) -> None:
        px = theme().px
        self.place(
            self.list, min(px(LIST_HEIGHT), max(px(44), self.list.preferred_height())), upwards=self.opens_upwards
        )


class PickerPopup(ListPopup):
    """Picks one of the entries that a function finds for the typed text."""

    def __init__(
        self, name: str, hint: str, offer: EntrySource, links: Sequence[Link] = (), *, anchor: QWidget
    ) -> None:
        """*name* is its accessible name, *hint* the placeholder of the field; it opens at *anchor*."""
        super().__init__(name, hint, links, anchor=anchor)
        self._offer = offer

    def entries(self, query: str) -> Sequence[ListRow]:
        return self._offer(query)

    def detail_text(self, entry: ListRow | None) -> str:
        return entry.description_text if entry is not None else self.tr("No matches.")
