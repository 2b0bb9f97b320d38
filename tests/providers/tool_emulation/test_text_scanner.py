"""Tests of providers/tool_emulation/text_scanner.py."""

import json
import random
from math import isqrt

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzzing.hostile_text import TAG_TEXTS, hostile_text, tick_text
from tests.fuzzing.known_text import known_text
from tests.fuzzing.tool_text import check, check_known, scan
from tests.support.campaigns import paired, sampled
from tests.support.growth import check_linear, repeated
from vaultdesk.providers.call_accumulator import MAX_CHARACTERS
from vaultdesk.providers.tool_emulation.dialects import (
    CALL_FRAMES,
    THOUGHT_FRAMES,
    CallBlock,
    CallOpened,
    LoneThoughtEnd,
    ProseText,
    ScannedSegment,
    SegmentBuffer,
    ThinkingText,
)
from vaultdesk.providers.tool_emulation.text_scanner import CallBody, TextScanner, ThoughtScanner

# Reasoning


def scan_reasoning(text: str, name: str = "think") -> tuple[list[ScannedSegment], str]:
    """Return the segments of a block after its opening tag, and the remaining text."""
    buffer = SegmentBuffer()
    scanner = ThoughtScanner(next(frame for frame in THOUGHT_FRAMES if frame.opening == f"<{name}>"), buffer)
    position = scanner.read(text, 0, final=True)
    return buffer.drain(), text[position:] if scanner.ended else "(open)"


@pytest.mark.parametrize("name", ["think", "thinking", "reasoning", "thought"])
def test_a_reasoning_block_ends_with_its_own_tag(name: str) -> None:
    assert scan_reasoning(f"so</{name}>yes", name) == ([ThinkingText("so")], "yes")
    assert scan_reasoning("so</other>yes", name) == ([ThinkingText("so</other>yes")], "(open)")


def test_tags_of_another_block_are_text() -> None:
    assert scan_reasoning("<thinking>a</thinking></think>b") == ([ThinkingText("<thinking>a</thinking>")], "b")


def test_a_repeated_opening_tag_before_text_counts_once() -> None:
    assert scan_reasoning("\n<think>\na</think>b") == ([ThinkingText("\n\na")], "b")


def test_reasoning_blocks_nest_at_line_starts() -> None:
    assert scan_reasoning("a\n  <think>b</think>c</think>d") == ([ThinkingText("a\n  bc")], "d")


def test_an_opening_tag_within_a_line_is_text() -> None:
    assert scan_reasoning("the <think> tag</think>b") == ([ThinkingText("the <think> tag")], "b")


def test_only_the_prefix_of_a_tag_is_held_back() -> None:
    buffer = SegmentBuffer()
    scanner = ThoughtScanner(THOUGHT_FRAMES[0], buffer)

    assert scanner.read("a < b </thi", 0, final=False) == 6
    assert buffer.drain() == [ThinkingText("a < b ")]
    assert scanner.read("</things", 0, final=False) == 8
    assert buffer.drain() == [ThinkingText("</things")]


# Call body


def read_body(frame: str, text: str, step: int = 0) -> tuple[str, str, str]:
    """Return the body parsed from *text*, the reason for its end, and the remaining text."""
    call = CallBody(CALL_FRAMES[frame])
    pending, position = "", 0
    for start in range(0, len(text), step or len(text)):
        pending += text[start : start + (step or len(text))]
        position = call.read(pending, 0, final=start + (step or len(text)) >= len(text))
        pending = pending[position:]
        if call.end_reason:
            pending += text[start + (step or len(text)) :]
            break
    return call.block().body, call.end_reason, pending[call.tag_length :]


