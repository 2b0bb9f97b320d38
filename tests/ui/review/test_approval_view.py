"""Tests of ui/review/approval_view.py."""

import dataclasses
import random
from functools import partial

import pytest
from PySide6.QtCore import QElapsedTimer, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tests.support.requests import AWAY, HERE, outgoing_request, read_request, results_request, search_request
from tests.support.reviews import BOILER, BUDGET, NEW_BOILER, NEW_BUDGET, deleted, rewritten, write_request
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.ui.review import approve_delay
from vaultdesk.ui.review.approval_foot import ChangeFooter, RequestFooter
from vaultdesk.ui.review.approval_view import ApprovalCard, ApprovalDialog, RequestView
from vaultdesk.ui.review.approve_delay import APPROVE_DELAY_MS
from vaultdesk.ui.review.text_box import FittedScrollArea, NumberedText
from vaultdesk.ui.theme.theme import theme
from vaultdesk.vault.diff.change_set import HunkEdit, NoteChoice

# Request view: hostile names and arguments stand there letter by letter (vaultdesk/ui/review/README.md, "Hostile text",
# dialog).


def shown(qtbot: QtBot, request: ApprovalRequest, *, compact: bool = False) -> RequestView:
    view = RequestView(request, compact=compact)
    qtbot.addWidget(view)
    view.resize(940, 664)
    view.show()
    return view


def words(view: RequestView) -> str:
    return "\n".join(label.text() for label in view.findChildren(QLabel))


@pytest.mark.parametrize(
    "query",
    [
        "<b>x</b>",
        "<script>alert(1)</script>",
        "<table><tr>",
        '<img src="file:///etc/passwd">',
        "R&D & more",
        "a\tb",
        "%n {0}",
    ],
)
@pytest.mark.parametrize("compact", [False, True])
def test_hostile_arguments_are_shown_literally(qtbot: QtBot, query: str, compact: bool) -> None:
    view = shown(qtbot, search_request(query), compact=compact)
    assert query.replace("\t", "<U+0009>") in words(view)
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in view.findChildren(QLabel) if label.text())


def test_direction_and_invisible_characters_are_spelled_out(qtbot: QtBot) -> None:
    view = shown(qtbot, search_request("cod\u202egpj.exe\u200b"))
    assert "\u202e" not in words(view)
    assert "202E" in words(view)
    assert "200B" in words(view)


def test_five_thousand_spaces_hide_nothing(qtbot: QtBot) -> None:
    view = shown(qtbot, search_request("harmless" + " " * 5000 + "and the rest"))
    assert "and the rest" in words(view)
    assert view.foot.cancel_button.isVisible()


def test_hostile_file_names_are_rows_of_plain_text(qtbot: QtBot) -> None:
    names = ("<b>R&D</b>.md", "a\u202emd.md", "already approved, press Enter.md")
    view = shown(qtbot, read_request(names))
    assert view.checklist is not None
    model = view.checklist.view().model()
    rows = [str(model.index(row, 0).data()) for row in range(model.rowCount())]
    assert rows[0].startswith("<b>R&D</b>.md, ")
    assert "\u202e" not in rows[1]
    assert rows[2].startswith("already approved, press Enter.md, ")


def test_three_hundred_files_are_all_there_and_counted(qtbot: QtBot) -> None:
    view = shown(qtbot, read_request(tuple(f"n{number}.md" for number in range(300))))
    assert len(view.ticked()) == 300
    assert "300 of 300" in words(view)
    assert view.foot.approve_button.text() == "Send 300 notes"


def test_the_headline_and_the_button_follow_the_ticks(qtbot: QtBot) -> None:
    view = shown(qtbot, read_request())
    assert view.head.headline() == "Read 3 notes and send them to Anthropic (api.anthropic.com)"
    assert view.checklist is not None
    view.checklist.tick_all(False)
    assert view.head.headline() == "Read 0 notes and send them to Anthropic (api.anthropic.com)"
    assert view.foot.approve_button.text() == "Send nothing"
    assert view.foot.notice_text() == ""
    view.checklist.tick_all(True)
    assert "api.anthropic.com" in view.foot.notice_text()


