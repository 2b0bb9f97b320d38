"""Rows of lists: a row as a value, the style of a list, and the model of the rows."""

from collections.abc import Callable, Sequence
from typing import Final, Literal, Protocol, overload

from msgspec import Struct
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from vaultdesk.ui.theme.theme_values import FontName
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text

_tr = translator("RowListModel")

MAX_TEXT_CHARACTERS = 800
"""Maximum number of characters of one text of a row."""

Index = QModelIndex | QPersistentModelIndex
Marks = tuple[tuple[int, int], ...]
Text = str | Callable[[], str]
"""A text, or a function that returns it on demand. Functions must compare equal if they return equal texts."""


def row_text(text: str) -> str:
    """Return untrusted *text* for one line of a row."""
    return safe_label_text(text, MAX_TEXT_CHARACTERS).replace("\n", " ").replace("\t", " ")


class ListRow(Struct):
    """What is shown of one row: a title with additional texts, texts below it, or both.

    Rows are never modified. The class is not frozen, because that makes the creation of thousands twice as slow.
    """

    key: str = ""
    """The value emitted when it is chosen; unique in a list, except for headings."""
    title: str = ""
    detail: str = ""
    """Muted text after the title: a folder, a kind."""
    right: str = ""
    """A short text at the right: a count, a time."""
    text: str = ""
    """Text below the title, on at most `lines` lines."""
    marks: Marks = ()
    """Ranges of the matches in `text`."""
    title_marks: Marks = ()
    detail_marks: Marks = ()
    lines: int = 1
    right_below: str = ""
    """Text at the right of `text`."""
    below: tuple[str, ...] = ()
    """Further texts, each on at most `lines` lines."""
    new_title: str = ""
    """A second title after an arrow: the new name."""
    number: str = ""
    """Text in the column of icons."""
    icon: str = ""
    badge: str = ""
    """An icon after the texts of the title: a lock."""
    mark: str = ""
    """An icon at the right for the status, which the texts contain as well."""
    mark_role: str = "muted"
    right_role: str = "muted"
    keys: str = ""
    """Shortcut in a small box at the right."""
    check: Qt.CheckState | None = None
    """State of the check box; None without one."""
    chosen: bool = False
    """Whether it has a tick instead of an icon: the selected entry of a menu."""
    depth: int = 0
    folded: bool | None = None
    """Whether its children are hidden; None if it has none."""
    role: str = "text"
    """Color of the title. `text2` becomes `text` in the current row."""
    text_role: str = "muted"
    """Color of `text`; without a title `muted` becomes `text2`."""
    below_role: str = "muted"
    font: FontName = "interface"
    """Font of the title; a chosen or current row is emphasized if it is `interface`."""
    strikethrough: bool = False
    link: bool = False
    """Drawn as an action."""
    heading: bool = False
    """A heading, which cannot be chosen."""
    selectable: bool = True
    """Whether the arrow keys stop at it."""
    has_rule: bool = False
    """Whether a line is drawn above it."""
    spaced: bool = False
    """Whether there is additional space above it."""
    description: Text = ""
    """The tooltip, after the title unless it contains it, and the accessible description."""
    spoken: Text = ""
    """The accessible text, if it is not the row's texts."""

    @property
    def description_text(self) -> str:
        return self.description if isinstance(self.description, str) else self.description()

    @property
    def shown_text(self) -> str:
        return row_text(self.title or self.text)

    @property
    def accessible_text(self) -> str:
        """The row as text for a screen reader, with its states."""
        if self.spoken:
            return row_text(self.spoken if isinstance(self.spoken, str) else self.spoken())
        fold = "" if self.folded is None else _tr("collapsed") if self.folded else _tr("expanded")
        title = f"{self.title} → {self.new_title}" if self.new_title else self.title
        parts = (
            title, _tr("selected") if self.chosen else "", self.detail, self.text, *self.below, self.right,
            self.right_below, self.keys, fold,
        )  # fmt: skip
        return row_text(", ".join(part for part in parts if part))

    @property
    def tooltip(self) -> str:
        if self.heading:
            return ""
        text = self.description_text
        return text if self.title in text else "\n".join(part for part in (self.title, text) if part)