BODIES: list[tuple[str, str]] = [
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


@pytest.mark.parametrize("step", [0, 1, 2, 5])
@pytest.mark.parametrize(("frame", "body"), BODIES)
def test_the_closing_tag_is_recognized_outside_strings_and_child_tags(frame: str, body: str, step: int) -> None:
    closing = {"sentinel": "</tool_call>", "xml": "</use_tool>", "bracket": "[END_TOOL_REQUEST]"}[frame]

    assert read_body(frame, f"{body}{closing}<x>", step) == (body, "closed", "<x>")


@pytest.mark.parametrize("step", [0, 1])
def test_the_opening_tag_of_the_next_call_ends_a_complete_one(step: int) -> None:
    assert read_body("sentinel", '{"a": 1}\n<tool_call>{"b"', step) == ('{"a": 1}\n', "next", '<tool_call>{"b"')
    assert read_body("xml", "<name>a</name><use_tool><name>", step) == ("<name>a</name>", "next", "<use_tool><name>")


@pytest.mark.parametrize("text", ['{"a": <tool_call>{', '{"a": 1} <tool_call> is a tag', '{"a": "<tool_call>{'])
def test_an_opening_tag_within_an_incomplete_call_does_not_end_it(text: str) -> None:
    assert read_body("sentinel", text) == (text, "", "")


def test_an_unclosed_body_extends_to_the_end() -> None:
    call = CallBody(CALL_FRAMES["sentinel"])
    call.read('{"a": 1}</tool', 0, final=True)

    block = call.block()
    assert (block.body, block.raw_text, block.closed) == ('{"a": 1}</tool', '<tool_call>{"a": 1}</tool', False)


@pytest.mark.parametrize("step", [0, 99_999])
def test_a_body_beyond_the_size_limit_ends_at_the_same_position_in_any_chunking(step: int) -> None:
    text = '{"a": "' + "x" * (MAX_CHARACTERS + 100)

    body, end_reason, remaining = read_body("sentinel", text, step)

    assert end_reason == "too long"
    assert len(body) == MAX_CHARACTERS + 1
    assert body + remaining == text


def test_a_body_of_the_maximum_size_is_closed() -> None:
    text = '{"a": "' + "x" * (MAX_CHARACTERS - 9) + '"}'

    assert len(text) == MAX_CHARACTERS
    assert read_body("sentinel", text + "</tool_call>")[1] == "closed"


# Scanner: text, reasoning and calls, and invariants of arbitrary text in any chunks.

CALL = '<tool_call>{"name": "find", "arguments": {"q": "x"}}</tool_call>'
XML_CALL = '<use_tool><name>find</name><args>{"q": "x"}</args></use_tool>'
BRACKET_CALL = '[TOOL_REQUEST]{"name": "find", "arguments": {"q": "x"}}[END_TOOL_REQUEST]'


def outline(text: str) -> list[str]:
    """Return the segments of *text* as short lines, the same in three chunkings."""
    segments = scan(text)
    assert scan(text, [1]) == scan(text, [2, 5, 3]) == segments
    return [line(segment) for segment in segments if not isinstance(segment, CallOpened)]


def line(segment: ScannedSegment) -> str:
    if isinstance(segment, CallBlock):
        return f"call {segment.raw_text}" if segment.closed else f"open {segment.raw_text}"
    if isinstance(segment, LoneThoughtEnd):
        return "all thought"
    return f"{'said' if isinstance(segment, ProseText) else 'thought'} {getattr(segment, 'text', '')}"


@pytest.mark.parametrize("call", [CALL, XML_CALL, BRACKET_CALL])
@pytest.mark.parametrize("before", ["", "I look.\n", "I look. ", "I look:\t", "- ", "1. ", "\u00a0", "Line\r\n"])
def test_a_call_is_recognized_at_a_line_start_and_after_white_space(call: str, before: str) -> None:
    assert outline(f"{before}{call}\nDone.") == [
        *([f"said {before}"] if before else []),
        f"call {call}",
        "said \nDone.",
    ]


@pytest.mark.parametrize("before", ["a", "(", '"', "\\", ">", "\u200b"])
def test_a_call_directly_after_other_characters_is_text(before: str) -> None:
    assert outline(before + CALL) == [f"said {before}{CALL}"]


def test_calls_may_follow_each_other_without_space() -> None:
    assert outline(CALL + XML_CALL + BRACKET_CALL) == [f"call {CALL}", f"call {XML_CALL}", f"call {BRACKET_CALL}"]


CODE = {
    "a fence": f"```\n{CALL}\n```\n",
    "a fence of tildes": f"~~~ `x`\n{CALL}\n~~~\n",
    "a long fence": f"````\n```\n{CALL}\n````\n",
    "a fence's info": f"```{CALL} \nx\n```",
    "an indented fence": f"   ```\n   {CALL}\n   ```\n",
    "a fence in a list": f"- so\n  ```\n  {CALL}\n  ```\n",
    "a fence deep in a list": f"1. so\n   - so\n\n     ```json\n     {CALL}\n     ```\n",
    "a fence on an item's line": f"- ```\n  {CALL}\n  ```\n",
    "a fence in a list with a wrong indent": f"- ```\n{CALL}\n  ```\n",
    "a fence in a quote": f"> ```\n> {CALL}\n> ```\n",
    "an unclosed fence": f"```\n{CALL}\n``\n",
    "a fence with carriage returns": f"```\r\n{CALL}\r\n```\r\n",
    "inline code": f"a ` {CALL} ` b",
    "inline code of three": f"a ``` {CALL} ``` b",
    "inline code with shorter runs": f"a `` ` {CALL} ` `` b",
    "inline code over lines": f"a ` b\n{CALL}\nc ` d",
    "inline code after unclosed runs": f"a `` b ` {CALL} ` c\n\nd",
    "inline code of three at a line's start": f"``` {CALL} ``` b",
    "inline code after an escaped backtick": f"\\`a` {CALL} ` b",
    "a quote": f"> {CALL}\n",
    "a quote in a list": f"- > {CALL}\n",
    "a nested quote": f"> > {CALL}\n",
}


@pytest.mark.parametrize("name", CODE)
def test_a_call_in_code_or_a_quote_is_text(name: str) -> None:
    assert outline(CODE[name]) == [f"said {CODE[name]}"]


TEXT_BEFORE_CALL = {
    "a fence": "```\n</tool_call>\n```\n",
    "a fence closed by more marks": "```\n`````  \n",
    "inline code": "`<tool_call>` and ",
    "inline code of three": "```x``` ",
    "an unclosed backtick": "the ` key\n\n",
    "a backtick in another item": "- the ` key\n- ",
    "a backtick in a heading": "# the ` key\n",
    "a backtick before a heading": "the ` key\n# now\n",
    "a backtick before a fence": "the ` key\n```\n`\n```\n",
    "an escaped backtick": "the \\` key ",
    "runs of different lengths": "a ` b `` c ",
    "a quote": "> so\n\n",
    "a fence left open by its quote": "> ```\n> so\n\n",
    "indented marks": "so\n\n    ```\n\n",
    "indented marks and a backtick": "\n    ```\nso ",
    "indented marks in a fence": "  ```\n    ```\n```\n",
}


@pytest.mark.parametrize("name", TEXT_BEFORE_CALL)
def test_a_call_after_code_is_recognized(name: str) -> None:
    assert outline(f"{TEXT_BEFORE_CALL[name]}{CALL} so") == [
        f"said {TEXT_BEFORE_CALL[name]}",
        f"call {CALL}",
        "said  so",
    ]


def test_a_call_after_open_backticks_is_recognized_at_the_end_of_the_text() -> None:
    assert outline(f"the ` key\n{CALL}") == ["said the ` key\n", f"call {CALL}"]


def test_several_calls_after_an_open_backtick_are_recognized() -> None:
    text = f"the ``` key {CALL} and `` {XML_CALL} `x` {CALL}"

    assert outline(text) == ["said the ``` key ", f"call {CALL}", "said  and `` ", f"call {XML_CALL}", "said  `x` ",
                             f"call {CALL}"]  # fmt: skip


def test_a_call_may_extend_beyond_its_paragraph() -> None:
    call = "<use_tool><name>write</name><text>a\n\n```\n<tool_call>{}\n```\n</text></use_tool>"

    assert outline(f"the ` key {call}\nso") == ["said the ` key ", f"call {call}", "said \nso"]


@pytest.mark.parametrize("name", ["think", "thinking", "reasoning", "thought"])
def test_a_reasoning_block_is_reasoning(name: str) -> None:
    assert outline(f"<{name}>hm</{name}>Yes") == ["thought hm", "said Yes"]


def test_a_call_in_reasoning_is_reasoning() -> None:
    assert outline(f"<think>{CALL}\n```</think>{CALL}") == [f"thought {CALL}\n```", f"call {CALL}"]


def test_reasoning_and_calls_may_alternate() -> None:
    text = f"<think>a</think>\nI look.\n<think>b</think>\n{CALL}\n<think>c</think><think>d</think>{CALL}"

    assert outline(text) == ["thought a", "said \nI look.\n", "thought b", "said \n", f"call {CALL}", "said \n",
                             "thought cd", f"call {CALL}"]  # fmt: skip


def test_unclosed_reasoning_is_reasoning() -> None:
    assert outline("<think>a</thin") == ["thought a</thin"]


def test_nested_blocks_are_one_reasoning_segment() -> None:
    assert outline("<think>\n<think>a</think>b") == ["thought \na", "said b"]
    assert outline("<think>a\n<think>b</think>c</think>d") == ["thought a\nbc", "said d"]


@pytest.mark.parametrize(
    "text",
    [
        "Models write <think> first and </think> last.",
        "Use `<think>` so.\nThen `</think>`.",
        "```\n<think>\n```",
        "> <think>a</think>",
        "- <think>: what it thinks</think>",
        "| <think> | a |",
        "x<think>y</think>z",
        "a ` b\n<think>c\n` d",
    ],
)
def test_an_answer_about_reasoning_tags_is_text(text: str) -> None:
    assert outline(text) == [f"said {text}"]


def test_a_closing_tag_without_an_opening_one_makes_the_text_before_it_reasoning() -> None:
    assert outline("so it is.\n</think>\n\nYes.") == ["said so it is.\n", "all thought", "said \n\nYes."]
    assert outline("so it is.</think>Yes.") == ["said so it is.", "all thought", "said Yes."]
    assert outline(f"so</think>{CALL}") == ["said so", "all thought", f"call {CALL}"]


def test_repeated_closing_tags_after_a_call_are_removed() -> None:
    assert outline(f"{CALL}</tool_call>\n</tool_call> so </tool_call>") == [f"call {CALL}", "said \n so </tool_call>"]


@pytest.mark.parametrize(
    "text", ["Use <tool_call> to call.", "<tool_call></tool_call>", "<use_tool>", "[TOOL_REQUEST] x"]
)
def test_an_opening_tag_without_a_body_is_text(text: str) -> None:
    assert outline(text) == [f"said {text}"]


@pytest.mark.parametrize(
    "text", ['<tool_call>{"name": "a"', "<use_tool><name>a", '[TOOL_REQUEST]{"a": "[END', CALL[:-1]]
)
def test_an_unclosed_call_is_an_open_block(text: str) -> None:
    assert outline(text) == [f"open {text}"]


def test_a_name_with_pairs_is_a_body_in_its_own_frame_only() -> None:
    call_with_pairs = '<tool_call>a\n<arg_key>q</arg_key>\n<arg_value></tool_call> {"</arg_value>\n</tool_call>'
    call_without_pairs = "<tool_call>a\n</tool_call>"

    assert outline(f"so\n{call_with_pairs}\n{call_without_pairs} yes") == [
        "said so\n",
        f"call {call_with_pairs}",
        "said \n",
        f"call {call_without_pairs}",
        "said  yes",
    ]
    for text in ("the <tool_call>a is one", "<use_tool>a\n<arg_key>q</arg_key>", "[TOOL_REQUEST]a</tool_call>"):
        assert outline(text) == [f"said {text}"]


def test_a_call_is_opened_when_its_body_begins() -> None:
    scanner = TextScanner()

    assert scanner.feed("so\n<tool_call>\n") == [ProseText("so\n")]
    assert scanner.feed("{") == [CallOpened("sentinel")]
    assert scanner.feed('"name": "a"}</tool_call') == []
    assert scanner.feed(">.") == [
        CallBlock("sentinel", '\n{"name": "a"}', '<tool_call>\n{"name": "a"}</tool_call>'),
        ProseText("."),
    ]
    assert scanner.finish() == []


def test_the_rest_of_a_call_beyond_the_size_limit_is_text() -> None:
    body = '{"name": "write", "arguments": {"text": "' + "x" * MAX_CHARACTERS
    remaining = f"\n{CALL}\n<think>a</think>"

    segments = scan(f"<tool_call>{body}{remaining}")

    assert [type(segment) for segment in segments] == [CallOpened, CallBlock, ProseText]
    assert isinstance(segments[1], CallBlock)
    assert not segments[1].closed
    assert segments[1].body + getattr(segments[2], "text", "") == body + remaining


def test_empty_text_yields_no_segments() -> None:
    scanner = TextScanner()

    assert scanner.feed("") == scanner.finish() == []


RANDOM_SOURCES = st.randoms(use_true_random=False)
CHUNK_SIZES = st.lists(st.integers(1, 40), min_size=1, max_size=5)
RELAXED = settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)


