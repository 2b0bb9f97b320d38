"""Tests of ui/agents/agent_editor.py."""

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.support.words import words_of
from tests.ui.agents.agent_desk import HOUSE, open_workspace
from vaultdesk.agent.instructions.agents import ProfileBounds, read_profile
from vaultdesk.agent.profile import AgentProfile, Limits
from vaultdesk.core.errors import NoteNotWritten
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

# Agent draft: what the editor begins with, and that a note that is there keeps everything nobody touched.

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


def read(text: str, name: str = "House") -> AgentProfile:
    found = read_profile(parse_note(NotePath(f"Agents/{name}.md"), text), ProfileBounds(ToolRegistry(), Limits()))
    assert isinstance(found, AgentProfile), found
    return found


def test_the_person_sees_their_own_comments() -> None:
    draft = agent_draft_of(read(NOTE), NOTE)
    assert draft.body == "You know the house. %% ask Ann %%"
    assert draft.folders == ("Projects",)


def test_a_note_that_nobody_changed_stays_byte_for_byte() -> None:
    draft = agent_draft_of(read(NOTE), NOTE)
    assert edited_agent_text(NOTE, draft, draft) == NOTE


def test_only_what_was_changed_is_touched_under_the_name_the_note_has_for_it() -> None:
    draft = agent_draft_of(read(NOTE), NOTE)
    text = edited_agent_text(NOTE, draft, replace(draft, folders=("Projects", "Reading"), read_only=True))
    assert text.replace("    - Reading\n", "") == NOTE.replace("read_only: false", "read_only: true")
    assert read(text).folders == ("Projects", "Reading")


def test_another_text_leaves_the_properties_and_their_comments() -> None:
    draft = agent_draft_of(read(NOTE), NOTE)
    text = edited_agent_text(NOTE, draft, replace(draft, body="You know the garden.\n\nAsk first."))
    assert text == NOTE.replace("You know the house. %% ask Ann %%", "You know the garden.\n\nAsk first.")


def test_what_is_no_longer_chosen_is_taken_out() -> None:
    draft = agent_draft_of(read(NOTE), NOTE)
    text = edited_agent_text(NOTE, draft, replace(draft, folders=None, description=""))
    profile = read(text)
    assert (profile.folders, profile.description) == (None, "")
    assert "aliases: [Hausmeister]" in text
    assert "# Mine: do not lose this line" in text


def test_every_field_reads_back_as_it_was_written() -> None:
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
    assert agent_draft_of(read(new_agent_text(draft)), new_agent_text(draft)) == draft
    plain = AgentDraft(name="House", body="Do it.")
    old = new_agent_text(plain)
    changed = edited_agent_text(old, plain, draft)
    assert agent_draft_of(read(changed), changed) == draft


def test_a_head_that_cannot_be_kept_is_refused() -> None:
    text = '{"a": 1}\n'
    draft = AgentDraft(name="House", body="x")
    with pytest.raises(NoteNotWritten):
        edited_agent_text(f"---\n{text}---\n\nx\n", draft, replace(draft, read_only=True))


# Tool checklist: every tool or those that are ticked; what is dangerous stands apart.

TOOLS: tuple[Tool[Any], ...] = build_tools(cast(Vault, None), cast(Searcher, None))


def test_every_tool_is_none_in_particular() -> None:
    checklist = ToolChecklist(TOOLS)
    assert checklist.chosen() is None
    checklist.selected_tools.click()
    assert checklist.chosen() == ()


def test_what_is_ticked_is_told_and_what_was_keeps_its_order() -> None:
    checklist = ToolChecklist(TOOLS, ("edit_note", "read_note"))
    emitted: list[bool] = []
    checklist.changed.connect(lambda: emitted.append(True))
    assert checklist.chosen() == ("edit_note", "read_note")
    checklist.boxes["search_notes"].click()
    assert checklist.chosen() == ("edit_note", "read_note", "search_notes")
    assert emitted == [True]
    checklist.all_tools.click()
    assert checklist.chosen() is None


def test_they_stand_in_groups_and_two_of_one_name_can_be_told_apart() -> None:
    checklist = ToolChecklist(TOOLS, ())
    checklist.resize(700, 400)
    checklist.show()
    text = words_of(checklist).split("\n")
    assert text == ["Finding and reading", "Changing notes", "Deleting and bulk changes"]
    titles = [box.text() for box in checklist.boxes.values()]
    assert len(titles) == len(set(titles)) == len(TOOLS)


