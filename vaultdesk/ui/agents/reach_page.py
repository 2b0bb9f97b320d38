"""Reach page: what one agent could touch in the real vault: what it reads, changes, never sees, and what can leave."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.agent.instructions.agent_catalog import KnownAgent
from vaultdesk.agent.profile import DEFAULT_PROFILE, AgentProfile
from vaultdesk.core.destination import Destination
from vaultdesk.core.settings.settings_schema import VaultSettings
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui import bridge
from vaultdesk.ui.agents.agent_words import PLAIN_KEY, agent_entries, agent_title
from vaultdesk.ui.agents.count_card import CountCard, CountGrid
from vaultdesk.ui.agents.note_rows import NoteLines
from vaultdesk.ui.agents.reach_tally import CATEGORIES, Category, Reach, ReachQuestion, tally
from vaultdesk.ui.agents.reach_words import category_title, category_words, fate_words
from vaultdesk.ui.agents.unreadable import is_unreadable
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import FlowLayout
from vaultdesk.ui.widgets.lists.picker_popup import PickPopup
from vaultdesk.ui.widgets.menu import ChoiceButton, Menu, MenuButton
from vaultdesk.ui.widgets.text_fields import SearchField
from vaultdesk.workspace import Workspace

WIDTH = 1000
"""Pixels of LOOK's drawings of the column."""


class Places(Protocol):
    """Where models run."""

    def all(self) -> Sequence[Destination]:
        """Return every place that can be asked about, this computer first."""
        ...

    def of(self, model: str) -> Destination:
        """Return where a model runs."""
        ...


