"""Asking wiring: the composer joined to the window: the open note, new commands and projects, what is to be read.

Nothing is created or accepted here but what the person says yes to in a dialog.
"""

from collections.abc import Coroutine

from PySide6.QtCore import QObject

from vaultdesk.agent.instructions.project_note import valid_note_name
from vaultdesk.agent.instructions.quick_commands import QuickCommand
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui import bridge
from vaultdesk.ui.agents.folder_field import folders_of
from vaultdesk.ui.agents.read_dialog import Readings, read_and_accept
from vaultdesk.ui.agents.readings import of_instructions, of_projects
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.chat.naming_dialog import NamingDialog
from vaultdesk.ui.command_palette import CommandPalette
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.selection_at_hand import SelectionMenu, heading_over, selected_in
from vaultdesk.vault.frontmatter.property_edit import with_properties
from vaultdesk.vault.note_path import NOTE_SUFFIX
from vaultdesk.workspace import Workspace

ASKING_COMMANDS = ("add-open-note", "choose-mode")
"""What can only be done while a vault is open."""


class AskingWiring(QObject):
    """Made with the views of a vault, closed with them."""

    def __init__(self, window: MainWindow, workspace: Workspace, chat: ChatDock, notes: NoteArea) -> None:
        super().__init__(chat)
        self._window = window
        self._workspace = workspace
        self._chat = chat
        self._notes = notes
        composing, modes = chat.composing, chat.modes
        composing.instructions.read_requested.connect(
            lambda path: self._start(self._read(of_instructions(workspace.instructions), path))
        )
        composing.new_command_requested.connect(lambda name: self._start(self._new_command(name)))
        modes.look_requested.connect(lambda path: self._start(self._read_project(path)))
        modes.project_wanted.connect(lambda: self._start(self._new_project()))
        notes.current_changed.connect(lambda _path: self.renew())
        # What is selected is looked at when somebody comes to ask, not at each move of the pointer.
        chat.composer.box.focus_changed.connect(self.renew)
        bridge.follow(workspace.indexer.events, lambda _: composing.beside.measure_again(), owner=self)
        commands = window.commands
        commands.bind("add-open-note", self._add_open_note)
        commands.bind("choose-mode", self._choose_mode)
        SelectionMenu(notes, self._add_open_note, lambda: commands.keys("add-open-note"))
        commands.keys_changed.connect(self.renew)
        self.palette = CommandPalette(window, workspace.commands.list, self._use)
        self.renew()

    def close(self) -> None:
        """Let go of the vault."""
        self._window.commands.keys_changed.disconnect(self.renew)
        self._window.commands.unbind(*ASKING_COMMANDS)
        self.palette.close()
        self.deleteLater()

    def renew(self) -> None:
        """Take over which note is open and what is selected in it."""
        page, path = self._notes.current_page, self._notes.current_path or ""
        selected = selected_in(page)
        heading = heading_over(page) if page is not None and selected.strip() else ""
        keys = self._window.commands.keys("add-open-note")
        self._chat.composing.beside.set_at_hand(path, selected, keys, heading)

    def _add_open_note(self) -> None:
        self._window.show_pane("chat")
        self.renew()
        self._chat.composer.tray.take_offered()
        self._chat.composer.box.setFocus()

    def _use(self, command: QuickCommand) -> None:
        self._window.show_pane("chat")
        self._chat.composing.use_command(command)

    def _choose_mode(self) -> None:
        self._window.show_pane("chat")
        self._chat.composer.mode.open()

    def _start(self, work: Coroutine[object, object, None]) -> None:
        bridge.start(self._told(work), owner=self)

    async def _told(self, work: Coroutine[object, object, None]) -> None:
        """Do *work*; what it cannot do is said in the window."""
        try:
            await work
        except VaultDeskError as problem:
            self._window.notify(str(problem))

    async def _read(self, readings: Readings, path: str) -> None:
        await read_and_accept(readings, path, self._window)

    async def _read_project(self, path: str) -> None:
        if await read_and_accept(of_projects(self._workspace.projects), path, self._window):
            self._chat.modes.pick_project(path)

    async def _new_command(self, name: str) -> None:
        folder = self._workspace.store.settings.chat.commands_folder.strip("/ ")
        if not folder:
            self._window.notify(self.tr("Name a folder for commands in the settings first."))
            return

        def draft(called: str, _about: str) -> tuple[str, str]:
            prompt = self.tr("Say here what is to be done with {selection}.")
            text = with_properties(f"\n{prompt}\n", {"description": ""})
            return f"{folder}/{valid_note_name(called)}{NOTE_SUFFIX}", text

        words = self.tr("A quick command is a note with a prompt: / in the composer puts it into the question.")
        await self._create(NamingDialog(self.tr("New quick command"), words, draft, self._window, name=name))

    async def _new_project(self) -> None:
        rows = await self._workspace.searcher.tree()
        folders = folders_of(row.path for row in rows)
        words = self.tr("A project is some of your notes with instructions of their own. Nothing else is seen in it.")
        draft = self._workspace.projects.draft
        await self._create(NamingDialog(self.tr("New project"), words, draft, self._window, folders=folders))

    async def _create(self, dialog: NamingDialog) -> None:
        try:
            wanted = await bridge.ask(dialog) == NamingDialog.DialogCode.Accepted
            path, text = (dialog.path, dialog.text) if wanted else ("", "")
        finally:
            dialog.deleteLater()
        if path:
            self._window.show_pane("note")
            await self._notes.create_note(path, text)
