"""Tests of session.py: the ways from quick ask into the main window."""

from dataclasses import replace
from pathlib import Path

from tests.support.desktop import until
from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import asks, read, says
from tests.ui.quick_ask.quick_desk import open_quick
from vaultdesk.ui.approval.hosts import ApprovalDialog
from vaultdesk.ui.widgets.chips import SourceChip
from vaultdesk.vault.obsidian.vault_config import DailyNoteSettings


@on_qt_loop
async def test_a_source_opens_in_the_main_window(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path, [says("It leaks, see [[Boiler]].")]) as desk:
        await desk.ask("Boiler?")
        (chip,) = desk.quick.window.answer.findChildren(SourceChip)
        chip.click()
        await until(lambda: desk.views.notes.current_path == "Boiler.md")
        assert (desk.raised, desk.quick.visible) == (["raised"], False)


@on_qt_loop
async def test_an_approval_goes_along_to_the_main_window_and_is_asked_anew_there(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path, [asks(read("Boiler.md")), says("It leaks.")]) as desk:
        desk.type("Read the note")
        desk.quick.steps.ask()
        await until(desk.cards)
        desk.session.open_chat("")
        main = desk.desktop.window
        await until(lambda: [one for one in main.findChildren(ApprovalDialog) if one.isVisible()])
        assert desk.cards() == []
        assert desk.session.talk.running


@on_qt_loop
async def test_another_model_is_chosen_for_the_chats_to_come(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path) as desk:
        desk.session.choose_model("other/one")
        await until(lambda: desk.session.talk.model == "other/one")
        assert desk.views.workspace.store.settings.chat.model == "other/one"


@on_qt_loop
async def test_settings_that_lead_out_of_the_vault_are_told(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path) as desk:
        (desk.vault / ".obsidian").mkdir()
        told: list[str] = []
        desk.session.told.connect(lambda words, _action, _do: told.append(words))
        desk.views.workspace.vault.settings = replace(
            desk.views.workspace.vault.settings, daily=DailyNoteSettings(folder="../elsewhere")
        )
        desk.session.note("Call the fitter")
        await until(lambda: told)
        assert not (tmp_path / "elsewhere").exists()
        assert "is not a path in this vault" in told[0]
