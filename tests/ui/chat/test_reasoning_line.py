"""Tests of reasoning_line.py."""

from dataclasses import replace

from vaultdesk.agent.transcript_blocks import GrowingText, ReasoningBlock
from vaultdesk.ui.chat.plain_text import PlainText
from vaultdesk.ui.chat.reasoning_line import ReasoningLine


def test_it_turns_while_thinking_and_then_says_how_long() -> None:
    line = ReasoningLine()
    block = ReasoningBlock(GrowingText("<b>Hm</b>"))
    line.show_block(block)
    assert line.state() == "running"
    line.show_block(replace(block, open=False, seconds=4.0))
    assert line.state() == "done"
    line.set_open(True)
    assert line.findChildren(PlainText)[0].toPlainText() == "<b>Hm</b>"
