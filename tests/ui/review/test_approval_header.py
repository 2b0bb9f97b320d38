"""Tests of ui/review/approval_header.py."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.requests import NAMES, read_request, search_request
from tests.support.reviews import BUDGET, NEW_BUDGET, rewritten, write_request
from tests.support.words import words_of
from vaultdesk.core.values import replace
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

# Search query: a sentence that turns into a field; Enter in the field searches again.


@pytest.fixture
def line(qtbot: QtBot) -> SearchWords:
    search_words = SearchWords("heating decision")
    qtbot.addWidget(search_words)
    search_words.resize(560, 60)
    search_words.show()
    return search_words


def submitted(line: SearchWords) -> list[str]:
    queries: list[str] = []
    line.submitted.connect(queries.append)
    return queries


def test_t2_sentence_quotes_the_query_and_is_described_as_editable(line: SearchWords) -> None:
    sentence = line.sentence
    assert sentence.accessibleName() == "Found for “heating decision”. The model reads them to answer your question."
    assert sentence.accessibleDescription() == "Click to search with other words"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_F2, Qt.Key.Key_Space])
def test_key_turns_the_query_into_a_field(qtbot: QtBot, line: SearchWords, key: Qt.Key) -> None:
    QTest.keyClick(line.sentence, key)
    assert (line.is_editing, line.field.text()) == (True, "heating decision")


def test_click_turns_the_query_into_a_field_and_a_letter_replaces_it(line: SearchWords) -> None:
    QTest.mouseClick(line.sentence, Qt.MouseButton.LeftButton)
    assert line.is_editing
    QTest.keyClick(line.field.edit, Qt.Key.Key_Escape)
    assert not line.is_editing
    QTest.keyClick(line.sentence, Qt.Key.Key_N)
    assert (line.is_editing, line.field.text()) == (True, "n")


def test_enter_and_link_submit_only_non_empty_queries(line: SearchWords) -> None:
    queries = submitted(line)
    line.edit()
    line.field.set_text("  ")
    QTest.keyClick(line.field.edit, Qt.Key.Key_Return)
    assert (queries, line.is_editing) == ([], False)
    line.edit("noise")
    line.search_button.click()
    line.edit("quotes ")
    QTest.keyClick(line.field.edit, Qt.Key.Key_Return)
    assert queries == ["noise", "quotes"]


def test_hostile_query_is_shown_literally(qtbot: QtBot) -> None:
    search_words = SearchWords("a\u202e{words} <b> **x**\nnew")
    qtbot.addWidget(search_words)
    assert search_words.sentence.text().startswith("Found for “a<U+202E>{words} <b> **x** new”.")


# Arguments: all of them, literally and at any length; collapsed only when nothing is hidden by it.


def make_argument_list(qtbot: QtBot, request: ApprovalRequest, *, compact: bool = False) -> ArgumentList:
    argument_list = ArgumentList(request.calls, compact=compact)
    qtbot.addWidget(argument_list)
    argument_list.resize(400, 200)
    argument_list.show()
    return argument_list


@pytest.mark.parametrize(
    ("value", "text"),
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
def test_argument_values_are_shown_literally(value: object, text: str) -> None:
    assert argument_text(value) == text


def test_paths_listed_in_the_checklist_are_only_counted(qtbot: QtBot) -> None:
    argument_list = make_argument_list(qtbot, read_request())
    assert words_of(argument_list) == "Arguments\nfile_paths\n3 paths, as listed"


@pytest.mark.parametrize("paths", [[*NAMES, "Secret.md"], list(NAMES[:2]), [NAMES[0]], [*NAMES, NAMES[0]], "Boiler.md"])
def test_paths_that_differ_from_the_checklist_are_shown_in_full(qtbot: QtBot, paths: list[str] | str) -> None:
    request = read_request(arguments={"file_paths": paths})  # type: ignore[dict-item]  # a list of texts is JSON
    assert not is_listed(paths, request.calls[0])
    assert "as listed" not in words_of(make_argument_list(qtbot, request))


def test_call_without_arguments_shows_none(qtbot: QtBot) -> None:
    assert words_of(make_argument_list(qtbot, read_request(arguments={}))) == "Arguments\nnone"


def test_argument_of_eight_hundred_lines_is_complete_and_scrolls_by_keyboard(qtbot: QtBot) -> None:
    text = "\n".join("harmless" if number != 400 else "delete everything" for number in range(800))
    argument_list = make_argument_list(qtbot, search_request(text))
    assert "Arguments, 801 lines" in words_of(argument_list)
    box = argument_list.findChildren(NumberedText)[0]
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


def test_argument_line_of_a_megabyte_is_wrapped_without_loss(qtbot: QtBot) -> None:
    argument_list = make_argument_list(qtbot, search_request("x" * 999_990 + "the end"))
    text = argument_list.findChildren(NumberedText)[0].toPlainText()
    assert max(map(len, text.split("\n"))) <= 2_000
    assert text.replace("\n", "").startswith("query: “xxx")
    assert "the end" in text.replace("\n", "")


def test_argument_with_null_value_is_omitted(qtbot: QtBot) -> None:
    request = search_request()
    call = replace(request.calls[0], arguments={"query": "boiler", "time_range": None})
    assert words_of(make_argument_list(qtbot, replace(request, calls=(call,)))) == "Arguments\nquery\n“boiler”"


# Request header and details: the headline, then warnings; tool, text of the model and arguments are details.


def make_header(qtbot: QtBot, request: ApprovalRequest, *, compact: bool = False) -> RequestHeader:
    header = RequestHeader(request, compact=compact)
    qtbot.addWidget(header)
    header.resize(800, 300)
    header.show()
    return header


def make_details(qtbot: QtBot, request: ApprovalRequest, *, compact: bool = False) -> RequestDetails:
    request_details = RequestDetails(request, compact=compact)
    qtbot.addWidget(request_details)
    request_details.resize(800, 300)
    request_details.show()
    return request_details


def with_warnings(request: ApprovalRequest, *warnings: str) -> ApprovalRequest:
    calls = tuple(replace(call, warnings=warnings) for call in request.calls)
    return replace(request, calls=calls)


def visible_texts(widget: QWidget) -> list[str]:
    labels = [label for label in widget.findChildren(PlainLabel) if label.text() and label.isVisible()]
    labels.sort(key=lambda item: (item.mapTo(widget, item.rect().center()).y() // 4, item.mapTo(widget, QPoint()).x()))
    return [label.text() for label in labels]


def test_header_and_details_have_the_designed_order(qtbot: QtBot) -> None:
    request = with_warnings(read_request(model_words="I compare them."), "Two names look alike.")
    assert visible_texts(make_header(qtbot, request)) == [
        "Read 3 notes and send them to Anthropic (api.anthropic.com)",
        "The model asks to read them. Its reason:",
        "Two names look alike.",
    ]
    assert visible_texts(make_details(qtbot, request)) == [
        "Read notes",
        "— reads several notes and gives their text to the model.",
        "Written by the model, not checked",
        "Arguments",
        "“I compare them.”",
        "file_paths",
        "3 paths, as listed",
    ]


def test_u1_text_of_the_model_is_quoted_on_one_line(qtbot: QtBot) -> None:
    header = make_header(qtbot, read_request(model_words="I compare\nthem \u202e" + "word " * 900))
    (quote,) = header.findChildren(ElidedLabel)
    assert quote.text().startswith("“I compare them <U+202E>word")
    assert quote.font().italic()
    assert quote.height() <= 2 * quote.fontMetrics().height()


def test_tool_called_twice_is_named_once(qtbot: QtBot) -> None:
    request = read_request()
    repeated_request = replace(request, calls=(*request.calls, *request.calls))
    assert words_of(make_details(qtbot, repeated_request)).count("Read notes") == 1


def test_warnings_of_all_calls_are_merged_into_one_banner_without_duplicates(qtbot: QtBot) -> None:
    request = with_warnings(read_request(), "First.", "Second.", "First.")
    both = replace(request, calls=(*request.calls, *request.calls))
    header = make_header(qtbot, both)
    assert [banner.text() for banner in header.findChildren(Banner)] == ["First.\nSecond."]


def test_request_without_warnings_has_no_banner(qtbot: QtBot) -> None:
    assert make_header(qtbot, search_request()).findChildren(Banner) == []


def test_blank_text_of_the_model_is_not_quoted(qtbot: QtBot) -> None:
    assert "Written by the model" not in words_of(make_details(qtbot, read_request(model_words=" \n ")))


@pytest.mark.parametrize("model_words", ["word " * 4000, "line\n" * 100])
def test_long_text_of_the_model_is_complete_in_a_read_only_box(qtbot: QtBot, model_words: str) -> None:
    request_details = make_details(qtbot, read_request(model_words=model_words))
    boxes = [box for box in request_details.findChildren(TextBox) if "model" in box.accessibleName()]
    assert len(boxes) == 1
    assert boxes[0].toPlainText().replace("\n", "") == f"“{model_words.strip()}”".replace("\n", "")
    assert boxes[0].isReadOnly()


def test_invisible_characters_of_the_model_are_escaped(qtbot: QtBot) -> None:
    request_details = make_details(qtbot, read_request(model_words="a\u202eb\u200bc"))
    assert "“a<U+202E>b<U+200B>c”" in words_of(request_details)


def test_hostile_tool_names_are_shown_literally(qtbot: QtBot) -> None:
    request = read_request()
    call = replace(request.calls[0], tool="<b>", display_name="<b>R&D\u202e</b>", purpose="<i>x</i>")
    text = words_of(make_details(qtbot, replace(request, calls=(call,))))
    assert "<b>R&D<U+202E></b>" in text
    assert "— <i>x</i>" in text


def test_headline_can_be_replaced(qtbot: QtBot) -> None:
    header = make_header(qtbot, read_request())
    header.set_headline("Read 1 note")
    assert header.headline() == "Read 1 note"


def test_warnings_of_changes_list_their_notes_once(qtbot: QtBot) -> None:
    changes = build_change_set([rewritten(f"A/n{number}.md", BUDGET, NEW_BUDGET) for number in range(5)])
    changes_with_warnings = tuple(replace(change, warnings=("This removes a comment.",)) for change in changes.changes)
    first_change = replace(changes_with_warnings[0], warnings=("This removes a comment.", "It \u202eturns."))
    request = write_request(
        replace(changes, changes=(first_change, *changes_with_warnings[1:])), warnings=("Of the call.",)
    )
    header = make_header(qtbot, request)
    assert header.findChildren(Banner)[0].text().split("\n") == [
        "Of the call.",
        "n0.md, n1.md, n2.md, 2 more: This removes a comment.",
        "n0.md: It <U+202E>turns.",
    ]
