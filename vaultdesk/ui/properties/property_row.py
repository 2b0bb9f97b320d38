"""PropertyRow: one property: its icon, its name with a menu, and the cell of its value. Writes nothing."""

from collections.abc import Callable
from typing import assert_never

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.ui.properties.check_cell import CheckCell
from vaultdesk.ui.properties.completing_field import CompletingField, Offer
from vaultdesk.ui.properties.kinds import CHOICES, ICONS, Kind
from vaultdesk.ui.properties.list_cell import ListCell
from vaultdesk.ui.properties.value_button import ValueButton
from vaultdesk.ui.properties.value_cell import NestedCell, TextCell, ValueCell
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.menu import Menu

NAME_WIDTH = 130
"""Pixels of LOOK's drawings of a name at most."""


class PropertyRow(QObject):
    """Tells what is wanted; `name_cell` and `cell` are laid out by the head."""

    renamed = Signal(str, str)
    removed = Signal(str)
    retyped = Signal(str, str)

    def __init__(self, name: str, kind: Kind, offer: Offer, parent: QWidget) -> None:
        super().__init__(parent)
        self.name, self.kind = name, kind
        self.name_cell = NameCell(name, kind)
        self.cell = make_cell(name, kind, offer)
        self.name_cell.button.clicked.connect(self.open_menu)
        self.name_cell.button.removal_asked.connect(lambda: self.removed.emit(name))
        self.name_cell.renamed.connect(lambda new: self.renamed.emit(name, new))

    def open_menu(self) -> None:
        """Open the menu of what can be done to the property."""
        menu = Menu(self.name, self.name_cell)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self.kind != "nested":
            menu.add(self.tr("Change the value"), self.cell.begin, icon_name="pencil")
        menu.add(self.tr("Rename…"), self.name_cell.begin, icon_name="pencil", keys="F2")
        if self.kind not in ("nested", "tags", "aliases"):
            menu.addSeparator()
            menu.add_heading(self.tr("Kind, in this note"))
            for kind in CHOICES:
                menu.add(self._words(kind), self._retype(kind), checked=kind == self.kind)
        menu.addSeparator()
        menu.add(self.tr("Remove"), lambda: self.removed.emit(self.name), icon_name="trash", keys=self.tr("Del"))
        menu.open_under(self.name_cell)

    def _retype(self, kind: Kind) -> Callable[[], None]:
        return lambda: self.retyped.emit(self.name, kind)

    def _words(self, kind: Kind) -> str:
        match kind:
            case "text":
                return self.tr("Text")
            case "list":
                return self.tr("List")
            case "number":
                return self.tr("Number")
            case "checkbox":
                return self.tr("Checkbox")
            case "date":
                return self.tr("Date")
            case "datetime":
                return self.tr("Date and time")
            case "tags" | "aliases" | "nested":
                return ""
            case _:
                assert_never(kind)


class NameCell(QWidget):
    """The icon of the kind and the name; the name can be typed anew."""

    renamed = Signal(str)

    def __init__(self, name: str, kind: Kind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        step = theme().step
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(step(6))
        row.addWidget(Glyph(ICONS[kind], size=14))
        self.button = ValueButton(self.tr("Property"))
        self.button.renaming_asked.connect(self.begin)
        self.button.set_words(name[:1].upper() + name[1:], "muted")
        self.button.setMaximumWidth(step(NAME_WIDTH))
        row.addWidget(self.button)
        self._field = CompletingField(self.tr("Name of the property"))
        self._field.hide()
        self._field.setMaximumWidth(step(NAME_WIDTH))
        row.addWidget(self._field, 1)
        row.addStretch(1)
        self._field.finished.connect(self._finish)
        self._field.given_up.connect(self._end)

    @property
    def editing(self) -> bool:
        """Whether the name is being typed."""
        return self._field.isVisibleTo(self)

    def begin(self) -> None:
        """Put a field in the name's place."""
        self.button.hide()
        self._field.show()
        self._field.begin(self._name)

    def _finish(self, text: str) -> None:
        self._end()
        if text.strip() and text.strip() != self._name:
            self.renamed.emit(text.strip())

    def _end(self) -> None:
        had = self._field.hasFocus()
        self._field.hide()
        self.button.show()
        if had:
            self.button.setFocus()


def make_cell(name: str, kind: Kind, offer: Offer) -> ValueCell:
    """Return the cell for a value of *kind*."""
    match kind:
        case "checkbox":
            return CheckCell(name)
        case "list" | "tags" | "aliases":
            return ListCell(name, kind, offer)
        case "nested":
            return NestedCell(name, kind)
        case "text" | "number" | "date" | "datetime":
            return TextCell(name, kind, offer)
        case _:
            assert_never(kind)