class ModelRow(Protocol):
    """The properties of a row that the model uses."""

    @property
    def key(self) -> str: ...
    @property
    def heading(self) -> bool: ...
    @property
    def check(self) -> Qt.CheckState | None: ...
    @property
    def shown_text(self) -> str: ...
    @property
    def accessible_text(self) -> str: ...
    @property
    def description_text(self) -> str: ...
    @property
    def tooltip(self) -> str: ...


class LazyRows(Sequence[ListRow]):
    """Rows that are created when they are drawn, for lists of many thousands. None of them can be a heading."""

    def __init__(self, keys: Sequence[str], row: Callable[[str], ListRow]) -> None:
        """*row* returns the row of a key."""
        self.keys, self._row = keys, row
        self._last: ListRow | None = None
        """The row created last: Qt queries its flags and size and draws it in succession."""

    def forget(self) -> None:
        """Discard the cached row because a row has changed."""
        self._last = None

    def __len__(self) -> int:
        return len(self.keys)

    @overload
    def __getitem__(self, index: int) -> ListRow: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[ListRow]: ...
    def __getitem__(self, index: int | slice) -> ListRow | Sequence[ListRow]:
        if isinstance(index, slice):
            return [self._row(key) for key in self.keys[index]]
        key = self.keys[index]
        if self._last is None or self._last.key != key:
            self._last = self._row(key)
        return self._last


Shape = Literal["rounded", "flat", "card", "plain"]
"""Background of a row: rounded tint, full width with a line below, a card, or drawn by the view's style."""


class RowStyle(Struct, frozen=True):
    """Appearance of a list, in design pixels."""

    row_height: int = 26
    """Height of a row of one line."""
    two_lines: int = 44
    """Height of a row with a title and one line of text."""
    text_top: int = 22
    """Distance from the top to the text below a title."""
    top: int = 0
    """Distance from the top to the line of the title in such a row."""
    side: int = 8
    """Margin on both sides of a row's background."""
    edge: int = 10
    """Margin inside the background."""
    right_edge: int | None = None
    """Margin at the right, if it differs from `edge`."""
    edge_pixels: int | None = None
    """`edge` in pixels instead of design pixels; None for `edge`."""
    indent: int = 16
    """Indentation per level."""
    slot: int = 0
    """Width of a column for ticks, icons and numbers, before all texts; 0 draws icons before the title."""
    centered: bool = False
    """Whether ticks, icons and right texts are centered vertically over all lines of a row."""
    chevrons: bool = True
    """Whether space is reserved for chevrons."""
    columns: bool = False
    """Whether titles and details are drawn in two columns."""
    shape: Shape = "rounded"
    has_rules: bool = True
    """Whether flat rows have a line below them."""
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    elide_right: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    """How texts at the right are shortened."""
    text_font: FontName = "small"
    background: str = ""
    """The theme token of the list's background; empty if it is transparent."""
    uniform: bool = False
    """Whether all rows are equally high, so that thousands are laid out in one step."""


ROW_ROLE: Final = Qt.ItemDataRole.UserRole
"""Role of the `ListRow` of an index, in any model."""


