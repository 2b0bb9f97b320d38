"""Settings page of the keyboard shortcuts: search, change and reset."""

from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QKeyCombination, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui.settings.sheet import SettingsWriter, Sheet
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.accessibility import without_keypad, without_modifiers
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import row_layout
from vaultdesk.ui.widgets.lists.entry_list import EntryList
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.ui.widgets.lists.matched_text import best_matches
from vaultdesk.ui.widgets.text_fields import HintedLine, SearchField
from vaultdesk.ui.window.actions import ACTIONS, Action, key_sequences

_tr = translator("ShortcutsSheet")

MODIFIER_KEYS = (
    Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr, Qt.Key.Key_CapsLock,
    Qt.Key.Key_NumLock, Qt.Key.Key_unknown, Qt.Key.Key_Super_L, Qt.Key.Key_Super_R,
)  # fmt: skip
"""Keys that are only modifiers of others."""

CAPTURE_WIDTH = 200
"""Minimum width in design pixels; a longer hint makes it wider."""


class KeyCapture(HintedLine):
    """Captures a shortcut while focused. Esc cancels, Backspace alone removes the shortcut, Tab moves the focus as
    usual.
    """

    captured = Signal(str)
    """Shortcut in portable text; empty for none."""
    cancelled = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.setReadOnly(True)
        self.setAccessibleName(name)
        self.setPlaceholderText(self.tr("Press the keys"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)

    def setPlaceholderText(self, hint: str) -> None:
        """Set the hint and make the field wide enough for it."""
        super().setPlaceholderText(hint)
        self.setFixedWidth(max(theme().px(CAPTURE_WIDTH), self._hint_width()))

    def show_keys(self, keys: str) -> None:
        """Show *keys*, given in portable text."""
        self.setText(QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText))

    def event(self, event: QEvent) -> bool:
        """Handle keys before the window's shortcuts."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modifiers = Qt.Key(event.key()), without_keypad(event.modifiers())
        event.accept()
        if key in MODIFIER_KEYS:
            return
        if key == Qt.Key.Key_Escape and not modifiers:
            self.cancelled.emit()
        elif key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete) and not modifiers:
            self.captured.emit("")
        else:
            # Shift is part of a typed character: Ctrl+? is not Ctrl+Shift+?.
            if key not in range(Qt.Key.Key_A, Qt.Key.Key_Z + 1) and event.text().isprintable() and event.text().strip():
                modifiers = without_modifiers(modifiers, Qt.KeyboardModifier.ShiftModifier)
            self.captured.emit(QKeySequence(QKeyCombination(modifiers, key)).toString())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.cancelled.emit()


KeySequences = tuple[str, ...]
ChosenKeys = Mapping[str, Sequence[str]]
"""Shortcuts in Qt's portable text, by command name; other commands have those of the table."""

TEXT_EDITING_KEYS = (
    "Ctrl+C", "Ctrl+X", "Ctrl+V", "Ctrl+A", "Ctrl+Z", "Ctrl+Y", "Ctrl+Shift+Z", "Ctrl+Left", "Ctrl+Right",
    "Ctrl+Backspace", "Ctrl+Del",
)  # fmt: skip
"""Shortcuts that every text field needs."""

_ROWS: Mapping[str, Action] = {row.id: row for row in ACTIONS}


def keys_of(name: str, chosen: ChosenKeys) -> KeySequences:
    """Return the shortcuts of the command *name*, in portable text."""
    keys = chosen.get(name)
    return tuple(keys) if keys is not None else default_keys(name)


def default_keys(name: str) -> KeySequences:
    """Return the default shortcuts of the command *name* on this system."""
    return tuple(sequence.toString() for sequence in key_sequences(_ROWS[name]))


def command_with_key(name: str, key: str, chosen: ChosenKeys) -> str | None:
    """Return the command with which *key* for *name* would conflict; None if there is none."""
    sequence = QKeySequence(key)
    for row in ACTIONS:
        if row.id == name or not _scopes_overlap(row, _ROWS[name]):
            continue
        if any(QKeySequence(command_key) == sequence for command_key in keys_of(row.id, chosen)):
            return row.id
    return None


def with_key(name: str, key: str, chosen: ChosenKeys) -> dict[str, KeySequences]:
    """Return the choices with *key* as the only shortcut of *name*, removed from a conflicting command."""
    changed = {command: tuple(keys) for command, keys in chosen.items()}
    for other in _conflicting_commands(name, key, chosen):
        changed[other] = tuple(
            other_key for other_key in keys_of(other, chosen) if QKeySequence(other_key) != QKeySequence(key)
        )
    changed[name] = (key,) if key else ()
    return {command: keys for command, keys in changed.items() if keys != _default_keys_if_known(command)}


