"""Search field with completion of tags, properties and operators."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.note_table import NoteTable
from vaultdesk.index.query_syntax.query_evaluation import scalars, value_as_query
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.theme.icons import icon
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.lists.entry_list import LINE_HEIGHT
from vaultdesk.ui.widgets.lists.field_completion import CompletionPopup
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.ui.widgets.text_fields import SearchField
from vaultdesk.vault.note_path import same_name_key

_tr = translator("QueryField")

_TAG = re.compile(r"(?:^|[\s(])-?tag:(#?[^\s()\"\[\]]*)\Z", re.IGNORECASE)
_PROPERTY = re.compile(r"(?:^|[\s(])-?\[([^\[\]:\"]*)\Z")
_VALUE = re.compile(r"(?:^|[\s(])-?\[\s*([^\[\]:\"]+):(?:[^\[\]]*\sOR\s)?\s*([^\[\]:\"()<>/]*)\Z")
_BARE_VALUE = re.compile(r"(?!(?:OR|null)\Z)\w[\w.+-]*", re.IGNORECASE)

MAX_VALUE_LENGTH = 60
"""Maximum number of characters of a value that is offered; longer ones are text."""

MAX_CHOICES = 8
"""Maximum number of names offered; typing narrows them."""


@dataclass(frozen=True, slots=True)
class TypedPart:
    """The name that is being typed at the cursor."""

    kind: Literal["tag", "property", "value"]
    typed: str
    start: int
    """Start of the name in the text; it ends at the cursor."""
    property_name: str = ""
    """Property of a value; empty for tags and properties."""


@dataclass(frozen=True, slots=True)
class QueryChoice:
    """A candidate for the typed name."""

    name: str
    count: int = 0
    """Number of notes that have it."""


def typed_part(text: str, cursor: int) -> TypedPart | None:
    """Return what is typed at *cursor*: a tag after `tag:`, a property's name after `[`, its value after a colon.

    Return None for anything else, including text in quotes.
    """
    before = text[:cursor]
    if before.count('"') % 2:
        return None
    if (tag := _TAG.search(before)) is not None:
        return TypedPart("tag", tag[1].lstrip("#"), tag.start(1))
    if (name := _PROPERTY.search(before)) is not None:
        return TypedPart("property", name[1], name.start(1))
    if (value := _VALUE.search(before)) is not None:
        return TypedPart("value", value[2], value.start(2), value[1].strip())
    return None


def matching_names(typed: str, names: Iterable[QueryChoice]) -> list[QueryChoice]:
    """Return the names that match *typed*: prefix matches first, then those containing it, each by frequency."""
    key = same_name_key(typed)
    ranked: list[tuple[bool, int, str, QueryChoice]] = []
    for choice in names:
        key_of_choice = same_name_key(choice.name)
        if key in key_of_choice and key_of_choice != key:
            is_prefix = key_of_choice.startswith(key) or f"/{key}" in key_of_choice
            ranked.append((not is_prefix, -choice.count, key_of_choice, choice))
    return [choice for *_, choice in sorted(ranked, key=lambda entry: entry[:3])[:MAX_CHOICES]]


def completed_query(text: str, cursor: int, typing: TypedPart, name: str) -> tuple[str, int]:
    """Return *text* with the typed part replaced by *name*, and the new cursor position."""
    before, after = text[: typing.start], text[cursor:]
    if typing.kind == "tag":
        tag = f"#{name}"
        new_cursor = len(before) + len(tag) + 1
        return before + tag + (" " if not after.startswith(" ") else "") + after, new_cursor
    closing = "" if after.startswith("]") else "]"
    if typing.kind == "value":
        # In quotes the name is taken literally, including characters of the query language.
        value = name if _BARE_VALUE.fullmatch(name) else '"' + name.replace('"', '\\"') + '"'
        return before + value + closing + after, len(before) + len(value) + 1
    return before + name + closing + after, len(before) + len(name)


CURSOR_MARK = "|"
"""Marks the cursor position after an operator was inserted."""


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator of the query language."""

    insert: str
    """Text to insert; `|` is the cursor position."""
    example: str
    description: str


