"""Call dialects: how each model family encloses tool calls and reasoning in text, and the tags that do so."""

import re
from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

# A family is added with one row here and one in `tests/providers/tool_emulation/test_dialects.py`. The text between the
# tags is parsed by its own form (`call_parser.py`), independently of the tags.


class CallFrame(Struct, frozen=True):
    """How one or more calls are enclosed."""

    name: str
    opening: str
    closings: tuple[str, ...]
    """Closing tags; the first is the usual one."""
    stops: tuple[str, ...] = ()
    """Tags that end it without being part of it."""
    is_token: bool = False
    """Its tags are special tokens of the vocabulary: they are significant anywhere and never shown."""
    opening_in_body: bool = False
    """The opening tag is part of the call, such as `<function=`."""
    ends_with_value: bool = False
    """It ends as soon as the value in it is complete; the closing tag is optional."""
    string_marks: tuple[str, ...] = ('"',)
    """Delimiters of strings in it."""
    starts_with_name: bool = False
    """It may begin with the name of the tool, followed by tags or nothing, as in GLM."""
    inner: tuple[str, ...] = ()
    """Separator tokens in it; their brackets do not nest."""


def _tags(name: str, tag: str, *more_closings: str) -> CallFrame:
    return CallFrame(name, f"<{tag}>", (f"</{tag}>", *more_closings))


def _tokens(name: str, opening: str, *closings: str, strings: Iterable[str] = ('"',)) -> CallFrame:
    return CallFrame(name, opening, closings, is_token=True, string_marks=tuple(strings))


def _open_token(name: str, opening: str, *closings: str) -> CallFrame:
    return CallFrame(name, opening, closings, is_token=True, ends_with_value=True)


_PYTHON_STRINGS = ('"', "'")

SENTINEL, XML, BRACKET = "sentinel", "xml", "bracket"
"""Names of the frames that prompts teach (`sentinel`, `xml`), and of LM Studio's, which is only parsed."""

_FRAMES = (
    # Hermes, Qwen, GLM, Qwen3-Coder, Exaone, SmolLM3, Ernie; taught in prompts.
    CallFrame(SENTINEL, "<tool_call>", ("</tool_call>",), starts_with_name=True),
    # Taught to models whose own templates use the tag above for something else.
    _tags(XML, "use_tool"),
    # LM Studio (vaultdesk/providers/README.md, "LM Studio").
    CallFrame(BRACKET, "[TOOL_REQUEST]", ("[END_TOOL_REQUEST]",)),
    # Granite 3, Phi-4-mini.
    _open_token("granite", "<|tool_call|>", "<|/tool_call|>", "<|end|>", "<|end_of_text|>"),
    # Kimi K2; some servers leave the outer tags out.
    _tokens("kimi", "<|tool_calls_section_begin|>", "<|tool_calls_section_end|>"),
    _tokens("kimi call", "<|tool_call_begin|>", "<|tool_call_end|>"),
    # DeepSeek R1, V3, V3.1; Step 3.
    _tokens("deepseek", "<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>"),
    _tokens("deepseek underscores", "<｜tool_calls_begin｜>", "<｜tool_calls_end｜>"),
    _tokens("deepseek ascii", "<|tool▁calls▁begin|>", "<|tool▁calls▁end|>"),
    _tokens("deepseek call", "<｜tool▁call▁begin｜>", "<｜tool▁call▁end｜>"),
    # DeepSeek V3.2 and V4.
    _tokens("dsml", "<｜DSML｜function_calls>", "</｜DSML｜function_calls>"),
    _tokens("dsml v4", "<｜DSML｜tool_calls>", "</｜DSML｜tool_calls>"),
    # MiniMax M2; MiniMax M1, Hunyuan, Jamba.
    _tags("minimax", "minimax:tool_call"),
    _tags("tool calls", "tool_calls"),
    # Claude, OLMo 3 (calls as in Python).
    CallFrame("function calls", "<function_calls>", ("</function_calls>",), string_marks=_PYTHON_STRINGS),
    _tags("antml", "antml:function_calls"),
    CallFrame("invoke", "<invoke name=", ("</invoke>",), opening_in_body=True),
    # Llama 3 and 4; Qwen3-Coder without its outer tag.
    _open_token("python tag", "<|python_tag|>", "<|eom_id|>", "<|eot_id|>"),
    _tokens("llama 4", "<|python_start|>", "<|python_end|>", strings=_PYTHON_STRINGS),
    CallFrame("function", "<function=", ("</function>",), opening_in_body=True),
    # Mistral.
    CallFrame(
        "mistral",
        "[TOOL_CALLS]",
        ("</s>",),
        stops=("[TOOL_CALLS]",),
        is_token=True,
        ends_with_value=True,
        inner=("[ARGS]", "[CALL_ID]"),
    ),
    # FunctionGemma; Gemma 4.
    _tokens("function gemma", "<start_function_call>", "<end_function_call>", strings=("<escape>",)),
    _tokens("gemma", "<|tool_call>", "<tool_call|>", strings=('<|"|>',)),
    # Nemotron; Granite 20B; Glaive.
    _tags("nemotron", "TOOLCALL"),
    CallFrame("function call", "<function_call>", ("</function_call>", "<|endoftext|>"), ends_with_value=True),
    CallFrame("glaive", "<functioncall>", ("</functioncall>", "<|endoftext|>"), ends_with_value=True),
    # Seed-OSS.
    _tags("seed", "seed:tool_call"),
    # LFM2.
    _tokens("lfm2", "<|tool_call_start|>", "<|tool_call_end|>", strings=_PYTHON_STRINGS),
    # Apertus.
    _tokens("apertus", "<|tools_prefix|>", "<|tools_suffix|>"),
    # InternLM 2 and 3.
    _tokens("internlm", "<|action_start|>", "<|action_end|>"),
    # Command R7B, Command A.
    _tokens("cohere", "<|START_ACTION|>", "<|END_ACTION|>"),
    # LongCat.
    CallFrame("longcat", "<longcat_tool_call>", ("</longcat_tool_call>",), starts_with_name=True),
)

