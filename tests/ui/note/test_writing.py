from pathlib import Path

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.support.desktop import until
from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk


@on_qt_loop
async def test_names_are_offered_in_the_editor_of_a_page(tmp_path: Path) -> None:
    async with desk(tmp_path) as made:
        made.area.show()
        made.area.activateWindow()
        page = await made.area.show_note("Budget.md")
        page.toggle_edit()
        await until(page.editor.hasFocus)
        QTest.keyClicks(page.editor, "[[Boil")
        await until(lambda: page.writing.offers.offered)
        page.writing.offers.popup.choose()
        assert (page.text or "").startswith("[[Boiler]]intro")
        await page.leave()
        made.area.close()


@on_qt_loop
async def test_links_that_lead_nowhere_are_known_and_those_to_files_are_not_among_them(tmp_path: Path) -> None:
    async with desk(tmp_path) as made:
        (made.root / "plan.png").write_bytes(b"x")
        page = await made.area.show_note("Boiler.md")
        known, told = page.writing.links, list[int]()
        known.changed.connect(lambda: told.append(1))
        for name in ("Budget", "Gone", "plan.png", "gone.png"):
            known(name)
        await until(lambda: told)
        assert [known(name) for name in ("Budget", "Gone", "plan.png", "gone.png")] == [True, False, True, False]


@on_qt_loop
async def test_another_note_ends_what_was_looked_for(tmp_path: Path) -> None:
    async with desk(tmp_path) as made:
        made.area.show()
        page = await made.area.show_note("Budget.md")
        page.writing.finding.begin()
        page.writing.bar.finder.edit.setText("pump")
        await until(lambda: page.writing.bar.finder.count.text() == "1 of 1")
        await made.area.show_note("Boiler.md")
        assert not page.writing.bar.isVisible()
        made.area.close()


@on_qt_loop
async def test_a_line_that_is_too_long_is_not_put_in(tmp_path: Path) -> None:
    async with desk(tmp_path) as made:
        page = await made.area.show_note("Budget.md")
        page.toggle_edit()
        QApplication.clipboard().setText("x" * 50_000)
        page.editor.paste()
        assert "too long" in page.banner.text()
        assert "xx" not in page.editor.text()
