from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk, until
from vaultdesk.ui.kept_tabs import KeptSide, KeptTab, KeptTabs
from vaultdesk.ui.note.tab_session import put_back
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault_changes import FileChange, VaultChanged


@on_qt_loop
async def test_tabs_that_wait_and_tabs_that_were_closed_follow_a_renamed_note(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        kept = KeptTabs((KeptSide((KeptTab("Boiler.md"), KeptTab("Budget.md")), 1),))
        assert await put_back(at.area, at.vault, kept)
        page = at.area.current_page
        assert page is not None
        await until(lambda: page.text is not None)
        at.area.close_current()
        await until(lambda: at.area.tabs.count() == 1)
        for old, new in (("Boiler.md", "Heater.md"), ("Budget.md", "Money.md")):
            (at.root / old).rename(at.root / new)
            at.vault.changes.publish(VaultChanged((FileChange("moved", NotePath(new), NotePath(old)),)))
        await until(lambda: at.area.open_notes() == ["Heater.md"] and at.area.tabs.name(0) == "Heater")
        again = await at.area.commands.open_again()
        assert again is not None
        assert again.path == "Money.md"


@on_qt_loop
async def test_a_file_in_a_tab_is_followed_to_its_new_name(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        (at.root / "talk.mp3").write_bytes(b"x")
        await at.area.show_note("Boiler.md")
        at.area.open("talk.mp3")
        (at.root / "talk.mp3").rename(at.root / "speech.mp3")
        at.vault.changes.publish(VaultChanged((FileChange("moved", NotePath("speech.mp3"), NotePath("talk.mp3")),)))
        await until(lambda: at.area.tabs.name(1) == "speech.mp3")
        at.area.open("speech.mp3")
        assert at.area.tabs.count() == 2
