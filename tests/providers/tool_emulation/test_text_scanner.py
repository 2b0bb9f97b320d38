"""Tests of providers/tool_emulation/text_scanner.py."""

import gc
import json
import random
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzzing.hostile_text import TAG_TEXTS, hostile_text, tick_text
from tests.fuzzing.known_text import known_text
from tests.fuzzing.tool_text import check, check_known, scan
from tests.support.campaigns import paired, sampled
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

# Thinking.


def think(text: str, name: str = "think") -> tuple[list[ScannedSegment], str]:
    """Return what a block comes to whose opening tag was read, and what is left."""
    buffer = SegmentBuffer()
    thought = ThoughtScanner(next(one for one in THOUGHT_FRAMES if one.opening == f"<{name}>"), buffer)
    place = thought.read(text, 0, final=True)
    return buffer.drain(), text[place:] if thought.ended else "(open)"


@pytest.mark.parametrize("name", ["think", "thinking", "reasoning", "thought"])
def test_a_block_ends_with_its_own_tag(name: str) -> None:
    assert think(f"so</{name}>yes", name) == ([ThinkingText("so")], "yes")
    assert think("so</other>yes", name) == ([ThinkingText("so</other>yes")], "(open)")


def test_another_blocks_tags_are_text() -> None:
    assert think("<thinking>a</thinking></think>b") == ([ThinkingText("<thinking>a</thinking>")], "b")


def test_a_tag_again_before_a_word_counts_once() -> None:
    assert think("\n<think>\na</think>b") == ([ThinkingText("\n\na")], "b")


def test_blocks_nest_at_line_starts() -> None:
    assert think("a\n  <think>b</think>c</think>d") == ([ThinkingText("a\n  bc")], "d")


def test_a_tag_within_a_line_is_written_about() -> None:
    assert think("the <think> tag</think>b") == ([ThinkingText("the <think> tag")], "b")


def test_only_the_beginning_of_a_tag_waits() -> None:
    buffer = SegmentBuffer()
    thought = ThoughtScanner(THOUGHT_FRAMES[0], buffer)

    assert thought.read("a < b </thi", 0, final=False) == 6
    assert buffer.drain() == [ThinkingText("a < b ")]
    assert thought.read("</things", 0, final=False) == 8
    assert buffer.drain() == [ThinkingText("</things")]


# Call body.


def read(frame: str, text: str, by: int = 0) -> tuple[str, str, str]:
    """Return the body read from *text*, how it ended, and what is left."""
    call = CallBody(CALL_FRAMES[frame])
    waiting, place = "", 0
    for start in range(0, len(text), by or len(text)):
        waiting += text[start : start + (by or len(text))]
        place = call.read(waiting, 0, final=start + (by or len(text)) >= len(text))
        waiting = waiting[place:]
        if call.end_reason:
            waiting += text[start + (by or len(text)) :]
            break
    return call.block().body, call.end_reason, waiting[call.tag_length :]


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


@pytest.mark.parametrize("by", [0, 1, 2, 5])
@pytest.mark.parametrize(("frame", "body"), BODIES)
def test_the_closing_tag_counts_outside_strings_and_child_tags(frame: str, body: str, by: int) -> None:
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
    call = CallBody(CALL_FRAMES["sentinel"])
    call.read('{"a": 1}</tool', 0, final=True)

    written = call.block()
    assert (written.body, written.raw_text, written.closed) == ('{"a": 1}</tool', '<tool_call>{"a": 1}</tool', False)


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


# Scanner: the rules of what is said, thought and called, and what must hold for any text however it is cut.

CALL = '<tool_call>{"name": "find", "arguments": {"q": "x"}}</tool_call>'
XML = '<use_tool><name>find</name><args>{"q": "x"}</args></use_tool>'
BRACKET = '[TOOL_REQUEST]{"name": "find", "arguments": {"q": "x"}}[END_TOOL_REQUEST]'


def outline(text: str) -> list[str]:
    """Return the pieces of *text*, cut in three ways, as short lines."""
    pieces = scan(text)
    assert scan(text, [1]) == scan(text, [2, 5, 3]) == pieces
    return [line(piece) for piece in pieces if not isinstance(piece, CallOpened)]


