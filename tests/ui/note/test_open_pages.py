from pathlib import Path

from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk, until
from vaultdesk.ui.note.open_pages import OpenPages


@on_qt_loop
async def test_pages_follow_their_tabs(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        pages = OpenPages(at.vault, at.searcher)
        pages.show()
        told: list[object] = []
        pages.current_changed.connect(told.append)
        first, second = pages.add_page(), pages.add_page()
        pages.choose(second)
        await second.open("Boiler.md")
        assert pages.current_page is second
        assert (pages.current_path, pages.open_notes()) == ("Boiler.md", ["Boiler.md"])
        pages.remove_page(second)
        assert pages.current_page is first
        assert told == ["Boiler.md", None]
        pages.remove_page(first)
        assert pages.current_page is None
        pages.deleteLater()


@on_qt_loop
async def test_it_is_told_when_nothing_is_unsaved_any_more(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        told: list[str] = []
        at.area.all_saved.connect(lambda: told.append("saved"))
        page = await at.area.show_note("Boiler.md")
        page.toggle_edit()
        QTest.keyClicks(page.editor, "mine ")
        at.change_outside("Boiler.md", "outside\n")
        await until(lambda: "changed outside" in page.banner.text())
        assert not await at.area.save_now()
        assert told == []
        assert page.saving.draft is not None
        await page.saving.reload(page.saving.draft)
        assert told == ["saved"]
        await at.area.close_page(page)
        assert told == ["saved", "saved"]