def operators() -> tuple[Operator, ...]:
    """Return the operators, the most useful first."""
    return (
        Operator("tag:#|", "tag:#heating", _tr("this tag and its nested tags")),
        Operator("path:|", "path:Projects", _tr("in the folder or name")),
        Operator("file:|", "file:boiler", _tr("in the file name")),
        Operator("content:|", "content:pump", _tr("in the text only")),
        Operator('"|"', '"flow temperature"', _tr("the exact phrase")),
        Operator("-|", "-quote", _tr("notes without it")),
        Operator("OR |", "pump OR boiler", _tr("either of the two")),
        Operator("(|)", "(pump OR boiler) cost", _tr("groups terms")),
        Operator("line:(|)", "line:(pump cost)", _tr("all terms in one line")),
        Operator("section:(|)", "section:(pump cost)", _tr("all terms under one heading")),
        Operator("task:|", "task:call", _tr("in tasks; also task-todo: and task-done:")),
        Operator("[|]", "[status:decided]", _tr("a property and its value")),
        Operator("/|/", r"/\d+ kW/", _tr("a pattern (regular expression)")),
        Operator("in:chats |", "in:chats pump", _tr("in chats instead of notes; in:all for both")),
    )


def inserted_operator(text: str, cursor: int, operator: Operator) -> tuple[str, int]:
    """Return *text* with *operator* inserted at *cursor*, and the new cursor position."""
    before, after = text[:cursor], text[cursor:]
    if before and not before.endswith((" ", "(")):
        before += " "
    inserted = operator.insert
    cursor_offset = inserted.index(CURSOR_MARK)
    inserted = inserted.replace(CURSOR_MARK, "")
    if after and not after.startswith((" ", ")")):
        inserted += " "
    return before + inserted + after, len(before) + cursor_offset


MIN_POPUP_WIDTH = 240
"""Minimum width in design pixels."""


def choice_entries(choices: Iterable[QueryChoice], icon_name: str) -> list[ListRow]:
    """Return the entries for *choices*, each with its number of notes."""
    return [
        ListRow(choice.name, choice.name, icon=icon_name, right=format_number(choice.count) if choice.count else "")
        for choice in choices
    ]


STAR_ICONS = {False: "star", True: "star-on"}
"""Icons of an unsaved and a saved search."""

CHOICE_ICONS = {"tag": "tag", "property": "list", "value": "list"}


class QueryField(SearchField):
    """Search field with completion.

    While names are offered, arrow keys move through them, Enter and Tab accept one, Esc hides them.
    """

    completing = Signal(object)
    """A `TypedPart` is being typed. The receiver calls `offer` with the matching names."""

    save_requested = Signal()
    """The star was clicked."""

    def __init__(self, name: str, placeholder: str = "", parent: QWidget | None = None) -> None:
        super().__init__(name, placeholder, parent)
        self._saved: bool | None = None
        self._star = QAction(self)
        self._star.triggered.connect(self.save_requested)
        theme().changed.connect(self._update_star)
        self._popup: CompletionPopup | None = None
        self._typing: TypedPart | None = None
        self._stored_cursor: int | None = None
        """Cursor position when the focus was lost; None while focused."""
        self.textEdited.connect(lambda _text: self._update_completion())

    @property
    def offered(self) -> int:
        return self._popup.count() if self._popup is not None else 0

    def show_saved(self, saved: bool | None) -> None:
        """Show a star, filled for a saved search; None hides it."""
        previous, self._saved = self._saved, saved
        if saved is None:
            self.removeAction(self._star)
        elif previous is None:
            self.addAction(self._star, QLineEdit.ActionPosition.TrailingPosition)
        self._update_star()

    def insert_operator(self, operator: Operator) -> None:
        """Insert *operator* at the cursor."""
        cursor = self.cursorPosition() if self._stored_cursor is None else min(self._stored_cursor, len(self.text()))
        self._stored_cursor = None
        text, cursor = inserted_operator(self.text(), cursor, operator)
        self._replace_text(text, cursor)
        self._update_completion()

    def append_text(self, text: str) -> None:
        """Take the focus and append *text*."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.end(False)
        self.insert(text)

    def offer(self, typing: TypedPart, choices: Sequence[QueryChoice]) -> None:
        """Offer *choices* for *typing* unless the text has changed since."""
        if typing != self._typing or not self.hasFocus() or not self.isVisible():
            return
        if self._popup is None:
            self._popup = CompletionPopup(self, self.tr("Names"))
            self._popup.chosen.connect(self._complete)
        entries = choice_entries(choices, CHOICE_ICONS[typing.kind])
        self._popup.show_entries(entries, self.rect(), (MIN_POPUP_WIDTH, MAX_CHOICES * LINE_HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move through the offered names; otherwise as in any search field."""
        popup = self._popup
        if popup is None or not popup.isVisible():
            super().keyPressEvent(event)
            return
        match event.key():
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                popup.step(-1 if event.key() == Qt.Key.Key_Up else 1)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                popup.choose()
            case Qt.Key.Key_Escape:
                self._hide_popup()
            case _:
                super().keyPressEvent(event)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Let Tab accept the offered name."""
        if next and self._popup is not None and self._popup.isVisible():
            self._popup.choose()
            return True
        return super().focusNextPrevChild(next)

    def focusInEvent(self, event: QFocusEvent) -> None:
        if self._stored_cursor is not None:
            self.setCursorPosition(self._stored_cursor)
        self._stored_cursor = None
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the names, and show the start of a long query."""
        super().focusOutEvent(event)
        self._hide_popup()
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self._stored_cursor = self.cursorPosition()
            self.setCursorPosition(0)

    def _update_star(self) -> None:
        saved = bool(self._saved)
        self._star.setText(self.tr("Remove from the saved searches") if saved else self.tr("Save this search"))
        self._star.setIcon(icon(STAR_ICONS[saved], "accent" if saved else "muted", "accent" if saved else "text", 14))

    def _update_completion(self) -> None:
        self._typing = typed_part(self.text(), self.cursorPosition())
        if self._typing is None:
            self._hide_popup()
        else:
            self.completing.emit(self._typing)

    def _complete(self, name: str) -> None:
        if self._typing is not None:
            self._replace_text(*completed_query(self.text(), self.cursorPosition(), self._typing, name))
            self._typing = None

    def _replace_text(self, text: str, cursor: int) -> None:
        self.setText(text)
        self.setCursorPosition(cursor)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _hide_popup(self) -> None:
        if self._popup is not None:
            self._popup.hide()