@RELAXED
@given(RANDOM_SOURCES, CHUNK_SIZES)
def test_arbitrary_text_fulfils_the_invariants_in_any_chunking(choices: random.Random, chunk_sizes: list[int]) -> None:
    check(hostile_text(choices), chunk_sizes)


@RELAXED
@given(RANDOM_SOURCES, CHUNK_SIZES)
def test_arbitrary_backticks_and_calls_fulfil_the_invariants(choices: random.Random, chunk_sizes: list[int]) -> None:
    check(tick_text(choices), chunk_sizes)


@RELAXED
@given(RANDOM_SOURCES, CHUNK_SIZES)
def test_text_of_known_meaning_is_scanned_correctly_in_any_chunking(
    choices: random.Random, chunk_sizes: list[int]
) -> None:
    check_known(known_text(choices), chunk_sizes)


@RELAXED
@given(st.text(alphabet='<>/[]`~\\"{}:, \nthinktool_callTOOLREQUEST-#1.'), CHUNK_SIZES)
def test_arbitrary_characters_of_tags_fulfil_the_invariants(text: str, chunk_sizes: list[int]) -> None:
    check(text, chunk_sizes)


@RELAXED
@given(st.text(), CHUNK_SIZES)
def test_a_text_argument_with_tags_is_unchanged(content: str, chunk_sizes: list[int]) -> None:
    body = json.dumps({"name": "write", "arguments": {"text": content + "".join(TAG_TEXTS)}}, ensure_ascii=False)
    text = f"<tool_call>{body}</tool_call>"

    assert scan(text, chunk_sizes) == [CallOpened("sentinel"), CallBlock("sentinel", body, text)]


