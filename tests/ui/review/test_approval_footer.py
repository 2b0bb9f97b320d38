"""Tests of ui/review/approval_footer.py."""

import dataclasses

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QBoxLayout, QLabel, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from tests.support.requests import AWAY, HERE, NAMES, outgoing_request, read_request, results_request, search_request
from tests.support.reviews import BOILER, BUDGET, created, deleted, house
from vaultdesk.tools.runtime.approvals import ApprovalRequest
from vaultdesk.ui.review.approval_footer import ApprovalFooter, ChangeFooter, RequestFooter, ScopeChoice
from vaultdesk.ui.review.approval_view import RequestView
from vaultdesk.ui.review.change_choices import ReviewChoices
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.menu import CHOICE_EDGE, Menu
from vaultdesk.vault.change_set import ChangeSet
from vaultdesk.vault.staging import build_change_set

# Question footer: Cancel is the default, a reason may go with it, and Approve never moves.


def foot(qtbot: QtBot, *, compact: bool = False) -> ApprovalFooter:
    made = ApprovalFooter(compact=compact)
    qtbot.addWidget(made)
    made.resize(700, 120)
    made.show()
    return made


def test_cancel_is_the_default_and_approve_is_not(qtbot: QtBot) -> None:
    made = foot(qtbot)
    assert made.cancel_button.isDefault()
    assert not made.approve_button.isDefault()
    assert not made.approve_button.isEnabled()


def test_cancel_answers_with_the_reason_that_was_typed(qtbot: QtBot) -> None:
    made = foot(qtbot)
    told: list[tuple[str, str]] = []
    made.answered.connect(lambda *what: told.append(what))
    made.cancel_button.click()
    made.reason_button.click()
    field = made.findChildren(QLineEdit)[0]
    qtbot.waitUntil(lambda: field.isVisible() and not made.reason_button.isEnabled(), timeout=5000)
    QTest.keyClicks(field, " too much ")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert told == [("cancel", ""), ("cancel", "too much")]


def test_approve_is_as_wide_as_its_widest_words(qtbot: QtBot) -> None:
    made = foot(qtbot)
    made.reserve_button_width(("Go", "Apply 1,000 changes"))
    assert made.approve_button.minimumWidth() >= made.approve_button.fontMetrics().horizontalAdvance("Apply 1,000")


def test_where_it_is_narrow_the_buttons_stand_below(qtbot: QtBot) -> None:
    made = foot(qtbot)
    made.add_left(QLabel("Changes need your approval each time. This choice cannot be remembered."))
    made.resize(1_200, 120)
    assert made._row.direction() == QBoxLayout.Direction.LeftToRight
    made.resize(420, 120)
    assert made._row.direction() == QBoxLayout.Direction.TopToBottom


def test_tab_comes_to_what_stands_left_of_the_buttons_first(qtbot: QtBot) -> None:
    made = foot(qtbot)
    link = QPushButton("Look")
    made.add_left(link)
    made.set_stops_before_buttons([link])
    made.activateWindow()
    qtbot.waitUntil(lambda: link.isVisible() and made.isActiveWindow(), timeout=5000)
    link.setFocus()
    qtbot.waitUntil(link.hasFocus, timeout=5000)
    QTest.keyClick(link, Qt.Key.Key_Tab)
    assert made.reason_button.hasFocus()


# Request footer: what leaves, for how long, and buttons that say what they do.


def request_footer(qtbot: QtBot, request: ApprovalRequest, *, compact: bool = False, width: int = 800) -> RequestFooter:
    made = RequestFooter(request, compact=compact)
    qtbot.addWidget(made)
    made.show_ticked(request, tuple(choice.path for choice in request.files))
    made.resize(width, 200)
    made.show()
    return made


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (read_request(destination=AWAY), "Send 3 notes"),
        (read_request(destination=HERE), "Read 3 notes"),
        (read_request(NAMES[:1]), "Send 1 note"),
        (results_request(destination=AWAY), "Continue"),
        (outgoing_request(), "Approve and Execute"),
    ],
)
def test_approve_says_what_it_does(qtbot: QtBot, request_: ApprovalRequest, words: str) -> None:
    assert request_footer(qtbot, request_).approve_button.text() == words


def test_approve_keeps_its_width_while_ticks_change(qtbot: QtBot) -> None:
    request = read_request([f"n{number}.md" for number in range(120)])
    made = request_footer(qtbot, request)
    width = made.approve_button.width()
    made.show_ticked(made._request, ())
    made.layout().activate()
    assert made.approve_button.width() == width


def test_the_notice_counts_what_leaves_and_goes_when_nothing_does(qtbot: QtBot) -> None:
    made = request_footer(qtbot, read_request())
    assert made.notice_text() == "About 600 tokens leave this computer for api.anthropic.com"
    made.show_ticked(made._request, ())
    assert made.notice_text() == "Nothing leaves this computer for api.anthropic.com"


def test_where_only_once_is_offered_there_is_no_choice(qtbot: QtBot) -> None:
    made = request_footer(qtbot, read_request(folder=None))
    assert made.findChildren(ScopeChoice) == []
    assert made.scope() == "once"


