"""Tests of ui/settings/agents_sheet.py."""

from pathlib import Path
from typing import cast

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.support.words import words_of
from tests.ui.agents.agent_env import HOUSE, allow, is_open, open_workspace, rewrite, shown
from vaultdesk.agent.instructions.agents import AgentStatus, KnownAgent
from vaultdesk.agent.profile import AgentProfile
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.ui.agents.agent_editor import AgentEditor
from vaultdesk.ui.agents.grant_dialog import GrantDialog
from vaultdesk.ui.settings.agents_sheet import STATUS_ACTIONS, AgentCard, AgentsSheet
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace import Workspace
from vaultdesk.workspace.toolbox import build_tools

# AgentCard: shows what an agent may do and offers the actions of its status.

REGISTRY = ToolRegistry(build_tools(cast(Vault, None), cast(Searcher, None)))
PROFILE = AgentProfile("House", "Knows the house", "You know\u202e <b>it</b>.", folders=("Projects",), remarks=("Hm.",))


class Scene:
    """A card in a window."""

    def __init__(self) -> None:
        self.window = QWidget()
        self.card = AgentCard(REGISTRY)
        QVBoxLayout(self.window).addWidget(self.card)
        self.window.resize(600, 600)
        self.window.show()


@pytest.mark.parametrize("status", ["shipped", "granted", "changed", "new"])
def test_every_status_has_its_actions_and_the_same_sentences(status: AgentStatus) -> None:
    scene = Scene()
    scene.card.show_agent("House", KnownAgent("House", status, PROFILE, "Agents/House.md"), default=False)
    assert tuple(scene.card.buttons) == STATUS_ACTIONS[status]
    assert scene.card.sentences()[0] == "May read and change notes in Projects."
    assert "Hm." not in scene.card.sentences()
    assert scene.card.remarks.text() == "Hm."
    assert scene.card.banner.isVisibleTo(scene.card) == (status in ("changed", "new"))


def test_instructions_are_shown_as_plain_text() -> None:
    scene = Scene()
    scene.card.show_agent("House", KnownAgent("House", "granted", PROFILE), default=False)
    assert scene.card._instructions_box.toPlainText() == "You know<U+202E> <b>it</b>."


def test_a_broken_agent_shows_its_problem_and_can_be_opened() -> None:
    scene = Scene()
    broken = KnownAgent("Broken", "broken", None, "Agents/Broken.md", problems=("Line 2: no.",))
    scene.card.show_agent("Broken", broken, default=False)
    assert scene.card.banner.text() == "Line 2: no."
    assert (tuple(scene.card.buttons), scene.card.sentences()) == (("open", "delete"), [])


def test_the_default_assistant_in_use_cannot_be_chosen_again() -> None:
    scene = Scene()
    scene.card.show_agent("", None, default=True)
    assert "answers new chats" in words_of(scene.card)
    assert not scene.card.buttons["use"].isEnabled()
    assert scene.card.buttons["use"].toolTip() == "It already answers new chats."


def test_each_button_emits_its_action() -> None:
    scene = Scene()
    received: list[str] = []
    scene.card.acted.connect(received.append)
    scene.card.show_agent("House", KnownAgent("House", "granted", PROFILE), default=False)
    for action in STATUS_ACTIONS["granted"]:
        scene.card.buttons[action].click()
    assert tuple(received) == STATUS_ACTIONS["granted"]


# AgentsSheet: use, review, edit, duplicate, revoke and delete agents, with undo.

PATH = "Agents/House.md"


def open_sheet(workspace: Workspace, agent: str = "House") -> AgentsSheet:
    sheet = AgentsSheet(workspace)
    sheet.resize(1000, 800)
    sheet.show()
    sheet.show_agent(agent)
    return sheet


def agent_status(workspace: Workspace, path: str = PATH) -> str:
    return next((known.status for known in workspace.agents.list() if known.path == path), "gone")


