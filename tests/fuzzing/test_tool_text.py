"""The checks of the fuzz target bite."""

import pytest

from tests.fuzzing import tool_text
from vaultdesk.providers.tool_text.pieces import CallBegan, CallWritten, Piece, Spoken, Thought

CALL = '<tool_call>{"name":"a"}</tool_call>'
CALLED: list[Piece] = [CallBegan("sentinel"), CallWritten("sentinel", '{"name":"a"}', CALL)]


def test_a_lost_or_invented_letter_is_seen() -> None:
    assert tool_text.reassembles("<think>a</think>b" + CALL, [Thought("a"), Spoken("b"), *CALLED])
    assert tool_text.reassembles("a<think>b", [Spoken("a<think>b")])
    assert not tool_text.reassembles("ab", [Spoken("a")])
    assert not tool_text.reassembles("ab", [Spoken("ba")])
    assert not tool_text.reassembles("a", [Spoken("ab")])
    assert not tool_text.reassembles(CALL, [Spoken("")])


def test_a_call_in_code_is_seen() -> None:
    for before in ("a ` ", "```\n"):
        with pytest.raises(AssertionError):
            tool_text.check_code(before + CALL + " `", [Spoken(before), *CALLED, Spoken(" `")])
    tool_text.check_code("a " + CALL, [Spoken("a "), *CALLED])


def test_an_order_that_cannot_be_is_seen() -> None:
    tool_text.check_order(CALL, CALLED)
    open_call: list[Piece] = [CallBegan("xml"), CallWritten("xml", "", "", False), Spoken("a")]
    wrongs: list[list[Piece]] = [CALLED[:1], CALLED[1:], [Spoken("")], open_call]
    for wrong in wrongs:
        with pytest.raises(AssertionError):
            tool_text.check_order("", wrong)
