"""Tests of providers/tool_emulation/dialects.py."""

import re
from collections.abc import Sequence

import pytest
from pydantic import JsonValue

from tests.support.campaigns import sampled
from vaultdesk.chat.messages import Message, ToolResultPart, user_message
from vaultdesk.providers.provider import (
    CallReady,
    ModelEvent,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TextReclassified,
    TurnEnded,
)
from vaultdesk.providers.tool_emulation.dialects import (
    ALL_TAGS,
    CALL_FRAMES,
    MAX_TAG_SPACE,
    THOUGHT_FRAMES,
    CallBlock,
    CallOpened,
    ProseText,
    SegmentBuffer,
    ThinkingText,
    possible_tags,
    starts_body,
    tag_at,
)
from vaultdesk.providers.tool_emulation.model_adapters import DEFAULT_TEXT_LIMITS
from vaultdesk.providers.tool_emulation.text_answer import PromptTexts, TextAnswer, TextAnswerRules
from vaultdesk.providers.tool_emulation.tool_schema import Schemas

# Dialects: each shape in which models leave calls and thoughts in their text.

SCHEMAS: Schemas = {
    "read_note": {
        "type": "object",
        "properties": {"path": {"type": "string"}, "offset": {"type": "integer"}},
        "required": ["path"],
        "additionalProperties": False,
    },
    "get_current_time": {"type": "object", "properties": {}, "additionalProperties": False},
}
J = '{"path": "Budget.md"}'
READ: list[tuple[str, dict[str, JsonValue] | None]] = [("read_note", {"path": "Budget.md"})]
LOOK = f'{{"name": "read_note", "arguments": {J}}}'
LOOK_PARAMETERS = f'{{"name": "read_note", "parameters": {J}}}'
INVOKE = '<invoke name="read_note">\n<parameter name="path">Budget.md</parameter>\n</invoke>'
FUNCTION = "<function=read_note>\n<parameter=path>\nBudget.md\n</parameter>\n</function>"
ANTML = "antml" + ":"

