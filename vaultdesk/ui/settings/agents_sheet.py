"""Agents sheet: every agent of the vault, what it may do, and the person's acts on it: use, allow, write, take away."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from vaultdesk.agent.instructions.agent_catalog import KnownAgent
from vaultdesk.chat.messages import new_id
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui import bridge
from vaultdesk.ui.agents.agent_draft import AgentDraft, draft_of
from vaultdesk.ui.agents.agent_editor import AgentEditor, Editing, EditorChoices, free_name
from vaultdesk.ui.agents.agent_words import PLAIN_KEY, agent_entries
from vaultdesk.ui.agents.folder_field import folders_of
from vaultdesk.ui.agents.grant_dialog import let_work
from vaultdesk.ui.agents.grants import Grants
from vaultdesk.ui.settings.agent_card import AgentCard
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.sheet import Sheet
from vaultdesk.ui.settings.undo_banner import UndoBanner
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translated_message
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.lists.entry_list import EntryList
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.transactions.file_edits import Delete, Origin
from vaultdesk.workspace import Workspace

LIST_WIDTH = 400
"""Pixels of LOOK's drawings of the list (mockup 09)."""

SIDE_BY_SIDE = 760
"""Pixels of the page from which list and card stand side by side; below, the card stands under the list."""


class AgentsSheet(Sheet):
    """The list at the left, the chosen agent at the right."""

    reach_requested = Signal(str)
    """What the agent of this name could touch is asked for; empty is the plain assistant."""
    note_opened = Signal(str)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        words = self.tr("Who can answer. An agent narrows what your permissions allow, and works only if you let it.")
        super().__init__(self.tr("Agents"), words, wide=True, parent=parent)
        self._workspace = workspace
        self._keeper = Keeper(workspace.store, self.problem)
        self._grants = Grants(workspace.agents, workspace.vault, workspace.store, workspace.registry)
        self.undo = UndoBanner()
        self.list = EntryList(self.tr("Agents"), takes_keyboard=True)
        self.add = PlainButton(self.tr("New Agent…"), icon_name="plus")
        self.card = AgentCard(workspace.registry)
        self._lay_out()
        self.list.current_changed.connect(self._show_current)
        self.add.clicked.connect(lambda: bridge.start(self.write(AgentDraft()), owner=self))
        self.card.acted.connect(self._act)
        bridge.follow(workspace.agents.changes, lambda _: self.renew(), owner=self)
        self.renew()

    def refresh(self, settings: Settings) -> None:
        """Show what holds now."""
        self.renew()

    def renew(self) -> None:
        """Take over which agents there are; the one that is looked at stays."""
        entry = self.list.current()
        default = self._workspace.store.settings.chat.agent
        current = entry.key if entry is not None else default
        self.list.show_entries(agent_entries(self._workspace.agents.list()), default, current)
        self.list.setFixedHeight(max(theme().step(120), self.list.wanted_height() + theme().step(4)))
        self._show_current()

    def show_agent(self, name: str) -> None:
        """Look at the agent *name*."""
        self.list.go_to(name)

    async def write(self, draft: AgentDraft, known: KnownAgent | None = None) -> None:
        """Let the person write an agent; *known* is the one whose note is changed, None makes a new one."""
        try:
            editing = await self._editing(draft, known)
            folders = folders_of(row.path for row in await self._workspace.searcher.tree())
        except VaultDeskError as problem:
            self._keeper.tell(str(problem))
            return
        taken = frozenset(one.name for one in self._workspace.agents.list())
        models = [(model.label, translated_message(model.title)) for model in self._workspace.models()]
        chat = self._workspace.store.settings.chat
        choices = EditorChoices(self._workspace.registry, chat, folders, models, taken)
        editor = AgentEditor(self._workspace.vault, choices, editing, self.window())
        try:
            await bridge.ask(editor)
            saved = editor.saved
        finally:
            editor.deleteLater()
        if saved:
            await self._workspace.agents.refresh()
            self._look_at(saved)
            self.card.setFocus()

    def _lay_out(self) -> None:
        step = theme().step
        left = QVBoxLayout()
        left.setSpacing(step(12))
        self._listed = card = Card(padding=4)
        card.content.addWidget(self.list)
        left.addWidget(card)
        left.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        left.addStretch(1)
        right = QVBoxLayout()
        right.setSpacing(step(12))
        right.addWidget(self.undo)
        right.addWidget(self.card)
        right.addStretch(1)
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._parts.setSpacing(step(20))
        self._parts.addLayout(left)
        self._parts.addLayout(right, 1)
        self.content.addLayout(self._parts)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the card beside the list, or under it where there is no room."""
        super().resizeEvent(event)
        step, ways = theme().step, QBoxLayout.Direction
        narrow = event.size().width() < step(SIDE_BY_SIDE)
        self._parts.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)
        self._listed.setMinimumWidth(0 if narrow else step(LIST_WIDTH))
        self._listed.setMaximumWidth(step(SIDE_BY_SIDE) if narrow else step(LIST_WIDTH))

    def _show_current(self) -> None:
        entry = self.list.current()
        name = entry.key if entry is not None else PLAIN_KEY
        known = next((one for one in self._workspace.agents.list() if one.name == name), None)
        default = self._workspace.store.settings.chat.agent == name
        self.card.show_agent(name if known is not None else PLAIN_KEY, known, default=default)

    def _look_at(self, path: str) -> None:
        found = next((one for one in self._workspace.agents.list() if one.path == path), None)
        self.renew()
        if found is not None:
            self.show_agent(found.name)

    def _act(self, act: str) -> None:
        known = self.card.known
        name = known.name if known is not None else PLAIN_KEY
        if act == "use":
            self._use(name)
        elif act == "reach":
            self.reach_requested.emit(name)
        elif known is None:
            return
        elif act == "open":
            self.note_opened.emit(known.path)
        elif act == "look":
            bridge.start(self._look(known), owner=self)
        elif act == "revoke":
            bridge.start(self._revoke(known), owner=self)
        elif act == "delete":
            bridge.start(self._delete(known), owner=self)
        elif act == "edit" and known.profile is not None:
            bridge.start(self.write(draft_of(known.profile), known), owner=self)
        elif act == "duplicate" and known.profile is not None:
            bridge.start(self._duplicate(known), owner=self)

    def _use(self, name: str) -> None:
        def chosen(settings: Settings) -> Settings:
            return settings.model_copy(update={"chat": settings.chat.model_copy(update={"agent": name})})

        self._keeper.keep(chosen)
        self.renew()

    async def _look(self, known: KnownAgent) -> None:
        try:
            await let_work(self._grants, known.path, self.window())
        except VaultDeskError as problem:
            self._keeper.tell(str(problem))
        self.renew()

    async def _revoke(self, known: KnownAgent) -> None:
        grants = self._workspace.store.settings.vault_settings(self._workspace.vault.root).agents
        given = next((grant.digest for grant in grants if grant.path == known.path), "")
        try:
            await self._workspace.agents.revoke(known.path)
        except VaultDeskError as problem:
            self._keeper.tell(str(problem))
            return
        words = self.tr("{0} works no longer.").format(sanitize_text(known.name))
        self.undo.say(words, lambda: bridge.start(self._grant_again(known.path, given), owner=self))

    async def _grant_again(self, path: str, digest: str) -> None:
        try:
            await self._workspace.agents.grant(path, digest)
        except VaultDeskError as problem:
            self._keeper.tell(str(problem))

    async def _delete(self, known: KnownAgent) -> None:
        group = new_id("hand")
        title = self.tr("Delete the agent {0}").format(known.name)
        edit = Delete(NotePath.parse(known.path), known.digest)
        try:
            (outcome,) = await self._workspace.vault.apply((edit,), Origin(group, title))
        except VaultDeskError as problem:
            self._keeper.tell(str(problem))
            return
        if outcome.result not in ("done", "unconfirmed"):
            self._keeper.tell(outcome.problem)
            return
        words = self.tr("{0} was moved to the trash.").format(sanitize_text(known.name))
        self.undo.say(words, lambda: bridge.start(self._undelete(group), owner=self))

    async def _undelete(self, group: str) -> None:
        try:
            outcome = await self._workspace.undo(group)
        except VaultDeskError as problem:
            self._keeper.tell(str(problem))
            return
        if not outcome.done:
            self._keeper.tell(outcome.problem or self.tr("Something else has its place now."))

    async def _duplicate(self, known: KnownAgent) -> None:
        if known.profile is None:
            return
        taken = frozenset(one.name for one in self._workspace.agents.list())
        draft = draft_of(known.profile)
        own = known.name.rpartition("/")[2]
        await self.write(replace(draft, name=free_name(own, taken)))

    async def _editing(self, draft: AgentDraft, known: KnownAgent | None) -> Editing:
        if known is None or known.profile is None:
            return Editing(draft)
        note = await self._workspace.vault.read(NotePath.parse(known.path))
        return Editing(draft_of(known.profile, note.text), known.path, note.text, note.digest)
