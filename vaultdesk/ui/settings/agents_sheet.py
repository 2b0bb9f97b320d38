"""Settings page of agents: the agents of the vault, their permissions and actions."""

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from vaultdesk.agent.instructions.agents import KnownAgent
from vaultdesk.agent.profile import grant_sentences
from vaultdesk.chat.messages import new_id
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.core.values import replace
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui import bridge
from vaultdesk.ui.agents.agent_editor import (
    AgentDraft,
    AgentEditor,
    EditedAgent,
    EditorChoices,
    agent_draft_of,
    free_agent_name,
)
from vaultdesk.ui.agents.agent_text import DEFAULT_AGENT_KEY, agent_entries, agent_status_text, agent_title
from vaultdesk.ui.agents.grant_dialog import AgentGranter, ask_for_grant
from vaultdesk.ui.review.text_box import TextBox
from vaultdesk.ui.settings.sheet import SettingsWriter, Sheet, UndoBanner
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import PlainButton, PrimaryButton
from vaultdesk.ui.widgets.form_dialog import folders_of_notes
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel, safe_label_text
from vaultdesk.ui.widgets.layouts import FlowLayout, clear_layout, column_layout
from vaultdesk.ui.widgets.lists.entry_list import EntryList
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.transactions.file_edits import Delete, Origin
from vaultdesk.workspace import Workspace

AgentAction = Literal["use", "look", "edit", "duplicate", "reach", "revoke", "delete", "open"]
"""Actions on an agent."""

STATUS_ACTIONS: dict[str, tuple[AgentAction, ...]] = {
    "plain": ("use", "reach"),
    "shipped": ("use", "reach", "duplicate"),
    "granted": ("use", "reach", "edit", "duplicate", "revoke", "delete"),
    "changed": ("look", "edit", "open", "revoke", "delete"),
    "new": ("look", "edit", "open", "delete"),
    "broken": ("open", "delete"),
}
"""Actions offered for each status; the first one is the primary button of the page."""

INSTRUCTION_LINES = 9
"""Visible lines of the instructions."""

MAX_SHOWN_INSTRUCTIONS = 60_000
"""Maximum number of characters of the instructions that can be scrolled through."""