class ReachPage(QWidget):
    """A page of the window: an agent and a destination at the top, the four counts, and the notes of one of them."""

    closed = Signal()
    note_opened = Signal(str)

    def __init__(
        self, workspace: Workspace, places: Places, agent: str = PLAIN_KEY, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._places = places
        self._agent = agent
        self._destination = places.all()[0]
        self._category: Category = "readable"
        self.reach: Reach | None = None
        """What was found last; None until the first answer."""
        self._reckoning: asyncio.Task[None] | None = None
        self._again = False
        self.agent = ChoiceButton("", self.tr("Agent"), icon_name="person")
        self.where = MenuButton("", self.tr("Its model"), self._fill_where)
        self.done = PlainButton(self.tr("Done"), keys="Esc")
        self.remark = Banner("info", "")
        self.remark.hide()
        self.cards = tuple(CountCard(category) for category in CATEGORIES)
        self.legend = PlainLabel(role="muted", wrap=True)
        """Says what the category in sight means."""
        self.search = SearchField(self.tr("Filter notes"), self.tr("Filter by note or reason"))
        self.list = NoteLines(self.tr("Notes"))
        self._empty = PlainLabel("", role="text2")
        self._lay_out()
        self._connect()
        self.set_agent(agent)

    def set_agent(self, name: str) -> None:
        """Ask about the agent *name*, by the model it would ask."""
        self._agent = name
        self._destination = self._places.of(self._profile().model or self._workspace.store.settings.chat.model)
        self.renew()

    def set_destination(self, destination: Destination) -> None:
        """Ask what would be if its model were at *destination*."""
        self._destination = destination
        self.renew()

    def show_category(self, category: Category, _checked: bool = False) -> None:
        """List the notes of *category*."""
        self._category = category
        self._show_list()

    def renew(self) -> None:
        """Reckon anew; what is asked meanwhile is reckoned once more afterwards."""
        self.agent.set_words(agent_title(self._agent))
        self.where.set_words(self._destination_words(self._destination))
        self._tell_remark()
        if self._reckoning is None or self._reckoning.done():
            self._reckoning = bridge.start(self._reckon(), owner=self)
        else:
            self._again = True

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus on to the first count."""
        self.cards[0].setFocus(event.reason())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc leaves the page."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def open_agents(self) -> PickPopup:
        """List the agents."""
        agents = self._workspace.agents
        name, hint = self.tr("Choose an agent"), self.tr("Find an agent")
        popup = PickPopup(name, hint, lambda wanted: agent_entries(agents.list(), wanted), over=self.agent)
        popup.chosen.connect(self.set_agent)
        popup.open_at(self._agent)
        return popup

    def _lay_out(self) -> None:
        step = theme().step
        host = QWidget()
        host.setMaximumWidth(step(WIDTH))
        head = QHBoxLayout()
        head.addWidget(PlainLabel(self.tr("What could this agent touch?"), font="page", wrap=True), 1)
        head.addWidget(self.done)
        asked = FlowLayout(spacing=step(8))
        between = PlainLabel(self.tr("answering by a model"), role="muted")
        between.setMinimumHeight(self.agent.sizeHint().height())
        for widget in (self.agent, between, self.where):
            asked.addWidget(widget)
        group = QButtonGroup(self)
        for card in self.cards:
            group.addButton(card)
            card.clicked.connect(partial(self.show_category, card.category))
        self.cards[0].setChecked(True)
        below = QHBoxLayout()
        below.setSpacing(step(16))
        below.addWidget(self.legend, 1)
        self.search.setFixedWidth(max(step(240), self.search.sizeHint().width()))
        below.addWidget(self.search, 0, Qt.AlignmentFlag.AlignTop)
        self._frame = Card(padding=4)
        self._frame.content.addWidget(self.list)
        column = QVBoxLayout(host)
        column.setContentsMargins(0, step(32), 0, step(24))
        column.setSpacing(step(12))
        column.addLayout(head)
        column.addLayout(asked)
        column.addWidget(self.remark)
        column.addWidget(CountGrid(self.cards))
        column.addLayout(below)
        column.addWidget(self._frame, 1)
        column.addWidget(self._empty, 1, Qt.AlignmentFlag.AlignTop)
        row = QHBoxLayout(self)
        row.setContentsMargins(step(24), 0, step(24), 0)
        row.addStretch(1)
        row.addWidget(host, 1000)
        row.addStretch(1)

    def _connect(self) -> None:
        self.agent.clicked.connect(self.open_agents)
        self.done.clicked.connect(self.closed)
        self.search.textChanged.connect(self.list.rows.set_filter)
        self.search.stepped.connect(self.list.step)
        self.search.returnPressed.connect(self.list.setFocus)
        self.search.escaped.connect(self.closed)
        self.list.opened.connect(self.note_opened)
        workspace = self._workspace
        bridge.follow(workspace.privacy.changes, lambda _: self.renew(), owner=self)
        bridge.follow(workspace.agents.changes, lambda _: self.renew(), owner=self)
        bridge.follow(workspace.store.changes, lambda _: self.renew(), owner=self)

    def _settings(self) -> VaultSettings:
        return self._workspace.store.settings.vault_settings(self._workspace.vault.root)

    def _known(self) -> KnownAgent | None:
        return next((one for one in self._workspace.agents.list() if one.name == self._agent), None)

    def _profile(self) -> AgentProfile:
        known = self._known()
        return known.profile if known is not None and known.profile is not None else DEFAULT_PROFILE

    def _fill_where(self, menu: Menu) -> None:
        for one in self._places.all():
            chosen = one.host == self._destination.host
            menu.add(self._destination_words(one), partial(self.set_destination, one), checked=chosen)

    def _destination_words(self, destination: Destination) -> str:
        if destination.local:
            return self.tr("on this computer")
        return self.tr("at {0} ({1})").format(sanitize_text(destination.name), sanitize_text(destination.host))

    def _tell_remark(self) -> None:
        known, told = self._known(), []
        if self._agent != PLAIN_KEY and (known is None or known.profile is None):
            told.append(self.tr("This agent cannot be used. What stands here is the plain assistant’s."))
        elif known is not None and not known.usable:
            told.append(self.tr("It is not allowed to work yet. This is what it could touch then."))
        if not self._workspace.tool_calling:
            told.append(
                self.tr("Tools are off in this vault, so it touches nothing now. This is what it could with them.")
            )
        if any(map(is_unreadable, self._settings().rules)):
            told.append(self.tr("One of your rules cannot be read, so it denies everything: see Permissions."))
        if self._workspace.vault.read_only:
            told.append(self._workspace.vault.read_only)
        self.remark.set_text(" ".join(told))
        self.remark.setVisible(bool(told))

    async def _reckon(self) -> None:
        while True:
            self._again = False
            known = self._workspace.known
            question = ReachQuestion(
                {path: known.marks(path) for path in known.paths()},
                self._settings(),
                self._profile().leash,
                self._workspace.registry,
                self._destination,
            )
            reach = await asyncio.to_thread(tally, question)
            if not self._again:
                break
        self.reach = reach
        for card in self.cards:
            card.show_count(len(reach.places[card.category]), reach.asking[card.category])
        self._show_list()

    def _show_list(self) -> None:
        category = self._category
        where = self._destination_words(self._destination)
        self.legend.setText(category_words(category, local=self._destination.local, where=where))
        if self.reach is None:
            return
        notes, places = self.reach.notes, self.reach.places[category]
        self.list.rows.show_notes(
            [notes[place].path for place in places], lambda row: fate_words(category, notes[places[row]].fate)
        )
        self._frame.setVisible(bool(places))
        self._empty.setVisible(not places)
        self._empty.setText(self.tr("No note."))
        self.list.setAccessibleName(f"{category_title(category)}: {format_number(len(places))}")
