"""Rows of lists: a row as a value, the measures of a list, and the model of the rows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol, overload

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from vaultdesk.ui.theme.theme_values import FontName
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text

_tr = translator("RowListModel")

LONGEST = 800
"""Maximum number of characters of one text of a row."""

Index = QModelIndex | QPersistentModelIndex
Marks = tuple[tuple[int, int], ...]
Text = str | Callable[[], str]
"""A text, or a function that returns it when it is needed. Functions must compare equal if they return equal texts."""


def row_text(text: str) -> str:
    """Return untrusted *text* for one line of a row."""
    return safe_label_text(text, LONGEST).replace("\n", " ").replace("\t", " ")


@dataclass(slots=True)
class ListRow:
    """What is shown of one row: a title with additional texts, texts below it, or both.

    It is not changed after its creation; it is not frozen, because that makes the creation of thousands twice as slow.
    """

    key: str = ""
    """The value emitted when it is chosen; unique in a list, but for headings."""
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
    """Colour of the title. `text2` becomes `text` in the current row."""
    text_role: str = "muted"
    """Colour of `text`; without a title `muted` becomes `text2`."""
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
    """What a model needs of its rows."""

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
    """Rows that are created when they are drawn, for lists of many thousands; none of them is a heading."""

    def __init__(self, keys: Sequence[str], row: Callable[[str], ListRow]) -> None:
        """*row* returns the row of a key."""
        self.keys, self._row = keys, row
        self._last: ListRow | None = None
        """The row created last: Qt asks for its flags, its size and its picture one after the other."""

    def forget(self) -> None:
        """Create the rows again because one has changed."""
        self._last = None

    def __len__(self) -> int:
        return len(self.keys)

    @overload
    def __getitem__(self, place: int) -> ListRow: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[ListRow]: ...
    def __getitem__(self, place: int | slice) -> ListRow | Sequence[ListRow]:
        if isinstance(place, slice):
            return [self._row(key) for key in self.keys[place]]
        key = self.keys[place]
        if self._last is None or self._last.key != key:
            self._last = self._row(key)
        return self._last


Shape = Literal["rounded", "flat", "card", "plain"]
"""Background of a row: rounded tint, full width with a line below, a card, or drawn by the view's style."""


@dataclass(frozen=True, slots=True)
class RowStyle:
    """Appearance of a list, in design pixels."""

    row_height: int = 26
    """Height of a row of one line."""
    two_lines: int = 44
    """Height of a row with a title and one line of text."""
    head: int = 22
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
    """`edge` in pixels, for a list aligned with its surroundings."""
    indent: int = 16
    """Indentation per level."""
    slot: int = 0
    """Width of a column for ticks, icons and numbers, before all texts; 0 draws icons before the title."""
    centred: bool = False
    """Whether ticks, icons and right texts are centred vertically over all lines of a row."""
    chevrons: bool = True
    """Whether space is reserved for chevrons."""
    columns: bool = False
    """Whether titles and details are two columns."""
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
    """The key of a row whose check box was used, and whether it shall be ticked. The owner shows the new row."""

    def __init__(self, parent: QObject | None = None, *, batch: int = 0) -> None:
        """With *batch* so many rows are passed to the view at a time, which measures each of them."""
        super().__init__(parent)
        self.rows: Sequence[ModelRow] = ()
        self._batch = batch
        self._given = 0
        """Number of rows that the view knows."""
        self._places: dict[str, int] | None = None

    def set_rows(self, rows: Sequence[ModelRow]) -> None:
        """Replace the rows by *rows*; those with the same keys at both ends are updated, the others exchanged."""
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
            self.rows = rows  # They look the same, but what they are about may be newer.
            return
        if isinstance(old, LazyRows) or self._batch:
            self._reset(rows)
            return
        most = min(len(old), len(rows))
        start = next((n for n in range(most) if old[n].key != rows[n].key), most)
        most -= start
        end = next((n for n in range(most) if old[-1 - n].key != rows[-1 - n].key), most)
        if not start and not end:
            self._reset(rows)
            return
        gone, new = len(old) - start - end, len(rows) - start - end
        self._places = None
        if gone:
            self.beginRemoveRows(QModelIndex(), start, start + gone - 1)
            self.rows, self._given = (*old[:start], *old[len(old) - end :]), start + end
            self.endRemoveRows()
        if new:
            self.beginInsertRows(QModelIndex(), start, start + new - 1)
            self.rows, self._given = (*old[:start], *rows[start : start + new], *old[len(old) - end :]), len(rows)
            self.endInsertRows()
        self.rows = rows
        moved = len(rows) - len(old)
        self._report_changes([n for n in range(start) if old[n] != rows[n]])
        self._report_changes([n for n in range(len(rows) - end, len(rows)) if old[n - moved] != rows[n]])

    def renew(self, key: str) -> None:
        """Report that the lazy row *key* has changed."""
        place = self.place_of(key)
        if place >= 0 and isinstance(self.rows, LazyRows):
            self.rows.forget()
            self._report_changes((place,))

    def row(self, place: int) -> ModelRow | None:
        return self.rows[place] if 0 <= place < len(self.rows) else None

    def place_of(self, key: str) -> int:
        """Return the index of the row *key*, which is no heading, or -1."""
        if self._places is None:
            rows = self.rows
            if isinstance(rows, LazyRows):
                self._places = {key: place for place, key in enumerate(rows.keys)}
            else:
                self._places = {row.key: place for place, row in enumerate(rows) if not row.heading}
        return self._places.get(key, -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else self._given

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and self._given < len(self.rows)

    def fetchMore(self, parent: Index) -> None:
        if not self.canFetchMore(parent):
            return
        more = min(len(self.rows), self._given + self._batch)
        self.beginInsertRows(QModelIndex(), self._given, more - 1)
        self._given = more
        self.endInsertRows()

    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self.row(index.row())
        if row is None or row.heading:
            return Qt.ItemFlag.NoItemFlags
        usual = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return usual if row.check is None else usual | Qt.ItemFlag.ItemIsUserCheckable

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
        self.rows, self._places = rows, None
        self._given = min(len(rows), max(self._given, self._batch)) if self._batch else len(rows)
        self.endResetModel()

    def _report_changes(self, places: Sequence[int]) -> None:
        """Report that the rows at *places*, in order, have changed."""
        first = 0
        for number, place in enumerate(places):
            if number + 1 == len(places) or places[number + 1] != place + 1:
                self.dataChanged.emit(self.index(places[first]), self.index(place))
                first = number + 1
