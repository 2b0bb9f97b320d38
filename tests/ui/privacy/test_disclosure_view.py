"""Leaves view: Cancel is the default however it is answered; Send says what it does and waits until it was seen."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.ui.privacy.requests import EVERYTHING, LOCAL, NEW, request
from vaultdesk.privacy.disclosure_review import DisclosureDecision
from vaultdesk.ui.privacy.disclosure_dialog import DisclosureView
from vaultdesk.ui.review import approve_delay


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(approve_delay, "APPROVE_DELAY_MS", 0)


def shown(qtbot: QtBot, view: DisclosureView) -> list[DisclosureDecision]:
    qtbot.addWidget(view)
    told: list[DisclosureDecision] = []
    view.answered.connect(told.append)
    view.resize(900, 600)
    view.show()
    view.activateWindow()
    qtbot.waitUntil(view.cancel.hasFocus)
    return told


def test_send_lets_out_what_is_ticked_and_says_so(qtbot: QtBot) -> None:
    view = DisclosureView(EVERYTHING, waits_for_answer=True)
    told = shown(qtbot, view)
    assert view.send.text() == "Send 3 notes"
    view.model.setData(view.model.index(0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    assert view.send.text() == "Send 2 notes"
    qtbot.waitUntil(view.send.isEnabled)
    view.send.click()
    view.send.click()

    assert told == [DisclosureDecision(send=True, cut={"a": None})]


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Escape])
def test_keys_typed_on_the_way_send_nothing(qtbot: QtBot, key: Qt.Key) -> None:
    view = DisclosureView(EVERYTHING, waits_for_answer=True)
    told = shown(qtbot, view)
    qtbot.keyClick(view.cancel, key)

    assert told == [DisclosureDecision(send=False)]


def test_send_is_dead_until_it_was_seen(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(approve_delay, "APPROVE_DELAY_MS", 60_000)
    view = DisclosureView(EVERYTHING, waits_for_answer=True)
    told = shown(qtbot, view)
    view.send.click()

    assert not view.send.isEnabled()
    assert told == []


def test_what_cannot_be_sent_now_says_why(qtbot: QtBot) -> None:
    view = DisclosureView(EVERYTHING, waits_for_answer=False, why_not="Type a question to send it.")
    shown(qtbot, view)

    assert not view.send.isEnabled()
    assert view.send.toolTip() == "Type a question to send it."
    assert view.cancel.text() == "Close"


def test_a_shortened_excerpt_counts(qtbot: QtBot) -> None:
    view = DisclosureView(EVERYTHING, waits_for_answer=True)
    told = shown(qtbot, view)
    view.text.cut.emit(NEW, "The boiler")
    view.list.setCurrentIndex(view.model.index(1))
    view.list.setCurrentIndex(view.model.index(0))
    assert view.text.box.toPlainText() == "The boiler"
    qtbot.waitUntil(view.send.isEnabled)
    view.send.click()

    assert told == [DisclosureDecision(send=True, cut={"a": "The boiler"})]


def test_without_excerpts_it_says_that_no_text_goes(qtbot: QtBot) -> None:
    view = DisclosureView(request(), waits_for_answer=False)
    shown(qtbot, view)

    assert view.send.text() == "Send"
    assert not view.list.isVisible()


def test_for_a_model_here_there_is_nothing_to_look_at_before_every_send(qtbot: QtBot) -> None:
    view = DisclosureView(request(NEW, destination=LOCAL), waits_for_answer=False)
    shown(qtbot, view)

    assert not view.every_send.isVisible()
    assert view.accessibleName() == "What Ollama would read, on this computer"


def test_everything_that_takes_the_keyboard_has_a_name(qtbot: QtBot) -> None:
    view = DisclosureView(EVERYTHING, waits_for_answer=True)
    shown(qtbot, view)
    widgets = [
        one for one in view.findChildren(QWidget) if one.isVisible() and one.focusPolicy() != Qt.FocusPolicy.NoFocus
    ]

    nameless = [one for one in widgets if not (one.accessibleName() or (hasattr(one, "text") and one.text()))]
    assert nameless == []
