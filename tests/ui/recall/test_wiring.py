"""Wiring: the command and the search's menu lead to the bench, and its passages to their notes."""

from pathlib import Path

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop


@on_qt_loop
async def test_the_bench_is_one_tab_whose_passages_open_beside_it(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["recall"].trigger()
        page = views.recall.show()
        assert views.notes.page_at(views.notes.tabs.current()) is page
        views.browser.show_search("old boiler leaks")
        views.browser.search_pane.line.recall_asked.emit()
        assert page.question.text() == "old boiler leaks"
        await until(lambda: page.passages.isVisible())
        page.passages.chosen.emit(page.passages.passages.found[0], False)
        await until(lambda: views.notes.current_path == "Boiler.md")
        opened = views.notes.current_page
        assert opened is not None
        await until(opened.reader.passage)
        assert page in [views.notes.page_at(number) for number in range(views.notes.tabs.count())]


@on_qt_loop
async def test_related_notes_stand_under_the_open_note(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        views.open_note("Boiler.md")
        await until(lambda: views.notes.current_page and views.notes.current_page.foot.isVisible())
        page = views.notes.current_page
        assert page is not None
        page.foot.tabs["mentions"].click()
        await until(lambda: [row.name for row in page.foot.list.shown.rows] == ["2026-11-20"])
        page.foot.list.chosen.emit(page.foot.list.shown.rows[0], False)
        await until(lambda: views.notes.current_path == "Daily/2026-11-20.md")
        page.foot.tabs["related"].click()
        await until(lambda: page.foot.tabs["related"].text().startswith("Related "))
