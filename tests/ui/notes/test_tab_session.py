from pathlib import Path

from tests.support.pictures import picture_file
from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk, until
from vaultdesk.ui.notes.image_page import ImagePage
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.notes.split_view import LazyTab
from vaultdesk.ui.notes.tab_session import restore_tabs, tabs_to_save
from vaultdesk.ui.window.window_state import SavedTab, SavedTabGroup, SavedTabs

NOTES = {"Boiler.md": "x\n", "Long.md": "words\n\n" * 300, "Garden/Apples.md": "y\n"}
KEPT = SavedTabs(
    (
        SavedTabGroup((SavedTab("Boiler.md"), SavedTab("Long.md", 400)), 1),
        SavedTabGroup((SavedTab("Garden/Apples.md", editing=True, pinned=True),), 0),
    ),
    0,
    True,
    0.5,
)


@on_qt_loop
async def test_tabs_come_back_on_their_sides_and_are_read_when_they_are_shown(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        assert await restore_tabs(at.area, at.vault, KEPT)
        await until(lambda: at.area.current_page is not None and at.area.current_page.reader.scrolled() == 400)
        first, second = at.area.split_view.groups
        assert [type(widget) for widget in first.widgets] == [LazyTab, NotePage]
        assert (at.area.split_view.down, at.area.current_path, second.tabs.is_pinned(0)) == (True, "Long.md", True)
        await until(lambda: isinstance(second.shown, NotePage) and second.shown.editing)
        assert tabs_to_save(at.area) == KEPT
        first.tabs.choose(0)
        await until(lambda: at.area.current_path == "Boiler.md" and at.area.current_page.text == "x\n")  # type: ignore[union-attr]  # there is a page where there is a path
        assert at.area.open_notes() == ["Boiler.md", "Long.md", "Garden/Apples.md"]


@on_qt_loop
async def test_notes_that_are_gone_and_paths_of_no_note_are_left_out(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        gone = SavedTabs(
            (SavedTabGroup((SavedTab("Gone.md"), SavedTab("../out.md"))), SavedTabGroup((SavedTab("Boiler.md"),))), 1
        )
        assert await restore_tabs(at.area, at.vault, gone)
        assert (len(at.area.split_view.groups), at.area.current_path) == (1, "Boiler.md")


@on_qt_loop
async def test_nothing_comes_back_where_nothing_is_left(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        assert not await restore_tabs(at.area, at.vault, SavedTabs((SavedTabGroup((SavedTab("Gone.md"),)),)))
        assert not await restore_tabs(at.area, at.vault, SavedTabs())
        assert at.area.tabs.count() == 0


@on_qt_loop
async def test_lists_among_the_notes_are_not_kept(tmp_path: Path) -> None:
    from PySide6.QtWidgets import QWidget

    async with desk(tmp_path, NOTES) as at:
        await at.area.show_note("Boiler.md")
        at.area.show_page("activity", "Activity", QWidget)
        assert tabs_to_save(at.area).sides == (SavedTabGroup((SavedTab("Boiler.md"),), 0),)


@on_qt_loop
async def test_a_picture_comes_back_in_its_place_when_it_is_shown(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        (at.root / "plan.png").write_bytes(picture_file(30, 20))
        kept = SavedTabs((SavedTabGroup((SavedTab("plan.png"), SavedTab("Boiler.md"), SavedTab("Long.md")), 2),))
        assert await restore_tabs(at.area, at.vault, kept)
        assert [type(widget) for widget in at.area.widgets] == [LazyTab, LazyTab, NotePage]
        at.area.tabs.choose(0)
        assert [type(widget) for widget in at.area.widgets] == [ImagePage, LazyTab, NotePage]
        assert (at.area.tabs.current(), at.area.tabs.name(0)) == (0, "plan.png")
