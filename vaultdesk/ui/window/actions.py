"""All commands of the window as QActions, with their icons, groups, shortcuts and menu bar."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Literal, NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QMenuBar, QWidget

from vaultdesk.ui.theme.icons import icon
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translator

_tr = translator("MenuBar")


def bound_action(widget: QWidget, name: str) -> QAction | None:
    """Return the command *name* whose shortcut applies at *widget*: of a surrounding pane, or of its window."""
    ancestor: QWidget | None = widget
    while ancestor is not None:
        for action in ancestor.actions():
            if action.objectName() == name:
                return action
        ancestor = ancestor.parentWidget()
    return None


def bound_keys(widget: QWidget, name: str) -> str:
    """Return the first shortcut of that command in the system's notation; empty if it has none."""
    action = bound_action(widget, name)
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText) if action is not None else ""


Scope = Literal["window", "note", "chat"]
"""Where a command's shortcut applies: in the whole window, or only while the focus is in that pane."""

ActionGroup = Literal["note", "vault", "find", "chat", "privacy", "tools", "window"]
"""Group of a command, shown in the palette and on the shortcuts page."""

Standard = QKeySequence.StandardKey


class Action(NamedTuple):
    """One command. Shortcuts are written as on Linux and Windows; Qt maps Ctrl to Cmd on macOS."""

    id: str
    text: str
    icon: str
    group: ActionGroup
    keys: tuple[str | QKeySequence.StandardKey, ...] = ()
    scope: Scope = "window"
    role: QAction.MenuRole = QAction.MenuRole.NoRole


def _text(text: str) -> str:
    """Mark *text* for translation; it is translated when the action is created."""
    return text


