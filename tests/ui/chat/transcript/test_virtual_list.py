"""Tests of ui/chat/transcript/virtual_list.py."""

from collections.abc import Callable
from itertools import pairwise

from PySide6.QtCore import QDeadlineTimer
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.support.chats import make_conversation
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


def test_button_has_a_name_and_fits_its_text() -> None:
    host = QWidget()
    button = LatestButton(host)
    assert button.accessibleName() == "Go to the latest message"
    assert button.sizeHint().width() > button.fontMetrics().horizontalAdvance("Latest")
    assert button.isHidden()
    button.resize(button.sizeHint())
    assert not button.grab().isNull()


# Autoscroll.


def growing_area() -> tuple[QScrollArea, QWidget, Autoscroll]:
    area, content = QScrollArea(), QWidget()
    content.setFixedSize(80, 1_000)
    area.setWidget(content)
    area.resize(100, 200)
    area.show()
    autoscroll = Autoscroll(area)
    autoscroll.go_to_end()
    return area, content, autoscroll


def test_end_is_followed_until_the_user_scrolls_away_and_again_on_return() -> None:
    area, content, autoscroll = growing_area()
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


def test_expanding_content_does_not_scroll() -> None:
    area, content, autoscroll = growing_area()
    scroll_value = area.verticalScrollBar().value()
    autoscroll.stop_following()
    content.setFixedHeight(1_500)
    QApplication.sendPostedEvents()
    assert area.verticalScrollBar().value() == scroll_value


def test_smaller_pane_still_shows_the_end() -> None:
    area, _content, autoscroll = growing_area()
    area.resize(100, 120)
    QApplication.sendPostedEvents()
    assert autoscroll.at_end


# Message column.


def test_column_emits_laid_out_when_its_children_move(qtbot: QtBot) -> None:
    column = MessageColumn()
    qtbot.addWidget(column)
    rows = QVBoxLayout(column)
    above, below = QLabel("One"), QLabel("Two")
    rows.addWidget(above)
    rows.addWidget(below)
    column.show()
    positions: list[int] = []
    column.laid_out.connect(lambda: positions.append(below.y()))
    before = below.y()
    above.setFixedHeight(300)
    qtbot.waitUntil(lambda: bool(positions) and positions[-1] >= before + 200, timeout=30_000)


# Exchange heights.

GAP = 20


def heights_of(*answers: str) -> tuple[ExchangeHeights, list[Exchange]]:
    texts = [text for number, answer in enumerate(answers) for text in (f"Question {number}", answer)]
    exchanges = saved_exchanges(make_conversation("Long", *texts).messages)
    heights = ExchangeHeights(GAP)
    heights.reset(exchanges)
    heights.set_width(400, 100, 20, 8.0)
    return heights, exchanges


def test_measured_heights_are_exact_and_others_are_estimated_by_text_length() -> None:
    heights, _ = heights_of("short", "long " * 400, "short")
    assert heights.between(1, 2) > 3 * heights.between(0, 1)
    heights.measure(0, 333)
    assert heights.between(0, 1) == 333
    assert heights.top(1) == 333 + GAP
    assert heights.between(0, 3) == heights.top(2) + heights.between(2, 3)


def test_height_maps_to_the_exchange_at_it() -> None:
    heights, exchanges = heights_of(*["words " * 20] * 50)
    for index in range(len(exchanges)):
        assert heights.at(heights.top(index)) == index
        assert heights.at(heights.top(index) + heights.between(index, index + 1) - 1) == index
    assert (heights.at(-50), heights.at(10_000_000)) == (0, len(exchanges) - 1)


def test_measurements_correct_the_estimates() -> None:
    heights, _ = heights_of(*["words " * 20] * 50)
    estimate = heights.between(40, 41)
    for index in range(4):
        heights.measure(index, 2 * estimate)
    assert heights.correct()
    assert abs(heights.between(40, 41) - 2 * estimate) < estimate * 0.1
    assert not heights.correct()


def test_heights_scale_with_the_width_until_they_are_measured_again() -> None:
    heights, _ = heights_of("words " * 200)
    heights.measure(0, 600)
    assert heights.set_width(300, 100, 20, 8.0)
    assert heights.between(0, 1) == 800
    assert heights.set_width(400, 100, 20, 8.0)
    assert heights.between(0, 1) == 600
    assert not heights.set_width(400, 100, 20, 8.0)