CALL_FRAMES: dict[str, CallFrame] = {frame.name: frame for frame in _FRAMES}
"""Each frame by its name."""

HARMONY = CallFrame(
    "harmony",
    "",
    ("<|call|>", "<|end|>", "<|return|>"),
    stops=("<|start|>", "<|channel|>"),
    is_token=True,
    ends_with_value=True,
)
"""A message of gpt-oss to a tool. It begins with a header (`text_scanner.py`)."""

HARMONY_OPENINGS = ("<|start|>", "<|channel|>")
"""Tokens that begin a header of gpt-oss."""

WHOLE_ANSWER = "whole answer"
"""Name of the frame of an answer that consists of calls without tags (`text_scanner.py`)."""


class ThoughtFrame(Struct, frozen=True):
    """How reasoning is enclosed."""

    opening: str
    closing: str
    is_token: bool = False
    """Its tags count anywhere, not only at the start of a line."""
    stops: tuple[str, ...] = ()
    """Tags that end it without being part of it."""


def _named_thoughts(*names: str) -> tuple[ThoughtFrame, ...]:
    return tuple(ThoughtFrame(f"<{name}>", f"</{name}>") for name in names)


THINK_NAMES = ("think", "thinking", "reasoning", "thought")
"""Names of tags around reasoning: those of DeepSeek and Qwen, and variants of fine-tuned models."""

THOUGHT_FRAMES = (
    *_named_thoughts(*THINK_NAMES, "seed:think", "longcat_think"),
    # Magistral.
    ThoughtFrame("[THINK]", "[/THINK]", is_token=True),
    # Kimi-VL.
    ThoughtFrame("◁think▷", "◁/think▷", is_token=True),
    # Gemma 4; MedGemma.
    ThoughtFrame("<|channel>thought", "<channel|>", is_token=True),
    ThoughtFrame("<unused94>thought", "<unused95>", is_token=True),
    # Command A Reasoning.
    ThoughtFrame("<|START_THINKING|>", "<|END_THINKING|>", is_token=True),
    # Apertus; OpenThinker, Sky-T1.
    ThoughtFrame("<|inner_prefix|>", "<|inner_suffix|>", is_token=True),
    ThoughtFrame("<|begin_of_thought|>", "<|end_of_thought|>", is_token=True),
    # Kimi K2 and others whose template writes them as tokens.
    ThoughtFrame("<|think_start|>", "<|think_end|>", is_token=True),
    ThoughtFrame("<|thinking_start|>", "<|thinking_end|>", is_token=True),
)

