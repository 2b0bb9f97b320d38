"""Arguments: every one of them, letter by letter, however long; folded only where nothing is hidden by it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.support.requests import NAMES, read_request, search_request
from tests.support.reviews import write_request
from tests.support.words import words_of
from vaultdesk.tools.runtime.approvals import ApprovalRequest
from vaultdesk.ui.approval.arguments import ArgumentList, as_words, is_listed
from vaultdesk.ui.approval.numbered_text import NumberedText
from vaultdesk.ui.widgets.step_line import StepLine


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
    assert as_words(value) == words


def test_paths_that_the_checklist_shows_are_only_counted(qtbot: QtBot) -> None:
    made = arguments(qtbot, read_request())
    assert words_of(made) == "Arguments\nfile_paths\n3 paths, listed below\nnothing else"


@pytest.mark.parametrize("paths", [[*NAMES, "Secret.md"], list(NAMES[:2]), [NAMES[0]], [*NAMES, NAMES[0]], "Boiler.md"])
def test_paths_that_differ_from_the_checklist_are_shown_in_full(qtbot: QtBot, paths: list[str] | str) -> None:
    request = read_request(arguments={"file_paths": paths})  # type: ignore[dict-item]  # a list of texts is JSON
    assert not is_listed(paths, request.calls[0])
    assert "listed below" not in words_of(arguments(qtbot, request))


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


def test_in_the_card_a_list_of_files_folds_and_opens(qtbot: QtBot) -> None:
    fold = arguments(qtbot, read_request(), compact=True).findChildren(StepLine)[0]
    assert not fold.is_open()
    fold.set_open(True)
    assert "3 paths, listed below" in words_of(fold)


@pytest.mark.parametrize("request_", [search_request(), read_request(arguments={"file_paths": ["Secret.md"]})])
def test_in_the_card_what_the_checklist_does_not_show_stands_open(qtbot: QtBot, request_: ApprovalRequest) -> None:
    made = arguments(qtbot, request_, compact=True)
    assert made.findChildren(StepLine)[0].is_open()
    assert "“boiler”" in words_of(made) or "Secret.md" in words_of(made)


@pytest.mark.parametrize("compact", [False, True])
def test_what_the_hunks_show_is_folded_and_can_be_opened(qtbot: QtBot, compact: bool) -> None:
    made = ArgumentList(write_request().calls, compact=compact, reviewed=True)
    qtbot.addWidget(made)
    made.show()
    fold = made.findChildren(StepLine)[0]
    assert not fold.is_open()
    fold.set_open(True)
    assert "“Projects/House/Boiler.md”" in words_of(made)
