"""Tests of ui/review/approval_header.py."""

import dataclasses

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.requests import NAMES, read_request, search_request
from tests.support.reviews import BUDGET, NEW_BUDGET, rewritten, write_request
from tests.support.words import words_of
from vaultdesk.tools.runtime.approvals import ApprovalRequest
from vaultdesk.ui.review.approval_header import (
    ArgumentList,
    RequestDetails,
    RequestHeader,
    SearchWords,
    argument_text,
    is_listed,
)
from vaultdesk.ui.review.text_box import NumberedText, TextBox
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel
from vaultdesk.vault.staging import build_change_set

# The words of a search: a sentence that becomes a field, and Enter there searches again.


@pytest.fixture
def line(qtbot: QtBot) -> SearchWords:
    made = SearchWords("heating decision")
    qtbot.addWidget(made)
    made.resize(560, 60)
    made.show()
    return made


def submitted(line: SearchWords) -> list[str]:
    told: list[str] = []
    line.submitted.connect(told.append)
    return told


def test_t2_the_sentence_names_the_words_and_says_that_they_can_be_changed(line: SearchWords) -> None:
    sentence = line.sentence
    assert sentence.accessibleName() == "Found for “heating decision”. The model reads them to answer your question."
    assert sentence.accessibleDescription() == "Click to search with other words"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_F2, Qt.Key.Key_Space])
def test_a_key_turns_the_words_into_a_field(qtbot: QtBot, line: SearchWords, key: Qt.Key) -> None:
    QTest.keyClick(line.sentence, key)
    assert (line.is_editing, line.field.text()) == (True, "heating decision")


def test_a_click_turns_the_words_into_a_field_and_a_letter_begins_anew(line: SearchWords) -> None:
    QTest.mouseClick(line.sentence, Qt.MouseButton.LeftButton)
    assert line.is_editing
    QTest.keyClick(line.field.edit, Qt.Key.Key_Escape)
    assert not line.is_editing
    QTest.keyClick(line.sentence, Qt.Key.Key_N)
    assert (line.is_editing, line.field.text()) == (True, "n")


def test_enter_and_the_link_search_with_other_words_alone(line: SearchWords) -> None:
    told = submitted(line)
    line.edit()
    line.field.set_text("  ")
    QTest.keyClick(line.field.edit, Qt.Key.Key_Return)
    assert (told, line.is_editing) == ([], False)
    line.edit("noise")
    line.search_button.click()
    line.edit("quotes ")
    QTest.keyClick(line.field.edit, Qt.Key.Key_Return)
    assert told == ["noise", "quotes"]


def test_hostile_words_are_shown_letter_by_letter(qtbot: QtBot) -> None:
    made = SearchWords("a\u202e{words} <b> **x**\nnew")
    qtbot.addWidget(made)
    assert made.sentence.text().startswith("Found for “a<U+202E>{words} <b> **x** new”.")


# Arguments: every one of them, letter by letter, however long; folded only where nothing is hidden by it.


def arguments(qtbot: QtBot, request: ApprovalRequest, *, compact: bool = False) -> ArgumentList:
    made = ArgumentList(request.calls, compact=compact)
    qtbot.addWidget(made)
    made.resize(400, 200)
    made.show()
    return made


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("boiler", "“boiler”"),
        ("", "“”"),
        ("two\nlines", "“two\nlines”"),
        ("cod\u202egpj\u200b", "“cod<U+202E>gpj<U+200B>”"),
        (10, "10"),
        (True, "true"),
        (None, "null"),
        ({"a": ["ü", "\u202e"]}, '{"a": ["ü", "<U+202E>"]}'),
    ],
)
def test_values_are_shown_as_they_are(value: object, words: str) -> None:
    assert argument_text(value) == words


def test_paths_that_the_checklist_shows_are_only_counted(qtbot: QtBot) -> None:
    made = arguments(qtbot, read_request())
    assert words_of(made) == "Arguments\nfile_paths\n3 paths, as listed"