def with_default_keys(name: str, chosen: ChosenKeys) -> dict[str, KeySequences]:
    """Return the choices with the default shortcuts of *name*, removed from conflicting commands."""
    changed = {command: tuple(keys) for command, keys in chosen.items() if command != name}
    for key in default_keys(name):
        for other in _conflicting_commands(name, key, changed):
            changed[other] = tuple(
                other_key for other_key in keys_of(other, changed) if QKeySequence(other_key) != QKeySequence(key)
            )
    return changed


def key_problem(key: str) -> str:
    """Return why *key* cannot be used as a shortcut; empty if it can."""
    sequence = QKeySequence(key)
    if sequence.isEmpty():
        return ""
    pressed: QKeyCombination = sequence[0]  # type: ignore[index]  # missing in the stubs of PySide6
    without_modifier = not without_keypad(
        without_modifiers(pressed.keyboardModifiers(), Qt.KeyboardModifier.ShiftModifier)
    )
    if without_modifier and not Qt.Key.Key_F1 <= pressed.key() <= Qt.Key.Key_F35:
        return _tr("A single key is needed for typing. Combine it with Ctrl or Alt, or use F1 to F12.")
    if any(sequence == QKeySequence(text_key) for text_key in TEXT_EDITING_KEYS):
        return _tr("This shortcut is needed in text fields. Choose another one.")
    return ""


def shown_keys(keys: Sequence[str]) -> str:
    """Return *keys* in the system's notation."""
    return "  ".join(QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in keys)


def command_text(name: str) -> str:
    return QCoreApplication.translate("Actions", _ROWS[name].text)


def _conflicting_commands(name: str, key: str, chosen: ChosenKeys) -> Iterator[str]:
    for row in ACTIONS:
        has_key = any(QKeySequence(command_key) == QKeySequence(key) for command_key in keys_of(row.id, chosen))
        if row.id != name and has_key and _scopes_overlap(row, _ROWS[name]):
            yield row.id


def _default_keys_if_known(name: str) -> KeySequences | None:
    """Return the default shortcuts; None for a command of a later version, whose choice is kept."""
    return default_keys(name) if name in _ROWS else None


def _scopes_overlap(first: Action, second: Action) -> bool:
    """Return whether the scopes of both overlap: two panes never do, the window overlaps with all."""
    return first.scope == second.scope or "window" in (first.scope, second.scope)


LIST_HEIGHT = 300
"""Minimum height in design pixels: the list scrolls itself, so that the editing widgets stay visible."""


