"""Tests of ui/agents/agent_reach.py."""

import random
from collections.abc import Iterable
from typing import cast

import pytest

from tests.support.growth import check_linear
from vaultdesk.core.settings.settings_schema import DEFAULT_PRIVACY, PermissionRule, Preset, PrivacyRule, VaultSettings
from vaultdesk.core.transmission import Destination
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.privacy.rule_matcher import NoteMarks
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.agent_scope import UNRESTRICTED, AgentScope
from vaultdesk.tools.runtime.policy import (
    ANY_FOLDER,
    NoteAccess,
    NotePrivacy,
    Permissions,
    PolicyRequest,
    PrivacyStatus,
    note_access,
    rule_answer,
)
from vaultdesk.ui.agents.agent_reach import AgentReach, ReachRequest, compute_agent_reach, is_unreadable
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.toolbox import build_tools

# is_unreadable: true for exactly the rules that the policy treats as denying everything.


@pytest.mark.parametrize(
    "rule",
    [
        PermissionRule(folder="../out", answer="allow"),
        PermissionRule(folder="a\\b", answer="ask"),
        PermissionRule.model_validate({"answer": "allow", "weekdays": "mon"}),
        PermissionRule.model_validate({"folder": "A", "answer": "deny", "weekdays": "mon"}),
        PermissionRule(folder="A", answer="allow"),
        PermissionRule(folder="A", answer="ask"),
    ],
)
def test_rule_is_unreadable_if_the_policy_treats_it_as_denying_everything(rule: PermissionRule) -> None:
    answer = rule_answer(rule, PolicyRequest("read_note", "read"), "A/x.md")
    assert is_unreadable(rule) == (answer == ("deny", ANY_FOLDER))


# Agent reach: agrees with the policy functions of the tool runner for every note, also for thousands of notes.

REGISTRY = ToolRegistry(build_tools(cast(Vault, None), cast(Searcher, None)))
LOCAL = Destination("this computer", "", local=True)
REMOTE = Destination("Anthropic", "api.anthropic.com", local=False)
OPEN = NoteMarks()
PRIVATE = NoteMarks(("private",))

NOTES: dict[str, NoteMarks | None] = {
    "Projects/House/Boiler.md": OPEN,
    "Projects-secret/Plan.md": OPEN,
    "Personal/Diary.md": PRIVATE,
    "Top.md": OPEN,
    "Unread.md": None,
}


def reach_of(
    agent_scope: AgentScope = UNRESTRICTED,
    destination: Destination = REMOTE,
    *,
    preset: Preset = "ask",
    rules: Iterable[PermissionRule] = (),
    privacy: Iterable[PrivacyRule] = DEFAULT_PRIVACY,
) -> AgentReach:
    settings = VaultSettings(preset=preset, rules=tuple(rules), privacy=tuple(privacy))
    return compute_agent_reach(ReachRequest(NOTES, settings, agent_scope, REGISTRY, destination))


def paths_in(reach: AgentReach, category: str) -> set[str]:
    positions = {str(key): value for key, value in reach.indexes.items()}[category]
    return {reach.notes[position].path for position in positions}


def test_agent_scope_matches_whole_folder_names() -> None:
    reach = reach_of(AgentScope("House", ("Projects",)), LOCAL)
    assert paths_in(reach, "readable") == {"Projects/House/Boiler.md"}
    assert paths_in(reach, "invisible") == set(NOTES) - {"Projects/House/Boiler.md"}
    sources = {note.path: note.reach.reading.source for note in reach.notes}
    assert sources["Projects-secret/Plan.md"] == "scope"


def test_private_notes_are_invisible_to_a_remote_provider() -> None:
    reach = reach_of(destination=REMOTE)
    assert paths_in(reach, "invisible") == {"Personal/Diary.md", "Unread.md"}
    assert paths_in(reach, "leaving") == set(NOTES) - {"Personal/Diary.md", "Unread.md"}
    assert paths_in(reach_of(destination=LOCAL), "readable") == set(NOTES)
    assert paths_in(reach_of(destination=LOCAL), "leaving") == set()


def test_reason_names_the_rule_that_makes_a_note_private() -> None:
    reach = reach_of(destination=REMOTE)
    diary = next(note for note in reach.notes if note.path == "Personal/Diary.md")
    assert diary.reach.reading.private == DEFAULT_PRIVACY[0]


