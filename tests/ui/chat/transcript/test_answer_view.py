"""Tests of ui/chat/transcript/answer_view.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QDrag, QGuiApplication
from PySide6.QtWidgets import QApplication, QToolButton

from tests.support.chats import make_conversation
from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_env import open_chat, streamed_text
from tests.ui.chat.scenes import answered, begun
from vaultdesk.agent.transcript_blocks import AnswerBlock, GrowingText
from vaultdesk.chat.messages import ContextItem, Source
from vaultdesk.ui.browser.file_tree_model import dragged_paths
from vaultdesk.ui.chat.composer.question_field import dragged_items, is_attachable
from vaultdesk.ui.chat.exchange import saved_exchanges
from vaultdesk.ui.chat.transcript.answer_view import (
    MAX_SOURCES,
    AnswerAction,
    AnswerFooter,
    AnswerSource,
    AnswerView,
    SourceNumbers,
    SourceRow,
    answer_details_text,
    answer_facts_text,
    cited_text_at,
    first_cited_text,
    link_to,
    note_and_heading,
    numbered_sources,
    source_drag_data,
)
from vaultdesk.ui.chat.transcript.exchange_view import ExchangeView
from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.ui.widgets.chips import SourceChip
from vaultdesk.ui.widgets.menu import Menu

# Source numbers.

TEXT = "a [[Boiler#Decision]] `[[x]]` [[B|see]] [[Boiler#Decision]]\n```\n[[no]]\n```\n[[Z]] [[open"
SHOWN = "a [[Boiler#Decision]][^1] `[[x]]` [[B|see]][^2] [[Boiler#Decision]][^1]\n```\n[[no]]\n```\n[[Z]][^3] [[open"


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_links_are_numbered_the_same_in_chunks_of_any_size(size: int) -> None:
    sources: list[AnswerSource] = []
    numbers = SourceNumbers(sources)
    shown = "".join(numbers.feed(TEXT[start : start + size]) for start in range(0, len(TEXT), size)) + numbers.finish()
    assert shown == SHOWN
    assert sources == [AnswerSource(1, "Boiler", "Decision"), AnswerSource(2, "B"), AnswerSource(3, "Z")]


@pytest.mark.parametrize(
    "text", ["[[", "[[]]", "[[ ]]", "[[#x]]", "[[a\nb]]", "[[" * 500, "]]" * 50, "[" * 999, "[[a[[b"]
)
def test_text_that_is_no_link_is_unchanged(text: str) -> None:
    sources: list[AnswerSource] = []
    numbers = SourceNumbers(sources)
    assert numbers.feed(text) + numbers.finish() == text
    assert sources == []


def test_number_of_sources_is_limited() -> None:
    sources: list[AnswerSource] = []
    text = "".join(f"[[n{number}]]" for number in range(20_000))
    shown = SourceNumbers(sources).feed(text)
    assert len(sources) == MAX_SOURCES
    assert shown.count("[^") == MAX_SOURCES


def test_texts_of_one_answer_share_their_numbers() -> None:
    sources: list[AnswerSource] = []
    SourceNumbers(sources).feed("[[A]] ")
    assert SourceNumbers(sources).feed("[[B]] [[A]]") == "[[B]][^2] [[A]][^1]"


def test_notes_that_were_read_are_listed_once_each() -> None:
    read = [Source(path="a.md", characters=5), Source(path="b.md"), Source(path="a.md", characters=2)]
    assert numbered_sources(read) == (AnswerSource(1, "a.md"),)


# Cited text.


def cited_text(text: str, note: str, heading: str = "") -> str:
    return first_cited_text(plan_of(text), note, heading)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("> We chose **the pump**. — [[Boiler]][^1]", "We chose the pump."),
        ("[[Boiler]][^1]: we chose the pump.", ": we chose the pump."),
        ("It is cold, [[Survey]][^1]. We chose the pump, [[Boiler]][^2].", ". We chose the pump,"),
        ("| what | where |\n|---|---|\n| We chose the pump | [[Boiler]][^1] |\n", "We chose the pump"),
    ],
)
def test_cited_text_is_the_text_that_the_link_supports(text: str, expected: str) -> None:
    assert cited_text(text, "Boiler") == expected


@pytest.mark.parametrize(
    "text", ["See [[Boiler]][^1].", "- [[Boiler]][^1]", "```\n[[Boiler]] is old and leaks\n```", "None."]
)
def test_too_short_text_is_not_cited(text: str) -> None:
    assert cited_text(text, "Boiler") == ""


def test_link_to_another_heading_is_another_source() -> None:
    text = "The pump is loud. [[Boiler#Noise]]\n\nIt is paid by three. [[Boiler#Project#Costs]]"
    assert cited_text(text, "Boiler", "Costs") == "It is paid by three."
    assert note_and_heading(" A/Boiler #Project# Costs") == ("A/Boiler", "Costs")


def test_offset_selects_one_of_two_links_in_a_block() -> None:
    (block,) = plan_of("> The old boiler leaks. — [[Boiler]]\n> The fitter comes on Friday. — [[Boiler]]")
    second = block.text.rindex("Boiler")
    assert cited_text_at(block, "Boiler", "") == "The old boiler leaks."
    assert cited_text_at(block, "Boiler", "", offset=second) == "The fitter comes on Friday."


def test_row_selects_one_of_two_links_in_a_table() -> None:
    (table,) = plan_of(
        "| fact | note |\n|---|---|\n| The old boiler leaks | [[Boiler]] |\n| It is paid by three | [[Boiler]] |\n"
    )
    assert cited_text_at(table, "Boiler", "", row=2) == "It is paid by three"


# Source row.


def test_source_chip_opens_its_source() -> None:
    row = SourceRow([AnswerSource(1, "A/Boiler.md", "Decision"), AnswerSource(2, "Budget", "Budget")])
    opened: list[tuple[str, str]] = []
    row.opened.connect(lambda note, heading: opened.append((note, heading)))
    chips = row.findChildren(SourceChip)
    for chip in chips:
        chip.click()
    assert [chip.accessibleName() for chip in chips] == ["1 Boiler Decision", "2 Budget"]
    assert opened == [("A/Boiler.md", "Decision"), ("Budget", "Budget")]


def test_source_can_be_copied_as_a_link() -> None:
    row = SourceRow([AnswerSource(1, "A/Boiler.md", "Decision"), AnswerSource(2, "Budget")])
    assert link_to(AnswerSource(2, "Budget")) == "[[Budget]]"
    menu = row.open_menu(row.findChildren(SourceChip)[0], AnswerSource(1, "A/Boiler.md", "Decision"), QPoint(0, 0))
    next(action for action in menu.actions() if action.text() == "Copy link").trigger()
    menu.close()
    assert QGuiApplication.clipboard().text() == "[[A/Boiler#Decision]]"


def test_source_is_dragged_as_link_text_and_never_as_a_note_to_move(monkeypatch: pytest.MonkeyPatch) -> None:
    row = SourceRow([AnswerSource(1, "A/Boiler.md", "Decision")])
    dragged: list[tuple[str, list[str], Qt.DropAction]] = []
    monkeypatch.setattr(
        QDrag,
        "exec",
        lambda drag, action: dragged.append((drag.mimeData().text(), dragged_paths(drag.mimeData()), action)),
    )
    row.findChildren(SourceChip)[0].drag_started.emit()
    assert dragged == [("[[A/Boiler#Decision]]", [], Qt.DropAction.CopyAction)]


def test_dragged_source_is_attached_to_a_question_as_its_note() -> None:
    data = source_drag_data(AnswerSource(1, "A/Boiler.md", "Decision"))
    assert is_attachable(data)
    assert dragged_items(data) == (ContextItem(kind="note", target="A/Boiler#Decision"),)


# Answer facts.


def test_facts_contain_only_known_values() -> None:
    assert "token" not in answer_facts_text(answered())
    (saved,) = saved_exchanges(make_conversation("Heat", "A pump?", "Yes.").messages)
    assert answer_facts_text(saved) == "15 tokens · 1.5 s"


def test_details_contain_model_and_time() -> None:
    (saved,) = saved_exchanges(make_conversation("Heat", "A pump?", "Yes.").messages)
    model, when, facts = answer_details_text(saved).split("\n")
    assert (model, facts) == ("work/one", answer_facts_text(saved))
    assert when


# Answer footer.


def visible_actions(footer: AnswerFooter) -> list[str]:
    return [button.accessibleName() for button in footer.findChildren(QToolButton) if not button.isHidden()]


def test_footer_shows_only_available_actions() -> None:
    footer = AnswerFooter("5.1 s", frozenset({"copy", "retry"}))
    footer.show()
    assert visible_actions(footer) == ["Copy answer", "Ask again"]
    footer.set_actions(frozenset({"new-note"}))
    assert visible_actions(footer) == ["Save as a new note"]


def test_click_emits_the_action() -> None:
    footer = AnswerFooter("", frozenset({"insert"}))
    footer.show()
    pressed: list[str] = []
    footer.pressed.connect(pressed.append)
    next(button for button in footer.findChildren(QToolButton) if not button.isHidden()).click()
    assert pressed == ["insert"]


def test_undo_button_is_shown_with_its_text_and_hidden_again() -> None:
    footer = AnswerFooter("5.1 s", frozenset({"copy"}))
    footer.show()
    assert footer.undo_button.isHidden()
    pressed: list[bool] = []
    footer.undo_pressed.connect(lambda: pressed.append(True))
    footer.set_undo("Undo 4 changes")
    footer.undo_button.click()
    assert (footer.undo_button.text(), pressed) == ("Undo 4 changes", [True])
    footer.set_undo("")
    assert footer.undo_button.isHidden()


def test_facts_shrink_in_a_narrow_chat() -> None:
    footer = AnswerFooter("An assistant with a long name · 12,345 tokens · $0.002 · 14 s", frozenset({"copy", "retry"}))
    footer.set_undo("Undo 1,204 changes")
    assert footer.minimumSizeHint().width() <= 320


# Answer menu of a shown exchange.

ALL: frozenset[AnswerAction] = frozenset({"copy", "insert", "append", "new-note", "retry"})
COPY: frozenset[AnswerAction] = frozenset({"copy"})


def entries(menu: Menu) -> dict[str, bool]:
    return {action.text().partition("\t")[0]: action.isEnabled() for action in menu.actions() if action.text()}


def press(menu: Menu, title: str) -> None:
    next(action for action in menu.actions() if action.text().partition("\t")[0] == title).trigger()


def test_menu_offers_copying_and_the_actions_of_the_answer() -> None:
    view = ExchangeView(answered(text="A **heat pump**, see [[Boiler]]."), ALL)
    emitted: list[str] = []
    view.action_pressed.connect(emitted.append)
    text = view.answers[0]
    text.setTextCursor(text.document().find("heat pump"))
    menu = view.open_menu(text, QPoint(0, 0))
    assert list(entries(menu)) == [
        "Copy", "Copy selection as Markdown", "Select all", "Copy answer", "Insert at the cursor",
        "Append to the open note", "Save as a new note", "Ask again", "Open the conversation as a note",
    ]  # fmt: skip
    press(menu, "Copy selection as Markdown")
    assert QGuiApplication.clipboard().text() == "**heat pump**"
    press(menu, "Copy answer")
    assert QGuiApplication.clipboard().text() == "A **heat pump**, see [[Boiler]]."
    press(menu, "Append to the open note")
    assert emitted == ["append"]
    menu.close()


def test_unavailable_actions_are_not_offered() -> None:
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
async def test_menu_key_opens_the_menu_and_a_chat_can_be_saved_as_a_note(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("Because.")]) as env:
        emitted: list[str] = []
        env.dock.new_note_requested.connect(emitted.append)
        view = await env.ask("Why?")
        pressed = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), QPoint(5, 5))
        QApplication.sendEvent(env.dock.transcript, pressed)
        (menu,) = view.findChildren(Menu, options=Qt.FindChildOption.FindDirectChildrenOnly)
        press(menu, "Open the conversation as a note")
        menu.close()
        assert emitted[0].startswith("# Why?")
        assert "Because." in emitted[0]


# Answer view.


def streamed(text: str, step: int) -> tuple[AnswerView, list[AnswerSource]]:
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


def test_rendering_is_the_same_for_chunks_of_any_size() -> None:
    text = "# Head\n\nSee [[Boiler]].\n\n- one\n- two\n\n```python\nprint(1)\n```\n"
    shown = {streamed(text, step)[0].toPlainText() for step in (1, 5, 1000)}
    assert len(shown) == 1


def test_view_is_as_high_as_its_text_and_links_are_numbered() -> None:
    view, sources = streamed("A line. [[Boiler#Decision]]\n\n" * 20, 50)
    assert view.height() >= view.content_height() > 200
    assert sources == [AnswerSource(1, "Boiler", "Decision")]


def test_html_of_a_model_is_shown_literally() -> None:
    view, _ = streamed("<img src='file:///etc/passwd'> <b>x</b> <script>y</script>", 4)
    assert "<script>y</script>" in view.toPlainText()