IN_TAGS: dict[str, str] = {
    "Hermes, Qwen": f"<tool_call>\n{LOOK}\n</tool_call>",
    "GLM 4.5": "<tool_call>read_note\n<arg_key>path</arg_key>\n<arg_value>Budget.md</arg_value>\n</tool_call>",
    "Qwen3-Coder": f"<tool_call>\n{FUNCTION}\n</tool_call>",
    "Qwen3-Coder without its first tag": f"{FUNCTION}\n</tool_call>",
    "Granite 3": f"<|tool_call|>[{LOOK}]",
    "Granite 3.3": f"<tool_call>[{LOOK}]",
    "Granite 20B": f"<function_call> {LOOK}",
    "Glaive": f"<functioncall> {LOOK}",
    "LM Studio": f"[TOOL_REQUEST]{LOOK}[END_TOOL_REQUEST]",
    "Kimi K2": "<|tool_calls_section_begin|><|tool_call_begin|>functions.read_note:0<|tool_call_argument_begin|>"
    f"{J}<|tool_call_end|><|tool_calls_section_end|>",
    "Kimi K2 without its section": f"<|tool_call_begin|>functions.read_note:0<|tool_call_argument_begin|>{J}"
    "<|tool_call_end|>",
    "gpt-oss": f"<|channel|>commentary to=functions.read_note <|constrain|>json<|message|>{J}<|call|>",
    "gpt-oss with the recipient first": "<|start|>assistant to=functions.read_note<|channel|>commentary "
    f"json<|message|>{J}",
    "DeepSeek R1, V3": "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_note\n```json\n"
    f"{J}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>",
    "DeepSeek V3.1": "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read_note<｜tool▁sep｜>"
    f"{J}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
    "DeepSeek V3.2": '<｜DSML｜function_calls>\n<｜DSML｜invoke name="read_note">\n<｜DSML｜parameter name="path" '
    'string="true">Budget.md</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    "DeepSeek V4": '<｜DSML｜tool_calls>\n<｜DSML｜invoke name="read_note">\n<｜DSML｜parameter name="path" '
    'string="true">Budget.md</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>',
    "Step 3": '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="read_note">'
    '<steptml:parameter name="path">Budget.md</steptml:parameter></steptml:invoke>'
    "<｜tool_call_end｜><｜tool_calls_end｜>",
    "MiniMax M2": f"<minimax:tool_call>\n{INVOKE}\n</minimax:tool_call>",
    "MiniMax M1, Hunyuan": f"<tool_calls>\n{LOOK}\n</tool_calls>",
    "Claude": f"<function_calls>\n{INVOKE}\n</function_calls>",
    "Claude with a prefix": re.sub("<(/?)", rf"<\1{ANTML}", f"<function_calls>\n{INVOKE}\n</function_calls>"),
    "a bare invoke": INVOKE,
    "Llama 3.1": f"<|python_tag|>{LOOK_PARAMETERS}",
    "Llama 3.1 with its end": f"<|python_tag|>{LOOK_PARAMETERS}<|eom_id|>",
    "Llama 3.1's own tools": '<|python_tag|>read_note.call(path="Budget.md")<|eom_id|>',
    "Llama 3.1's function tag": f"<function=read_note>{J}</function>",
    "Llama 4": '<|python_start|>[read_note(path="Budget.md")]<|python_end|>',
    "Mistral": f"[TOOL_CALLS][{LOOK}]",
    "Mistral with arguments apart": f"[TOOL_CALLS]read_note[ARGS]{J}",
    "Mistral with an id": f"[TOOL_CALLS]read_note[CALL_ID]abc123XYZ[ARGS]{J}</s>",
    "Mistral without its tokens": f"[TOOL_CALLS]read_note{J}",
    "FunctionGemma": "<start_function_call>call:read_note{path:<escape>Budget.md<escape>}<end_function_call>",
    "Gemma 4": '<|tool_call>call:read_note{path:<|"|>Budget.md<|"|>}<tool_call|>',
    "Nemotron": f"<TOOLCALL>[{LOOK}]</TOOLCALL>",
    "OLMo 3": '<function_calls>read_note(path="Budget.md")</function_calls>',
    "Seed-OSS": f"<seed:tool_call>\n{FUNCTION}\n</seed:tool_call>",
    "LFM2": '<|tool_call_start|>[read_note(path="Budget.md")]<|tool_call_end|>',
    "Apertus": f'<|tools_prefix|>[{{"read_note": {J}}}]<|tools_suffix|>',
    "InternLM": f"<|action_start|><|plugin|>\n{LOOK_PARAMETERS}<|action_end|>",
    "Cohere": f'<|START_ACTION|>[\n{{"tool_call_id": "0", "tool_name": "read_note", "parameters": {J}}}\n]'
    "<|END_ACTION|>",
    "Phi-4-mini": f"<|tool_call|>[{LOOK}]<|/tool_call|>",
    "LongCat": "<longcat_tool_call>read_note\n<longcat_arg_key>path</longcat_arg_key>\n<longcat_arg_value>Budget.md"
    "</longcat_arg_value>\n</longcat_tool_call>",
    "taught in XML": f"<use_tool>\n<name>read_note</name>\n<args>\n{J}\n</args>\n</use_tool>",
}
"""One row a shape; each calls one tool."""

WHOLE_ANSWERS: dict[str, str] = {
    "JSON": LOOK,
    "Llama 3.2": LOOK_PARAMETERS,
    "a list": f"[{LOOK}]",
    "OpenAI's form": f'{{"type": "function", "function": {LOOK_PARAMETERS}}}',
    "fenced": f"```json\n{LOOK}\n```",
    "fenced without a language": f"```\n{LOOK}\n```",
    "Python in a list": '[read_note(path="Budget.md")]',
    "Python": "read_note(path='Budget.md')",
    "Gemma 3": '```tool_code\nprint(default_api.read_note(path="Budget.md"))\n```',
    "Phi-4": f"functools[{LOOK}]",
    "Command R": f'Action: ```json\n[{{"tool_name": "read_note", "parameters": {J}}}]\n```',
    "a name in another spelling": LOOK.replace("read_note", "functions.ReadNote"),
    "behind a thought": f"<think>I look.</think>\n{LOOK}",
    "in gpt-oss's last channel": "<|channel|>analysis<|message|>I look.<|end|><|start|>assistant<|channel|>final"
    f"<|message|>{LOOK}",
    "with a token behind it": f"{LOOK}<|eot_id|>",
}
"""Calls without any tag, which are one only where they are the whole answer."""


