"""Tests of ui/chat/transcript/answer_view.py."""

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QToolButton

from tests.support.chats import led
from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import open_chat, says
from tests.ui.chat.scenes import answered, begun
from vaultdesk.agent.transcript_blocks import AnswerBlock, GrowingText
from vaultdesk.ui.chat.exchange import saved_exchanges
from vaultdesk.ui.chat.transcript.answer_sources import AnswerSource
from vaultdesk.ui.chat.transcript.answer_view import (
    AnswerFooter,
    AnswerView,
    FootAction,
    answer_details_text,
    answer_facts_text,
)
from vaultdesk.ui.chat.transcript.exchange_view import ExchangeView
from vaultdesk.ui.widgets.menu import Menu

# Answer facts.


def test_only_what_is_known_is_told() -> None:
    assert "token" not in answer_facts_text(answered())
    (kept,) = saved_exchanges(led("Heat", "A pump?", "Yes.").messages)
    assert answer_facts_text(kept) == "15 tokens · 1.5 s"


def test_a_longer_look_tells_who_answered_and_when() -> None:
    (kept,) = saved_exchanges(led("Heat", "A pump?", "Yes.").messages)
    model, when, facts = answer_details_text(kept).split("\n")
    assert (model, facts) == ("work/one", answer_facts_text(kept))
    assert when


# Answer foot.


def offered(foot: AnswerFooter) -> list[str]:
    return [button.accessibleName() for button in foot.findChildren(QToolButton) if not button.isHidden()]


def test_only_what_works_is_shown() -> None:
    foot = AnswerFooter("5.1 s", frozenset({"copy", "retry"}))
    foot.show()
    assert offered(foot) == ["Copy answer", "Ask again"]
    foot.set_actions(frozenset({"new-note"}))
    assert offered(foot) == ["Make it a new note"]


def test_a_press_names_the_action() -> None:
    foot = AnswerFooter("", frozenset({"insert"}))
    foot.show()
    pressed: list[str] = []
    foot.pressed.connect(pressed.append)
    next(button for button in foot.findChildren(QToolButton) if not button.isHidden()).click()
    assert pressed == ["insert"]


def test_the_way_back_is_offered_in_words_and_taken_away_again() -> None:
    foot = AnswerFooter("5.1 s", frozenset({"copy"}))
    foot.show()
    assert foot.undo_button.isHidden()
    pressed: list[bool] = []
    foot.undo_pressed.connect(lambda: pressed.append(True))
    foot.set_undo("Undo 4 changes")
    foot.undo_button.click()
    assert (foot.undo_button.text(), pressed) == ("Undo 4 changes", [True])
    foot.set_undo("")
    assert foot.undo_button.isHidden()


def test_in_a_narrow_chat_the_facts_give_way() -> None:
    foot = AnswerFooter("An assistant with a long name · 12,345 tokens · $0.002 · 14 s", frozenset({"copy", "retry"}))
    foot.set_undo("Undo 1,204 changes")
    assert foot.minimumSizeHint().width() <= 320


# Answer menu, at an exchange that is shown.

ALL: frozenset[FootAction] = frozenset({"copy", "insert", "append", "new-note", "retry"})
COPY: frozenset[FootAction] = frozenset({"copy"})


def entries(menu: Menu) -> dict[str, bool]:
    return {action.text().partition("\t")[0]: action.isEnabled() for action in menu.actions() if action.text()}


def press(menu: Menu, words: str) -> None:
    next(action for action in menu.actions() if action.text().partition("\t")[0] == words).trigger()


def test_an_answer_offers_its_words_and_what_becomes_of_it() -> None:
    view = ExchangeView(answered(text="A **heat pump**, see [[Boiler]]."), ALL)
    told: list[str] = []
    view.foot_pressed.connect(told.append)
    text = view.answers[0]
    text.setTextCursor(text.document().find("heat pump"))
    menu = view.open_menu(text, QPoint(0, 0))
    assert list(entries(menu)) == [
        "Copy", "Copy selection as Markdown", "Select all", "Copy answer", "Insert at the cursor",
        "Append to the open note", "Make it a new note", "Ask again", "Open the conversation as a note",
    ]  # fmt: skip
    press(menu, "Copy selection as Markdown")
    assert QGuiApplication.clipboard().text() == "**heat pump**"
    press(menu, "Copy answer")
    assert QGuiApplication.clipboard().text() == "A **heat pump**, see [[Boiler]]."
    press(menu, "Append to the open note")
    assert told == ["append"]
    menu.close()


def test_what_does_not_work_now_is_not_offered() -> None:
    view = ExchangeView(answered(), COPY)
    menu = view.open_menu(view.answers[0], QPoint(0, 0))
    assert entries(menu)["Copy selection as Markdown"] is False
    assert "Insert at the cursor" not in entries(menu)
    menu.close()
    growing = ExchangeView(begun(), ALL)
    menu = growing.open_menu(None, QPoint(0, 0))
    assert list(entries(menu)) == ["Copy answer", "Open the conversation as a note"]
    menu.close()


@on_qt_loop
async def test_the_menu_key_opens_it_and_a_chat_that_is_no_note_becomes_one(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("Because.")]) as desk:
        made: list[str] = []
        desk.dock.new_note_requested.connect(made.append)
        view = await desk.ask("Why?")
        pressed = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), QPoint(5, 5))
        QApplication.sendEvent(desk.dock.transcript, pressed)
        (menu,) = view.findChildren(Menu, options=Qt.FindChildOption.FindDirectChildrenOnly)
        press(menu, "Open the conversation as a note")
        menu.close()
        assert made[0].startswith("# Why?")
        assert "Because." in made[0]


# Tests of answer_view.py.


def grown(text: str, step: int) -> tuple[AnswerView, list[AnswerSource]]:
    sources: list[AnswerSource] = []
    view = AnswerView(sources)
    view.resize(380, 10)
    view.show()
    block = AnswerBlock(GrowingText())
    for start in range(0, len(text), step):
        block = AnswerBlock(block.written.with_appended(text[start : start + step]))
        view.show_block(block)
    view.show_block(AnswerBlock(block.written, done=True))
    QApplication.sendPostedEvents()
    return view, sources


def test_it_looks_the_same_in_whatever_pieces_it_came() -> None:
    text = "# Head\n\nSee [[Boiler]].\n\n- one\n- two\n\n```python\nprint(1)\n```\n"
    shown = {grown(text, step)[0].toPlainText() for step in (1, 5, 1000)}
    assert len(shown) == 1


def test_it_is_as_high_as_its_text_and_links_are_numbered() -> None:
    view, sources = grown("A line. [[Boiler#Decision]]\n\n" * 20, 50)
    assert view.height() >= view.content_height() > 200
    assert sources == [AnswerSource(1, "Boiler", "Decision")]


def test_html_of_a_model_is_shown_literally() -> None:
    view, _ = grown("<img src='file:///etc/passwd'> <b>x</b> <script>y</script>", 4)
    assert "<script>y</script>" in view.toPlainText()