HARMONY_THOUGHT = ThoughtFrame(
    "", "<|end|>", is_token=True, stops=("<|start|>", "<|channel|>", "<|return|>", "<|call|>")
)
"""A message of gpt-oss in its channel `analysis`."""

ANSWER_TAGS = (("<answer>", "</answer>"), ("<response>", "</response>"))
"""Tags around the answer after reasoning: Hunyuan and Ernie."""

CONTROL_TOKENS = (
    "[/TOOL_CALLS]",
    "[TOOL_RESULTS]",
    "[/TOOL_RESULTS]",
    "[AVAILABLE_TOOLS]",
    "[/AVAILABLE_TOOLS]",
    "[INST]",
    "[/INST]",
    "[gMASK]",
    "<sop>",
    "<eos>",
    "<bos>",
    "<end_of_turn>",
    "<start_of_turn>model",
    "<start_of_turn>user",
    "<start_of_turn>",
    "<end_of_utterance>",
    "<start_function_response>",
    "<end_function_response>",
    "<|channel>final",
    "<|channel>",
    "<channel|>",
    "<turn|>",
    "<|turn>model",
    "<|turn>",
    "<|tool_response>",
    "<tool_response|>",
    "<|im_start|>assistant",
    "<|start_header_id|>assistant<|end_header_id|>",
    "<|CHATBOT_TOKEN|>",
)
"""Tokens of chat templates that are removed from text; those of the form `<|...|>` need no row."""


class ProseText(Struct, frozen=True):
    """Text for display, including fences and inline code."""

    text: str


class ThinkingText(Struct, frozen=True):
    """Text of a reasoning block, without its tags."""

    text: str


class CallOpened(Struct, frozen=True):
    """A call's opening tag is complete; what follows is held back until `CallBlock`."""

    frame: str
    """The name of its `CallFrame`."""


class CallBlock(Struct, frozen=True):
    """A call's frame has ended."""

    frame: str
    body: str
    """The text between the tags."""
    raw_text: str
    """The text with its tags, as the model wrote it."""
    closed: bool = True
    """False if the text ended first; the call may still be valid if it is complete."""
    recipient: str = ""
    """The tool it is sent to, if that is in the frame and not in the body."""


class LoneThoughtEnd(Struct, frozen=True):
    """A closing tag of reasoning without an opening one: all text before it was reasoning."""


ScannedSegment = ProseText | ThinkingText | CallOpened | CallBlock | LoneThoughtEnd


class SegmentBuffer:
    """Collects the segments that are certain after one `feed`."""

    def __init__(self) -> None:
        self._segments: list[ScannedSegment] = []
        self._kind: type[ProseText] | type[ThinkingText] = ProseText
        self._parts: list[str] = []

    def add_text(self, text: str) -> None:
        """Add text for display."""
        self._add(ProseText, text)

    def add_thinking(self, text: str) -> None:
        """Add text of reasoning."""
        self._add(ThinkingText, text)

    def add(self, segment: ScannedSegment) -> None:
        """Add a segment that is not joined with another one."""
        self._close()
        self._segments.append(segment)

    def drain(self) -> list[ScannedSegment]:
        """Return and remove the collected segments."""
        self._close()
        segments, self._segments = self._segments, []
        return segments

    def _add(self, kind: type[ProseText] | type[ThinkingText], text: str) -> None:
        if not text:
            return
        if kind is not self._kind:
            self._close()
            self._kind = kind
        self._parts.append(text)

    def _close(self) -> None:
        if self._parts:
            self._segments.append(self._kind("".join(self._parts)))
            self._parts = []


MAX_TAG_SPACE = 64
"""Maximum number of whitespace characters between a call's opening tag and its body; models write one line end."""

TagKind = Literal["call", "call_end", "think", "think_end", "answer", "answer_end", "harmony", "control", "strike"]
"""What a tag begins or ends. `answer` encloses the text after reasoning, `harmony` begins a header of gpt-oss,
`control` is removed from text, and `strike` is the HTML tag `<s>`, after which `</s>` is not a token of a template."""


class CallTag(Struct, frozen=True):
    """One tag."""

    text: str
    kind: TagKind
    frame: CallFrame | None = None
    """The frame, for a call's tag."""
    thought: ThoughtFrame | None = None
    """The frame, for a reasoning tag."""

    @property
    def is_token(self) -> bool:
        """Whether it is significant anywhere in a line."""
        frame = self.frame or self.thought
        return self.kind in ("harmony", "control") or (frame is not None and frame.is_token)