HOSTILE_UNITS = (
    "<", "`", "<tool_call>", '"', "\\", "\n", " ", "<tool_call>{", '<tool_call>{"', "` <tool_call>{}\n\n", "`\n", "> ",
    "```\n", "\n```a<tool_call>{`", "</", "[TOOL_REQUEST]", "\n<think>a", "`` ` ", "<use_tool><a>", "<tool_call>  ",
    "~", "` <tool_call>{} ", '<tool_call>{"\\"', "<use_tool><args>[", "<use_tool><a><", "words and words\n", "\t",
    "``` ",
)  # fmt: skip
LETTERS_LENGTH, TEXT_LENGTH = 16_000, 80_000
"""Lengths in characters of a text that arrives letter by letter, and of one that arrives at once."""


def scan_in_steps(text: str, step: int) -> None:
    scanner = TextScanner()
    for position in range(0, len(text), step):
        scanner.feed(text[position : position + step])
    scanner.finish()


@pytest.mark.parametrize(("unit", "step"), sampled(paired(HOSTILE_UNITS, [1, TEXT_LENGTH]), 10))
def test_hostile_text_is_scanned_in_linear_time(unit: str, step: int) -> None:
    length = LETTERS_LENGTH if step == 1 else TEXT_LENGTH

    check_linear(lambda text: scan_in_steps(text, step), repeated(unit), length)


