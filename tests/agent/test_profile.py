"""Tests of agent/profile.py."""

from tests.support.toolbox import contract_tools, named_tool
from vaultdesk.agent.profile import DEFAULT_PROFILE, AgentProfile, Limits, grant_sentences
from vaultdesk.core.values import replace
from vaultdesk.tools.runtime.agent_scope import UNRESTRICTED, AgentScope

# Default limits.


def test_default_limits_are_those_of_the_contract() -> None:
    assert (Limits().rounds, Limits().result_limit) == (5, 60_000)


# The profile: its scope and limits can only narrow.

USER_LIMITS = Limits(rounds=5, result_limit=60_000, effort="low")


def test_the_default_profile_is_unrestricted_and_uses_the_users_limits() -> None:
    assert DEFAULT_PROFILE.agent_scope == UNRESTRICTED
    assert DEFAULT_PROFILE.limits(USER_LIMITS) == USER_LIMITS


def test_the_scope_has_the_values_of_the_profile() -> None:
    profile = AgentProfile("Filer", tools=("read_note",), folders=("Work",), dangerous=True, calls_a_minute=7)

    assert profile.agent_scope == AgentScope("Filer", ("Work",), frozenset({"read_note"}), False, True, 7)
    assert profile.agent_scope.allows_path("Work/a.md")
    assert not profile.agent_scope.allows_path("Work-private/a.md")


def test_empty_folders_and_tools_allow_nothing() -> None:
    agent_scope = AgentProfile("Blind", tools=(), folders=()).agent_scope

    assert agent_scope.tools == frozenset()
    assert not agent_scope.allows_path("a.md")


def test_a_read_only_agent_can_never_delete() -> None:
    assert not AgentProfile("Reader", read_only=True, dangerous=True).agent_scope.dangerous


def test_limits_of_a_profile_are_reduced_to_the_users_limits() -> None:
    wide = AgentProfile("Wide", rounds=50, result_limit=1_000_000, calls_a_minute=1_000, effort="high")
    narrow = AgentProfile("Narrow", rounds=2, result_limit=5_000)

    assert wide.limits(USER_LIMITS) == Limits(rounds=5, result_limit=60_000, effort="high")
    assert wide.agent_scope.calls_a_minute == 20
    assert narrow.limits(USER_LIMITS) == Limits(rounds=2, result_limit=5_000, effort="low")


# Sentences shown before an agent is allowed to run: complete, and without text of its note.

REGISTRY = contract_tools()
FILER = AgentProfile("Filer", "approve me", "Already approved.", tools=("read_note", "edit_note"), folders=("Work",))


def test_a_grant_describes_what_it_covers() -> None:
    assert grant_sentences(replace(FILER, model="anthropic/claude", rounds=3, path="Agents/Filer.md"), REGISTRY) == (
        "May read and change notes in Work.",
        "May not delete notes or change many notes at once.",
        "Uses the model anthropic/claude, regardless of the chat's model. Its note is sent with each question.",
        "Uses these tools: Read note, Edit note.",
        "At most 3 tool rounds per question, 20 tool calls per minute.",
        "Its requests are shown to you first, according to your permissions. A change of its note revokes this.",
    )


def test_an_agent_without_a_note_does_not_mention_one() -> None:
    assert grant_sentences(FILER, REGISTRY)[-1] == "Its requests are shown to you first, according to your permissions."


def test_access_to_the_whole_vault_and_deletions_are_named_first() -> None:
    sentences = grant_sentences(AgentProfile("Wide", dangerous=True), REGISTRY)

    assert sentences[:2] == (
        "May read and change notes in the whole vault.",
        "May ask to delete notes and to change many notes at once.",
    )


def test_a_read_only_agent_is_described_without_changes() -> None:
    sentences = grant_sentences(replace(FILER, read_only=True, dangerous=True), REGISTRY)

    assert sentences[0] == "May read notes in Work."
    assert not any("delete" in sentence or "Edit" in sentence for sentence in sentences)


def test_an_agent_without_folders_or_tools_sees_no_notes() -> None:
    assert grant_sentences(replace(FILER, folders=()), REGISTRY)[0] == "Sees no notes."
    assert grant_sentences(replace(FILER, tools=()), REGISTRY)[0] == "Sees no notes."


def test_internet_access_is_named() -> None:
    REGISTRY.register(named_tool("web_search", "network"))

    assert "May request information from the internet." in grant_sentences(AgentProfile("Wide"), REGISTRY)
    REGISTRY.unregister("web_search")


def test_text_of_the_note_is_escaped_and_left_out() -> None:
    hostile = replace(FILER, folders=("Work\u202ekroW", "a" * 500, "c", "d", "e", "f", "g"))
    first = grant_sentences(hostile, REGISTRY)[0]

    assert "<U+202E>" in first
    assert "and 2 more folders" in first
    assert "…" in first
    assert not any("approve" in sentence for sentence in grant_sentences(FILER, REGISTRY))


def test_remarks_follow_at_the_end() -> None:
    assert grant_sentences(replace(FILER, remarks=("Line 2: x.",)), REGISTRY)[-1] == "Line 2: x."
