"""Selection at hand: its words, the heading over it, and the entry in the menus of text."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent, QTextDocument
from PySide6.QtWidgets import QApplication, QMenu

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.selection_at_hand import heading_over, selected_in
from vaultdesk.ui.vault_views import VaultViews

SURVEY = "Projects/Heat-loss survey.md"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


async def selecting(views: VaultViews, words: str, *, editing: bool) -> NotePage:
    """Open the survey and select *words* in it."""
    page = await views.notes.show_note(SURVEY)
    await until(lambda: page.text is not None and words in page.reader.toPlainText())
    if editing:
        page.toggle_edit()
        await until(lambda: page.editing and words in page.editor.text())
    text = page.editor if editing else page.reader
    document: QTextDocument = text.document()
    text.setTextCursor(document.find(words))
    return page


def ask_for_menu(page: NotePage) -> QMenu:
    text = page.editor if page.editing else page.reader
    place = QPoint(4, 4)
    QApplication.sendEvent(text.viewport(), QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, place))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


@on_qt_loop
@pytest.mark.parametrize("editing", [False, True])
async def test_a_selection_is_added_from_its_menu_under_its_heading(home: Path, vault: Path, editing: bool) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        page = await selecting(views, "8.2 kW", editing=editing)
        assert (selected_in(page), heading_over(page)) == ("8.2 kW", "Result")
        menu = ask_for_menu(page)
        entry = next(one for one in menu.actions() if one.text().startswith("Add selection"))
        assert "Ctrl" in entry.text()
        entry.trigger()
        menu.close()
        (item,) = views.chat.composer.tray.items
        assert (item.kind, item.target, item.text) == ("selection", f"{SURVEY}#Result", "8.2 kW")
        assert "Heat-loss survey › Result" in views.chat.composer.tray.chips[0].toolTip() + str(
            [piece[0] for piece in views.chat.composer.tray.chips[0]._pieces]
        )


@on_qt_loop
async def test_the_entry_waits_for_a_selection(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        page = await selecting(views, "8.2 kW", editing=False)
        cursor = page.reader.textCursor()
        cursor.clearSelection()
        page.reader.setTextCursor(cursor)
        menu = ask_for_menu(page)
        entry = next(one for one in menu.actions() if one.text().startswith("Add selection"))
        assert not entry.isEnabled()
        menu.close()