def test_total_height_stays_within_the_limit_of_a_widget() -> None:
    heights, exchanges = heights_of(*["words " * 40_000] * 200)
    assert heights.between(0, len(exchanges)) <= MAX_CONTENT_HEIGHT


# Built range.


def shown_range(qtbot: QtBot) -> tuple[QScrollArea, BuiltRange]:
    area, column = QScrollArea(), MessageColumn()
    qtbot.addWidget(area)
    area.setWidgetResizable(True)
    rows = QVBoxLayout(column)
    rows.addStretch(1)
    area.setWidget(column)
    area.resize(400, 400)
    area.show()
    built_range = BuiltRange(area, column, rows)
    texts = [text for number in range(50) for text in (f"Question {number}", f"Answer {number}.")]
    built_range.reset(saved_exchanges(make_conversation("Long", *texts).messages))
    return area, built_range


def test_built_range_is_laid_out_between_spacers_and_grows_at_both_ends(qtbot: QtBot) -> None:
    area, built_range = shown_range(qtbot)
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


def test_exchange_at_uses_the_estimated_heights(qtbot: QtBot) -> None:
    _, built_range = shown_range(qtbot)
    built_range.begin(20)
    built_range.lay_out()
    assert built_range.exchange_at(built_range.top)[0] == 20
    assert built_range.exchange_at(0)[0] == 0
    assert built_range.exchange_at(10_000_000)[0] == 49


def test_ends_are_dropped_and_missing_exchanges_are_forgotten(qtbot: QtBot) -> None:
    _, built_range = shown_range(qtbot)
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


# Built exchanges, through the transcript view.

LONG = "A paragraph of some length that fills a line or two of the pane.\n\n" * 12
TIMEOUT = 20_000
"""Milliseconds until everything is built, also on a busy machine."""


def until(condition: Callable[[], bool]) -> None:
    deadline = QDeadlineTimer(TIMEOUT)
    while not deadline.hasExpired():
        QApplication.sendPostedEvents()
        QApplication.processEvents()
        if condition():
            return
    raise AssertionError("the condition was never met")


def settle() -> None:
    for _ in range(8):
        QApplication.sendPostedEvents()
        QApplication.processEvents()


def make_exchanges(count: int = 200) -> list[Exchange]:
    texts = [text for number in range(count) for text in (f"Question {number}", f"Answer {number}. {LONG}")]
    return saved_exchanges(make_conversation("Long", *texts).messages)


def open_view(exchanges: list[Exchange]) -> TranscriptView:
    view = TranscriptView()
    view.resize(400, 400)
    view.show()
    view.show_exchanges(exchanges)
    return view


def top_of(view: TranscriptView, exchange: Exchange) -> int:
    """Return the top of the view of *exchange*, relative to the viewport."""
    exchange_view = next(candidate for candidate in view.views if candidate.exchange is exchange)
    return exchange_view.mapTo(view.viewport(), exchange_view.rect().topLeft()).y()


def is_covered(view: TranscriptView) -> bool:
    """Return whether built exchanges cover the viewport without gaps."""
    tops = [(top_of(view, exchange_view.exchange), exchange_view.height()) for exchange_view in view.views]
    gaps = [below - (top + height) for (top, height), (below, _) in pairwise(tops)]
    first, last = tops[0][0], tops[-1][0] + tops[-1][1]
    return all(0 <= gap <= 30 for gap in gaps) and first <= 20 and last >= view.viewport().height() - 40


def shown_exchanges(view: TranscriptView) -> list[Exchange]:
    return [exchange_view.exchange for exchange_view in view.views]


def test_long_conversation_opens_at_its_end_with_the_full_scroll_range() -> None:
    exchanges = make_exchanges()
    view = open_view(exchanges)
    until(lambda: bool(view.views) and is_covered(view))
    settle()
    assert (shown_exchanges(view)[-1], view.autoscroll.at_end) == (exchanges[-1], True)
    assert len(view.views) < 10, "an exchange that is not visible was built"
    bar = view.verticalScrollBar()
    assert bar.maximum() > 150 * view.views[-1].height(), "the scroll bar does not reflect the length"
    assert is_covered(view)


