"""PropertyGrid: the properties of a note in one or two columns, changed in place. Tells what is wanted."""

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from vaultdesk.ui.properties.edits import Edit, removed, renamed, retyped, value_set
from vaultdesk.ui.properties.kinds import CHOICES, Kind, kind_of
from vaultdesk.ui.properties.known import Known
from vaultdesk.ui.properties.property_row import PropertyRow
from vaultdesk.ui.properties.words import shown
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.vault.frontmatter.frontmatter import JsonValue

MOST_SHOWN = 12
"""Properties shown over the text until all are asked for, so that the text begins on the first page."""

LEAST_FOR_TWO = 420
"""Pixels of LOOK's drawings below which there is one column."""

WIDE = 30
"""Characters of a value that want a line of their own: then there is one column."""

NAMES = 92
"""Pixels of LOOK's drawings of the names at least."""


class PropertyGrid(QWidget):
    """Rows come and go with the properties; a value that is being changed stays as it is typed."""

    edited = Signal(object)
    """An `Edit` of the note's text."""

    link_requested = Signal(str)
    refused = Signal(str)
    asked = Signal()
    """What is written in the vault's heads is wanted for completion: `known` may be old."""

    resized = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.types: Mapping[str, str] = {}
        self.known = Known()
        self.rows: list[PropertyRow] = []
        self._all = False
        self._columns = 2
        self._narrow = False
        self._wanted = ""
        """The property whose value is to be changed as soon as it is there."""
        self._properties: Mapping[str, JsonValue] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().step(2))
        self._holder = QWidget()
        self._more = LinkButton("", small=True)
        self._more.clicked.connect(self._show_all)
        column.addWidget(self._holder)
        column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        self._more.hide()

    def show_properties(self, properties: Mapping[str, JsonValue]) -> None:
        """Show *properties*; rows that are the same stay, with the keyboard in them."""
        self._properties = properties
        wanted = [(name, kind_of(name, value, self.types)) for name, value in properties.items()]
        most = len(wanted) if self._all else MOST_SHOWN
        wide = self._narrow or any(_is_wide(kind, properties[name]) for name, kind in wanted[:most])
        columns = 1 if wide else 2
        same = [(row.name, row.kind) for row in self.rows] == wanted[:most] and columns == self._columns
        if not same:
            self._columns = columns
            self._build(wanted[:most])
        for row in self.rows:
            if not same or row.cell.value != properties[row.name]:
                row.cell.set_value(properties[row.name])
        left = len(wanted) - len(self.rows)
        self._more.setVisible(left > 0 or (self._all and len(wanted) > MOST_SHOWN))
        self._more.setText(self.tr("Show all {n}").format(n=len(wanted)) if left > 0 else self.tr("Show fewer"))
        if not same:
            self.resized.emit()
        if self._wanted:
            self.begin(self._wanted)

    def offered(self, name: str) -> Sequence[str]:
        """Return what is offered for the property *name*, and have it looked up for the next key."""
        self.asked.emit()
        return self.known.offered(name)

    def begin(self, name: str) -> None:
        """Let the value of *name* be changed, now or as soon as it is there."""
        self._wanted = name
        if name in self._properties and name not in (row.name for row in self.rows):
            self._show_all()
            return
        row = next((row for row in self.rows if row.name == name), None)
        if row is not None:
            self._wanted = ""
            row.cell.begin()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See whether there is room for two columns."""
        super().resizeEvent(event)
        narrow = self.width() < theme().step(LEAST_FOR_TWO)
        if narrow != self._narrow:
            self._narrow = narrow
            # Not now: the layout is at work.
            QTimer.singleShot(0, self, lambda: self.show_properties(self._properties))

    def rebuild(self) -> None:
        """Lay everything out anew: sizes or colours are others now."""
        self.rows_gone()
        self.show_properties(self._properties)

    def rows_gone(self) -> None:
        """Forget the rows, so that all are made anew: another note is shown."""
        self._build([])
        self._all = False

    def _build(self, wanted: Sequence[tuple[str, Kind]]) -> None:
        focused = next((row.name for row in self.rows if row.cell.editing), "")
        step, column = theme().step, self.layout()
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(step(8))
        grid.setVerticalSpacing(step(2))
        for row in self.rows:
            row.deleteLater()
        self.rows = [PropertyRow(name, kind, partial(self.offered, name), self) for name, kind in wanted]
        for number, row in enumerate(self.rows):
            self._wire(row)
            line, side = divmod(number, self._columns)
            row.name_cell.setFixedHeight(step(26))
            grid.addWidget(row.name_cell, line, side * 3, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(row.cell, line, side * 3 + 1, Qt.AlignmentFlag.AlignTop)
        for side in range(self._columns):
            grid.setColumnMinimumWidth(side * 3, step(NAMES))
            grid.setColumnStretch(side * 3 + 1, 1)
        if self._columns == 2:
            grid.setColumnMinimumWidth(2, step(16))
        if column is not None:
            column.replaceWidget(self._holder, holder)
        self._holder.hide()
        self._holder.deleteLater()
        self._holder = holder
        holder.show()
        self._wanted = self._wanted or focused

    def _wire(self, row: PropertyRow) -> None:
        name = row.name
        row.cell.committed.connect(lambda value: self.edited.emit(value_set(name, value, self._types_for(row))))
        row.cell.went_on.connect(lambda way: self._go_on(name, way))
        row.cell.link_requested.connect(self.link_requested)
        row.cell.refused.connect(self.refused)
        row.cell.resized.connect(self._resize)
        row.renamed.connect(lambda old, new: self._edit(renamed(old, new)))
        row.removed.connect(lambda gone: self._edit(removed(gone)))
        row.retyped.connect(self._retype)

    def _resize(self) -> None:
        """Have every layout on the way up reckon anew: each keeps what it reckoned last."""
        self._holder.updateGeometry()
        self.updateGeometry()
        self.resized.emit()

    def _types_for(self, row: PropertyRow) -> Mapping[str, str]:
        """Return the vault's kinds, but not where the value here is of another one."""
        named = {"list": "multitext"}.get(row.kind, row.kind)
        own = self.types.get(row.name.casefold(), "")
        return self.types if own == named else {}

    def _edit(self, edit: Edit) -> None:
        self.edited.emit(edit)

    def _retype(self, name: str, kind: str) -> None:
        wanted = next((one for one in CHOICES if one == kind), None)
        if wanted is not None:
            self.edited.emit(retyped(name, wanted))

    def _go_on(self, name: str, way: int) -> None:
        """Change the next value, or the one before; after the last one nothing."""
        names = [row.name for row in self.rows if row.kind != "nested"]
        place = names.index(name) + way if name in names else -1
        if 0 <= place < len(names):
            self.begin(names[place])

    def _show_all(self) -> None:
        self._all = not self._all
        self.show_properties(self._properties)


def _is_wide(kind: Kind, value: JsonValue) -> bool:
    if kind in ("list", "tags", "aliases") and isinstance(value, list):
        return sum(len(str(item)) + 3 for item in value) > WIDE
    return len(shown(value, kind)) > WIDE
