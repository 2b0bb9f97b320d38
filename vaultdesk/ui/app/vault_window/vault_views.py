"""The panes and commands of one open vault, created and connected to the window."""

import asyncio
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject

from vaultdesk.agent.instructions.quick_commands import QuickCommand
from vaultdesk.core.errors import OutsideVault, VaultDeskError
from vaultdesk.core.settings.settings_store import is_welcome_vault
from vaultdesk.ui import bridge
from vaultdesk.ui.activity.activity_tabs import ActivityTabs
from vaultdesk.ui.activity.answer_undo import AnswerUndo
from vaultdesk.ui.app.notifications import Attention
from vaultdesk.ui.app.vault_window.command_palette import CommandPalette
from vaultdesk.ui.app.vault_window.vault_status import PomodoroStatus, StatusMenus, VaultStatus, WriteLockNotice
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.browser.window_searches import WindowSearches
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.chat.chat_placement import ChatPlacement
from vaultdesk.ui.chat.instruction_notes import InstructionNotes
from vaultdesk.ui.chat.open_conversations import show_waiting
from vaultdesk.ui.chat.open_note import AnswerTargets, OpenNoteOffer
from vaultdesk.ui.chat.window_chats import WindowChats
from vaultdesk.ui.files.early_file_list import EarlyFileList, SavedTreeState
from vaultdesk.ui.files.file_actions import file_menu
from vaultdesk.ui.files.window_files import WindowFiles
from vaultdesk.ui.graph.graph_page import GraphTabs
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_spelling import NoteSpelling
from vaultdesk.ui.notes.reading_view import open_web
from vaultdesk.ui.notes.related_panel import RelatedNotes
from vaultdesk.ui.notes.window_tabs import WindowTabs
from vaultdesk.ui.review.window_approver import WindowApprover
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.vault_pages.daily_note_navigation import DailyNoteNavigation
from vaultdesk.ui.vault_pages.import_command import ImportCommand
from vaultdesk.ui.vault_pages.index_page import IndexPageCommand
from vaultdesk.ui.vault_pages.rewrite_panel import RewriteCommand
from vaultdesk.ui.vault_pages.search_test_page import SearchTestCommand
from vaultdesk.ui.vault_pages.template_picker import TemplatePicker
from vaultdesk.ui.vault_pages.vocabulary_page import VocabularyCommand
from vaultdesk.ui.window.main_window import MainWindow
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


