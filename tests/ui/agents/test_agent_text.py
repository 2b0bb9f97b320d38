"""Agent words: how each agent stands is said in words, and the list can be searched."""

from vaultdesk.agent.instructions.agents import KnownAgent
from vaultdesk.agent.profile import AgentProfile
from vaultdesk.ui.agents.agent_text import agent_entries, agent_entry, agent_status_text, agent_title

AGENTS = (
    KnownAgent("Librarian", "shipped", AgentProfile("Librarian", "Finds notes")),
    KnownAgent("House", "granted", AgentProfile("House", "Knows the house"), "Agents/House.md"),
    KnownAgent("Gardener", "changed", AgentProfile("Gardener", "Plans the garden"), "Agents/Gardener.md"),
    KnownAgent("Broken", "broken", None, "Agents/Broken.md", problems=("Line 2: no.", "Line 3: nor this.")),
)


def test_the_plain_assistant_comes_first_then_ours_then_those_of_the_vault() -> None:
    lines = [(entry.title, entry.heading) for entry in agent_entries(AGENTS)]
    assert lines == [
        ("Default assistant", False),
        ("Included in VaultDesk", True),
        ("Librarian", False),
        ("In this vault", True),
        ("House", False),
        ("Gardener", False),
        ("Broken", False),
    ]


def test_an_agent_that_does_not_work_says_so_before_anything_else() -> None:
    text = [agent_entry(known).text for known in AGENTS]
    assert text == [
        "Finds notes",
        "Knows the house",
        "changed since you allowed it · Plans the garden",
        "cannot be used",
    ]
    assert agent_entry(AGENTS[3]).description == "Line 2: no. Line 3: nor this."


def test_words_typed_keep_those_in_which_they_stand() -> None:
    found = [entry.key for entry in agent_entries(AGENTS, "changed gard") if not entry.heading]
    assert found == ["Gardener"]
    assert agent_entries(AGENTS, "no such") == []


def test_nobody_is_called_nothing() -> None:
    assert (agent_title(""), agent_title("House")) == ("Default assistant", "House")
    assert agent_status_text("new") == "not allowed yet"
