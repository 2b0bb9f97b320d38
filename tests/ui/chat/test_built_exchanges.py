"""Tests of built_exchanges.py, through the view it builds for."""

from collections.abc import Callable

from PySide6.QtWidgets import QApplication

from tests.support.chats import led
from vaultdesk.ui.chat.built_exchanges import MOST_BUILT, SLICE
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.kept_exchanges import kept_exchanges
from vaultdesk.ui.chat.message_view import ChatView

LONG = "A paragraph of some length that fills a line or two of the pane.\n\n" * 12
TURNS = 400
"""Turns of the loop in which everything wanted is built; each builds at least one exchange."""


def until(true: Callable[[], bool]) -> None:
    for _ in range(TURNS):
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
    words = [word for number in range(count) for word in (f"Question {number}", f"Answer {number}. {LONG}")]
    return kept_exchanges(led("Long", *words).messages)


def opened(exchanges: list[Exchange]) -> ChatView:
    view = ChatView()
    view.resize(400, 400)
    view.show()
    view.show_exchanges(exchanges)
    return view


def shown(view: ChatView) -> list[Exchange]:
    return [one.exchange for one in view.views]


def test_a_long_conversation_opens_at_its_end_and_grows_upwards_in_slices() -> None:
    exchanges = many()
    view = opened(exchanges)
    until(lambda: bool(view.views))
    assert shown(view)[-1] is exchanges[-1]
    assert len(view.views) < SLICE, "the window got no turn before all was built"
    until(lambda: len(view.views) == SLICE)
    settle()
    assert shown(view) == exchanges[-SLICE:]
    assert view.tail.at_end
    bar = view.verticalScrollBar()
    bar.setValue(view.viewport().height() - 1)
    first_before = view.views[0]
    top = first_before.mapTo(view, first_before.rect().topLeft()).y()
    until(lambda: len(view.views) == 2 * SLICE)
    settle()
    assert shown(view) == exchanges[-2 * SLICE :]
    assert abs(first_before.mapTo(view, first_before.rect().topLeft()).y() - top) <= 2, "the reader was moved"


def test_a_piece_in_the_middle_grows_at_both_ends_and_latest_leads_to_the_end() -> None:
    exchanges = many()
    view = opened(exchanges)
    view.show_words("answer 100")
    until(lambda: view.views[0].exchange is exchanges[100 - SLICE])
    settle()
    assert view.tail.latest.isVisible()
    bar = view.verticalScrollBar()
    last = view.views[-1]
    bar.setValue(bar.maximum())
    until(lambda: view.views[-1] is not last)
    assert not view.tail.at_end, "more stands below"
    view.tail.latest.click()
    until(lambda: len(view.views) == SLICE)
    settle()
    assert shown(view) == exchanges[-SLICE:]
    assert view.tail.at_end
    assert not view.tail.latest.isVisible()


def test_what_is_asked_while_older_words_are_shown_leads_to_the_end() -> None:
    exchanges = many(60)
    view = opened(exchanges)
    view.show_words("answer 5")
    settle()
    exchanges.append(kept_exchanges(led("More", "And now?", "Now.").messages)[0])
    view.add_exchange(exchanges[-1])
    settle()
    assert shown(view)[-1] is exchanges[-1]
    assert view.tail.at_end


def test_what_is_dropped_goes_and_an_earlier_piece_takes_its_place() -> None:
    exchanges = many(40)
    view = opened(exchanges)
    until(lambda: len(view.views) == SLICE)
    del exchanges[-2:]
    view.drop_missing()
    assert shown(view) == exchanges[-(SLICE - 2) :]
    del exchanges[10:]
    view.drop_missing()
    until(lambda: len(view.views) == SLICE)
    assert shown(view) == exchanges[-SLICE:]


def test_what_is_far_from_the_reader_is_let_go_and_built_again() -> None:
    exchanges = many(120)
    view = opened(exchanges)
    until(lambda: len(view.views) == SLICE)
    bar = view.verticalScrollBar()
    for _ in range(8):
        first = view.views[0]
        bar.setValue(0)
        until(lambda first=first: first not in view.views[:SLICE])
        settle()
        assert abs(first.mapTo(view, first.rect().topLeft()).y()) <= 60, "the reader was moved"
    assert len(view.views) == MOST_BUILT
    assert view.views[-1].exchange is not exchanges[-1]
    assert view.tail.latest.isVisible()
    for _ in range(4):
        last = view.views[-1]
        bar.setValue(bar.maximum())
        place = last.mapTo(view, last.rect().topLeft()).y()
        until(lambda last=last: last not in view.views[-SLICE:])
        settle()
        assert abs(last.mapTo(view, last.rect().topLeft()).y() - place) <= 2, "the reader was moved"
    assert len(view.views) == MOST_BUILT
