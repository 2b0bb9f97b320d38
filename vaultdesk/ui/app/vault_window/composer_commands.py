"""Commands of the composer in a vault's window: attach the open note or its selection, create commands and projects."""

import re
from collections.abc import Callable, Coroutine, Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QTextBlock
from PySide6.QtWidgets import QMenu, QWidget

from vaultdesk.agent.instructions.projects import valid_note_name
from vaultdesk.agent.instructions.quick_commands import QuickCommand
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui import bridge
from vaultdesk.ui.agents.grant_dialog import InstructionSource, instruction_source, project_source, read_and_accept
from vaultdesk.ui.app.vault_window.command_palette import CommandPalette
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.rendering.render_plan import TextBlock, is_embedded_element
from vaultdesk.ui.theme.icons import icon
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.form_controls import field_label
from vaultdesk.ui.widgets.form_dialog import FolderField, FormDialog, folders_of_notes
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.text_fields import TextField
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.frontmatter.property_edit import with_properties
from vaultdesk.vault.note_path import NOTE_SUFFIX
from vaultdesk.workspace import Workspace

Draft = Callable[[str, str], tuple[str, str]]
"""Returns path and text of the note for a name and a folder."""


class NamingDialog(FormDialog):
    """Shows what will be created; `path` and `text` are those of the note."""

    def __init__(
        self, title: str, text: str, draft: Draft, parent: QWidget, *, name: str = "", folders: Sequence[str] = ()
    ) -> None:
        """*folders* are offered if the note refers to one; otherwise empty."""
        super().__init__(title, text, "", parent)
        self.done_button.setText(self.tr("Create Note"))
        self._draft = draft
        self.name = TextField(self.tr("Name"), name)
        self.folder = FolderField(self.tr("Folder"), folders)
        self.result_label = PlainLabel("", role="muted", font="small", wrap=True)
        self.content.addWidget(field_label(self.tr("Name")))
        self.content.addWidget(self.name)
        self._folder_label = field_label(self.tr("Folder of its notes"))
        for widget in (self._folder_label, self.folder):
            self.content.addWidget(widget)
            widget.setVisible(bool(folders))
        self.content.addWidget(self.result_label)
        self.name.changed.connect(lambda _text: self._update_result())
        self.folder.changed.connect(self._update_result)
        self.name.submitted.connect(self._create)
        self.done_button.clicked.connect(self._create)
        self._update_result()
        self.name.setFocus()

    @property
    def path(self) -> str:
        """Path of the new note."""
        return self._draft(self.name.text().strip(), self.folder.folder())[0]

    @property
    def text(self) -> str:
        """Text of the new note."""
        return self._draft(self.name.text().strip(), self.folder.folder())[1]

    def _update_result(self) -> None:
        has_name = bool(self.name.text().strip())
        problem = self.folder.problem()
        self.done_button.setEnabled(has_name and not problem)
        result = self.tr("Creates the note {0} and opens it.").format(sanitize_text(self.path)) if has_name else ""
        self.result_label.setText(problem or result)

    def _create(self) -> None:
        if self.done_button.isEnabled():
            self.accept()


MAX_SELECTION_LENGTH = 100_000
"""Maximum number of characters of a selection that can be attached; a longer one should be attached as a note."""

MAX_LINES_ABOVE = 20_000
"""Maximum number of lines above a selection that are searched for its heading."""

_PLAIN_TEXT_TABLE = str.maketrans({"\u2029": "\n", "\u2028": "\n", "\ufffc": ""})

_HEADING = re.compile(r"#{1,6} +(.*?)(?: +#+)? *$")


def selected_text_in(page: NotePage | None) -> str:
    """Return the selected text in *page*; empty if it is too long, or there is no note."""
    if page is None or not page.path:
        return ""
    cursor = (page.editor if page.editing else page.reader).textCursor()
    if cursor.selectionEnd() - cursor.selectionStart() > MAX_SELECTION_LENGTH:
        return ""
    # Qt separates paragraphs and lines by special characters, and has one for embedded objects.
    return cursor.selectedText().translate(_PLAIN_TEXT_TABLE)


def heading_above_selection(page: NotePage) -> str:
    """Return the heading above the selection in *page*; empty if there is none."""
    if page.editing:
        block = page.editor.document().findBlock(page.editor.textCursor().selectionStart())
        return _heading_above(block)
    shown, start = page.reader.rendered_document, page.reader.textCursor().selectionStart()
    found = ""
    for begin, element in zip(shown.starts, shown.elements, strict=False):
        if begin > start:
            break
        if isinstance(element, TextBlock) and re.fullmatch("h[1-6]", element.kind) and not is_embedded_element(element):
            found = element.text
    return found


def _heading_above(block: QTextBlock) -> str:
    for _ in range(MAX_LINES_ABOVE):
        if not block.isValid():
            break
        heading = _HEADING.match(block.text())
        if heading is not None:
            return heading[1]
        block = block.previous()
    return ""