class RowListModel(QAbstractListModel):
    """Rows in order. A new list of rows is reported to Qt as the smallest change."""

    tick_requested = Signal(str, bool)
    """The key of a row whose check box was used, and whether it should be ticked. The owner sets the new row."""

    def __init__(self, parent: QObject | None = None, *, batch: int = 0) -> None:
        """*batch* is the number of rows passed to the view at a time, because it measures each; 0 passes all."""
        super().__init__(parent)
        self.rows: Sequence[ModelRow] = ()
        self._batch = batch
        self._fetched = 0
        """Number of rows passed to the view."""
        self._indexes: dict[str, int] | None = None

    def set_rows(self, rows: Sequence[ModelRow]) -> None:
        """Replace the rows by *rows*; those with the same keys at both ends are updated, those between are replaced."""
        old = self.rows
        if isinstance(rows, LazyRows):
            if isinstance(old, LazyRows) and old.keys == rows.keys:
                self.rows = rows
                self._report_changes(range(len(rows)))
            else:
                self._reset(rows)
            return
        rows = tuple(rows)
        if rows == old:
            self.rows = rows  # Equal rows may have different subjects, which are not compared.
            return
        if isinstance(old, LazyRows) or self._batch:
            self._reset(rows)
            return
        common = min(len(old), len(rows))
        start = next((index for index in range(common) if old[index].key != rows[index].key), common)
        common -= start
        end = next((index for index in range(common) if old[-1 - index].key != rows[-1 - index].key), common)
        if not start and not end:
            self._reset(rows)
            return
        removed, added = len(old) - start - end, len(rows) - start - end
        self._indexes = None
        if removed:
            self.beginRemoveRows(QModelIndex(), start, start + removed - 1)
            self.rows, self._fetched = (*old[:start], *old[len(old) - end :]), start + end
            self.endRemoveRows()
        if added:
            self.beginInsertRows(QModelIndex(), start, start + added - 1)
            self.rows, self._fetched = (*old[:start], *rows[start : start + added], *old[len(old) - end :]), len(rows)
            self.endInsertRows()
        self.rows = rows
        offset = len(rows) - len(old)
        self._report_changes([index for index in range(start) if old[index] != rows[index]])
        self._report_changes(
            [index for index in range(len(rows) - end, len(rows)) if old[index - offset] != rows[index]]
        )

    def update_row(self, key: str) -> None:
        """Report that the lazy row *key* has changed."""
        index = self.index_of(key)
        if index >= 0 and isinstance(self.rows, LazyRows):
            self.rows.forget()
            self._report_changes((index,))

    def row(self, index: int) -> ModelRow | None:
        return self.rows[index] if 0 <= index < len(self.rows) else None

    def index_of(self, key: str) -> int:
        """Return the index of the row *key*, which is no heading, or -1."""
        if self._indexes is None:
            rows = self.rows
            if isinstance(rows, LazyRows):
                self._indexes = {key: index for index, key in enumerate(rows.keys)}
            else:
                self._indexes = {row.key: index for index, row in enumerate(rows) if not row.heading}
        return self._indexes.get(key, -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else self._fetched

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and self._fetched < len(self.rows)

    def fetchMore(self, parent: Index) -> None:
        if not self.canFetchMore(parent):
            return
        count = min(len(self.rows), self._fetched + self._batch)
        self.beginInsertRows(QModelIndex(), self._fetched, count - 1)
        self._fetched = count
        self.endInsertRows()

    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self.row(index.row())
        if row is None or row.heading:
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags if row.check is None else flags | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row(index.row())
        if row is None:
            return None
        if role == ROW_ROLE:
            return row
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.shown_text
            case Qt.ItemDataRole.AccessibleTextRole:
                return row.accessible_text
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return safe_label_text(row.description_text)
            case Qt.ItemDataRole.ToolTipRole:
                return as_tooltip(row.tooltip) or None
            case Qt.ItemDataRole.CheckStateRole:
                return row.check
            case _:
                return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Request to tick or untick a row."""
        row = self.row(index.row())
        if row is None or row.check is None or role != Qt.ItemDataRole.CheckStateRole:
            return False
        self.tick_requested.emit(row.key, Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def _reset(self, rows: Sequence[ModelRow]) -> None:
        self.beginResetModel()
        self.rows, self._indexes = rows, None
        self._fetched = min(len(rows), max(self._fetched, self._batch)) if self._batch else len(rows)
        self.endResetModel()

    def _report_changes(self, indexes: Sequence[int]) -> None:
        """Report that the rows at *indexes*, in order, have changed."""
        first = 0
        for number, index in enumerate(indexes):
            if number + 1 == len(indexes) or indexes[number + 1] != index + 1:
                self.dataChanged.emit(self.index(indexes[first]), self.index(index))
                first = number + 1
