"""Tests of instruction_sheet.py."""

from pathlib import Path

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_desk import is_open, shown
from tests.ui.agents.instructed import instructed
from vaultdesk.ui.agents.grant_dialog import InstructionDialog
from vaultdesk.ui.settings.instruction_sheet import InstructionSheet
from vaultdesk.ui.widgets.buttons import PlainButton


def buttons(sheet: InstructionSheet) -> list[str]:
    found = [button for button in sheet.card.findChildren(PlainButton) if button.isVisibleTo(sheet)]
    return [button.text() for button in found]


@on_qt_loop
async def test_each_text_says_how_it_stands_and_is_read_or_revoked(tmp_path: Path) -> None:
    async with instructed(tmp_path) as (workspace, shelf):
        sheet = InstructionSheet(workspace.store, shelf)
        sheet.resize(900, 700)
        sheet.show()
        opened: list[str] = []
        sheet.note_opened.connect(opened.append)
        assert buttons(sheet) == ["Show Note", "Read…", "Show Note", "Read…", "Show Note"]
        assert "It has no description" in sheet.all_text()
        await shelf.accept("AGENTS.md", shelf.list()[0].digest)
        # A row that is new in a layout is seen a turn after it was made.
        await until(lambda: buttons(sheet)[:2] == ["Show Note", "Revoke"])
        assert "AGENTS.md · used" in sheet.all_text()
        revoke = next(one for one in sheet.card.findChildren(PlainButton) if one.accessibleName() == "Revoke AGENTS.md")
        revoke.click()
        await until(lambda: buttons(sheet)[:2] == ["Show Note", "Read…"])
        sheet.card.findChildren(PlainButton)[0].click()
        assert opened == ["AGENTS.md"]


@on_qt_loop
async def test_reading_opens_the_whole_text(tmp_path: Path) -> None:
    async with instructed(tmp_path) as (workspace, shelf):
        sheet = InstructionSheet(workspace.store, shelf)
        sheet.resize(900, 700)
        sheet.show()
        read = next(one for one in sheet.card.findChildren(PlainButton) if one.accessibleName() == "Read… AGENTS.md")
        read.click()
        await until(lambda: is_open(InstructionDialog))
        assert shown(InstructionDialog).version.path == "AGENTS.md"
        shown(InstructionDialog).reject()
