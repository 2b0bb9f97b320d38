"""Call body."""

import pytest

from vaultdesk.providers.strict_json import MAX_CHARACTERS
from vaultdesk.providers.tool_text.call_body import CallBody
from vaultdesk.providers.tool_text.pieces import Frame


def read(frame: Frame, text: str, by: int = 0) -> tuple[str, str, str]:
    """Return the body read from *text*, how it ended, and what is left."""
    call = CallBody(frame)
    waiting, place = "", 0
    for start in range(0, len(text), by or len(text)):
        waiting += text[start : start + (by or len(text))]
        place = call.read(waiting, 0, final=start + (by or len(text)) >= len(text))
        waiting = waiting[place:]
        if call.ending:
            waiting += text[start + (by or len(text)) :]
            break
    return call.written().body, call.ending, waiting[call.tag_length :]


BODIES: list[tuple[Frame, str]] = [
    ("sentinel", '{"name": "a", "arguments": {"text": "</tool_call>"}}'),
    ("sentinel", '{"text": "\\"</tool_call>\\\\"}'),
    ("sentinel", '[{"a": "</tool_call>"}]'),
    ("sentinel", '```json\n{"a": "</tool_call>"}\n```'),
    ("sentinel", '\n<tool_call>\n{"a": 1}'),
    ("sentinel", "<function=a>\n<parameter=x>\n</tool_call>\n</parameter>\n</function>"),
    ("sentinel", '<function=a>{"x": "</tool_call>"}</function>'),
    ("sentinel", '{"a": 1'),
    ("sentinel", '{"a": 1}} "'),
    ("xml", '<name>a</name><args>{"x": "</use_tool></args>"}</args>'),
    ("xml", "<name>a</name><x></use_tool></x>"),
    ("xml", '<name>a</name><x>5" pipe</x>'),
    ("xml", '<name>a</name><args>{"x": 1}'),
    ("xml", "<name>a</name><x/>"),
    ("xml", "<name>a</name><args>\n  <x>1</x></args>"),
    ("bracket", '{"a": ["[END_TOOL_REQUEST]"]}'),
    ("bracket", '{"a": [1'),
]


@pytest.mark.parametrize("by", [0, 1, 2, 5])
@pytest.mark.parametrize(("frame", "body"), BODIES)
def test_the_closing_tag_counts_outside_strings_and_child_tags(frame: Frame, body: str, by: int) -> None:
    closing = {"sentinel": "</tool_call>", "xml": "</use_tool>", "bracket": "[END_TOOL_REQUEST]"}[frame]

    assert read(frame, f"{body}{closing}<x>", by) == (body, "closed", "<x>")


@pytest.mark.parametrize("by", [0, 1])
def test_the_next_calls_opening_tag_ends_a_whole_one(by: int) -> None:
    assert read("sentinel", '{"a": 1}\n<tool_call>{"b"', by) == ('{"a": 1}\n', "next", '<tool_call>{"b"')
    assert read("xml", "<name>a</name><use_tool><name>", by) == ("<name>a</name>", "next", "<use_tool><name>")


@pytest.mark.parametrize("text", ['{"a": <tool_call>{', '{"a": 1} <tool_call> is a tag', '{"a": "<tool_call>{'])
def test_another_opening_tag_ends_nothing(text: str) -> None:
    assert read("sentinel", text) == (text, "", "")


def test_an_unclosed_body_goes_on_to_the_end() -> None:
    call = CallBody("sentinel")
    call.read('{"a": 1}</tool', 0, final=True)

    written = call.written()
    assert (written.body, written.written, written.closed) == ('{"a": 1}</tool', '<tool_call>{"a": 1}</tool', False)


@pytest.mark.parametrize("by", [0, 99_999])
def test_a_body_too_long_ends_at_the_same_place_however_it_is_cut(by: int) -> None:
    text = '{"a": "' + "x" * (MAX_CHARACTERS + 100)

    body, ending, left = read("sentinel", text, by)

    assert ending == "too long"
    assert len(body) == MAX_CHARACTERS + 1
    assert body + left == text


def test_a_body_of_just_the_size_is_closed() -> None:
    text = '{"a": "' + "x" * (MAX_CHARACTERS - 9) + '"}'

    assert len(text) == MAX_CHARACTERS
    assert read("sentinel", text + "</tool_call>")[1] == "closed"
