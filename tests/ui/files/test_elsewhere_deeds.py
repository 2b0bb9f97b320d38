from pathlib import Path

from PySide6.QtGui import QGuiApplication

from tests.support.desktop import until
from tests.support.qt_loop import on_qt_loop
from tests.ui.files.at_work import at_work
from vaultdesk.ui.files.elsewhere_deeds import listed


@on_qt_loop
async def test_files_are_opened_and_copied_and_trouble_with_other_programs_is_told(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        at.deeds.copy_path(["Boiler.md", "Daily"])
        assert QGuiApplication.clipboard().text() == "Boiler.md\nDaily"
        at.deeds.open("Boiler.md")
        await until(lambda: at.views.notes.current_path == "Boiler.md")
        at.deeds.open("Daily/2026-11-20.md", beside=True)
        await until(lambda: at.views.notes.current_path == "Daily/2026-11-20.md")
        assert {page.path for page in at.views.notes.pages} == {"Boiler.md", "Daily/2026-11-20.md"}
        at.deeds.reveal("Gone.md")
        await at.hears("“Gone.md” is not there any more.")
        assert at.deeds.keys("rename-note") == "F2"
    assert listed("a") == listed(["a"])