class QueryCompletions:
    """Names for completion, cached until `forget` is called because notes have changed."""

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher
        self._cache: dict[tuple[str, str], list[QueryChoice]] = {}

    async def names(self, kind: Literal["tag", "property", "value"], name: str = "") -> list[QueryChoice]:
        """Return all names of this *kind*; values are those of the property *name*. Raises `IndexFailed`."""
        key = (kind, same_name_key(name))
        if key not in self._cache:
            match kind:
                case "tag":
                    self._cache[key] = [QueryChoice(tag.tag, tag.notes) for tag in await self._searcher.tags()]
                case "property":
                    self._cache[key] = await self._searcher.read_note_table(_properties)
                case "value":
                    self._cache[key] = await self._searcher.read_note_table(lambda table: _values(table, key[1]))
        return self._cache[key]

    async def answer(self, field: QueryField, typing: TypedPart) -> None:
        """Offer in *field* the names that match the typed part."""
        try:
            names = await self.names(typing.kind, typing.property_name)
        except VaultDeskError:
            return  # The search itself reports that the index fails.
        field.offer(typing, matching_names(typing.typed, names))

    def forget(self) -> None:
        """Discard the cached names."""
        self._cache.clear()


def _properties(table: NoteTable) -> list[QueryChoice]:
    """Count the properties of all notes."""
    return _merge_spellings(Counter(name for facts in table.facts.values() for name in facts.properties))


def _values(table: NoteTable, property_key: str) -> list[QueryChoice]:
    """Count the values of the property *property_key*, once per note; long ones are omitted."""
    counts = Counter[str]()
    for facts in table.facts.values():
        values = (value for name, value in facts.properties.items() if same_name_key(name) == property_key)
        texts = {value_as_query(item) for value in values for item in scalars(value)}
        counts.update(text for text in texts if 0 < len(text) <= MAX_VALUE_LENGTH)
    return _merge_spellings(counts)


def _merge_spellings(counts: Counter[str]) -> list[QueryChoice]:
    """Return the counts, with different spellings combined under the most frequent one."""
    names: dict[str, QueryChoice] = {}
    for name, count in counts.most_common():
        first = names.get(name.casefold())
        names[name.casefold()] = QueryChoice(first.name, first.count + count) if first else QueryChoice(name, count)
    return list(names.values())
