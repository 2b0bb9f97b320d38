"""Tool checklist: which tools an agent may use: every one, or those that are ticked, by their groups."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QRadioButton, QVBoxLayout, QWidget

from vaultdesk.tools.tool import AnyTool
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import PlainLabel, as_tooltip
from vaultdesk.ui.widgets.menu import literal_menu_text

COLUMN = 210
"""Pixels of LOOK's drawings a column of ticks is wide at least."""


class ToolChecklist(QWidget):
    """Two radios, and under the second one the ticks."""

    changed = Signal()

    def __init__(
        self, tools: Iterable[AnyTool], chosen: Sequence[str] | None = None, parent: QWidget | None = None
    ) -> None:
        """*chosen* are the names of the tools it may use; None is every one."""
        super().__init__(parent)
        step = theme().step
        self.every = QRadioButton(self.tr("Every tool, also those that come later"))
        self.some = QRadioButton(self.tr("Only these"))
        self._first = tuple(chosen or ())
        self.boxes: dict[str, QCheckBox] = {}
        self._groups: dict[str, list[QWidget]] = {}
        self._ticks = QWidget()
        self._grid = QGridLayout(self._ticks)
        self._grid.setContentsMargins(step(24), 0, 0, 0)
        self._grid.setHorizontalSpacing(step(16))
        self._grid.setVerticalSpacing(step(6))
        self._columns = 0
        # Less than several columns need: where there is no room for them they become fewer.
        self._ticks.setMinimumWidth(step(COLUMN) // 2)
        listed = tuple(tools)
        titles = [tool.display_name for tool in listed]
        for tool in listed:
            twins = titles.count(tool.display_name) > 1
            box = QCheckBox(literal_menu_text(f"{tool.display_name} ({tool.name})" if twins else tool.display_name))
            box.setToolTip(as_tooltip(f"{tool.purpose}\n{tool.name}"))
            box.setAccessibleDescription(tool.purpose)
            box.setChecked(chosen is not None and tool.name in chosen)
            box.toggled.connect(lambda _on: self.changed.emit())
            self.boxes[tool.name] = box
            self._groups.setdefault(self._group(tool), []).append(box)
        (self.every if chosen is None else self.some).setChecked(True)
        self.some.toggled.connect(self._switch)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(step(8))
        for widget in (self.every, self.some, self._ticks):
            column.addWidget(widget)
        self._arrange(3)
        self._ticks.setVisible(chosen is not None)

    def chosen(self) -> tuple[str, ...] | None:
        """Return the names of the tools that are ticked, those it began with first; None for every one."""
        if self.every.isChecked():
            return None
        ticked = [name for name, box in self.boxes.items() if box.isChecked()]
        return tuple(dict.fromkeys([name for name in self._first if name in ticked] + ticked))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use as many columns as there is room for."""
        super().resizeEvent(event)
        self._arrange(max(1, min(4, event.size().width() // theme().step(COLUMN))))

    def _switch(self, some: bool) -> None:
        self._ticks.setVisible(some)
        self.changed.emit()

    def _group(self, tool: AnyTool) -> str:
        if tool.dangerous or tool.effect == "delete":
            return self.tr("Deleting and many at once")
        if tool.effect == "write":
            return self.tr("Changing notes")
        if tool.effect == "network":
            return self.tr("Network")
        return self.tr("Finding and reading")

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        while self._grid.count():
            item = self._grid.takeAt(0)
            widget = item.widget() if item is not None else None
            if isinstance(widget, PlainLabel):
                widget.deleteLater()
        row = 0
        for title, boxes in self._groups.items():
            heading = PlainLabel(title, role="muted", font="caption")
            self._grid.addWidget(heading, row, 0, 1, columns)
            for place, box in enumerate(boxes):
                self._grid.addWidget(box, row + 1 + place // columns, place % columns)
            row += 1 + (len(boxes) + columns - 1) // columns
        for column in range(4):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
