from pathlib import Path

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

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
        assert pages.widgets == []
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


@on_qt_loop
async def test_a_list_stands_among_the_notes_in_a_tab_of_its_own(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await at.area.show_note("Boiler.md")
        made: list[QWidget] = []

        def make() -> QWidget:
            made.append(QWidget())
            return made[-1]

        told: list[object] = []
        at.area.current_changed.connect(told.append)
        shown = at.area.show_list("activity", "Activity", make)
        assert at.area.page_at(at.area.tabs.current()) is shown
        assert (at.area.current_page, at.area.current_path, at.area.open_notes()) == (None, None, ["Boiler.md"])
        at.area.choose(page)
        assert at.area.show_list("activity", "Activity", make) is shown
        assert len(made) == 1
        assert told == [None, "Boiler.md", None]


@on_qt_loop
async def test_a_note_does_not_take_the_place_of_a_list(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        shown = at.area.show_list("activity", "Activity", QWidget)
        await at.area.show_note("Boiler.md")
        assert [at.area.page_at(number) is shown for number in range(at.area.tabs.count())] == [True, False]
        at.area.tabs.choose(0)
        at.area.close_current()
        assert at.area.current_path == "Boiler.md"
        at.area.close_current()
        await until(lambda: at.area.tabs.count() == 0)
