"""Tests of ui/agents/reach_page.py."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_env import NOTES as VAULT_NOTES
from tests.ui.agents.agent_env import add_anthropic, open_workspace
from vaultdesk.core.settings.settings_schema import PermissionRule, PrivacyRule
from vaultdesk.tools.runtime.policy import NoteAccess
from vaultdesk.ui.agents.agent_reach import CATEGORIES, NoteReach, ReachReason
from vaultdesk.ui.agents.reach_page import (
    CountCard,
    ReachPage,
    category_text,
    category_title,
    note_reach_text,
    reach_reason_text,
)
from vaultdesk.ui.settings.provider_list import ModelLocations
from vaultdesk.workspace import Workspace

# Reach text: every reason has a short description.

RULE = PermissionRule(folder="Projects", answer="allow")
LOCAL_PRIVATE_TAG = PrivacyRule(kind="tag", value="private", answer="local")


def test_every_reason_has_a_text() -> None:
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


def test_note_text_depends_on_the_category() -> None:
    note_reach = NoteReach(NoteAccess("ask", "allow", "ask"), ReachReason("rule", RULE), ReachReason("preset"))
    assert [note_reach_text(category, note_reach) for category in CATEGORIES] == [
        "asks first · your rule for Projects",
        "without asking · your preset",
        "your rule for Projects",
        "asks first · your rule for Projects",
    ]


def test_hostile_folder_name_is_shown_with_invisible_characters_escaped() -> None:
    assert (
        reach_reason_text(ReachReason("rule", PermissionRule(folder="a\u202eb", answer="deny")))
        == "your rule for a<U+202E>b"
    )


def test_every_category_has_a_title_and_a_description() -> None:
    for category in CATEGORIES:
        assert category_title(category)
        assert category_text(category, local=False, destination="at Anthropic")
    assert "runs on this computer" in category_text("leaving", local=True, destination="")


# Count card: a number with its label, also for screen readers.


def test_count_card_shows_how_many_notes_ask_first() -> None:
    card = CountCard("readable")
    card.show_count(1_204, 1_000)
    assert card.accessibleName() == "Readable: 1,204 notes, 1,000 ask first"
    card.show_count(1, 1)
    assert card.shown_text() == "1 note, all ask first"
    card.show_count(7, 0)
    assert card.shown_text() == "7 notes"


def test_count_of_invisible_notes_omits_approvals() -> None:
    card = CountCard("invisible")
    card.show_count(3, 3)
    assert card.shown_text() == "3 notes"


def test_selected_card_is_painted_differently() -> None:
    card = CountCard("leaving")
    card.resize(160, 82)
    before = card.grab().toImage()
    card.setChecked(True)
    assert card.grab().toImage() != before


# Reach page: counts of notes with reasons, for the selected agent and destination.


async def page_of(workspace: Workspace, agent: str = "") -> ReachPage:
    page = ReachPage(workspace, ModelLocations(workspace.store), agent)
    page.resize(1000, 700)
    page.show()
    await until(lambda: page.reach is not None)
    return page


def counts(page: ReachPage) -> list[int]:
    assert page.reach is not None
    return [len(page.reach.indexes[card.category]) for card in page.cards]


def notes_with_reasons(page: ReachPage) -> dict[str, str]:
    return {row.key: row.right for row in page.list.rows()}


@on_qt_loop
async def test_default_assistant_on_a_local_model_reads_everything_and_sends_nothing(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = await page_of(workspace)
        assert counts(page) == [len(VAULT_NOTES), len(VAULT_NOTES), 0, 0]
        assert page.agent.shown_text() == "Default assistant"
        assert page.destination_button.shown_text() == "on this computer"
        assert notes_with_reasons(page)["Projects/Boiler.md"] == "asks first"


@on_qt_loop
async def test_private_notes_are_invisible_to_a_remote_provider(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        add_anthropic(workspace)
        page = await page_of(workspace)
        page.set_destination(ModelLocations(workspace.store).all()[1])
        await until(lambda: counts(page)[2] == 2)
        page.cards[2].click()
        assert notes_with_reasons(page) == {
            "Daily/2026-11-20.md": "private: tagged #private",
            "Personal/Diary.md": "private: with private: true",
        }
        page.cards[3].click()
        assert "Anthropic (api.anthropic.com)" in page.legend.text()


@on_qt_loop
async def test_selecting_an_agent_limits_the_counts_to_its_folders(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = await page_of(workspace)
        popup = page.open_agents()
        QTest.keyClicks(popup.search, "House")
        QTest.keyClick(popup.search, Qt.Key.Key_Return)
        await until(lambda: counts(page)[0] == 2)
        assert "not allowed yet" in page.remark.text()
        page.cards[2].click()
        assert set(notes_with_reasons(page).values()) == {"outside its folders"}


@on_qt_loop
async def test_counts_follow_rules_and_notes(tmp_path: Path) -> None:
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
async def test_page_is_filtered_opened_and_closed_by_keyboard(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = await page_of(workspace)
        opened: list[str] = []
        closed: list[bool] = []
        page.note_opened.connect(opened.append)
        page.closed.connect(lambda: closed.append(True))
        QTest.keyClicks(page.search, "boiler")
        assert list(notes_with_reasons(page)) == ["Projects/Boiler.md"]
        QTest.keyClick(page.search, Qt.Key.Key_Down)
        QTest.keyClick(page.list, Qt.Key.Key_Return)
        assert opened == ["Projects/Boiler.md"]
        QTest.keyClick(page.cards[0], Qt.Key.Key_Escape)
        assert closed == [True]


@on_qt_loop
async def test_page_reports_disabled_tools_and_an_invalid_rule(tmp_path: Path) -> None:
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
async def test_arrow_keys_move_between_count_cards(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = await page_of(workspace)
        page.activateWindow()
        await until(page.isActiveWindow)
        page.cards[0].setFocus()
        QTest.keyClick(page.cards[0], Qt.Key.Key_Right)
        assert page.cards[1].isChecked()
        assert page.legend.text().startswith("Notes it can change")