class VaultViews(QObject):
    """The panes of one vault. Created after it opens, closed before it closes."""

    def __init__(self, window: MainWindow, workspace: Workspace, panes: VaultPanes) -> None:
        super().__init__(window)
        bound_before = window.commands.bound
        self._window = window
        self.workspace = workspace
        self._vault_key = str(workspace.vault.root)
        self.browser, self.notes, self.chat, self.attention, saved_state = panes
        self.attention.setParent(self)
        self.attention.follow(self.chat.open_conversations, self.chat.show_conversation)
        window.set_workspace_views(self.browser, self.notes, self.chat)
        self._make_status()
        self._make_commands()
        self._make_files(saved_state)
        self.chat_place = ChatPlacement(window, workspace.store, self.chat, self.notes)
        self._connect_notes()
        NoteSpelling(window, workspace, self.notes)
        self.searches = WindowSearches(window, workspace, self.browser, self.notes, self)
        self.tabs.tag_requested.connect(lambda tag: self.searches.search(f"tag:{tag}"))
        self._connect_chat()
        self._bind()
        self._commands = window.commands.bound - bound_before
        """Commands available only while the vault is open: those that its parts have bound."""
        self.tabs.update_next_steps()  # Only now are all actions available.
        window.activated.connect(self._rescan)
        bridge.start(self._open_notes(), owner=self)
        bridge.start(self._follow_notes(), owner=self)

    async def save(self) -> bool:
        """Save everything; return False if a note could not be saved."""
        return await self.notes.save_now()

    async def close(self) -> None:
        """Save what can be saved, stop all followers, and unbind the commands."""
        self._window.commands.unbind(*self._commands)
        self.files.close()
        self.tabs.close()
        await self.notes.save_now()
        await self.chats.close()
        self.activity.close()
        self.write_lock.close()
        self.index.close()
        self.pomodoro.close()
        self.status.close()
        self.menus.close()
        await self.searches.close()
        self.palette.close()
        self.rewrite.close()
        self.chat_place.close()
        self.deleteLater()

    def open_note(self, path: str, new_tab: bool = False, passage: str | None = None) -> None:
        """Show a note, scrolled to *passage* in it."""
        self._window.show_pane("note")
        self.notes.open(path, new_tab, passage=passage)

    def _make_status(self) -> None:
        """Make the parts that show the state of the vault, and the history that they open."""
        window, workspace = self._window, self.workspace
        self.status = VaultStatus(window.status, window.problems, workspace, self.chat)
        self.menus = StatusMenus(window.status, workspace, self.chat, self.open_note)
        self.menus.activity_requested.connect(window.commands["activity"].trigger)
        self.menus.index_page_requested.connect(window.commands["index"].trigger)
        self.activity = ActivityTabs(window, workspace, self.browser, self.notes, self.chat, self)
        self.write_lock = WriteLockNotice(window, workspace.vault, self.notes, self)
        self.write_lock.changes_requested.connect(self.activity.show_activity)
        self.status.note_opened.connect(self.open_note)
        self.status.disclosures_requested.connect(self.activity.show_span)

    def _make_commands(self) -> None:
        """Make the parts that carry out commands on pages, notes and chats."""
        window, workspace = self._window, self.workspace
        undo_action = self.activity.undo_action
        self.undo = AnswerUndo(window, workspace, self.chat, self.activity, self.open_note)
        self.search_test = SearchTestCommand(window, workspace, self.notes, self.browser.search_pane, self)
        self.importing = ImportCommand(window, workspace, undo_action, self)
        self.vocabulary = VocabularyCommand(window, workspace, self.notes, undo_action, self)
        self.graphs = GraphTabs(window, workspace, self.notes, self.browser, self.chat, self)
        self.pomodoro = PomodoroStatus(window, workspace.pomodoro_timer, workspace.pomodoro_log)
        self.index = IndexPageCommand(window, workspace, self.notes, self)
        self.chats = WindowChats(window, self._vault_key, workspace.chats, self.chat, self.notes, self.open_note)
        InstructionNotes(window, workspace, self.chat, self.notes)
        OpenNoteOffer(window, self.chat, self.notes)
        AnswerTargets(window, workspace.vault, self.chat, self.notes)
        self.palette = CommandPalette(window, workspace.quick_commands.list, self._use_quick_command)
        rewriter, privacy_changes = workspace.passage_rewriter, workspace.privacy.changes
        self.rewrite = RewriteCommand(window, rewriter, privacy_changes, self.chat, self.notes)
        self.rewrite.setup_requested.connect(lambda: self._show_settings("providers"))
        self.daily = DailyNoteNavigation(window, workspace, self.notes)
        self.templates = TemplatePicker(window, workspace, self._vault_key, self.notes)

    def _make_files(self, saved_state: SavedTreeState) -> None:
        """Make the tabs and the file list, which share the menu of a file."""
        window, workspace, activity = self._window, self.workspace, self.activity
        undo_action, private = activity.undo_action, activity.private_note_action
        self.tabs = WindowTabs(window, workspace.vault, self._vault_key, self.notes, self)
        self.files = WindowFiles(window, workspace, self.browser, self.notes, saved_state, undo_action, private, self)
        self.tabs.file_menu = self.graphs.file_menu = partial(file_menu, self.files.actions)
        self.files.actions.links_requested.connect(self.graphs.show_local)

    def _rescan(self) -> None:
        """Index what other programs changed while another window was active."""
        self.workspace.indexer.rescan_soon()

    def _connect_notes(self) -> None:
        self.browser.note_opened.connect(self.open_note)
        self.browser.new_note_requested.connect(self.tabs.new_note)
        self.notes.current_changed.connect(self._note_changed)

    def _connect_chat(self) -> None:
        chat = self.chat
        chat.source_opened.connect(lambda *source: bridge.start(self._open_source(*source), owner=self))
        chat.link_opened.connect(open_web)
        chat.new_note_requested.connect(lambda text: bridge.start(self._create_note_from(text), owner=self))
        chat.settings_requested.connect(self._window.commands["settings"].trigger)
        measure_again = chat.composer_controller.context.measure_again
        bridge.follow(self.workspace.indexer.events, lambda _: measure_again(), owner=self)
        chat.agents.agents_requested.connect(lambda: self._show_settings("agents"))
        chat.agents.reach_requested.connect(self._show_reach)
        chat.escaped.connect(self.notes.setFocus)
        chat.running_changed.connect(self._running_changed)
        self._window.panes.changed.connect(self._pane_changed)

    def _bind(self) -> None:
        commands = self._window.commands
        for pane in (self.browser, self.notes):
            commands.add_to(pane, "note")
        commands.add_to(self.chat, "chat")
        commands.bind("agent-reach", lambda: self._show_reach(self.chat.agents.shown))
        for part in ("agents", "permissions", "private-notes"):
            commands.bind(part, partial(self._show_settings, part))

    def _show_settings(self, part: str) -> None:
        from vaultdesk.ui.app.vault_window.preferences import show_settings_part  # large imports, not for the start

        show_settings_part(self._window, part)

    def _show_reach(self, agent: str) -> None:
        from vaultdesk.ui.app.vault_window.preferences import show_reach_page  # as above

        show_reach_page(self._window, self.workspace, agent, lambda: None, self.open_note)

    def _use_quick_command(self, command: QuickCommand) -> None:
        self._window.show_pane("chat")
        self.chat.composer_controller.use_command(command)

    def _note_changed(self, path: object) -> None:
        shown_path = path if isinstance(path, str) else ""
        self.browser.show_current(shown_path or None)
        if shown_path:
            self._window.remember_note(self._vault_key, shown_path)

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
            self.chat.refresh_notes()
            async for state in states:
                if state.phase == "ready":
                    self.chat.refresh_notes()
