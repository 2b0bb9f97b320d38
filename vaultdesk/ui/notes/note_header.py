"""Head of a note above its text: the title and a grid of properties, edited in place with completion."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import assert_never
from weakref import WeakSet

from msgspec import Struct, field
from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from vaultdesk.core.errors import IndexFailed
from vaultdesk.core.phrases import Phrase, Sentences
from vaultdesk.index.note_table import NoteTable
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.bridge import start
from vaultdesk.ui.formatting import plural_text
from vaultdesk.ui.notes.property_cells import (
    CheckCell,
    CompletingField,
    ListCell,
    NestedCell,
    Offer,
    TextCell,
    ValueButton,
    ValueCell,
)
from vaultdesk.ui.notes.property_kinds import (
    KIND_CHOICES,
    KIND_ICONS,
    Edit,
    Kind,
    add_property_edit,
    property_kind_of,
    property_text,
    remove_property_edit,
    rename_property_edit,
    retype_property_edit,
    set_property_edit,
)
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.buttons import IconButton, LinkButton
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import column_layout, row_layout
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.vault.frontmatter.frontmatter import JsonValue, read_property_types
from vaultdesk.vault.markdown.note import Note
from vaultdesk.vault.vault import Vault

MAX_VALUES = 300
"""Maximum number of completions for a property."""

MAX_VALUE_LENGTH = 80
"""Maximum length of a value offered for completion; longer ones are unlikely to be repeated."""


class KnownProperties(Struct):
    """Properties used in the vault, the most frequent first."""

    names: tuple[str, ...] = ()
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Values by case-folded name."""
    samples: Mapping[str, JsonValue] = field(default_factory=dict)
    """One value of each name, from which its kind is inferred."""
    tags: tuple[str, ...] = ()

    def offered(self, name: str) -> tuple[str, ...]:
        """Return the completions for the property *name*."""
        key = name.casefold()
        return self.tags if key in ("tags", "tag") else self.values.get(key, ())


async def known_properties(searcher: Searcher) -> KnownProperties:
    """Return the properties in the index; empty if the index fails."""
    try:
        properties = await searcher.read_note_table(_count_properties)
        tags = await searcher.tags()
    except IndexFailed:
        return KnownProperties()  # The status bar shows the error; there are no completions.
    properties.tags = tuple(tag.tag for tag in sorted(tags, key=lambda tag: -tag.notes))
    return properties


def _count_properties(table: NoteTable) -> KnownProperties:
    """Count names and values; runs in the index's thread."""
    names: Counter[str] = Counter()
    values: dict[str, Counter[str]] = {}
    samples: dict[str, JsonValue] = {}
    for facts in table.facts.values():
        for name, value in facts.properties.items():
            names[name] += 1
            counted = values.setdefault(name.casefold(), Counter())
            if value not in (None, "", []):
                samples.setdefault(name.casefold(), value)
            for item in value if isinstance(value, list) else [value]:
                if isinstance(item, str) and 0 < len(item) <= MAX_VALUE_LENGTH and len(counted) < 10 * MAX_VALUES:
                    counted[item] += 1
    return KnownProperties(
        tuple(name for name, _ in names.most_common()),
        {name: tuple(value for value, _ in counted.most_common(MAX_VALUES)) for name, counted in values.items()},
        samples,
    )


MAX_NAME_WIDTH = 130
"""Maximum width of a name in design pixels."""


