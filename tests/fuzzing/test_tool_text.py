"""The checks of the fuzz target detect incorrect segments."""

import pytest

from tests.fuzzing import tool_text
from vaultdesk.providers.tool_emulation.dialects import CallBlock, CallOpened, ProseText, ScannedSegment, ThinkingText

CALL = '<tool_call>{"name":"a"}</tool_call>'
CALLED: list[ScannedSegment] = [CallOpened("sentinel"), CallBlock("sentinel", '{"name":"a"}', CALL)]


def test_lost_or_invented_characters_are_detected() -> None:
    assert tool_text.reassembles("<think>a</think>b" + CALL, [ThinkingText("a"), ProseText("b"), *CALLED])
    assert tool_text.reassembles("a<think>b", [ProseText("a<think>b")])
    assert not tool_text.reassembles("ab", [ProseText("a")])
    assert not tool_text.reassembles("ab", [ProseText("ba")])
    assert not tool_text.reassembles("a", [ProseText("ab")])
    assert not tool_text.reassembles(CALL, [ProseText("")])


def test_call_in_code_is_detected() -> None:
    for before in ("a ` ", "```\n"):
        with pytest.raises(AssertionError):
            tool_text.check_code(before + CALL + " `", [ProseText(before), *CALLED, ProseText(" `")])
    tool_text.check_code("a " + CALL, [ProseText("a "), *CALLED])


def test_invalid_order_of_segments_is_detected() -> None:
    tool_text.check_order(CALL, CALLED)
    open_call: list[ScannedSegment] = [CallOpened("xml"), CallBlock("xml", "", "", False), ProseText("a")]
    invalid_orders: list[list[ScannedSegment]] = [CALLED[:1], CALLED[1:], [ProseText("")], open_call]
    for segments in invalid_orders:
        with pytest.raises(AssertionError):
            tool_text.check_order("", segments)
