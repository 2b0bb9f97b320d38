"""Tests of travel.py."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.support.chats import led
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.kept_exchanges import kept_exchanges
from vaultdesk.ui.chat.message_view import ChatView

LONG = "A paragraph of some length that fills a line or two of the pane.\n\n" * 12


def settle() -> None:
    for _ in range(12):
        QApplication.sendPostedEvents()
        QApplication.processEvents()


def opened(count: int = 100) -> tuple[ChatView, list[Exchange]]:
    words = [word for number in range(count) for word in (f"Question {number}", f"Answer {number}. {LONG}")]
    exchanges = kept_exchanges(led("Long", *words).messages)
    view = ChatView()
    view.resize(400, 400)
    view.show()
    view.show_exchanges(exchanges)
    settle()
    return view, exchanges


def top_of(view: ChatView, exchange: Exchange) -> int:
    drawn = next(one for one in view.views if one.exchange is exchange)
    return drawn.mapTo(view.viewport(), drawn.rect().topLeft()).y()


def test_jumping_up_goes_from_question_to_question_as_far_as_there_are_any() -> None:
    view, exchanges = opened()
    for number in range(99, 60, -1):
        view.travel.jump(-1)
        settle()
        assert 0 <= top_of(view, exchanges[number]) <= 12, number
    view.travel.jump(1)
    settle()
    assert 0 <= top_of(view, exchanges[62]) <= 12


def test_home_and_end_lead_to_the_first_question_and_to_the_last_answer() -> None:
    view, exchanges = opened()
    QTest.keyClick(view, Qt.Key.Key_Home)
    settle()
    assert view.views[0].exchange is exchanges[0]
    assert view.verticalScrollBar().value() == 0
    QTest.keyClick(view, Qt.Key.Key_End)
    settle()
    assert view.views[-1].exchange is exchanges[-1]
    assert view.tail.at_end


def test_a_page_up_and_a_page_down_lead_back() -> None:
    view, exchanges = opened()
    view.travel.go_to(exchanges[50])
    settle()
    before = top_of(view, exchanges[50])
    view.travel.page(-1)
    settle()
    assert top_of(view, exchanges[50]) > before + 200
    view.travel.page(1)
    settle()
    assert abs(top_of(view, exchanges[50]) - before) <= 2


def test_a_place_in_a_text_is_brought_into_sight_and_left_alone_where_it_is() -> None:
    view, exchanges = opened()
    drawn = view.travel.go_to(exchanges[30])
    settle()
    text = drawn.answers[0]
    end = text.cursorRect()
    end.moveTop(text.height() - 30)
    view.travel.go_to_rect(text.viewport(), end)
    settle()
    y = text.viewport().mapTo(view.viewport(), end.topLeft()).y()
    assert 0 <= y <= 400
    place = view.verticalScrollBar().value()
    view.travel.go_to_rect(text.viewport(), end)
    assert view.verticalScrollBar().value() == place
