from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.notes.property_cells import CompletingField


@on_qt_loop
async def test_a_property_is_added_and_given_a_value_with_the_keyboard(tmp_path: Path) -> None:
    folder = small_vault(tmp_path / "vault")
    async with running_desktop(folder) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Boiler.md")
        desktop.window.commands["add-property"].trigger()

        def field() -> CompletingField | None:
            fields = page.reader.head.findChildren(CompletingField)
            return next((one for one in fields if one.isVisible()), None)

        name = field()
        assert name is not None
        QTest.keyClicks(name, "status")
        QTest.keyClick(name, Qt.Key.Key_Return)
        await until(lambda: field() not in (None, name))
        value = field()
        assert value is not None
        QTest.keyClicks(value, "open")
        QTest.keyClick(value, Qt.Key.Key_Return)
        await until(lambda: (folder / "Boiler.md").read_text(encoding="utf-8").startswith("---\nstatus: open\n---\n"))


@on_qt_loop
async def test_folded_they_stay_folded_for_every_note(tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "vault")) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Boiler.md")
        page.reader.head.set_folded(True, tell=True)
        assert desktop.window.state.properties_folded
        other = await views.notes.show_note("Daily/2026-11-20.md", new_tab=True)
        assert other.reader.head._folded
