"""Answer menu: what a right click on an answer, or the menu key, offers. Does none of it itself."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.chat.answer_foot import FootAction
from vaultdesk.ui.rendering.markdown_view import MarkdownView
from vaultdesk.ui.rendering.render_plan import note_target
from vaultdesk.ui.rendering.selection_text import selected_markdown
from vaultdesk.ui.widgets.menu import Menu

Deeds = Mapping[str, Callable[[], object]]
"""What can be done with the answer, by a `FootAction` or "note" (the conversation shown as a note)."""


def answer_menu(deeds: Deeds, offered: frozenset[FootAction], parent: QWidget) -> Menu:
    """Return the menu of an answer; of *deeds* those that are *offered*."""
    menu = Menu(_tr("Answer"), parent)
    rows: tuple[tuple[FootAction, str, str], ...] = (
        ("copy", _tr("Copy answer"), "copy"),
        ("insert", _tr("Insert at the cursor"), "cursor"),
        ("append", _tr("Append to the open note"), "append"),
        ("new-note", _tr("Make it a new note"), "file-plus"),
    )
    for name, words, icon in rows:
        if name in offered and name in deeds:
            menu.add(words, deeds[name], icon_name=icon)
    menu.addSeparator()
    if "retry" in offered and "retry" in deeds:
        menu.add(_tr("Ask again"), deeds["retry"], icon_name="refresh")
    if "note" in deeds:
        menu.add(_tr("Open the conversation as a note"), deeds["note"], icon_name="file")
    return menu


def add_text_entries(menu: Menu, text: MarkdownView, href: str) -> None:
    """Put what can be done with *text*, in which the menu was opened on *href*, above the rest of the *menu*."""
    first = menu.actions()[0]
    reason = "" if text.textCursor().hasSelection() else _tr("Nothing is selected.")
    clipboard = QGuiApplication.clipboard()
    entries = [
        menu.add(_tr("Copy"), text.copy, icon_name="copy", keys="Ctrl+C", why_disabled=reason),
        menu.add(
            _tr("Copy selection as Markdown"),
            lambda: clipboard.setText(selected_markdown(text.document_shown, text.textCursor())),
            why_disabled=reason,
        ),
    ]
    if href:
        address = note_target(href) or href
        entries.append(menu.add(_tr("Copy link"), lambda: clipboard.setText(address), icon_name="link"))
    if note_target(href):
        entries.append(menu.add(_tr("Open in new tab"), lambda: text.note_requested.emit(note_target(href), True)))
    entries.append(menu.add(_tr("Select all"), text.selectAll))
    entries.append(menu.addSeparator())
    for entry in entries:
        menu.insertAction(first, entry)


def _tr(text: str) -> str:
    return QCoreApplication.translate("AnswerMenu", text)
