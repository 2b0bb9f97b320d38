"""Tests of ui/app/quick_ask/quick_input.py."""

from dataclasses import dataclass

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.quick_ask.quick_ask_env import ALT, CONTROL, NONE
from vaultdesk.providers.capabilities import ToolMode
from vaultdesk.ui.app.quick_ask.quick_input import QuickField, QuickFoot
from vaultdesk.ui.chat.composer.context_tray import ReachText
from vaultdesk.ui.chat.composer.question_field import MAX_PASTE_LENGTH
from vaultdesk.ui.widgets.labels import PlainLabel

# Field: its keys, its height, and input methods.

KEYS = ("entered", "opened", "note_requested", "escaped", "moved_down", "new_chat_requested")


def record_signals(field: QuickField) -> list[str]:
    received: list[str] = []
    for name in KEYS:
        getattr(field, name).connect(lambda name=name: received.append(name))
    return received


@pytest.mark.parametrize(
    ("key", "modifiers", "signal"),
    [
        (Qt.Key.Key_Return, NONE, "entered"),
        (Qt.Key.Key_Enter, NONE, "entered"),
        (Qt.Key.Key_Return, CONTROL, "opened"),
        (Qt.Key.Key_Return, ALT, "note_requested"),
        (Qt.Key.Key_Escape, NONE, "escaped"),
        (Qt.Key.Key_Down, NONE, "moved_down"),
        (Qt.Key.Key_N, CONTROL, "new_chat_requested"),
    ],
)
def test_each_key_emits_its_signal_once(
    qapp: QApplication, key: Qt.Key, modifiers: Qt.KeyboardModifier, signal: str
) -> None:
    field = QuickField()
    received = record_signals(field)
    QTest.keyClick(field, key, modifiers)
    assert (received, field.text) == ([signal], "")


def test_enter_and_esc_go_to_the_input_method_during_composition(qapp: QApplication) -> None:
    field = QuickField()
    received = record_signals(field)
    QApplication.sendEvent(field, QInputMethodEvent("にほん", []))
    QTest.keyClick(field, Qt.Key.Key_Return)
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert received == []
    commit = QInputMethodEvent("", [])
    commit.setCommitString("日本")
    QApplication.sendEvent(field, commit)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert (received, field.text.replace("\n", "")) == (["entered"], "日本")


def test_down_moves_through_the_lines_before_leaving_the_field(qapp: QApplication) -> None:
    field = QuickField()
    field.resize(400, 100)
    received = record_signals(field)
    field.setPlainText("one\ntwo")
    QTest.keyClick(field, Qt.Key.Key_Down)
    assert received == []
    QTest.keyClick(field, Qt.Key.Key_Down)
    assert received == ["moved_down"]


def test_a_paste_over_the_length_limit_is_refused(qapp: QApplication) -> None:
    field, refused = QuickField(), []
    field.paste_refused.connect(lambda: refused.append("refused"))
    data = QMimeData()
    data.setText("x" * (MAX_PASTE_LENGTH + 1))
    field.insertFromMimeData(data)
    assert (field.text, refused) == ("", ["refused"])
    data.setText("two\r\nlines")
    field.insertFromMimeData(data)
    assert field.text == "two\nlines"


def test_the_field_has_an_accessible_name_and_describes_its_keys(qapp: QApplication) -> None:
    field = QuickField()
    assert field.accessibleName() == "Quick ask"
    assert "Esc hides" in field.accessibleDescription()


# Footer.


@dataclass(frozen=True)
class Model:
    """A model as the chat lists it."""

    label: str
    local: bool
    title: str = "A model"
    provider: str = "Somebody"
    tool_mode: ToolMode = "native"
    reason: str = ""
    images: bool | None = None
    reasoning: bool | None = None
    context: int = 0
    price: str = ""


LOCAL, REMOTE = Model("ollama/qwen3:8b", local=True), Model("anthropic/claude", local=False)


def visible_texts(footer: QuickFoot) -> list[str]:
    return [label.text() for label in footer.findChildren(PlainLabel) if not label.isHidden()]


def test_the_footer_shows_the_model_and_whether_data_leaves_the_computer(qapp: object) -> None:
    footer = QuickFoot()
    footer.set_models((LOCAL, REMOTE), LOCAL.label, "")
    assert footer.model.shown_text() == "qwen3:8b"
    assert "stays on this computer" in visible_texts(footer)
    footer.set_models((LOCAL, REMOTE), REMOTE.label, "")
    assert "asks before notes are sent" in visible_texts(footer)
    footer.set_models((), "gone/one", "")
    assert not {"stays on this computer", "asks before notes are sent"} & set(visible_texts(footer))


def test_the_footer_shows_only_keys_that_have_an_effect(qapp: object) -> None:
    footer = QuickFoot()
    shown = {"ask": footer.ask, "notes": footer.notes, "chat": footer.chat, "hide": footer.hides}

    def visible() -> set[str]:
        return {name for name, hint in shown.items() if not hint.isHidden()}

    footer.set_keys(can_ask=False, has_notes=False, has_answer=False)
    assert visible() == {"hide"}
    footer.set_keys(can_ask=True, has_notes=True, has_answer=False)
    assert visible() == {"ask", "notes", "hide"}
    footer.set_keys(can_ask=False, has_notes=False, has_answer=True)
    assert visible() == {"chat", "hide"}


def test_a_notice_disappears_after_its_action_or_its_timeout(qapp: object) -> None:
    footer, calls = QuickFoot(), []
    footer.notify("Added to “2026-11-22”.", "Undo", lambda: calls.append("undone"))
    assert footer.notice == "Added to “2026-11-22”."
    footer._notice_action.click()
    assert (calls, footer.notice) == (["undone"], "")
    footer.notify("Undone.")
    assert footer._notice_action.isHidden()
    footer._notice_timer.timeout.emit()
    assert footer.notice == ""


def test_the_note_button_names_what_is_added_to_todays_note(qapp: object) -> None:
    footer = QuickFoot()
    assert footer.note.accessibleName() == "Add the text to today’s note"
    footer.set_note_target(answered=True)
    assert footer.note.accessibleName() == "Add the answer to today’s note"
    assert "Alt+Enter" in footer.note.toolTip()


def test_t7_a_linked_private_note_replaces_the_egress_text(qapp: object) -> None:
    footer = QuickFoot()
    footer.set_models((REMOTE,), REMOTE.label, "")
    initial_texts = visible_texts(footer)
    withheld = ReachText("Diary will not be sent", "Private: in Personal. It will not be sent to Anthropic.", True)
    footer.show_withheld(withheld)
    assert "Diary will not be sent" in visible_texts(footer)
    assert "It will not be sent to Anthropic." in footer._egress_text.toolTip()
    footer.set_models((REMOTE,), REMOTE.label, "")
    assert "Diary will not be sent" in visible_texts(footer)
    footer.show_withheld(ReachText())
    assert visible_texts(footer) == initial_texts
