"""List page: the list, or what is said where it is empty; less air where there is less room."""

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.card_rows import CardRow, Span
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.parts.list_page import ListPage


def test_an_empty_list_says_why(qtbot: QtBot) -> None:
    page = ListPage("Activity", "Newest first.", "What happened")
    qtbot.addWidget(page)
    page.resize(800, 500)
    page.show()
    page.empty.set_text("Nothing happened", "Ask something.")
    page.show_rows([])
    assert page.empty.isVisible()
    assert "Nothing happened" in [label.text() for label in page.empty.findChildren(PlainLabel)]
    page.show_rows([CardRow("a", (Span("x"),))])

    assert page.list.isVisible()
    assert not page.empty.isVisible()


def test_the_sides_shrink_with_the_page(qtbot: QtBot) -> None:
    page = ListPage("Activity", "Newest first.", "What happened")
    qtbot.addWidget(page)
    page.show()
    page.resize(1000, 500)
    QApplication.processEvents()
    wide = page.list.mapTo(page, page.list.rect().topLeft()).x()
    page.resize(420, 500)
    QApplication.processEvents()

    assert page.list.mapTo(page, page.list.rect().topLeft()).x() < wide


def test_the_keyboard_goes_to_the_list(qtbot: QtBot) -> None:
    page = ListPage("Activity", "Newest first.", "What happened")
    qtbot.addWidget(page)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    page.show_rows([CardRow("a", (Span("x"),))])
    page.setFocus()

    assert page.list.hasFocus()
