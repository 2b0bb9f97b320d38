"""Agent card: one agent of the agents page: what it is for, what it may do in sentences, what can be done with it."""

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.agent.instructions.agent_catalog import KnownAgent
from vaultdesk.agent.profile import grant_sentences
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.agents.agent_words import agent_title, standing_words
from vaultdesk.ui.approval.text_box import TextBox
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import PlainButton, PrimaryButton
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel, safe_label_text
from vaultdesk.ui.widgets.layouts import FlowLayout

Act = Literal["use", "look", "edit", "duplicate", "reach", "revoke", "delete", "open"]
"""What can be done with an agent."""

ACTS: dict[str, tuple[Act, ...]] = {
    "plain": ("use", "reach"),
    "shipped": ("use", "reach", "duplicate"),
    "granted": ("use", "reach", "edit", "duplicate", "revoke", "delete"),
    "changed": ("look", "edit", "open", "revoke", "delete"),
    "new": ("look", "edit", "open", "delete"),
    "broken": ("open", "delete"),
}
"""What is offered for each standing; the first one is the page's primary button."""

INSTRUCTION_LINES = 9
"""Lines of the instructions in sight."""

LONGEST = 60_000
"""Characters of the instructions that can be scrolled through."""


class AgentCard(Card):
    """Shows one agent; `acted` tells what was pressed."""

    acted = Signal(str)
    """An `Act`."""

    def __init__(self, registry: ToolRegistry, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._registry = registry
        self.known: KnownAgent | None = None
        self._name = ""
        step = theme().step
        self._title = ElidedLabel(font="title")
        self._state = PlainLabel(role="muted", font="small", wrap=True)
        self._description = PlainLabel(role="text2", wrap=True)
        self.banner = Banner("warning", "")
        self._sentences = QWidget()
        self._told = QVBoxLayout(self._sentences)
        self._told.setContentsMargins(0, 0, 0, 0)
        self._told.setSpacing(step(6))
        self._lines: list[str] = []
        self.remarks = Banner("warning", "")
        self._box = TextBox(self.tr("Its instructions"), "interface", "text2")
        self._caption = PlainLabel(self.tr("Its instructions"), role="muted", font="caption")
        self._frame = Card(padding=0, ground="sunken")
        self._frame.content.addWidget(self._box)
        # The ground of its scroll bar is the frame's.
        self._box.viewport().setBackgroundRole(QPalette.ColorRole.AlternateBase)
        self.buttons: dict[Act, PlainButton] = {}
        self._foot = QWidget()
        self._flow = FlowLayout(self._foot, step(8))
        head = QVBoxLayout()
        head.setSpacing(step(2))
        head.addWidget(self._title)
        head.addWidget(self._state)
        self.content.setSpacing(step(12))
        self.content.addLayout(head)
        for widget in (self._description, self.banner, self._sentences, self.remarks, self._caption, self._frame):
            self.content.addWidget(widget)
        self.content.addWidget(SeparatorLine())
        self.content.addWidget(self._foot)

    def show_agent(self, name: str, known: KnownAgent | None, *, default: bool) -> None:
        """Show the agent *name*, the plain assistant where that is empty; *default* where it answers new chats."""
        self.known, self._name = known, name
        self._title.set_text(sanitize_text(agent_title(name)))
        state = standing_words(known.standing) if known is not None else ""
        answers = self.tr("answers new chats") if default else ""
        self._say(self._state, " · ".join(part for part in (state, answers) if part))
        profile = known.profile if known is not None else None
        plain = self.tr("Answers with the model’s own manner and every tool your permissions allow.")
        self._say(
            self._description, sanitize_text(profile.description if profile is not None else "" if known else plain)
        )
        self._show_banner(known)
        told: Sequence[str] = grant_sentences(profile, self._registry) if profile is not None else ()
        remarks = profile.remarks if profile is not None else ()
        self._show_sentences([sanitize_text(sentence) for sentence in told[: len(told) - len(remarks)]])
        self.remarks.set_text("\n".join(sanitize_text(remark) for remark in remarks))
        self.remarks.setVisible(bool(remarks))
        instructions = profile.instructions if profile is not None else ""
        self._box.setPlainText(safe_label_text(sanitize_text(instructions, "\n\t"), LONGEST))
        self._box.show_lines(max(2, min(INSTRUCTION_LINES, instructions.count("\n") + 2)))
        for widget in (self._caption, self._frame):
            widget.setVisible(bool(instructions))
        self._show_buttons(ACTS[known.standing if known is not None else "plain"], default=default)

    def sentences(self) -> list[str]:
        """Return what the agent may do, as it is shown."""
        return list(self._lines)

    def _show_sentences(self, sentences: Sequence[str]) -> None:
        self._lines = list(sentences)
        while (item := self._told.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.setParent(None)
                widget.deleteLater()
        for sentence in sentences:
            self._told.addWidget(PlainLabel(sentence, wrap=True))
        self._sentences.setVisible(bool(sentences))

    def _say(self, label: PlainLabel, words: str) -> None:
        label.setText(words)
        label.setVisible(bool(words))

    def _show_banner(self, known: KnownAgent | None) -> None:
        standing = known.standing if known is not None else "shipped"
        words = {
            "changed": self.tr("Its note changed since you allowed it. It does not work until you have looked."),
            "new": self.tr("It does not work until you look at it and allow it."),
            "broken": "\n".join(sanitize_text(problem) for problem in (known.problems if known is not None else ())),
        }.get(standing, "")
        self.banner.set_kind("danger" if standing == "broken" else "warning" if standing == "changed" else "info")
        self.banner.set_text(words)
        self.banner.setVisible(bool(words))

    def _show_buttons(self, acts: Sequence[Act], *, default: bool) -> None:
        words: dict[Act, str] = {
            "use": self.tr("Use in New Chats"),
            "look": self.tr("Look and Allow…"),
            "edit": self.tr("Edit…"),
            "duplicate": self.tr("Duplicate…"),
            "reach": self.tr("What Could It Touch?"),
            "revoke": self.tr("Revoke"),
            "delete": self.tr("Delete"),
            "open": self.tr("Open Note"),
        }
        focused = next((act for act, button in self.buttons.items() if button.hasFocus()), None)
        self._flow.clear()
        self.buttons = {}
        for place, act in enumerate(acts):
            made = PrimaryButton(words[act]) if not place else PlainButton(words[act])
            made.clicked.connect(lambda _checked=False, act=act: self.acted.emit(act))
            self.buttons[act] = made
            self._flow.addWidget(made)
            made.show()
        if default and "use" in self.buttons:
            self.buttons["use"].set_why_disabled(self.tr("It answers new chats already."))
        if focused is not None:
            (self.buttons.get(focused) or self.buttons[acts[0]]).setFocus()
        self._foot.updateGeometry()