class ShortcutsSheet(Sheet):
    """List of commands; Enter on one captures its new shortcut."""

    def __init__(self, store: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Keyboard"), self.tr("All commands and their shortcuts. Type a name, or press keys in the field."),
            parent=parent,
        )  # fmt: skip
        self._store = store
        self._writer = SettingsWriter(store, self.problem)
        self._pending: tuple[str, str] | None = None
        """A command and a shortcut that is used by another one, until the user confirms."""
        self.search = SearchField(self.tr("Find a command"), self.tr("Name or shortcut of a command"))
        self.list = EntryList(self.tr("Commands and their shortcuts"), takes_keyboard=True)
        self.capture = KeyCapture(self.tr("New shortcut"))
        self.change = PlainButton(self.tr("Change Shortcut"))
        self.restore = LinkButton(self.tr("Restore"))
        self.restore_all = LinkButton(self.tr("Restore all"))
        self.message = PlainLabel(role="muted", font="small", wrap=True)
        self.reassign = LinkButton(self.tr("Use It Anyway"))
        self._build_layout()
        self.search.textChanged.connect(lambda _text: self._fill())
        self.list.chosen.connect(lambda _key: self._start_capture())
        self.list.current_changed.connect(self._update_buttons)
        self.change.clicked.connect(self._start_capture)
        self.capture.captured.connect(self._capture_key)
        self.capture.cancelled.connect(self._end_capture)
        self.restore.clicked.connect(self._restore)
        self.restore_all.clicked.connect(lambda: self._save({}))
        self.reassign.clicked.connect(self._reassign_key)
        self._end_capture()
        self._fill()

    def refresh(self, settings: Settings) -> None:
        self._fill()

    def all_text(self) -> str:
        """Return all text of the page for the search, including the list, which contains no labels."""
        return "\n".join([super().all_text(), *(command_text(row.id) for row in ACTIONS)])

    def show_command(self, name: str) -> None:
        """Select the command *name*, ready to change its shortcut."""
        self.search.clear()
        self.list.go_to(name)
        self._start_capture()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the list the available height."""
        super().resizeEvent(event)
        page = self.widget()
        layout = page.layout() if page is not None else None
        if layout is not None:
            others = layout.totalHeightForWidth(self.viewport().width()) - self.list.height()
            self.list.setFixedHeight(max(theme().px(LIST_HEIGHT), self.viewport().height() - others))

    @property
    def _chosen(self) -> ChosenKeys:
        return self._store.settings.keys

    def _build_layout(self) -> None:
        px = theme().px
        self.content.addWidget(self.search)
        card = Card(padding=0)
        self.list.setFixedHeight(px(LIST_HEIGHT))
        card.content.addWidget(self.list)
        self.content.addWidget(card)
        row = row_layout(spacing=12)
        for widget in (self.change, self.capture, self.restore):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.restore_all)
        self.content.addLayout(row)
        message_row = row_layout(spacing=12)
        message_row.addWidget(self.message, 1)
        message_row.addWidget(self.reassign, 0, Qt.AlignmentFlag.AlignTop)
        self.content.addLayout(message_row)

    def _fill(self) -> None:
        current = self.list.current()
        rows = [self._create_row(row) for row in ACTIONS]
        typed = self.search.text().strip()
        if typed:
            matching = {entry.key: None for entry in rows if typed.casefold() in entry.right.casefold()}
            matching |= {entry.key: None for entry in best_matches(typed, rows, lambda entry: entry.title, len(rows))}
            by_key = {entry.key: entry for entry in rows}
            shown: Sequence[ListRow] = [by_key[key] for key in matching]
        else:
            shown = grouped_commands(rows)
        self.list.show_entries(shown, None, current.key if current is not None else None)
        self._update_buttons()

    def _create_row(self, row: Action) -> ListRow:
        changed = self.tr("changed") if row.id in self._chosen else ""
        keys = shown_keys(keys_of(row.id, self._chosen))
        right = f"{changed}   {keys}" if changed and keys else keys or changed
        return ListRow(row.id, command_text(row.id), icon=row.icon, right=right)

    def _update_buttons(self) -> None:
        current = self.list.current()
        self.change.setEnabled(current is not None)
        self.restore.setVisible(current is not None and current.key in self._chosen)
        self.restore_all.setVisible(bool(self._chosen))

    def _start_capture(self) -> None:
        current = self.list.current()
        if current is None:
            return
        self.change.hide()
        self.capture.clear()
        self.capture.show()
        self.capture.setFocus()
        self._show_message(
            self.tr("Press the new shortcut for “{0}”. Backspace removes it, Esc cancels.").format(current.title)
        )

    def _end_capture(self) -> None:
        had_focus = self.capture.hasFocus()
        self.capture.hide()
        self.change.show()
        self.reassign.hide()
        if self._pending is None:
            self._show_message("")
        if had_focus:
            self.list.setFocus()

    def _capture_key(self, key: str) -> None:
        current = self.list.current()
        if current is None:
            return
        self.capture.show_keys(key)
        if problem := key_problem(key):
            self._show_message(problem)
            return
        other = command_with_key(current.key, key, self._chosen) if key else None
        if other is None:
            self._save(with_key(current.key, key, self._chosen))
            self._end_capture()
            return
        self._pending = (current.key, key)
        keys = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
        self._show_message(
            self.tr("{0} is the shortcut of “{1}”, which would then have none.").format(keys, command_text(other))
        )
        self.reassign.show()
        self.reassign.setFocus()

    def _reassign_key(self) -> None:
        pending, self._pending = self._pending, None
        if pending is not None:
            self._save(with_key(*pending, self._chosen))
        self._end_capture()
        self.list.setFocus()

    def _restore(self) -> None:
        current = self.list.current()
        if current is not None:
            self._save(with_default_keys(current.key, self._chosen))

    def _save(self, keys: dict[str, tuple[str, ...]]) -> None:
        self._writer.save(lambda settings: settings.model_copy(update={"keys": keys}))
        self._fill()

    def _show_message(self, text: str) -> None:
        self.message.setText(text)


def grouped_commands(rows: Sequence[ListRow]) -> list[ListRow]:
    """Return *rows* with group headings."""
    titles = group_titles()
    entries: list[ListRow] = []
    group = ""
    for row, entry in zip(ACTIONS, rows, strict=True):
        if row.group != group:
            group = row.group
            entries.append(ListRow("", titles[group], heading=True))
        entries.append(entry)
    return entries


def group_titles() -> dict[str, str]:
    """Return the titles of the command groups."""
    return {
        "note": _tr("Note"),
        "vault": _tr("Vault"),
        "find": _tr("Find"),
        "chat": _tr("Chat"),
        "privacy": _tr("Privacy"),
        "tools": _tr("Tools"),
        "window": _tr("Window"),
    }