def test_what_stays_here_has_no_privacy_warning(qtbot: QtBot) -> None:
    assert shown(qtbot, read_request(destination=HERE)).foot.notice_text() == ""
    assert "leaves this computer for Anthropic" in shown(qtbot, search_request(destination=AWAY)).foot.notice_text()


def test_the_models_words_are_marked_as_its_words(qtbot: QtBot) -> None:
    view = shown(qtbot, read_request(model_words="The user already approved. <b>Press Send</b>"))
    assert "In the model’s words, not checked" in words(view)
    assert "“The user already approved. <b>Press Send</b>”" in words(view)


def test_the_view_answers_only_once(qtbot: QtBot) -> None:
    view = shown(qtbot, read_request())
    answers: list[ApprovalDecision] = []
    view.answered.connect(answers.append)
    view.refuse()
    view.refuse()
    assert answers == [ApprovalDecision(approved=False)]


def test_a_search_has_nothing_to_preview(qtbot: QtBot) -> None:
    assert shown(qtbot, search_request()).preview is None


@pytest.mark.parametrize("compact", [False, True])
def test_the_headline_and_the_button_follow_the_chosen_changes(qtbot: QtBot, compact: bool) -> None:
    view = shown(qtbot, write_request(), compact=compact)
    assert view.review is not None
    assert view.head.headline() == "Rename 1 note, change 1 note and repair 4 links"
    view.review.diff.note_ticked.emit("c1", False)
    assert (view.head.headline(), view.foot.approve_button.text()) == ("Change 1 note", "Apply 1 change")
    view.review.diff.hunk_ticked.emit("c6", "h1", False)
    assert (view.head.headline(), view.foot.approve_button.text()) == ("Change nothing", "Apply nothing")


def test_what_is_chosen_is_answered(qtbot: QtBot) -> None:
    view = shown(qtbot, write_request())
    answers: list[ApprovalDecision] = []
    view.answered.connect(answers.append)
    assert view.review is not None
    view.review.diff.hunk_ticked.emit("c1", "h3", False)
    view.review.diff.hunk_edited.emit("c6", "h1", ("mine",))
    qtbot.waitUntil(lambda: view.foot.arming.armed, timeout=5000)
    view.foot.approve_button.click()
    assert answers == [
        ApprovalDecision(
            approved=True,
            changes=(
                NoteChoice("c1", ("h1", "h2")),
                *(NoteChoice(f"c{number}") for number in range(2, 6)),
                NoteChoice("c6", None, (HunkEdit("h1", ("mine",)),)),
            ),
        )
    ]


def test_apply_waits_for_the_folded_removal_to_be_opened(qtbot: QtBot) -> None:
    view = shown(qtbot, write_request([deleted("a.md", "".join(f"{number}\n" for number in range(400)))]))
    foot = view.foot
    assert isinstance(foot, ChangeFooter)
    assert foot.unseen_text() == "1 folded part removes or hides text. Look at it before you apply."
    qtbot.wait(900)
    assert not foot.arming.armed
    foot.show_unseen_requested.emit()
    assert (foot.unseen_text(), foot.arming.armed) == ("", True)


def test_hostile_names_of_notes_are_spelled_out(qtbot: QtBot) -> None:
    view = shown(qtbot, write_request([rewritten("A/<b>R&D<b>\u202e.md", BUDGET, NEW_BUDGET)]))
    assert view.review is not None
    model = view.review.checklist.view().model()
    assert model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole).startswith("<b>R&D<b><U+202E>, A, 1 change")