@pytest.mark.parametrize("paths", [[*NAMES, "Secret.md"], list(NAMES[:2]), [NAMES[0]], [*NAMES, NAMES[0]], "Boiler.md"])
def test_paths_that_differ_from_the_checklist_are_shown_in_full(qtbot: QtBot, paths: list[str] | str) -> None:
    request = read_request(arguments={"file_paths": paths})  # type: ignore[dict-item]  # a list of texts is JSON
    assert not is_listed(paths, request.calls[0])
    assert "as listed" not in words_of(arguments(qtbot, request))


def test_a_call_without_arguments_says_that_there_are_none(qtbot: QtBot) -> None:
    assert words_of(arguments(qtbot, read_request(arguments={}))) == "Arguments\nnone"


def test_eight_hundred_lines_are_all_there_counted_and_reached_with_the_keyboard(qtbot: QtBot) -> None:
    text = "\n".join("harmless" if number != 400 else "delete everything" for number in range(800))
    made = arguments(qtbot, search_request(text))
    assert "Arguments, 801 lines" in words_of(made)
    box = made.findChildren(NumberedText)[0]
    assert box.toPlainText() == f"query: “{text}”\nlimit: 10"
    assert box.focusPolicy() & Qt.FocusPolicy.TabFocus
    bar = box.verticalScrollBar()
    QTest.keyClick(box, Qt.Key.Key_PageDown)
    assert bar.value() > 0
    QTest.keyClick(box, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    while bar.value() < bar.maximum():
        before = bar.value()
        QTest.keyClick(box, Qt.Key.Key_PageDown)
        assert bar.value() > before


def test_a_line_of_a_megabyte_is_broken_and_none_of_it_is_left_out(qtbot: QtBot) -> None:
    made = arguments(qtbot, search_request("x" * 999_990 + "the end"))
    text = made.findChildren(NumberedText)[0].toPlainText()
    assert max(map(len, text.split("\n"))) <= 2_000
    assert text.replace("\n", "").startswith("query: “xxx")
    assert "the end" in text.replace("\n", "")


def test_an_argument_that_was_not_given_is_not_shown(qtbot: QtBot) -> None:
    request = search_request()
    call = dataclasses.replace(request.calls[0], arguments={"query": "boiler", "time_range": None})
    assert words_of(arguments(qtbot, dataclasses.replace(request, calls=(call,)))) == "Arguments\nquery\n“boiler”"


# Request head and details: our sentence first, then warnings; tool, words of the model and arguments are details.


def head(qtbot: QtBot, request: ApprovalRequest, *, compact: bool = False) -> RequestHeader:
    made = RequestHeader(request, compact=compact)
    qtbot.addWidget(made)
    made.resize(800, 300)
    made.show()
    return made


def details(qtbot: QtBot, request: ApprovalRequest, *, compact: bool = False) -> RequestDetails:
    made = RequestDetails(request, compact=compact)
    qtbot.addWidget(made)
    made.resize(800, 300)
    made.show()
    return made


def with_warnings(request: ApprovalRequest, *warnings: str) -> ApprovalRequest:
    calls = tuple(dataclasses.replace(call, warnings=warnings) for call in request.calls)
    return dataclasses.replace(request, calls=calls)


def in_order(widget: QWidget) -> list[str]:
    labels = [label for label in widget.findChildren(PlainLabel) if label.text() and label.isVisible()]
    labels.sort(key=lambda one: (one.mapTo(widget, one.rect().center()).y() // 4, one.mapTo(widget, QPoint()).x()))
    return [label.text() for label in labels]


def test_the_order_is_that_of_the_design(qtbot: QtBot) -> None:
    request = with_warnings(read_request(model_words="I compare them."), "Two names look alike.")
    assert in_order(head(qtbot, request)) == [
        "Read 3 notes and send them to Anthropic (api.anthropic.com)",
        "The model asks to read them. Its reason:",
        "Two names look alike.",
    ]
    assert in_order(details(qtbot, request)) == [
        "Read notes",
        "— opens the listed notes and gives their text to the model.",
        "Written by the model, not checked",
        "Arguments",
        "“I compare them.”",
        "file_paths",
        "3 paths, as listed",
    ]


def test_u1_the_words_of_the_model_are_quoted_on_one_line(qtbot: QtBot) -> None:
    made = head(qtbot, read_request(model_words="I compare\nthem \u202e" + "word " * 900))
    (quote,) = made.findChildren(ElidedLabel)
    assert quote.text().startswith("“I compare them <U+202E>word")
    assert quote.font().italic()
    assert quote.height() <= 2 * quote.fontMetrics().height()


def test_a_tool_that_is_called_twice_is_named_once(qtbot: QtBot) -> None:
    request = read_request()
    twice = dataclasses.replace(request, calls=(*request.calls, *request.calls))
    assert words_of(details(qtbot, twice)).count("Read notes") == 1


def test_warnings_of_all_calls_stand_in_one_banner_each_once(qtbot: QtBot) -> None:
    request = with_warnings(read_request(), "First.", "Second.", "First.")
    both = dataclasses.replace(request, calls=(*request.calls, *request.calls))
    made = head(qtbot, both)
    assert [banner.text() for banner in made.findChildren(Banner)] == ["First.\nSecond."]


def test_without_warnings_there_is_no_banner(qtbot: QtBot) -> None:
    assert head(qtbot, search_request()).findChildren(Banner) == []


def test_a_model_that_said_nothing_is_not_quoted(qtbot: QtBot) -> None:
    assert "Written by the model" not in words_of(details(qtbot, read_request(model_words=" \n ")))


@pytest.mark.parametrize("words", ["word " * 4000, "line\n" * 100])
def test_long_words_of_the_model_scroll_and_are_all_there(qtbot: QtBot, words: str) -> None:
    made = details(qtbot, read_request(model_words=words))
    boxes = [box for box in made.findChildren(TextBox) if "model" in box.accessibleName()]
    assert len(boxes) == 1
    assert boxes[0].toPlainText().replace("\n", "") == f"“{words.strip()}”".replace("\n", "")
    assert boxes[0].isReadOnly()


def test_invisible_characters_of_the_model_are_spelled_out(qtbot: QtBot) -> None:
    made = details(qtbot, read_request(model_words="a\u202eb\u200bc"))
    assert "“a<U+202E>b<U+200B>c”" in words_of(made)


def test_a_tool_with_hostile_names_is_named_letter_by_letter(qtbot: QtBot) -> None:
    request = read_request()
    call = dataclasses.replace(request.calls[0], tool="<b>", display_name="<b>R&D\u202e</b>", purpose="<i>x</i>")
    words = words_of(details(qtbot, dataclasses.replace(request, calls=(call,))))
    assert "<b>R&D<U+202E></b>" in words
    assert "— <i>x</i>" in words


def test_the_headline_can_be_said_anew(qtbot: QtBot) -> None:
    made = head(qtbot, read_request())
    made.set_headline("Read 1 note")
    assert made.headline() == "Read 1 note"


def test_warnings_of_changes_name_their_notes_once_for_many(qtbot: QtBot) -> None:
    changes = build_change_set([rewritten(f"A/n{number}.md", BUDGET, NEW_BUDGET) for number in range(5)])
    loud = tuple(dataclasses.replace(change, warnings=("This removes a comment.",)) for change in changes.changes)
    one = dataclasses.replace(loud[0], warnings=("This removes a comment.", "It \u202eturns."))
    request = write_request(dataclasses.replace(changes, changes=(one, *loud[1:])), warnings=("Of the call.",))
    made = head(qtbot, request)
    assert made.findChildren(Banner)[0].text().split("\n") == [
        "Of the call.",
        "n0.md, n1.md, n2.md, 2 more: This removes a comment.",
        "n0.md: It <U+202E>turns.",
    ]
