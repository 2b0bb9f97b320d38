"""Tests of ui/review/approval_footer.py."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QBoxLayout, QLabel, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from tests.support.requests import AWAY, HERE, NAMES, outgoing_request, read_request, results_request, search_request
from tests.support.reviews import BOILER, BUDGET, created, deleted, house
from vaultdesk.core.values import replace
from vaultdesk.tools.runtime.approvals import ApprovalRequest
from vaultdesk.ui.review.approval_footer import ApprovalFooter, ChangeFooter, RequestFooter, ScopeChoice
from vaultdesk.ui.review.approval_view import RequestView
from vaultdesk.ui.review.change_choices import ReviewChoices
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.menu import CHOICE_EDGE, Menu
from vaultdesk.vault.change_set import ChangeSet
from vaultdesk.vault.staging import build_change_set

# Base footer: Cancel is the default button, can carry a reason, and Approve keeps its position.


def make_footer(qtbot: QtBot, *, compact: bool = False) -> ApprovalFooter:
    footer = ApprovalFooter(compact=compact)
    qtbot.addWidget(footer)
    footer.resize(700, 120)
    footer.show()
    return footer


def test_cancel_is_the_default_and_approve_is_not(qtbot: QtBot) -> None:
    footer = make_footer(qtbot)
    assert footer.cancel_button.isDefault()
    assert not footer.approve_button.isDefault()
    assert not footer.approve_button.isEnabled()


def test_cancel_emits_the_typed_reason(qtbot: QtBot) -> None:
    footer = make_footer(qtbot)
    answers: list[tuple[str, str]] = []
    footer.answered.connect(lambda *values: answers.append(values))
    footer.cancel_button.click()
    footer.reason_button.click()
    field = footer.findChildren(QLineEdit)[0]
    qtbot.waitUntil(lambda: field.isVisible() and not footer.reason_button.isEnabled(), timeout=30_000)
    QTest.keyClicks(field, " too much ")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert answers == [("cancel", ""), ("cancel", "too much")]


def test_approve_button_reserves_the_width_of_its_widest_label(qtbot: QtBot) -> None:
    footer = make_footer(qtbot)
    footer.reserve_button_width(("Go", "Apply 1,000 changes"))
    assert footer.approve_button.minimumWidth() >= footer.approve_button.fontMetrics().horizontalAdvance("Apply 1,000")


def test_buttons_wrap_below_the_text_in_a_narrow_footer(qtbot: QtBot) -> None:
    footer = make_footer(qtbot)
    footer.add_left(QLabel("Changes need your approval each time. This choice cannot be remembered."))
    footer.resize(1_200, 120)
    assert footer._row.direction() == QBoxLayout.Direction.LeftToRight
    footer.resize(420, 120)
    assert footer._row.direction() == QBoxLayout.Direction.TopToBottom


def test_tab_order_starts_with_widgets_left_of_the_buttons(qtbot: QtBot) -> None:
    footer = make_footer(qtbot)
    link = QPushButton("Look")
    footer.add_left(link)
    footer.set_stops_before_buttons([link])
    footer.activateWindow()
    qtbot.waitUntil(lambda: link.isVisible() and footer.isActiveWindow(), timeout=30_000)
    link.setFocus()
    qtbot.waitUntil(link.hasFocus, timeout=30_000)
    QTest.keyClick(link, Qt.Key.Key_Tab)
    assert footer.reason_button.hasFocus()


# Request footer: outgoing data, scope of the permission, and labels that name the action.


def request_footer(qtbot: QtBot, request: ApprovalRequest, *, compact: bool = False, width: int = 800) -> RequestFooter:
    footer = RequestFooter(request, compact=compact)
    qtbot.addWidget(footer)
    footer.show_ticked(request, tuple(choice.path for choice in request.files))
    footer.resize(width, 200)
    footer.show()
    return footer


@pytest.mark.parametrize(
    ("request_", "label"),
    [
        (read_request(destination=AWAY), "Send 3 notes"),
        (read_request(destination=HERE), "Read 3 notes"),
        (read_request(NAMES[:1]), "Send 1 note"),
        (results_request(destination=AWAY), "Continue"),
        (outgoing_request(), "Approve and Execute"),
    ],
)
def test_approve_button_label_names_the_action(qtbot: QtBot, request_: ApprovalRequest, label: str) -> None:
    assert request_footer(qtbot, request_).approve_button.text() == label


def test_approve_button_keeps_its_width_when_the_selection_changes(qtbot: QtBot) -> None:
    request = read_request([f"n{number}.md" for number in range(120)])
    footer = request_footer(qtbot, request)
    width = footer.approve_button.width()
    footer.show_ticked(footer._request, ())
    footer.layout().activate()
    assert footer.approve_button.width() == width


def test_notice_counts_outgoing_tokens_and_reports_an_empty_selection(qtbot: QtBot) -> None:
    footer = request_footer(qtbot, read_request())
    assert footer.notice_text() == "About 600 tokens leave this computer for api.anthropic.com"
    footer.show_ticked(footer._request, ())
    assert footer.notice_text() == "Nothing leaves this computer for api.anthropic.com"


def test_scope_choice_is_absent_when_only_once_is_available(qtbot: QtBot) -> None:
    footer = request_footer(qtbot, read_request(folder=None))
    assert footer.findChildren(ScopeChoice) == []
    assert footer.scope() == "once"


@pytest.mark.parametrize("compact", [False, True])
def test_reads_in_a_folder_offer_three_scopes_with_once_as_default(qtbot: QtBot, compact: bool) -> None:
    footer = request_footer(qtbot, read_request(folder="R&D"), compact=compact)
    (button,) = footer.findChildren(ScopeChoice)
    assert (footer.scope(), button.button.shown_text()) == ("once", "This time")
    menu = button.button.open()
    assert isinstance(menu, Menu)
    assert [(action.text(), action.isChecked()) for action in menu.actions()] == [
        ("This time only", True),
        ("Reading inside R&&D, until this chat ends", False),
        ("Reading inside R&&D, always", False),
    ]
    menu.actions()[2].trigger()
    assert (footer.scope(), button.button.shown_text()) == ("always", "Always")
    menu.close()


def test_buttons_have_no_mnemonic(qtbot: QtBot) -> None:
    request = read_request(folder="R&D")
    footer = request_footer(qtbot, request)
    for button in (footer.reason_button, footer.cancel_button, footer.approve_button):
        assert button.shortcut().isEmpty()
        assert "&" not in button.text()


def test_typed_reason_is_sent_with_the_refusal(qtbot: QtBot) -> None:
    footer = request_footer(qtbot, read_request())
    answers: list[tuple[str, str]] = []
    footer.answered.connect(lambda ending, reason: answers.append((ending, reason)))
    edit = footer.findChildren(QLineEdit)[0]
    assert not edit.isVisible()
    footer.reason_button.click()
    qtbot.waitUntil(lambda: footer.focusWidget() is edit, timeout=30_000)
    QTest.keyClicks(edit, " Only the summary, please. ")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert answers == [("cancel", "Only the summary, please.")]


def test_cancel_sends_a_reason_only_when_one_was_requested(qtbot: QtBot) -> None:
    footer = request_footer(qtbot, read_request())
    answers: list[tuple[str, str]] = []
    footer.answered.connect(lambda ending, reason: answers.append((ending, reason)))
    footer.cancel_button.click()
    footer.reason_button.click()
    footer.findChildren(QLineEdit)[0].setText("Not these.")
    footer.cancel_button.click()
    assert answers == [("cancel", ""), ("cancel", "Not these.")]


@pytest.mark.parametrize(("width", "below"), [(200, True), (700, False)])
def test_buttons_wrap_below_the_scope_choice_in_a_narrow_card(qtbot: QtBot, width: int, below: bool) -> None:
    footer = request_footer(qtbot, replace(search_request(), destination=AWAY), compact=True, width=width)
    scope = footer.findChildren(ScopeChoice)[0]
    footer.layout().activate()
    assert (footer.cancel_button.y() > scope.geometry().bottom()) is below
    assert footer.minimumWidth() <= 260


# Change footer: Apply counts the changes and is disabled until the parts that need review were shown.


def change_footer(qtbot: QtBot, changes: ChangeSet, *, compact: bool = False) -> tuple[ChangeFooter, ReviewChoices]:
    choices = ReviewChoices(changes)
    footer = ChangeFooter(choices, compact=compact)
    qtbot.addWidget(footer)
    footer.show_choices(0, editing=False)
    footer.resize(900, 160)
    footer.show()
    return footer, choices


@pytest.mark.parametrize(
    ("changes", "label"),
    [
        (house(), "Apply 5 changes"),
        (build_change_set([created("a.md", BOILER)]), "Apply 1 change"),
        (build_change_set([deleted("a.md", BUDGET)]), "Delete 1 note"),
        (build_change_set([deleted("a.md", BUDGET), deleted("b.md", BUDGET)]), "Delete 2 notes"),
        (build_change_set([deleted("a.md", BUDGET), created("b.md", BUDGET)]), "Apply 2 changes"),
    ],
)
def test_apply_button_label_counts_changes_or_deletions(qtbot: QtBot, changes: ChangeSet, label: str) -> None:
    assert change_footer(qtbot, changes)[0].approve_button.text() == label


def test_apply_label_follows_the_selection_and_an_empty_one_disables_it(qtbot: QtBot) -> None:
    footer, choices = change_footer(qtbot, house())
    qtbot.waitUntil(lambda: footer.approve_delay.armed, timeout=30_000)
    width = footer.approve_button.width()
    choices.tick("c1", False)
    footer.show_choices(0, editing=False)
    assert footer.approve_button.text() == "Apply 1 change"
    assert footer.approve_delay.armed
    choices.tick_all(False)
    footer.show_choices(0, editing=False)
    assert (footer.approve_button.text(), footer.approve_delay.armed) == ("Apply nothing", False)
    assert footer.approve_button.toolTip() == "Nothing is ticked."
    assert footer.approve_button.width() == width


def test_unseen_folds_and_an_open_editor_disable_apply(qtbot: QtBot) -> None:
    footer, _ = change_footer(qtbot, house())
    footer.show_choices(2, editing=False)
    footer.approve_delay.start()
    qtbot.waitUntil(lambda: footer.approve_delay._has_waited, timeout=30_000)
    assert not footer.approve_delay.armed
    assert footer.unseen_text() == "2 collapsed parts remove or hide text. Review them before you apply."
    requests: list[bool] = []
    footer.show_unseen_requested.connect(lambda: requests.append(True))
    footer._unseen_banner.links[0].click()
    assert requests == [True]
    footer.show_choices(0, editing=True)
    assert (footer.unseen_text(), footer.approve_delay.armed) == ("", False)
    footer.show_choices(0, editing=False)
    assert footer.approve_delay.armed


@pytest.mark.parametrize("compact", [False, True])
def test_footer_states_that_changes_can_be_undone_and_approval_is_not_remembered(qtbot: QtBot, compact: bool) -> None:
    footer, _ = change_footer(qtbot, house(), compact=compact)
    text = " ".join(label.text() for label in footer.findChildren(PlainLabel))
    assert "All changes can be undone in one step" in text
    assert "Changes need your approval each time. This choice cannot be remembered." in text


@pytest.mark.parametrize("compact", [False, True])
def test_scope_choice_aligns_with_notice_and_header(qtbot: QtBot, compact: bool) -> None:
    view = RequestView(read_request(), compact=compact)
    qtbot.addWidget(view)
    view.resize(640, 600)
    view.show()
    qtbot.waitExposed(view, timeout=30_000)
    footer = view.footer
    (scope,) = footer.findChildren(ScopeChoice)
    text_left = scope.button.mapTo(view, QPoint(theme().px(CHOICE_EDGE), 0)).x()
    assert text_left == footer._icon.mapTo(view, QPoint()).x() == view.header.mapTo(view, QPoint()).x()
