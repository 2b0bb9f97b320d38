"""Page that shows the access of an agent to each note of the vault, and why."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Protocol

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QGridLayout, QHBoxLayout, QSizePolicy, QWidget

from vaultdesk.agent.instructions.agents import KnownAgent
from vaultdesk.agent.profile import DEFAULT_PROFILE, AgentProfile
from vaultdesk.core.settings.settings_schema import VaultSettings
from vaultdesk.core.transmission import Destination
from vaultdesk.privacy.rule_matcher import rule_text
from vaultdesk.tools.runtime.policy import PolicyAnswer
from vaultdesk.tools.text_sanitizer import sanitize_line, sanitize_text
from vaultdesk.ui import bridge
from vaultdesk.ui.agents.agent_reach import (
    CATEGORIES,
    AgentReach,
    Category,
    NoteReach,
    ReachReason,
    ReachRequest,
    compute_agent_reach,
    is_unreadable,
)
from vaultdesk.ui.agents.agent_text import DEFAULT_AGENT_KEY, agent_entries, agent_title
from vaultdesk.ui.agents.note_lines import NoteLines
from vaultdesk.ui.formatting import format_number, plural_text
from vaultdesk.ui.theme.painting import box, draw_upright_text, mirror_painting
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import CORNER_RADIUS
from vaultdesk.ui.translation import translate, translator
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import FlowLayout, column_layout, row_layout
from vaultdesk.ui.widgets.lists.entry_list import PickerPopup
from vaultdesk.ui.widgets.menu import ChoiceButton, Menu, MenuButton
from vaultdesk.ui.widgets.text_fields import SearchField
from vaultdesk.workspace import Workspace

_tr = translator("ReachPage")


def category_title(category: Category) -> str:
    return {
        "readable": _tr("Readable"),
        "changeable": _tr("Editable"),
        "invisible": _tr("Hidden"),
        "leaving": _tr("May be sent"),
    }[category]


def category_text(category: Category, *, local: bool, destination: str) -> str:
    """Return the description of a category; *destination* is the agent's model."""
    if category == "leaving" and local:
        return _tr("Nothing: the model runs on this computer. What it reads stays here.")
    return {
        "readable": _tr("Notes it can find and read. Where it says “asks first”, you see each one and may refuse."),
        "changeable": _tr("Notes it can change. Every change is recorded and can be undone."),
        "invisible": _tr("Notes hidden from it: they do not appear in lists, search results or links."),
        "leaving": _tr("Notes whose text could be sent to {0} with a question after the agent reads it.").format(
            destination
        ),
    }[category]


def note_reach_text(category: Category, note_reach: NoteReach) -> str:
    """Return why a note is in *category*."""
    match category:
        case "readable":
            return _answer_text(note_reach.access.readable, note_reach.reading)
        case "changeable":
            return _answer_text(note_reach.access.writable, note_reach.changing)
        case "leaving":
            return _answer_text(note_reach.access.outbound, note_reach.reading)
        case "invisible":
            return reach_reason_text(note_reach.reading)


def reach_reason_text(reason: ReachReason) -> str:
    """Return the text for the reason of a result."""
    match reason.source:
        case "rule":
            folder = sanitize_line(reason.rule.folder, 60) if reason.rule is not None else ""
            return _tr("your rule for {0}").format(folder) if folder else _tr("your rule for the whole vault")
        case "preset":
            return _tr("your preset")
        case "scope":
            return _tr("outside its folders")
        case "private":
            return (
                _tr("private: {0}").format(rule_text(reason.private)) if reason.private is not None else _tr("private")
            )
        case "tools":
            return _tr("it has no tool for that")
        case "read-only":
            return _tr("it only reads")
        case "effect" | "":
            return ""


def _answer_text(answer: PolicyAnswer, reason: ReachReason) -> str:
    answer_text = _tr("asks first") if answer == "ask" else _tr("without asking") if answer == "allow" else _tr("never")
    reason_text = reach_reason_text(reason)
    return f"{answer_text} · {reason_text}" if reason_text else answer_text


