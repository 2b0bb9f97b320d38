"""Pages: the first page alone, the panes, or a page instead of them; leaving one shows what was before."""

import pytest
from PySide6.QtWidgets import QLabel, QLineEdit, QStackedWidget, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.pages import Pages


@pytest.fixture
def pages(qtbot: QtBot) -> Pages:
    frame, body = QWidget(), QStackedWidget()
    QVBoxLayout(frame).addWidget(body)
    made = Pages(frame, body, QLabel("panes"))
    qtbot.addWidget(made)
    made.show()
    return made


def visible(pages: Pages) -> list[str]:
    return sorted(label.text() for label in pages.findChildren(QLabel) if label.isVisible())


def test_settings_over_the_first_page_lead_back_to_it(pages: Pages) -> None:
    framed: list[bool] = []
    pages.framed.connect(framed.append)

    pages.show_start(QLabel("start"))
    assert visible(pages) == ["start"]
    pages.show_page(QLabel("settings"))
    assert visible(pages) == ["settings"]
    pages.leave_page()
    assert visible(pages) == ["start"]
    pages.leave_start()
    assert visible(pages) == ["panes"]

    assert framed[-1] is True
    assert False in framed


def test_a_new_page_takes_the_place_of_the_last(pages: Pages) -> None:
    pages.show_page(QLabel("one"))
    pages.show_page(QLabel("two"))

    assert visible(pages) == ["two"]
    pages.leave_page()
    assert pages.page is None
    assert visible(pages) == ["panes"]


@pytest.mark.parametrize("twice", [False, True])
def test_leaving_a_page_gives_the_keyboard_back(qtbot: QtBot, twice: bool) -> None:
    panes, frame, body = QWidget(), QWidget(), QStackedWidget()
    beside, field = QLineEdit(), QLineEdit()
    row = QVBoxLayout(panes)
    row.addWidget(beside)
    row.addWidget(field)
    QVBoxLayout(frame).addWidget(body)
    made = Pages(frame, body, panes)
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=5000)
    field.setFocus()

    made.show_page(QLineEdit("settings"))
    if twice:
        made.show_page(QLineEdit("more settings"))
    assert not field.hasFocus()
    made.leave_page()

    assert field.hasFocus()


def test_what_had_the_keyboard_may_be_gone_when_a_page_is_left(qtbot: QtBot, pages: Pages) -> None:
    pages.activateWindow()
    qtbot.waitUntil(pages.isActiveWindow, timeout=5000)
    pages.show_page(QLineEdit("settings"))

    pages.leave_page()

    panes = pages.focusWidget()
    assert isinstance(panes, QLabel)
    assert panes.text() == "panes"
