"""Tests of ui/agents/agent_editor.py."""

from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.support.words import words_of
from tests.ui.agents.agent_env import HOUSE, open_workspace
from vaultdesk.agent.instructions.agents import ProfileBounds, read_profile
from vaultdesk.agent.profile import AgentProfile, Limits
from vaultdesk.core.errors import NoteNotWritten
from vaultdesk.core.values import replace
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.tool import Tool
from vaultdesk.ui.agents.agent_editor import (
    AgentDraft,
    AgentEditor,
    EditedAgent,
    EditorChoices,
    ToolChecklist,
    agent_draft_of,
    edited_agent_text,
    free_agent_name,
    new_agent_text,
)
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace import Workspace
from vaultdesk.workspace.toolbox import build_tools

# Agent draft: initial content of the editor; unedited text of an existing note is preserved.

NOTE = """---
# Mine: do not lose this line
description: "Knows the house"
folderScope:
    - Projects   # the big one
aliases: [Hausmeister]
read_only: false
color: 'blue'
---

You know the house. %% ask Ann %%
"""


def profile_of(text: str, name: str = "House") -> AgentProfile:
    profile = read_profile(parse_note(NotePath(f"Agents/{name}.md"), text), ProfileBounds(ToolRegistry(), Limits()))
    assert isinstance(profile, AgentProfile), profile
    return profile


def test_draft_contains_the_comments_of_the_note() -> None:
    draft = agent_draft_of(profile_of(NOTE), NOTE)
    assert draft.body == "You know the house. %% ask Ann %%"
    assert draft.folders == ("Projects",)


def test_unchanged_draft_leaves_the_note_byte_for_byte() -> None:
    draft = agent_draft_of(profile_of(NOTE), NOTE)
    assert edited_agent_text(NOTE, draft, draft) == NOTE


def test_only_changed_properties_are_rewritten_under_their_existing_names() -> None:
    draft = agent_draft_of(profile_of(NOTE), NOTE)
    text = edited_agent_text(NOTE, draft, replace(draft, folders=("Projects", "Reading"), read_only=True))
    assert text.replace("    - Reading\n", "") == NOTE.replace("read_only: false", "read_only: true")
    assert profile_of(text).folders == ("Projects", "Reading")


def test_changing_the_body_leaves_the_properties_and_their_comments() -> None:
    draft = agent_draft_of(profile_of(NOTE), NOTE)
    text = edited_agent_text(NOTE, draft, replace(draft, body="You know the garden.\n\nAsk first."))
    assert text == NOTE.replace("You know the house. %% ask Ann %%", "You know the garden.\n\nAsk first.")


def test_cleared_fields_are_removed_from_the_properties() -> None:
    draft = agent_draft_of(profile_of(NOTE), NOTE)
    text = edited_agent_text(NOTE, draft, replace(draft, folders=None, description=""))
    profile = profile_of(text)
    assert (profile.folders, profile.description) == (None, "")
    assert "aliases: [Hausmeister]" in text
    assert "# Mine: do not lose this line" in text


def test_every_field_reads_back_as_written() -> None:
    draft = AgentDraft(
        name="House",
        description="Says: yes",
        body="Do it.",
        tools=(),
        folders=("A b", "C"),
        read_only=True,
        dangerous=True,
        rounds=3,
        result_limit=2_000,
        calls_a_minute=5,
        effort="low",
    )
    assert agent_draft_of(profile_of(new_agent_text(draft)), new_agent_text(draft)) == draft
    plain = AgentDraft(name="House", body="Do it.")
    old = new_agent_text(plain)
    changed = edited_agent_text(old, plain, draft)
    assert agent_draft_of(profile_of(changed), changed) == draft


def test_frontmatter_that_cannot_be_preserved_is_rejected() -> None:
    text = '{"a": 1}\n'
    draft = AgentDraft(name="House", body="x")
    with pytest.raises(NoteNotWritten):
        edited_agent_text(f"---\n{text}---\n\nx\n", draft, replace(draft, read_only=True))


# Tool checklist: all tools or the ticked ones; dangerous tools have a group of their own.

TOOLS: tuple[Tool[Any], ...] = build_tools(cast(Vault, None), cast(Searcher, None))


def test_all_tools_are_represented_by_none() -> None:
    checklist = ToolChecklist(TOOLS)
    assert checklist.chosen() is None
    checklist.selected_tools.click()
    assert checklist.chosen() == ()


def test_ticking_a_tool_emits_changed_and_preserves_the_order() -> None:
    checklist = ToolChecklist(TOOLS, ("edit_note", "read_note"))
    emitted: list[bool] = []
    checklist.changed.connect(lambda: emitted.append(True))
    assert checklist.chosen() == ("edit_note", "read_note")
    checklist.boxes["search_notes"].click()
    assert checklist.chosen() == ("edit_note", "read_note", "search_notes")
    assert emitted == [True]
    checklist.all_tools.click()
    assert checklist.chosen() is None


def test_tools_are_grouped_and_have_distinct_titles() -> None:
    checklist = ToolChecklist(TOOLS, ())
    checklist.resize(700, 400)
    checklist.show()
    text = words_of(checklist).split("\n")
    assert text == ["Finding and reading", "Changing notes", "Deleting and bulk changes"]
    titles = [box.text() for box in checklist.boxes.values()]
    assert len(titles) == len(set(titles)) == len(TOOLS)


