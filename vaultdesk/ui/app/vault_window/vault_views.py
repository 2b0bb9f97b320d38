"""The panes and commands of one open vault, created and connected to the window."""

import asyncio
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject

from vaultdesk.core.errors import OutsideVault, VaultDeskError
from vaultdesk.core.settings.settings_store import is_welcome_vault
from vaultdesk.ui import bridge
from vaultdesk.ui.activity.activity_tabs import ActivityTabs
from vaultdesk.ui.activity.answer_undo import UNDO_COMMANDS, AnswerUndo
from vaultdesk.ui.app.notifications import Attention
from vaultdesk.ui.app.vault_window.agent_commands import AgentCommands
from vaultdesk.ui.app.vault_window.composer_commands import ComposerCommands
from vaultdesk.ui.app.vault_window.note_commands import (
    EDITOR_COMMANDS,
    NoteCommands,
    PropertyCommands,
    SpellingCommands,
)
from vaultdesk.ui.app.vault_window.search_commands import RecentSearches, SearchCommands
from vaultdesk.ui.app.vault_window.vault_status import PomodoroStatus, VaultStatus, WriteLockNotice
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.chat.chat_commands import AnswerTargets, ChatCommands
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.chat.chat_placement import ChatPlacement
from vaultdesk.ui.chat.open_conversations import show_waiting
from vaultdesk.ui.chat.status_menus import StatusMenus
from vaultdesk.ui.files.early_file_list import EarlyFileList, SavedTreeState
from vaultdesk.ui.files.file_commands import FileCommands
from vaultdesk.ui.graph.graph_commands import GRAPH_COMMANDS, GraphCommands
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.reading_view import open_web
from vaultdesk.ui.notes.related_panel import RelatedNotes
from vaultdesk.ui.notes.window_tabs import WindowTabs
from vaultdesk.ui.review.window_approver import WindowApprover
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.vault_pages.daily_note_commands import DailyNoteCommands
from vaultdesk.ui.vault_pages.import_command import IMPORT_COMMANDS, ImportCommand
from vaultdesk.ui.vault_pages.index_page import IndexPageCommand
from vaultdesk.ui.vault_pages.rewrite_panel import RewriteCommand
from vaultdesk.ui.vault_pages.search_test_page import SearchTestCommand
from vaultdesk.ui.vault_pages.template_picker import TemplatePicker
from vaultdesk.ui.vault_pages.vocabulary_page import VocabularyCommand
from vaultdesk.ui.window.main_window import ActivationWatch, MainWindow
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace import Workspace

WELCOME_NOTE = "Welcome.md"
"""The first note of the welcome vault."""


async def first_note(vault: Vault, saved_path: str) -> str | None:
    """Return the last open note if it still exists, else the first note of the welcome vault."""
    if saved_path and await _note_exists(vault, saved_path):
        return saved_path
    return WELCOME_NOTE if await asyncio.to_thread(_has_welcome_note, vault.root) else None


async def _note_exists(vault: Vault, path: str) -> bool:
    try:
        return await vault.exists(NotePath.parse(path))
    except OutsideVault:
        return False  # not a valid note name: the state was edited by hand


def _has_welcome_note(root: Path) -> bool:
    return is_welcome_vault(root) and (root / WELCOME_NOTE).is_file()


class VaultPanes(NamedTuple):
    """The panes that `VaultViews` connects; nothing is shown before."""

    browser: LeftPane
    notes: NoteArea
    chat: ChatDock
    attention: Attention
    """Follows the chats; the owner of the panes becomes its parent."""
    saved_state: SavedTreeState
    """The saved state of the tree in the browser."""


async def make_panes(window: MainWindow, workspace: Workspace, file_list: EarlyFileList) -> VaultPanes:
    """Return the panes of *workspace* for *window*, besides the existing *file_list*.

    Created in one step they would block the window for a tenth of a second; their index queries run in between.
    """
    store, searcher, events = workspace.store, workspace.searcher, workspace.indexer.events
    notes = NoteArea(
        workspace.vault, searcher, events, RelatedNotes(searcher, workspace.related, workspace.embedding_index)
    )
    await asyncio.sleep(0)
    attention = Attention(window, window)
    chat = ChatDock(
        workspace,
        lambda view: WindowApprover(window, view, lambda: store.settings.appearance.approval, attention, show_waiting),
    )
    await asyncio.sleep(0)
    return VaultPanes(file_list.browser, notes, chat, attention, file_list.saved_state)


CHAT_SEGMENT = 2
"""Index of the chat among the segments of a narrow window."""