STRIKE = ("<s>", "</s>")
"""HTML tags of struck-through text; the second one is also the end of an answer in some templates."""


CONTROL_TOKEN = re.compile(r"<[|｜][\w▁:/-]{1,40}[|｜]>|</?｜DSML｜[^<>\n]{1,100}>")
"""Matches a token of any chat template by its form."""

CONTROL_BEGINNING = re.compile(r"<[|｜][\w▁:/-]{0,40}[|｜]?|</?｜(?:D(?:S(?:M(?:L(?:｜[^<>\n]{0,100})?)?)?)?)?")


def _end_kind(closing: str, frame: CallFrame) -> TagKind:
    return "control" if frame.is_token or CONTROL_TOKEN.fullmatch(closing) else "call_end"


def _all_tags() -> dict[str, CallTag]:
    frames = [*CALL_FRAMES.values(), HARMONY]
    ends = [(closing, frame) for frame in frames for closing in frame.closings if closing != STRIKE[1]]
    tags = [CallTag(text, "control") for text in (*CONTROL_TOKENS, STRIKE[1])]
    tags += [CallTag(STRIKE[0], "strike")]
    tags += [CallTag(opening, "answer") for opening, _ in ANSWER_TAGS]
    tags += [CallTag(closing, "answer_end") for _, closing in ANSWER_TAGS]
    tags += [CallTag(closing, _end_kind(closing, frame), frame) for closing, frame in ends]
    tags += [CallTag(thought.closing, "think_end", thought=thought) for thought in THOUGHT_FRAMES]
    tags += [CallTag(thought.opening, "think", thought=thought) for thought in THOUGHT_FRAMES]
    tags += [CallTag(text, "harmony") for text in HARMONY_OPENINGS]
    tags += [CallTag(frame.opening, "call", frame) for frame in CALL_FRAMES.values()]
    return {tag.text: tag for tag in tags}


ALL_TAGS = _all_tags()
"""Every tag by its text, except control tokens that are recognized by their form."""

_LONGEST_CONTROL = 110
_ANY_TAG = re.compile("|".join(re.escape(text) for text in sorted(ALL_TAGS, key=len, reverse=True)))
_TAGS_BY_BEGINNING = {
    beginning: tuple(tag for tag in ALL_TAGS.values() if tag.text.startswith(beginning) and tag.text != beginning)
    for beginning in {text[:length] for text in ALL_TAGS for length in range(1, len(text) + 1)}
}
_LONGEST_TAG = max(len(text) for text in ALL_TAGS)
_UNKNOWN_CONTROL = (CallTag("", "control"),)


def tag_at(text: str, position: int) -> CallTag | None:
    """Return the longest complete tag at *position*."""
    match = _ANY_TAG.match(text, position)
    if match:
        return ALL_TAGS[match[0]]
    token = CONTROL_TOKEN.match(text, position)
    return CallTag(token[0], "control") if token else None


def possible_tags(text: str, position: int) -> tuple[CallTag, ...]:
    """Return the tags of which *text* from *position* on is a proper prefix."""
    length = len(text) - position
    if length > max(_LONGEST_TAG, _LONGEST_CONTROL):
        return ()
    known = _TAGS_BY_BEGINNING.get(text[position:], ()) if length < _LONGEST_TAG else ()
    return known or (_UNKNOWN_CONTROL if CONTROL_BEGINNING.fullmatch(text, position) else ())


TOKEN_STARTS = ("<|", "<｜", "[TO", "◁")
"""Prefixes of tokens that are unlikely to be anything else at the end of a text."""


def is_token_beginning(text: str, position: int) -> bool:
    """Return whether *text*, which is complete, ends with an incomplete token at *position*."""
    return text.startswith(TOKEN_STARTS, position) and any(tag.is_token for tag in possible_tags(text, position))


def tag_start(tags: Iterable[str]) -> str:
    """Return a pattern for possible starts of *tags*: two characters, or only the first at the end of the text."""
    second_characters: dict[str, set[str]] = {}
    for tag in tags:
        second_characters.setdefault(tag[0], set()).add(tag[1])
    return "|".join(
        rf"{re.escape(first)}(?=[{''.join(map(re.escape, sorted(after)))}]|\Z)"
        for first, after in second_characters.items()
    )


