"""Actions: every command of the window as a QAction. What a command does is bound by whoever does it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.action_table import ACTIONS, Action, Scope, key_sequences
from vaultdesk.ui.theme.icons import icon
from vaultdesk.ui.theme.theme import theme


class Actions(QObject):
    """The table as QActions. Bind a command to what it does; give panes the commands of their scope."""

    keys_changed = Signal()
    """Some command has other keys now: whatever shows keys shows them anew."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._actions: dict[str, QAction] = {}
        self._bound: dict[str, Callable[[], object]] = {}
        self._drawn: set[str] = set()
        """The commands that have their icons."""
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
        self._bound[name] = do
        action.setEnabled(True)
        return action

    def unbind(self, *names: str) -> None:
        """Let these commands do nothing any more, and disable them."""
        for name in names:
            self._bound.pop(name, None)
            self._actions[name].setEnabled(False)

    def entries(self, names: Iterable[str]) -> list[QAction]:
        """Return these commands for a menu, with their icons: all of them together would hold the window up."""
        names = list(names)
        for name in names:
            if name not in self._drawn:
                self._drawn.add(name)
                self._actions[name].setIcon(icon(self._rows[name].icon))
        return [self._actions[name] for name in names]

    def give(self, pane: QWidget, scope: Scope) -> None:
        """Let the keys of the commands of *scope* count while the keyboard is in *pane*."""
        for name, row in self._rows.items():
            if row.scope == scope:
                pane.addAction(self._actions[name])

    def take(self, pane: QWidget, scope: Scope) -> None:
        """Let the keys of the commands of *scope* not count there any more."""
        for name, row in self._rows.items():
            if row.scope == scope:
                pane.removeAction(self._actions[name])

    def set_keys(self, chosen: Mapping[str, Sequence[str]]) -> None:
        """Give commands the keys a person chose, in Qt's portable text; the others have those of the table.

        A command that is given none has no keys. A name that is unknown is passed over: a later version wrote it.
        """
        for name, row in self._rows.items():
            keys = chosen.get(name)
            wanted = [QKeySequence(key) for key in keys] if keys is not None else list(key_sequences(row))
            if wanted != self._actions[name].shortcuts():
                self._actions[name].setShortcuts(wanted)
        self.keys_changed.emit()

    def row(self, name: str) -> Action:
        """Return what the table says of the command *name*."""
        return self._rows[name]

    def keys(self, name: str) -> str:
        """Return the first keys of the command *name* as this system writes them, or nothing."""
        return self._actions[name].shortcut().toString(QKeySequence.SequenceFormat.NativeText)

    def _do(self, name: str, _checked: bool = False) -> None:
        do = self._bound.get(name)
        if do is not None:
            do()

    def _dress(self) -> None:
        for name in self._drawn:
            self._actions[name].setIcon(icon(self._rows[name].icon))
