"""Tests of ui/app/quick_ask/quick_session.py."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.support.desktop import until
from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import asks, read, says
from tests.ui.quick_ask.quick_desk import open_quick
from vaultdesk.core.errors import OutsideVault
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.ui.app.quick_ask.quick_session import add_to_today
from vaultdesk.ui.review.approval_view import ApprovalDialog
from vaultdesk.ui.widgets.chips import SourceChip
from vaultdesk.vault.obsidian.vault_config import DailyNoteSettings
from vaultdesk.vault.undo import undo
from vaultdesk.vault.vault import Vault

# Todays note: a real vault, its own settings, its journal.

NOW = datetime(2026, 11, 22, 15, 30, tzinfo=UTC)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    (folder / ".obsidian").mkdir(parents=True)
    settings = '{"folder": "Journal", "format": "YYYY-MM-DD", "template": "Templates/Day"}'
    (folder / ".obsidian" / "daily-notes.json").write_text(settings, encoding="utf-8")
    (folder / "Templates").mkdir()
    (folder / "Templates" / "Day.md").write_text("# {{title}}\n\n## Log\n", encoding="utf-8")
    return folder


async def test_a_missing_note_is_made_from_the_template_and_taken_back_by_its_group(root: Path, tmp_path: Path) -> None:
    async with Vault(root, watch=False, data_folder=tmp_path / "place") as vault:
        noted = await add_to_today(vault, "Call the fitter", "Noted", NOW)
        file = root / "Journal" / "2026-11-22.md"
        assert (noted.path, noted.created) == ("Journal/2026-11-22.md", True)
        assert file.read_text(encoding="utf-8") == "# 2026-11-22\n\n## Log\n\nCall the fitter\n"
        assert (await undo(vault, noted.group)).done
        assert not file.exists()


async def test_what_is_there_stays_and_the_words_come_after_it(root: Path, tmp_path: Path) -> None:
    file = root / "Journal" / "2026-11-22.md"
    file.parent.mkdir()
    file.write_text("Morning.", encoding="utf-8")
    async with Vault(root, watch=False, data_folder=tmp_path / "place") as vault:
        noted = await add_to_today(vault, "Evening.", "Noted", NOW)
        assert not noted.created
        assert file.read_text(encoding="utf-8") == "Morning.\n\nEvening."
        assert (await undo(vault, noted.group)).done
        assert file.read_text(encoding="utf-8") == "Morning."


async def test_two_at_once_are_both_kept(root: Path, tmp_path: Path) -> None:
    async with Vault(root, watch=False, data_folder=tmp_path / "place") as vault:
        await add_to_today(vault, "One.", "Noted", NOW)
        await asyncio.gather(*(add_to_today(vault, words, "Noted", NOW) for words in ("Two.", "Three.")))
        lines = (root / "Journal" / "2026-11-22.md").read_text(encoding="utf-8").splitlines()
        assert sorted(lines[-3:]) == ["", "Three.", "Two."]


async def test_a_template_that_is_gone_leaves_the_note_without_one(root: Path, tmp_path: Path) -> None:
    (root / "Templates" / "Day.md").unlink()
    async with Vault(root, watch=False, data_folder=tmp_path / "place") as vault:
        await add_to_today(vault, "Call the fitter", "Noted", NOW)
        assert (root / "Journal" / "2026-11-22.md").read_text(encoding="utf-8") == "Call the fitter\n"


async def test_settings_that_lead_out_of_the_vault_write_nothing(root: Path, tmp_path: Path) -> None:
    (root / ".obsidian" / "daily-notes.json").write_text('{"folder": "../elsewhere"}', encoding="utf-8")
    async with Vault(root, watch=False, data_folder=tmp_path / "place") as vault:
        with pytest.raises(OutsideVault):
            await add_to_today(vault, "Call the fitter", "Noted", NOW)
    assert not (tmp_path / "elsewhere").exists()


# Session: the ways from quick ask into the main window.


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
        desk.quick.controller.ask()
        await until(desk.cards)
        desk.session.open_chat("")
        main = desk.desktop.window
        await until(lambda: [one for one in main.findChildren(ApprovalDialog) if one.isVisible()])
        assert desk.cards() == []
        assert desk.session.conversation.running


@on_qt_loop
async def test_another_model_is_chosen_for_the_chats_to_come(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path) as desk:
        desk.session.choose_model("other/one")
        await until(lambda: desk.session.conversation.model == "other/one")
        assert desk.views.workspace.store.settings.chat.model == "other/one"


@on_qt_loop
async def test_settings_that_lead_out_of_the_vault_are_told(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path) as desk:
        (desk.vault / ".obsidian").mkdir()
        told: list[str] = []
        desk.session.notice.connect(lambda words, _action, _do: told.append(words))
        desk.views.workspace.vault.settings = replace(
            desk.views.workspace.vault.settings, daily=DailyNoteSettings(folder="../elsewhere")
        )
        desk.session.save_to_daily_note("Call the fitter")
        await until(lambda: told)
        assert not (tmp_path / "elsewhere").exists()
        assert "is not a path in this vault" in told[0]


@on_qt_loop
async def test_t7_a_private_note_that_is_linked_is_said_before_it_is_asked(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path) as desk:
        foot, field, workspace = desk.quick.window.foot, desk.quick.window.field, desk.views.workspace
        await workspace.wait_until_indexed()
        path = next(iter(workspace.known_notes.paths()))
        rule = PrivacyRule(kind="note", value=path, answer="never")
        workspace.store.change(lambda settings: settings.with_vault(workspace.vault.root, privacy=(rule,)))
        name = path.rpartition("/")[2].removesuffix(".md")
        field.setPlainText(f"What of [[{name}]]?")
        await until(lambda: foot._stays.text() == f"{name} will not be sent")
        workspace.store.change(lambda settings: settings.with_vault(workspace.vault.root, privacy=()))
        await until(lambda: "will not be sent" not in foot._stays.text())
