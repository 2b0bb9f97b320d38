"""Tests of tool_line.py."""

from tests.ui.chat.scenes import begun, finish, start_call
from vaultdesk.agent.transcript_blocks import StepBlock
from vaultdesk.tools.tool import ToolResult
from vaultdesk.ui.chat.plain_text import PlainText
from vaultdesk.ui.chat.tool_line import ToolLine
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.step_line import StepDetailLine


def test_it_opens_to_its_notes_and_to_the_call_itself_as_plain_text() -> None:
    exchange = begun()
    call = start_call(exchange, "vault_search", query="<b>x</b>")
    hit = {"path": "a/<i>b</i>.md", "basename": "b", "matches": 1, "preview": ""}
    finish(exchange, call, ToolResult(success=True, data=[hit]))
    (block,) = exchange.blocks
    assert isinstance(block, StepBlock)
    line = ToolLine()
    line.show_block(block)
    assert (line.words.verb, line.words.object) == ("Searched notes", "“<b>x</b>”")
    line.set_open(True)
    assert len(line.findChildren(StepDetailLine)) == 1
    (details,) = line.findChildren(LinkButton)
    details.click()
    asked, answered = line.findChildren(PlainText)
    assert asked.toPlainText() == '{"query": "<b>x</b>"}'
    assert '"path": "a/<i>b</i>.md"' in answered.toPlainText()


def test_its_state_follows_the_call() -> None:
    exchange = begun()
    start_call(exchange, "file_read", file_paths=["a.md"])
    line = ToolLine()
    states = []
    for end in (lambda: None, exchange.close):
        end()
        block = exchange.blocks[0]
        assert isinstance(block, StepBlock)
        line.show_block(block)
        states.append((line.state(), line.words.result))
    assert states == [("running", ""), ("refused", "stopped")]
