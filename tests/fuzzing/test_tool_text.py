"""The checks of the fuzz target bite."""

import pytest

from tests.fuzzing import tool_text
from vaultdesk.providers.tool_emulation.call_tags import CallBegan, CallWritten, ScannedPiece, SpokenText, ThoughtText

CALL = '<tool_call>{"name":"a"}</tool_call>'
CALLED: list[ScannedPiece] = [CallBegan("sentinel"), CallWritten("sentinel", '{"name":"a"}', CALL)]


def test_a_lost_or_invented_letter_is_seen() -> None:
    assert tool_text.reassembles("<think>a</think>b" + CALL, [ThoughtText("a"), SpokenText("b"), *CALLED])
    assert tool_text.reassembles("a<think>b", [SpokenText("a<think>b")])
    assert not tool_text.reassembles("ab", [SpokenText("a")])
    assert not tool_text.reassembles("ab", [SpokenText("ba")])
    assert not tool_text.reassembles("a", [SpokenText("ab")])
    assert not tool_text.reassembles(CALL, [SpokenText("")])


def test_a_call_in_code_is_seen() -> None:
    for before in ("a ` ", "```\n"):
        with pytest.raises(AssertionError):
            tool_text.check_code(before + CALL + " `", [SpokenText(before), *CALLED, SpokenText(" `")])
    tool_text.check_code("a " + CALL, [SpokenText("a "), *CALLED])


def test_an_order_that_cannot_be_is_seen() -> None:
    tool_text.check_order(CALL, CALLED)
    open_call: list[ScannedPiece] = [CallBegan("xml"), CallWritten("xml", "", "", False), SpokenText("a")]
    wrongs: list[list[ScannedPiece]] = [CALLED[:1], CALLED[1:], [SpokenText("")], open_call]
    for wrong in wrongs:
        with pytest.raises(AssertionError):
            tool_text.check_order("", wrong)