_SPACES = rf"\s{{0,{MAX_TAG_SPACE}}}+"
_NAME = r"[\w.-]{1,64}+"


def _prefixes(*texts: str) -> str:
    """Return a pattern of the proper prefixes of *texts*."""
    return "|".join(re.escape(text[:length]) for text in texts for length in range(len(text) - 1, 0, -1))


_BODY = re.compile(rf"{_SPACES}(?:\{{|\[\s{{0,16}}+(?:\{{|{_NAME}\()|```|<[A-Za-z]|{_NAME}\(|call:)")
_BODY_BEGINNING = re.compile(rf"{_SPACES}(?:\[\s{{0,16}}+(?:{_NAME})?|`{{1,2}}|<|{_NAME})?")
_AFTER_NAME = ("<arg_key>", "<longcat_arg_key>", "</tool_call>", "</longcat_tool_call>")
_NAMED_BODY = re.compile(rf"{_SPACES}{_NAME}{_SPACES}(?:{'|'.join(_AFTER_NAME)})")
_NAMED_BEGINNING = re.compile(rf"{_SPACES}{_NAME}{_SPACES}(?:{_prefixes(*_AFTER_NAME)})?")
_TOKEN_BODY = re.compile(rf"{_SPACES}(?:[{{\[<`]|[\w.:/-]{{1,80}}+\s?[({{\[<])")
_TOKEN_BEGINNING = re.compile(rf"{_SPACES}[\w.:/-]{{0,80}}+\s?")
_NAME_IN_TAG = re.compile(rf"\s{{0,8}}+[\"']?\s{{0,8}}+{_NAME}\s{{0,8}}+[\"']?\s{{0,8}}+>")
_NAME_IN_TAG_BEGINNING = re.compile(rf"\s{{0,8}}+[\"']?\s{{0,8}}+(?:{_NAME}\s{{0,8}}+[\"']?\s{{0,8}}+)?")
_STARTS = {
    "tag": ((_BODY,), (_BODY_BEGINNING,)),
    "name": ((_BODY, _NAMED_BODY), (_BODY_BEGINNING, _NAMED_BEGINNING)),
    "token": ((_TOKEN_BODY,), (_TOKEN_BEGINNING,)),
    "opening": ((_NAME_IN_TAG,), (_NAME_IN_TAG_BEGINNING,)),
}


def starts_body(text: str, position: int, frame: CallFrame) -> bool | None:
    """Return whether a call's body can begin at *position*, after its opening tag; None if more text is needed.

    A tag mentioned in prose is followed by words: then the result is False and no text is held back. In GLM's dialect a
    tool's name follows the tag, and then another tag.
    """
    kind = "name" if frame.starts_with_name else "token" if frame.is_token else "tag"
    complete_patterns, partial_patterns = _STARTS["opening" if frame.opening_in_body else kind]
    if any(pattern.match(text, position) for pattern in complete_patterns):
        return True
    return None if any(pattern.fullmatch(text, position) for pattern in partial_patterns) else False


ARGUMENT_TAGS = ("args", "arguments", "parameters")
"""Child tags that may contain JSON, in whose strings tags are not recognized."""

_TAG_PREFIX = r"(?:[a-z]{1,20}:|｜DSML｜)?"
CHILD_TAG = re.compile(
    rf"<({_TAG_PREFIX}[A-Za-z_][\w.-]{{0,63}})(=[^<>\n]{{0,100}}|\s+name=[^<>\n]{{0,160}})?(\s{{0,8}}/)?>"
)
"""An opening child tag: its name, the text after `=` or its attributes, and the `/` of an empty one."""

CHILD_TAG_BEGINNING = re.compile(
    r"<(?:[A-Za-z_｜][\w.:｜-]{0,90}(?:=[^<>\n]{0,100}|\s+[^<>\n]{0,170})?(?:\s{0,8}/?)?)?"
)
"""Matches an incomplete opening child tag."""

MAX_CHILD_TAG_LENGTH = 300
"""Maximum characters of an opening child tag, by its pattern."""

CALL_TAG_NAMES = ("function", "invoke")
"""Child tags, with any prefix, that contain the name of a tool and its parameters in further child tags."""


def bare_tag_name(name: str) -> str:
    """Return the *name* of a child tag without a vendor prefix."""
    return name.rpartition(":")[2].rpartition("｜")[2]
