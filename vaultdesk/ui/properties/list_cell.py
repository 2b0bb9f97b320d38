"""ListCell: a property that is a list, as chips; while it is changed they have crosses, and a field stands behind."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.properties import words
from vaultdesk.ui.properties.completing_field import CompletingField, Offer
from vaultdesk.ui.properties.item_chip import ItemChip
from vaultdesk.ui.properties.kinds import Kind
from vaultdesk.ui.properties.value_button import ValueButton
from vaultdesk.ui.properties.value_cell import ValueCell
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.layouts import FlowLayout
from vaultdesk.vault.frontmatter.frontmatter import JsonValue

FIELD = 110
"""Pixels of LOOK's drawings of the field behind the chips."""

MOST_SHOWN = 24
"""Items that are shown until the list is changed."""


class ListCell(ValueCell):
    """Tags, aliases and other lists."""

    def __init__(self, name: str, kind: Kind, offer: Offer = tuple, parent: QWidget | None = None) -> None:
        super().__init__(name, kind, parent)
        self._offer = offer
        self._editing = False
        self._field: CompletingField | None = None
        self._held = held = QWidget()
        self._flow = FlowLayout(held, theme().step(5))
        # As high as the words beside it.
        self._flow.setContentsMargins(0, theme().step(2), 0, theme().step(2))
        self.row.addWidget(held, 1)

    @property
    def editing(self) -> bool:
        """Whether it is being changed."""
        return self._editing

    @property
    def items(self) -> list[str]:
        """The items as texts."""
        value = self.value if isinstance(self.value, list) else [self.value]
        return [words.typed(item) for item in value if item not in (None, "")]

    def set_value(self, value: JsonValue) -> None:
        """Show *value*; a single word counts as a list of one."""
        self.value = value
        self._show()

    def begin(self) -> bool:
        """Let items be added and removed."""
        self._editing = True
        self._show()
        if self._field is not None:
            self._field.begin("")
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc ends; what was changed is kept already."""
        if event.key() == Qt.Key.Key_Escape and self._editing:
            self._end(to_chips=True)
            return
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin beside the chips."""
        if event.button() == Qt.MouseButton.LeftButton and not self._editing:
            self.begin()
        super().mousePressEvent(event)

    def _show(self) -> None:
        self._field = None
        self._flow.clear()
        items = self.items
        for number, item in enumerate(items if self._editing else items[:MOST_SHOWN]):
            chip = self._chip(number, item)
            self._flow.addWidget(chip)
            chip.show()
        if self._editing:
            self._field = CompletingField(self.tr("Add to {name}").format(name=self.name), self._offers)
            self._field.setFixedWidth(theme().step(FIELD))
            self._field.finished.connect(self._add)
            self._field.given_up.connect(lambda: self._end(to_chips=True))
            self._field.went_on.connect(self._go_on)
            self._field.erased.connect(lambda: self._remove(len(self.items) - 1))
            self._field.textEdited.connect(self._cut)
            self._flow.addWidget(self._field)
            self._field.show()
        elif not items or len(items) > MOST_SHOWN:
            more = ValueButton(self.name)
            left = len(items) - MOST_SHOWN
            more.set_words(self.tr("and {n} more").format(n=left) if items else self.tr("Empty"), "muted")
            more.clicked.connect(self.begin)
            self._flow.addWidget(more)
        self._flow.invalidate()
        self._held.updateGeometry()
        self.updateGeometry()
        self.resized.emit()

    def _chip(self, number: int, item: str) -> ItemChip:
        text = item.removeprefix("#") if self.kind == "tags" else item
        chip = ItemChip(text, self._editing, self.tr("Remove {name}").format(name=text))
        chip.removed.connect(lambda: self._remove(number))
        if self._editing:
            return chip
        target, _ = words.link_in(item)
        if target:
            chip.clicked.connect(lambda: self.link_requested.emit(f"[[{target}]]"))
        elif self.kind == "tags":
            chip.clicked.connect(lambda: self.link_requested.emit(f"#{text}"))
        else:
            chip.clicked.connect(self.begin)
        return chip

    def _offers(self) -> Sequence[str]:
        there = {item.casefold() for item in self.items}
        return [value for value in self._offer() if value.casefold() not in there]

    def _cut(self, text: str) -> None:
        """A comma ends an item; so does a blank after a tag, which has none in it."""
        signs = ", " if self.kind == "tags" else ","
        if self._field is not None and text and text[-1] in signs:
            self._field.setText("")
            self._take([*self.items, text[:-1]])
            self._begin_field()

    def _add(self, text: str) -> None:
        """Enter or leaving the field: with words an item more, without the end."""
        stays = self._field is not None and not self._field.left
        if text.strip():
            self._take([*self.items, text])
            if stays:
                self._begin_field()
                return
        self._end(to_chips=stays)

    def _begin_field(self) -> None:
        self._show()
        if self._field is not None:
            self._field.begin("")

    def _remove(self, number: int) -> None:
        items = self.items
        if 0 <= number < len(items):
            self._take([item for place, item in enumerate(items) if place != number])
            self._begin_field()

    def _take(self, items: list[str]) -> None:
        kept: list[str] = []
        for item in items:
            word = item.strip().removeprefix("#").replace(" ", "-") if self.kind == "tags" else item.strip()
            if word and word.casefold() not in (one.casefold() for one in kept):
                kept.append(word)
        if kept != self.items:
            self.value = list(kept)
            self.committed.emit(self.value)

    def _go_on(self, way: int) -> None:
        self._end(to_chips=False)
        self.went_on.emit(way)

    def _end(self, *, to_chips: bool) -> None:
        if not self._editing:
            return
        self._editing = False
        self._show()
        first = self._flow.itemAt(0)
        widget = first.widget() if first is not None else None
        if to_chips and widget is not None:
            widget.setFocus()