@pytest.mark.parametrize("compact", [False, True])
def test_results_are_ticked_one_by_one_and_the_ticked_ones_are_the_answer(qtbot: QtBot, compact: bool) -> None:
    view = shown(qtbot, results_request(), compact=compact)
    answers: list[ApprovalDecision] = []
    view.answered.connect(answers.append)
    assert view.checklist is not None
    assert view.head.headline() == "Let Anthropic (api.anthropic.com) read 3 results"
    list_model = view.checklist.view().model()
    list_model.setData(list_model.index(1, 0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    assert view.head.headline() == "Let Anthropic (api.anthropic.com) read 2 results"
    assert view.foot.approve_button.text() == "Send 2 results"
    assert "2 of 3 results" in words(view)

    qtbot.waitUntil(lambda: view.foot.arming.armed, timeout=5000)
    view.foot.approve_button.click()

    assert answers == [ApprovalDecision(approved=True, results=("1", "3"))]


def test_what_is_wrong_with_a_result_stands_at_the_top(qtbot: QtBot) -> None:
    view = shown(qtbot, results_request())

    assert "“Grants/2026 <b>for</b> pumps”: It contains words that read like an order" in words(view)
    assert "“Noise<U+202E>gpj.exe”: It contains characters that cannot be seen" in words(view)
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in view.findChildren(QLabel) if label.text())


def test_what_goes_out_is_told_with_who_gets_it(qtbot: QtBot) -> None:
    view = shown(qtbot, outgoing_request("heat pump Wärme"))

    assert isinstance(view.foot, RequestFooter)
    assert "leave this computer for Brave Search (api.search.brave.com)" in view.foot.notice_text()
    assert "“heat pump Wärme”" in words(view)
    assert view.foot.approve_button.text() == "Approve and Execute"


def test_results_for_a_model_of_this_computer_leave_nothing(qtbot: QtBot) -> None:
    view = shown(qtbot, results_request(destination=HERE))

    assert isinstance(view.foot, RequestFooter)
    assert view.foot.notice_text() == ""
    assert view.foot.approve_button.text() == "Let It Read 3 results"


def test_leaving_out_every_result_is_an_answer(qtbot: QtBot) -> None:
    view = shown(qtbot, results_request())
    answers: list[ApprovalDecision] = []
    view.answered.connect(answers.append)
    assert view.checklist is not None
    view.checklist.tick_all(False)
    assert view.foot.approve_button.text() == "Send nothing"
    qtbot.waitUntil(lambda: view.foot.arming.armed, timeout=5000)
    view.foot.approve_button.click()

    assert answers == [ApprovalDecision(approved=True, results=())]


# Hosts: no key, no closing and no haste approves anything (vaultdesk/ui/review/README.md, "Approving").

REFUSED = ApprovalDecision(approved=False)
Key = Qt.Key


class Chat(QWidget):
    """A chat that counts the keys that come to it."""

    heard = 0

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's own name
        self.heard += 1


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    shown = QWidget()
    shown.resize(1280, 800)
    qtbot.addWidget(shown)
    shown.show()
    qtbot.waitExposed(shown)
    shown.activateWindow()
    return shown


def open_dialog(qtbot: QtBot, window: QWidget, *, files: bool = True) -> ApprovalDialog:
    dialog = ApprovalDialog(read_request() if files else search_request(), window)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitExposed(dialog)
    qtbot.waitUntil(lambda: dialog.view.foot.cancel_button.hasFocus(), timeout=5000)
    return dialog


def wait_until_armed(qtbot: QtBot, dialog: ApprovalDialog) -> None:
    qtbot.waitUntil(lambda: dialog.view.foot.arming.armed, timeout=5000)


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter, Key.Key_Space, Key.Key_Escape])
@pytest.mark.parametrize("armed", [False, True])
@pytest.mark.parametrize("files", [False, True])
def test_the_obvious_keys_all_mean_cancel(qtbot: QtBot, window: QWidget, key: Qt.Key, armed: bool, files: bool) -> None:
    dialog = open_dialog(qtbot, window, files=files)
    if armed:
        wait_until_armed(qtbot, dialog)
    QTest.keyClick(QApplication.focusWidget() or dialog, key)
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=5000)
    assert dialog.decision == REFUSED


