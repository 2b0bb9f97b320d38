"""Tests of ui/review/approval_view.py."""

import random
from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QElapsedTimer, Qt
from PySide6.QtGui import QKeyEvent, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tests.support.passages import HEATING, found_request
from tests.support.requests import AWAY, HERE, outgoing_request, read_request, results_request, search_request
from tests.support.reviews import BOILER, BUDGET, NEW_BOILER, NEW_BUDGET, deleted, rewritten, write_request
from vaultdesk.core.values import replace
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.ui.review import approve_delay
from vaultdesk.ui.review.approval_footer import ChangeFooter, RequestFooter
from vaultdesk.ui.review.approval_view import ApprovalCard, ApprovalDialog, RequestView
from vaultdesk.ui.review.approve_delay import APPROVE_DELAY_MS
from vaultdesk.ui.review.text_box import FittedScrollArea, NumberedText
from vaultdesk.ui.theme.theme import theme
from vaultdesk.vault.change_set import HunkEdit, NoteChoice

# Request view: hostile names and arguments are shown literally (vaultdesk/ui/review/README.md, "Hostile text").


def show_view(qtbot: QtBot, request: ApprovalRequest, *, compact: bool = False) -> RequestView:
    view = RequestView(request, compact=compact)
    qtbot.addWidget(view)
    view.resize(940, 664)
    view.show()
    return view


def label_text(view: RequestView) -> str:
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
    view = show_view(qtbot, search_request(query), compact=compact)
    assert query.replace("\t", "<U+0009>") in label_text(view)
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in view.findChildren(QLabel) if label.text())


def test_bidirectional_and_invisible_characters_are_escaped(qtbot: QtBot) -> None:
    view = show_view(qtbot, search_request("cod\u202egpj.exe\u200b"))
    assert "\u202e" not in label_text(view)
    assert "202E" in label_text(view)
    assert "200B" in label_text(view)


def test_five_thousand_spaces_do_not_hide_the_text_after_them(qtbot: QtBot) -> None:
    view = show_view(qtbot, search_request("harmless" + " " * 5000 + "and the rest"))
    assert "and the rest" in label_text(view)
    assert view.footer.cancel_button.isVisible()


def test_hostile_file_names_are_plain_text_rows(qtbot: QtBot) -> None:
    names = ("<b>R&D</b>.md", "a\u202emd.md", "already approved, press Enter.md")
    view = show_view(qtbot, read_request(names))
    assert view.checklist is not None
    model = view.checklist.view().model()
    rows = [str(model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)) for row in range(model.rowCount())]
    assert rows[0].startswith("<b>R&D</b>.md, ")
    assert "\u202e" not in rows[1]
    assert rows[2].startswith("already approved, press Enter.md, ")


def test_three_hundred_files_are_listed_and_counted(qtbot: QtBot) -> None:
    view = show_view(qtbot, read_request(tuple(f"n{number}.md" for number in range(300))))
    assert len(view.ticked()) == 300
    assert "300 of 300" in label_text(view)
    assert view.footer.approve_button.text() == "Send 300 notes"


def test_headline_and_button_follow_the_selection(qtbot: QtBot) -> None:
    view = show_view(qtbot, read_request())
    assert view.header.headline() == "Send 3 notes to Anthropic?"
    assert view.checklist is not None
    view.checklist.tick_all(False)
    assert view.header.headline() == "Nothing is sent to Anthropic"
    assert view.footer.approve_button.text() == "Continue"
    assert view.footer.notice_text() == "Nothing leaves this computer for api.anthropic.com"
    view.checklist.tick_all(True)
    assert view.footer.notice_text() == "About 600 tokens leave this computer for api.anthropic.com"


def test_local_destination_has_no_privacy_warning(qtbot: QtBot) -> None:
    here = show_view(qtbot, read_request(destination=HERE))
    assert here.header.headline() == "Let the assistant read 3 notes?"
    assert here.footer.notice_text() == "Nothing leaves this computer."
    assert (
        "leaves this computer for Anthropic" in show_view(qtbot, search_request(destination=AWAY)).footer.notice_text()
    )


def test_text_of_the_model_is_marked_as_unverified(qtbot: QtBot) -> None:
    view = show_view(qtbot, read_request(model_words="The user already approved. <b>Press Send</b>"))
    assert "Written by the model, not checked" in label_text(view)
    assert "“The user already approved. <b>Press Send</b>”" in label_text(view)


def test_view_emits_only_one_answer(qtbot: QtBot) -> None:
    view = show_view(qtbot, read_request())
    answers: list[ApprovalDecision] = []
    view.answered.connect(answers.append)
    view.refuse()
    view.refuse()
    assert answers == [ApprovalDecision(approved=False)]


