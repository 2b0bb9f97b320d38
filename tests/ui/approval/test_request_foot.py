"""Request foot: what leaves, for how long, and buttons that say what they do."""

import dataclasses

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QRadioButton
from pytestqt.qtbot import QtBot

from tests.support.requests import AWAY, HERE, NAMES, read_request, search_request
from vaultdesk.tools.runtime.approvals import ApprovalRequest
from vaultdesk.ui.approval.request_foot import RequestFoot, ScopeChoice
from vaultdesk.ui.widgets.menu import Menu, MenuButton


def foot(qtbot: QtBot, request: ApprovalRequest, *, compact: bool = False, width: int = 800) -> RequestFoot:
    made = RequestFoot(request, compact=compact)
    qtbot.addWidget(made)
    made.show_ticked(tuple(choice.path for choice in request.files))
    made.resize(width, 200)
    made.show()
    return made


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (read_request(destination=AWAY), "Send 3 notes"),
        (read_request(destination=HERE), "Read 3 notes"),
        (read_request(NAMES[:1]), "Send 1 note"),
        (search_request(destination=HERE), "Search"),
        (search_request(destination=AWAY), "Search and Send"),
    ],
)
def test_approve_says_what_it_does(qtbot: QtBot, request_: ApprovalRequest, words: str) -> None:
    assert foot(qtbot, request_).approve_button.text() == words


def test_approve_keeps_its_width_while_ticks_change(qtbot: QtBot) -> None:
    request = read_request([f"n{number}.md" for number in range(120)])
    made = foot(qtbot, request)
    width = made.approve_button.width()
    made.show_ticked(())
    made.layout().activate()
    assert made.approve_button.width() == width


def test_the_notice_counts_what_leaves_and_goes_when_nothing_does(qtbot: QtBot) -> None:
    made = foot(qtbot, read_request())
    assert made.notice_text().startswith("The text of these 3 notes, about 600 tokens, leaves this computer")
    made.show_ticked(())
    assert made.notice_text() == ""


def test_three_lengths_are_offered_for_reads_in_a_folder_and_once_is_chosen(qtbot: QtBot) -> None:
    made = foot(qtbot, read_request(folder="R&D"))
    radios = made.findChildren(QRadioButton)
    assert [radio.text() for radio in radios] == [
        "This time only",
        "Reading inside R&&D, until this chat ends",
        "Reading inside R&&D, always",
    ]
    assert made.scope() == "once"
    radios[1].click()
    assert made.scope() == "conversation"
    radios[2].click()
    assert made.scope() == "always"


def test_where_only_once_is_offered_there_is_no_choice(qtbot: QtBot) -> None:
    made = foot(qtbot, read_request(folder=None))
    assert made.findChildren(ScopeChoice) == []
    assert made.scope() == "once"


def test_the_card_offers_the_lengths_in_a_menu(qtbot: QtBot) -> None:
    made = foot(qtbot, search_request(), compact=True)
    button = made.findChildren(MenuButton)[0]
    menu = button.open()
    assert isinstance(menu, Menu)
    assert [action.isChecked() for action in menu.actions()] == [True, False, False]
    menu.actions()[1].trigger()
    assert made.scope() == "conversation"
    assert button.words() == "Searching this vault, until this chat ends"
    menu.close()


def test_no_button_has_an_access_key(qtbot: QtBot) -> None:
    request = read_request(folder="R&D")
    made = foot(qtbot, request)
    for button in (made.reason_button, made.cancel_button, made.approve_button):
        assert button.shortcut().isEmpty()
        assert "&" not in button.text()


def test_a_reason_is_asked_for_and_sent_with_the_refusal(qtbot: QtBot) -> None:
    made = foot(qtbot, read_request())
    answers: list[tuple[str, str]] = []
    made.answered.connect(lambda ending, reason: answers.append((ending, reason)))
    edit = made.findChildren(QLineEdit)[0]
    assert not edit.isVisible()
    made.reason_button.click()
    qtbot.waitUntil(lambda: made.focusWidget() is edit, timeout=5000)
    QTest.keyClicks(edit, " Only the summary, please. ")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert answers == [("cancel", "Only the summary, please.")]


def test_cancel_sends_a_reason_that_was_typed_and_none_that_was_not_asked_for(qtbot: QtBot) -> None:
    made = foot(qtbot, read_request())
    answers: list[tuple[str, str]] = []
    made.answered.connect(lambda ending, reason: answers.append((ending, reason)))
    made.cancel_button.click()
    made.reason_button.click()
    made.findChildren(QLineEdit)[0].setText("Not these.")
    made.cancel_button.click()
    assert answers == [("cancel", ""), ("cancel", "Not these.")]


@pytest.mark.parametrize(("width", "below"), [(260, True), (700, False)])
def test_in_a_narrow_card_the_buttons_stand_below_the_length(qtbot: QtBot, width: int, below: bool) -> None:
    made = foot(qtbot, dataclasses.replace(search_request(), destination=AWAY), compact=True, width=width)
    scope = made.findChildren(ScopeChoice)[0]
    made.layout().activate()
    assert (made.cancel_button.y() > scope.geometry().bottom()) is below
    assert made.minimumWidth() <= 260
