from pathlib import Path

from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk, until


@on_qt_loop
async def test_a_note_is_put_beside_itself_and_the_last_tab_of_a_side_takes_the_side_along(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        first = await at.area.show_note("Boiler.md")
        await at.area.commands.split(down=False)
        assert len(at.area.sides.groups) == 2
        assert at.area.current_path == "Boiler.md"
        assert at.area.current_page is not first
        at.area.sides.go_over()
        assert at.area.current_page is first
        at.area.sides.go_over()
        at.area.close_current()
        await until(lambda: len(at.area.sides.groups) == 1)
        assert at.area.current_page is first


@on_qt_loop
async def test_each_side_has_its_own_way_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        await at.area.show_note("Boiler.md")
        await at.area.commands.split(down=True)
        await at.area.show_note("Garden/Apples.md")
        at.area.back()
        await until(lambda: at.area.current_path == "Boiler.md")
        at.area.sides.go_over()
        told: list[tuple[bool, bool]] = []
        at.area.history_changed.connect(lambda back, forward: told.append((back, forward)))
        at.area.tell()
        assert told == [(False, False)]


@on_qt_loop
async def test_a_tab_moves_over_with_what_is_typed_in_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        await at.area.show_note("Budget.md")
        page = await at.area.show_note("Boiler.md", new_tab=True)
        page.toggle_edit()
        QTest.keyClicks(page.editor, "mine ")
        at.area.commands.move_over(page, down=False)
        assert at.area.current_page is page
        assert [len(group.widgets) for group in at.area.sides.groups] == [1, 1]
        assert at.area.tabs.name(0) == "Boiler"
        assert page.editor.text().startswith("mine ")
        at.area.commands.move_over(page)
        assert len(at.area.sides.groups) == 1


@on_qt_loop
async def test_others_are_closed_but_for_pinned_ones(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        kept = await at.area.show_note("Boiler.md")
        at.area.commands.pin(kept)
        await at.area.show_note("Budget.md", new_tab=True)
        last = await at.area.show_note("Garden/Apples.md", new_tab=True)
        at.area.commands.close_others(last)
        await until(lambda: at.area.open_notes() == ["Boiler.md", "Garden/Apples.md"])
        at.area.commands.close_to_the_right(kept)
        await until(lambda: at.area.open_notes() == ["Boiler.md"])


@on_qt_loop
async def test_another_note_does_not_take_the_place_of_a_pinned_one(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        kept = await at.area.show_note("Boiler.md")
        at.area.commands.pin(kept)
        await at.area.show_note("Budget.md")
        assert at.area.open_notes() == ["Boiler.md", "Budget.md"]


@on_qt_loop
async def test_a_closed_tab_comes_back_with_its_way_and_its_place(tmp_path: Path) -> None:
    async with desk(tmp_path, {"Long.md": "words\n\n" * 300, "Boiler.md": "x\n"}) as at:
        page = await at.area.show_note("Boiler.md")
        await at.area.show_note("Long.md")
        page.reader.verticalScrollBar().setValue(500)
        at.area.close_current()
        await until(lambda: at.area.tabs.count() == 0)
        again = await at.area.commands.open_again()
        assert again is not None
        assert (again.path, again.reader.scrolled(), again.history.can_go_back) == ("Long.md", 500, True)
        assert await at.area.commands.open_again() is None


@on_qt_loop
async def test_tabs_are_gone_through_round_the_end(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        for path in ("Boiler.md", "Budget.md", "Garden/Apples.md"):
            await at.area.show_note(path, new_tab=True)
        at.area.commands.next_tab()
        assert at.area.current_path == "Boiler.md"
        at.area.commands.previous_tab()
        assert at.area.current_path == "Garden/Apples.md"


@on_qt_loop
async def test_a_note_can_be_opened_to_the_side(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        await at.area.show_note("Boiler.md")
        await at.area.show_note("Budget.md", side=True)
        await at.area.show_note("Boiler.md", side=False)
        assert [group.widgets and len(group.widgets) for group in at.area.sides.groups] == [1, 1]
        assert at.area.sides.group is at.area.sides.groups[0]