def heard(
    text: str,
    sizes: Sequence[int] = (1_000_000,),
    stop: StopReason = "end",
    read: Sequence[Message] = (),
    *,
    native: bool = True,
    offered: bool = True,
) -> list[ModelEvent]:
    """Return what comes of an answer that says *text*, cut into pieces of *sizes* in turn."""
    rules = TextAnswerRules(
        allow_calls=offered,
        tool_names=frozenset(SCHEMAS if offered else ()) if native else None,
        streamed=True,
        text_limits=DEFAULT_TEXT_LIMITS,
        prompt_texts=PromptTexts(read),
        schemas=SCHEMAS if offered else {},
    )
    answer = TextAnswer(rules)
    events: list[ModelEvent] = []
    place = turn = 0
    while place < len(text):
        size = sizes[turn % len(sizes)]
        events += answer.feed(TextArrived(text[place : place + size]))
        place, turn = place + size, turn + 1
        if answer.should_close:
            return [*events, *answer.finish_early()]
    return [*events, *answer.feed(TurnEnded(stop))]


def shown(events: Sequence[ModelEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextArrived))


def thought(events: Sequence[ModelEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, ReasoningArrived))


def called(events: Sequence[ModelEvent]) -> list[tuple[str, dict[str, JsonValue] | None]]:
    return [(event.call.name, event.call.arguments) for event in events if isinstance(event, CallReady)]


MARKUP = re.compile(r"<[|｜/]|[|｜]>|｜|\[/?[A-Z]{2}|<[a-zA-Z_:]+[ >]|tool_call|call:|functions\.")
"""What a person must not be shown."""

SIZES = [(1,), (2,), (3, 1), (7,), (1_000_000,)]
SHAPES = [pytest.param(text, id=name) for name, text in {**IN_TAGS, **WHOLE_ANSWERS}.items()]
TAGGED = [pytest.param(text, id=name) for name, text in IN_TAGS.items()]


@pytest.mark.parametrize("text", SHAPES)
@pytest.mark.parametrize("native", [True, False])
def test_m1_each_shape_is_a_call_however_the_stream_is_cut_into_pieces(text: str, native: bool) -> None:
    for sizes in SIZES:
        events = heard(text, sizes, native=native)
        assert called(events) == READ, sizes
        assert not shown(events).strip(), sizes
        assert isinstance(events[-1], TurnEnded)
        assert events[-1].stop == "tool_calls"


@pytest.mark.parametrize("text", TAGGED)
def test_m1_each_shape_in_tags_may_follow_a_word(text: str) -> None:
    for sizes in SIZES:
        events = heard(f"I will look.\n{text}", sizes)
        assert (shown(events).strip(), called(events)) == ("I will look.", READ), sizes


@pytest.mark.parametrize("frame", CALL_FRAMES.values(), ids=lambda frame: frame.name)
def test_m1_each_row_of_the_table_has_a_shape_here(frame: object) -> None:
    spare = {"deepseek ascii", "deepseek call"}  # Other spellings of the row before them.
    opening, name = frame.opening, frame.name

    assert name in spare or any(opening in text for text in IN_TAGS.values())


@pytest.mark.parametrize("text", SHAPES)
def test_m1_an_answer_that_is_cut_runs_nothing_and_shows_no_markup(text: str) -> None:
    for end in sampled(range(1, len(text)), 9):
        events = heard(text[:end], (5,), stop="length")
        assert called(events) == [], text[:end]


@pytest.mark.parametrize(
    "name", ["Kimi K2", "gpt-oss", "DeepSeek V3.1", "DeepSeek V3.2", "LFM2", "Mistral with an id", "Gemma 4", "Cohere"]
)
def test_m1_a_stream_cut_at_each_byte_runs_the_whole_call_or_none(name: str) -> None:
    text = f"I look. {IN_TAGS[name]}"
    for end in sampled(range(1, len(text)), 25):
        events = heard(text[:end], (3, 4))
        assert called(events) in ([], READ), text[:end]
        assert MARKUP.search(shown(events)) is None, (text[:end], shown(events))


@pytest.mark.parametrize("text", SHAPES)
def test_m1_a_call_in_a_fence_of_an_explanation_a_quote_or_inline_code_is_text(text: str) -> None:
    fence = "~~~~"
    for written in (f"Models write:\n{fence}\n{text}\n{fence}\nThat is all.", f"> It says: {text.splitlines()[0]}"):
        for sizes in ((1,), (1_000_000,)):
            events = heard(written, sizes)
            assert called(events) == []
            assert shown(events) == written
    if "`" not in text and "\n" not in text:
        assert called(heard(f"Models write `{text}` there.")) == []