def test_scrolling_up_moves_the_content_only_by_the_scrolled_distance() -> None:
    exchanges = make_exchanges()
    view = open_view(exchanges)
    until(lambda: bool(view.views) and is_covered(view))
    settle()
    bar = view.verticalScrollBar()
    for _ in range(120):
        anchor = exchanges[view._exchange_list.visible_number()]
        before = top_of(view, anchor)
        bar.setValue(bar.value() - 90)
        settle()
        assert abs(top_of(view, anchor) - before - 90) <= 1, "the content was moved"
        assert is_covered(view)
    assert len(view.views) <= MAX_BUILT


def test_scroll_bar_reaches_any_position_and_both_ends() -> None:
    exchanges = make_exchanges()
    view = open_view(exchanges)
    until(lambda: bool(view.views))
    settle()
    bar = view.verticalScrollBar()
    for share, low, high in ((0.5, 85, 115), (0.1, 10, 32), (0.9, 168, 190)):
        bar.setValue(round(bar.maximum() * share))
        until(lambda: bool(view.views) and is_covered(view))
        settle()
        assert low <= exchanges.index(shown_exchanges(view)[len(view.views) // 2]) <= high
        assert view.autoscroll.latest.isVisible()
    view.navigation.go_to_start()
    until(lambda: shown_exchanges(view)[:1] == exchanges[:1])
    settle()
    assert (bar.value(), top_of(view, exchanges[0])) == (0, view._rows.contentsMargins().top())
    view.autoscroll.latest.click()
    until(lambda: shown_exchanges(view)[-1:] == exchanges[-1:])
    settle()
    assert view.autoscroll.at_end
    assert not view.autoscroll.latest.isVisible()


def test_resizing_keeps_the_reading_position() -> None:
    exchanges = make_exchanges()
    view = open_view(exchanges)
    view.navigation.go_to(exchanges[90])
    settle()
    before = top_of(view, exchanges[90])
    for width in (360, 460, 700, 330):
        view.resize(width, 400)
        settle()
        assert abs(top_of(view, exchanges[90]) - before) <= 2, width
        assert is_covered(view)


def test_conversation_is_shown_again_at_its_reading_position() -> None:
    exchanges, other = make_exchanges(), make_exchanges(3)
    view = open_view(exchanges)
    view.navigation.go_to(exchanges[40])
    view.verticalScrollBar().setValue(view.verticalScrollBar().value() + 77)
    settle()
    before, position = top_of(view, exchanges[40]), view.reading_position
    assert position is not None
    view.show_exchanges(other)
    settle()
    assert view.reading_position is None, "there is no position to restore at the end"
    view.show_exchanges(exchanges, position)
    settle()
    assert abs(top_of(view, exchanges[40]) - before) <= 2
    view.show_exchanges(other, position)
    settle()
    assert view.autoscroll.at_end, "the position is in another conversation"


def test_new_question_scrolls_to_the_end() -> None:
    exchanges = make_exchanges(60)
    view = open_view(exchanges)
    view.navigation.go_to_text("answer 5")
    settle()
    exchanges.append(saved_exchanges(make_conversation("More", "And now?", "Now.").messages)[0])
    view.add_exchange(exchanges[-1])
    until(lambda: shown_exchanges(view)[-1] is exchanges[-1])
    settle()
    assert view.autoscroll.at_end


def test_dropped_exchanges_are_removed_and_earlier_ones_take_their_place() -> None:
    exchanges = make_exchanges(40)
    view = open_view(exchanges)
    until(lambda: bool(view.views))
    settle()
    del exchanges[-2:]
    view.drop_missing()
    until(lambda: shown_exchanges(view)[-1:] == exchanges[-1:])
    del exchanges[10:]
    view.drop_missing()
    until(lambda: shown_exchanges(view)[-1:] == exchanges[-1:])
    settle()
    assert is_covered(view)


def test_ten_thousand_messages_need_few_widgets() -> None:
    exchanges = make_exchanges(5_000)
    view = open_view(exchanges)
    until(lambda: bool(view.views))
    settle()
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    until(lambda: is_covered(view))
    settle()
    assert 2_300 <= exchanges.index(shown_exchanges(view)[0]) <= 2_700
    assert len(view.views) <= MAX_BUILT