ACTIONS: tuple[Action, ...] = (
    Action("new-note", _text("New note"), "file-plus", "note", (Standard.New,)),
    Action("back", _text("Back"), "chevron-left", "note", (Standard.Back,)),
    Action("forward", _text("Forward"), "chevron-right", "note", (Standard.Forward,)),
    Action("toggle-edit", _text("Toggle reading and editing"), "pencil", "note", ("Ctrl+E",)),
    Action("save", _text("Save"), "check", "note", (Standard.Save,)),
    Action("close-tab", _text("Close tab"), "close", "note", ("Ctrl+W",), scope="note"),
    Action("new-folder", _text("New folder…"), "folder-plus", "note"),
    Action("rename-note", _text("Rename…"), "pencil", "note", ("F2",)),
    Action("move-note", _text("Move to another folder…"), "folder", "note"),
    Action("delete-note", _text("Delete"), "trash", "note"),
    Action("copy-link", _text("Copy link to the note"), "link", "note"),
    Action("copy-address", _text("Copy VaultDesk link to the note"), "link", "note"),
    Action("copy-path", _text("Copy path of the note"), "copy", "note"),
    Action("reveal", _text("Show in the file manager"), "folder", "note"),
    Action("open-default", _text("Open in another program"), "arrow-up-right", "note"),
    Action("open-obsidian", _text("Open in Obsidian"), "arrow-up-right", "note"),
    Action("bookmark", _text("Toggle bookmark"), "pin", "note"),
    Action("show-in-tree", _text("Show the note in the file list"), "folder", "note", ("Ctrl+Alt+F",)),
    Action("next-tab", _text("Next tab"), "chevron-right", "note", ("Ctrl+Tab", "Ctrl+PgDown"), scope="note"),
    Action(
        "previous-tab", _text("Previous tab"), "chevron-left", "note", ("Ctrl+Shift+Tab", "Ctrl+PgUp"), scope="note"
    ),
    Action("reopen-tab", _text("Reopen closed tab"), "refresh", "note", ("Ctrl+Shift+T",)),
    Action("split-right", _text("Split to the right"), "panel-right", "note", ("Ctrl+Alt+Right",)),
    Action("split-down", _text("Split downwards"), "panel-right", "note", ("Ctrl+Alt+Down",)),
    Action("other-side", _text("Go to the other side of the split"), "chevron-right", "note", ("F6",)),
    Action("daily-note", _text("Today's note"), "calendar", "note", ("Ctrl+D",)),
    Action("previous-daily", _text("Previous daily note"), "chevron-left", "note", ("Ctrl+Alt+PgUp",)),
    Action("next-daily", _text("Next daily note"), "chevron-right", "note", ("Ctrl+Alt+PgDown",)),
    Action("insert-template", _text("Insert template…"), "file-plus", "note", ("Ctrl+T",)),
    Action("add-property", _text("Add a property…"), "list", "note", ("Ctrl+;",)),
    Action("outline", _text("Outline"), "list", "note", ("Ctrl+Shift+U",)),
    Action("find", _text("Find in the note"), "search", "note", ("Ctrl+F",), scope="note"),
    Action("find-next", _text("Find next"), "chevron-right", "note", ("F3",), scope="note"),
    Action("find-previous", _text("Find previous"), "chevron-left", "note", ("Shift+F3",), scope="note"),
    Action("replace", _text("Find and replace"), "pencil", "note", ("Ctrl+H",), scope="note"),
    Action("follow-link", _text("Follow the link at the cursor"), "link", "note", ("Alt+Return",), scope="note"),
    Action("spelling", _text("Check spelling"), "check", "note"),
    Action("rewrite", _text("Rewrite the selection…"), "bolt", "note", ("Ctrl+Shift+E",), scope="note"),
    Action("local-graph", _text("Graph of the note"), "graph", "note", ("Ctrl+Shift+I",)),
    Action("graph", _text("Graph of all notes"), "graph", "note", ("Ctrl+G",)),
    Action("open-vault", _text("Open vault…"), "folder", "vault", ("Ctrl+Shift+O",)),
    Action("close-vault", _text("Close vault"), "close", "vault"),
    Action("undo-change", _text("Undo the last change of notes"), "undo", "vault", ("Ctrl+Alt+Z",)),
    Action("redo-change", _text("Redo the last change of notes"), "refresh", "vault", ("Ctrl+Alt+Shift+Z",)),
    Action("index", _text("Search index"), "info", "vault"),
    Action("activity", _text("Activity"), "clock", "vault", ("Ctrl+Shift+A",)),
    Action("new-window", _text("New window"), "expand", "vault", ("Ctrl+Alt+N",)),
    Action("open-in-window", _text("Open vault in a new window…"), "folder", "vault"),
    Action("jump", _text("Search or jump to…"), "search", "find", ("Ctrl+O",)),
    Action("search-vault", _text("Search all notes"), "search", "find", ("Ctrl+Shift+F",)),
    Action("recall", _text("Search test"), "bulb", "find", ("Ctrl+Shift+R",)),
    Action("files", _text("Show the files"), "folder", "find", ("Ctrl+Alt+1",)),
    Action("tags", _text("Show the tags"), "tag", "find", ("Ctrl+Alt+2",)),
    Action("links", _text("Show the links"), "link", "find", ("Ctrl+Alt+3",)),
    Action("save-search", _text("Save the search"), "pin", "find"),
    Action("focus-chat", _text("Go to the chat"), "chat", "chat", ("Ctrl+L",)),
    Action("new-chat", _text("New chat"), "plus", "chat", ("Ctrl+Shift+N",)),
    Action("new-private-chat", _text("New private chat"), "chat-private", "chat"),
    Action("chats", _text("Chats…"), "chat", "chat", ("Ctrl+Shift+H",)),
    Action("import-chats", _text("Import chats…"), "download", "chat"),
    Action("choose-agent", _text("Choose an agent…"), "person", "chat", ("Ctrl+Shift+G",)),
    Action("choose-mode", _text("Choose a mode…"), "bolt", "chat", ("Ctrl+Shift+M",)),
    Action("add-open-note", _text("Add the open note to the question"), "at", "chat", ("Ctrl+Shift+J",)),
    Action("agent-reach", _text("What could this agent access?"), "eye", "chat"),
    Action("agents", _text("Agents…"), "person", "chat"),
    Action("stop", _text("Stop the answer"), "stop", "chat", ("Esc",), scope="chat"),
    Action("large-question", _text("Toggle large question box"), "expand", "chat", ("Shift+Esc",), scope="chat"),
    Action("find-in-chat", _text("Find in the chat"), "search", "chat", ("Ctrl+F",), scope="chat"),
    Action("next-chat", _text("Next open chat"), "chevron-right", "chat", ("Ctrl+Tab",), scope="chat"),
    Action("previous-chat", _text("Previous open chat"), "chevron-left", "chat", ("Ctrl+Shift+Tab",), scope="chat"),
    Action("close-chat", _text("Close the chat's tab"), "close", "chat", ("Ctrl+W",), scope="chat"),
    Action("chat-place", _text("Position of the chat…"), "panel-right", "chat"),
    Action("insert-answer", _text("Insert the last answer at the cursor"), "cursor", "chat"),
    Action("append-answer", _text("Append the last answer to the note"), "append", "chat"),
    Action("copy-chat", _text("Copy the chat as Markdown"), "copy", "chat"),
    Action("what-left", _text("What left this computer"), "arrow-up-right", "privacy", ("Ctrl+Shift+L",)),
    Action("what-leaves", _text("What would leave this computer…"), "eye", "privacy", ("Ctrl+Shift+Return",)),
    Action("permissions", _text("Permissions…"), "shield", "privacy"),
    Action("keep-private", _text("Toggle private note"), "lock", "privacy"),
    Action("private-notes", _text("Private notes…"), "lock", "privacy"),
    Action("vocabulary", _text("Vocabulary"), "book", "tools", ("Ctrl+Shift+Y",)),
    Action("pomodoro", _text("Start or pause a pomodoro"), "clock", "tools"),
    Action("palette", _text("Commands…"), "list", "window", ("Ctrl+P", "Ctrl+K")),
    Action("left-pane", _text("Show or hide the notes"), "panel-left", "window", ("Ctrl+\\",)),
    Action("right-pane", _text("Show or hide the chat"), "panel-right", "window", ("Ctrl+Shift+\\",)),
    Action("zoom-in", _text("Larger text"), "plus", "window", ("Ctrl++", "Ctrl+=")),
    Action("zoom-out", _text("Smaller text"), "minus", "window", ("Ctrl+-",)),
    Action("zoom-reset", _text("Reset text size"), "refresh", "window", ("Ctrl+0",)),
    Action("theme", _text("Toggle light and dark"), "contrast", "window"),
    Action("full-screen", _text("Full screen"), "expand", "window", (Standard.FullScreen,)),
    Action("settings", _text("Settings"), "sliders", "window", ("Ctrl+,",), role=QAction.MenuRole.PreferencesRole),
    Action("check-computer", _text("Check this computer"), "chip", "window"),
    Action("quit", _text("Quit"), "close", "window", ("Ctrl+Q",), role=QAction.MenuRole.QuitRole),
    Action("quick-ask", _text("Quick ask"), "bolt", "window"),
    Action("shortcuts", _text("Keyboard shortcuts"), "keyboard", "window", ("Ctrl+?",)),
    Action("about", _text("About VaultDesk"), "info", "window", role=QAction.MenuRole.AboutRole),
    Action("bring-forward", _text("Go to the next window"), "expand", "window"),
)
"""Every command of this version; an unbound one is disabled and not shown."""