class AgentCard(Card):
    """Shows one agent; `acted` reports the pressed button."""

    acted = Signal(str)
    """An `AgentAction`."""

    def __init__(self, registry: ToolRegistry, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._registry = registry
        self.known: KnownAgent | None = None
        px = theme().px
        self._title = ElidedLabel(font="title")
        self._state = PlainLabel(role="muted", font="small", wrap=True)
        self._description = PlainLabel(role="text2", wrap=True)
        self.banner = Banner("warning", "")
        self._sentences = QWidget()
        self._sentence_layout = QVBoxLayout(self._sentences)
        self._sentence_layout.setContentsMargins(0, 0, 0, 0)
        self._sentence_layout.setSpacing(px(6))
        self._shown_sentences: list[str] = []
        self.remarks = Banner("warning", "")
        self._instructions_box = TextBox(self.tr("Its instructions"), "interface", "text2")
        self._caption = PlainLabel(self.tr("Its instructions"), role="muted", font="caption")
        self._frame = Card(padding=0, background="sunken")
        self._frame.content.addWidget(self._instructions_box)
        # Its scroll bar has the background of the frame.
        self._instructions_box.viewport().setBackgroundRole(QPalette.ColorRole.AlternateBase)
        self.buttons: dict[AgentAction, PlainButton] = {}
        self._footer = QWidget()
        self._flow = FlowLayout(self._footer, px(8))
        header = column_layout(spacing=2)
        header.addWidget(self._title)
        header.addWidget(self._state)
        self.content.setSpacing(px(12))
        self.content.addLayout(header)
        for widget in (self._description, self.banner, self._sentences, self.remarks, self._caption, self._frame):
            self.content.addWidget(widget)
        self.content.addWidget(SeparatorLine())
        self.content.addWidget(self._footer)

    def show_agent(self, name: str, known: KnownAgent | None, *, default: bool) -> None:
        """Show the agent *name*, or the default assistant if empty; *default* if it answers new chats."""
        self.known = known
        self._title.set_text(sanitize_text(agent_title(name)))
        state = agent_status_text(known.status) if known is not None else ""
        answers = self.tr("answers new chats") if default else ""
        self._set_text(self._state, " · ".join(part for part in (state, answers) if part))
        profile = known.profile if known is not None else None
        default_text = self.tr("Answers without extra instructions, with every tool your permissions allow.")
        self._set_text(
            self._description,
            sanitize_text(translate(profile.description) if profile is not None else "" if known else default_text),
        )
        self._show_banner(known)
        granted = grant_sentences(profile, self._registry) if profile is not None else ()
        remarks = profile.remarks if profile is not None else ()
        self._show_sentences(
            [sanitize_text(translate(sentence)) for sentence in granted[: len(granted) - len(remarks)]]
        )
        self.remarks.set_text("\n".join(sanitize_text(translate(remark)) for remark in remarks))
        self.remarks.setVisible(bool(remarks))
        instructions = profile.instructions if profile is not None else ""
        self._instructions_box.show_text(safe_label_text(sanitize_text(instructions, "\n\t"), MAX_SHOWN_INSTRUCTIONS))
        self._instructions_box.show_lines(max(2, min(INSTRUCTION_LINES, instructions.count("\n") + 2)))
        for widget in (self._caption, self._frame):
            widget.setVisible(bool(instructions))
        self._show_buttons(STATUS_ACTIONS[known.status if known is not None else "plain"], default=default)

    def sentences(self) -> list[str]:
        """Return what the agent may do, as shown."""
        return list(self._shown_sentences)

    def _show_sentences(self, sentences: Sequence[str]) -> None:
        self._shown_sentences = list(sentences)
        clear_layout(self._sentence_layout)
        for sentence in sentences:
            self._sentence_layout.addWidget(PlainLabel(sentence, wrap=True))
        self._sentences.setVisible(bool(sentences))

    def _set_text(self, label: PlainLabel, text: str) -> None:
        label.setText(text)
        label.setVisible(bool(text))

    def _show_banner(self, known: KnownAgent | None) -> None:
        status = known.status if known is not None else "shipped"
        text = {
            "changed": self.tr(
                "Its note has changed since you allowed it. It is inactive until you review and allow it again."
            ),
            "new": self.tr("It is inactive until you review and allow it."),
            "broken": "\n".join(
                sanitize_text(translate(problem)) for problem in (known.problems if known is not None else ())
            ),
        }.get(status, "")
        self.banner.set_kind("danger" if status == "broken" else "warning" if status == "changed" else "info")
        self.banner.set_text(text)
        self.banner.setVisible(bool(text))

    def _show_buttons(self, actions: Sequence[AgentAction], *, default: bool) -> None:
        labels: dict[AgentAction, str] = {
            "use": self.tr("Use in New Chats"),
            "look": self.tr("Review and Allow…"),
            "edit": self.tr("Edit…"),
            "duplicate": self.tr("Duplicate…"),
            "reach": self.tr("What Could It Access?"),
            "revoke": self.tr("Revoke"),
            "delete": self.tr("Delete"),
            "open": self.tr("Open Note"),
        }
        focused = next((action for action, button in self.buttons.items() if button.hasFocus()), None)
        self._flow.clear()
        self.buttons = {}
        for index, action in enumerate(actions):
            new_button = PrimaryButton(labels[action]) if not index else PlainButton(labels[action])
            new_button.clicked.connect(lambda _checked=False, action=action: self.acted.emit(action))
            self.buttons[action] = new_button
            self._flow.addWidget(new_button)
            new_button.show()
        if default and "use" in self.buttons:
            self.buttons["use"].set_disabled_reason(self.tr("It already answers new chats."))
        if focused is not None:
            (self.buttons.get(focused) or self.buttons[actions[0]]).setFocus()
        self._footer.updateGeometry()


LIST_WIDTH = 400
"""Width of the list in design pixels."""

SIDE_BY_SIDE_WIDTH = 760
"""Width of the page in pixels from which list and card are side by side; below, the card is under the list."""


class AgentsSheet(Sheet):
    """List at the left, selected agent at the right."""

    reach_requested = Signal(str)
    """Name of the agent whose reachable notes are requested; empty for the default assistant."""
    note_opened = Signal(str)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        text = self.tr(
            "Assistants that can answer. An agent can only narrow your permissions, and is active "
            "only after you allow it."
        )
        super().__init__(self.tr("Agents"), text, wide=True, parent=parent)
        self._workspace = workspace
        self._writer = SettingsWriter(workspace.store, self.problem)
        self._grants = AgentGranter(workspace.agents, workspace.vault, workspace.store, workspace.registry)
        self.undo = UndoBanner()
        self.list = EntryList(self.tr("Agents"), takes_keyboard=True)
        self.add = PlainButton(self.tr("New Agent…"), icon_name="plus")
        self.card = AgentCard(workspace.registry)
        self._build_layout()
        self.list.current_changed.connect(self._show_current)
        self.add.clicked.connect(lambda: bridge.start(self.edit_agent(AgentDraft()), owner=self))
        self.card.acted.connect(self._act)
        bridge.follow(workspace.agents.changes, lambda _: self.reload(), owner=self)
        self.reload()

    def refresh(self, settings: Settings) -> None:
        self.reload()

    def reload(self) -> None:
        """Update the list of agents; the selection is kept."""
        entry = self.list.current()
        default = self._workspace.store.settings.chat.agent
        current = entry.key if entry is not None else default
        self.list.show_entries(agent_entries(self._workspace.agents.list()), default, current)
        self.list.setFixedHeight(max(theme().px(120), self.list.preferred_height() + theme().px(4)))
        self._show_current()

    def show_agent(self, name: str) -> None:
        """Select the agent *name*."""
        self.list.go_to(name)

    async def edit_agent(self, draft: AgentDraft, known: KnownAgent | None = None) -> None:
        """Open the editor; *known* is the agent whose note is changed, None creates a new one."""
        try:
            editing = await self._edited_agent(draft, known)
            folders = folders_of_notes(row.path for row in await self._workspace.searcher.tree())
        except VaultDeskError as error:
            self._writer.show_problem(translate_error(error))
            return
        names = frozenset(agent.name for agent in self._workspace.agents.list())
        models = [(model.label, translate(model.title)) for model in self._workspace.models()]
        chat = self._workspace.store.settings.chat
        choices = EditorChoices(self._workspace.registry, chat, folders, models, names)
        editor = AgentEditor(self._workspace.vault, choices, editing, self.window())
        try:
            await bridge.ask(editor)
            saved = editor.saved
        finally:
            editor.deleteLater()
        if saved:
            await self._workspace.agents.refresh()
            self._select_path(saved)
            self.card.setFocus()

    def _build_layout(self) -> None:
        px = theme().px
        left = column_layout(spacing=12)
        self._list_card = card = Card(padding=4)
        card.content.addWidget(self.list)
        left.addWidget(card)
        left.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        left.addStretch(1)
        right = column_layout(spacing=12)
        right.addWidget(self.undo)
        right.addWidget(self.card)
        right.addStretch(1)
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._columns.setSpacing(px(20))
        self._columns.addLayout(left)
        self._columns.addLayout(right, 1)
        self.content.addLayout(self._columns)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the card beside the list, or under it if it does not fit."""
        super().resizeEvent(event)
        px, directions = theme().px, QBoxLayout.Direction
        narrow = event.size().width() < px(SIDE_BY_SIDE_WIDTH)
        self._columns.setDirection(directions.TopToBottom if narrow else directions.LeftToRight)
        self._list_card.setMinimumWidth(0 if narrow else px(LIST_WIDTH))
        self._list_card.setMaximumWidth(px(SIDE_BY_SIDE_WIDTH) if narrow else px(LIST_WIDTH))

    def _show_current(self) -> None:
        entry = self.list.current()
        name = entry.key if entry is not None else DEFAULT_AGENT_KEY
        known = next((agent for agent in self._workspace.agents.list() if agent.name == name), None)
        default = self._workspace.store.settings.chat.agent == name
        self.card.show_agent(name if known is not None else DEFAULT_AGENT_KEY, known, default=default)

    def _select_path(self, path: str) -> None:
        found = next((agent for agent in self._workspace.agents.list() if agent.path == path), None)
        self.reload()
        if found is not None:
            self.show_agent(found.name)

    def _act(self, action: str) -> None:
        known = self.card.known
        name = known.name if known is not None else DEFAULT_AGENT_KEY
        if action == "use":
            self._use(name)
        elif action == "reach":
            self.reach_requested.emit(name)
        elif known is None:
            return
        elif action == "open":
            self.note_opened.emit(known.path)
        elif action == "look":
            bridge.start(self._review(known), owner=self)
        elif action == "revoke":
            bridge.start(self._revoke(known), owner=self)
        elif action == "delete":
            bridge.start(self._delete(known), owner=self)
        elif action == "edit" and known.profile is not None:
            bridge.start(self.edit_agent(agent_draft_of(known.profile), known), owner=self)
        elif action == "duplicate" and known.profile is not None:
            bridge.start(self._duplicate(known), owner=self)

    def _use(self, name: str) -> None:
        def changed(settings: Settings) -> Settings:
            return settings.model_copy(update={"chat": settings.chat.model_copy(update={"agent": name})})

        self._writer.save(changed)
        self.reload()

    async def _review(self, known: KnownAgent) -> None:
        try:
            await ask_for_grant(self._grants, known.path, self.window())
        except VaultDeskError as error:
            self._writer.show_problem(translate_error(error))
        self.reload()

    async def _revoke(self, known: KnownAgent) -> None:
        grants = self._workspace.store.settings.vault_settings(self._workspace.vault.root).agents
        granted_digest = next((grant.digest for grant in grants if grant.path == known.path), "")
        try:
            await self._workspace.agents.revoke(known.path)
        except VaultDeskError as error:
            self._writer.show_problem(translate_error(error))
            return
        text = self.tr("{0} is no longer allowed.").format(sanitize_text(known.name))
        self.undo.offer(text, lambda: bridge.start(self._grant_again(known.path, granted_digest), owner=self))

    async def _grant_again(self, path: str, digest: str) -> None:
        try:
            await self._workspace.agents.grant(path, digest)
        except VaultDeskError as error:
            self._writer.show_problem(translate_error(error))

    async def _delete(self, known: KnownAgent) -> None:
        group = new_id("hand")
        title = self.tr("Delete the agent {0}").format(known.name)
        edit = Delete(NotePath.parse(known.path), known.digest)
        try:
            (outcome,) = await self._workspace.vault.apply((edit,), Origin(group, title))
        except VaultDeskError as error:
            self._writer.show_problem(translate_error(error))
            return
        if outcome.result not in ("done", "unconfirmed"):
            self._writer.show_problem(translate(outcome.problem))
            return
        vault, name = self._workspace.vault, sanitize_text(known.name)
        if await vault.trash_option() == "none":
            text = self.tr("{0} was deleted: {1}.").format(name, translate(await vault.deletion_text()))
        else:
            text = self.tr("{0} was moved to the trash.").format(name)
        self.undo.offer(text, lambda: bridge.start(self._restore(group), owner=self))

    async def _restore(self, group: str) -> None:
        try:
            outcome = await self._workspace.undo(group)
        except VaultDeskError as error:
            self._writer.show_problem(translate_error(error))
            return
        if not outcome.done:
            self._writer.show_problem(translate(outcome.problem or self.tr("Another file now has its name.")))

    async def _duplicate(self, known: KnownAgent) -> None:
        if known.profile is None:
            return
        names = frozenset(agent.name for agent in self._workspace.agents.list())
        draft = agent_draft_of(known.profile)
        base_name = known.name.rpartition("/")[2]
        await self.edit_agent(replace(draft, name=free_agent_name(base_name, names)))

    async def _edited_agent(self, draft: AgentDraft, known: KnownAgent | None) -> EditedAgent:
        if known is None or known.profile is None:
            return EditedAgent(draft)
        note = await self._workspace.vault.read(NotePath.parse(known.path))
        return EditedAgent(agent_draft_of(known.profile, note.text), known.path, note.text, note.digest)
