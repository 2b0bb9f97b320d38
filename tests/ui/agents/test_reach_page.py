"""Tests of ui/agents/reach_page.py."""

import random
import time
from collections.abc import Iterable
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_desk import NOTES as VAULT_NOTES
from tests.ui.agents.agent_desk import add_anthropic, open_workspace
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
from vaultdesk.ui.agents.reach_page import (
    CATEGORIES,
    AgentReach,
    CountCard,
    NoteReach,
    ReachPage,
    ReachReason,
    ReachRequest,
    category_text,
    category_title,
    compute_agent_reach,
    is_unreadable,
    note_reach_text,
    reach_reason_text,
)
from vaultdesk.ui.settings.provider_list import ModelLocations
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace import Workspace
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


# Reach words: every reason is a few plain words.

RULE = PermissionRule(folder="Projects", answer="allow")
LOCAL_PRIVATE_TAG = PrivacyRule(kind="tag", value="private", answer="local")


def test_every_ground_has_words() -> None:
    assert [
        reach_reason_text(reason)
        for reason in (
            ReachReason("rule", RULE),
            ReachReason("rule", PermissionRule(answer="ask")),
            ReachReason("preset"),
            ReachReason("scope"),
            ReachReason("private", private=LOCAL_PRIVATE_TAG),
            ReachReason("tools"),
            ReachReason("read-only"),
            ReachReason("effect"),
            ReachReason(),
        )
    ] == [
        "your rule for Projects",
        "your rule for the whole vault",
        "your preset",
        "outside its folders",
        "private: tagged #private",
        "it has no tool for that",
        "it only reads",
        "",
        "",
    ]


def test_each_category_tells_its_own_answer() -> None:
    note_reach = NoteReach(NoteAccess("ask", "allow", "ask"), ReachReason("rule", RULE), ReachReason("preset"))
    assert [note_reach_text(category, note_reach) for category in CATEGORIES] == [
        "asks first · your rule for Projects",
        "without asking · your preset",
        "your rule for Projects",
        "asks first · your rule for Projects",
    ]


def test_a_hostile_folder_is_shown_with_its_hidden_letters() -> None:
    assert (
        reach_reason_text(ReachReason("rule", PermissionRule(folder="a\u202eb", answer="deny")))
        == "your rule for a<U+202E>b"
    )


def test_what_a_category_means_is_said() -> None:
    for category in CATEGORIES:
        assert category_title(category)
        assert category_text(category, local=False, destination="at Anthropic")
    assert "runs on this computer" in category_text("leaving", local=True, destination="")


# Count card: a number with its words, also for a voice.


def test_what_asks_first_is_said_beside_the_number() -> None:
    card = CountCard("readable")
    card.show_count(1_204, 1_000)
    assert card.accessibleName() == "Readable: 1,204 notes, 1,000 ask first"
    card.show_count(1, 1)
    assert card.shown_text() == "1 note, all ask first"
    card.show_count(7, 0)
    assert card.shown_text() == "7 notes"


def test_invisible_notes_ask_nothing() -> None:
    card = CountCard("invisible")
    card.show_count(3, 3)
    assert card.shown_text() == "3 notes"


def test_the_chosen_one_is_drawn_otherwise() -> None:
    card = CountCard("leaving")
    card.resize(160, 82)
    before = card.grab().toImage()
    card.setChecked(True)
    assert card.grab().toImage() != before


# Reach page: counts over the real vault, with why, for the agent and the place that are chosen.


async def page_of(workspace: Workspace, agent: str = "") -> ReachPage:
    page = ReachPage(workspace, ModelLocations(workspace.store), agent)
    page.resize(1000, 700)
    page.show()
    await until(lambda: page.reach is not None)
    return page


def counts(page: ReachPage) -> list[int]:
    assert page.reach is not None
    return [len(page.reach.indexes[card.category]) for card in page.cards]


def listed(page: ReachPage) -> dict[str, str]:
    return {row.key: row.right for row in page.list.rows()}


@on_qt_loop
async def test_the_plain_assistant_here_reads_everything_and_sends_nothing(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = await page_of(workspace)
        assert counts(page) == [len(VAULT_NOTES), len(VAULT_NOTES), 0, 0]
        assert page.agent.shown_text() == "Default assistant"
        assert page.destination_button.shown_text() == "on this computer"
        assert listed(page)["Projects/Boiler.md"] == "asks first"


@on_qt_loop
async def test_private_notes_disappear_for_a_provider_elsewhere(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        add_anthropic(workspace)
        page = await page_of(workspace)
        page.set_destination(ModelLocations(workspace.store).all()[1])
        await until(lambda: counts(page)[2] == 2)
        page.cards[2].click()
        assert listed(page) == {
            "Daily/2026-11-20.md": "private: tagged #private",
            "Personal/Diary.md": "private: with private: true",
        }
        page.cards[3].click()
        assert "Anthropic (api.anthropic.com)" in page.legend.text()


@on_qt_loop
async def test_an_agent_is_chosen_and_its_folders_count(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = await page_of(workspace)
        popup = page.open_agents()
        QTest.keyClicks(popup.search, "House")
        QTest.keyClick(popup.search, Qt.Key.Key_Return)
        await until(lambda: counts(page)[0] == 2)
        assert "not allowed yet" in page.remark.text()
        page.cards[2].click()
        assert set(listed(page).values()) == {"outside its folders"}


@on_qt_loop
async def test_it_follows_rules_and_notes(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = await page_of(workspace)
        root = workspace.vault.root
        rule = PermissionRule(effect="read", folder="Projects", answer="deny")
        workspace.store.change(lambda settings: settings.with_vault(root, rules=(rule,)))
        await until(lambda: counts(page)[0] == len(VAULT_NOTES) - 2)
        (root / "New.md").write_text("# New\n", encoding="utf-8")
        await workspace.indexer.rescan()
        await until(lambda: counts(page)[0] == len(VAULT_NOTES) - 1)


@on_qt_loop
async def test_a_filter_a_note_opened_and_esc(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = await page_of(workspace)
        opened: list[str] = []
        closed: list[bool] = []
        page.note_opened.connect(opened.append)
        page.closed.connect(lambda: closed.append(True))
        QTest.keyClicks(page.search, "boiler")
        assert list(listed(page)) == ["Projects/Boiler.md"]
        QTest.keyClick(page.search, Qt.Key.Key_Down)
        QTest.keyClick(page.list, Qt.Key.Key_Return)
        assert opened == ["Projects/Boiler.md"]
        QTest.keyClick(page.cards[0], Qt.Key.Key_Escape)
        assert closed == [True]


@on_qt_loop
async def test_tools_switched_off_and_an_unreadable_rule_are_said(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        root = workspace.vault.root
        workspace.store.change(
            lambda settings: settings.with_vault(
                root, tool_calling=False, rules=(PermissionRule(folder="a\\b", answer="allow"),)
            )
        )
        page = await page_of(workspace)
        assert "Tools are off in this vault" in page.remark.text()
        assert "is not valid, so it denies everything" in page.remark.text()
        assert counts(page) == [0, 0, len(VAULT_NOTES), 0]


@on_qt_loop
async def test_arrows_go_from_count_to_count(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = await page_of(workspace)
        page.activateWindow()
        await until(page.isActiveWindow)
        page.cards[0].setFocus()
        QTest.keyClick(page.cards[0], Qt.Key.Key_Right)
        assert page.cards[1].isChecked()
        assert page.legend.text().startswith("Notes it can change")