def test_checklist_has_one_column_when_narrow_and_four_when_wide(qtbot: QtBot) -> None:
    checklist = ToolChecklist(TOOLS, ())
    checklist.resize(200, 900)
    checklist.show()
    qtbot.waitUntil(lambda: len({box.x() for box in checklist.boxes.values()}) == 1, timeout=30_000)
    checklist.resize(1_000, 900)
    qtbot.waitUntil(lambda: len({box.x() for box in checklist.boxes.values()}) == 4, timeout=30_000)


# Agent editor: writes a note, preserves its other content, and asks before discarding edits.

PATH = "Agents/House.md"


def window() -> QWidget:
    widget = QWidget()
    widget.resize(1000, 800)
    widget.show()
    return widget


def editor_of(workspace: Workspace, editing: EditedAgent, parent: QWidget) -> AgentEditor:
    chat = workspace.store.settings.chat
    models = [(model.label, model.title) for model in workspace.models()]
    taken = frozenset(agent.name for agent in workspace.agents.list())
    editor = AgentEditor(
        workspace.vault, EditorChoices(workspace.registry, chat, ("Projects",), models, taken), editing, parent
    )
    editor.open()
    return editor


async def edited_house(workspace: Workspace) -> EditedAgent:
    profile = next(agent.profile for agent in workspace.agents.list() if agent.path == PATH)
    assert profile is not None
    note = await workspace.vault.read(NotePath.parse(PATH))
    return EditedAgent(agent_draft_of(profile, note.text), PATH, note.text, note.digest)


@on_qt_loop
async def test_new_agent_requires_name_and_instructions_and_is_saved_as_a_note(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        parent = window()
        editor = editor_of(workspace, EditedAgent(AgentDraft()), parent)
        assert not editor.done_button.isEnabled()
        editor.name.set_text("Cook")
        assert editor.done_button.toolTip() == "Enter instructions first."
        editor.body.edit.setPlainText("You cook.")
        editor.description.set_text("Knows recipes")
        editor.tools.selected_tools.click()
        editor.tools.boxes["read_note"].click()
        editor.folders.add_folder("Projects")
        editor.read_only.click()
        editor.rate.setValue(5)
        editor.done_button.click()
        await until(lambda: not editor.isVisible())
        assert editor.saved == "Agents/Cook.md"
        await workspace.agents.refresh()
        cook = next(agent for agent in workspace.agents.list() if agent.name == "Cook")
        assert (cook.status, cook.profile.tools if cook.profile else None) == ("new", ("read_note",))
        assert cook.profile is not None
        assert (cook.profile.folders, cook.profile.read_only, cook.profile.calls_a_minute) == (("Projects",), True, 5)


@on_qt_loop
async def test_permission_summary_follows_the_form(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        parent = window()
        editor = editor_of(workspace, await edited_house(workspace), parent)
        assert editor.sentences()[0] == "May read and change notes in Projects."
        editor.read_only.click()
        assert editor.sentences()[0] == "May read notes in Projects."
        editor.tools.all_tools.click()
        editor.dangerous.click()
        editor.read_only.click()
        assert "May ask to delete notes and to change many notes at once." in editor.sentences()


@on_qt_loop
async def test_edit_changes_only_the_affected_lines(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        parent = window()
        editor = editor_of(workspace, await edited_house(workspace), parent)
        assert editor.name.edit.isReadOnly()
        editor.read_only.click()
        editor.done_button.click()
        await until(lambda: not editor.isVisible())
        text = (workspace.vault.root / PATH).read_text(encoding="utf-8")
        assert text == HOUSE.replace("read_only: false", "read_only: true")


@on_qt_loop
async def test_esc_asks_before_discarding_edits(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        parent = window()
        editor = editor_of(workspace, await edited_house(workspace), parent)
        editor.body.edit.setPlainText("Something long.")
        editor.reject()
        assert editor.isVisible()
        assert editor.problem.text() == "Your changes are not saved."
        editor.reject()
        assert (editor.isVisible(), editor.body.text()) == (True, "Something long.")
        editor.reject()
        editor.problem.links[0].click()
        assert (editor.isVisible(), editor.saved) == (False, "")
        untouched = editor_of(workspace, await edited_house(workspace), parent)
        untouched.reject()
        assert not untouched.isVisible()


@on_qt_loop
async def test_note_changed_on_disk_is_not_overwritten_and_the_edit_is_saved_as_a_copy(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        parent = window()
        editor = editor_of(workspace, await edited_house(workspace), parent)
        file = workspace.vault.root / PATH
        file.write_text(HOUSE + "From elsewhere.\n", encoding="utf-8")
        editor.body.edit.setPlainText("Mine.")
        editor.done_button.click()
        await until(lambda: bool(editor.problem.links))
        assert file.read_text(encoding="utf-8") == HOUSE + "From elsewhere.\n"
        editor.problem.links[0].click()
        await until(lambda: not editor.isVisible())
        assert editor.saved == "Agents/House 2.md"
        assert "Mine." in (workspace.vault.root / editor.saved).read_text(encoding="utf-8")


@on_qt_loop
async def test_duplicate_name_is_reported_at_the_name_field(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        parent = window()
        editor = editor_of(workspace, EditedAgent(AgentDraft(name="House", body="x")), parent)
        editor.done_button.click()
        await until(lambda: bool(editor.name.problem()))
        assert editor.name.problem() == "A note with this name already exists."
        editor.name.set_text("House 3")
        assert editor.name.problem() == ""


def test_free_name_gets_the_next_number() -> None:
    assert free_agent_name("House", frozenset({"House", "House 2"})) == "House 3"
