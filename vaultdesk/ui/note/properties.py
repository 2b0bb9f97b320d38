"""Properties: a note's title and properties over its text. How one is shown and changed is ui/properties'."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.ui.properties.completing_field import CompletingField
from vaultdesk.ui.properties.edits import added
from vaultdesk.ui.properties.kinds import kind_of
from vaultdesk.ui.properties.property_grid import PropertyGrid
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import IconButton, LinkButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.vault.markdown.note import Note


class NoteHead(QWidget):
    """The file's name as title, and the properties below it. One head shows one note after the other."""

    edited = Signal(object)
    """A change of the note's text is wanted: a function of it."""

    link_requested = Signal(str)
    """A link, an address or a tag (with `#`) in a value was pressed."""

    folded_changed = Signal(bool)
    resized = Signal()

    def __init__(self, note: Note | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._note: Note | None = None
        self._folded = False
        step = theme().step
        self._column = QVBoxLayout(self)
        self._column.setSpacing(step(8))
        self._title = PlainLabel("", "text", "h1", wrap=True, selectable=True)
        self._fold = _QuietButton("chevron-down", self)
        self._fold.clicked.connect(lambda: self.set_folded(not self._folded, tell=True))
        self._plus = _QuietButton("plus", self)
        self._plus.set_name(self.tr("Add a property"))
        self._plus.clicked.connect(self.add)
        top = QHBoxLayout()
        top.setSpacing(step(2))
        top.addWidget(self._title, 1)
        for button in (self._fold, self._plus):
            top.addWidget(button, 0, Qt.AlignmentFlag.AlignBottom)
        self._column.addLayout(top)
        self._problem = PlainLabel("", "warning", "small", wrap=True)
        self._written = PlainLabel("", "muted", "fixed", wrap=True, selectable=True)
        self.grid_of_values = PropertyGrid()
        self.grid_of_values.edited.connect(self.edited)
        self.grid_of_values.link_requested.connect(self.link_requested)
        self.grid_of_values.refused.connect(self._refuse)
        self.grid_of_values.resized.connect(self.resized)
        self._count = LinkButton("", small=True)
        self._count.clicked.connect(lambda: self.set_folded(False, tell=True))
        self._name = CompletingField(self.tr("Name of the new property"), lambda: self._free_names())
        self._name.setMaximumWidth(step(260))
        self._name.setPlaceholderText(self.tr("Name of the new property"))
        self._name.hide()
        self._name.finished.connect(self._named)
        self._name.given_up.connect(self._end)
        for widget in (self._problem, self._written, self.grid_of_values, self._count, self._name):
            self._column.addWidget(widget)
        theme().changed.connect(self._dress)
        if note is not None:
            self.show_note(note)

    def show_note(self, note: Note) -> None:
        """Show *note*; of the same note only what is another one by now."""
        if self._note is not None and self._note.path != note.path:
            self.grid_of_values.rows_gone()
            self._name.hide()
        self._note = note
        self._title.setText(note.path.name)
        self._refuse(note.property_problem)
        self._written.setText(note.text[: note.body_start].strip("\n") if note.property_problem else "")
        self.grid_of_values.show_properties(note.properties)
        self._arrange()

    def set_folded(self, folded: bool, *, tell: bool = False) -> None:
        """Hide the properties behind their count, or show them."""
        self._folded = folded
        self._arrange()
        if tell:
            self.folded_changed.emit(folded)

    def add(self) -> None:
        """Ask for the name of a new property; nothing where the head cannot be read."""
        if self._note is None or self._note.property_problem:
            return
        self.set_folded(False)
        self._name.show()
        self.resized.emit()
        self._name.begin("")

    def enterEvent(self, event: QEnterEvent) -> None:
        """Draw the buttons."""
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Hide them."""
        super().leaveEvent(event)
        self.update()

    def _arrange(self) -> None:
        note = self._note
        count = len(note.properties) if note is not None else 0
        broken = note is not None and bool(note.property_problem)
        self._problem.setVisible(bool(self._problem.text()))
        self._written.setVisible(broken)
        self.grid_of_values.setVisible(count > 0 and not self._folded)
        self._count.setVisible(count > 0 and self._folded)
        self._count.setText(self.tr("1 property") if count == 1 else self.tr("{n} properties").format(n=count))
        self._name.setVisible(self._name.isVisibleTo(self) and not self._folded)
        self._fold.setVisible(count > 0)
        self._fold.set_icon("chevron-right" if self._folded else "chevron-down")
        self._fold.set_name(self.tr("Show the properties") if self._folded else self.tr("Hide the properties"))
        self._plus.setVisible(not broken)
        step = theme().step
        self._column.setContentsMargins(0, step(16), 0, step(16) if count or broken else step(8))
        self.resized.emit()

    def _refuse(self, sentence: str) -> None:
        self._problem.setText(sentence)
        self._problem.setVisible(bool(sentence))
        self.resized.emit()

    def _free_names(self) -> list[str]:
        self.grid_of_values.asked.emit()
        there = {name.casefold() for name in (self._note.properties if self._note is not None else ())}
        return [name for name in self.grid_of_values.known.names if name.casefold() not in there]

    def _named(self, text: str) -> None:
        self._end()
        grid, name = self.grid_of_values, text.strip()
        if not name or self._note is None:
            return
        there = next((key for key in self._note.properties if key.casefold() == name.casefold()), None)
        if there is None:
            sample = grid.known.samples.get(name.casefold())
            kind = kind_of(name, sample, grid.types)
            self.edited.emit(added(name, kind if kind != "nested" else "text", grid.types))
        grid.begin(there or name)

    def _end(self) -> None:
        self._name.hide()
        self.resized.emit()

    def _dress(self) -> None:
        if self._note is not None:
            self.grid_of_values.rebuild()
            self._arrange()


class _QuietButton(IconButton):
    """Drawn only while the pointer is over the head or the keyboard is on it: the head is read, mostly."""

    def __init__(self, icon_name: str, head: NoteHead) -> None:
        super().__init__(icon_name, "", size=14, side=24)
        self._head = head

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._head.underMouse() or self.hasFocus():
            super().paintEvent(event)
