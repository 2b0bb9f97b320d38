"""Tests of ui/chat/transcript/virtual_list.py."""

from collections.abc import Callable
from itertools import pairwise

from PySide6.QtCore import QDeadlineTimer
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.support.chats import led
from vaultdesk.ui.chat.exchange import Exchange, saved_exchanges
from vaultdesk.ui.chat.transcript.transcript_view import TranscriptView
from vaultdesk.ui.chat.transcript.virtual_list import (
    MAX_BUILT,
    MAX_CONTENT_HEIGHT,
    Autoscroll,
    BuiltRange,
    ExchangeHeights,
    LatestButton,
    MessageColumn,
)

# Latest button.


def test_it_has_a_name_and_room_for_its_word() -> None:
    host = QWidget()
    button = LatestButton(host)
    assert button.accessibleName() == "Go to the latest message"
    assert button.sizeHint().width() > button.fontMetrics().horizontalAdvance("Latest")
    assert button.isHidden()
    button.resize(button.sizeHint())
    assert not button.grab().isNull()


# Tail.


def growing() -> tuple[QScrollArea, QWidget, Autoscroll]:
    area, content = QScrollArea(), QWidget()
    content.setFixedSize(80, 1_000)
    area.setWidget(content)
    area.resize(100, 200)
    area.show()
    autoscroll = Autoscroll(area)
    autoscroll.go_to_end()
    return area, content, autoscroll


def test_the_end_is_followed_until_the_reader_leaves_it_and_again_when_they_return() -> None:
    area, content, autoscroll = growing()
    bar = area.verticalScrollBar()
    content.setFixedHeight(1_500)
    QApplication.sendPostedEvents()
    assert autoscroll.at_end
    bar.setValue(300)
    content.setFixedHeight(2_000)
    QApplication.sendPostedEvents()
    assert (bar.value(), autoscroll.latest.isVisible()) == (300, True)
    bar.setValue(bar.maximum())
    content.setFixedHeight(2_500)
    QApplication.sendPostedEvents()
    assert (autoscroll.at_end, autoscroll.latest.isVisible()) == (True, False)


def test_what_the_reader_opens_does_not_run_away() -> None:
    area, content, autoscroll = growing()
    scroll_value = area.verticalScrollBar().value()
    autoscroll.stop_following()
    content.setFixedHeight(1_500)
    QApplication.sendPostedEvents()
    assert area.verticalScrollBar().value() == scroll_value


def test_a_smaller_pane_still_shows_the_end() -> None:
    area, _content, autoscroll = growing()
    area.resize(100, 120)
    QApplication.sendPostedEvents()
    assert autoscroll.at_end


# Column.


def test_it_tells_when_what_is_in_it_stands_elsewhere(qtbot: QtBot) -> None:
    column = MessageColumn()
    qtbot.addWidget(column)
    rows = QVBoxLayout(column)
    above, below = QLabel("One"), QLabel("Two")
    rows.addWidget(above)
    rows.addWidget(below)
    column.show()
    seen: list[int] = []
    column.laid_out.connect(lambda: seen.append(below.y()))
    before = below.y()
    above.setFixedHeight(300)
    qtbot.waitUntil(lambda: bool(seen) and seen[-1] >= before + 200)


# Heights.

GAP = 20


def known(*answers: str) -> tuple[ExchangeHeights, list[Exchange]]:
    text = [word for number, answer in enumerate(answers) for word in (f"Question {number}", answer)]
    exchanges = saved_exchanges(led("Long", *text).messages)
    heights = ExchangeHeights(GAP)
    heights.reset(exchanges)
    heights.set_width(400, 100, 20, 8.0)
    return heights, exchanges


def test_what_was_measured_holds_and_the_rest_is_guessed_by_its_words() -> None:
    heights, _ = known("short", "long " * 400, "short")
    assert heights.between(1, 2) > 3 * heights.between(0, 1)
    heights.measure(0, 333)
    assert heights.between(0, 1) == 333
    assert heights.top(1) == 333 + GAP
    assert heights.between(0, 3) == heights.top(2) + heights.between(2, 3)


def test_each_height_leads_to_the_exchange_that_stands_there() -> None:
    heights, exchanges = known(*["words " * 20] * 50)
    for index in range(len(exchanges)):
        assert heights.at(heights.top(index)) == index
        assert heights.at(heights.top(index) + heights.between(index, index + 1) - 1) == index
    assert (heights.at(-50), heights.at(10_000_000)) == (0, len(exchanges) - 1)


def test_what_is_measured_corrects_what_is_guessed() -> None:
    heights, _ = known(*["words " * 20] * 50)
    guessed = heights.between(40, 41)
    for index in range(4):
        heights.measure(index, 2 * guessed)
    assert heights.correct()
    assert abs(heights.between(40, 41) - 2 * guessed) < guessed * 0.1
    assert not heights.correct()


