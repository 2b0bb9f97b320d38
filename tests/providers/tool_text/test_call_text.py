"""Call text: what is written as a call is read as that call."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.chat.messages import ToolCallPart
from vaultdesk.providers.capabilities import TextWay
from vaultdesk.providers.tool_text.call_text import call_text, made_call_text
from vaultdesk.providers.tool_text.calls import ReadCall, read_calls
from vaultdesk.providers.tool_text.pieces import CallWritten
from vaultdesk.providers.tool_text.scanner import TextScanner

DIALECTS: tuple[TextWay, ...] = ("sentinel", "xml")


def read(text: str) -> list[ReadCall]:
    scanner = TextScanner()
    pieces = [*scanner.feed(text), *scanner.end()]
    return [call for piece in pieces if isinstance(piece, CallWritten) for call in read_calls(piece) or ()]


@pytest.mark.parametrize("dialect", DIALECTS)
@given(text=st.one_of(st.text(max_size=30), st.sampled_from(["</tool_call>", "</args></use_tool>", '"}', "</tool"])))
def test_a_call_is_read_back_as_it_was_written(dialect: TextWay, text: str) -> None:
    call = ToolCallPart.model_validate({"id": "c", "name": "find", "arguments_json": "", "arguments": {"q": text}})
    call = call.model_copy(update={"arguments_json": call.model_dump_json(include={"arguments"})})

    found = read(made_call_text(dialect, call))

    assert [(one.name, one.arguments, one.problem) for one in found] == [("find", {"arguments": {"q": text}}, "")]


def test_each_dialect_has_its_frame() -> None:
    assert call_text("sentinel", "find", '{"q": 1}') == '<tool_call>{"name": "find", "arguments": {"q": 1}}</tool_call>'
    assert (
        call_text("xml", "find", '{"q": 1}') == '<use_tool>\n<name>find</name>\n<args>\n{"q": 1}\n</args>\n</use_tool>'
    )


@pytest.mark.parametrize("dialect", DIALECTS)
def test_arguments_nobody_could_read_are_quoted_not_repeated(dialect: TextWay) -> None:
    call = ToolCallPart(id="c", name="no such tool!", arguments_json='{"q": </tool_call>', problem="not JSON")

    found = read(made_call_text(dialect, call))

    assert [(one.name, one.arguments) for one in found] == [
        ("no_such_tool_", {"unreadable_arguments": '{"q": </tool_call>'})
    ]
