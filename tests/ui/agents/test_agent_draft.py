"""Agent draft: what the editor begins with, and that a note that is there keeps everything nobody touched."""

from dataclasses import replace

import pytest

from vaultdesk.agent.instructions.agents import ProfileBounds, read_profile
from vaultdesk.agent.profile import AgentProfile, Limits
from vaultdesk.core.errors import NoteNotWritten
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.ui.agents.agent_draft import AgentDraft, agent_draft_of, edited_agent_text, new_agent_text
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath

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
