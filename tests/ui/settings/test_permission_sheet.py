"""Tests of ui/settings/permission_sheet.py."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.support.words import words_of
from tests.ui.agents.agent_env import add_anthropic, open_workspace
from vaultdesk.core.settings.settings_schema import PermissionRule, Preset, VaultSettings
from vaultdesk.tools.builtin.find_tools import CATEGORIES
from vaultdesk.tools.runtime.policy import first_use_rule
from vaultdesk.ui.settings.permission_sheet import (
    PermissionSentence,
    PermissionSheet,
    PresetCards,
    answer_text,
    effective_answer,
    permission_sentences,
    rate_limit_sentences,
    replace_answer,
    with_answer,
)
from vaultdesk.ui.settings.provider_list import RemoteProvider
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.workspace import Workspace

# PresetCards: one of four, chosen by mouse or arrow keys; each describes its effect.


def create_cards(qtbot: QtBot, width: int = 700) -> tuple[PresetCards, list[str]]:
    cards = PresetCards()
    qtbot.addWidget(cards)
    cards.resize(width, 300)
    cards.show()
    chosen: list[str] = []
    cards.chosen.connect(chosen.append)
    return cards, chosen


def test_setting_the_current_preset_checks_it_without_a_signal(qtbot: QtBot) -> None:
    cards, chosen = create_cards(qtbot)
    cards.set_current("trusted")
    assert (cards.current(), chosen) == ("trusted", [])
    assert [card.isChecked() for card in cards.cards] == [False, False, False, True]


def test_a_click_and_the_arrow_keys_choose_a_preset(qtbot: QtBot) -> None:
    cards, chosen = create_cards(qtbot)
    cards.set_current("ask")
    QTest.mouseClick(cards.cards[0], Qt.MouseButton.LeftButton)
    assert chosen == ["read-only"]
    cards.activateWindow()
    qtbot.waitUntil(cards.isActiveWindow, timeout=30_000)
    cards.cards[0].setFocus()
    QTest.keyClick(cards.cards[0], Qt.Key.Key_Right)
    assert chosen == ["read-only", "ask"]


def test_every_card_has_an_accessible_name_and_description(qtbot: QtBot) -> None:
    cards, _ = create_cards(qtbot)
    assert [card.accessibleName() for card in cards.cards] == ["Read only", "Ask", "Edit in scope", "Trusted"]
    assert all(card.accessibleDescription() == card.description() for card in cards.cards)


def test_narrow_cards_are_higher_and_wide_cards_are_in_one_row(qtbot: QtBot) -> None:
    cards, _ = create_cards(qtbot)
    assert cards.cards[3].heightForWidth(180) > cards.cards[3].heightForWidth(500)
    assert cards.cards[0].grab().toImage() != cards.cards[1].grab().toImage()
    cards.resize(1_200, 300)
    qtbot.waitUntil(lambda: len({card.y() for card in cards.cards}) == 1, timeout=30_000)


# Permission sentences: each states the actual decision of the runner, in every preset.

ANTHROPIC = RemoteProvider("Anthropic", "api.anthropic.com")
FIXED = "Fixed. No setting, agent or model can change this."


def texts(
    preset: Preset, rules: Sequence[PermissionRule] = (), providers: Iterable[RemoteProvider] = (ANTHROPIC,)
) -> list[str]:
    return [
        sentence.text for sentences in permission_sentences(rules, preset, providers).values() for sentence in sentences
    ]


def all_sentences(preset: Preset, rules: Sequence[PermissionRule] = ()) -> list[PermissionSentence]:
    return [
        sentence for sentences in permission_sentences(rules, preset, (ANTHROPIC,)).values() for sentence in sentences
    ]


def test_by_default_everything_asks() -> None:
    assert texts("ask") == [
        "Searching and reading notes for a model on this computer asks me each time.",
        "Searching and reading notes and sending them to Anthropic (api.anthropic.com) asks me each time.",
        "Creating, changing and renaming notes asks me each time.",
        "Deleting notes, and changing many at once, always asks and can always be undone.",
        "Using the network always asks and shows the whole address.",
    ]


def test_read_only_denies_and_says_that_it_takes_precedence() -> None:
    rule = PermissionRule(effect="write", answer="allow")
    changing = permission_sentences((rule,), "read-only", ())["Changing"]
    assert [(sentence.text, sentence.setting) for sentence in changing] == [
        ("Creating, changing and renaming notes is never allowed.", None)
    ]
    assert changing[0].remark == "This is set by the preset and takes precedence over other settings."
    assert "Using the network is never allowed." in texts("read-only")


def test_edit_in_scope_applies_to_agents_with_folders() -> None:
    sentence_texts = texts("edit")
    assert (
        "For a model on this computer, reading by an agent in its own folders is allowed without asking."
        in sentence_texts
    )
    assert "Creating and changing notes by an agent in its own folders is allowed without asking." in sentence_texts
    assert "Creating, changing and renaming notes asks me each time." in sentence_texts
    agent = next(
        sentence
        for sentence in all_sentences("edit")
        if sentence.text.startswith("Creating and changing notes by an agent")
    )
    assert agent.remark == "Renaming requires your approval."


def test_trusted_still_asks_for_fixed_actions_and_in_chats_with_external_text() -> None:
    sentence_texts = texts("trusted")
    assert "Creating, changing and renaming notes is allowed without asking." in sentence_texts
    assert "In a chat that contains both text from elsewhere and your notes, every change asks again." in sentence_texts
    fixed = [sentence.text for sentence in all_sentences("trusted") if sentence.remark == FIXED]
    assert fixed == [
        "In a chat that contains both text from elsewhere and your notes, every change asks again.",
        "Deleting notes, and changing many at once, always asks and can always be undone.",
        "Using the network always asks and shows the whole address.",
    ]


@pytest.mark.parametrize("preset", ["ask", "edit", "trusted"])
def test_no_allow_rule_changes_a_fixed_sentence(preset: Preset) -> None:
    rules = [PermissionRule(answer="allow"), PermissionRule(effect="delete", answer="allow")]
    rules += [PermissionRule(effect="write", answer="allow"), PermissionRule(effect="network", answer="allow")]
    sentence_texts = texts(preset, rules)
    assert "Deleting notes, and changing many at once, always asks and can always be undone." in sentence_texts
    assert "Using the network always asks and shows the whole address." in sentence_texts


def test_a_rule_that_denies_deletion_has_its_own_sentence() -> None:
    sentence_texts = texts("ask", (PermissionRule(effect="delete", answer="deny"),))
    assert "Deleting notes is never allowed." in sentence_texts
    assert "Changing many notes at once always asks and can always be undone." in sentence_texts


def test_folder_rules_are_mentioned_only_where_they_make_a_difference() -> None:
    other = PermissionRule(effect="read", folder="Projects", answer="allow")
    same = PermissionRule(effect="read", folder="Projects", answer="ask")
    remark = "Your rules below set exceptions for some folders or tools."
    assert permission_sentences((other,), "ask", ())["Reading"][0].remark == remark
    assert permission_sentences((same,), "ask", ())["Reading"][0].remark == ""
    assert permission_sentences((other,), "ask", ())["Changing"][0].remark == ""


def test_without_a_remote_provider_the_sentence_cannot_be_changed() -> None:
    remote = permission_sentences((), "ask", ())["Reading"][1]
    assert remote.text.startswith("Searching and reading notes and sending them to a provider outside this computer")
    assert remote.setting is None


def test_changing_the_answer_of_a_sentence_takes_effect() -> None:
    for setting in (("read", "this-computer"), ("read", "api.anthropic.com"), ("write", "*")):
        for answer in ("allow", "deny", "ask"):
            rules = with_answer((), setting, answer, "ask")  # type: ignore[arg-type]  # one of the three answers
            assert effective_answer(rules, setting, "ask") == answer
            reset = with_answer(rules, setting, "ask", "ask")
            assert reset == (), "the default needs no rule"


def test_other_rules_are_preserved_and_a_stricter_one_takes_precedence() -> None:
    stricter = PermissionRule(effect="read", answer="deny")
    rules = with_answer((stricter,), ("read", "this-computer"), "allow", "ask")
    assert rules[0] == stricter
    assert effective_answer(rules, ("read", "this-computer"), "ask") == "deny"
    assert replace_answer(stricter, "ask").answer == "ask"


def test_the_rate_limits_are_those_of_the_runner() -> None:
    assert rate_limit_sentences() == "At most 20 calls per minute. The same call 3 times in 30 seconds is stopped."
    assert answer_text("deny") == "is never allowed"


# PermissionSheet: the switch, preset and sentences reflect the rules; choosing another answer changes one.


def open_sheet(workspace: Workspace) -> PermissionSheet:
    sheet = PermissionSheet(workspace)
    sheet.resize(800, 700)
    sheet.show()
    return sheet


def vault_settings(workspace: Workspace) -> VaultSettings:
    return workspace.store.settings.vault_settings(workspace.vault.root)


@on_qt_loop
async def test_the_sheet_describes_the_rules(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        add_anthropic(workspace)
        sheet = open_sheet(workspace)
        assert sheet.title == "Permissions"
        assert "What an assistant may do in vault. Each sentence is a rule that is enforced." in words_of(sheet)
        assert sheet.sentences == [
            "Searching and reading notes for a model on this computer asks me each time.",
            "Searching and reading notes and sending them to Anthropic (api.anthropic.com) asks me each time.",
            "Private notes are used only as far as you set for them.",
            "Creating, changing and renaming notes asks me each time.",
            "Deleting notes, and changing many at once, always asks and can always be undone.",
            "Using the network always asks and shows the whole address.",
            "Requests appear as a dialog over the window.",
            "At most 20 calls per minute. The same call 3 times in 30 seconds is stopped.",
        ]


@on_qt_loop
async def test_u1_the_switch_disables_tools_for_the_vault_and_restores_the_first_use_request(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = open_sheet(workspace)
        assert (sheet.switch.isChecked(), vault_settings(workspace).tool_calling) == (True, None)
        sheet.switch.click()
        assert not workspace.tool_calling
        assert "can neither search nor read this vault" in words_of(sheet)
        sheet.switch.click()
        assert vault_settings(workspace).tool_calling is None
        assert "can neither search nor read this vault" not in words_of(sheet)


@on_qt_loop
async def test_u1_always_allowing_is_a_plainly_described_rule_that_can_be_removed(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        workspace.permissions.allow_reads("chat_1", "")
        workspace.permissions.allow_reads("chat_1", "api.anthropic.com")
        sheet = open_sheet(workspace)
        assert sheet.rules.list.texts() == [
            "Search and read without asking · models on this computer",
            "Search and read without asking · api.anthropic.com",
        ]
        sheet.rules.list.buttons[-1].click()
        assert vault_settings(workspace).rules == (first_use_rule(""),)


@on_qt_loop
async def test_choosing_another_answer_adds_a_rule_and_the_default_removes_it(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = open_sheet(workspace)
        sheet.links["read", "this-computer"].chosen.emit("allow")
        assert vault_settings(workspace).rules == (
            PermissionRule.model_validate({"effect": "read", "destination": "this-computer", "answer": "allow"}),
        )
        assert sheet.sentences[0].endswith("is allowed without asking.")
        assert len(sheet.rules.list.texts()) == 1
        sheet.links["read", "this-computer"].chosen.emit("ask")
        assert vault_settings(workspace).rules == ()


@on_qt_loop
async def test_a_stricter_rule_that_takes_precedence_is_reported(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        root = workspace.vault.root
        stricter = PermissionRule(effect="write", answer="deny", destination="*", tool="edit_note")
        everything = PermissionRule(effect="*", tool="*", answer="ask")
        workspace.store.change(lambda settings: settings.with_vault(root, rules=(stricter, everything)))
        sheet = open_sheet(workspace)
        sheet.links["read", "this-computer"].chosen.emit("allow")
        assert sheet.problem.text() == "Another of your rules is stricter, so it still asks me each time."


@on_qt_loop
async def test_a_preset_changes_the_sentences(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = open_sheet(workspace)
        sheet.presets.cards[3].click()
        assert vault_settings(workspace).preset == "trusted"
        assert "Creating, changing and renaming notes is allowed without asking." in sheet.sentences
        sheet.presets.cards[0].click()
        assert "Creating, changing and renaming notes is never allowed." in sheet.sentences
        assert ("write", "*") not in sheet.links


@on_qt_loop
async def test_private_notes_are_counted_and_linked_to_their_sheet(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = open_sheet(workspace)
        await until(lambda: "2 notes today. This takes precedence over all other permissions." in words_of(sheet))
        requests: list[bool] = []
        sheet.private_requested.connect(lambda: requests.append(True))
        link = next(button for button in sheet.findChildren(LinkButton) if button.text() == "Private Notes…")
        link.click()
        assert requests == [True]


@on_qt_loop
async def test_the_approval_style_can_be_changed_in_its_sentence(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = open_sheet(workspace)
        sheet.links["approval", ""].chosen.emit("card")
        assert workspace.store.settings.appearance.approval == "card"
        assert "Requests appear as a card in the chat." in sheet.sentences


@on_qt_loop
async def test_an_unreadable_rule_is_reported_at_the_top(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        root = workspace.vault.root
        sheet = open_sheet(workspace)
        assert not sheet.broken.isVisibleTo(sheet)
        broken = PermissionRule(folder="a\\b", answer="allow")
        sheet.refresh(workspace.store.change(lambda settings: settings.with_vault(root, rules=(broken,))))
        assert sheet.broken.isVisibleTo(sheet)
        assert sheet.sentences[0].endswith("is never allowed.")


@on_qt_loop
async def test_changes_that_cannot_be_saved_are_reset(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = open_sheet(workspace)
        workspace.store.file.write_text("version = 99\n", encoding="utf-8")
        sheet.switch.click()
        sheet.presets.cards[3].click()
        assert (sheet.switch.isChecked(), sheet.presets.current()) == (True, "ask")
        assert not sheet.problem.isHidden()


@on_qt_loop
async def test_the_focus_stays_on_the_changed_answer(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = open_sheet(workspace)
        sheet.activateWindow()
        await until(sheet.isActiveWindow)
        sheet.links["write", "*"].setFocus()
        sheet.links["write", "*"].chosen.emit("deny")
        await until(lambda: sheet.links["write", "*"].hasFocus())


@on_qt_loop
async def test_u20_tools_are_listed_by_category_and_found_by_search(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = open_sheet(workspace)
        section = sheet.tools
        all_names = section.shown_names()
        assert list(all_names) == [name for name in CATEGORIES if name != "toolsets"]
        assert sorted(name for names in all_names.values() for name in names) == sorted(workspace.registry.names)
        section.search.setText("TRASH")
        assert section.shown_names() == {"edits": ["delete_note"]}
        await until(lambda: "Delete a note" in words_of(section))
        assert "delete_note · deletes notes · removes a note from the vault" in words_of(section)
        section.search.setText("uses the network transcript")
        assert section.shown_names() == {"web": ["youtube_transcription"]}
        section.search.setText("xylophone")
        assert section.shown_names() == {}
        assert words_of(section).splitlines() == ["Tools", "No tools match."]
        section.search.clear()
        assert section.shown_names() == all_names
