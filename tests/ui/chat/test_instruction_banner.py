"""Instruction banner: one text at a time, until it was read, or put off."""

from pathlib import Path

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_desk import rewrite
from tests.ui.agents.instructed import instructed
from vaultdesk.ui.chat.instruction_banner import InstructionBanner


@on_qt_loop
async def test_each_text_that_waits_is_told_of_and_one_that_changed_again(tmp_path: Path) -> None:
    async with instructed(tmp_path) as (workspace, shelf):
        banner, wanted = InstructionBanner(shelf), list[str]()
        banner.read_requested.connect(wanted.append)
        assert banner.text() == "This vault has instructions for assistants (AGENTS.md)."
        banner.links[0].click()
        assert wanted == ["AGENTS.md"]
        await shelf.accept("AGENTS.md", shelf.list()[0].digest)
        await until(lambda: banner.text() == "This vault has a skill for assistants: “Letters”.")
        await rewrite(workspace, "AGENTS.md", "short", "shorter")
        await until(lambda: "changed since you accepted them" in banner.text())


@on_qt_loop
async def test_put_off_it_makes_room_for_the_next_and_stays_away_until_it_changes(tmp_path: Path) -> None:
    async with instructed(tmp_path) as (workspace, shelf):
        banner = InstructionBanner(shelf)
        banner.show()
        assert banner._cross is not None
        banner._cross.click()
        await until(lambda: banner.isVisible() and "Letters" in banner.text())
        banner._cross.click()
        await until(lambda: not banner.isVisible())
        await rewrite(workspace, "AGENTS.md", "short", "shorter")
        await until(lambda: not banner.isHidden() and "AGENTS.md" in banner.text())
