from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk
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