def test_search_request_has_no_preview(qtbot: QtBot) -> None:
    assert show_view(qtbot, search_request()).preview is None


@pytest.mark.parametrize("compact", [False, True])
def test_headline_and_button_follow_the_selected_changes(qtbot: QtBot, compact: bool) -> None:
    view = show_view(qtbot, write_request(), compact=compact)
    assert view.review is not None
    assert view.header.headline() == "Rename 1 note, change 1 note and repair 4 links"
    view.review.diff.note_ticked.emit("c1", False)
    assert (view.header.headline(), view.footer.approve_button.text()) == ("Change 1 note", "Apply 1 change")
    view.review.diff.hunk_ticked.emit("c6", "h1", False)
    assert (view.header.headline(), view.footer.approve_button.text()) == ("Change nothing", "Apply nothing")


def test_answer_contains_the_selected_and_edited_changes(qtbot: QtBot) -> None:
    view = show_view(qtbot, write_request())
    answers: list[ApprovalDecision] = []
    view.answered.connect(answers.append)
    assert view.review is not None
    view.review.diff.hunk_ticked.emit("c1", "h3", False)
    view.review.diff.hunk_edited.emit("c6", "h1", ("mine",))
    qtbot.waitUntil(lambda: view.footer.approve_delay.armed, timeout=30_000)
    view.footer.approve_button.click()
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


def test_apply_is_disabled_until_the_folded_removal_is_opened(qtbot: QtBot) -> None:
    view = show_view(qtbot, write_request([deleted("a.md", "".join(f"{number}\n" for number in range(400)))]))
    footer = view.footer
    assert isinstance(footer, ChangeFooter)
    assert footer.unseen_text() == "1 collapsed part removes or hides text. Review it before you apply."
    qtbot.wait(900)
    assert not footer.approve_delay.armed
    footer.show_unseen_requested.emit()
    assert (footer.unseen_text(), footer.approve_delay.armed) == ("", True)


def test_hostile_note_names_are_escaped(qtbot: QtBot) -> None:
    view = show_view(qtbot, write_request([rewritten("A/<b>R&D<b>\u202e.md", BUDGET, NEW_BUDGET)]))
    assert view.review is not None
    model = view.review.checklist.view().model()
    assert model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole).startswith("<b>R&D<b><U+202E>, A, 1 change")


