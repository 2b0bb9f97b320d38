"""Tests of ui/agents/agent_reach.py."""

import random
import time
from collections.abc import Iterable
from typing import cast

import pytest

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

# Unreadable: exactly the rules that the decision itself takes for barriers against everything.


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
def test_it_is_what_denies_everywhere_in_the_decision(rule: PermissionRule) -> None:
    found = rule_answer(rule, PolicyRequest("read_note", "read"), "A/x.md")
    assert is_unreadable(rule) == (found == ("deny", ANY_FOLDER))


# Reach tally: says of every note what the runner's own functions say, for thousands of notes at once.

REGISTRY = ToolRegistry(build_tools(cast(Vault, None), cast(Searcher, None)))
HERE = Destination("this computer", "", local=True)
THERE = Destination("Anthropic", "api.anthropic.com", local=False)
OPEN = NoteMarks()
PRIVATE = NoteMarks(("private",))

NOTES: dict[str, NoteMarks | None] = {
    "Projects/House/Boiler.md": OPEN,
    "Projects-secret/Plan.md": OPEN,
    "Personal/Diary.md": PRIVATE,
    "Top.md": OPEN,
    "Unread.md": None,
}


def found(
    agent_scope: AgentScope = UNRESTRICTED,
    destination: Destination = THERE,
    *,
    preset: Preset = "ask",
    rules: Iterable[PermissionRule] = (),
    privacy: Iterable[PrivacyRule] = DEFAULT_PRIVACY,
) -> AgentReach:
    settings = VaultSettings(preset=preset, rules=tuple(rules), privacy=tuple(privacy))
    return compute_agent_reach(ReachRequest(NOTES, settings, agent_scope, REGISTRY, destination))


def names(reached: AgentReach, category: str) -> set[str]:
    places = {str(key): value for key, value in reached.indexes.items()}[category]
    return {reached.notes[place].path for place in places}


def test_an_agent_reaches_its_folders_by_whole_names() -> None:
    reached = found(AgentScope("House", ("Projects",)), HERE)
    assert names(reached, "readable") == {"Projects/House/Boiler.md"}
    assert names(reached, "invisible") == set(NOTES) - {"Projects/House/Boiler.md"}
    reason = {note.path: note.reach.reading.source for note in reached.notes}
    assert reason["Projects-secret/Plan.md"] == "scope"


def test_private_notes_are_not_there_for_a_provider_elsewhere() -> None:
    reached = found(destination=THERE)
    assert names(reached, "invisible") == {"Personal/Diary.md", "Unread.md"}
    assert names(reached, "leaving") == set(NOTES) - {"Personal/Diary.md", "Unread.md"}
    assert names(found(destination=HERE), "readable") == set(NOTES)
    assert names(found(destination=HERE), "leaving") == set()


def test_why_names_the_rule_that_makes_a_note_private() -> None:
    reached = found(destination=THERE)
    diary = next(note for note in reached.notes if note.path == "Personal/Diary.md")
    assert diary.reach.reading.private == DEFAULT_PRIVACY[0]


def test_one_that_only_reads_or_has_no_tool_for_it_changes_nothing() -> None:
    reader = found(AgentScope("A", read_only=True), HERE)
    assert names(reader, "changeable") == set()
    assert {note.reach.changing.source for note in reader.notes} == {"read-only"}
    searcher = found(AgentScope("A", tools=frozenset({"search_notes"})), HERE)
    assert (names(searcher, "changeable"), names(searcher, "readable")) == (set(), set(NOTES))
    assert {note.reach.changing.source for note in searcher.notes} == {"tools"}
    nothing = found(AgentScope("A", tools=frozenset()), HERE)
    assert names(nothing, "invisible") == set(NOTES)


def test_a_rule_that_decides_is_the_reason() -> None:
    rule = PermissionRule(effect="read", folder="Projects", answer="allow")
    reached = found(destination=HERE, rules=(rule,))
    boiler = next(note for note in reached.notes if note.path == "Projects/House/Boiler.md")
    assert (boiler.reach.access.readable, boiler.reach.reading.rule) == ("allow", rule)
    assert reached.asking["readable"] == len(NOTES) - 1


@pytest.mark.parametrize("seed", range(40))
def test_it_says_what_the_runner_would_of_every_note(seed: int) -> None:
    """Answers are shared by folder and privacy; asked note by note with nothing shared, they are the same."""
    dice = random.Random(seed)
    folders = ["", "Projects", "Projects/House", "Personal", "projects"]
    rules = tuple(
        PermissionRule.model_validate(
            {
                "tool": dice.choice(["*", "*", "read_note", "edit_note"]),
                "effect": dice.choice(["*", "read", "write"]),
                "folder": dice.choice(folders),
                "destination": dice.choice(["*", "this-computer", "api.anthropic.com"]),
                "answer": dice.choice(["allow", "ask", "deny"]),
            }
        )
        for _ in range(dice.randrange(4))
    )
    privacy = tuple(
        PrivacyRule.model_validate(
            {"kind": "folder", "value": dice.choice(folders[1:]), "answer": dice.choice(["never", "local", "ask"])}
        )
        for _ in range(dice.randrange(3))
    )
    preset: Preset = dice.choice(["read-only", "ask", "edit", "trusted"])
    agent_scope = dice.choice(
        [UNRESTRICTED, AgentScope("A", ("Projects",)), AgentScope("A", None, None, read_only=True)]
    )
    destination = dice.choice([HERE, THERE])
    reached = found(agent_scope, destination, preset=preset, rules=rules, privacy=(*DEFAULT_PRIVACY, *privacy))

    standing = _standings(reached)
    permissions = Permissions(
        lambda: rules, None, lambda: preset, NotePrivacy(lambda path, _destination: standing[path])
    )
    alone = {note.path: note_access(permissions, note.path, agent_scope, destination) for note in reached.notes}
    assert {note.path: note.reach.access for note in reached.notes} == {
        path: access if preset != "read-only" else NoteAccess(access.readable, "deny", access.outbound)
        for path, access in alone.items()
    }


def _standings(reached: AgentReach) -> dict[str, PrivacyStatus]:
    return {
        note.path: "open"
        if note.reach.reading.source != "private"
        else "closed"
        if note.reach.access.readable == "deny"
        else "ask"
        for note in reached.notes
    }


def test_fifteen_thousand_notes_take_less_than_a_second() -> None:
    marks: dict[str, NoteMarks | None] = {
        f"Area {number % 30}/Topic {number % 400}/Note {number}.md": PRIVATE if number % 50 == 0 else OPEN
        for number in range(15_000)
    }
    rules = tuple(PermissionRule(effect="read", folder=f"Area {number}", answer="allow") for number in range(20))
    privacy = (*DEFAULT_PRIVACY, *(PrivacyRule(kind="folder", value=f"Area {n}", answer="ask") for n in range(5)))
    settings = VaultSettings(rules=rules, privacy=privacy, preset="edit")
    began = time.thread_time()  # of this thread alone: neighbours on the machine do not count
    reached = compute_agent_reach(ReachRequest(marks, settings, UNRESTRICTED, REGISTRY, THERE))
    took = time.thread_time() - began
    print(f"15,000 notes: {took:.2f} s")
    assert len(reached.notes) == 15_000
    assert took < 1.0
