"""Tests of ui/chat/transcript/transcript_view.py."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from tests.support.chats import led
from tests.ui.chat.scenes import answered, begun
from vaultdesk.providers.provider import TextArrived
from vaultdesk.ui.chat.exchange import Exchange, saved_exchanges
from vaultdesk.ui.chat.transcript.transcript_view import TranscriptView

# Travel.

LONG = "A paragraph of some length that fills a line or two of the pane.\n\n" * 12


def settle() -> None:
    for _ in range(12):
        QApplication.sendPostedEvents()
        QApplication.processEvents()


def opened(count: int = 100) -> tuple[TranscriptView, list[Exchange]]:
    words = [word for number in range(count) for word in (f"Question {number}", f"Answer {number}. {LONG}")]
    exchanges = saved_exchanges(led("Long", *words).messages)
    view = TranscriptView()
    view.resize(400, 400)
    view.show()
    view.show_exchanges(exchanges)
    settle()
    return view, exchanges


def top_of(view: TranscriptView, exchange: Exchange) -> int:
    drawn = next(one for one in view.views if one.exchange is exchange)
    return drawn.mapTo(view.viewport(), drawn.rect().topLeft()).y()


def test_jumping_up_goes_from_question_to_question_as_far_as_there_are_any() -> None:
    view, exchanges = opened()
    for number in range(99, 60, -1):
        view.navigation.jump(-1)
        settle()
        assert 0 <= top_of(view, exchanges[number]) <= 12, number
    view.navigation.jump(1)
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
    assert view.autoscroll.at_end


def test_a_page_up_and_a_page_down_lead_back() -> None:
    view, exchanges = opened()
    view.navigation.go_to(exchanges[50])
    settle()
    before = top_of(view, exchanges[50])
    view.navigation.page(-1)
    settle()
    assert top_of(view, exchanges[50]) > before + 200
    view.navigation.page(1)
    settle()
    assert abs(top_of(view, exchanges[50]) - before) <= 2


def test_a_place_in_a_text_is_brought_into_sight_and_left_alone_where_it_is() -> None:
    view, exchanges = opened()
    drawn = view.navigation.go_to(exchanges[30])
    settle()
    text = drawn.answers[0]
    end = text.cursorRect()
    end.moveTop(text.height() - 30)
    view.navigation.go_to_rect(text.viewport(), end)
    settle()
    y = text.viewport().mapTo(view.viewport(), end.topLeft()).y()
    assert 0 <= y <= 400
    place = view.verticalScrollBar().value()
    view.navigation.go_to_rect(text.viewport(), end)
    assert view.verticalScrollBar().value() == place


# Message view.


def shown_view(exchanges: list[Exchange]) -> TranscriptView:
    view = TranscriptView()
    view.resize(400, 400)
    view.show()
    view.show_exchanges(exchanges)
    settle_layout()
    return view


def settle_layout() -> None:
    for _ in range(4):
        QApplication.sendPostedEvents()
        QApplication.processEvents()


def test_a_growing_answer_is_followed_by_a_reader_at_the_end() -> None:
    exchange = begun()
    view = shown_view([answered(text=LONG), exchange])
    for _ in range(5):
        exchange.apply(TextArrived(LONG))
        view.exchange_changed(exchange)
        view.flush()
        settle_layout()
        assert view.autoscroll.at_end


def test_a_reader_who_scrolled_up_is_not_moved_and_gets_a_way_back() -> None:
    exchange = begun()
    view = shown_view([answered(text=LONG), exchange])
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    place, top = bar.value(), view.views[0].mapTo(view, view.views[0].rect().topLeft())
    assert view.autoscroll.latest.isVisible()
    for _ in range(3):
        exchange.apply(TextArrived(LONG))
        view.exchange_changed(exchange)
        view.flush()
        settle_layout()
    assert (bar.value(), view.views[0].mapTo(view, view.views[0].rect().topLeft())) == (place, top)
    view.autoscroll.latest.click()
    assert view.autoscroll.at_end
    assert not view.autoscroll.latest.isVisible()


def test_deltas_are_gathered_and_drawn_by_a_timer(qtbot: QtBot) -> None:
    exchange = begun()
    view = shown_view([exchange])
    for built_range in ("One ", "two ", "three."):
        exchange.apply(TextArrived(built_range))
        view.exchange_changed(exchange)
    (drawn,) = view.views
    assert drawn.answers == ()
    qtbot.waitUntil(lambda: bool(drawn.answers))
    assert [answer.toPlainText().strip() for answer in drawn.answers] == ["One two three."]


def test_a_card_stands_at_the_end_and_can_be_taken_away() -> None:
    view = shown_view([answered(text=LONG)])
    card = QLabel("Allow this?")
    view.add_card(card)
    settle_layout()
    assert card.isVisible()
    assert view.autoscroll.at_end
    view.remove_card(card)
    assert not card.isVisible()


def test_a_card_that_goes_away_says_that_the_keyboard_is_free() -> None:
    view = shown_view([answered()])
    view.activateWindow()
    card = QLineEdit()
    freed: list[bool] = []
    view.keyboard_freed.connect(lambda: freed.append(True))
    view.add_card(card)
    settle_layout()
    card.setFocus()
    view.remove_card(card)
    assert freed == [True]


def test_jumping_goes_from_question_to_question() -> None:
    view = shown_view([answered(str(number), LONG) for number in range(3)])
    bar = view.verticalScrollBar()
    bar.setValue(0)
    view.navigation.jump(1)
    second = bar.value()
    view.navigation.jump(1)
    assert 0 < second < bar.value()
    view.navigation.jump(-1)
    assert bar.value() == second


def test_words_lead_to_the_exchange_in_which_they_stand() -> None:
    exchanges = [answered(f"Question {number}", f"Answer {number}. {LONG}") for number in range(60)]
    view = shown_view(exchanges)
    view.navigation.go_to_text("answer 23")
    settle_layout()
    found = next(shown for shown in view.views if shown.exchange is exchanges[23])
    assert 0 <= found.mapTo(view, found.rect().topLeft()).y() < 40
    view.navigation.go_to_text("no such words")
    settle_layout()
    assert 0 <= found.mapTo(view, found.rect().topLeft()).y() < 40
