"""Tests of ui/chat/transcript/transcript_view.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QTextEdit
from pytestqt.qtbot import QtBot

from tests.support.chats import MemoryChats, make_conversation
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.chat.chat_env import ChatEnv, open_chat, streamed_text
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

# Navigation.

LONG = "A paragraph of some length that fills a line or two of the pane.\n\n" * 12


def settle() -> None:
    for _ in range(12):
        QApplication.sendPostedEvents()
        QApplication.processEvents()


def open_view(count: int = 100) -> tuple[TranscriptView, list[Exchange]]:
    texts = [text for number in range(count) for text in (f"Question {number}", f"Answer {number}. {LONG}")]
    exchanges = saved_exchanges(make_conversation("Long", *texts).messages)
    view = TranscriptView()
    view.resize(400, 400)
    view.show()
    view.show_exchanges(exchanges)
    settle()
    return view, exchanges


def top_of(view: TranscriptView, exchange: Exchange) -> int:
    exchange_view = next(candidate for candidate in view.views if candidate.exchange is exchange)
    return exchange_view.mapTo(view.viewport(), exchange_view.rect().topLeft()).y()


def test_jump_moves_from_question_to_question() -> None:
    view, exchanges = open_view()
    for number in range(99, 60, -1):
        view.navigation.jump(-1)
        settle()
        assert 0 <= top_of(view, exchanges[number]) <= 12, number
    view.navigation.jump(1)
    settle()
    assert 0 <= top_of(view, exchanges[62]) <= 12


def test_home_and_end_go_to_the_first_question_and_the_last_answer() -> None:
    view, exchanges = open_view()
    QTest.keyClick(view, Qt.Key.Key_Home)
    settle()
    assert view.views[0].exchange is exchanges[0]
    assert view.verticalScrollBar().value() == 0
    QTest.keyClick(view, Qt.Key.Key_End)
    settle()
    assert view.views[-1].exchange is exchanges[-1]
    assert view.autoscroll.at_end


def test_page_down_reverts_page_up() -> None:
    view, exchanges = open_view()
    view.navigation.go_to(exchanges[50])
    settle()
    before = top_of(view, exchanges[50])
    view.navigation.page(-1)
    settle()
    assert top_of(view, exchanges[50]) > before + 200
    view.navigation.page(1)
    settle()
    assert abs(top_of(view, exchanges[50]) - before) <= 2


def test_rect_is_scrolled_into_view_and_a_visible_one_is_not_moved() -> None:
    view, exchanges = open_view()
    exchange_view = view.navigation.go_to(exchanges[30])
    settle()
    text = exchange_view.answers[0]
    end = text.cursorRect()
    end.moveTop(text.height() - 30)
    view.navigation.go_to_rect(text.viewport(), end)
    settle()
    y = text.viewport().mapTo(view.viewport(), end.topLeft()).y()
    assert 0 <= y <= 400
    position = view.verticalScrollBar().value()
    view.navigation.go_to_rect(text.viewport(), end)
    assert view.verticalScrollBar().value() == position


# Transcript view.


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


def test_streaming_answer_is_followed_at_the_end() -> None:
    exchange = begun()
    view = shown_view([answered(text=LONG), exchange])
    for _ in range(5):
        exchange.apply(TextArrived(LONG))
        view.exchange_changed(exchange)
        view.flush()
        settle_layout()
        assert view.autoscroll.at_end


def test_view_that_was_scrolled_up_does_not_move_and_offers_to_return() -> None:
    exchange = begun()
    view = shown_view([answered(text=LONG), exchange])
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    position, top = bar.value(), view.views[0].mapTo(view, view.views[0].rect().topLeft())
    assert view.autoscroll.latest.isVisible()
    for _ in range(3):
        exchange.apply(TextArrived(LONG))
        view.exchange_changed(exchange)
        view.flush()
        settle_layout()
    assert (bar.value(), view.views[0].mapTo(view, view.views[0].rect().topLeft())) == (position, top)
    view.autoscroll.latest.click()
    assert view.autoscroll.at_end
    assert not view.autoscroll.latest.isVisible()


def test_deltas_are_batched_by_a_timer(qtbot: QtBot) -> None:
    exchange = begun()
    view = shown_view([exchange])
    for delta in ("One ", "two ", "three."):
        exchange.apply(TextArrived(delta))
        view.exchange_changed(exchange)
    (exchange_view,) = view.views
    assert exchange_view.answers == ()
    qtbot.waitUntil(lambda: bool(exchange_view.answers), timeout=30_000)
    assert [answer.toPlainText().strip() for answer in exchange_view.answers] == ["One two three."]


def test_card_is_added_at_the_end_and_can_be_removed() -> None:
    view = shown_view([answered(text=LONG)])
    card = QLabel("Allow this?")
    view.add_card(card)
    settle_layout()
    assert card.isVisible()
    assert view.autoscroll.at_end
    view.remove_card(card)
    assert not card.isVisible()


def test_removing_a_focused_card_emits_focus_released() -> None:
    view = shown_view([answered()])
    view.activateWindow()
    card = QLineEdit()
    released: list[bool] = []
    view.focus_released.connect(lambda: released.append(True))
    view.add_card(card)
    settle_layout()
    card.setFocus()
    view.remove_card(card)
    assert released == [True]


def test_jump_moves_between_the_questions_of_a_short_chat() -> None:
    view = shown_view([answered(str(number), LONG) for number in range(3)])
    bar = view.verticalScrollBar()
    bar.setValue(0)
    view.navigation.jump(1)
    second = bar.value()
    view.navigation.jump(1)
    assert 0 < second < bar.value()
    view.navigation.jump(-1)
    assert bar.value() == second


def test_go_to_text_shows_the_exchange_that_contains_it() -> None:
    exchanges = [answered(f"Question {number}", f"Answer {number}. {LONG}") for number in range(60)]
    view = shown_view(exchanges)
    view.navigation.go_to_text("answer 23")
    settle_layout()
    exchange_view = next(candidate for candidate in view.views if candidate.exchange is exchanges[23])
    assert 0 <= exchange_view.mapTo(view, exchange_view.rect().topLeft()).y() < 40
    view.navigation.go_to_text("no such words")
    settle_layout()
    assert 0 <= exchange_view.mapTo(view, exchange_view.rect().topLeft()).y() < 40


# Highlighted matches.


def text_edits(qtbot: QtBot, *texts: str) -> list[QTextEdit]:
    edits = [QTextEdit(text) for text in texts]
    for edit in edits:
        qtbot.addWidget(edit)
    return edits


def test_every_match_is_highlighted_and_the_selected_one_is_returned(qtbot: QtBot) -> None:
    edits = text_edits(qtbot, "A pump, a Pump", "no", "pumps")
    chosen = mark(edits, "pump", 2)
    assert [len(edit.extraSelections()) for edit in edits] == [2, 0, 1]
    assert chosen is not None
    assert (chosen[0], chosen[1].selectedText()) == (edits[2], "pump")
    assert mark(edits, "", -1) is None
    assert [len(edit.extraSelections()) for edit in edits] == [0, 0, 0]


def test_index_past_the_end_selects_the_last_match(qtbot: QtBot) -> None:
    edits = text_edits(qtbot, "pump pump")
    chosen = mark(edits, "pump", 7)
    assert chosen is not None
    assert chosen[1].selectionStart() == 5
    assert len(match_cursors(edits[0], "nothing like it")) == 0


# Text matches.


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("An **8.5 kW** pump, *quiet*, `code`, ~~no~~", "An 8.5 kW pump, quiet, code, no"),
        ("## Result\n> quoted", "Result\nquoted"),
        ("[[Projects/Boiler|the boiler]] and [site](https://boiler.example)", "the boiler and site"),
        ("snake_case and _slanted_", "snake_case and slanted"),
        ("2 * 3 [[ not closed", "2  3 [[ not closed"),
    ],
)
def test_search_uses_the_visible_text(markdown: str, expected: str) -> None:
    assert visible_text_of(markdown) == expected


def test_matches_are_counted_in_saved_and_streaming_exchanges() -> None:
    (saved,) = saved_exchanges(make_conversation("Heat", "A pump?", "Yes, a **PUMP**. The pump is quiet.").messages)
    growing = begun("Which pump?")
    growing.apply(TextArrived("This pump"))
    matches = find_text_matches((saved, growing, answered("No", "Nothing.")), {}, "pump")
    assert matches == (
        TextMatch(saved, 0),
        TextMatch(saved, 1),
        TextMatch(saved, 2),
        TextMatch(growing, 0),
        TextMatch(growing, 1),
    )


def test_empty_query_has_no_matches() -> None:
    assert find_text_matches((answered(),), {}, "") == ()


# Search in the chat, through the dock.

LONG_ANSWER = "A paragraph of some length that fills a line or two of the pane.\n\n" * 8


def long_chat(count: int) -> MemoryChats:
    chats = MemoryChats()
    texts = [
        text
        for n in range(count)
        for text in (f"Question {n}?", f"{'A **heat pump**.' if n % 30 == 7 else 'No.'} {LONG_ANSWER}")
    ]
    chats.write("Chats/Long.md", make_conversation("Long", *texts))
    return chats


async def search_for(env: ChatEnv, query: str, count: str) -> None:
    """Type *query* into the find bar, and wait until it shows *count*."""
    env.dock.search.begin()
    QTest.keyClicks(env.dock.find_bar.edit, query)
    await until(lambda: env.dock.find_bar.count.text() == count)


def visible_matches(env: ChatEnv) -> list[str]:
    """Return the selected matches that are in view."""
    view = env.dock.transcript
    matches = []
    for exchange_view in view.views:
        for edit in exchange_view.texts:
            for selection in edit.extraSelections():
                rect = edit.cursorRect(selection.cursor)
                y = edit.viewport().mapTo(view.viewport(), rect.topLeft()).y()
                if 0 <= y <= view.viewport().height():
                    matches.append(selection.cursor.selectedText())
    return matches


@on_qt_loop
async def test_matches_in_exchanges_that_are_not_built_are_found_and_shown(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [], chats=long_chat(300)) as env:
        await env.open("Chats/Long.md")
        env.dock.transcript.navigation.go_to_start()
        await until(lambda: env.exchanges[0].exchange.question == "Question 0?")
        await search_for(env, "heat pump", "1 of 10")
        assert visible_matches(env) == ["heat pump"]
        QTest.keyClick(env.dock.find_bar.edit, Qt.Key.Key_Return)
        assert env.dock.find_bar.count.text() == "2 of 10"
        await until(lambda: visible_matches(env) == ["heat pump"])
        QTest.keyClick(env.dock.find_bar.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        QTest.keyClick(env.dock.find_bar.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        assert env.dock.find_bar.count.text() == "10 of 10"
        await until(lambda: visible_matches(env) == ["heat pump"])
        assert env.dock.transcript.navigation.visible_number >= 270


@on_qt_loop
async def test_esc_returns_to_the_composer_and_clears_the_highlights(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("A heat pump, a boiler.")]) as env:
        await env.ask("Which pump?")
        await search_for(env, "pump", "1 of 2")
        QTest.keyClick(env.dock.find_bar.edit, Qt.Key.Key_Escape)
        assert env.dock.find_bar.isHidden()
        assert visible_matches(env) == []
        assert QApplication.focusWidget() is env.dock.composer.field


@on_qt_loop
async def test_answer_that_arrives_during_a_search_is_counted(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("None."), streamed_text("A pump.")]) as env:
        await env.ask("Hello")
        await search_for(env, "pump", "Not found")
        env.dock.ask("And now?")
        await until(lambda: env.dock.find_bar.count.text() == "1 of 1")


@on_qt_loop
async def test_other_conversation_is_searched_when_it_is_shown(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("A pump."), streamed_text("A pump and a pump.")]) as env:
        await env.ask("First")
        env.dock.new_chat()
        await env.ask("Second")
        await search_for(env, "pump", "1 of 2")
        env.go_to(0)
        await until(lambda: env.dock.find_bar.count.text() == "1 of 1")
