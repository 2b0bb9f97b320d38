"""First-use request: complete sentences, three answers, and premature keys never give consent."""

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.support.requests import AWAY, HERE
from vaultdesk.core.values import replace
from vaultdesk.tools.runtime.approvals import FirstUseRequest
from vaultdesk.ui.review import approve_delay
from vaultdesk.ui.review.first_use_card import FirstUseCard, FirstUseSheet, FirstUseView

REQUEST = FirstUseRequest(AWAY, "What did we settle on for the heating?", "Lindenweg", 1204, 60)
LOCAL_REQUEST = FirstUseRequest(HERE, "What did we settle on?", "Lindenweg", 1, 0)


def show_view(qtbot: QtBot, request: FirstUseRequest, *, compact: bool = False) -> tuple[FirstUseView, list[str]]:
    view = FirstUseView(request, compact=compact)
    qtbot.addWidget(view)
    answers: list[str] = []
    view.answered.connect(answers.append)
    view.resize(520, 480)
    view.show()
    view.activateWindow()
    qtbot.waitUntil(view.buttons["no"].hasFocus, timeout=30_000)
    return view, answers


def test_u1_texts_state_search_location_recipient_and_excluded_notes(qtbot: QtBot) -> None:
    view, _ = show_view(qtbot, REQUEST)

    assert view.texts() == [
        "Let the assistant search and read your notes?",
        "To answer “What did we settle on for the heating?”",
        "It searches all 1,204 notes on this computer.",
        "Matching passages are sent to Anthropic, api.anthropic.com.",
        "Your 60 private notes are never sent.",
        "Changes to notes still need your approval each time.",
    ]
    assert {answer: button.accessibleDescription() for answer, button in view.buttons.items()} == {
        "always": "In Lindenweg, with Anthropic. Each answer lists what it sent.",
        "once": "You tick the passages before they are sent.",
        "no": "It answers without your notes.",
    }


def test_u1_local_model_texts_state_that_nothing_leaves(qtbot: QtBot) -> None:
    view, _ = show_view(qtbot, LOCAL_REQUEST)

    assert view.texts()[2:] == [
        "It searches your 1 note on this computer.",
        "Nothing leaves this computer.",
        "Changes to notes still need your approval each time.",
    ]


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("answer", ["always", "once", "no"])
def test_u1_each_answer_is_emitted_once(qtbot: QtBot, answer: str, compact: bool) -> None:
    view, answers = show_view(qtbot, REQUEST, compact=compact)
    qtbot.waitUntil(view.buttons["always"].isEnabled, timeout=30_000)
    button = view.buttons[answer]  # type: ignore[index]  # the parameters are the answers
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert answers == [answer]


def test_u1_no_button_is_primary_and_the_focus_is_on_no(qtbot: QtBot) -> None:
    for compact in (False, True):
        view, _ = show_view(qtbot, REQUEST, compact=compact)
        kinds = {button.property("kind") for button in view.buttons.values()}
        assert "primary" not in kinds
        assert view.buttons["no"].hasFocus()


def test_u8_enter_presses_a_button_only_after_it_had_the_focus_ring_for_a_while(qtbot: QtBot) -> None:
    view, answers = show_view(qtbot, REQUEST)
    qtbot.waitUntil(lambda: view.refuse_delay.ready, timeout=30_000)
    QTest.keyClick(view.buttons["no"], Qt.Key.Key_Return)
    assert answers == ["no"]
    view, answers = show_view(qtbot, REQUEST)
    qtbot.waitUntil(view.buttons["always"].isEnabled, timeout=30_000)
    QTest.keyClick(view.buttons["no"], Qt.Key.Key_Up)
    assert view.buttons["once"].hasFocus()
    qtbot.waitUntil(lambda: view.approve_delays[1].ring.ready, timeout=30_000)
    QTest.keyClick(view.buttons["once"], Qt.Key.Key_Return)
    assert answers == ["once"]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("compact", [False, True])
def test_u8_fifty_keys_typed_as_the_request_appears_give_no_consent(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, seed: int, compact: bool
) -> None:
    monkeypatch.setattr(approve_delay, "APPROVE_DELAY_MS", 10 * 60_000)
    monkeypatch.setattr(approve_delay, "RING_DELAY_MS", 10 * 60_000)
    view, answers = show_view(qtbot, REQUEST, compact=compact)
    key = Qt.Key
    keys = [*map(key, range(key.Key_A, key.Key_Z)), key.Key_Tab, key.Key_Backtab, key.Key_Up, key.Key_Down]
    keys += [key.Key_Space, key.Key_Return, key.Key_Enter]
    rng = random.Random(seed)
    for _ in range(50):
        QTest.keyClick(QApplication.focusWidget() or view, rng.choice(keys))
    assert answers == []


@pytest.mark.parametrize("action", ["escape", "close"])
def test_leaving_the_sheet_answers_no(qtbot: QtBot, action: str) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    window.activateWindow()
    sheet = FirstUseSheet(REQUEST, window)
    answers: list[str] = []
    sheet.answered.connect(answers.append)
    sheet.open()
    qtbot.waitUntil(sheet.view.buttons["no"].hasFocus, timeout=30_000)
    if action == "escape":
        QTest.keyClick(sheet.view.buttons["no"], Qt.Key.Key_Escape)
    else:
        sheet.close()
    assert (answers, sheet.isVisible()) == (["no"], False)


@pytest.mark.parametrize("width", [304, 384])
def test_u1_card_fits_into_a_narrow_chat_with_buttons_in_one_row(qtbot: QtBot, width: int) -> None:
    card = FirstUseCard(REQUEST)
    qtbot.addWidget(card)
    card.resize(width, card.heightForWidth(width))
    card.show()
    buttons = list(card.view.buttons.values())
    qtbot.waitUntil(lambda: buttons[0].width() > 0 and card.view.height() > 100, timeout=30_000)
    assert len({button.mapTo(card, button.rect().center()).y() for button in buttons}) == 1
    for button in buttons:
        assert button.width() >= button.sizeHint().width()
        assert card.rect().contains(button.mapTo(card, button.rect().bottomRight()))


def test_hostile_names_are_shown_literally(qtbot: QtBot) -> None:
    hostile = replace(REQUEST, question="<b>x</b>\u202e {who}", vault_name="**R&D**\u200b")
    view, _ = show_view(qtbot, hostile)

    assert view.texts()[1] == "To answer “<b>x</b><U+202E> {who}”"
    assert view.buttons["always"].accessibleDescription().startswith("In **R&D**<U+200B>, with Anthropic.")


def test_every_answer_has_an_accessible_name(qtbot: QtBot) -> None:
    view, _ = show_view(qtbot, REQUEST)

    assert [button.accessibleName() for button in view.buttons.values()] == ["Always here", "This time", "No"]
    assert "Your 60 private notes are never sent." in view.accessibleDescription()
