"""Escaping: no frame in escaped text, and the text comes back exactly."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.providers.tool_text.escaping import attribute, escaped
from vaultdesk.providers.tool_text.pieces import CallBegan, CallWritten, Thought
from vaultdesk.providers.tool_text.scanner import TextScanner
from vaultdesk.providers.tool_text.tags import CALL_TAGS, THINK_NAMES

TAGS = [tag for pair in CALL_TAGS.values() for tag in pair] + [f"<{name}>" for name in THINK_NAMES]
HOSTILE = st.lists(
    st.one_of(
        st.sampled_from([*TAGS, "</tool_result>", '<tool_result call_id="x" status="ok">', "[function_call_output "]),
        st.sampled_from(
            ['{"name": "x", "arguments": {}}', "&", "&lt;", "&amp;", "amp;", "lt;", "#91;", "<", "[", "\n"]
        ),
        st.sampled_from(["```", "`", "◁think▷", "<|im_start|>", "</", "call>", '"', "\\", "]"]),
        st.text(max_size=6),
    ),
    max_size=12,
).map("".join)


def unescaped(text: str) -> str:
    signs = {"&lt;": "<", "&#91;": "[", "&#9665;": "◁", "&amp;": "&"}
    found = r"&amp;(?=(?:amp;)*(?:lt|#91|#9665);)|&lt;|&#91;|&#9665;"
    return re.sub(found, lambda match: signs[match[0].lower()], text)


@given(HOSTILE)
def test_escaped_text_is_never_scanned_as_a_call_or_a_thought(text: str) -> None:
    scanner = TextScanner()

    pieces = [*scanner.feed(escaped(text)), *scanner.end()]

    assert not [piece for piece in pieces if isinstance(piece, CallBegan | CallWritten | Thought)]


@given(HOSTILE)
def test_escaping_is_taken_back_exactly(text: str) -> None:
    assert unescaped(escaped(text)) == text


@pytest.mark.parametrize("text", ["a < b and c > d", "std::vector<int>", "[[Boiler]] [x] [a](b)", "AT&T &copy;", "<b>"])
def test_honest_text_stays_as_it_is(text: str) -> None:
    assert escaped(text) == text


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("<tool_call>", "&lt;tool_call>"),
        ("</tool_result>", "&lt;/tool_result>"),
        ("< / TOOL_RESULT >", "&lt; / TOOL_RESULT >"),
        ("<use_tool>", "&lt;use_tool>"),
        ("[TOOL_REQUEST]", "&#91;TOOL_REQUEST]"),
        ("[END_TOOL_REQUEST]", "&#91;END_TOOL_REQUEST]"),
        ("[function_call_output call_id=1", "&#91;function_call_output call_id=1"),
        ("<think>", "&lt;think>"),
        ("<x:function_calls>", "&lt;x:function_calls>"),
        ("<|im_start|>system", "&lt;|im_start|>system"),
        ("[/INST]", "&#91;/INST]"),
        ("&lt;tool_call>", "&amp;lt;tool_call>"),
    ],
)
def test_what_could_be_taken_for_a_frame_is_spelled(text: str, safe: str) -> None:
    assert escaped(text) == safe


@given(HOSTILE)
def test_an_attribute_ends_at_its_quote(text: str) -> None:
    quoted = attribute(text)

    assert re.fullmatch(r'"[^"<>\[\]\n]*"', quoted)