MAC_KEYS: Mapping[str, tuple[str, ...]] = {
    # Reserved by macOS: Cmd+H hides the program, Cmd+Tab switches programs, Cmd+? opens the Help menu.
    "replace": ("Ctrl+Alt+F",),
    "next-tab": ("Meta+Tab", "Ctrl+}"),
    "previous-tab": ("Meta+Shift+Tab", "Ctrl+{"),
    "next-chat": ("Meta+Tab", "Ctrl+}"),
    "previous-chat": ("Meta+Shift+Tab", "Ctrl+{"),
    "shortcuts": ("Ctrl+/",),
    # F keys change brightness and volume unless Fn is held.
    "rename-note": ("F2", "Ctrl+Alt+R"),
    "find-next": ("F3", "Ctrl+Alt+G"),
    "find-previous": ("Shift+F3", "Ctrl+Alt+Shift+G"),
    "other-side": ("F6", "Ctrl+Alt+O"),
    # Its default shortcut is used by "replace".
    "show-in-tree": ("Ctrl+Alt+T",),
}
"""Shortcuts on macOS, by command id, where the default ones cannot be used. Qt's Meta is the Control key of a Mac."""

MAC_TEXTS: Mapping[str, str] = {"reveal": _text("Show in the Finder")}
"""Texts on macOS, by command id, that name a part of the system."""


