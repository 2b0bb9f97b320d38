"""Context menu of the editor."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QTextCursor, QTextDocument
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.editor import editor_keys, list_items
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.window.actions import bound_keys

_tr = translator("EditorMenu")

Standard = QKeySequence.StandardKey
Key, Modifier = Qt.Key, Qt.KeyboardModifier


class MenuTarget(Protocol):
    """The parts of the editor that the menu uses."""

    def isReadOnly(self) -> bool:
        """Return whether the text cannot be changed."""

    def document(self) -> QTextDocument:
        """Return the document."""

    def textCursor(self) -> QTextCursor:
        """Return a copy of the cursor."""

    def setTextCursor(self, cursor: QTextCursor) -> None:
        """Set the cursor."""

    def undo(self) -> None:
        """Undo the last step."""

    def redo(self) -> None:
        """Redo the last undone step."""

    def cut(self) -> None:
        """Cut the selection to the clipboard."""

    def copy(self) -> None:
        """Copy the selection to the clipboard."""

    def paste(self) -> None:
        """Paste from the clipboard."""

    def paste_plain(self) -> None:
        """Paste as plain text."""

    def selectAll(self) -> None:
        """Select the whole text."""

    def follow_link(self) -> bool:
        """Open the target of the link at the cursor."""


def make_editor_menu(field: MenuTarget, parent: QWidget) -> Menu:
    """Return the menu of *field*; the caller deletes it when it closes."""
    menu = Menu(_tr("Text"), parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    read_only = _tr("This note can only be read here.") if field.isReadOnly() else ""
    document, cursor = field.document(), field.textCursor()
    nothing = "" if cursor.hasSelection() else _tr("Nothing is selected.")
    back = "" if document.isUndoAvailable() else _tr("There is nothing to take back.")
    again = "" if document.isRedoAvailable() else _tr("Nothing was taken back.")
    menu.add(_tr("Undo"), field.undo, keys=_keys(Standard.Undo), disabled_reason=back)
    menu.add(_tr("Redo"), field.redo, keys=_keys(Standard.Redo), disabled_reason=again)
    menu.addSeparator()
    menu.add(_tr("Cut"), field.cut, keys=_keys(Standard.Cut), disabled_reason=read_only or nothing)
    menu.add(_tr("Copy"), field.copy, keys=_keys(Standard.Copy), disabled_reason=nothing)
    copied = QGuiApplication.clipboard().mimeData()
    # Qt returns None if the clipboard has never been used.
    empty = "" if copied is not None and copied.formats() else _tr("Nothing was copied.")
    menu.add(_tr("Paste"), field.paste, keys=_keys(Standard.Paste), disabled_reason=read_only or empty)
    menu.add(
        _tr("Paste words only"),
        field.paste_plain,
        keys=_keys(QKeyCombination(Modifier.ControlModifier | Modifier.ShiftModifier, Key.Key_V)),
        disabled_reason=read_only or empty,
    )
    menu.add(_tr("Select all"), field.selectAll, keys=_keys(Standard.SelectAll))
    menu.addSeparator()
    _add_edits(menu, field, read_only)
    menu.add(_tr("Follow the link"), field.follow_link, keys=bound_keys(parent, "follow-link"))
    return menu


def _add_edits(menu: Menu, field: MenuTarget, read_only: str) -> None:
    """Add the entries that change the text at the cursor."""
    control, shift = Modifier.ControlModifier, Modifier.ShiftModifier
    edits = (
        (_tr("Bold"), QKeyCombination(control, Key.Key_B), lambda cursor: editor_keys.toggle_wrapping(cursor, "**")),
        (_tr("Italic"), QKeyCombination(control, Key.Key_I), lambda cursor: editor_keys.toggle_wrapping(cursor, "*")),
        (_tr("Link"), QKeyCombination(control | shift, Key.Key_K), editor_keys.wrap_link),
        (_tr("Task done or to be done"), QKeyCombination(control, Key.Key_Return), list_items.toggle_tasks),
    )
    for words, keys, edit in edits:
        menu.add(
            words,
            partial(_do, field, edit),
            keys=_keys(keys),
            disabled_reason=read_only,
        )


def _do(field: MenuTarget, edit: Callable[[QTextCursor], QTextCursor]) -> None:
    field.setTextCursor(edit(field.textCursor()))


def _keys(keys: Standard | QKeyCombination) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
