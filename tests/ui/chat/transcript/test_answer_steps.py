"""Tests of ui/chat/transcript/answer_steps.py."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel, QToolButton
from pytestqt.qtbot import QtBot

from tests.support.words import words_of
from tests.ui.chat.scenes import begun, finish, start_call
from vaultdesk.agent.transcript import ToolSteps
from vaultdesk.agent.transcript_blocks import GrowingText, ReasoningBlock, StepBlock
from vaultdesk.core.errors import ProviderUnreachable
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.values import replace
from vaultdesk.tools.runtime.tool_results import failed_result, result_part
from vaultdesk.tools.tool import ToolResult
from vaultdesk.ui.chat.transcript.answer_steps import (
    MAX_STEP_LINES,
    STATE_ICONS,
    FailureBanner,
    ReasoningLine,
    StepBody,
    StepDetailLine,
    StepLine,
    StepState,
    StepTextBox,
    ToolLine,
)
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.labels import ElidedLabel

# Step body: one line per item.


def test_detail_line_shows_name_and_outcome(qtbot: QtBot) -> None:
    line = StepDetailLine("minus", "Budget", "stayed here")
    qtbot.addWidget(line)

    assert [label.text() for label in line.findChildren(ElidedLabel)] == ["Budget", "stayed here"]
    assert not line.grab().isNull()


def test_body_draws_a_rule(qtbot: QtBot) -> None:
    body = StepBody()
    qtbot.addWidget(body)
    body.resize(40, 40)

    image = body.grab().toImage()
    assert len({image.pixelColor(x, 20).name() for x in range(40)}) == 2


# Step line: the state of a step, expandable to its details.


def head_button(line: StepLine) -> QToolButton:
    button = line.findChild(QToolButton)
    assert button is not None
    return button


def test_every_state_is_painted_and_accessible(qtbot: QtBot) -> None:
    line = StepLine("search", "Searched notes", "“quote”")
    qtbot.addWidget(line)
    states: list[StepState] = list(STATE_ICONS)
    for state in states:
        line.set_state(state, f"it is {state}")
        assert line.state() == state
        assert head_button(line).accessibleName() == f"Searched notes “quote” it is {state}"
        assert not line.grab().isNull()


def test_line_expands_by_mouse_and_keyboard(qtbot: QtBot) -> None:
    line = StepLine("file", "Read notes")
    body = QLabel("behind")
    line.add_body(body)
    qtbot.addWidget(line)
    line.show()
    emitted: list[bool] = []
    line.toggled.connect(emitted.append)

    qtbot.mouseClick(head_button(line), Qt.MouseButton.LeftButton)
    assert body.isVisible()
    qtbot.keyClick(head_button(line), Qt.Key.Key_Space)
    assert not body.isVisible()

    assert emitted == [True, False]


def test_spinner_is_animated_only_while_running_and_visible(qtbot: QtBot) -> None:
    line = StepLine("search", "Searching")
    qtbot.addWidget(line)
    timer = line.findChild(QTimer)
    assert timer is not None
    theme().set_motion("full")
    line.set_state("running")
    assert not timer.isActive()

    line.show()
    assert timer.isActive()
    theme().set_motion("system")
    line.hide()
    assert not timer.isActive()
    line.show()
    line.set_state("done", "6 found")
    assert not timer.isActive()


def test_spinner_is_not_animated_without_motion(qtbot: QtBot) -> None:
    line = StepLine("search", "Searching")
    qtbot.addWidget(line)
    timer = line.findChild(QTimer)
    assert timer is not None
    line.show()
    theme().set_motion("none")
    try:
        line.set_state("running")
        assert not timer.isActive()
    finally:
        theme().set_motion("system")


# Plain text.


def test_hostile_text_is_shown_literally_with_a_limited_height() -> None:
    box = StepTextBox("Result")
    box.resize(300, 20)
    box.show()
    box.show_text("<b>x</b>\u202eevil\n" * 100)
    assert "<b>x</b>U+202Eevil" in box.toPlainText()
    assert box.height() < (MAX_STEP_LINES + 3) * box.fontMetrics().lineSpacing()


def test_overlong_line_is_broken() -> None:
    box = StepTextBox("Result")
    box.resize(300, 20)
    box.show_text("x" * 1_000_000)
    assert max(map(len, box.toPlainText().split("\n"))) <= 2_000


# Reasoning line.


def test_reasoning_line_is_running_until_its_block_is_closed() -> None:
    line = ReasoningLine()
    block = ReasoningBlock(GrowingText("<b>Hm</b>"))
    line.show_block(block)
    assert line.state() == "running"
    line.show_block(replace(block, open=False, seconds=4.0))
    assert line.state() == "done"
    line.set_open(True)
    assert line.findChildren(StepTextBox)[0].toPlainText() == "<b>Hm</b>"


# Tool line.


def test_tool_line_expands_to_its_notes_and_to_the_call_as_plain_text() -> None:
    exchange = begun()
    call = start_call(exchange, "vault_search", query="<b>x</b>")
    hit = {"path": "a/<i>b</i>.md", "basename": "b", "matches": 1, "preview": ""}
    finish(exchange, call, ToolResult(success=True, data=[hit]))
    (block,) = exchange.blocks
    assert isinstance(block, StepBlock)
    line = ToolLine()
    line.show_block(block)
    assert (line.shown_step.verb, line.shown_step.object) == ("Searched notes", "“<b>x</b>”")
    line.set_open(True)
    assert len(line.findChildren(StepDetailLine)) == 1
    (details,) = line.findChildren(LinkButton)
    details.click()
    arguments, result = line.findChildren(StepTextBox)
    assert arguments.toPlainText() == '{"query": "<b>x</b>"}'
    assert '"path": "a/<i>b</i>.md"' in result.toPlainText()


def test_state_follows_the_call() -> None:
    exchange = begun()
    start_call(exchange, "file_read", file_paths=["a.md"])
    line = ToolLine()
    states = []
    for end in (lambda: None, exchange.close):
        end()
        block = exchange.blocks[0]
        assert isinstance(block, StepBlock)
        line.show_block(block)
        states.append((line.state(), line.shown_step.result))
    assert states == [("running", ""), ("refused", "stopped")]


def test_failed_call_states_the_reason_in_plain_language() -> None:
    exchange = begun()
    call = start_call(exchange, "edit_note", path="a.md")
    reason = Phrase("The note has no heading “{0}”.", "<b>Costs</b>")
    finish(exchange, call, failed_result("VALIDATION_FAILED", "Name one of: A, B.", explanation=reason))
    block = exchange.blocks[0]
    assert isinstance(block, StepBlock)
    line = ToolLine()
    line.show_block(block)
    line.set_open(True)
    assert "The note has no heading “<b>Costs</b>”." in words_of(line)
    assert "The note has no" not in block.result

    saved = ToolSteps(None).stored_result(result_part(call, failed_result("VALIDATION_FAILED", "Name one of: A, B.")))
    line = ToolLine()
    line.show_block(saved)
    line.set_open(True)
    assert "The model called the tool with invalid arguments" in words_of(line)


# Failure.


def test_failure_states_the_error_the_hint_and_that_the_question_is_kept() -> None:
    error = ProviderUnreachable("<b>Server</b> is down", hint="Wait.", kind="network")
    failure = FailureBanner(error, "Offline assistant")
    emitted: list[str] = []
    failure.retry_requested.connect(lambda: emitted.append("again"))
    failure.other_model_requested.connect(lambda: emitted.append("other"))
    for link in failure.banner.links:
        link.click()
    assert failure.banner.text() == "<b>Server</b> is down. Wait. Your question is kept."
    assert emitted == ["again", "other"]