def key_sequences(row: Action, platform: str = sys.platform) -> Iterator[QKeySequence]:
    """Yield the shortcuts of *row* on *platform*; a standard key may have several or, rarely, none."""
    for key in MAC_KEYS.get(row.id, row.keys) if platform == "darwin" else row.keys:
        if isinstance(key, str):
            yield QKeySequence(key)
        else:
            yield from QKeySequence.keyBindings(key)[:1]


class Actions(QObject):
    """The table as QActions. Bind each command to a function, and add the commands of a scope to panes."""

    keys_changed = Signal()
    """The shortcut of some command changed; views that show shortcuts must update."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._actions: dict[str, QAction] = {}
        self._handlers: dict[str, Callable[[], object]] = {}
        self._with_icon: set[str] = set()
        """Commands whose icons were created."""
        self._rows = {row.id: row for row in ACTIONS}
        for row in ACTIONS:
            text = MAC_TEXTS.get(row.id, row.text) if sys.platform == "darwin" else row.text
            action = QAction(QCoreApplication.translate("Actions", text), self)
            action.setObjectName(row.id)
            action.setMenuRole(row.role)
            action.setShortcuts(list(key_sequences(row)))
            action.setEnabled(False)
            action.triggered.connect(partial(self._trigger, row.id))
            if row.scope == "window":
                action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
                window.addAction(action)
            else:
                action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            self._actions[row.id] = action
        theme().changed.connect(self._apply_theme)

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def __iter__(self) -> Iterator[QAction]:
        return iter(self._actions.values())

    def bind(self, name: str, handler: Callable[[], object]) -> QAction:
        """Bind the command *name* to *handler*, replacing an earlier binding, and enable it."""
        action = self._actions[name]
        self._handlers[name] = handler
        action.setEnabled(True)
        return action

    @property
    def bound(self) -> frozenset[str]:
        """Names of the commands that are bound now."""
        return frozenset(self._handlers)

    def enable(self, name: str, enabled: bool) -> None:
        """Enable or disable the command *name*; an unbound one stays disabled."""
        self._actions[name].setEnabled(enabled and name in self._handlers)

    def unbind(self, *names: str) -> None:
        """Unbind and disable these commands."""
        for name in names:
            self._handlers.pop(name, None)
            self._actions[name].setEnabled(False)

    def entries(self, names: Iterable[str]) -> list[QAction]:
        """Return these commands for a menu, with their icons, which are created here because creating all at once is
        slow.
        """
        names = list(names)
        for name in names:
            if name not in self._with_icon:
                self._with_icon.add(name)
                self._actions[name].setIcon(icon(self._rows[name].icon))
        return [self._actions[name] for name in names]

    def add_to(self, pane: QWidget, scope: Scope) -> None:
        """Enable the shortcuts of the commands of *scope* while the focus is in *pane*."""
        for name, row in self._rows.items():
            if row.scope == scope:
                pane.addAction(self._actions[name])

    def remove_from(self, pane: QWidget, scope: Scope) -> None:
        """Disable the shortcuts of the commands of *scope* in *pane*."""
        for name, row in self._rows.items():
            if row.scope == scope:
                pane.removeAction(self._actions[name])

    def set_keys(self, chosen: Mapping[str, Sequence[str]]) -> None:
        """Set the user's shortcuts, in Qt's portable text; other commands have those of the table.

        An empty list means no shortcut. Unknown names, from a later version, are ignored.
        """
        for name, row in self._rows.items():
            keys = chosen.get(name)
            sequences = [QKeySequence(key) for key in keys] if keys is not None else list(key_sequences(row))
            if sequences != self._actions[name].shortcuts():
                self._actions[name].setShortcuts(sequences)
        self.keys_changed.emit()

    def row(self, name: str) -> Action:
        """Return the table row of the command *name*."""
        return self._rows[name]

    def keys(self, name: str) -> str:
        """Return the first shortcut of the command *name* in the system's notation, or an empty text."""
        return self._actions[name].shortcut().toString(QKeySequence.SequenceFormat.NativeText)

    def _trigger(self, name: str, _checked: bool = False) -> None:
        handler = self._handlers.get(name)
        if handler is not None:
            handler()

    def _apply_theme(self) -> None:
        for name in self._with_icon:
            self._actions[name].setIcon(icon(self._rows[name].icon))