class SelectionMenu(QObject):
    """Adds "Add selection to the chat" to the menus of opened pages."""

    def __init__(self, notes: NoteArea, add: Callable[[], object], keys: Callable[[], str]) -> None:
        super().__init__(notes)
        self._notes, self._add, self._keys = notes, add, keys
        notes.tabs_changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        page = self._notes.current_page
        if page is not None and not page.property("selection menu"):
            page.setProperty("selection menu", True)
            page.reader.menu_opening.connect(lambda menu: self._add_entry(menu, page))
            page.editor.menu_opening.connect(lambda menu: self._add_entry(menu, page))

    def _add_entry(self, menu: QMenu, page: NotePage) -> None:
        entry = menu.addAction(icon("chat"), self.tr("Add selection to the chat"), self._add)
        if keys := self._keys():
            entry.setText(f"{entry.text()}\t{keys}")
        entry.setEnabled(bool(selected_text_in(page).strip()))


COMPOSER_COMMANDS = ("add-open-note", "choose-mode")
"""Commands available only while a vault is open."""


class ComposerCommands(QObject):
    """Created and closed with the views of a vault."""

    def __init__(self, window: MainWindow, workspace: Workspace, chat: ChatDock, notes: NoteArea) -> None:
        super().__init__(chat)
        self._window = window
        self._workspace = workspace
        self._chat = chat
        self._notes = notes
        composing, modes = chat.composer_controller, chat.modes
        composing.instructions.read_requested.connect(
            lambda path: self._start(self._read(instruction_source(workspace.instructions), path))
        )
        composing.new_command_requested.connect(lambda name: self._start(self._new_command(name)))
        modes.review_requested.connect(lambda path: self._start(self._read_project(path)))
        modes.new_project_requested.connect(lambda: self._start(self._new_project()))
        notes.current_changed.connect(lambda _path: self.refresh())
        # The selection is read when the composer gets the focus, not at each move of the pointer.
        chat.composer.field.focus_changed.connect(self.refresh)
        bridge.follow(workspace.indexer.events, lambda _: composing.context.measure_again(), owner=self)
        commands = window.commands
        commands.bind("add-open-note", self._add_open_note)
        commands.bind("choose-mode", self._choose_mode)
        SelectionMenu(notes, self._add_open_note, lambda: commands.keys("add-open-note"))
        commands.keys_changed.connect(self.refresh)
        self.palette = CommandPalette(window, workspace.quick_commands.list, self._use)
        self.refresh()

    def close(self) -> None:
        """Unbind the commands."""
        self._window.commands.keys_changed.disconnect(self.refresh)
        self._window.commands.unbind(*COMPOSER_COMMANDS)
        self.palette.close()
        self.deleteLater()

    def refresh(self) -> None:
        """Update the open note and its selection."""
        page, path = self._notes.current_page, self._notes.current_path or ""
        selected = selected_text_in(page)
        heading = heading_above_selection(page) if page is not None and selected.strip() else ""
        keys = self._window.commands.keys("add-open-note")
        self._chat.composer_controller.context.set_open_note(path, selected, keys, heading)

    def _add_open_note(self) -> None:
        self._window.show_pane("chat")
        self.refresh()
        self._chat.composer.tray.add_offered()
        self._chat.composer.field.setFocus()

    def _use(self, command: QuickCommand) -> None:
        self._window.show_pane("chat")
        self._chat.composer_controller.use_command(command)

    def _choose_mode(self) -> None:
        self._window.show_pane("chat")
        self._chat.composer.mode.open()

    def _start(self, work: Coroutine[object, object, None]) -> None:
        bridge.start(self._show_errors(work), owner=self)

    async def _show_errors(self, work: Coroutine[object, object, None]) -> None:
        """Await *work*; its errors are shown in the window."""
        try:
            await work
        except VaultDeskError as error:
            self._window.notify(translate_error(error))

    async def _read(self, source: InstructionSource, path: str) -> None:
        await read_and_accept(source, path, self._window)

    async def _read_project(self, path: str) -> None:
        if await read_and_accept(project_source(self._workspace.projects), path, self._window):
            self._chat.modes.pick_project(path)

    async def _new_command(self, name: str) -> None:
        folder = self._workspace.store.settings.chat.commands_folder.strip("/ ")
        if not folder:
            self._window.notify(self.tr("Choose a folder for commands in Settings first."))
            return

        def draft(command_name: str, _folder: str) -> tuple[str, str]:
            prompt = self.tr("Describe here what to do with {selection}.")
            text = with_properties(f"\n{prompt}\n", {"description": ""})
            return f"{folder}/{valid_note_name(command_name)}{NOTE_SUFFIX}", text

        explanation = self.tr("A quick command is a note with a prompt. Type / in the question to insert it.")
        await self._create(NamingDialog(self.tr("New quick command"), explanation, draft, self._window, name=name))

    async def _new_project(self) -> None:
        rows = await self._workspace.searcher.tree()
        folders = folders_of_notes(row.path for row in rows)
        explanation = self.tr("A project is a set of notes with its own instructions. Its chats see no other notes.")
        draft = self._workspace.projects.draft
        await self._create(NamingDialog(self.tr("New project"), explanation, draft, self._window, folders=folders))

    async def _create(self, dialog: NamingDialog) -> None:
        try:
            accepted = await bridge.ask(dialog) == NamingDialog.DialogCode.Accepted
            path, text = (dialog.path, dialog.text) if accepted else ("", "")
        finally:
            dialog.deleteLater()
        if path:
            self._window.show_pane("note")
            await self._notes.create_note(path, text)