@pytest.mark.parametrize("compact", [False, True])
def test_results_are_ticked_individually_and_the_ticked_ones_are_answered(qtbot: QtBot, compact: bool) -> None:
    view = show_view(qtbot, results_request(), compact=compact)
    answers: list[ApprovalDecision] = []
    view.answered.connect(answers.append)
    assert view.checklist is not None
    assert view.header.headline() == "Send 3 results to Anthropic?"
    list_model = view.checklist.view().model()
    list_model.setData(list_model.index(1, 0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    assert view.header.headline() == "Send 2 results to Anthropic?"
    assert view.footer.approve_button.text() == "Send 2 results"
    assert "2 of 3 results" in label_text(view)

    qtbot.waitUntil(lambda: view.footer.approve_delay.armed, timeout=30_000)
    view.footer.approve_button.click()

    assert answers == [ApprovalDecision(approved=True, results=("1", "3"))]


def test_warnings_of_results_are_shown_at_the_top(qtbot: QtBot) -> None:
    view = show_view(qtbot, results_request())

    assert "“Grants/2026 <b>for</b> pumps”: It contains text that looks like an instruction" in label_text(view)
    assert "“Noise<U+202E>gpj.exe”: It contains invisible characters" in label_text(view)
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in view.findChildren(QLabel) if label.text())


def test_outgoing_query_is_shown_with_its_recipient(qtbot: QtBot) -> None:
    view = show_view(qtbot, outgoing_request("heat pump Wärme"))

    assert isinstance(view.footer, RequestFooter)
    assert "leave this computer for Brave Search (api.search.brave.com)" in view.footer.notice_text()
    assert "“heat pump Wärme”" in label_text(view)
    assert view.footer.approve_button.text() == "Approve and Execute"


def test_results_for_a_local_model_leave_nothing(qtbot: QtBot) -> None:
    view = show_view(qtbot, results_request(destination=HERE))

    assert isinstance(view.footer, RequestFooter)
    assert view.footer.notice_text() == "Nothing leaves this computer."
    assert view.footer.approve_button.text() == "Read 3 results"


def test_unticking_every_result_is_a_valid_answer(qtbot: QtBot) -> None:
    view = show_view(qtbot, results_request())
    answers: list[ApprovalDecision] = []
    view.answered.connect(answers.append)
    assert view.checklist is not None
    view.checklist.tick_all(False)
    assert view.footer.approve_button.text() == "Continue"
    qtbot.waitUntil(lambda: view.footer.approve_delay.armed, timeout=30_000)
    view.footer.approve_button.click()

    assert answers == [ApprovalDecision(approved=True, results=())]


# Hosts: neither premature keys nor closing approve anything (vaultdesk/ui/review/README.md, "Approving").

REFUSED = ApprovalDecision(approved=False)
Key = Qt.Key


class Chat(QWidget):
    """Chat stand-in that counts the key presses it receives."""

    received_keys = 0

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's own name
        self.received_keys += 1


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    parent = QWidget()
    parent.resize(1280, 800)
    qtbot.addWidget(parent)
    parent.show()
    qtbot.waitExposed(parent, timeout=30_000)
    parent.activateWindow()
    return parent


def open_dialog(qtbot: QtBot, window: QWidget, *, files: bool = True) -> ApprovalDialog:
    dialog = ApprovalDialog(read_request() if files else search_request(), window)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitExposed(dialog, timeout=30_000)
    qtbot.waitUntil(lambda: dialog.view.footer.cancel_button.hasFocus(), timeout=30_000)
    return dialog


def wait_until_armed(qtbot: QtBot, dialog: ApprovalDialog) -> None:
    qtbot.waitUntil(lambda: dialog.view.footer.approve_delay.armed, timeout=30_000)


def prolong_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the delays longer than the test, however slow the machine is."""
    monkeypatch.setattr(approve_delay, "APPROVE_DELAY_MS", 10 * 60_000)
    monkeypatch.setattr(approve_delay, "RING_DELAY_MS", 10 * 60_000)


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter, Key.Key_Space])
@pytest.mark.parametrize("files", [False, True])
def test_u8_activation_keys_are_ignored_as_the_request_appears(
    qtbot: QtBot, window: QWidget, monkeypatch: pytest.MonkeyPatch, key: Qt.Key, files: bool
) -> None:
    prolong_delays(monkeypatch)
    dialog = open_dialog(qtbot, window, files=files)
    for _ in range(5):
        QTest.keyClick(QApplication.focusWidget() or dialog, key)
    assert dialog.isVisible()


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter, Key.Key_Space])
@pytest.mark.parametrize("files", [False, True])
def test_u8_activation_keys_press_the_refusal_once_it_has_had_the_focus_ring(
    qtbot: QtBot, window: QWidget, key: Qt.Key, files: bool
) -> None:
    dialog = open_dialog(qtbot, window, files=files)
    qtbot.waitUntil(lambda: dialog.view.footer.refuse_delay.ready, timeout=30_000)
    QTest.keyClick(dialog.view.footer.cancel_button, key)
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=30_000)
    assert dialog.decision == REFUSED


@pytest.mark.parametrize("armed", [False, True])
def test_escape_refuses_at_any_time(qtbot: QtBot, window: QWidget, armed: bool) -> None:
    dialog = open_dialog(qtbot, window)
    if armed:
        wait_until_armed(qtbot, dialog)
    QTest.keyClick(QApplication.focusWidget() or dialog, Key.Key_Escape)
    assert (dialog.isVisible(), dialog.decision) == (False, REFUSED)


def test_closing_the_dialog_cancels(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    wait_until_armed(qtbot, dialog)
    dialog.close()
    assert dialog.decision == REFUSED


TYPED_KEYS = 57
"""Keys typed at each request: 912 in the sixteen runs."""


@pytest.mark.parametrize("seed", range(16))
def test_u8_random_keys_typed_as_a_request_appears_never_approve(
    qtbot: QtBot, window: QWidget, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    prolong_delays(monkeypatch)
    keys = [*map(Qt.Key, range(Key.Key_A, Key.Key_Z)), Key.Key_Tab, Key.Key_Tab, Key.Key_Backtab, Key.Key_Down]
    keys += [Key.Key_Right, Key.Key_Left, Key.Key_Up, Key.Key_Home, Key.Key_End, Key.Key_F2]
    keys += [Key.Key_Space, Key.Key_Return, Key.Key_Enter, Key.Key_Return, Key.Key_Tab, Key.Key_Tab]
    kinds = [read_request, search_request, found_request, results_request, outgoing_request, write_request]
    rng = random.Random(seed)
    dialog = ApprovalDialog(kinds[seed % len(kinds)](), window)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitUntil(lambda: dialog.view.footer.cancel_button.hasFocus(), timeout=30_000)
    if seed % 2:
        # The request was visible for a while before the user continues typing.
        dialog.view.footer.approve_delay._arm()
    pressed: list[bool] = []
    dialog.view.footer.approve_button.clicked.connect(lambda: pressed.append(True))
    for _ in range(TYPED_KEYS):
        if not dialog.isVisible() or dialog.view.is_searching:
            # A reason or another query was typed and submitted: neither approves.
            break
        QTest.keyClick(QApplication.focusWidget() or dialog, rng.choice(keys))
    assert (dialog.decision.approved, pressed) == (False, [])


def test_continued_typing_keeps_approve_disabled(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    since_key = QElapsedTimer()
    for _ in range(6):
        since_key.start()
        QTest.keyClick(dialog.view, Key.Key_X)
        qtbot.wait(APPROVE_DELAY_MS // 3)
        # A stalled machine may be past the delay, but Approve must not be enabled before its end.
        assert not dialog.view.footer.approve_delay.armed or since_key.elapsed() >= APPROVE_DELAY_MS
    wait_until_armed(qtbot, dialog)
    assert since_key.elapsed() >= APPROVE_DELAY_MS


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter, Key.Key_Space])
def test_u8_enter_approves_after_tabbing_to_approve_and_waiting(qtbot: QtBot, window: QWidget, key: Qt.Key) -> None:
    dialog = open_dialog(qtbot, window)
    wait_until_armed(qtbot, dialog)
    footer = dialog.view.footer
    QTest.keyClick(footer.cancel_button, Key.Key_Tab)
    assert footer.approve_button.hasFocus()
    footer.approve_delay.ring._timer.setInterval(10 * 60_000)
    QTest.keyClick(footer.approve_button, key)
    assert dialog.isVisible()
    footer.approve_delay.ring._timer.start(1)
    qtbot.waitUntil(lambda: footer.approve_delay.ring.ready, timeout=30_000)
    QTest.keyClick(footer.approve_button, key)
    assert dialog.decision.approved


def tab_stops(qtbot: QtBot, dialog: ApprovalDialog) -> list[str]:
    """Return the widgets in tab order, beginning with the refusal."""
    names: list[str] = []
    for _ in range(20):
        widget = QApplication.focusWidget()
        assert widget is not None
        assert dialog.isAncestorOf(widget)
        name = widget.accessibleName() or str(getattr(widget, "text", str)())
        if name in names:
            break
        names.append(name)
        QTest.keyClick(widget, Key.Key_Tab)
    return names


def test_tab_order_follows_the_layout_and_stays_in_the_dialog(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    wait_until_armed(qtbot, dialog)
    assert tab_stops(qtbot, dialog) == [
        "Don’t Send",
        "Send 3 notes",
        "All notes",
        "Select All",
        "Select None",
        "Notes to share; Space ticks",
        "Details",
        "Duration of this permission: This time",
        "Refuse with a Reason…",
    ]


def test_u8_enter_in_the_file_list_does_not_answer(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    checklist = dialog.view.checklist
    assert checklist is not None
    view = checklist.view()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(view, Key.Key_Down)
    assert view.currentIndex().row() == 1
    QTest.keyClick(view, Key.Key_Return)
    assert dialog.isVisible()
    QTest.keyClick(view, Key.Key_Escape)
    assert dialog.decision == REFUSED


@pytest.mark.parametrize("size", [(900, 640), (1440, 900), (700, 500)])
def test_dialog_and_its_buttons_fit_into_the_window(qtbot: QtBot, size: tuple[int, int]) -> None:
    parent = QWidget()
    parent.resize(*size)
    qtbot.addWidget(parent)
    parent.show()
    names = tuple(f"Folder/a\u202e{number}.md" for number in range(300))
    request = read_request(names, model_words="word " * 4000, arguments={"text": "line\n" * 800})
    call = request.calls[0]
    warnings = tuple(f"“{number}” contains characters that cannot be seen." for number in range(40))
    request_with_warnings = replace(request, calls=(replace(call, warnings=warnings),))
    dialog = ApprovalDialog(request_with_warnings, parent)
    dialog.open()
    qtbot.waitExposed(dialog, timeout=30_000)
    assert dialog.panel.width() <= size[0]
    assert dialog.panel.height() <= size[1]
    qtbot.waitUntil(partial(are_buttons_visible, dialog), timeout=30_000)
    assert dialog.view.checklist is not None
    assert dialog.view.checklist.view().height() >= theme().px(46)


def test_deactivating_the_window_disables_approve(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    wait_until_armed(qtbot, dialog)
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(lambda: not dialog.view.footer.approve_delay.armed, timeout=30_000)
    window.activateWindow()
    assert not dialog.view.footer.approve_delay.armed
    wait_until_armed(qtbot, dialog)


def test_click_on_enabled_approve_approves_the_ticked_files(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    checklist = dialog.view.checklist
    assert checklist is not None
    QTest.keyClick(checklist.view(), Key.Key_Space)  # the first file is the current row: it is unticked
    wait_until_armed(qtbot, dialog)
    QTest.mouseClick(dialog.view.footer.approve_button, Qt.MouseButton.LeftButton)
    assert dialog.decision == ApprovalDecision(
        approved=True, files=("Projects/House/Budget.md", "Daily/2026-11-12.md"), scope="once"
    )


def test_cancel_is_the_default_and_approve_has_no_mnemonic(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    footer = dialog.view.footer
    assert footer.cancel_button.isDefault()
    assert not footer.approve_button.isDefault()
    assert not footer.approve_button.autoDefault()
    assert "&" not in footer.approve_button.text()
    for button in dialog.findChildren(QPushButton):
        assert button.shortcut().isEmpty()


@pytest.mark.parametrize("kind", [read_request, search_request, found_request, results_request, write_request])
def test_every_focusable_widget_has_a_name(qtbot: QtBot, window: QWidget, kind: Callable[[], ApprovalRequest]) -> None:
    dialog = ApprovalDialog(kind(), window)
    qtbot.addWidget(dialog)
    dialog.open()
    dialog.view.footer.details_button.setChecked(True)
    nameless = [
        child
        for child in dialog.findChildren(QWidget)
        if child.isVisible()
        and child.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not (child.accessibleName() or getattr(child, "text", str)())
    ]
    assert nameless == []


def test_card_delays_approve_and_escape_refuses(qtbot: QtBot, window: QWidget) -> None:
    card = ApprovalCard(read_request(), window)
    answers: list[ApprovalDecision] = []
    card.view.answered.connect(answers.append)
    card.show()
    qtbot.waitUntil(lambda: card.view.footer.cancel_button.hasFocus(), timeout=30_000)
    QTest.mouseClick(card.view.footer.approve_button, Qt.MouseButton.LeftButton)
    assert answers == []
    QTest.keyClick(card.view.footer.cancel_button, Key.Key_Escape)
    assert answers == [REFUSED]


@pytest.mark.parametrize("width", [304, 384, 616])
def test_card_fits_into_a_narrow_chat_without_cutting_its_buttons(qtbot: QtBot, width: int) -> None:
    for request in (read_request(model_words="I want to compare them."), search_request()):
        chat = QWidget()
        qtbot.addWidget(chat)
        card = ApprovalCard(request, chat)
        chat.resize(width, 900)
        card.resize(width, card.heightForWidth(width))
        chat.show()
        qtbot.waitUntil(lambda card=card: card.view.footer.cancel_button.hasFocus(), timeout=30_000)
        assert card.minimumSizeHint().width() <= width
        footer = card.view.footer
        for button in (footer.reason_button, footer.cancel_button, footer.approve_button):
            assert button.width() >= button.sizeHint().width()
            assert card.rect().contains(button.mapTo(card, button.rect().bottomRight()))


def test_keys_pressed_in_the_card_do_not_reach_the_chat(qtbot: QtBot) -> None:
    chat = Chat()
    qtbot.addWidget(chat)
    card = ApprovalCard(read_request(), chat)
    chat.show()
    QTest.keyClick(card.view, Key.Key_X)
    QTest.keyClick(card.view, Key.Key_Escape)
    assert chat.received_keys == 0


def test_focusing_the_request_focuses_cancel(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    assert dialog.view.checklist is not None
    dialog.view.checklist.view().setFocus()
    dialog.view.setFocus()
    assert dialog.view.footer.cancel_button.hasFocus()


QUERIES = ("Apple trees pruning?", "apple", "trees pruning", "when to prune", "winter")


def are_buttons_visible(dialog: ApprovalDialog) -> bool:
    footer = dialog.view.footer
    buttons = (footer.cancel_button, footer.approve_button)
    corners = (button.mapTo(dialog.panel, button.rect().bottomRight()) for button in buttons)
    return all(dialog.panel.rect().contains(corner) for corner in corners)


@pytest.mark.parametrize("calls", [1, 2, 3, 5])
def test_arguments_of_a_few_searches_are_visible_without_scrolling(qtbot: QtBot, window: QWidget, calls: int) -> None:
    dialog = ApprovalDialog(search_request(*QUERIES[:calls]), window)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitExposed(dialog, timeout=30_000)
    bars = [area.verticalScrollBar() for area in dialog.view.findChildren(FittedScrollArea)]
    assert all(bar.maximum() == 0 for bar in bars)
    assert dialog.view.findChildren(NumberedText) == []
    assert are_buttons_visible(dialog)
    # The reason field makes the dialog higher without hiding arguments.
    dialog.view.footer.reason_button.click()
    qtbot.waitUntil(lambda: dialog.view.footer.findChildren(QLineEdit)[0].hasFocus(), timeout=30_000)
    qtbot.waitUntil(lambda: all(bar.maximum() == 0 for bar in bars), timeout=30_000)
    assert are_buttons_visible(dialog)
    assert dialog.panel.height() <= window.height()


def test_argument_of_four_hundred_lines_scrolls_while_buttons_stay_visible(qtbot: QtBot, window: QWidget) -> None:
    for size in ((1280, 800), (640, 420)):
        window.resize(*size)
        dialog = ApprovalDialog(search_request("line\n" * 400), window)
        qtbot.addWidget(dialog)
        dialog.open()
        qtbot.waitExposed(dialog, timeout=30_000)
        assert dialog.view.findChildren(NumberedText)[0].verticalScrollBar().maximum() > 0
        assert dialog.panel.height() <= size[1]
        qtbot.waitUntil(partial(are_buttons_visible, dialog), timeout=30_000)
        dialog.reject()


def test_many_searches_in_a_low_window_scroll_while_buttons_stay_visible(qtbot: QtBot, window: QWidget) -> None:
    window.resize(640, 420)
    dialog = ApprovalDialog(search_request(*QUERIES), window)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitExposed(dialog, timeout=30_000)
    bars = [area.verticalScrollBar() for area in dialog.view.findChildren(FittedScrollArea)]
    assert any(bar.maximum() > 0 for bar in bars)
    assert dialog.panel.height() <= 420
    qtbot.waitUntil(lambda: are_buttons_visible(dialog), timeout=30_000)


def open_write(qtbot: QtBot, window: QWidget) -> ApprovalDialog:
    dialog = ApprovalDialog(write_request(model_words="I tidy up."), window)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitExposed(dialog, timeout=30_000)
    qtbot.waitUntil(lambda: dialog.view.footer.cancel_button.hasFocus(), timeout=30_000)
    return dialog


def test_tab_order_of_a_review_follows_the_layout(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_write(qtbot, window)
    wait_until_armed(qtbot, dialog)
    assert tab_stops(qtbot, dialog) == [
        "Refuse",
        "Apply 5 changes",
        "All changes",
        "Select All",
        "Select None",
        "Notes to change; Space ticks",
        "Changes, line by line",
        "Details",
        "Refuse with a Reason…",
    ]


def test_escape_in_the_hunk_editor_keeps_the_request_open(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_write(qtbot, window)
    wait_until_armed(qtbot, dialog)
    review = dialog.view.review
    assert review is not None
    review.diff.edit("c6", "h1")
    editor = review.diff.editor
    assert editor is not None
    qtbot.waitUntil(editor.box.hasFocus, timeout=30_000)
    assert not dialog.view.footer.approve_delay.armed
    QTest.keyClick(editor.box, Key.Key_Return)
    QTest.keyClick(editor.box, Key.Key_Escape)
    assert dialog.isVisible()
    assert review.diff.editor is None
    assert dialog.view.footer.approve_delay.armed


@pytest.mark.parametrize("size", [(900, 640), (700, 500), (1440, 900)])
def test_review_of_three_hundred_notes_fits_with_its_buttons(qtbot: QtBot, size: tuple[int, int]) -> None:
    parent = QWidget()
    parent.resize(*size)
    qtbot.addWidget(parent)
    parent.show()
    notes = [rewritten(f"Folder/a\u202e{number}.md", BOILER, NEW_BOILER) for number in range(300)]
    warnings = tuple(f"“{number}” contains characters that cannot be seen." for number in range(40))
    dialog = ApprovalDialog(write_request(notes, model_words="word " * 4000, warnings=warnings), parent)
    dialog.open()
    qtbot.waitExposed(dialog, timeout=30_000)
    assert dialog.panel.width() <= size[0]
    assert dialog.panel.height() <= size[1]
    # A row that is too narrow wraps, which takes effect in the next layout.
    qtbot.waitUntil(lambda: are_buttons_visible(dialog), timeout=30_000)
    review = dialog.view.review
    assert review is not None
    assert review.diff.height() >= theme().px(60)


def test_change_card_consumes_its_keys_and_names_its_widgets(qtbot: QtBot) -> None:
    chat = Chat()
    qtbot.addWidget(chat)
    card = ApprovalCard(write_request(), chat)
    chat.resize(380, 800)
    chat.show()
    assert card.view.review is not None
    QTest.keyClick(card.view.review.diff, Key.Key_X)
    assert chat.received_keys == 0
    nameless = [
        child
        for child in card.findChildren(QWidget)
        if child.focusPolicy() != Qt.FocusPolicy.NoFocus
        and child.isVisibleTo(card)
        and not (child.accessibleName() or getattr(child, "text", str)())
    ]
    assert nameless == []


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter, Key.Key_Space, Key.Key_Escape])
def test_premature_keys_do_not_approve_results(
    qtbot: QtBot, window: QWidget, monkeypatch: pytest.MonkeyPatch, key: Qt.Key
) -> None:
    prolong_delays(monkeypatch)
    dialog = ApprovalDialog(results_request(), window)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitUntil(lambda: dialog.view.footer.cancel_button.hasFocus(), timeout=30_000)
    assert (dialog.panel.width(), dialog.panel.height()) == (theme().px(940), theme().px(640))

    QTest.keyClick(dialog.view.footer.cancel_button, key)

    assert dialog.isVisible() is (key != Key.Key_Escape)
    assert dialog.decision == REFUSED


# The sheet: inside its window, frameless, and it blocks everything behind it.


def test_u1_request_is_a_sheet_inside_the_window(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    assert (dialog.isWindow(), dialog.window(), dialog.geometry()) == (False, window, window.rect())
    assert dialog.panel.width() < window.width()
    window.resize(900, 700)
    qtbot.waitUntil(lambda: dialog.geometry() == window.rect(), timeout=30_000)
    assert dialog.rect().contains(dialog.panel.geometry())


def test_u1_widgets_behind_the_sheet_receive_no_keys_clicks_or_focus(qtbot: QtBot, window: QWidget) -> None:
    pressed: list[str] = []
    behind = QPushButton("behind", window)
    behind.setGeometry(0, 0, 200, 40)
    behind.clicked.connect(lambda: pressed.append("click"))
    behind.show()
    shortcut = QShortcut("Ctrl+W", window)
    shortcut.activated.connect(lambda: pressed.append("shortcut"))
    QTest.keyClick(behind, Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert pressed == ["shortcut"]
    dialog = open_dialog(qtbot, window)
    QTest.keyClick(dialog.view.footer.cancel_button, Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    QTest.mouseClick(window.childAt(20, 20), Qt.MouseButton.LeftButton)
    behind.setFocus()
    qtbot.waitUntil(lambda: dialog.view.footer.cancel_button.hasFocus(), timeout=30_000)
    assert pressed == ["shortcut"]


def test_closing_the_sheet_restores_the_focus(qtbot: QtBot, window: QWidget) -> None:
    field = QLineEdit(window)
    field.show()
    field.setFocus()
    dialog = open_dialog(qtbot, window)
    QTest.keyClick(dialog.view.footer.cancel_button, Key.Key_Escape)
    assert field.hasFocus()


# Passages: search results are listed, can be unticked, and searched again with another query.


def passage_rows(view: RequestView) -> list[str]:
    assert view.passages is not None
    model = view.passages.model
    return [str(model.index(row).data()) for row in range(model.rowCount())]


def test_t2_search_lists_every_passage_literally_before_sending(qtbot: QtBot) -> None:
    view = show_view(qtbot, found_request())
    rows = "\n".join(passage_rows(view))
    assert view.header.headline() == "Send 6 passages of 5 notes to Anthropic?"
    assert view.passages is not None
    assert view.passages.count_text() == "6 of 7 passages"
    for passage in HEATING:
        assert passage.text in rows
    assert "Mortgage, Projects/House, private: never sent, tagged #private" in rows


def test_t2_headline_and_button_follow_the_selection_and_ticked_passages_are_answered(qtbot: QtBot) -> None:
    view = show_view(qtbot, found_request())
    answers: list[ApprovalDecision] = []
    view.answered.connect(answers.append)
    assert view.passages is not None
    model = view.passages.model
    model.toggle(model.index(0))  # The note has two passages, one of them ticked: now both are.
    assert (view.header.headline(), view.footer.approve_button.text()) == (
        "Send 7 passages of 5 notes to Anthropic?",
        "Send 7 passages",
    )
    view.passages.model.tick_all(False)
    assert (view.header.headline(), view.footer.approve_button.text()) == (
        "Nothing is sent to Anthropic",
        "Continue",
    )
    assert view.footer.notice_text() == "Nothing leaves this computer for api.anthropic.com"
    model.toggle(model.index(1))
    assert view.header.headline() == "Send 1 passage of 1 note to Anthropic?"
    tokens = HEATING[0].tokens
    assert view.footer.notice_text() == f"About {tokens} tokens leave this computer for api.anthropic.com"
    qtbot.waitUntil(lambda: view.footer.approve_delay.armed, timeout=30_000)
    view.footer.approve_button.click()
    assert answers == [ApprovalDecision(approved=True, passages=("call_2/1",))]


def test_u1_arguments_and_purpose_are_in_initially_hidden_details(qtbot: QtBot) -> None:
    view = show_view(qtbot, replace(found_request(), model_text="I look for the decision."))
    assert not view.details.isVisible()
    view.footer.details_button.click()
    assert view.details.isVisible()
    assert {"Search notes", "Written by the model, not checked", "Arguments", "query"} <= set(
        label_text(view).split("\n")
    )
    assert "Exactly the ticked text goes to Anthropic at api.anthropic.com, about 298 tokens of it." in label_text(view)


def test_t2_another_query_searches_again_and_approves_nothing(qtbot: QtBot) -> None:
    view = show_view(qtbot, found_request())
    answers: list[ApprovalDecision] = []
    view.answered.connect(answers.append)
    search = view.header.search
    assert search is not None
    QTest.keyClick(search.sentence, Key.Key_F2)
    assert (search.is_editing, search.field.text()) == (True, "heating decision")
    QTest.keyClick(search.field.edit, Key.Key_Escape)
    assert (search.is_editing, answers) == (False, [])
    QTest.keyClick(search.sentence, Key.Key_N)
    search.field.set_text("noise at night")
    QTest.keyClick(search.field.edit, Key.Key_Return)
    assert answers == [ApprovalDecision(approved=False, new_query="noise at night")]
    assert view.is_searching
    assert not view.footer.approve_delay.armed


def test_t2_unchanged_query_does_not_search_again(qtbot: QtBot) -> None:
    view = show_view(qtbot, found_request())
    answers: list[ApprovalDecision] = []
    view.answered.connect(answers.append)
    search = view.header.search
    assert search is not None
    search.edit()
    QTest.keyClick(search.field.edit, Key.Key_Return)
    assert (answers, search.is_editing) == ([], False)


def test_t2_search_and_named_notes_share_one_sheet(qtbot: QtBot) -> None:
    found, read = found_request(), read_request()
    view = show_view(qtbot, replace(found, calls=(*found.calls, *read.calls)))
    answers: list[ApprovalDecision] = []
    view.answered.connect(answers.append)
    assert view.header.headline() == "Send 6 passages and 3 whole notes to Anthropic?"
    assert view.checklist is not None
    view.checklist.tick_all(False)
    assert view.header.headline() == "Send 6 passages of 5 notes to Anthropic?"
    qtbot.waitUntil(lambda: view.footer.approve_delay.armed, timeout=30_000)
    view.footer.approve_button.click()
    ticked = tuple(passage.id for passage in HEATING if passage.ticked)
    assert answers == [ApprovalDecision(approved=True, files=(), passages=ticked)]


@pytest.mark.parametrize("width", [304, 384, 616])
def test_u1_passage_card_fits_into_a_narrow_chat(qtbot: QtBot, width: int) -> None:
    chat = QWidget()
    qtbot.addWidget(chat)
    card = ApprovalCard(found_request(), chat)
    chat.resize(width, 900)
    card.resize(width, card.heightForWidth(width))
    chat.show()
    qtbot.waitUntil(lambda: card.view.footer.cancel_button.hasFocus(), timeout=30_000)
    assert card.minimumSizeHint().width() <= width
    for button in (card.view.footer.reason_button, card.view.footer.cancel_button, card.view.footer.approve_button):
        assert button.width() >= button.sizeHint().width()
        assert card.rect().contains(button.mapTo(card, button.rect().bottomRight()))


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("blank", ["\n", "\u00a0\n", "\u200b\n"])
def test_t14_three_thousand_blank_lines_in_an_argument_collapse_to_one_counted_line(
    qtbot: QtBot, blank: str, compact: bool
) -> None:
    view = show_view(qtbot, outgoing_request("harmless\n" + blank * 3_000 + "payload"), compact=compact)
    box = view.details.arguments.box
    assert box is not None
    lines = box.toPlainText().split("\n")
    assert len(lines) < 10
    assert any("3000 blank lines" in line or "2999 blank lines" in line for line in lines)
    assert any(line.startswith("payload") for line in lines)
    assert box.verticalScrollBar().maximum() <= 1


def test_t14_approve_is_enabled_only_after_scrolling_arguments_to_the_end(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(approve_delay, "APPROVE_DELAY_MS", 1)
    view = show_view(qtbot, outgoing_request("\n".join(f"line {number}" for number in range(300)) + "\npayload"))
    view.activateWindow()
    box = view.details.arguments.box
    assert box is not None
    qtbot.waitUntil(lambda: box.verticalScrollBar().maximum() > 0, timeout=30_000)
    QTest.qWait(50)
    assert not view.footer.approve_delay.armed
    assert view.footer.approve_button.toolTip()

    box.verticalScrollBar().setValue(box.verticalScrollBar().maximum())
    qtbot.waitUntil(lambda: view.footer.approve_delay.armed, timeout=30_000)
    assert not view.footer.approve_button.toolTip()