def test_closing_means_cancel(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    wait_until_armed(qtbot, dialog)
    dialog.close()
    assert dialog.decision == REFUSED


@pytest.mark.parametrize("armed", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_fifty_keys_typed_as_it_appears_approve_nothing(
    qtbot: QtBot, window: QWidget, monkeypatch: pytest.MonkeyPatch, seed: int, armed: bool
) -> None:
    # However slow the machine, all fifty come within the wait.
    monkeypatch.setattr(approve_delay, "APPROVE_DELAY_MS", 10 * 60_000)
    keys = [*map(Qt.Key, range(Key.Key_A, Key.Key_Z)), Key.Key_Tab, Key.Key_Tab, Key.Key_Backtab, Key.Key_Down]
    keys += [Key.Key_Right, Key.Key_Left, Key.Key_Up, Key.Key_Home, Key.Key_End]
    pressing = [Key.Key_Space, Key.Key_Return]
    chance = random.Random(seed)
    dialog = open_dialog(qtbot, window, files=bool(seed % 2))
    dialog.view.foot.approve_button.setEnabled(armed)
    for number in range(50):
        if not dialog.isVisible():
            break
        # Enter and Space cancel at once; let most rounds live long enough to walk about.
        choice = chance.choice(keys if number < 25 else [*keys, *pressing])
        QTest.keyClick(QApplication.focusWidget() or dialog, choice)
    assert not dialog.decision.approved


def test_typing_on_keeps_approve_dead(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    since_key = QElapsedTimer()
    for _ in range(6):
        since_key.start()
        QTest.keyClick(dialog.view, Key.Key_X)
        qtbot.wait(APPROVE_DELAY_MS // 3)
        # A machine that stood still may be past the wait; what may not be is Approve alive before its end.
        assert not dialog.view.foot.arming.armed or since_key.elapsed() >= APPROVE_DELAY_MS
    wait_until_armed(qtbot, dialog)
    assert since_key.elapsed() >= APPROVE_DELAY_MS


def test_tab_goes_from_cancel_to_approve_which_is_deaf_for_a_moment(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    wait_until_armed(qtbot, dialog)
    approve = dialog.view.foot.approve_button
    since_focus = QElapsedTimer()
    since_focus.start()
    QTest.keyClick(dialog.view.foot.cancel_button, Key.Key_Tab)
    assert approve.hasFocus()
    while dialog.isVisible() and since_focus.elapsed() < APPROVE_DELAY_MS // 2:
        QTest.keyClick(approve, Key.Key_Space)
    assert dialog.isVisible() or since_focus.elapsed() >= APPROVE_DELAY_MS

    def approved_by_space() -> bool:
        QTest.keyClick(approve, Key.Key_Space)
        return dialog.decision.approved

    qtbot.waitUntil(approved_by_space, timeout=5000)


def test_tab_walks_in_the_order_of_reading_and_comes_back_to_cancel(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    wait_until_armed(qtbot, dialog)
    names: list[str] = []
    for _ in range(20):
        widget = QApplication.focusWidget()
        assert widget is not None
        name = widget.accessibleName() or str(getattr(widget, "text", str)())
        if name in names:
            break
        names.append(name)
        QTest.keyClick(widget, Key.Key_Tab)
    assert names == [
        "Cancel",
        "Send 3 notes",
        "All notes",
        "Select All",
        "Deselect All",
        "Notes to share; Space ticks",
        "This time only",
        "Cancel with a Reason…",
    ]


def test_arrows_walk_the_files_and_enter_there_still_cancels(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    checklist = dialog.view.checklist
    assert checklist is not None
    view = checklist.view()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(view, Key.Key_Down)
    assert view.currentIndex().row() == 1
    QTest.keyClick(view, Key.Key_Return)
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=5000)
    assert dialog.decision == REFUSED


@pytest.mark.parametrize("size", [(900, 640), (1440, 900), (700, 500)])
def test_the_dialog_fits_into_its_window_with_its_buttons(qtbot: QtBot, size: tuple[int, int]) -> None:
    shown = QWidget()
    shown.resize(*size)
    qtbot.addWidget(shown)
    shown.show()
    names = tuple(f"Folder/a\u202e{number}.md" for number in range(300))
    request = read_request(names, model_words="word " * 4000, arguments={"text": "line\n" * 800})
    call = request.calls[0]
    warnings = tuple(f"“{number}” contains characters that cannot be seen." for number in range(40))
    loud = dataclasses.replace(request, calls=(dataclasses.replace(call, warnings=warnings),))
    dialog = ApprovalDialog(loud, shown)
    dialog.open()
    qtbot.waitExposed(dialog)
    assert dialog.width() <= size[0]
    assert dialog.height() <= max(size[1], 560)
    for button in (dialog.view.foot.cancel_button, dialog.view.foot.approve_button):
        corner = button.mapTo(dialog, button.rect().bottomRight())
        assert dialog.rect().contains(corner)
    assert dialog.view.checklist is not None
    assert dialog.view.checklist.view().height() >= theme().px(46)


def test_losing_the_front_disarms(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    wait_until_armed(qtbot, dialog)
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(lambda: not dialog.view.foot.arming.armed, timeout=5000)
    dialog.activateWindow()
    assert not dialog.view.foot.arming.armed
    wait_until_armed(qtbot, dialog)


def test_a_click_on_the_armed_button_approves_the_ticked_files(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    checklist = dialog.view.checklist
    assert checklist is not None
    QTest.keyClick(checklist.view(), Key.Key_Space)  # the first file is under the cursor: left out
    wait_until_armed(qtbot, dialog)
    QTest.mouseClick(dialog.view.foot.approve_button, Qt.MouseButton.LeftButton)
    assert dialog.decision == ApprovalDecision(
        approved=True, files=("Projects/House/Budget.md", "Daily/2026-11-12.md"), scope="once"
    )


def test_cancel_is_the_default_and_approve_has_no_mnemonic(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    foot = dialog.view.foot
    assert foot.cancel_button.isDefault()
    assert not foot.approve_button.isDefault()
    assert not foot.approve_button.autoDefault()
    assert "&" not in foot.approve_button.text()
    for button in dialog.findChildren(QPushButton):
        assert button.shortcut().isEmpty()


def test_every_focusable_widget_has_a_name(qtbot: QtBot, window: QWidget) -> None:
    for files in (True, False):
        dialog = open_dialog(qtbot, window, files=files)
        nameless = [
            child
            for child in dialog.findChildren(QWidget)
            if child.isVisible()
            and child.focusPolicy() != Qt.FocusPolicy.NoFocus
            and not (child.accessibleName() or getattr(child, "text", str)())
        ]
        assert nameless == []


def test_the_card_obeys_the_same_rules(qtbot: QtBot, window: QWidget) -> None:
    card = ApprovalCard(read_request(), window)
    answers: list[ApprovalDecision] = []
    card.view.answered.connect(answers.append)
    card.show()
    qtbot.waitUntil(lambda: card.view.foot.cancel_button.hasFocus(), timeout=5000)
    QTest.mouseClick(card.view.foot.approve_button, Qt.MouseButton.LeftButton)
    assert answers == []
    QTest.keyClick(card.view.foot.cancel_button, Key.Key_Escape)
    assert answers == [REFUSED]


@pytest.mark.parametrize("width", [304, 384, 616])
def test_the_card_fits_into_a_narrow_chat_without_cutting_its_buttons(qtbot: QtBot, width: int) -> None:
    for request in (read_request(model_words="I want to compare them."), search_request()):
        chat = QWidget()
        qtbot.addWidget(chat)
        card = ApprovalCard(request, chat)
        chat.resize(width, 900)
        card.resize(width, card.heightForWidth(width))
        chat.show()
        qtbot.waitUntil(lambda card=card: card.view.foot.cancel_button.hasFocus(), timeout=5000)
        assert card.minimumSizeHint().width() <= width
        foot = card.view.foot
        for button in (foot.reason_button, foot.cancel_button, foot.approve_button):
            assert button.width() >= button.sizeHint().width()
            assert card.rect().contains(button.mapTo(card, button.rect().bottomRight()))


def test_keys_meant_for_the_card_do_not_reach_the_chat_around_it(qtbot: QtBot) -> None:
    chat = Chat()
    qtbot.addWidget(chat)
    card = ApprovalCard(read_request(), chat)
    chat.show()
    QTest.keyClick(card.view, Key.Key_X)
    QTest.keyClick(card.view, Key.Key_Escape)
    assert chat.heard == 0


def test_focus_given_to_the_question_goes_to_cancel(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    assert dialog.view.checklist is not None
    dialog.view.checklist.view().setFocus()
    dialog.view.setFocus()
    assert dialog.view.foot.cancel_button.hasFocus()


QUERIES = ("Apple trees pruning?", "apple", "trees pruning", "when to prune", "winter")


def buttons_in_sight(dialog: ApprovalDialog) -> bool:
    foot = dialog.view.foot
    places = (button.mapTo(dialog, button.rect().bottomRight()) for button in (foot.cancel_button, foot.approve_button))
    return all(dialog.rect().contains(place) for place in places)


@pytest.mark.parametrize("calls", [1, 2, 3, 5])
def test_every_argument_of_some_searches_is_seen_without_scrolling(qtbot: QtBot, window: QWidget, calls: int) -> None:
    dialog = ApprovalDialog(search_request(*QUERIES[:calls]), window)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitExposed(dialog)
    area = dialog.view.findChild(FittedScrollArea)
    assert area is not None
    assert area.verticalScrollBar().maximum() == 0
    assert dialog.view.findChildren(NumberedText) == []
    assert buttons_in_sight(dialog)
    # A reason makes the dialog higher, not the arguments fewer.
    dialog.view.foot.reason_button.click()
    qtbot.waitUntil(lambda: dialog.view.foot.findChildren(QLineEdit)[0].hasFocus(), timeout=5000)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() == 0, timeout=5000)
    assert buttons_in_sight(dialog)
    assert dialog.height() <= window.height()


def test_an_argument_of_four_hundred_lines_scrolls_under_buttons_in_sight(qtbot: QtBot, window: QWidget) -> None:
    for size in ((1280, 800), (640, 420)):
        window.resize(*size)
        dialog = ApprovalDialog(search_request("line\n" * 400), window)
        qtbot.addWidget(dialog)
        dialog.open()
        qtbot.waitExposed(dialog)
        assert dialog.view.findChildren(NumberedText)[0].verticalScrollBar().maximum() > 0
        assert dialog.height() <= size[1]
        qtbot.waitUntil(partial(buttons_in_sight, dialog), timeout=5000)
        dialog.reject()


def test_where_the_window_is_low_many_searches_scroll_and_buttons_stay(qtbot: QtBot, window: QWidget) -> None:
    window.resize(640, 420)
    dialog = ApprovalDialog(search_request(*QUERIES), window)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitExposed(dialog)
    area = dialog.view.findChild(FittedScrollArea)
    assert area is not None
    assert area.verticalScrollBar().maximum() > 0
    assert dialog.height() <= 420
    qtbot.waitUntil(lambda: buttons_in_sight(dialog), timeout=5000)


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter])
def test_enter_on_approve_does_nothing_and_space_is_told_of(qtbot: QtBot, window: QWidget, key: Qt.Key) -> None:
    dialog = open_dialog(qtbot, window)
    wait_until_armed(qtbot, dialog)
    approve = dialog.view.foot.approve_button
    approve.setFocus()
    QTest.keyClick(approve, key)
    dialog.view.foot.arming._deaf.stop()
    QTest.keyClick(approve, key)
    assert dialog.isVisible()
    assert "Press Space" in approve.toolTip()
    QTest.keyClick(approve, Key.Key_Space)
    assert dialog.decision.approved


def open_write(qtbot: QtBot, window: QWidget) -> ApprovalDialog:
    dialog = ApprovalDialog(write_request(model_words="I tidy up."), window)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitExposed(dialog)
    qtbot.waitUntil(lambda: dialog.view.foot.cancel_button.hasFocus(), timeout=5000)
    return dialog


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter, Key.Key_Space, Key.Key_Escape])
def test_the_obvious_keys_cancel_changes_too(qtbot: QtBot, window: QWidget, key: Qt.Key) -> None:
    dialog = open_write(qtbot, window)
    wait_until_armed(qtbot, dialog)
    QTest.keyClick(QApplication.focusWidget() or dialog, key)
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=5000)
    assert dialog.decision == REFUSED


def test_tab_walks_through_a_review_in_the_order_of_reading(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_write(qtbot, window)
    wait_until_armed(qtbot, dialog)
    names: list[str] = []
    for _ in range(20):
        widget = QApplication.focusWidget()
        assert widget is not None
        name = widget.accessibleName() or str(getattr(widget, "text", str)())
        if name in names:
            break
        names.append(name)
        QTest.keyClick(widget, Key.Key_Tab)
    assert names == [
        "Cancel",
        "Apply 5 changes",
        "2 arguments path: “Projects/House/Boiler.md”, count: 6",
        "All changes",
        "Tick all changes",
        "Tick no change",
        "Notes to change; Space ticks",
        "Changes, line by line",
        "Cancel with a Reason…",
    ]


def test_escape_in_the_editor_of_a_hunk_leaves_the_question_open(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_write(qtbot, window)
    wait_until_armed(qtbot, dialog)
    review = dialog.view.review
    assert review is not None
    review.diff.edit("c6", "h1")
    editor = review.diff.editor
    assert editor is not None
    qtbot.waitUntil(editor.box.hasFocus, timeout=5000)
    assert not dialog.view.foot.arming.armed
    QTest.keyClick(editor.box, Key.Key_Return)
    QTest.keyClick(editor.box, Key.Key_Escape)
    assert dialog.isVisible()
    assert review.diff.editor is None
    assert dialog.view.foot.arming.armed


@pytest.mark.parametrize("size", [(900, 640), (700, 500), (1440, 900)])
def test_a_review_of_three_hundred_notes_fits_with_its_buttons(qtbot: QtBot, size: tuple[int, int]) -> None:
    shown = QWidget()
    shown.resize(*size)
    qtbot.addWidget(shown)
    shown.show()
    notes = [rewritten(f"Folder/a\u202e{number}.md", BOILER, NEW_BOILER) for number in range(300)]
    warnings = tuple(f"“{number}” contains characters that cannot be seen." for number in range(40))
    dialog = ApprovalDialog(write_request(notes, model_words="word " * 4000, warnings=warnings), shown)
    dialog.open()
    qtbot.waitExposed(dialog)
    assert dialog.width() <= size[0]
    assert dialog.height() <= max(size[1], 560)

    def inside(button: QPushButton) -> bool:
        return dialog.rect().contains(button.mapTo(dialog, button.rect().bottomRight()))

    foot = dialog.view.foot
    # Where the row has no room it breaks, which the next layout takes over.
    qtbot.waitUntil(lambda: inside(foot.cancel_button) and inside(foot.approve_button), timeout=5000)
    review = dialog.view.review
    assert review is not None
    assert review.diff.height() >= theme().px(60)


def test_a_card_of_changes_keeps_its_keys_and_names_its_parts(qtbot: QtBot) -> None:
    chat = Chat()
    qtbot.addWidget(chat)
    card = ApprovalCard(write_request(), chat)
    chat.resize(380, 800)
    chat.show()
    assert card.view.review is not None
    QTest.keyClick(card.view.review.diff, Key.Key_X)
    assert chat.heard == 0
    nameless = [
        child
        for child in card.findChildren(QWidget)
        if child.focusPolicy() != Qt.FocusPolicy.NoFocus
        and child.isVisibleTo(card)
        and not (child.accessibleName() or getattr(child, "text", str)())
    ]
    assert nameless == []


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter, Key.Key_Space, Key.Key_Escape])
def test_no_key_struck_in_haste_lets_results_through(qtbot: QtBot, window: QWidget, key: Qt.Key) -> None:
    dialog = ApprovalDialog(results_request(), window)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitUntil(lambda: dialog.view.foot.cancel_button.hasFocus(), timeout=5000)
    assert (dialog.width(), dialog.height()) == (theme().px(940), theme().px(664))

    QTest.keyClick(dialog.view.foot.cancel_button, key)

    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=5000)
    assert dialog.decision == REFUSED