def test_agent_that_is_read_only_or_lacks_editing_tools_changes_nothing() -> None:
    reader = reach_of(AgentScope("A", read_only=True), LOCAL)
    assert paths_in(reader, "changeable") == set()
    assert {note.reach.changing.source for note in reader.notes} == {"read-only"}
    searcher = reach_of(AgentScope("A", tools=frozenset({"search_notes"})), LOCAL)
    assert (paths_in(searcher, "changeable"), paths_in(searcher, "readable")) == (set(), set(NOTES))
    assert {note.reach.changing.source for note in searcher.notes} == {"tools"}
    without_tools = reach_of(AgentScope("A", tools=frozenset()), LOCAL)
    assert paths_in(without_tools, "invisible") == set(NOTES)


def test_deciding_rule_is_the_reason() -> None:
    rule = PermissionRule(effect="read", folder="Projects", answer="allow")
    reach = reach_of(destination=LOCAL, rules=(rule,))
    boiler = next(note for note in reach.notes if note.path == "Projects/House/Boiler.md")
    assert (boiler.reach.access.readable, boiler.reach.reading.rule) == ("allow", rule)
    assert reach.asking["readable"] == len(NOTES) - 1


@pytest.mark.parametrize("seed", range(40))
def test_reach_agrees_with_the_tool_runner_for_every_note(seed: int) -> None:
    """Access is computed once per folder and privacy status; the result equals that of each note on its own."""
    rng = random.Random(seed)
    folders = ["", "Projects", "Projects/House", "Personal", "projects"]
    rules = tuple(
        PermissionRule.model_validate(
            {
                "tool": rng.choice(["*", "*", "read_note", "edit_note"]),
                "effect": rng.choice(["*", "read", "write"]),
                "folder": rng.choice(folders),
                "destination": rng.choice(["*", "this-computer", "api.anthropic.com"]),
                "answer": rng.choice(["allow", "ask", "deny"]),
            }
        )
        for _ in range(rng.randrange(4))
    )
    privacy = tuple(
        PrivacyRule.model_validate(
            {"kind": "folder", "value": rng.choice(folders[1:]), "answer": rng.choice(["never", "local", "ask"])}
        )
        for _ in range(rng.randrange(3))
    )
    preset: Preset = rng.choice(["read-only", "ask", "edit", "trusted"])
    agent_scope = rng.choice(
        [UNRESTRICTED, AgentScope("A", ("Projects",)), AgentScope("A", None, None, read_only=True)]
    )
    destination = rng.choice([LOCAL, REMOTE])
    reach = reach_of(agent_scope, destination, preset=preset, rules=rules, privacy=(*DEFAULT_PRIVACY, *privacy))

    statuses = _privacy_statuses(reach)
    permissions = Permissions(
        lambda: rules, None, lambda: preset, NotePrivacy(lambda path, _destination: statuses[path])
    )
    expected = {note.path: note_access(permissions, note.path, agent_scope, destination) for note in reach.notes}
    assert {note.path: note.reach.access for note in reach.notes} == {
        path: access if preset != "read-only" else NoteAccess(access.readable, "deny", access.outbound)
        for path, access in expected.items()
    }


def _privacy_statuses(reach: AgentReach) -> dict[str, PrivacyStatus]:
    return {
        note.path: "open"
        if note.reach.reading.source != "private"
        else "closed"
        if note.reach.access.readable == "deny"
        else "ask"
        for note in reach.notes
    }


def test_the_time_is_linear_in_the_number_of_notes() -> None:
    rules = tuple(PermissionRule(effect="read", folder=f"Area {number}", answer="allow") for number in range(20))
    privacy = (*DEFAULT_PRIVACY, *(PrivacyRule(kind="folder", value=f"Area {n}", answer="ask") for n in range(5)))
    settings = VaultSettings(rules=rules, privacy=privacy, preset="edit")

    def marked_notes(count: int) -> dict[str, NoteMarks | None]:
        return {
            f"Area {number % 30}/Topic {number % 400}/Note {number}.md": PRIVATE if number % 50 == 0 else OPEN
            for number in range(count)
        }

    def compute(marks: dict[str, NoteMarks | None]) -> None:
        reach = compute_agent_reach(ReachRequest(marks, settings, UNRESTRICTED, REGISTRY, REMOTE))
        assert len(reach.notes) == len(marks)

    check_linear(compute, marked_notes, 4_000)