def test_a_narrower_pane_makes_what_was_measured_higher_until_it_is_measured_again() -> None:
    heights, _ = known("words " * 200)
    heights.measure(0, 600)
    assert heights.set_width(300, 100, 20, 8.0)
    assert heights.between(0, 1) == 800
    assert heights.set_width(400, 100, 20, 8.0)
    assert heights.between(0, 1) == 600
    assert not heights.set_width(400, 100, 20, 8.0)


def test_all_together_stay_within_what_a_widget_can_be() -> None:
    heights, exchanges = known(*["words " * 40_000] * 200)
    assert heights.between(0, len(exchanges)) <= MAX_CONTENT_HEIGHT


# Piece.


def shown_piece(qtbot: QtBot) -> tuple[QScrollArea, BuiltRange]:
    area, column = QScrollArea(), MessageColumn()
    qtbot.addWidget(area)
    area.setWidgetResizable(True)
    rows = QVBoxLayout(column)
    rows.addStretch(1)
    area.setWidget(column)
    area.resize(400, 400)
    area.show()
    built_range = BuiltRange(area, column, rows)
    text = [word for number in range(50) for word in (f"Question {number}", f"Answer {number}.")]
    built_range.reset(saved_exchanges(led("Long", *text).messages))
    return area, built_range


def test_a_piece_stands_between_the_rooms_of_the_rest_and_grows_at_both_ends(qtbot: QtBot) -> None:
    area, built_range = shown_piece(qtbot)
    built_range.begin(20)
    built_range.lay_out()
    before = area.verticalScrollBar().maximum()
    assert before > 1_000
    assert built_range.top > 500
    built_range.grow(up=True)
    built_range.grow(up=False)
    built_range.lay_out()
    assert (built_range.first, built_range.end) == (19, 22)
    assert [view.exchange for view in built_range.views] == built_range.exchanges[19:22]
    assert built_range.views[0].y() < built_range.views[1].y() < built_range.views[2].y()


def test_what_should_stand_somewhere_is_told_by_where_it_is_reckoned(qtbot: QtBot) -> None:
    _, built_range = shown_piece(qtbot)
    built_range.begin(20)
    built_range.lay_out()
    assert built_range.exchange_at(built_range.top)[0] == 20
    assert built_range.exchange_at(0)[0] == 0
    assert built_range.exchange_at(10_000_000)[0] == 49


def test_ends_are_dropped_and_what_is_gone_is_forgotten(qtbot: QtBot) -> None:
    _, built_range = shown_piece(qtbot)
    built_range.begin(20)
    built_range.grow(up=False)
    built_range.drop(built_range.views[0])
    assert (built_range.first, built_range.end) == (21, 22)
    del built_range.exchanges[:10]
    assert built_range.forget_missing() == []
    built_range.renumber()
    assert (built_range.first, built_range.end) == (11, 12)
    del built_range.exchanges[5:]
    assert built_range.forget_missing() == built_range.views


# Built exchanges, through the view it builds for.

LONG = "A paragraph of some length that fills a line or two of the pane.\n\n" * 12
LIMIT = 20_000
"""Milliseconds in which everything wanted is built, also on a busy machine."""


def until(true: Callable[[], bool]) -> None:
    limit = QDeadlineTimer(LIMIT)
    while not limit.hasExpired():
        QApplication.sendPostedEvents()
        QApplication.processEvents()
        if true():
            return
    raise AssertionError("it never came true")


def settle() -> None:
    for _ in range(8):
        QApplication.sendPostedEvents()
        QApplication.processEvents()


def many(count: int = 200) -> list[Exchange]:
    text = [word for number in range(count) for word in (f"Question {number}", f"Answer {number}. {LONG}")]
    return saved_exchanges(led("Long", *text).messages)


def opened(exchanges: list[Exchange]) -> TranscriptView:
    view = TranscriptView()
    view.resize(400, 400)
    view.show()
    view.show_exchanges(exchanges)
    return view


def top_of(view: TranscriptView, exchange: Exchange) -> int:
    """Where the view of *exchange* begins, from the top of what is in sight."""
    drawn = next(one for one in view.views if one.exchange is exchange)
    return drawn.mapTo(view.viewport(), drawn.rect().topLeft()).y()


def covered(view: TranscriptView) -> bool:
    """Whether what is in sight is built, and nothing is missing in between."""
    tops = [(top_of(view, one.exchange), one.height()) for one in view.views]
    gaps = [below - (top + height) for (top, height), (below, _) in pairwise(tops)]
    first, last = tops[0][0], tops[-1][0] + tops[-1][1]
    return all(0 <= gap <= 30 for gap in gaps) and first <= 20 and last >= view.viewport().height() - 40


