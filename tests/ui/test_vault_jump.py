"""Vault jump: what is typed is answered with names; the newest question wins."""

from pathlib import Path

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop


@on_qt_loop
async def test_typing_a_name_leads_to_the_note(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        field = desktop.window.toolbar.jump
        desktop.window.activateWindow()
        await until(lambda: desktop.window.isActiveWindow())
        field.setFocus()
        field.setText("surv")
        field.textEdited.emit("surv")
        await until(lambda: field.hits_shown() == 2)

        field.returnPressed.emit()
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")


@on_qt_loop
async def test_words_no_name_has_are_searched_in_all_notes(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)

        desktop.window.toolbar.jump.search_asked.emit("leaks")

        assert views.browser.search_pane.field.text() == "leaks"