def test_backticks_of_every_length_before_calls_are_scanned_in_linear_time() -> None:
    def runs(size: int) -> str:
        return "".join("`" * length + " <tool_call>{} " for length in range(1, isqrt(2 * size)))

    check_linear(lambda text: scan_in_steps(text, TEXT_LENGTH), runs, 120_000)


# Headers of gpt-oss: the role and the channel of a message, and the tokens that end it

HEADERS: list[tuple[str, list[ScannedSegment]]] = [
    ("<|start|>user<|message|>Ignore this.<|end|>Four.", [ThinkingText("Ignore this."), ProseText("Four.")]),
    (
        "<|start|>functions.find to=assistant<|channel|>commentary<|message|>{}<|end|>"
        "<|start|>assistant<|channel|>final<|message|>Four.",
        [ThinkingText("{}"), ProseText("Four.")],
    ),
    ("<|start|>assistant to=all<|channel|>final<|message|>Four.", [ProseText("Four.")]),
    ("<|channel|>commentary to=functions.find\nFour.", [ProseText("\nFour.")]),
    ("<|channel|>final<|end|>Four.", [ProseText("Four.")]),
    ("<|channel|>analysis\nI count.<|end|>Four.", [ThinkingText("\nI count."), ProseText("Four.")]),
    (
        '<|channel|>commentary to=functions.find {"q": 1}<|call|>',
        [
            CallOpened("harmony"),
            CallBlock(
                "harmony",
                '{"q": 1}',
                '<|channel|>commentary to=functions.find {"q": 1}<|call|>',
                True,
                "functions.find",
            ),
        ],
    ),
    ("Four.<|im_en", [ProseText("Four.")]),
]


@pytest.mark.parametrize(("text", "segments"), HEADERS)
def test_a_header_decides_what_the_following_text_is(text: str, segments: list[ScannedSegment]) -> None:
    assert scan(text) == scan(text, [1]) == segments


def test_text_after_the_value_of_a_call_ends_the_call() -> None:
    text = "<tool_call>[1] and so on</tool_call> and more"

    assert scan(text) == scan(text, [1]) == [ProseText(text)]
