"""Properties: a note's title and properties over its text: names and values, tags as chips. Edits nothing."""

import json
from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.ui.parts.chips import Tag
from vaultdesk.ui.parts.glyph import Glyph
from vaultdesk.ui.parts.labels import ElidedLabel, PlainLabel
from vaultdesk.ui.theme.theme import theme
from vaultdesk.vault.note import Note

MOST_SHOWN = 12
"""Properties shown over the text; the rest is named by its count, so that the text begins on the first page."""

MOST_TAGS = 12
"""Values of one list that are shown."""

VALUE_LIMIT = 200
"""Characters of one value."""


class NoteHead(QWidget):
    """The file's name as title, and the properties in two columns."""

    def __init__(self, note: Note, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        step = theme().step
        column = QVBoxLayout(self)
        column.setContentsMargins(0, step(16), 0, step(16) if note.properties else step(8))
        column.setSpacing(step(14))
        self._title = PlainLabel(note.path.name, "text", "h1", wrap=True, selectable=True)
        column.addWidget(self._title)
        if note.property_problem:
            column.addWidget(PlainLabel(note.property_problem, "warning", "small", wrap=True))
        if note.properties:
            column.addLayout(self._grid(note.properties))

    def _grid(self, properties: Mapping[str, object]) -> QGridLayout:
        step = theme().step
        grid = QGridLayout()
        grid.setHorizontalSpacing(step(8))
        grid.setVerticalSpacing(step(8))
        shown = list(properties.items())[:MOST_SHOWN]
        wide = any(isinstance(value, str) and len(value) > 28 for _, value in shown)
        columns = 1 if wide else 2
        for number, (name, value) in enumerate(shown):
            row, side = divmod(number, columns)
            grid.addWidget(_name(name, value), row, side * 3)
            grid.addWidget(_value(name, value), row, side * 3 + 1)
        for side in range(columns):
            grid.setColumnMinimumWidth(side * 3, step(84))
            grid.setColumnStretch(side * 3 + 1, 1)
        if columns == 2:
            grid.setColumnMinimumWidth(2, step(16))
        if len(properties) > MOST_SHOWN:
            more = self.tr("and {count} more").format(count=len(properties) - MOST_SHOWN)
            grid.addWidget(PlainLabel(more, "muted", "small"), len(shown), 0, 1, 2)
        return grid


def _name(name: str, value: object) -> QWidget:
    step = theme().step
    made = QWidget()
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(step(6))
    row.addWidget(Glyph(_icon(name, value), size=14))
    label = ElidedLabel(name[:1].upper() + name[1:], Qt.TextElideMode.ElideRight, "muted")
    label.setMaximumWidth(step(130))
    row.addWidget(label)
    row.addStretch(1)
    return made


def _icon(name: str, value: object) -> str:
    if name.lower() in ("tags", "tag"):
        return "tag"
    if isinstance(value, bool):
        return "check"
    if isinstance(value, int | float):
        return "hash"
    return "calendar" if isinstance(value, str) and _is_date(value) else "list"


def _is_date(text: str) -> bool:
    return len(text) >= 10 and text[4] == text[7] == "-" and (text[:4] + text[5:7] + text[8:10]).isdecimal()


def _value(name: str, value: object) -> QWidget:
    if isinstance(value, list):
        value = [item for item in value if item not in (None, "")]  # `- ` without a word is nothing yet
    if isinstance(value, list) and all(isinstance(item, str | int | float) for item in value):
        made = QWidget()
        row = QHBoxLayout(made)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme().step(6))
        for item in value[:MOST_TAGS]:
            row.addWidget(Tag(str(item)[:VALUE_LIMIT].removeprefix("#")))
        row.addStretch(1)
        return made
    if name.lower() in ("tags", "tag", "status") and isinstance(value, str):
        return Tag(value[:VALUE_LIMIT].removeprefix("#"))
    return ElidedLabel(_shown(value))


def _shown(value: object) -> str:
    match value:
        case None | "":
            return "–"
        case bool():
            return "✓" if value else "✗"
        case str():
            return value[:VALUE_LIMIT]
        case _:
            return json.dumps(value, ensure_ascii=False, default=str)[:VALUE_LIMIT]