def line(piece: ScannedSegment) -> str:
    if isinstance(piece, CallBlock):
        return f"call {piece.raw_text}" if piece.closed else f"open {piece.raw_text}"
    if isinstance(piece, LoneThoughtEnd):
        return "all thought"
    return f"{'said' if isinstance(piece, ProseText) else 'thought'} {getattr(piece, 'text', '')}"


@pytest.mark.parametrize("call", [CALL, XML, BRACKET])
@pytest.mark.parametrize("before", ["", "I look.\n", "I look. ", "I look:\t", "- ", "1. ", "\u00a0", "Line\r\n"])
def test_a_call_counts_at_a_lines_start_and_behind_white_space(call: str, before: str) -> None:
    assert outline(f"{before}{call}\nDone.") == [
        *([f"said {before}"] if before else []),
        f"call {call}",
        "said \nDone.",
    ]


@pytest.mark.parametrize("before", ["a", "(", '"', "\\", ">", "\u200b"])
def test_a_call_right_behind_anything_else_is_text(before: str) -> None:
    assert outline(before + CALL) == [f"said {before}{CALL}"]


def test_calls_may_follow_each_other_without_space() -> None:
    assert outline(CALL + XML + BRACKET) == [f"call {CALL}", f"call {XML}", f"call {BRACKET}"]


CODE = {
    "a fence": f"```\n{CALL}\n```\n",
    "a fence of tildes": f"~~~ `x`\n{CALL}\n~~~\n",
    "a long fence": f"````\n```\n{CALL}\n````\n",
    "a fence's info": f"```{CALL} \nx\n```",
    "an indented fence": f"   ```\n   {CALL}\n   ```\n",
    "a fence in a list": f"- so\n  ```\n  {CALL}\n  ```\n",
    "a fence deep in a list": f"1. so\n   - so\n\n     ```json\n     {CALL}\n     ```\n",
    "a fence on an item's line": f"- ```\n  {CALL}\n  ```\n",
    "a fence in a list, carelessly indented": f"- ```\n{CALL}\n  ```\n",
    "a fence in a quote": f"> ```\n> {CALL}\n> ```\n",
    "an unclosed fence": f"```\n{CALL}\n``\n",
    "a fence with carriage returns": f"```\r\n{CALL}\r\n```\r\n",
    "inline code": f"a ` {CALL} ` b",
    "inline code of three": f"a ``` {CALL} ``` b",
    "inline code with shorter runs": f"a `` ` {CALL} ` `` b",
    "inline code over lines": f"a ` b\n{CALL}\nc ` d",
    "inline code behind runs nothing closes": f"a `` b ` {CALL} ` c\n\nd",
    "inline code of three at a line's start": f"``` {CALL} ``` b",
    "inline code behind an escaped backtick": f"\\`a` {CALL} ` b",
    "a quote": f"> {CALL}\n",
    "a quote in a list": f"- > {CALL}\n",
    "a nested quote": f"> > {CALL}\n",
}


@pytest.mark.parametrize("where", CODE)
def test_a_call_in_code_or_a_quote_is_text(where: str) -> None:
    assert outline(CODE[where]) == [f"said {CODE[where]}"]