@on_qt_loop
async def test_every_agent_is_listed_and_shown(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = open_sheet(workspace)
        names = [entry.key for entry in sheet.list.rows() if not entry.heading]
        assert names[0] == ""
        assert names[-3:] == ["Broken", "Gardener", "House"]
        assert "Librarian" in names
        assert sheet.card.sentences()[0] == "May read and change notes in Projects."
        assert list(sheet.card.buttons) == ["look", "edit", "open", "delete"]


@on_qt_loop
async def test_an_agent_can_be_reviewed_granted_and_used(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = open_sheet(workspace)
        sheet.card.buttons["look"].click()
        await until(lambda: is_open(GrantDialog))
        dialog = shown(GrantDialog)
        await until(dialog.done_button.isEnabled)
        dialog.done_button.click()
        await until(lambda: "use" in sheet.card.buttons)
        assert agent_status(workspace) == "granted"
        sheet.card.buttons["use"].click()
        assert workspace.store.settings.chat.agent == "House"
        assert not sheet.card.buttons["use"].isEnabled()


@on_qt_loop
async def test_an_external_change_of_an_agent_is_shown(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        await allow(workspace, PATH)
        sheet = open_sheet(workspace)
        assert "use" in sheet.card.buttons
        await rewrite(workspace, PATH, "You know", "You own")
        await until(lambda: "look" in sheet.card.buttons)
        assert "changed since you allowed it" in sheet.card.banner.text()


@on_qt_loop
async def test_revoke_removes_the_grant_and_undo_restores_it(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        await allow(workspace, PATH)
        sheet = open_sheet(workspace)
        sheet.card.buttons["revoke"].click()
        await until(lambda: agent_status(workspace) == "new")
        await until(lambda: bool(sheet.undo.links))
        sheet.undo.links[0].click()
        await until(lambda: agent_status(workspace) == "granted")


@pytest.mark.parametrize(
    ("trash", "text"),
    [
        ("local", "House was moved to the trash."),
        (
            "none",
            "House was deleted: removed from the disk; VaultDesk can undo it for 90 days, up to 500 MB of earlier "
            "versions.",
        ),
    ],
)
@on_qt_loop
async def test_delete_states_where_the_note_went_and_undo_restores_it(tmp_path: Path, trash: str, text: str) -> None:
    async with open_workspace(tmp_path) as workspace:
        file = workspace.vault.root / PATH
        (workspace.vault.root / ".obsidian").mkdir()
        (workspace.vault.root / ".obsidian" / "app.json").write_text(f'{{"trashOption": "{trash}"}}', encoding="utf-8")
        sheet = open_sheet(workspace)
        sheet.card.buttons["delete"].click()
        await until(lambda: bool(sheet.undo.links))
        assert not file.exists()
        assert sheet.undo.text() == text
        sheet.undo.links[0].click()
        await until(file.exists)
        assert file.read_text(encoding="utf-8") == HOUSE


@on_qt_loop
async def test_a_shipped_agent_is_duplicated_into_the_vault(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = open_sheet(workspace, "Librarian")
        sheet.card.buttons["duplicate"].click()
        await until(lambda: is_open(AgentEditor))
        editor = shown(AgentEditor)
        assert editor.name.text() == "Librarian 2"
        editor.done_button.click()
        await until(lambda: sheet.card.known is not None and sheet.card.known.name == "Librarian 2")
        known = sheet.card.known
        assert known is not None
        assert (known.status, known.path) == ("new", "Agents/Librarian 2.md")
        shipped = next(agent.profile for agent in workspace.agents.list() if agent.name == "Librarian")
        assert known.profile is not None
        assert shipped is not None
        assert (known.profile.tools, known.profile.instructions) == (shipped.tools, shipped.instructions)


@on_qt_loop
async def test_an_edited_agent_must_be_reviewed_again(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        await allow(workspace, PATH)
        sheet = open_sheet(workspace)
        sheet.card.buttons["edit"].click()
        await until(lambda: is_open(AgentEditor))
        editor = shown(AgentEditor)
        editor.read_only.click()
        editor.done_button.click()
        await until(lambda: "look" in sheet.card.buttons)
        assert agent_status(workspace) == "changed"


@on_qt_loop
async def test_the_buttons_request_the_reach_and_the_note(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = open_sheet(workspace, "Broken")
        opened: list[str] = []
        reached: list[str] = []
        sheet.note_opened.connect(opened.append)
        sheet.reach_requested.connect(reached.append)
        sheet.card.buttons["open"].click()
        sheet.show_agent("Librarian")
        sheet.card.buttons["reach"].click()
        sheet.show_agent("")
        sheet.card.buttons["reach"].click()
        assert (opened, reached) == (["Agents/Broken.md"], ["Librarian", ""])
