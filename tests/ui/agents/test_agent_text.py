"""Tests of ui/agents/agent_text.py."""

from vaultdesk.agent.instructions.agents import KnownAgent
from vaultdesk.agent.profile import AgentProfile
from vaultdesk.ui.agents.agent_text import agent_entries, agent_entry, agent_status_text, agent_title

AGENTS = (
    KnownAgent("Librarian", "shipped", AgentProfile("Librarian", "Finds notes")),
    KnownAgent("House", "granted", AgentProfile("House", "Knows the house"), "Agents/House.md"),
    KnownAgent("Gardener", "changed", AgentProfile("Gardener", "Plans the garden"), "Agents/Gardener.md"),
    KnownAgent("Broken", "broken", None, "Agents/Broken.md", problems=("Line 2: no.", "Line 3: nor this.")),
)


def test_default_assistant_comes_first_then_included_agents_then_those_of_the_vault() -> None:
    rows = [(entry.title, entry.heading) for entry in agent_entries(AGENTS)]
    assert rows == [
        ("Default assistant", False),
        ("Included in VaultDesk", True),
        ("Librarian", False),
        ("In this vault", True),
        ("House", False),
        ("Gardener", False),
        ("Broken", False),
    ]


def test_unusable_agent_shows_its_status_before_its_description() -> None:
    texts = [agent_entry(agent).text for agent in AGENTS]
    assert texts == [
        "Finds notes",
        "Knows the house",
        "changed since you allowed it · Plans the garden",
        "cannot be used",
    ]
    assert agent_entry(AGENTS[3]).description == "Line 2: no. Line 3: nor this."


def test_filter_matches_status_and_description() -> None:
    keys = [entry.key for entry in agent_entries(AGENTS, "changed gard") if not entry.heading]
    assert keys == ["Gardener"]
    assert agent_entries(AGENTS, "no such") == []


def test_empty_name_is_titled_default_assistant() -> None:
    assert (agent_title(""), agent_title("House")) == ("Default assistant", "House")
    assert agent_status_text("new") == "not allowed yet"
