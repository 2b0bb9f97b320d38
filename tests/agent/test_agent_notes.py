"""The notes of a vault that are agents, and the agents that ship."""

from pathlib import Path

import pytest

from tests.support.desk import write_notes
from tests.support.toolbox import EFFECTS, contract_tools
from vaultdesk.agent.agent_notes import MOST_AGENTS, AgentNotes, asked_for_by, shipped_agents
from vaultdesk.agent.limits import Limits
from vaultdesk.agent.profile_reading import Bounds
from vaultdesk.core.resources import resource_path
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.toolbox import TOOLS

BOUNDS = Bounds(contract_tools(), Limits())


def notes_of(folder: Path, **notes: str) -> AgentNotes:
    root = write_notes(folder / "vault", {"Top.md": "Top.", **{f"{name}.md": text for name, text in notes.items()}})
    store = SettingsStore(folder / "settings.toml")
    return AgentNotes(Vault(root, watch=False), store, contract_tools(), lambda _model: "")


def test_five_agents_ship_and_each_is_whole() -> None:
    agents = {profile.name: profile for profile in shipped_agents(BOUNDS, resource_path("agents"))}

    assert list(agents) == ["Curator", "Daily companion", "Librarian", "Research analyst", "Writer"]
    for profile in agents.values():
        assert profile.remarks == ()
        assert profile.path == ""
        assert 400 < len(profile.instructions) < 2_000, "short enough for a small model's window"
        assert 0 < len(profile.description) <= 90
        assert profile.tools is not None
        named = {tool for tool in EFFECTS if f"`{tool}`" in profile.instructions}
        assert named <= set(profile.tools), "instructions speak of no tool the agent does not have"
        assert len(profile.tools) <= 13


def test_every_tool_a_shipped_agent_names_is_there() -> None:
    there = {tool.name for tool in TOOLS}

    for file in resource_path("agents").glob("*.md"):
        tools = parse_note(NotePath(file.name), file.read_text(encoding="utf-8")).properties["tools"]
        assert isinstance(tools, list)
        assert {str(tool) for tool in tools} <= there


def test_only_the_curator_may_ask_to_delete() -> None:
    dangerous = {profile.name for profile in shipped_agents(BOUNDS, resource_path("agents")) if profile.dangerous}
    can_delete = {p.name for p in shipped_agents(BOUNDS, resource_path("agents")) if "delete_note" in (p.tools or ())}

    assert dangerous == can_delete == {"Curator"}


def test_a_broken_shipped_agent_is_a_fault_of_the_package(tmp_path: Path) -> None:
    (tmp_path / "Bad.md").write_text("---\nread_only: maybe\n---\nWork.")

    with pytest.raises(ValueError, match=r"Bad\.md: Line 2: “read_only” must be true or false"):
        shipped_agents(BOUNDS, tmp_path)


def test_a_shipped_agent_goes_without_a_tool_that_is_switched_off(tmp_path: Path) -> None:
    (tmp_path / "Ours.md").write_text("---\ntools: [read_note, later_tool]\n---\nWork.")

    assert [profile.tools for profile in shipped_agents(BOUNDS, tmp_path)] == [("read_note",)]


async def test_only_notes_of_the_folder_are_agents_by_whole_names(tmp_path: Path) -> None:
    notes = notes_of(
        tmp_path, **{"Agents/A": "Work.", "Agents/Deep/B": "Work.", "Agents-private/C": "x", "agents/D": "x"}
    )

    assert [path.text for path in notes.paths()] == ["Agents/A.md", "Agents/Deep/B.md"]
    assert [notes.holds(path) for path in ("Agents.md", "Agents/x.md", "Agents/../x.md", "Top.md")] == [
        False, True, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize("folder", ["", "/", "..", "Agents/.."])
async def test_without_a_folder_no_note_is_an_agent(tmp_path: Path, folder: str) -> None:
    notes = notes_of(tmp_path, **{"Agents/A": "Work."})
    notes._store.change(
        lambda settings: settings.model_copy(
            update={"chat": settings.chat.model_copy(update={"agents_folder": folder})}
        )
    )

    assert notes.paths() == []


async def test_a_folder_of_thousands_is_not_read_whole(tmp_path: Path) -> None:
    notes = notes_of(tmp_path, **{f"Agents/{number:04}": "Work." for number in range(MOST_AGENTS + 5)})

    assert len(notes.paths()) == MOST_AGENTS


async def test_what_cannot_be_read_is_broken_and_says_why(tmp_path: Path) -> None:
    notes = notes_of(tmp_path, **{"Agents/A": "---\nread_only: maybe\n---\nWork."})
    (tmp_path / "vault/Agents/Bytes.md").write_bytes(b"\xff\xfeW")

    broken = await notes.read(NotePath("Agents/A.md"), "A")
    binary = await notes.read(NotePath("Agents/Bytes.md"), "Bytes")
    gone = await notes.read(NotePath("Agents/Gone.md"), "Gone")

    assert [agent.standing for agent in (broken, binary, gone)] == ["broken"] * 3
    assert broken.problems == ("Line 2: “read_only” must be true or false.",)
    assert all(agent.problems and not agent.usable for agent in (broken, binary, gone))


def test_a_name_that_is_taken_or_double_gives_way_to_the_path() -> None:
    paths = [NotePath(path) for path in ("Agents/librarian.md", "Agents/A.md", "Agents/Deep/a.md", "Agents/B.md")]

    assert asked_for_by(paths, ["Librarian"]) == ["Agents/librarian", "Agents/A", "Agents/Deep/a", "B"]