class CountCard(QAbstractButton):
    """One category: number of notes, name, and how many of them need confirmation."""

    def __init__(self, category: Category, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.category: Category = category
        self._count, self._asking = 0, 0
        self.setAccessibleName(category_title(category))
        self.setCheckable(True)
        self.setProperty(CORNER_RADIUS, 8)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def show_count(self, count: int, asking: int) -> None:
        """Show the number of notes, and how many of them need confirmation."""
        self._count, self._asking = count, asking
        self.setAccessibleName(f"{category_title(self.category)}: {self.shown_text()}")
        self.updateGeometry()
        self.update()

    def shown_text(self) -> str:
        """Return the text about the notes."""
        notes = plural_text(self._count, self.tr("{n} note"), self.tr("{n} notes"))
        if not self._asking or self.category == "invisible":
            return notes
        asking = self.tr("all ask first") if self._asking == self._count else self.tr("{0} ask first")
        return f"{notes}, {asking.format(format_number(self._asking))}"

    def sizeHint(self) -> QSize:
        values = theme()
        title = values.metrics("strong").horizontalAdvance(category_title(self.category))
        asking = values.metrics("small").horizontalAdvance(self._asking_text())
        return QSize(max(values.px(150), title + values.px(24), asking + values.px(24)), values.px(82))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        values, painter, is_checked = theme(), QPainter(self), self.isChecked()
        mirror_painting(painter, self.rect())
        background = "accent_soft" if is_checked else "hover" if self.underMouse() else "surface"
        box(
            painter,
            self.rect(),
            values.px(8),
            values.color(background),
            values.color("accent" if is_checked else "border"),
        )
        inner = self.rect().adjusted(values.px(14), values.px(10), -values.px(8), -values.px(10))
        left = int(Qt.AlignmentFlag.AlignLeft)
        painter.setFont(values.font("strong"))
        painter.setPen(values.color("text2"))
        draw_upright_text(painter, inner, left | int(Qt.AlignmentFlag.AlignTop), category_title(self.category))
        painter.setFont(values.font("page"))
        painter.setPen(values.color("text"))
        draw_upright_text(painter, inner, left | int(Qt.AlignmentFlag.AlignVCenter), format_number(self._count))
        painter.setFont(values.font("small"))
        painter.setPen(values.color("muted"))
        draw_upright_text(painter, QRect(inner), left | int(Qt.AlignmentFlag.AlignBottom), self._asking_text())

    def _asking_text(self) -> str:
        return self.shown_text().partition(", ")[2]


class CountGrid(QWidget):
    """Cards in one row, or two per row if they do not fit."""

    def __init__(self, cards: Sequence[CountCard], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards = tuple(cards)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(theme().px(8))
        self._build_layout(2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Check whether all cards fit in one row."""
        super().resizeEvent(event)
        gaps = self._grid.spacing() * (len(self._cards) - 1)
        row_width = sum(card.sizeHint().width() for card in self._cards) + gaps
        self._build_layout(len(self._cards) if self.width() >= row_width else 2)

    def _build_layout(self, columns: int) -> None:
        for index, card in enumerate(self._cards):
            self._grid.addWidget(card, index // columns, index % columns)


WIDTH = 1000
"""Width of the column in design pixels."""


class ModelDestinations(Protocol):
    """Destinations of models."""

    def all(self) -> Sequence[Destination]:
        """Return all known destinations, this computer first."""
        ...

    def of(self, model: str) -> Destination: ...


class ReachPage(QWidget):
    """Page with agent and destination at the top, the four counts, and the notes of one category."""

    closed = Signal()
    note_opened = Signal(str)

    def __init__(
        self,
        workspace: Workspace,
        destinations: ModelDestinations,
        agent: str = DEFAULT_AGENT_KEY,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._destinations = destinations
        self._agent = agent
        self._destination = destinations.all()[0]
        self._category: Category = "readable"
        self.reach: AgentReach | None = None
        """The last result; None until the first one."""
        self._computing: asyncio.Task[None] | None = None
        self._recompute = False
        self.agent = ChoiceButton("", self.tr("Agent"), icon_name="person")
        self.destination_button = MenuButton("", self.tr("Its model"), self._fill_destination_menu)
        self.done = PlainButton(self.tr("Done"), keys="Esc")
        self.remark = Banner("info", "")
        self.remark.hide()
        self.cards = tuple(CountCard(category) for category in CATEGORIES)
        self.legend = PlainLabel(role="muted", wrap=True)
        """Describes the shown category."""
        self.search = SearchField(self.tr("Filter notes"), self.tr("Filter by note or reason"))
        self.list = NoteLines(self.tr("Notes"))
        self._empty = PlainLabel("", role="text2")
        self._build_layout()
        self._connect()
        self.set_agent(agent)

    def set_agent(self, name: str) -> None:
        """Show the agent *name* with its model's destination."""
        self._agent = name
        self._destination = self._destinations.of(self._profile().model or self._workspace.store.settings.chat.model)
        self.reload()

    def set_destination(self, destination: Destination) -> None:
        """Show the access if the agent's model were at *destination*."""
        self._destination = destination
        self.reload()

    def show_category(self, category: Category, _checked: bool = False) -> None:
        """List the notes of *category*."""
        self._category = category
        self._show_list()

    def reload(self) -> None:
        """Calculate again; requests during the calculation cause one more afterwards."""
        self.agent.set_shown_text(agent_title(self._agent))
        self.destination_button.set_shown_text(self._destination_text(self._destination))
        self._show_remark()
        if self._computing is None or self._computing.done():
            self._computing = bridge.start(self._compute(), owner=self)
        else:
            self._recompute = True

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Forward the focus to the first count."""
        self.cards[0].setFocus(event.reason())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def open_agents(self) -> PickerPopup:
        """Open the list of agents."""
        agents = self._workspace.agents
        name, hint = self.tr("Choose an agent"), self.tr("Find an agent")
        popup = PickerPopup(name, hint, lambda query: agent_entries(agents.list(), query), anchor=self.agent)
        popup.chosen.connect(self.set_agent)
        popup.open_at(self._agent)
        return popup

    def _build_layout(self) -> None:
        px = theme().px
        host = QWidget()
        host.setMaximumWidth(px(WIDTH))
        header = QHBoxLayout()
        header.addWidget(PlainLabel(self.tr("What could this agent access?"), font="page", wrap=True), 1)
        header.addWidget(self.done)
        question_row = FlowLayout(spacing=px(8))
        connective = PlainLabel(self.tr("answering by a model"), role="muted")
        connective.setMinimumHeight(self.agent.sizeHint().height())
        for widget in (self.agent, connective, self.destination_button):
            question_row.addWidget(widget)
        group = QButtonGroup(self)
        for card in self.cards:
            group.addButton(card)
            card.clicked.connect(partial(self.show_category, card.category))
        self.cards[0].setChecked(True)
        filter_row = row_layout(spacing=16)
        filter_row.addWidget(self.legend, 1)
        self.search.setFixedWidth(max(px(240), self.search.sizeHint().width()))
        filter_row.addWidget(self.search, 0, Qt.AlignmentFlag.AlignTop)
        self._frame = Card(padding=4)
        self._frame.content.addWidget(self.list)
        column = column_layout(host, 12, margins=(0, 32, 0, 24))
        column.addLayout(header)
        column.addLayout(question_row)
        column.addWidget(self.remark)
        column.addWidget(CountGrid(self.cards))
        column.addLayout(filter_row)
        column.addWidget(self._frame, 1)
        column.addWidget(self._empty, 1, Qt.AlignmentFlag.AlignTop)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(24), 0, px(24), 0)
        row.addStretch(1)
        row.addWidget(host, 1000)
        row.addStretch(1)

    def _connect(self) -> None:
        self.agent.clicked.connect(self.open_agents)
        self.done.clicked.connect(self.closed)
        self.search.textChanged.connect(self.list.set_filter)
        self.search.stepped.connect(self.list.step)
        self.search.returnPressed.connect(self.list.setFocus)
        self.search.escaped.connect(self.closed)
        self.list.opened.connect(self.note_opened)
        workspace = self._workspace
        bridge.follow(workspace.privacy.changes, lambda _: self.reload(), owner=self)
        bridge.follow(workspace.agents.changes, lambda _: self.reload(), owner=self)
        bridge.follow(workspace.store.changes, lambda _: self.reload(), owner=self)

    def _settings(self) -> VaultSettings:
        return self._workspace.store.settings.vault_settings(self._workspace.vault.root)

    def _known_agent(self) -> KnownAgent | None:
        return next((agent for agent in self._workspace.agents.list() if agent.name == self._agent), None)

    def _profile(self) -> AgentProfile:
        known = self._known_agent()
        return known.profile if known is not None and known.profile is not None else DEFAULT_PROFILE

    def _fill_destination_menu(self, menu: Menu) -> None:
        for destination in self._destinations.all():
            chosen = destination.host == self._destination.host
            menu.add(self._destination_text(destination), partial(self.set_destination, destination), checked=chosen)

    def _destination_text(self, destination: Destination) -> str:
        if destination.local:
            return self.tr("on this computer")
        return self.tr("at {0} ({1})").format(sanitize_text(destination.name), sanitize_text(destination.host))

    def _show_remark(self) -> None:
        known, remarks = self._known_agent(), []
        if self._agent != DEFAULT_AGENT_KEY and (known is None or known.profile is None):
            remarks.append(self.tr("This agent cannot be used. The lists show what the default assistant can access."))
        elif known is not None and not known.is_usable:
            remarks.append(self.tr("This agent is not allowed yet. The lists show what it could access once allowed."))
        if not self._workspace.tool_calling:
            remarks.append(
                self.tr(
                    "Tools are off in this vault, so it has no access now. The lists show what it could "
                    "access with tools on."
                )
            )
        if any(map(is_unreadable, self._settings().rules)):
            remarks.append(self.tr("One of your rules is not valid, so it denies everything. See Permissions."))
        if self._workspace.vault.read_only:
            remarks.append(translate(self._workspace.vault.read_only))
        self.remark.set_text(" ".join(remarks))
        self.remark.setVisible(bool(remarks))

    async def _compute(self) -> None:
        while True:
            self._recompute = False
            notes = self._workspace.known_notes
            question = ReachRequest(
                {path: notes.marks(path) for path in notes.paths()},
                self._settings(),
                self._profile().agent_scope,
                self._workspace.registry,
                self._destination,
            )
            reach = await asyncio.to_thread(compute_agent_reach, question)
            if not self._recompute:
                break
        self.reach = reach
        for card in self.cards:
            card.show_count(len(reach.indexes[card.category]), reach.asking[card.category])
        self._show_list()

    def _show_list(self) -> None:
        category = self._category
        destination = self._destination_text(self._destination)
        self.legend.setText(category_text(category, local=self._destination.local, destination=destination))
        if self.reach is None:
            return
        notes, indexes = self.reach.notes, self.reach.indexes[category]
        self.list.show_notes(
            [notes[index].path for index in indexes], lambda row: note_reach_text(category, notes[indexes[row]].reach)
        )
        self._frame.setVisible(bool(indexes))
        self._empty.setVisible(not indexes)
        self._empty.setText(self.tr("No notes."))
        self.list.setAccessibleName(f"{category_title(category)}: {format_number(len(indexes))}")