@pytest.mark.parametrize("text", SHAPES)
def test_m1_a_call_that_stands_in_what_the_model_read_runs_nothing(text: str) -> None:
    note = Message(role="tool", parts=(ToolResultPart(call_id="c", name="read_note", content=f"# Note\n{text}\n"),))
    for read in ([note], [user_message(f"Repeat this: {text}")]):
        for sizes in ((4,), (1_000_000,)):
            events = heard(text, sizes, read=read)
            assert called(events) == []
            assert not re.search(r"<\||[|｜]>", shown(events))


@pytest.mark.parametrize("written", [LOOK, f"```json\n{LOOK}\n```", f"[{LOOK}]", f"functools[{LOOK}]"])
def test_m1_a_call_without_tags_that_stands_in_a_note_runs_nothing_in_another_fence(written: str) -> None:
    note = Message(role="tool", parts=(ToolResultPart(call_id="c", name="read_note", content=f"See\n{LOOK}\nthere"),))

    assert called(heard(written)) == READ
    assert called(heard(written, read=[note])) == []


@pytest.mark.parametrize("text", TAGGED)
def test_m1_a_call_in_a_thought_runs_nothing(text: str) -> None:
    assert called(heard(f"<think>I could write\n{text}\n</think>\nDone.")) == []


@pytest.mark.parametrize("text", SHAPES)
def test_m1_where_no_tool_is_offered_no_token_is_shown(text: str) -> None:
    events = heard(text, (6,), offered=False)

    assert called(events) == []
    assert not re.search(r"<\||[|｜]>", shown(events))


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "read_note", "arguments": {"path": "a.md"}} is how it is called.',
        'Write:\n```json\n{"name": "read_note", "arguments": {"path": "a.md"}}\n```',
        '{"name": "Otto", "age": 4}',
        '{"name": "delete_note", "arguments": {"path": "a.md"}}',
        '{"name": "read_note", "arguments": {"file": "a.md"}}',
        '{"name": "read_note", "arguments": {}}',
        '{"name": "read_note"',
        '[read_note(path="a.md"), and more',
        "[Budget](Budget.md) says so.",
        "[[Budget]] says so.",
        "read_note(path) reads a note.",
        "Action: call Ada.",
        '```python\nprint("Hello")\n```',
        "functools.reduce folds a list.",
        "a <| b |> c <|> d",
        "<s>Five</s> four.",
        "x < y and [1] and {z}",
        "Use `<|im_end|>` there.",
    ],
)
def test_m1_text_that_is_no_call_is_all_said(text: str) -> None:
    for sizes in SIZES:
        events = heard(text, sizes)
        assert (shown(events), called(events)) == (text, []), sizes


def test_m1_two_calls_of_one_answer_are_two() -> None:
    time = '{"name": "get_current_time", "arguments": {}}'
    both = [*READ, ("get_current_time", {})]
    for text in (
        f"<tool_call>{LOOK}</tool_call>\n<tool_call>{time}</tool_call>",
        f"[TOOL_CALLS][{LOOK}, {time}]",
        f"[TOOL_CALLS]read_note[ARGS]{J}[TOOL_CALLS]get_current_time[ARGS]{{}}",
        f"{LOOK}; {time}",
        f"{LOOK}\n{time}",
        f"<|python_tag|>{LOOK}; {time}",
        '[read_note(path="Budget.md"), get_current_time()]',
        'read_note(path="Budget.md")\nget_current_time()',
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.read_note:0<|tool_call_argument_begin|>"
        f"{J}<|tool_call_end|><|tool_call_begin|>functions.get_current_time:1<|tool_call_argument_begin|>{{}}"
        "<|tool_call_end|><|tool_calls_section_end|>",
    ):
        assert called(heard(text, (5,))) == both, text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('<|tool_call_start|>[read_note(path="a<|tool_call_end|>b")]<|tool_call_end|>', "a<|tool_call_end|>b"),
        ("<|tool_call_start|>[read_note(path='it\\'s')]<|tool_call_end|>", "it's"),
        ('[TOOL_CALLS]read_note[ARGS]{"path": "a[TOOL_CALLS]b"}', "a[TOOL_CALLS]b"),
        ('<|python_tag|>{"name": "read_note", "parameters": {"path": "}; {"}}', "}; {"),
        ("<minimax:tool_call><invoke name='read_note'><parameter name='path'></invoke></parameter></invoke>"
         "</minimax:tool_call>", "</invoke>"),
        ("<start_function_call>call:read_note{path:<escape>a},<end_function_call><escape>}<end_function_call>",
         "a},<end_function_call>"),
    ],
)  # fmt: skip
def test_m1_what_ends_a_call_ends_none_within_a_string(text: str, value: str) -> None:
    for sizes in SIZES:
        assert called(heard(text, sizes)) == [("read_note", {"path": value})]


