"""Agent card: says what an agent may do and offers what can be done with one that stands so."""

from typing import cast

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tests.support.words import words_of
from vaultdesk.agent.instructions.agent_catalog import AgentStatus, KnownAgent
from vaultdesk.agent.profile import AgentProfile
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.ui.settings.agent_card import ACTS, AgentCard
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.toolbox import all_tools_of

REGISTRY = ToolRegistry(all_tools_of(cast(Vault, None), cast(Searcher, None)))
PROFILE = AgentProfile("House", "Knows the house", "You know\u202e <b>it</b>.", folders=("Projects",), remarks=("Hm.",))


class Scene:
    """A card in a window."""

    def __init__(self) -> None:
        self.window = QWidget()
        self.card = AgentCard(REGISTRY)
        QVBoxLayout(self.window).addWidget(self.card)
        self.window.resize(600, 600)
        self.window.show()


@pytest.mark.parametrize("standing", ["shipped", "granted", "changed", "new"])
def test_every_standing_has_its_acts_and_the_same_sentences(standing: AgentStatus) -> None:
    scene = Scene()
    scene.card.show_agent("House", KnownAgent("House", standing, PROFILE, "Agents/House.md"), default=False)
    assert tuple(scene.card.buttons) == ACTS[standing]
    assert scene.card.sentences()[0] == "May read and change notes in Projects."
    assert "Hm." not in scene.card.sentences()
    assert scene.card.remarks.text() == "Hm."
    assert scene.card.banner.isVisibleTo(scene.card) == (standing in ("changed", "new"))


def test_instructions_are_plain_text() -> None:
    scene = Scene()
    scene.card.show_agent("House", KnownAgent("House", "granted", PROFILE), default=False)
    assert scene.card._box.toPlainText() == "You know<U+202E> <b>it</b>."


def test_a_broken_one_says_why_and_can_be_opened() -> None:
    scene = Scene()
    broken = KnownAgent("Broken", "broken", None, "Agents/Broken.md", problems=("Line 2: no.",))
    scene.card.show_agent("Broken", broken, default=False)
    assert scene.card.banner.text() == "Line 2: no."
    assert (tuple(scene.card.buttons), scene.card.sentences()) == (("open", "delete"), [])


def test_the_plain_assistant_and_who_answers_already() -> None:
    scene = Scene()
    scene.card.show_agent("", None, default=True)
    assert "answers new chats" in words_of(scene.card)
    assert not scene.card.buttons["use"].isEnabled()
    assert scene.card.buttons["use"].toolTip() == "It answers new chats already."


def test_what_is_pressed_is_told_and_the_keyboard_stays() -> None:
    scene = Scene()
    told: list[str] = []
    scene.card.acted.connect(told.append)
    scene.card.show_agent("House", KnownAgent("House", "granted", PROFILE), default=False)
    for act in ACTS["granted"]:
        scene.card.buttons[act].click()
    assert tuple(told) == ACTS["granted"]