class PropertyGridRow(QObject):
    """One property; the grid lays out `name_cell` and `cell`."""

    renamed = Signal(str, str)
    removed = Signal(str)
    retyped = Signal(str, str)

    def __init__(self, name: str, kind: Kind, offer: Offer, parent: QWidget) -> None:
        super().__init__(parent)
        self.name, self.kind = name, kind
        self.name_cell = NameCell(name, kind)
        self.cell = make_cell(name, kind, offer)
        self.name_cell.button.clicked.connect(self.open_menu)
        self.name_cell.button.remove_requested.connect(lambda: self.removed.emit(name))
        self.name_cell.renamed.connect(lambda new: self.renamed.emit(name, new))

    def open_menu(self) -> None:
        menu = Menu(self.name, self.name_cell)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self.kind != "nested":
            menu.add(self.tr("Change the value"), self.cell.begin, icon_name="pencil")
        menu.add(self.tr("Rename…"), self.name_cell.begin, icon_name="pencil", keys="F2")
        if self.kind not in ("nested", "tags", "aliases"):
            menu.addSeparator()
            menu.add_heading(self.tr("Type, in this note"))
            for kind in KIND_CHOICES:
                menu.add(self._kind_name(kind), self._retype(kind), checked=kind == self.kind)
        menu.addSeparator()
        menu.add(self.tr("Remove"), lambda: self.removed.emit(self.name), icon_name="trash", keys=self.tr("Del"))
        menu.open_under(self.name_cell)

    def _retype(self, kind: Kind) -> Callable[[], None]:
        return lambda: self.retyped.emit(self.name, kind)

    def _kind_name(self, kind: Kind) -> str:
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
    """Icon of the kind, and the name, which can be edited."""

    renamed = Signal(str)

    def __init__(self, name: str, kind: Kind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        px = theme().px
        row = row_layout(self, 6)
        row.addWidget(Glyph(KIND_ICONS[kind], size=14))
        self.button = ValueButton(self.tr("Property"))
        self.button.rename_requested.connect(self.begin)
        self.button.set_shown_text(name[:1].upper() + name[1:], "muted")
        self.button.setMaximumWidth(px(MAX_NAME_WIDTH))
        row.addWidget(self.button)
        self._field = CompletingField(self.tr("Name of the property"))
        self._field.hide()
        self._field.setMaximumWidth(px(MAX_NAME_WIDTH))
        row.addWidget(self._field, 1)
        row.addStretch(1)
        self._field.finished.connect(self._finish)
        self._field.cancelled.connect(self._end)

    @property
    def editing(self) -> bool:
        """Whether the name is being edited."""
        return self._field.isVisibleTo(self)

    def begin(self) -> None:
        """Replace the name by a text field."""
        self.button.hide()
        self._field.show()
        self._field.begin(self._name)

    def _finish(self, text: str) -> None:
        self._end()
        if text.strip() and text.strip() != self._name:
            self.renamed.emit(text.strip())

    def _end(self) -> None:
        had_focus = self._field.hasFocus()
        self._field.hide()
        self.button.show()
        if had_focus:
            self.button.setFocus()


def make_cell(name: str, kind: Kind, offer: Offer) -> ValueCell:
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


MAX_SHOWN_PROPERTIES = 12
"""Number of properties shown before expanding, so that the text starts on the first page."""

TWO_COLUMNS_FROM = 420
"""Width in design pixels below which there is one column."""

WIDE_VALUE_LENGTH = 30
"""Number of characters of a value that needs its own line; then there is one column."""

MIN_NAME_WIDTH = 92
"""Minimum width of the names in design pixels."""


class PropertyGrid(QWidget):
    """Rows for the properties; a value being edited is not replaced."""

    edited = Signal(object)
    """An `Edit` of the note's text."""

    link_requested = Signal(str)
    refused = Signal(str)
    offers_requested = Signal()
    """Completions are requested: `known` may be outdated."""

    resized = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.types: Mapping[str, str] = {}
        self.known = KnownProperties()
        self.rows: list[PropertyGridRow] = []
        self._expanded = False
        self._columns = 2
        self._narrow = False
        self._pending_edit = ""
        """Property whose value should be edited once its row exists."""
        self._properties: Mapping[str, JsonValue] = {}
        column = column_layout(self, 2)
        self._holder = QWidget()
        self._more = LinkButton("", small=True)
        self._more.clicked.connect(self._toggle_expanded)
        column.addWidget(self._holder)
        column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        self._more.hide()

    def show_properties(self, properties: Mapping[str, JsonValue]) -> None:
        """Show *properties*; unchanged rows are kept with their focus."""
        self._properties = properties
        kinds = [(name, property_kind_of(name, value, self.types)) for name, value in properties.items()]
        limit = len(kinds) if self._expanded else MAX_SHOWN_PROPERTIES
        single_column = self._narrow or any(_is_wide(kind, properties[name]) for name, kind in kinds[:limit])
        columns = 1 if single_column else 2
        unchanged = [(row.name, row.kind) for row in self.rows] == kinds[:limit] and columns == self._columns
        if not unchanged:
            self._columns = columns
            self._build(kinds[:limit])
        for row in self.rows:
            if not unchanged or row.cell.value != properties[row.name]:
                row.cell.set_value(properties[row.name])
        hidden_count = len(kinds) - len(self.rows)
        self._more.setVisible(hidden_count > 0 or (self._expanded and len(kinds) > MAX_SHOWN_PROPERTIES))
        self._more.setText(self.tr("Show all {n}").format(n=len(kinds)) if hidden_count > 0 else self.tr("Show fewer"))
        if not unchanged:
            self.resized.emit()
        if self._pending_edit:
            self.begin(self._pending_edit)

    def offered(self, name: str) -> Sequence[str]:
        """Return the completions for the property *name*, and request an update for the next key press."""
        self.offers_requested.emit()
        return self.known.offered(name)

    def begin(self, name: str) -> None:
        """Edit the value of *name*, now or once its row exists."""
        self._pending_edit = name
        if name in self._properties and name not in (row.name for row in self.rows):
            self._toggle_expanded()
            return
        row = next((row for row in self.rows if row.name == name), None)
        if row is not None:
            self._pending_edit = ""
            row.cell.begin()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the number of columns."""
        super().resizeEvent(event)
        narrow = self.width() < theme().px(TWO_COLUMNS_FROM)
        if narrow != self._narrow:
            self._narrow = narrow
            # Deferred: the layout is being activated.
            QTimer.singleShot(0, self, lambda: self.show_properties(self._properties))

    def rebuild(self) -> None:
        """Lay out everything again after sizes or colors changed."""
        self.drop_rows()
        self.show_properties(self._properties)

    def drop_rows(self) -> None:
        """Remove all rows because another note is shown."""
        self._build([])
        self._expanded = False

    def _build(self, kinds: Sequence[tuple[str, Kind]]) -> None:
        focused = next((row.name for row in self.rows if row.cell.editing), "")
        px, column = theme().px, self.layout()
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(px(8))
        grid.setVerticalSpacing(px(2))
        for row in self.rows:
            row.deleteLater()
        self.rows = [PropertyGridRow(name, kind, partial(self.offered, name), self) for name, kind in kinds]
        for number, row in enumerate(self.rows):
            self._connect_row(row)
            line, side = divmod(number, self._columns)
            row.name_cell.setFixedHeight(px(26))
            grid.addWidget(row.name_cell, line, side * 3, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(row.cell, line, side * 3 + 1, Qt.AlignmentFlag.AlignTop)
        for side in range(self._columns):
            grid.setColumnMinimumWidth(side * 3, px(MIN_NAME_WIDTH))
            grid.setColumnStretch(side * 3 + 1, 1)
        if self._columns == 2:
            grid.setColumnMinimumWidth(2, px(16))
        if column is not None:
            column.replaceWidget(self._holder, holder)
        self._holder.hide()
        self._holder.deleteLater()
        self._holder = holder
        holder.show()
        self._pending_edit = self._pending_edit or focused

    def _connect_row(self, row: PropertyGridRow) -> None:
        name = row.name
        row.cell.committed.connect(lambda value: self.edited.emit(set_property_edit(name, value, self._types_for(row))))
        row.cell.moved_on.connect(lambda step: self._edit_adjacent(name, step))
        row.cell.link_requested.connect(self.link_requested)
        row.cell.refused.connect(self.refused)
        row.cell.resized.connect(self._resize)
        row.renamed.connect(lambda old, new: self._edit(rename_property_edit(old, new)))
        row.removed.connect(lambda removed: self._edit(remove_property_edit(removed)))
        row.retyped.connect(self._retype)

    def _resize(self) -> None:
        """Invalidate all parent layouts: each caches its last size."""
        self._holder.updateGeometry()
        self.updateGeometry()
        self.resized.emit()

    def _types_for(self, row: PropertyGridRow) -> Mapping[str, str]:
        """Return the vault's property types, without that of this property if its value has another type."""
        kind = {"list": "multitext"}.get(row.kind, row.kind)
        own = self.types.get(row.name.casefold(), "")
        return self.types if own == kind else {}

    def _edit(self, edit: Edit) -> None:
        self.edited.emit(edit)

    def _retype(self, name: str, kind: str) -> None:
        new_kind = next((choice for choice in KIND_CHOICES if choice == kind), None)
        if new_kind is not None:
            self.edited.emit(retype_property_edit(name, new_kind))

    def _edit_adjacent(self, name: str, step: int) -> None:
        """Edit the next or previous value; after the last one nothing."""
        names = [row.name for row in self.rows if row.kind != "nested"]
        index = names.index(name) + step if name in names else -1
        if 0 <= index < len(names):
            self.begin(names[index])

    def _toggle_expanded(self) -> None:
        self._expanded = not self._expanded
        self.show_properties(self._properties)


CACHE_SECONDS = 10.0
"""Seconds for which names and values of the vault are cached."""


class VaultProperties(QObject):
    """Reads the types and known properties of one vault for the grids of its notes. Needs a running event loop."""

    def __init__(self, vault: Vault, searcher: Searcher, parent: QObject) -> None:
        super().__init__(parent)
        self._vault, self._searcher = vault, searcher
        self._types: Mapping[str, str] = {}
        self._known = KnownProperties()
        self._requested_at = -CACHE_SECONDS
        self._grids: WeakSet[PropertyGrid] = WeakSet()
        start(self._load_types(), self)

    def follow(self, grid: PropertyGrid) -> None:
        """Keep *grid* up to date."""
        self._grids.add(grid)
        grid.types, grid.known = self._types, self._known
        grid.offers_requested.connect(self._refresh)

    def _refresh(self) -> None:
        if time.monotonic() - self._requested_at > CACHE_SECONDS:
            self._requested_at = time.monotonic()
            start(self._load(), self)

    async def _load(self) -> None:
        self._known = await known_properties(self._searcher)
        await self._load_types()

    async def _load_types(self) -> None:
        folder = self._vault.root / self._vault.settings.folder
        self._types = await asyncio.to_thread(read_property_types, folder)
        for grid in self._grids:
            grid.types, grid.known = self._types, self._known


def _is_wide(kind: Kind, value: JsonValue) -> bool:
    if kind in ("list", "tags", "aliases") and isinstance(value, list):
        return sum(len(str(item)) + 3 for item in value) > WIDE_VALUE_LENGTH
    return len(property_text(value, kind)) > WIDE_VALUE_LENGTH


class NoteHeader(QWidget):
    """File name as title, and the properties below it. Shows one note after another."""

    edited = Signal(object)
    """A change of the note's text, as a function of the text."""

    link_requested = Signal(str)
    """A link, address or tag (with `#`) in a value was clicked."""

    folded_changed = Signal(bool)
    resized = Signal()

    def __init__(self, note: Note | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._note: Note | None = None
        self._folded = False
        px = theme().px
        self._column = QVBoxLayout(self)
        self._column.setSpacing(px(8))
        self._title = PlainLabel("", "text", "h1", wrap=True, selectable=True)
        self._fold_button = _QuietButton("chevron-down", self)
        self._fold_button.clicked.connect(lambda: self.set_folded(not self._folded, notify=True))
        self._add_button = _QuietButton("plus", self)
        self._add_button.set_name(self.tr("Add a property"))
        self._add_button.clicked.connect(self.add)
        top = row_layout(spacing=2)
        top.addWidget(self._title, 1)
        for button in (self._fold_button, self._add_button):
            top.addWidget(button, 0, Qt.AlignmentFlag.AlignBottom)
        self._column.addLayout(top)
        self._problem_label = PlainLabel("", "warning", "small", wrap=True)
        self._source_label = PlainLabel("", "muted", "fixed", wrap=True, selectable=True)
        self.grid = PropertyGrid()
        self.grid.edited.connect(self.edited)
        self.grid.link_requested.connect(self.link_requested)
        self.grid.refused.connect(self._show_problem)
        self.grid.resized.connect(self.resized)
        self._count_button = LinkButton("", small=True)
        self._count_button.clicked.connect(lambda: self.set_folded(False, notify=True))
        self._name = CompletingField(self.tr("Name of the new property"), lambda: self._free_names())
        self._name.setMaximumWidth(px(260))
        self._name.setPlaceholderText(self.tr("Name of the new property"))
        self._name.hide()
        self._name.finished.connect(self._add_property)
        self._name.cancelled.connect(self._end)
        for widget in (self._problem_label, self._source_label, self.grid, self._count_button, self._name):
            self._column.addWidget(widget)
        theme().changed.connect(self._apply_theme)
        if note is not None:
            self.show_note(note)

    def show_note(self, note: Note) -> None:
        """Show *note*; if it is the same note, update only what changed."""
        if self._note is not None and self._note.path != note.path:
            self.grid.drop_rows()
            self._name.hide()
        self._note = note
        self._title.setText(note.path.name)
        advice = Phrase("Edit the note to correct it. Until then the properties are shown as text.")
        self._show_problem(translate(Sentences(note.property_problem, advice)) if note.property_problem else "")
        self._source_label.setText(note.text[: note.body_start].strip("\n") if note.property_problem else "")
        self.grid.show_properties(note.properties)
        self._arrange()

    def set_folded(self, folded: bool, *, notify: bool = False) -> None:
        """Collapse the properties to their number, or expand them."""
        self._folded = folded
        self._arrange()
        if notify:
            self.folded_changed.emit(folded)

    def add(self) -> None:
        """Ask for the name of a new property; do nothing if the frontmatter cannot be parsed."""
        if self._note is None or self._note.property_problem:
            return
        self.set_folded(False)
        self._name.show()
        self.resized.emit()
        self._name.begin("")

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    def _arrange(self) -> None:
        note = self._note
        count = len(note.properties) if note is not None else 0
        broken = note is not None and bool(note.property_problem)
        self._problem_label.setVisible(bool(self._problem_label.text()))
        self._source_label.setVisible(broken)
        self.grid.setVisible(count > 0 and not self._folded)
        self._count_button.setVisible(count > 0 and self._folded)
        self._count_button.setText(plural_text(count, self.tr("1 property"), self.tr("{n} properties")))
        self._name.setVisible(self._name.isVisibleTo(self) and not self._folded)
        self._fold_button.setVisible(count > 0)
        self._fold_button.set_icon("chevron-right" if self._folded else "chevron-down")
        self._fold_button.set_name(self.tr("Show the properties") if self._folded else self.tr("Hide the properties"))
        self._add_button.setVisible(not broken)
        px = theme().px
        self._column.setContentsMargins(0, px(16), 0, px(16) if count or broken else px(8))
        self.resized.emit()

    def _show_problem(self, problem: str) -> None:
        self._problem_label.setText(problem)
        self._problem_label.setVisible(bool(problem))
        self.resized.emit()

    def _free_names(self) -> list[str]:
        self.grid.offers_requested.emit()
        used_names = {name.casefold() for name in (self._note.properties if self._note is not None else ())}
        return [name for name in self.grid.known.names if name.casefold() not in used_names]

    def _add_property(self, text: str) -> None:
        self._end()
        grid, name = self.grid, text.strip()
        if not name or self._note is None:
            return
        existing = next((key for key in self._note.properties if key.casefold() == name.casefold()), None)
        if existing is None:
            sample = grid.known.samples.get(name.casefold())
            kind = property_kind_of(name, sample, grid.types)
            self.edited.emit(add_property_edit(name, kind if kind != "nested" else "text", grid.types))
        grid.begin(existing or name)

    def _end(self) -> None:
        self._name.hide()
        self.resized.emit()

    def _apply_theme(self) -> None:
        if self._note is not None:
            self.grid.rebuild()
            self._arrange()


class _QuietButton(IconButton):
    """Drawn only while the mouse is over the header or the focus is on it."""

    def __init__(self, icon_name: str, head: NoteHeader) -> None:
        super().__init__(icon_name, "", size=14, side=24)
        self._head = head

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._head.underMouse() or self.hasFocus():
            super().paintEvent(event)