BEHIND = {
    "a fence": "```\n</tool_call>\n```\n",
    "a fence closed by more marks": "```\n`````  \n",
    "inline code": "`<tool_call>` and ",
    "inline code of three": "```x``` ",
    "a backtick without another": "the ` key\n\n",
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


@pytest.mark.parametrize("behind", BEHIND)
def test_a_call_behind_code_counts(behind: str) -> None:
    assert outline(f"{BEHIND[behind]}{CALL} so") == [f"said {BEHIND[behind]}", f"call {CALL}", "said  so"]


def test_a_call_behind_open_backticks_counts_at_the_texts_end() -> None:
    assert outline(f"the ` key\n{CALL}") == ["said the ` key\n", f"call {CALL}"]


def test_several_calls_in_one_paragraph_behind_an_open_backtick_are_found() -> None:
    text = f"the ``` key {CALL} and `` {XML} `x` {CALL}"

    assert outline(text) == ["said the ``` key ", f"call {CALL}", "said  and `` ", f"call {XML}", "said  `x` ",
                             f"call {CALL}"]  # fmt: skip


def test_a_call_may_reach_over_the_end_of_the_paragraph_it_began_in() -> None:
    call = "<use_tool><name>write</name><text>a\n\n```\n<tool_call>{}\n```\n</text></use_tool>"

    assert outline(f"the ` key {call}\nso") == ["said the ` key ", f"call {call}", "said \nso"]


@pytest.mark.parametrize("name", ["think", "thinking", "reasoning", "thought"])
def test_a_think_block_is_a_thought(name: str) -> None:
    assert outline(f"<{name}>hm</{name}>Yes") == ["thought hm", "said Yes"]


def test_a_call_in_a_thought_is_a_thought() -> None:
    assert outline(f"<think>{CALL}\n```</think>{CALL}") == [f"thought {CALL}\n```", f"call {CALL}"]


def test_thoughts_and_calls_take_turns() -> None:
    text = f"<think>a</think>\nI look.\n<think>b</think>\n{CALL}\n<think>c</think><think>d</think>{CALL}"

    assert outline(text) == ["thought a", "said \nI look.\n", "thought b", "said \n", f"call {CALL}", "said \n",
                             "thought cd", f"call {CALL}"]  # fmt: skip


def test_a_thought_that_never_ends_is_one() -> None:
    assert outline("<think>a</thin") == ["thought a</thin"]


def test_blocks_in_each_other_are_one_thought() -> None:
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
def test_an_answer_about_think_tags_is_all_said(text: str) -> None:
    assert outline(text) == [f"said {text}"]


def test_a_closing_tag_alone_makes_all_before_it_thought() -> None:
    assert outline("so it is.\n</think>\n\nYes.") == ["said so it is.\n", "all thought", "said \n\nYes."]
    assert outline("so it is.</think>Yes.") == ["said so it is.", "all thought", "said Yes."]
    assert outline(f"so</think>{CALL}") == ["said so", "all thought", f"call {CALL}"]


def test_a_closing_tag_stammered_behind_a_call_is_taken_away() -> None:
    assert outline(f"{CALL}</tool_call>\n</tool_call> so </tool_call>") == [f"call {CALL}", "said \n so </tool_call>"]


@pytest.mark.parametrize(
    "text", ["Use <tool_call> to call.", "<tool_call></tool_call>", "<use_tool>", "[TOOL_REQUEST] x"]
)
def test_an_opening_tag_without_a_body_is_text(text: str) -> None:
    assert outline(text) == [f"said {text}"]


@pytest.mark.parametrize(
    "text", ['<tool_call>{"name": "a"', "<use_tool><name>a", '[TOOL_REQUEST]{"a": "[END', CALL[:-1]]
)
def test_a_call_that_is_not_closed_is_open(text: str) -> None:
    assert outline(text) == [f"open {text}"]


def test_a_name_and_pairs_of_tags_are_a_body_in_its_own_frame() -> None:
    glm = '<tool_call>a\n<arg_key>q</arg_key>\n<arg_value></tool_call> {"</arg_value>\n</tool_call>'
    bare = "<tool_call>a\n</tool_call>"

    assert outline(f"so\n{glm}\n{bare} yes") == ["said so\n", f"call {glm}", "said \n", f"call {bare}", "said  yes"]
    for text in ("the <tool_call>a is one", "<use_tool>a\n<arg_key>q</arg_key>", "[TOOL_REQUEST]a</tool_call>"):
        assert outline(text) == [f"said {text}"]


def test_a_call_begins_when_its_body_does() -> None:
    scanner = TextScanner()

    assert scanner.feed("so\n<tool_call>\n") == [ProseText("so\n")]
    assert scanner.feed("{") == [CallOpened("sentinel")]
    assert scanner.feed('"name": "a"}</tool_call') == []
    assert scanner.feed(">.") == [
        CallBlock("sentinel", '\n{"name": "a"}', '<tool_call>\n{"name": "a"}</tool_call>'),
        ProseText("."),
    ]
    assert scanner.finish() == []


def test_nothing_in_the_rest_of_a_call_too_long_counts() -> None:
    body = '{"name": "write", "arguments": {"text": "' + "x" * MAX_CHARACTERS
    rest = f"\n{CALL}\n<think>a</think>"

    pieces = scan(f"<tool_call>{body}{rest}")

    assert [type(piece) for piece in pieces] == [CallOpened, CallBlock, ProseText]
    assert isinstance(pieces[1], CallBlock)
    assert not pieces[1].closed
    assert pieces[1].body + getattr(pieces[2], "text", "") == body + rest


def test_no_text_is_no_piece() -> None:
    scanner = TextScanner()

    assert scanner.feed("") == scanner.finish() == []


HOSTILE = st.randoms(use_true_random=False)
CUTS = st.lists(st.integers(1, 40), min_size=1, max_size=5)
RELAXED = settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)