VAULT_COMMANDS = (
    "new-note", "close-tab", "toggle-edit", "back", "forward", "jump", "search-vault", "focus-chat", "new-chat",
    "new-private-chat", "activity", "what-left", "what-leaves", "recall", "vocabulary", "pomodoro", "index",
    *UNDO_COMMANDS, *IMPORT_COMMANDS, *GRAPH_COMMANDS, *EDITOR_COMMANDS,
)  # fmt: skip
"""Commands available only while a vault is open."""


class VaultViews(QObject):
    """The panes of one vault. Created after it opens, closed before it closes."""

    def __init__(self, window: MainWindow, workspace: Workspace, panes: VaultPanes) -> None:
        super().__init__(window)
        self._window = window
        self.workspace = workspace
        self._vault_key = str(workspace.vault.root)
        store = workspace.store
        self.browser, self.notes, self.chat, self.attention, saved_state = panes
        self.attention.setParent(self)
        self.attention.follow(self.chat.open_conversations, self.chat.show_conversation)
        window.set_workspace_views(self.browser, self.notes, self.chat)
        self.status = VaultStatus(window.status, window.problems, workspace, self.chat)
        self.menus = StatusMenus(window.status, workspace, self.chat, self.open_note)
        self.activity = ActivityTabs(window, workspace, self.browser, self.notes, self.chat, self.menus, self)
        self.write_lock = WriteLockNotice(window, workspace.vault, self.notes, self)
        self.write_lock.changes_requested.connect(self.activity.show_activity)
        self.status.note_opened.connect(self.open_note)
        self.status.disclosures_requested.connect(self.activity.show_span)
        self.undo = AnswerUndo(window, workspace, self.chat, self.activity, self.open_note)
        self.agents = AgentCommands(window, workspace, self.chat, self.open_note)
        self.search_test = SearchTestCommand(window, workspace, self.notes, self.browser.search_pane, self)
        self.importing = ImportCommand(window, workspace, self.chat, self.activity.undo_action, self)
        self.vocabulary = VocabularyCommand(window, workspace, self.notes, self.activity.undo_action, self)
        self.graphs = GraphCommands(window, workspace, self.notes, self.browser, self.chat, self)
        self.pomodoro = PomodoroStatus(window, workspace.pomodoro_timer, workspace.pomodoro_log)
        self.index = IndexPageCommand(window, workspace, self.notes, self.menus, self)
        self.chats = ChatCommands(window, self._vault_key, workspace.chats, self.chat, self.notes, self.open_note)
        self.composer_commands = ComposerCommands(window, workspace, self.chat, self.notes)
        self.rewrite = RewriteCommand(
            window, workspace.passage_rewriter, workspace.privacy.changes, self.chat, self.notes
        )
        self.rewrite.setup_requested.connect(lambda: self.agents.show_settings_sheet("providers"))
        self.properties = PropertyCommands(window, workspace, self.browser, self.notes)
        self.daily = DailyNoteCommands(window, workspace, self.notes)
        self.templates = TemplatePicker(window, workspace, self._vault_key, self.notes)
        self.tabs = WindowTabs(window, workspace.vault, self._vault_key, self.notes, self)
        self.files = FileCommands(
            window,
            workspace,
            self.browser,
            self.notes,
            saved_state,
            self.activity.undo_action,
            self.activity.private_note_action,
            self,
        )
        self.tabs.file_menu = self.graphs.file_menu = self.files.file_menu
        self.files.actions.links_requested.connect(self.graphs.show_local)
        self.chat_place = ChatPlacement(window, store, self.chat, self.notes)
        self._connect_notes()
        NoteCommands(window, self.notes, self.browser.search_pane, self)
        self.spelling = SpellingCommands(window, workspace, self.notes)
        RecentSearches(window, self._vault_key, self.browser.search_pane, self)
        self.search_commands = SearchCommands(window, workspace, self.browser, self.notes, self)
        self._connect_chat()
        self._bind()
        self.tabs.update_next_steps()  # Only now are all actions available.
        ActivationWatch(window, workspace.indexer.rescan_soon, self)  # Shows changes by other programs.
        bridge.start(self._open_notes(), owner=self)
        bridge.start(self._follow_notes(), owner=self)

    async def save(self) -> bool:
        """Save everything; return False if a note could not be saved."""
        return await self.notes.save_now()

    async def close(self) -> None:
        """Save what can be saved, stop all followers, and unbind the commands."""
        self.files.close()
        self.tabs.close()
        self.properties.close()
        self.daily.close()
        self.templates.close()
        await self.notes.save_now()
        await self.chats.close()
        self._window.commands.unbind(*VAULT_COMMANDS)
        self.activity.close()
        self.write_lock.close()
        self.index.close()
        self.pomodoro.close()
        self.status.close()
        self.menus.close()
        await self.search_commands.close()
        self.agents.close()
        self.composer_commands.close()
        self.rewrite.close()
        self.spelling.close()
        self.chat_place.close()
        self.answer_targets.close()
        self.deleteLater()

    def open_note(self, path: str, new_tab: bool = False, passage: str | None = None) -> None:
        """Show a note, scrolled to *passage* in it."""
        self._window.show_pane("note")
        self.notes.open(path, new_tab, passage=passage)

    def _connect_notes(self) -> None:
        self.browser.note_opened.connect(self.open_note)
        self.browser.new_note_requested.connect(self._new_note)
        self.notes.new_note_requested.connect(self._new_note)
        self.notes.jump_requested.connect(lambda: self._window.commands["jump"].trigger())
        self.notes.all_saved.connect(lambda: self._window.problems.clear("unsaved"))
        self.notes.current_changed.connect(self._note_changed)
        self.notes.history_changed.connect(self._history_changed)

    def _connect_chat(self) -> None:
        chat = self.chat
        chat.source_opened.connect(lambda *source: bridge.start(self._open_source(*source), owner=self))
        chat.link_opened.connect(open_web)
        chat.new_note_requested.connect(lambda text: bridge.start(self._create_note_from(text), owner=self))
        chat.settings_requested.connect(self._window.commands["settings"].trigger)
        chat.escaped.connect(self.notes.setFocus)
        chat.running_changed.connect(self._running_changed)
        self.answer_targets = AnswerTargets(self._window, self.workspace.vault, chat, self.notes)
        self._window.panes.changed.connect(self._pane_changed)

    def _bind(self) -> None:
        commands = self._window.commands
        for pane in (self.browser, self.notes):
            commands.add_to(pane, "note")
        commands.add_to(self.chat, "chat")
        commands.bind("new-note", self._new_note)
        commands.bind("close-tab", self.notes.close_current)
        commands.bind("toggle-edit", self.notes.toggle_edit)
        commands.bind("back", self.notes.back)
        commands.bind("forward", self.notes.forward)
        commands.bind("focus-chat", self._focus_chat)
        commands.bind("new-chat", self._new_chat)
        commands.bind("new-private-chat", lambda: self._new_chat(private=True))
        self._history_changed(False, False)

    def _new_note(self) -> None:
        self._window.show_pane("note")
        bridge.start(self.notes.create_note(), owner=self)

    def _focus_chat(self) -> None:
        self._window.show_pane("chat")
        self.chat.composer.field.setFocus()

    def _new_chat(self, *, private: bool = False) -> None:
        self._window.show_pane("chat")
        self.chat.new_chat(private=private)

    def _note_changed(self, path: object) -> None:
        shown_path = path if isinstance(path, str) else ""
        self.browser.show_current(shown_path or None)
        if shown_path:
            self._window.remember_note(self._vault_key, shown_path)

    def _history_changed(self, back: bool, forward: bool) -> None:
        self._window.commands["back"].setEnabled(back)
        self._window.commands["forward"].setEnabled(forward)

    def _running_changed(self, running: bool) -> None:
        if not running and self._window.panes.narrow and self._window.panes.current != "chat":
            self._window.toolbar.panes.set_badge(CHAT_SEGMENT, True)

    def _pane_changed(self) -> None:
        if self._window.panes.current == "chat":
            self._window.toolbar.panes.set_badge(CHAT_SEGMENT, False)

    async def _open_source(self, note: str, heading: str, passage: str) -> None:
        try:
            path = await self.workspace.searcher.resolve(note)
        except VaultDeskError as error:
            self._window.notify(translate_error(error))
            return
        if path is None:
            self._window.notify(self.tr("The note “{name}” no longer exists.").format(name=note))
            return
        self._window.show_pane("note")
        self.notes.open(path, subpath=heading, passage=passage)

    async def _create_note_from(self, text: str) -> None:
        self._window.show_pane("note")
        folder = self.workspace.store.settings.chat.folder.strip("/ ")
        name = datetime.now().astimezone().strftime("Answer %Y-%m-%d %H.%M.%S.md")
        await self.notes.create_note(f"{folder}/{name}" if folder else name, text)

    async def _open_notes(self) -> None:
        await self._open_last_note()
        self.chat_place.begin()

    async def _open_last_note(self) -> None:
        if await self.tabs.restore():
            return
        saved_path = self._window.state.notes.get(self._vault_key, "")
        note = await first_note(self.workspace.vault, saved_path)
        if note is not None and self.notes.current_path is None:
            self.notes.open(note)

    async def _follow_notes(self) -> None:
        with self.workspace.indexer.progress.subscribe() as states:
            self.chat.renew_notes()
            async for state in states:
                if state.phase == "ready":
                    self.chat.renew_notes()