THOUGHTS = {
    **{frame.opening: f"{frame.opening}I count.{frame.closing}Four." for frame in THOUGHT_FRAMES},
    "gpt-oss": "<|channel|>analysis<|message|>I count.<|end|><|start|>assistant<|channel|>final<|message|>"
    "Four.<|return|>",
    "gpt-oss with a preamble": "<|channel|>analysis<|message|>I count.<|end|><|start|>assistant<|channel|>commentary"
    "<|message|>Four.<|end|>",
    "gpt-oss without ends": "<|channel|>analysis<|message|>I count.<|start|>assistant<|channel|>final<|message|>Four.",
    "Cohere": "<|START_THINKING|>I count.<|END_THINKING|><|START_RESPONSE|>Four.<|END_RESPONSE|>",
}


@pytest.mark.parametrize("name", ["answer", "response"])
def test_m2_the_tags_around_an_answer_behind_a_thought_are_not_shown(name: str) -> None:
    for sizes in SIZES:
        events = heard(f"<think>\nI count.\n</think>\n<{name}>\nFour.\n</{name}>", sizes)
        assert (shown(events).strip(), thought(events).strip()) == ("Four.", "I count."), sizes
        for text in (f"Write <{name}>x</{name}>.", f"<{name}>x</{name}>", f"<think>a</think>So <{name}>x</{name}>"):
            assert shown(heard(text, sizes)).endswith(f"<{name}>x</{name}>" + "." * text.endswith("."))


@pytest.mark.parametrize("text", THOUGHTS.values(), ids=THOUGHTS)
def test_m2_a_thought_is_no_answer(text: str) -> None:
    for sizes in SIZES:
        events = heard(text, sizes)
        assert (shown(events), thought(events)) == ("Four.", "I count."), sizes


@pytest.mark.parametrize("closing", sorted({frame.closing for frame in THOUGHT_FRAMES}))
def test_m2_a_closing_tag_alone_makes_all_text_before_it_a_thought(closing: str) -> None:
    for sizes in SIZES:
        events = heard(f"The user wants four.\n{closing}\n\nFour.", sizes)
        turned = [number for number, event in enumerate(events) if isinstance(event, TextReclassified)]
        assert len(turned) == 1, sizes
        assert shown(events[: turned[0]]).strip() == "The user wants four."
        assert shown(events[turned[0] :]) == "Four."


def test_m2_a_call_before_a_closing_tag_alone_runs_nothing() -> None:
    events = heard(f"I could call:\n<tool_call>{LOOK}</tool_call>\n", (4,))
    assert called(events) == READ
    late = heard(f"I could call:\n<tool_call>{LOOK}</tool_call>\n</think>\nFour.", (4,))
    assert called(late) == []
    assert called(heard(f"I look.</think>\n{LOOK}", (4,))) == READ


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Four.<|im_end|>", "Four."),
        ("Four.<|endoftext|>", "Four."),
        ("Four.</s>", "Four."),
        ("Four.<end_of_turn>", "Four."),
        ("Four.<｜end▁of▁sentence｜>", "Four."),
        ("<|start_header_id|>assistant<|end_header_id|>Four.<|eot_id|>", "Four."),
        ("[INST]Four.[/INST]", "Four."),
        ("Four.<|unknown_token_7|>", "Four."),
        ("Four.<|im_e", "Four."),
        ("The <|python_tag|> token.", "The  token."),
        ("The <|channel|> and <|start|> tokens.", "The  and  tokens."),
        ("Fo<|tool_call_end|>ur.", "Four."),
    ],
)
def test_m1_control_tokens_are_never_shown(text: str, said: str) -> None:
    for sizes in SIZES:
        assert shown(heard(text, sizes)) == said, sizes
        assert shown(heard(text, sizes, offered=False)) == said, sizes


def test_m1_tokens_of_native_reasoning_are_not_shown() -> None:
    answer = TextAnswer(
        TextAnswerRules(
            allow_calls=False,
            tool_names=frozenset(),
            streamed=True,
            text_limits=DEFAULT_TEXT_LIMITS,
            prompt_texts=PromptTexts(()),
        )
    )
    events: list[ModelEvent] = []
    for piece in ("I co", "unt.<|e", "nd|><|", "start|>", " a < b"):
        events += answer.feed(ReasoningArrived(piece))
    events += answer.feed(TurnEnded("end"))

    assert thought(events) == "I count. a < b"


