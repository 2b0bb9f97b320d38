"""Framing: results cannot leave their frame, nor be read as calls, whatever stands in them."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.providers.tool_text.test_escaping import HOSTILE, unescaped
from vaultdesk.chat.messages import ToolCallPart, ToolResultPart
from vaultdesk.providers.tool_text.framing import BRACKETS, TAGS, Framing, status
from vaultdesk.providers.tool_text.pieces import CallBegan, CallWritten, Spoken, Thought
from vaultdesk.providers.tool_text.scanner import TextScanner

CALL = ToolCallPart(id="call_1", name="find", arguments_json='{"q": "a]b"}', arguments={"q": "a]b"})


def failed(code: object) -> str:
    return json.dumps({"success": False, "error": {"code": code, "message": "No."}})


@given(content=HOSTILE, call_id=HOSTILE, name=HOSTILE)
@pytest.mark.parametrize("framing", [TAGS, BRACKETS])
def test_a_framed_result_is_never_scanned_as_a_call(framing: Framing, content: str, call_id: str, name: str) -> None:
    scanner = TextScanner()
    framed = framing.result(ToolResultPart(call_id=call_id, name=name, content=content))

    pieces = [*scanner.feed(framed), *scanner.end()]

    assert not [piece for piece in pieces if isinstance(piece, CallBegan | CallWritten | Thought)]
    assert "".join(piece.text for piece in pieces if isinstance(piece, Spoken)) == framed


@given(content=HOSTILE, call_id=HOSTILE, name=HOSTILE)
def test_a_tagged_result_ends_at_its_own_tag_and_nowhere_else(content: str, call_id: str, name: str) -> None:
    framed = TAGS.result(ToolResultPart(call_id=call_id, name=name, content=content))

    assert re.findall(r"<\s*/?\s*tool_result", framed, re.IGNORECASE) == ["<tool_result", "</tool_result"]
    found = re.fullmatch(r'<tool_result call_id="[^"]*" name="[^"]*" status="ok">\n(.*)\n</tool_result>', framed, re.S)
    assert found is not None
    assert unescaped(found[1]) == content


@given(content=HOSTILE, call_id=HOSTILE)
def test_a_bracketed_result_is_one_line_of_json_strings(content: str, call_id: str) -> None:
    framed = BRACKETS.result(ToolResultPart(call_id=call_id, name="find", content=content))

    head = "[function_call_output call_id="
    assert framed.startswith(head)
    decoder = json.JSONDecoder()
    shown, end = decoder.raw_decode(framed, len(head))
    assert framed[end : end + len(" output=")] == " output="
    output, end = decoder.raw_decode(framed, end + len(" output="))
    assert framed[end:] == "]"
    assert (unescaped(shown), unescaped(output)) == (call_id, content)
    assert "\n" not in framed
    assert framed.count("[function_call") == 1


@given(st.text(max_size=20), HOSTILE)
def test_a_bracketed_call_carries_its_arguments_as_they_were(name: str, arguments: str) -> None:
    framed = BRACKETS.call(ToolCallPart(id="call_1", name=name, arguments_json=arguments), "sentinel")

    assert framed.startswith('[function_call id="call_1" call_id="call_1" name=')
    shown = framed.rpartition(" arguments=")[2] if " arguments=" not in arguments else None
    if shown is not None:
        assert unescaped(json.loads(shown.removesuffix("]"))) == arguments


def test_the_frames_look_as_they_are_taught() -> None:
    part = ToolResultPart(call_id="call_1", name="find", content='{"success": true}')

    assert TAGS.call(CALL, "sentinel") == '<tool_call>{"name": "find", "arguments": {"q": "a]b"}}</tool_call>'
    assert TAGS.call(CALL, "xml").startswith("<use_tool>\n<name>find</name>\n")
    assert (
        TAGS.result(part) == '<tool_result call_id="call_1" name="find" status="ok">\n{"success": true}\n</tool_result>'
    )
    assert (
        BRACKETS.call(CALL, "sentinel")
        == r'[function_call id="call_1" call_id="call_1" name="find" arguments="{\"q\": \"a]b\"}"]'
    )
    assert BRACKETS.result(part) == r'[function_call_output call_id="call_1" output="{\"success\": true}"]'


@pytest.mark.parametrize(
    ("content", "is_error", "expected"),
    [
        ('{"success": true}', False, "ok"),
        (failed("NOT_FOUND"), True, "error"),
        (failed("CANCELLED"), True, "denied"),
        (failed("PERMISSION_DENIED"), True, "denied"),
        (failed(["CANCELLED"]), True, "error"),
        ("not JSON", True, "error"),
        ("[" * 100_000, True, "error"),
        ('{"error": "CANCELLED"}', True, "error"),
    ],
)
def test_a_refusal_is_told_from_a_failure(content: str, is_error: bool, expected: str) -> None:
    assert status(ToolResultPart(call_id="c", name="n", content=content, is_error=is_error)) == expected
