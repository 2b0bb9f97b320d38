"""Tests of ui/chat/transcript/transcript_view.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QTextEdit
from pytestqt.qtbot import QtBot

from tests.support.chats import MemoryChats, led
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.chat.chat_desk import ChatDesk, open_chat, says
from tests.ui.chat.scenes import answered, begun
from vaultdesk.providers.provider import TextArrived
from vaultdesk.ui.chat.exchange import Exchange, saved_exchanges
from vaultdesk.ui.chat.transcript.transcript_view import (
    TextMatch,
    TranscriptView,
    find_text_matches,
    mark,
    match_cursors,
    visible_text_of,
)

# Travel.

LONG = "A paragraph of some length that fills a line or two of the pane.\n\n" * 12


def settle() -> None:
    for _ in range(12):
        QApplication.sendPostedEvents()
        QApplication.processEvents()


def opened(count: int = 100) -> tuple[TranscriptView, list[Exchange]]:
    text = [word for number in range(count) for word in (f"Question {number}", f"Answer {number}. {LONG}")]
    exchanges = saved_exchanges(led("Long", *text).messages)
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
    view.focus_released.connect(lambda: freed.append(True))
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


# Find marks.


def written(qtbot: QtBot, *texts: str) -> list[QTextEdit]:
    edits = [QTextEdit(text) for text in texts]
    for edit in edits:
        qtbot.addWidget(edit)
    return edits


def test_every_place_is_marked_and_the_chosen_one_is_returned(qtbot: QtBot) -> None:
    edits = written(qtbot, "A pump, a Pump", "no", "pumps")
    chosen = mark(edits, "pump", 2)
    assert [len(edit.extraSelections()) for edit in edits] == [2, 0, 1]
    assert chosen is not None
    assert (chosen[0], chosen[1].selectedText()) == (edits[2], "pump")
    assert mark(edits, "", -1) is None
    assert [len(edit.extraSelections()) for edit in edits] == [0, 0, 0]


def test_a_place_more_than_there_are_is_the_last_one(qtbot: QtBot) -> None:
    edits = written(qtbot, "pump pump")
    chosen = mark(edits, "pump", 7)
    assert chosen is not None
    assert chosen[1].selectionStart() == 5
    assert len(match_cursors(edits[0], "nothing like it")) == 0


# Find places.


@pytest.mark.parametrize(
    ("markdown", "seen"),
    [
        ("An **8.5 kW** pump, *quiet*, `code`, ~~no~~", "An 8.5 kW pump, quiet, code, no"),
        ("## Result\n> quoted", "Result\nquoted"),
        ("[[Projects/Boiler|the boiler]] and [site](https://boiler.example)", "the boiler and site"),
        ("snake_case and _slanted_", "snake_case and slanted"),
        ("2 * 3 [[ not closed", "2  3 [[ not closed"),
    ],
)
def test_words_are_looked_for_in_what_is_seen(markdown: str, seen: str) -> None:
    assert visible_text_of(markdown) == seen


def test_places_are_counted_in_kept_and_in_growing_exchanges_alike() -> None:
    (saved,) = saved_exchanges(led("Heat", "A pump?", "Yes, a **PUMP**. The pump is quiet.").messages)
    growing = begun("Which pump?")
    growing.apply(TextArrived("This pump"))
    places = find_text_matches((saved, growing, answered("No", "Nothing.")), {}, "pump")
    assert places == (
        TextMatch(saved, 0),
        TextMatch(saved, 1),
        TextMatch(saved, 2),
        TextMatch(growing, 0),
        TextMatch(growing, 1),
    )


def test_nothing_is_found_for_no_words() -> None:
    assert find_text_matches((answered(),), {}, "") == ()


# Chat find, in the dock.

LONG_ANSWER = "A paragraph of some length that fills a line or two of the pane.\n\n" * 8


def shelf(count: int) -> MemoryChats:
    chats = MemoryChats()
    text = [
        word
        for n in range(count)
        for word in (f"Question {n}?", f"{'A **heat pump**.' if n % 30 == 7 else 'No.'} {LONG_ANSWER}")
    ]
    chats.write("Chats/Long.md", led("Long", *text))
    return chats


async def looked_for(desk: ChatDesk, words: str, told: str) -> None:
    """Type *words* into the bar and wait until it says *told*."""
    desk.dock.search.begin()
    QTest.keyClicks(desk.dock.find_bar.edit, words)
    await until(lambda: desk.dock.find_bar.count.text() == told)


def in_sight(desk: ChatDesk) -> list[str]:
    """The words that are marked as the chosen place, in sight."""
    view = desk.dock.transcript
    found = []
    for one in view.views:
        for edit in one.texts:
            for background in edit.extraSelections():
                rect = edit.cursorRect(background.cursor)
                y = edit.viewport().mapTo(view.viewport(), rect.topLeft()).y()
                if 0 <= y <= view.viewport().height():
                    found.append(background.cursor.selectedText())
    return found


@on_qt_loop
async def test_words_are_found_in_messages_that_are_not_built_and_shown(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [], chats=shelf(300)) as desk:
        await desk.open("Chats/Long.md")
        desk.dock.transcript.navigation.go_to_start()
        await until(lambda: desk.exchanges[0].exchange.question == "Question 0?")
        await looked_for(desk, "heat pump", "1 of 10")
        assert in_sight(desk) == ["heat pump"]
        QTest.keyClick(desk.dock.find_bar.edit, Qt.Key.Key_Return)
        assert desk.dock.find_bar.count.text() == "2 of 10"
        await until(lambda: in_sight(desk) == ["heat pump"])
        QTest.keyClick(desk.dock.find_bar.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        QTest.keyClick(desk.dock.find_bar.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        assert desk.dock.find_bar.count.text() == "10 of 10"
        await until(lambda: in_sight(desk) == ["heat pump"])
        assert desk.dock.transcript.navigation.visible_number >= 270


@on_qt_loop
async def test_esc_goes_back_to_the_question_and_takes_the_marks_away(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("A heat pump, a boiler.")]) as desk:
        await desk.ask("Which pump?")
        await looked_for(desk, "pump", "1 of 2")
        QTest.keyClick(desk.dock.find_bar.edit, Qt.Key.Key_Escape)
        assert desk.dock.find_bar.isHidden()
        assert in_sight(desk) == []
        assert QApplication.focusWidget() is desk.dock.composer.field


@on_qt_loop
async def test_an_answer_that_comes_while_one_searches_is_counted(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("None."), says("A pump.")]) as desk:
        await desk.ask("Hello")
        await looked_for(desk, "pump", "Not found")
        desk.dock.ask("And now?")
        await until(lambda: desk.dock.find_bar.count.text() == "1 of 1")


@on_qt_loop
async def test_another_conversation_is_searched_when_it_is_shown(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("A pump."), says("A pump and a pump.")]) as desk:
        await desk.ask("First")
        desk.dock.new_chat()
        await desk.ask("Second")
        await looked_for(desk, "pump", "1 of 2")
        desk.go_to(0)
        await until(lambda: desk.dock.find_bar.count.text() == "1 of 1")
