"""Request view: hostile names and arguments stand there letter by letter (THREATS 2.2, dialog)."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from tests.support.requests import AWAY, HERE, outgoing_request, read_request, results_request, search_request
from tests.support.reviews import BUDGET, NEW_BUDGET, deleted, rewritten, write_request
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.ui.approval.change_foot import ChangeFoot
from vaultdesk.ui.approval.request_foot import RequestFoot
from vaultdesk.ui.approval.request_view import RequestView
from vaultdesk.vault.diff.change_set import HunkEdit, NoteChoice


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
    assert isinstance(foot, ChangeFoot)
    assert foot.look_words() == "1 folded part removes or hides text. Look at it before you apply."
    qtbot.wait(900)
    assert not foot.arming.armed
    foot.look_asked.emit()
    assert (foot.look_words(), foot.arming.armed) == ("", True)


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

    assert isinstance(view.foot, RequestFoot)
    assert "leave this computer for Brave Search (api.search.brave.com)" in view.foot.notice_text()
    assert "“heat pump Wärme”" in words(view)
    assert view.foot.approve_button.text() == "Approve and Execute"


def test_results_for_a_model_of_this_computer_leave_nothing(qtbot: QtBot) -> None:
    view = shown(qtbot, results_request(destination=HERE))

    assert isinstance(view.foot, RequestFoot)
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