def test_a_narrow_one_has_one_column_and_a_wide_one_four(qtbot: QtBot) -> None:
    checklist = ToolChecklist(TOOLS, ())
    checklist.resize(200, 900)
    checklist.show()
    qtbot.waitUntil(lambda: len({box.x() for box in checklist.boxes.values()}) == 1, timeout=5000)
    checklist.resize(1_000, 900)
    qtbot.waitUntil(lambda: len({box.x() for box in checklist.boxes.values()}) == 4, timeout=5000)


# Agent editor: writes a note, keeps what is in one, and throws nothing away by one key.

PATH = "Agents/House.md"


def window() -> QWidget:
    checklist = QWidget()
    checklist.resize(1000, 800)
    checklist.show()
    return checklist


def editor_of(workspace: Workspace, editing: EditedAgent, over: QWidget) -> AgentEditor:
    chat = workspace.store.settings.chat
    models = [(model.label, model.title) for model in workspace.models()]
    taken = frozenset(known.name for known in workspace.agents.list())
    editor = AgentEditor(
        workspace.vault, EditorChoices(workspace.registry, chat, ("Projects",), models, taken), editing, over
    )
    editor.open()
    return editor


async def house(workspace: Workspace) -> EditedAgent:
    profile = next(known.profile for known in workspace.agents.list() if known.path == PATH)
    assert profile is not None
    note = await workspace.vault.read(NotePath.parse(PATH))
    return EditedAgent(agent_draft_of(profile, note.text), PATH, note.text, note.digest)


@on_qt_loop
async def test_a_new_agent_needs_a_name_and_instructions_and_becomes_a_note(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        over = window()
        editor = editor_of(workspace, EditedAgent(AgentDraft()), over)
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
        cook = next(known for known in workspace.agents.list() if known.name == "Cook")
        assert (cook.status, cook.profile.tools if cook.profile else None) == ("new", ("read_note",))
        assert cook.profile is not None
        assert (cook.profile.folders, cook.profile.read_only, cook.profile.calls_a_minute) == (("Projects",), True, 5)


@on_qt_loop
async def test_what_it_comes_to_is_said_as_it_is_written(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        over = window()
        editor = editor_of(workspace, await house(workspace), over)
        assert editor.sentences()[0] == "May read and change notes in Projects."
        editor.read_only.click()
        assert editor.sentences()[0] == "May read notes in Projects."
        editor.tools.all_tools.click()
        editor.dangerous.click()
        editor.read_only.click()
        assert "May ask to delete notes and to change many notes at once." in editor.sentences()


@on_qt_loop
async def test_an_edit_changes_only_its_own_lines(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        over = window()
        editor = editor_of(workspace, await house(workspace), over)
        assert editor.name.edit.isReadOnly()
        editor.read_only.click()
        editor.done_button.click()
        await until(lambda: not editor.isVisible())
        text = (workspace.vault.root / PATH).read_text(encoding="utf-8")
        assert text == HOUSE.replace("read_only: false", "read_only: true")


@on_qt_loop
async def test_esc_asks_before_it_throws_away_what_was_written(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        over = window()
        editor = editor_of(workspace, await house(workspace), over)
        editor.body.edit.setPlainText("Something long.")
        editor.reject()
        assert editor.isVisible()
        assert editor.problem.text() == "Your changes are not saved."
        editor.reject()
        assert (editor.isVisible(), editor.body.text()) == (True, "Something long.")
        editor.reject()
        editor.problem.links[0].click()
        assert (editor.isVisible(), editor.saved) == (False, "")
        untouched = editor_of(workspace, await house(workspace), over)
        untouched.reject()
        assert not untouched.isVisible()


@on_qt_loop
async def test_a_note_that_changed_meanwhile_is_not_written_over_but_kept_beside_it(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        over = window()
        editor = editor_of(workspace, await house(workspace), over)
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
async def test_a_name_that_is_taken_is_said_at_the_name(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        over = window()
        editor = editor_of(workspace, EditedAgent(AgentDraft(name="House", body="x")), over)
        editor.done_button.click()
        await until(lambda: bool(editor.name.problem()))
        assert editor.name.problem() == "A note with this name already exists."
        editor.name.set_text("House 3")
        assert editor.name.problem() == ""


def test_a_free_name_has_the_next_number() -> None:
    assert free_agent_name("House", frozenset({"House", "House 2"})) == "House 3"