def shown(view: TranscriptView) -> list[Exchange]:
    return [one.exchange for one in view.views]


def test_a_long_conversation_opens_at_its_end_with_room_for_all_of_it() -> None:
    exchanges = many()
    view = opened(exchanges)
    until(lambda: bool(view.views) and covered(view))
    settle()
    assert (shown(view)[-1], view.autoscroll.at_end) == (exchanges[-1], True)
    assert len(view.views) < 10, "what nobody sees was built"
    bar = view.verticalScrollBar()
    assert bar.maximum() > 150 * view.views[-1].height(), "the bar does not tell how long it is"
    assert covered(view)


def test_reading_upwards_moves_nothing_but_by_the_wheel() -> None:
    exchanges = many()
    view = opened(exchanges)
    until(lambda: bool(view.views) and covered(view))
    settle()
    bar = view.verticalScrollBar()
    for _ in range(120):
        read = exchanges[view._exchange_list.visible_number()]
        before = top_of(view, read)
        bar.setValue(bar.value() - 90)
        settle()
        assert abs(top_of(view, read) - before - 90) <= 1, "the reader was moved"
        assert covered(view)
    assert len(view.views) <= MAX_BUILT


def test_the_thumb_leads_anywhere_and_the_ends_are_the_ends() -> None:
    exchanges = many()
    view = opened(exchanges)
    until(lambda: bool(view.views))
    settle()
    bar = view.verticalScrollBar()
    for share, low, high in ((0.5, 85, 115), (0.1, 10, 32), (0.9, 168, 190)):
        bar.setValue(round(bar.maximum() * share))
        until(lambda: bool(view.views) and covered(view))
        settle()
        assert low <= exchanges.index(shown(view)[len(view.views) // 2]) <= high
        assert view.autoscroll.latest.isVisible()
    view.navigation.go_to_start()
    until(lambda: shown(view)[:1] == exchanges[:1])
    settle()
    assert (bar.value(), top_of(view, exchanges[0])) == (0, view._rows.contentsMargins().top())
    view.autoscroll.latest.click()
    until(lambda: shown(view)[-1:] == exchanges[-1:])
    settle()
    assert view.autoscroll.at_end
    assert not view.autoscroll.latest.isVisible()


def test_another_width_keeps_the_words_that_are_read() -> None:
    exchanges = many()
    view = opened(exchanges)
    view.navigation.go_to(exchanges[90])
    settle()
    before = top_of(view, exchanges[90])
    for width in (360, 460, 700, 330):
        view.resize(width, 400)
        settle()
        assert abs(top_of(view, exchanges[90]) - before) <= 2, width
        assert covered(view)


def test_a_conversation_is_shown_again_where_it_was_left() -> None:
    exchanges, other = many(), many(3)
    view = opened(exchanges)
    view.navigation.go_to(exchanges[40])
    view.verticalScrollBar().setValue(view.verticalScrollBar().value() + 77)
    settle()
    left, position = top_of(view, exchanges[40]), view.reading_position
    assert position is not None
    view.show_exchanges(other)
    settle()
    assert view.reading_position is None, "at the end there is nothing to come back to"
    view.show_exchanges(exchanges, position)
    settle()
    assert abs(top_of(view, exchanges[40]) - left) <= 2
    view.show_exchanges(other, position)
    settle()
    assert view.autoscroll.at_end, "the place is in another conversation"


def test_what_is_asked_while_older_words_are_shown_leads_to_the_end() -> None:
    exchanges = many(60)
    view = opened(exchanges)
    view.navigation.go_to_text("answer 5")
    settle()
    exchanges.append(saved_exchanges(led("More", "And now?", "Now.").messages)[0])
    view.add_exchange(exchanges[-1])
    until(lambda: shown(view)[-1] is exchanges[-1])
    settle()
    assert view.autoscroll.at_end


def test_what_is_dropped_goes_and_what_was_before_takes_its_place() -> None:
    exchanges = many(40)
    view = opened(exchanges)
    until(lambda: bool(view.views))
    settle()
    del exchanges[-2:]
    view.drop_missing()
    until(lambda: shown(view)[-1:] == exchanges[-1:])
    del exchanges[10:]
    view.drop_missing()
    until(lambda: shown(view)[-1:] == exchanges[-1:])
    settle()
    assert covered(view)


def test_ten_thousand_messages_are_a_matter_of_a_few_widgets() -> None:
    exchanges = many(5_000)
    view = opened(exchanges)
    until(lambda: bool(view.views))
    settle()
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    until(lambda: covered(view))
    settle()
    assert 2_300 <= exchanges.index(shown(view)[0]) <= 2_700
    assert len(view.views) <= MAX_BUILT
