"""Tests of ui/settings/permission_sheet.py."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.support.words import words_of
from tests.ui.agents.agent_desk import add_anthropic, open_workspace
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

# Preset cards: one of four, by pointer and by arrows; each says what it comes to.


def cards_of(qtbot: QtBot, width: int = 700) -> tuple[PresetCards, list[str]]:
    cards = PresetCards()
    qtbot.addWidget(cards)
    cards.resize(width, 300)
    cards.show()
    chosen: list[str] = []
    cards.chosen.connect(chosen.append)
    return cards, chosen


def test_the_one_that_holds_is_marked_without_being_chosen(qtbot: QtBot) -> None:
    cards, chosen = cards_of(qtbot)
    cards.set_current("trusted")
    assert (cards.current(), chosen) == ("trusted", [])
    assert [card.isChecked() for card in cards.cards] == [False, False, False, True]


def test_a_click_and_the_arrows_choose(qtbot: QtBot) -> None:
    cards, chosen = cards_of(qtbot)
    cards.set_current("ask")
    QTest.mouseClick(cards.cards[0], Qt.MouseButton.LeftButton)
    assert chosen == ["read-only"]
    cards.activateWindow()
    qtbot.waitUntil(cards.isActiveWindow, timeout=5000)
    cards.cards[0].setFocus()
    QTest.keyClick(cards.cards[0], Qt.Key.Key_Right)
    assert chosen == ["read-only", "ask"]


def test_every_card_tells_its_sentence_to_a_voice(qtbot: QtBot) -> None:
    cards, _ = cards_of(qtbot)
    assert [card.accessibleName() for card in cards.cards] == ["Read only", "Ask", "Edit in scope", "Trusted"]
    assert all(card.accessibleDescription() == card.description() for card in cards.cards)


def test_narrow_cards_are_higher_and_wide_ones_stand_in_a_row(qtbot: QtBot) -> None:
    cards, _ = cards_of(qtbot)
    assert cards.cards[3].heightForWidth(180) > cards.cards[3].heightForWidth(500)
    assert cards.cards[0].grab().toImage() != cards.cards[1].grab().toImage()
    cards.resize(1_200, 300)
    qtbot.waitUntil(lambda: len({card.y() for card in cards.cards}) == 1, timeout=5000)


# Permission words: each sentence says what the runner's own decision is, in every preset.

ANTHROPIC = RemoteProvider("Anthropic", "api.anthropic.com")
FIXED = "Fixed. No setting, agent or model can change this."


def texts(
    preset: Preset, rules: Sequence[PermissionRule] = (), there: Iterable[RemoteProvider] = (ANTHROPIC,)
) -> list[str]:
    return [one.text for sentences in permission_sentences(rules, preset, there).values() for one in sentences]


def every(preset: Preset, rules: Sequence[PermissionRule] = ()) -> list[PermissionSentence]:
    return [one for sentences in permission_sentences(rules, preset, (ANTHROPIC,)).values() for one in sentences]


def test_as_it_comes_everything_asks() -> None:
    assert texts("ask") == [
        "Searching and reading notes for a model on this computer asks me each time.",
        "Searching and reading notes and sending them to Anthropic (api.anthropic.com) asks me each time.",
        "Creating, changing and renaming notes asks me each time.",
        "Deleting notes, and changing many at once, always asks and can always be undone.",
        "Using the network always asks and shows the whole address.",
    ]


def test_read_only_forbids_and_says_that_nothing_else_counts() -> None:
    rule = PermissionRule(effect="write", answer="allow")
    changing = permission_sentences((rule,), "read-only", ())["Changing"]
    assert [(one.text, one.setting) for one in changing] == [
        ("Creating, changing and renaming notes is never allowed.", None)
    ]
    assert changing[0].remark == "This is set by the preset and takes precedence over other settings."
    assert "Using the network is never allowed." in texts("read-only")


def test_edit_in_scope_is_about_agents_with_folders() -> None:
    received = texts("edit")
    assert "For a model on this computer, reading by an agent in its own folders is allowed without asking." in received
    assert "Creating and changing notes by an agent in its own folders is allowed without asking." in received
    assert "Creating, changing and renaming notes asks me each time." in received
    agent = next(one for one in every("edit") if one.text.startswith("Creating and changing notes by an agent"))
    assert agent.remark == "Renaming requires your approval."


def test_trusted_still_asks_for_what_is_fixed_and_where_text_from_elsewhere_met_notes() -> None:
    received = texts("trusted")
    assert "Creating, changing and renaming notes is allowed without asking." in received
    assert "In a chat that contains both text from elsewhere and your notes, every change asks again." in received
    fixed = [one.text for one in every("trusted") if one.remark == FIXED]
    assert fixed == [
        "In a chat that contains both text from elsewhere and your notes, every change asks again.",
        "Deleting notes, and changing many at once, always asks and can always be undone.",
        "Using the network always asks and shows the whole address.",
    ]


@pytest.mark.parametrize("preset", ["ask", "edit", "trusted"])
def test_no_allowance_changes_a_fixed_sentence(preset: Preset) -> None:
    rules = [PermissionRule(answer="allow"), PermissionRule(effect="delete", answer="allow")]
    rules += [PermissionRule(effect="write", answer="allow"), PermissionRule(effect="network", answer="allow")]
    received = texts(preset, rules)
    assert "Deleting notes, and changing many at once, always asks and can always be undone." in received
    assert "Using the network always asks and shows the whole address." in received


def test_a_rule_that_forbids_deleting_is_said_by_itself() -> None:
    received = texts("ask", (PermissionRule(effect="delete", answer="deny"),))
    assert "Deleting notes is never allowed." in received
    assert "Changing many notes at once always asks and can always be undone." in received


def test_rules_of_folders_are_mentioned_only_where_they_come_to_something_else() -> None:
    other = PermissionRule(effect="read", folder="Projects", answer="allow")
    same = PermissionRule(effect="read", folder="Projects", answer="ask")
    remark = "Your rules below set exceptions for some folders or tools."
    assert permission_sentences((other,), "ask", ())["Reading"][0].remark == remark
    assert permission_sentences((same,), "ask", ())["Reading"][0].remark == ""
    assert permission_sentences((other,), "ask", ())["Changing"][0].remark == ""


def test_without_a_provider_elsewhere_the_sentence_cannot_be_changed() -> None:
    elsewhere = permission_sentences((), "ask", ())["Reading"][1]
    assert elsewhere.text.startswith("Searching and reading notes and sending them to a provider outside this computer")
    assert elsewhere.setting is None


def test_a_sentence_made_to_say_something_else_does_so() -> None:
    for setting in (("read", "this-computer"), ("read", "api.anthropic.com"), ("write", "*")):
        for answer in ("allow", "deny", "ask"):
            rules = with_answer((), setting, answer, "ask")  # type: ignore[arg-type]  # of the three
            assert effective_answer(rules, setting, "ask") == answer
            again = with_answer(rules, setting, "ask", "ask")
            assert again == (), "what holds anyway needs no rule"


def test_other_rules_stay_and_a_stricter_one_still_counts() -> None:
    barrier = PermissionRule(effect="read", answer="deny")
    rules = with_answer((barrier,), ("read", "this-computer"), "allow", "ask")
    assert rules[0] == barrier
    assert effective_answer(rules, ("read", "this-computer"), "ask") == "deny"
    assert replace_answer(barrier, "ask").answer == "ask"


def test_the_measures_are_those_of_the_runner() -> None:
    assert rate_limit_sentences() == "At most 20 calls per minute. The same call 3 times in 30 seconds is stopped."
    assert answer_text("deny") == "is never allowed"


# Permission sheet: the switch, the preset and the sentences are the rules; exchanging a word changes one.


def sheet_of(workspace: Workspace) -> PermissionSheet:
    sheet = PermissionSheet(workspace)
    sheet.resize(800, 700)
    sheet.show()
    return sheet


def kept(workspace: Workspace) -> VaultSettings:
    return workspace.store.settings.vault_settings(workspace.vault.root)


@on_qt_loop
async def test_it_reads_as_the_rules_are(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        add_anthropic(workspace)
        sheet = sheet_of(workspace)
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
async def test_u1_the_switch_turns_tools_off_for_this_vault_and_on_to_be_asked_at_the_first_use(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = sheet_of(workspace)
        assert (sheet.switch.isChecked(), kept(workspace).tool_calling) == (True, None)
        sheet.switch.click()
        assert not workspace.tool_calling
        assert "can neither search nor read this vault" in words_of(sheet)
        sheet.switch.click()
        assert kept(workspace).tool_calling is None
        assert "can neither search nor read this vault" not in words_of(sheet)


@on_qt_loop
async def test_u1_always_here_is_a_rule_in_people_s_words_that_can_be_removed(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        workspace.permissions.allow_reads("chat_1", "")
        workspace.permissions.allow_reads("chat_1", "api.anthropic.com")
        sheet = sheet_of(workspace)
        assert sheet.rules.list.texts() == [
            "Search and read without asking · models on this computer",
            "Search and read without asking · api.anthropic.com",
        ]
        sheet.rules.list.buttons[-1].click()
        assert kept(workspace).rules == (first_use_rule(""),)


@on_qt_loop
async def test_a_word_exchanged_is_a_rule_and_exchanged_back_is_none(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = sheet_of(workspace)
        sheet.links["read", "this-computer"].chosen.emit("allow")
        assert kept(workspace).rules == (
            PermissionRule.model_validate({"effect": "read", "destination": "this-computer", "answer": "allow"}),
        )
        assert sheet.sentences[0].endswith("is allowed without asking.")
        assert len(sheet.rules.list.texts()) == 1
        sheet.links["read", "this-computer"].chosen.emit("ask")
        assert kept(workspace).rules == ()


@on_qt_loop
async def test_a_stricter_rule_in_the_way_is_said(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        root = workspace.vault.root
        barrier = PermissionRule(effect="write", answer="deny", destination="*", tool="edit_note")
        everything = PermissionRule(effect="*", tool="*", answer="ask")
        workspace.store.change(lambda settings: settings.with_vault(root, rules=(barrier, everything)))
        sheet = sheet_of(workspace)
        sheet.links["read", "this-computer"].chosen.emit("allow")
        assert sheet.problem.text() == "Another of your rules is stricter, so it still asks me each time."


@on_qt_loop
async def test_a_preset_changes_the_sentences(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = sheet_of(workspace)
        sheet.presets.cards[3].click()
        assert kept(workspace).preset == "trusted"
        assert "Creating, changing and renaming notes is allowed without asking." in sheet.sentences
        sheet.presets.cards[0].click()
        assert "Creating, changing and renaming notes is never allowed." in sheet.sentences
        assert ("write", "*") not in sheet.links


@on_qt_loop
async def test_private_notes_are_counted_and_lead_to_their_page(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = sheet_of(workspace)
        await until(lambda: "2 notes today. This takes precedence over all other permissions." in words_of(sheet))
        asked: list[bool] = []
        sheet.private_requested.connect(lambda: asked.append(True))
        link = next(one for one in sheet.findChildren(LinkButton) if one.text() == "Private Notes…")
        link.click()
        assert asked == [True]


@on_qt_loop
async def test_where_questions_appear_is_a_word_too(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = sheet_of(workspace)
        sheet.links["approval", ""].chosen.emit("card")
        assert workspace.store.settings.appearance.approval == "card"
        assert "Requests appear as a card in the chat." in sheet.sentences


@on_qt_loop
async def test_a_rule_nobody_can_read_is_said_at_the_top(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        root = workspace.vault.root
        sheet = sheet_of(workspace)
        assert not sheet.broken.isVisibleTo(sheet)
        broken = PermissionRule(folder="a\\b", answer="allow")
        sheet.refresh(workspace.store.change(lambda settings: settings.with_vault(root, rules=(broken,))))
        assert sheet.broken.isVisibleTo(sheet)
        assert sheet.sentences[0].endswith("is never allowed.")


@on_qt_loop
async def test_what_cannot_be_kept_goes_back(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = sheet_of(workspace)
        workspace.store.file.write_text("version = 99\n", encoding="utf-8")
        sheet.switch.click()
        sheet.presets.cards[3].click()
        assert (sheet.switch.isChecked(), sheet.presets.current()) == (True, "ask")
        assert not sheet.problem.isHidden()


@on_qt_loop
async def test_the_keyboard_stays_at_the_word_that_was_exchanged(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = sheet_of(workspace)
        sheet.activateWindow()
        await until(sheet.isActiveWindow)
        sheet.links["write", "*"].setFocus()
        sheet.links["write", "*"].chosen.emit("deny")
        await until(lambda: sheet.links["write", "*"].hasFocus())


@on_qt_loop
async def test_u20_tools_are_listed_by_category_and_found_by_words(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = sheet_of(workspace)
        section = sheet.tools
        every = section.shown_names()
        assert list(every) == [name for name in CATEGORIES if name != "toolsets"]
        assert sorted(name for names in every.values() for name in names) == sorted(workspace.registry.names)
        section.search.setText("TRASH")
        assert section.shown_names() == {"edits": ["delete_note"]}
        await until(lambda: "Delete a note" in words_of(section))
        assert "delete_note · deletes notes · moves a note to the trash" in words_of(section)
        section.search.setText("uses the network transcript")
        assert section.shown_names() == {"web": ["youtube_transcription"]}
        section.search.setText("xylophone")
        assert section.shown_names() == {}
        assert words_of(section).splitlines() == ["Tools", "No tools match."]
        section.search.clear()
        assert section.shown_names() == every