def has_menu_bar(platform: str = sys.platform) -> bool:
    """Return whether programs on *platform* have a menu bar at the top of the screen."""
    return platform == "darwin"


VIEW_COMMANDS = (
    "left-pane", "right-pane", "files", "tags", "links", "outline", "zoom-in", "zoom-out", "zoom-reset", "theme",
    "full-screen",
)  # fmt: skip
"""Commands of the View menu, regardless of their groups."""

HELP_COMMANDS = ("shortcuts", "check-computer")
"""Commands of the Help menu, to which macOS adds a search over all menus."""


def add_menu_bar(window: QMainWindow, commands: Actions) -> QMenuBar:
    """Add a menu bar with all *commands* to *window*; Qt moves those with a role to the system's position."""
    bar = window.menuBar()

    def add(title: str, *groups: Iterable[str]) -> QMenu:
        menu = bar.addMenu(title)
        for ids in groups:
            if not menu.isEmpty():
                menu.addSeparator()
            menu.addActions([commands[name] for name in ids])
        shown = [name for ids in groups for name in ids]
        menu.aboutToShow.connect(lambda: commands.entries(shown))  # Their icons are created when first shown.
        return menu

    def ids_of_group(group: ActionGroup) -> list[str]:
        return [row.id for row in ACTIONS if row.group == group and row.id not in (*VIEW_COMMANDS, *HELP_COMMANDS)]

    add(_tr("Vault"), ids_of_group("vault"))
    add(_tr("Note"), ids_of_group("note"))
    _add_edit_entries(add(_edit_title()))
    add(_tr("View"), VIEW_COMMANDS)
    add(_tr("Find"), ids_of_group("find"))
    add(_tr("Chat"), ids_of_group("chat"), ids_of_group("privacy"))
    _add_window_entries(add(_tr("Window"), ids_of_group("tools"), ids_of_group("window")))
    add(_tr("Help"), HELP_COMMANDS)
    return bar


def _edit_title() -> str:
    """Return the title by which Qt recognizes the Edit menu, to which macOS adds dictation and emoji."""
    return QCoreApplication.translate("QCocoaMenu", "Edit")


def _add_edit_entries(menu: QMenu) -> None:
    """Add entries to *menu* that edit the focused field, as in every Edit menu on macOS."""
    entries: tuple[tuple[str, QKeySequence.StandardKey, str], ...] = (
        (_tr("Undo"), Standard.Undo, "undo"),
        (_tr("Redo"), Standard.Redo, "redo"),
        (_tr("Cut"), Standard.Cut, "cut"),
        (_tr("Copy"), Standard.Copy, "copy"),
        (_tr("Paste"), Standard.Paste, "paste"),
        (_tr("Select all"), Standard.SelectAll, "selectAll"),
    )
    for text, key, method in entries:
        if method == "cut":
            menu.addSeparator()
        action = menu.addAction(text, partial(edit_focused, method, key))
        action.setShortcut(QKeySequence(key))
        # Fields handle these keys themselves; here they are only shown, and triggered from the system's menu.
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)


def edit_focused(method: str, key: QKeySequence.StandardKey) -> None:
    """Call *method* of the focused widget, or send it *key* if it has no such method."""
    widget = QApplication.focusWidget()
    call = getattr(widget, method, None)
    if call is not None:
        call()
    elif widget is not None:
        combination = QKeySequence(key)[0]  # type: ignore[index] # missing in the stubs of PySide6
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.sendEvent(widget, QKeyEvent(kind, combination.key(), combination.keyboardModifiers()))


def _add_window_entries(menu: QMenu) -> None:
    """Add the standard entries of a Window menu on macOS."""
    first = menu.actions()[0]
    minimise, zoom = QAction(_tr("Minimize"), menu), QAction(_tr("Zoom"), menu)
    minimise.setShortcut(QKeySequence("Ctrl+M"))
    minimise.triggered.connect(lambda: _change_state(Qt.WindowState.WindowMinimized))
    zoom.triggered.connect(lambda: _change_state(Qt.WindowState.WindowMaximized))
    menu.insertActions(first, [minimise, zoom])
    menu.insertSeparator(first)


def _change_state(state: Qt.WindowState) -> None:
    window = QApplication.activeWindow()
    if window is not None:
        window.setWindowState(window.windowState() ^ state)
