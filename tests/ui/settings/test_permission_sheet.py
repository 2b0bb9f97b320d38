"""Permission sheet: the switch, the preset and the sentences are the rules; exchanging a word changes one."""

from pathlib import Path

from tests.support.qt_loop import on_qt_loop, until
from tests.support.words import words_of
from tests.ui.agents.agent_desk import add_anthropic, open_workspace
from vaultdesk.core.settings.settings_schema import PermissionRule, VaultSettings
from vaultdesk.ui.settings.permission_sheet import PermissionSheet
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.workspace import Workspace


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
        assert "What an assistant may do in vault. Read it aloud: every sentence is the rule." in words_of(sheet)
        assert sheet.sentences == [
            "Searching and reading notes for a model on this computer asks me each time.",
            "Searching and reading notes and sending them to Anthropic (api.anthropic.com) asks me each time.",
            "Private notes go no further than you said for them.",
            "Creating, changing and renaming notes asks me each time.",
            "Deleting notes, and changing many at once, always asks and can always be undone.",
            "Using the network always asks and shows the whole address.",
            "Questions appear as a dialog over the window.",
            "At most 20 calls a minute; the same call 3 times in 30 seconds is stopped.",
        ]


@on_qt_loop
async def test_the_switch_turns_tools_on_for_this_vault(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = sheet_of(workspace)
        assert "can neither search nor read this vault" in words_of(sheet)
        sheet.switch.click()
        assert workspace.tool_calling
        assert "can neither search nor read this vault" not in words_of(sheet)


@on_qt_loop
async def test_a_word_exchanged_is_a_rule_and_exchanged_back_is_none(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = sheet_of(workspace)
        sheet.links["read", "this-computer"].chosen.emit("allow")
        assert kept(workspace).rules == (
            PermissionRule.model_validate({"effect": "read", "destination": "this-computer", "answer": "allow"}),
        )
        assert sheet.sentences[0].endswith("needs no question.")
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
        assert sheet.problem.text() == "Another of your rules is stricter: it asks me each time all the same."


@on_qt_loop
async def test_a_preset_changes_the_sentences(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = sheet_of(workspace)
        sheet.presets.cards[3].click()
        assert kept(workspace).preset == "trusted"
        assert "Creating, changing and renaming notes needs no question." in sheet.sentences
        sheet.presets.cards[0].click()
        assert "Creating, changing and renaming notes is never allowed." in sheet.sentences
        assert ("write", "*") not in sheet.links


@on_qt_loop
async def test_private_notes_are_counted_and_lead_to_their_page(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = sheet_of(workspace)
        await until(lambda: "2 notes today. This wins over every other sentence." in words_of(sheet))
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
        assert "Questions appear as a card in the chat." in sheet.sentences


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
        assert (sheet.switch.isChecked(), sheet.presets.current()) == (False, "ask")
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