@pytest.mark.parametrize("compact", [False, True])
def test_three_lengths_are_offered_for_reads_in_a_folder_and_once_is_chosen(qtbot: QtBot, compact: bool) -> None:
    made = request_footer(qtbot, read_request(folder="R&D"), compact=compact)
    (button,) = made.findChildren(ScopeChoice)
    assert (made.scope(), button.button.shown_text()) == ("once", "This time")
    menu = button.button.open()
    assert isinstance(menu, Menu)
    assert [(action.text(), action.isChecked()) for action in menu.actions()] == [
        ("This time only", True),
        ("Reading inside R&&D, until this chat ends", False),
        ("Reading inside R&&D, always", False),
    ]
    menu.actions()[2].trigger()
    assert (made.scope(), button.button.shown_text()) == ("always", "Always")
    menu.close()


def test_no_button_has_an_access_key(qtbot: QtBot) -> None:
    request = read_request(folder="R&D")
    made = request_footer(qtbot, request)
    for button in (made.reason_button, made.cancel_button, made.approve_button):
        assert button.shortcut().isEmpty()
        assert "&" not in button.text()


def test_a_reason_is_asked_for_and_sent_with_the_refusal(qtbot: QtBot) -> None:
    made = request_footer(qtbot, read_request())
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
    made = request_footer(qtbot, read_request())
    answers: list[tuple[str, str]] = []
    made.answered.connect(lambda ending, reason: answers.append((ending, reason)))
    made.cancel_button.click()
    made.reason_button.click()
    made.findChildren(QLineEdit)[0].setText("Not these.")
    made.cancel_button.click()
    assert answers == [("cancel", ""), ("cancel", "Not these.")]


@pytest.mark.parametrize(("width", "below"), [(200, True), (700, False)])
def test_in_a_narrow_card_the_buttons_stand_below_the_length(qtbot: QtBot, width: int, below: bool) -> None:
    made = request_footer(qtbot, dataclasses.replace(search_request(), destination=AWAY), compact=True, width=width)
    scope = made.findChildren(ScopeChoice)[0]
    made.layout().activate()
    assert (made.cancel_button.y() > scope.geometry().bottom()) is below
    assert made.minimumWidth() <= 260


# Change footer: Apply says how many, and stays dead until what must be seen was seen.


def change_footer(qtbot: QtBot, changes: ChangeSet, *, compact: bool = False) -> tuple[ChangeFooter, ReviewChoices]:
    choices = ReviewChoices(changes)
    made = ChangeFooter(choices, compact=compact)
    qtbot.addWidget(made)
    made.show_choices(0, editing=False)
    made.resize(900, 160)
    made.show()
    return made, choices


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (house(), "Apply 5 changes"),
        (build_change_set([created("a.md", BOILER)]), "Apply 1 change"),
        (build_change_set([deleted("a.md", BUDGET)]), "Delete 1 note"),
        (build_change_set([deleted("a.md", BUDGET), deleted("b.md", BUDGET)]), "Delete 2 notes"),
        (build_change_set([deleted("a.md", BUDGET), created("b.md", BUDGET)]), "Apply 2 changes"),
    ],
)
def test_apply_says_what_it_does(qtbot: QtBot, changes: ChangeSet, words: str) -> None:
    assert change_footer(qtbot, changes)[0].approve_button.text() == words


def test_the_number_follows_the_ticks_and_nothing_ticked_applies_nothing(qtbot: QtBot) -> None:
    made, choices = change_footer(qtbot, house())
    qtbot.waitUntil(lambda: made.approve_delay.armed, timeout=5000)
    width = made.approve_button.width()
    choices.tick("c1", False)
    made.show_choices(0, editing=False)
    assert made.approve_button.text() == "Apply 1 change"
    assert made.approve_delay.armed
    choices.tick_all(False)
    made.show_choices(0, editing=False)
    assert (made.approve_button.text(), made.approve_delay.armed) == ("Apply nothing", False)
    assert made.approve_button.toolTip() == "Nothing is ticked."
    assert made.approve_button.width() == width


def test_folds_that_must_be_seen_and_an_open_edit_keep_it_dead(qtbot: QtBot) -> None:
    made, _ = change_footer(qtbot, house())
    made.show_choices(2, editing=False)
    made.approve_delay.start()
    qtbot.waitUntil(lambda: made.approve_delay._has_waited, timeout=5000)
    assert not made.approve_delay.armed
    assert made.unseen_text() == "2 collapsed parts remove or hide text. Review them before you apply."
    asked: list[bool] = []
    made.show_unseen_requested.connect(lambda: asked.append(True))
    made._unseen_banner.links[0].click()
    assert asked == [True]
    made.show_choices(0, editing=True)
    assert (made.unseen_text(), made.approve_delay.armed) == ("", False)
    made.show_choices(0, editing=False)
    assert made.approve_delay.armed


@pytest.mark.parametrize("compact", [False, True])
def test_undo_is_promised_and_remembering_is_not_offered(qtbot: QtBot, compact: bool) -> None:
    made, _ = change_footer(qtbot, house(), compact=compact)
    words = " ".join(label.text() for label in made.findChildren(PlainLabel))
    assert "All changes can be undone in one step" in words
    assert "Changes need your approval each time. This choice cannot be remembered." in words


@pytest.mark.parametrize("compact", [False, True])
def test_how_long_an_answer_holds_begins_where_the_notice_begins(qtbot: QtBot, compact: bool) -> None:
    view = RequestView(read_request(), compact=compact)
    qtbot.addWidget(view)
    view.resize(640, 600)
    view.show()
    qtbot.waitExposed(view)
    foot = view.footer
    (scope,) = foot.findChildren(ScopeChoice)
    words = scope.button.mapTo(view, QPoint(theme().px(CHOICE_EDGE), 0)).x()
    assert words == foot._icon.mapTo(view, QPoint()).x() == view.header.mapTo(view, QPoint()).x()
