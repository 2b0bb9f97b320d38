"""Notes that instruct the assistant (agents, projects, quick commands, instructions): created, read and accepted."""

from collections.abc import Callable, Coroutine, Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from vaultdesk.agent.instructions.projects import valid_note_name
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui import bridge
from vaultdesk.ui.agents.grant_dialog import (
    AgentGranter,
    ask_for_grant,
    instruction_source,
    project_source,
    read_and_accept,
)
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.notes.note_area import NoteArea
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


class InstructionNotes(QObject):
    """Opens the dialogs in which such notes of one vault are created, read and accepted, when the chat needs them."""

    def __init__(self, window: MainWindow, workspace: Workspace, chat: ChatDock, notes: NoteArea) -> None:
        super().__init__(chat)
        self._window, self._workspace, self._chat, self._notes = window, workspace, chat, notes
        self._grants = AgentGranter(workspace.agents, workspace.vault, workspace.store, workspace.registry)
        composing, instructions = chat.composer_controller, instruction_source(workspace.instructions)
        composing.instructions.read_requested.connect(
            lambda path: self._start(read_and_accept(instructions, path, window))
        )
        composing.new_command_requested.connect(lambda name: self._start(self._new_command(name)))
        chat.modes.review_requested.connect(lambda path: self._start(self._read_project(path)))
        chat.modes.new_project_requested.connect(lambda: self._start(self._new_project()))
        chat.agents.review_requested.connect(lambda path: self._start(self._grant(path)))

    def _start(self, work: Coroutine[object, object, object]) -> None:
        bridge.start(self._window.report_errors(work), owner=self)

    async def _grant(self, path: str) -> None:
        allowed = await ask_for_grant(self._grants, path, self._window)
        name = next((known.name for known in self._workspace.agents.list() if known.path == path), "")
        if allowed and name:
            self._chat.agents.pick(name)

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
