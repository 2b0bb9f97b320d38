"""Search field with completion of tags, properties and operators."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct
from PySide6.QtCore import QRect, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent
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
from vaultdesk.ui.widgets.lists.field_completion import CompletionSource, FieldCompletion, TypedName
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.ui.widgets.text_fields import SearchField, python_length
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


TAG_TRIGGER, PROPERTY_TRIGGER = "tag:", "["
"""Triggers of a tag and of a property's name; that of a value ends with its property's name."""


class QueryChoice(Struct, frozen=True):
    """A candidate for the typed name."""

    name: str
    count: int = 0
    """Number of notes that have it."""


def typed_part(before: str) -> TypedName | None:
    """Return what is typed at the end of *before*, the text up to the cursor.

    That is a tag after `tag:`, a property's name after `[`, or its value after a colon; None for anything else,
    including text in quotes.
    """
    if before.count('"') % 2:
        return None
    if (tag := _TAG.search(before)) is not None:
        return TypedName(TAG_TRIGGER, tag[1], replaces_trigger=False)
    if (name := _PROPERTY.search(before)) is not None:
        return TypedName(PROPERTY_TRIGGER, name[1], replaces_trigger=False)
    if (value := _VALUE.search(before)) is not None:
        return TypedName(PROPERTY_TRIGGER + value[1].strip(), value[2], replaces_trigger=False)
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


def completed_query(before: str, after: str, name: TypedName, choice: str) -> tuple[str, int]:
    """Return the query *before* + *after* with *name*, the end of *before*, replaced by *choice*, and the new cursor
    position.
    """
    before = before.removesuffix(name.replaced_text)
    if name.trigger == TAG_TRIGGER:
        completed = before + f"#{choice}"
        return completed + (" " if not after.startswith(" ") else "") + after, len(completed) + 1
    closing = "" if after.startswith("]") else "]"
    if name.trigger == PROPERTY_TRIGGER:
        return before + choice + closing + after, len(before) + len(choice)
    # In quotes the value is taken literally, including characters of the query language.
    value = choice if _BARE_VALUE.fullmatch(choice) else '"' + choice.replace('"', '\\"') + '"'
    return before + value + closing + after, len(before) + len(value) + 1


CURSOR_MARK = "|"
"""Marks the cursor position after an operator was inserted."""


class Operator(Struct, frozen=True):
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


class QueryField(SearchField):
    """Search field with a star for saved searches. It shows the beginning of a long query while it has no focus."""

    save_requested = Signal()
    """The star was clicked."""

    def __init__(self, name: str, placeholder: str = "", parent: QWidget | None = None) -> None:
        super().__init__(name, placeholder, parent)
        self._saved: bool | None = None
        self._star = QAction(self)
        self._star.triggered.connect(self.save_requested)
        theme().changed.connect(self._update_star)
        self._stored_cursor: int | None = None
        """Cursor position when the focus was lost; None while focused."""

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
        self._restore_cursor()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.replace_text(*inserted_operator(self.text(), len(self.text_to_cursor()), operator))

    def text_to_cursor(self) -> str:
        text = self.text()
        return text[: python_length(text, self.cursorPosition())]

    def replace_text(self, text: str, cursor: int) -> None:
        """Show *text* with the cursor after its first *cursor* characters, which are not none."""
        with QSignalBlocker(self):
            self.setText(text[cursor:])
            self.setCursorPosition(0)
        self.insert(text[:cursor])  # One change, after which the cursor is in its place.

    def append_text(self, text: str) -> None:
        """Take the focus and append *text*."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.end(False)
        self.insert(text)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._restore_cursor()
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show the start of a long query."""
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self._stored_cursor = self.cursorPosition()
            self.setCursorPosition(0)

    def _restore_cursor(self) -> None:
        if self._stored_cursor is not None:
            self.setCursorPosition(self._stored_cursor)
        self._stored_cursor = None

    def _update_star(self) -> None:
        saved = bool(self._saved)
        self._star.setText(self.tr("Remove from the saved searches") if saved else self.tr("Save this search"))
        self._star.setIcon(icon(STAR_ICONS[saved], "accent" if saved else "muted", "accent" if saved else "text", 14))


class QueryCompletion(FieldCompletion):
    """Completion of tags, properties and values in a search field.

    The names are cached until `forget` is called because notes have changed.
    """

    list_size = MIN_POPUP_WIDTH, MAX_CHOICES * LINE_HEIGHT

    def __init__(self, field: QueryField, searcher: Searcher) -> None:
        super().__init__(field)
        self._query_field = field
        self._searcher = searcher
        self._cache: dict[str, list[QueryChoice]] = {}

    def typed_name(self) -> TypedName | None:
        return typed_part(self._query_field.text_to_cursor()) if self._query_field.hasFocus() else None

    def source(self, _name: TypedName) -> CompletionSource:
        return self

    def cursor_position(self) -> int:
        return self._query_field.cursorPosition()

    def anchor_rect(self) -> QRect:
        return self._query_field.rect()

    def replace_name(self, name: TypedName, text: str) -> None:
        before = self._query_field.text_to_cursor()
        after = self._query_field.text()[len(before) :]
        self._query_field.replace_text(*completed_query(before, after, name, text))

    async def find(self, name: TypedName) -> Sequence[ListRow]:
        """Return the matching names, none if the index fails, which the search itself reports."""
        try:
            names = await self.names(name.trigger)
        except VaultDeskError:
            return ()
        is_tag = name.trigger == TAG_TRIGGER
        typed = name.typed.lstrip("#") if is_tag else name.typed
        return choice_entries(matching_names(typed, names), "tag" if is_tag else "list")

    def accept(self, key: str) -> str:
        return key

    async def names(self, trigger: str) -> list[QueryChoice]:
        """Return all names for *trigger*. Raises `IndexFailed`."""
        key = same_name_key(trigger)
        if key not in self._cache:
            match trigger:
                case "tag:":
                    self._cache[key] = [QueryChoice(tag.tag, tag.notes) for tag in await self._searcher.tags()]
                case "[":
                    self._cache[key] = await self._searcher.read_note_table(_properties)
                case _:
                    property_key = key.removeprefix(PROPERTY_TRIGGER)
                    self._cache[key] = await self._searcher.read_note_table(lambda table: _values(table, property_key))
        return self._cache[key]

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