# Pieces.


def test_a_call_is_closed_unless_it_says_otherwise() -> None:
    assert CallBlock("xml", "b", "<use_tool>b</use_tool>").closed


def test_pieces_are_values() -> None:
    piece = ProseText("a")

    assert piece == ProseText("a")
    with pytest.raises(AttributeError):
        piece.text = "b"  # type: ignore[misc] # that it is refused is the point


# Outlet.


def test_neighbours_of_one_kind_are_one_piece() -> None:
    buffer = SegmentBuffer()
    buffer.add_text("a")
    buffer.add_text("")
    buffer.add_text("b")
    buffer.add_thinking("c")
    buffer.add_thinking("d")
    buffer.add_text("e")
    buffer.add(CallOpened("xml"))
    buffer.add_text("f")

    assert buffer.drain() == [ProseText("ab"), ThinkingText("cd"), ProseText("e"), CallOpened("xml"), ProseText("f")]
    assert buffer.drain() == []


def test_a_new_collection_begins_with_its_own_kind() -> None:
    buffer = SegmentBuffer()
    buffer.add_thinking("a")
    buffer.drain()
    buffer.add_text("b")

    assert buffer.drain() == [ProseText("b")]


# Tags.


@pytest.mark.parametrize("text", ALL_TAGS)
def test_each_tag_is_found_where_it_stands_whole(text: str) -> None:
    tag = tag_at(f"a{text}b", 1)

    assert tag is not None
    assert tag.text == text
    assert tag_at(f"a{text}b", 0) is None
    shorter = tag_at(text[:-1], 0)
    assert shorter is None or len(shorter.text) < len(text)


@pytest.mark.parametrize("text", ALL_TAGS)
def test_each_beginning_of_a_tag_at_the_end_of_the_text_may_become_it(text: str) -> None:
    for length in range(1, len(text)):
        assert ALL_TAGS[text] in possible_tags("a" + text[:length], 1)
        assert ALL_TAGS[text] not in possible_tags("a" + text[:length] + "!", 1)


def test_a_bare_bracket_may_become_all_the_tags_that_begin_so() -> None:
    assert {tag.text for tag in possible_tags("[E", 0)} == {"[END_TOOL_REQUEST]"}
    assert {tag.text for tag in possible_tags("[TOOL_R", 0)} == {"[TOOL_REQUEST]", "[TOOL_RESULTS]"}
    assert possible_tags("", 0) == ()


FRAMES: tuple[str, ...] = ("sentinel", "xml", "bracket")


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("body", ["{", "\n{", ' [ {"name"', "```json", "<name>", "\n<function=a>"])
def test_a_body_begins_as_the_dialects_begin(body: str, frame: str) -> None:
    assert starts_body(body, 0, CALL_FRAMES[frame]) is True


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("body", ["", "\n", "`", "``", "<", "[", "[ "])
def test_too_little_tells_nothing(body: str, frame: str) -> None:
    assert starts_body(body, 0, CALL_FRAMES[frame]) is None


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("body", [" is the tag", "</tool_call>", "[1]", "`x`", "<1", " " * MAX_TAG_SPACE + " {"])
def test_words_are_no_body(body: str, frame: str) -> None:
    assert starts_body(body, 0, CALL_FRAMES[frame]) is False


@pytest.mark.parametrize("body", ["search\n<arg_key>", "search<arg_key>", "\nvault.search-2 \n</tool_call>"])
def test_a_name_begins_a_body_only_once_a_tag_follows_it(body: str) -> None:
    assert starts_body(body, 0, CALL_FRAMES["sentinel"]) is True
    for length in range(len(body)):
        assert starts_body(body[:length], 0, CALL_FRAMES["sentinel"]) is None
    for frame in FRAMES[1:]:
        assert starts_body(body, 0, CALL_FRAMES[frame]) is False


@pytest.mark.parametrize(
    "body", ["a b", "a<b", "a<arg_keys", "a</tool_c ", "a" * 65, "a" + " " * MAX_TAG_SPACE + " <", "a:", "a<arg_value>"]
)
def test_a_name_with_anything_else_behind_it_is_words(body: str) -> None:
    assert starts_body(body, 0, CALL_FRAMES["sentinel"]) is False