@RELAXED
@given(HOSTILE, CUTS)
def test_any_text_keeps_the_rules_however_it_is_cut(choices: random.Random, cuts: list[int]) -> None:
    check(hostile_text(choices), cuts)


@RELAXED
@given(HOSTILE, CUTS)
def test_any_row_of_backticks_and_calls_keeps_the_rules(choices: random.Random, cuts: list[int]) -> None:
    check(tick_text(choices), cuts)


@RELAXED
@given(HOSTILE, CUTS)
def test_text_of_known_meaning_is_read_so_however_it_is_cut(choices: random.Random, cuts: list[int]) -> None:
    check_known(known_text(choices), cuts)


@RELAXED
@given(st.text(alphabet='<>/[]`~\\"{}:, \nthinktool_callTOOLREQUEST-#1.'), CUTS)
def test_any_letters_of_tags_keep_the_rules(text: str, cuts: list[int]) -> None:
    check(text, cuts)


@RELAXED
@given(st.text(), CUTS)
def test_a_written_text_stays_whole_whatever_is_in_it(content: str, cuts: list[int]) -> None:
    body = json.dumps({"name": "write", "arguments": {"text": content + "".join(TAG_TEXTS)}}, ensure_ascii=False)
    text = f"<tool_call>{body}</tool_call>"

    assert scan(text, cuts) == [CallOpened("sentinel"), CallBlock("sentinel", body, text)]


HOSTILE_UNITS = (
    "<", "`", "<tool_call>", '"', "\\", "\n", " ", "<tool_call>{", '<tool_call>{"', "` <tool_call>{}\n\n", "`\n", "> ",
    "```\n", "\n```a<tool_call>{`", "</", "[TOOL_REQUEST]", "\n<think>a", "`` ` ", "<use_tool><a>", "<tool_call>  ",
    "~", "` <tool_call>{} ", '<tool_call>{"\\"', "<use_tool><args>[", "<use_tool><a><", "words and words\n", "\t",
    "``` ",
)  # fmt: skip
SHORT, LONG = 10_000, 80_000
MOST_TIMES_LONGER = 30
"""Eight times the text takes eight times as long; a square would be 64 times."""

LEAST_SECONDS = 0.3
"""Processor time under which a ratio says nothing."""


def seconds(text: str, by: int) -> float:
    """The processor time of one reading; a sweep of the whole program's garbage is not the scanner's."""
    scanner = TextScanner()
    gc.disable()
    try:
        started = time.process_time()
        for place in range(0, len(text), by):
            scanner.feed(text[place : place + by])
        scanner.finish()
        return time.process_time() - started
    finally:
        gc.enable()


@pytest.mark.parametrize(("unit", "by"), sampled(paired(HOSTILE_UNITS, [1, LONG]), 10))
def test_hostile_text_takes_time_in_proportion(unit: str, by: int) -> None:
    text = (unit * (LONG // len(unit) + 1))[:LONG]

    longer = seconds(text, by)

    assert longer < LEAST_SECONDS or longer < MOST_TIMES_LONGER * seconds(text[:SHORT], by)


def test_backticks_of_every_length_before_calls_take_time_in_proportion() -> None:
    def runs(most: int) -> str:
        return "".join("`" * length + " <tool_call>{} " for length in range(1, most))

    longer = seconds(runs(480), LONG)

    assert longer < LEAST_SECONDS or longer < MOST_TIMES_LONGER * seconds(runs(160), LONG)
