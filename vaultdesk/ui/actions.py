"""Actions: every command of the window in one table, with its keys. What a command does is bound by whoever does it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.theme.icons import icon
from vaultdesk.ui.theme.theme import theme

Scope = Literal["window", "note", "chat"]
"""Where a command's keys count: in the whole window, or only while the keyboard is in that pane."""

Standard = QKeySequence.StandardKey


@dataclass(frozen=True)
class Action:
    """One command. Keys are written as on Linux and Windows; Qt turns Ctrl into Cmd on macOS."""

    id: str
    text: str
    icon: str
    keys: tuple[str | QKeySequence.StandardKey, ...] = ()
    scope: Scope = "window"
    role: QAction.MenuRole = QAction.MenuRole.NoRole


def _text(text: str) -> str:
    """Mark *text* for translation; it is translated when the action is made."""
    return text


ACTIONS: tuple[Action, ...] = (
    Action("new-note", _text("New note"), "file-plus", (Standard.New,)),
    Action("open-vault", _text("Open vault…"), "folder", ("Ctrl+Shift+O",)),
    Action("close-vault", _text("Close vault"), "close"),
    Action("palette", _text("Commands…"), "list", ("Ctrl+P", "Ctrl+K")),
    Action("jump", _text("Search or jump to…"), "search", ("Ctrl+O",)),
    Action("search-vault", _text("Search all notes"), "search", ("Ctrl+Shift+F",)),
    Action("recall", _text("Recall bench"), "bulb", ("Ctrl+Shift+R",)),
    Action("vocabulary", _text("Vocabulary"), "book", ("Ctrl+Shift+Y",)),
    Action("pomodoro", _text("Start or pause a pomodoro"), "clock"),
    Action("back", _text("Back"), "chevron-left", (Standard.Back,)),
    Action("forward", _text("Forward"), "chevron-right", (Standard.Forward,)),
    Action("toggle-edit", _text("Read or edit"), "pencil", ("Ctrl+E",)),
    Action("save", _text("Save"), "check", (Standard.Save,)),
    Action("close-tab", _text("Close tab"), "close", ("Ctrl+W",)),
    Action("undo-change", _text("Undo the last change of notes"), "undo", ("Ctrl+Alt+Z",)),
    Action("redo-change", _text("Redo the last change of notes"), "refresh", ("Ctrl+Alt+Shift+Z",)),
    Action("index", _text("Search index"), "info"),
    Action("activity", _text("Activity"), "clock", ("Ctrl+Shift+A",)),
    Action("what-left", _text("What left this computer"), "arrow-up-right", ("Ctrl+Shift+L",)),
    Action("what-leaves", _text("What would leave this computer…"), "eye", ("Ctrl+Shift+Return",)),
    Action("focus-chat", _text("Go to the chat"), "chat", ("Ctrl+L",)),
    Action("new-chat", _text("New chat"), "plus", ("Ctrl+Shift+N",)),
    Action("chats", _text("Chats…"), "chat", ("Ctrl+Shift+H",)),
    Action("import-chats", _text("Import chats…"), "download"),
    Action("choose-agent", _text("Choose who answers…"), "person", ("Ctrl+Shift+G",)),
    Action("choose-mode", _text("Choose the way of asking…"), "bolt", ("Ctrl+Shift+M",)),
    Action("add-open-note", _text("Add the open note to the question"), "at", ("Ctrl+Shift+J",)),
    Action("agent-reach", _text("What could this agent touch?"), "eye"),
    Action("agents", _text("Agents…"), "person"),
    Action("permissions", _text("Permissions…"), "shield"),
    Action("private-notes", _text("Private notes…"), "lock"),
    Action("stop", _text("Stop the answer"), "stop", ("Esc",), scope="chat"),
    Action("left-pane", _text("Show or hide the notes"), "panel-left", ("Ctrl+\\",)),
    Action("right-pane", _text("Show or hide the chat"), "panel-right", ("Ctrl+Shift+\\",)),
    Action("zoom-in", _text("Larger text"), "plus", ("Ctrl++", "Ctrl+=")),
    Action("zoom-out", _text("Smaller text"), "minus", ("Ctrl+-",)),
    Action("zoom-reset", _text("Text as drawn"), "refresh", ("Ctrl+0",)),
    Action("theme", _text("Light or dark"), "contrast"),
    Action("full-screen", _text("Full screen"), "expand", (Standard.FullScreen,)),
    Action("settings", _text("Settings"), "sliders", ("Ctrl+,",), role=QAction.MenuRole.PreferencesRole),
    Action("quit", _text("Quit"), "close", ("Ctrl+Q",), role=QAction.MenuRole.QuitRole),
)
"""Every command of this version; one that nobody has bound is disabled and shown nowhere."""


class Actions(QObject):
    """The table as QActions. Bind a command to what it does; give panes the commands of their scope."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._actions: dict[str, QAction] = {}
        self._bound: dict[str, Callable[[], object]] = {}
        self._rows = {row.id: row for row in ACTIONS}
        for row in ACTIONS:
            made = QAction(QCoreApplication.translate("Actions", row.text), self)
            made.setObjectName(row.id)
            made.setMenuRole(row.role)
            made.setShortcuts(list(key_sequences(row)))
            made.setEnabled(False)
            made.triggered.connect(partial(self._do, row.id))
            if row.scope == "window":
                made.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
                window.addAction(made)
            else:
                made.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            self._actions[row.id] = made
        theme().changed.connect(self._dress)

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def __iter__(self) -> Iterator[QAction]:
        return iter(self._actions.values())

    def bind(self, name: str, do: Callable[[], object]) -> QAction:
        """Let the command *name* do this, instead of what it did before, and enable it."""
        action = self._actions[name]
        if name not in self._bound:
            # Drawn when it can first be seen: forty icons would hold the first window up.
            action.setIcon(icon(self._rows[name].icon))
        self._bound[name] = do
        action.setEnabled(True)
        return action

    def unbind(self, *names: str) -> None:
        """Let these commands do nothing any more, and disable them."""
        for name in names:
            self._bound.pop(name, None)
            self._actions[name].setEnabled(False)

    def give(self, pane: QWidget, scope: Scope) -> None:
        """Let the keys of the commands of *scope* count while the keyboard is in *pane*."""
        for name, row in self._rows.items():
            if row.scope == scope:
                pane.addAction(self._actions[name])

    def keys(self, name: str) -> str:
        """Return the first keys of the command *name* as this system writes them, or nothing."""
        return self._actions[name].shortcut().toString(QKeySequence.SequenceFormat.NativeText)

    def _do(self, name: str, _checked: bool = False) -> None:
        do = self._bound.get(name)
        if do is not None:
            do()

    def _dress(self) -> None:
        for name in self._bound:
            self._actions[name].setIcon(icon(self._rows[name].icon))


def key_sequences(row: Action) -> Iterator[QKeySequence]:
    """Return the keys of *row* on this system; a standard key may have several or, rarely, none."""
    for key in row.keys:
        if isinstance(key, str):
            yield QKeySequence(key)
        else:
            yield from QKeySequence.keyBindings(key)[:1]
