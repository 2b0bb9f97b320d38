"""Disclosure view: Cancel is the default; Send states what it sends and is enabled after a delay."""

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.ui.privacy.requests import EVERYTHING, LOCAL, NEW, request
from vaultdesk.privacy.disclosure_review import DisclosureDecision
from vaultdesk.ui.privacy.disclosure_dialog import DisclosureView
from vaultdesk.ui.review import approve_delay
from vaultdesk.ui.review.passage_list import PassageChecklist
from vaultdesk.ui.widgets.labels import PlainLabel


@pytest.fixture(autouse=True)
def no_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(approve_delay, "APPROVE_DELAY_MS", 0)
    monkeypatch.setattr(approve_delay, "RING_DELAY_MS", 0)


def show(qtbot: QtBot, view: DisclosureView) -> list[DisclosureDecision]:
    qtbot.addWidget(view)
    emitted: list[DisclosureDecision] = []
    view.answered.connect(emitted.append)
    view.resize(720, 600)
    view.show()
    view.activateWindow()
    qtbot.waitUntil(view.cancel.hasFocus, timeout=30_000)
    return emitted


def row_of(view: DisclosureView, passage_id: str) -> QModelIndex:
    model = view.passages.model
    rows = (model.index(number) for number in range(model.rowCount()))
    return next(
        index for index in rows if (passage := model.row(index).passage) is not None and passage.id == passage_id
    )


def test_t2_send_releases_only_the_ticked_passages_of_the_list(qtbot: QtBot) -> None:
    view = DisclosureView(EVERYTHING, waits_for_answer=True)
    emitted = show(qtbot, view)
    assert isinstance(view.passages, PassageChecklist)
    assert (view.headline(), view.send.text()) == ("Send 2 passages of 2 notes to Anthropic?", "Send 2 passages")
    view.passages.model.setData(row_of(view, "a"), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    assert (view.headline(), view.send.text()) == ("Send 1 passage of 1 note to Anthropic?", "Send 1 passage")
    qtbot.waitUntil(view.send.isEnabled, timeout=30_000)
    view.send.click()
    view.send.click()

    assert emitted == [DisclosureDecision(send=True, replacements={"a": None, "b": None})]


def test_t1_without_ticked_passages_the_view_says_that_the_question_is_sent(qtbot: QtBot) -> None:
    view = DisclosureView(EVERYTHING, waits_for_answer=True)
    show(qtbot, view)
    view.passages.model.tick_all(False)
    texts = [label.text() for label in view.findChildren(PlainLabel)]

    assert (view.headline(), view.send.text()) == ("Send your question to Anthropic?", "Send without Notes")
    assert any(text.startswith("No text of your notes goes with it") for text in texts)
    assert not any(text.startswith("This text of your notes goes with") for text in texts)


def test_t1_rewrite_is_described_and_is_not_sent_without_its_passage(qtbot: QtBot) -> None:
    view = DisclosureView(
        request(NEW, question="Rewrite the passage: shorter", purpose="rewrite"), waits_for_answer=True
    )
    show(qtbot, view)
    texts = [label.text() for label in view.findChildren(PlainLabel)]
    assert "The model rewrites this passage of your note. Your instruction goes with it." in texts
    assert not any("goes with “" in text for text in texts)
    assert "Instruction to the model: “Rewrite the passage: shorter”" in view.details.text()
    qtbot.waitUntil(lambda: view.send.isEnabled(), timeout=30_000)
    view.passages.model.tick_all(False)

    assert (view.headline(), view.send.text()) == ("Nothing is sent to Anthropic", "Send 1 passage")
    assert not view.send.isEnabled()
    view.passages.model.tick_all(True)
    assert view.send.isEnabled()


def test_u8_keys_pressed_during_the_delay_are_ignored(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(approve_delay, "APPROVE_DELAY_MS", 60_000)
    monkeypatch.setattr(approve_delay, "RING_DELAY_MS", 60_000)
    view = DisclosureView(EVERYTHING, waits_for_answer=True)
    emitted = show(qtbot, view)
    for key in (Qt.Key.Key_X, Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Enter):
        qtbot.keyClick(view.cancel, key)
    view.send.click()

    assert (emitted, view.send.isEnabled()) == ([], False)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Escape])
def test_u8_enter_space_and_esc_decline_after_the_focus_ring_is_shown(qtbot: QtBot, key: Qt.Key) -> None:
    view = DisclosureView(EVERYTHING, waits_for_answer=True)
    emitted = show(qtbot, view)
    qtbot.waitUntil(lambda: view.footer.refuse_delay.ready, timeout=30_000)
    qtbot.keyClick(view.cancel, key)

    assert emitted == [DisclosureDecision(send=False)]


def test_disabled_send_states_the_reason(qtbot: QtBot) -> None:
    view = DisclosureView(EVERYTHING, waits_for_answer=False, disabled_reason="Type a question to send it.")
    show(qtbot, view)

    assert not view.send.isEnabled()
    assert view.send.toolTip() == "Type a question to send it."
    assert view.cancel.text() == "Close"


def test_shortened_passage_is_sent_and_marked_in_the_list(qtbot: QtBot) -> None:
    view = DisclosureView(EVERYTHING, waits_for_answer=True)
    emitted = show(qtbot, view)
    passage = view.choices.passages.passages[0]
    view.passages.shorten_requested.emit(passage)
    view.text.box.setPlainText("The boiler")
    view.text.back.click()
    assert view.passages.model.caption(passage) == "Decision · lines 3–9 · shortened by you"
    qtbot.waitUntil(view.send.isEnabled, timeout=30_000)
    view.send.click()

    assert emitted == [DisclosureDecision(send=True, replacements={"a": "The boiler", "b": None})]


def test_request_without_passages_hides_the_list(qtbot: QtBot) -> None:
    view = DisclosureView(request(), waits_for_answer=False)
    show(qtbot, view)

    assert view.send.text() == "Send"
    assert not view.passages.isVisible()


def test_local_model_offers_no_review_before_every_send(qtbot: QtBot) -> None:
    view = DisclosureView(request(NEW, destination=LOCAL), waits_for_answer=False)
    show(qtbot, view)

    assert not view.every_send.isVisible()
    assert view.accessibleName() == "What Ollama would read, on this computer"


def test_every_focusable_widget_has_a_name(qtbot: QtBot) -> None:
    view = DisclosureView(EVERYTHING, waits_for_answer=True)
    show(qtbot, view)
    focusable = [
        child
        for child in view.findChildren(QWidget)
        if child.isVisible() and child.focusPolicy() != Qt.FocusPolicy.NoFocus
    ]

    unnamed = [
        child for child in focusable if not (child.accessibleName() or (hasattr(child, "text") and child.text()))
    ]
    assert unnamed == []
