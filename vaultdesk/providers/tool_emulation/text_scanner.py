"""Incremental scanner that splits a model's text into prose, reasoning and tool calls, with or without tags."""

import re
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from typing import Literal

from vaultdesk.chat.tool_names import match_tool_name
from vaultdesk.providers.call_accumulator import MAX_CHARACTERS
from vaultdesk.providers.tool_emulation.call_parser import ARGUMENT_KEYS, NAME_KEYS
from vaultdesk.providers.tool_emulation.dialects import (
    ALL_TAGS,
    ARGUMENT_TAGS,
    CALL_TAG_NAMES,
    CHILD_TAG,
    CHILD_TAG_BEGINNING,
    CONTROL_TOKEN,
    HARMONY,
    HARMONY_OPENINGS,
    HARMONY_THOUGHT,
    MAX_CHILD_TAG_LENGTH,
    STRIKE,
    WHOLE_ANSWER,
    CallBlock,
    CallFrame,
    CallOpened,
    CallTag,
    ProseText,
    ScannedSegment,
    SegmentBuffer,
    ThoughtFrame,
    bare_tag_name,
    is_token_beginning,
    possible_tags,
    starts_body,
    tag_at,
    tag_start,
)
from vaultdesk.providers.tool_emulation.prose_scanner import ProseScanner

#     <|start|>assistant<|channel|>analysis<|message|>...<|end|>
#     <|start|>assistant<|channel|>commentary to=functions.read_note <|constrain|>json<|message|>{...}<|call|>
#     <|start|>assistant<|channel|>final<|message|>...<|return|>
#
# `analysis` is reasoning, a message with a recipient is a tool call, `final` and the rest of `commentary` are text for
# the reader. A header may begin with its channel, as the server sends the role, and may name the recipient before it.

_MESSAGE = "<|message|>"
MAX_HEADER = 300
"""Maximum characters of a header."""

_CHANNELS = ("analysis", "commentary", "final")
_ROLES = ("assistant", "functions.", "user", "system", "developer", "tool", "browser", "python")
_FIRST_WORD = re.compile(r"[ \t]{0,4}([a-z._]*)")
_RECIPIENT = re.compile(r"\bto=([\w.:-]{1,200})")
_CHANNEL = re.compile(r"<\|channel\|>\s*([a-z]+)")
_ENDS = re.compile(r"<\|(?:message|end|return|call|start)\|>|\n|\{")
_NO_RECIPIENTS = frozenset({"assistant", "user", "all"})


class HarmonyHeader:
    """Parser of one header, starting after its first token."""

    def __init__(self, opening: str) -> None:
        self.text = opening
        """The header as written, with its tokens."""
        self.ended = False
        self.channel: Literal["thought", "call", "text"] = "text"
        self.recipient = ""
        """The tool it is sent to."""
        self._expected_words = _CHANNELS if opening == HARMONY_OPENINGS[1] else _ROLES
        """Words that may follow the first token; otherwise the token is not part of a header."""

    def read(self, text: str, position: int, final: bool) -> int:
        """Read *text* from *position* on; return the end of the header, or where to continue with more text."""
        match = _FIRST_WORD.match(text, position)
        word = match[1] if match else ""
        if not word.startswith(self._expected_words):
            is_partial = (
                match is not None
                and match.end() == len(text)
                and any(expected.startswith(word) for expected in self._expected_words)
            )
            self.ended = final or not is_partial
            return len(text) if is_partial and final else position
        end = _ENDS.search(text, position, position + MAX_HEADER)
        if end is None:
            self.ended = final or len(text) - position >= MAX_HEADER
            return len(text) if final else position
        self.ended = True
        self.text += text[position : end.start()]
        self._classify(word)
        if end[0] == _MESSAGE:
            self.text += end[0]
            return end.end()
        if self.channel == "call" and end[0] != "{":
            self.channel = "text"
        # Some servers drop the token before the text.
        return end.start()

    def _classify(self, word: str) -> None:
        recipient, channel = _RECIPIENT.search(self.text), _CHANNEL.search(self.text)
        if self._expected_words is _ROLES and not word.startswith("assistant"):
            # A tool result or user message that the model invented.
            self.channel = "thought"
        elif recipient is not None and recipient[1] not in _NO_RECIPIENTS:
            self.channel, self.recipient = "call", recipient[1]
        elif channel is not None and channel[1] == "analysis":
            self.channel = "thought"


# {"name": "read_note", "arguments": {...}}        also in a list, in a code fence, or several in a row
# [read_note(path="..."), list_notes()]            as Llama 4 and others write them
# functools[{"name": ...}]                         Phi-4-mini

FENCE_LANGUAGES = ("", "json", "tool_code", "tool_call", "tool_calls", "python", "tool", "xml")
"""Language names of code fences around a call."""

_OTHER_KEYS = ("type", "id", "tool_calls", "tool_call_id")
_LEAD_WORDS = ("functools", "Action:")
"""Words that Phi-4-mini and Command R write before a list of calls."""

_NAMESPACES = ("default_api.", "functions.", "tools.", "tool.", "api.", "print(")
_FENCE = re.compile(r"```([A-Za-z_]{0,20})[ \t]{0,8}\r?\n\s*")
_FENCE_BEGINNING = re.compile(r"`{1,2}|```[A-Za-z_]{0,20}[ \t]{0,8}\r?")
_KEY = re.compile(r'(?:\[\s*)?\{\s*"([^"\\\n]{1,40})"\s*:\s*("(?:[^"\\\n]{0,200})"?)?')
_KEY_BEGINNING = re.compile(r'(?:\[\s*)?(?:\{\s*(?:"[^"\\\n]{0,40}(?:"\s*:?\s*)?)?)?')
_PRINT_PREFIX = re.compile(r"\A(?:\[\s*)?print\(\s*")
_PYTHON_CALL = re.compile(r"(?:\[\s*)?([A-Za-z_][\w.]{0,100})\(")
_PYTHON_CALL_BEGINNING = re.compile(r"(?:\[\s*)?([A-Za-z_][\w.]{0,100})?")
_TRAILING_TOKENS = re.compile(rf"(?:\s|{CONTROL_TOKEN.pattern}|</s>|<end_of_turn>)+\Z")


class WholeAnswer:
    """Buffers an answer as long as it may be, as a whole, calls to tools with the given *names*."""

    def __init__(self, names: Collection[str], is_call: Callable[[CallBlock], bool]) -> None:
        """*is_call* returns whether a complete block consists of calls to these tools."""
        self._names = names
        self._is_call = is_call
        self._parts: list[str] = []

    @property
    def is_buffering(self) -> bool:
        """Whether text is buffered, because the answer began like a call."""
        return bool(self._parts)

    def begins(self, text: str) -> bool | None:
        """Return whether *text*, the whole answer so far, begins a call; None if more text is needed."""
        stripped = text.lstrip()
        if not stripped:
            return None
        for word in _LEAD_WORDS:
            if word.startswith(stripped):
                return None
            if stripped.startswith(word):
                stripped = stripped[len(word) :].lstrip()
                return self._begins_value(stripped) if stripped[:1] in ("", "[") else self._begins_fence(stripped)
        return self._begins_fence(stripped) if stripped.startswith("`") else self._begins_value(stripped)

    def add(self, text: str) -> None:
        """Buffer more text of an answer that began like a call."""
        self._parts.append(text)

    def text(self) -> str:
        """Return the buffered text."""
        return "".join(self._parts)

    def block(self) -> CallBlock | None:
        """Return the complete answer as a block of calls; None if it is not one."""
        text = self.text()
        if len(text) > MAX_CHARACTERS:
            return None
        body = _TRAILING_TOKENS.sub("", text).strip()
        for word in _LEAD_WORDS:
            body = body.removeprefix(word).lstrip()
        fence = _FENCE.match(body)
        if fence is not None and body.endswith("```"):
            body = body[fence.end() : -3].strip()
        block = CallBlock(WHOLE_ANSWER, body, text)
        return block if self._is_call(block) else None

    def _begins_fence(self, text: str) -> bool | None:
        fence = _FENCE.match(text)
        if fence is None:
            return None if _FENCE_BEGINNING.fullmatch(text) else False
        return fence[1].lower() in FENCE_LANGUAGES and self._begins_value(text[fence.end() :])

    def _begins_value(self, text: str) -> bool | None:
        key = _KEY.match(text)
        if key is not None:
            if key[1] in (*ARGUMENT_KEYS, *_OTHER_KEYS):
                return True
            if key[1] not in NAME_KEYS:
                return False
            name = key[2] or ""
            if not name.endswith('"') or len(name) == 1:
                undecided = key.end() == len(text) or text[key.end() :].strip() == ""
                # `{"function": {"name": ...}}`
                return None if undecided else text[key.end()] == "{"
            return match_tool_name(name[1:-1], self._names) is not None
        if _KEY_BEGINNING.fullmatch(text):
            return None
        text = _PRINT_PREFIX.sub("", text)
        call_match = _PYTHON_CALL.match(text)
        if call_match is not None:
            return self._may_name(call_match[1]) and match_tool_name(call_match[1], self._names) is not None
        partial_match = _PYTHON_CALL_BEGINNING.fullmatch(text)
        if partial_match is None:
            return False
        return None if self._may_name(partial_match[1] or "") else False

    def _may_name(self, word: str) -> bool:
        """Return whether *word* is, or is a prefix of, the beginning of a call in Python."""
        prefixes = (*self._names, *_NAMESPACES)
        return any(prefix.startswith(word) or word.startswith(prefix.rstrip("(")) for prefix in prefixes)


_TAG_START = re.compile(tag_start(ALL_TAGS))


class ThoughtScanner:
    """One reasoning block, read from after its opening tag."""

    def __init__(self, frame: ThoughtFrame, output: SegmentBuffer) -> None:
        self.ended = False
        self._frame = frame
        self._output = output
        self._depth = 1
        self._only_space_before = True
        """Only white space is before this position on its line."""
        self._empty = True
        """Only white space was read so far."""

    def read(self, text: str, position: int, final: bool) -> int:
        """Read *text* from *position* on; return the end of the block, or where to continue with more text."""
        while position < len(text) and not self.ended:
            match = _TAG_START.search(text, position)
            start = match.start() if match else len(text)
            self._consume(text[position:start])
            position = start
            if match is None:
                break
            tag = tag_at(text, position)
            # A complete tag may be the beginning of a longer one that is not significant here.
            longer = possible_tags(text, position)
            if not final and (bool(tag and longer) or any(map(self._is_significant, longer))):
                break
            if tag is None and final and is_token_beginning(text, position):
                position = len(text)
            elif tag is None:
                self._consume(text[position])
                position += 1
            elif tag.text in self._frame.stops:
                self.ended = True
            elif self._is_significant(tag):
                self._count_tag(tag)
                position += len(tag.text)
            else:
                self._consume(tag.text)
                position += len(tag.text)
        return position

    def _is_significant(self, tag: CallTag) -> bool:
        frame = self._frame
        if tag.text == frame.closing or tag.text in frame.stops:
            return True
        if tag.kind == "think" and tag.thought is frame:
            return self._only_space_before
        return tag.is_token and tag.text != STRIKE[1]

    def _count_tag(self, tag: CallTag) -> None:
        if tag.text == self._frame.closing:
            self._depth -= 1
            self.ended = not self._depth
        elif tag.thought is self._frame:
            self._depth += not self._empty

    def _consume(self, text: str) -> None:
        if not text:
            return
        self._output.add_thinking(text)
        *_, last_line = text.rpartition("\n")
        blank = not last_line or last_line.isspace()
        self._only_space_before = blank and (self._only_space_before or "\n" in text)
        self._empty = self._empty and text.isspace()


# A closing tag is significant only outside JSON strings and outside a child tag with text: a note written by a call may
# contain any tag. A body that is never closed extends to the end of the text, because models do forget the tag.

_MARKS = (re.compile(r'["{}\[\]<]'), re.compile(r"""["'{}\[\]()<]"""))
"""Significant characters in a body of JSON or tags, and in one of Python."""
_STRING_MARKS = {quote: re.compile(rf"[{quote}\\]") for quote in "\"'"}
_SPACE = re.compile(r"\s*+")


class _MoreTextNeeded(Exception):
    """What follows is decided by text that has not arrived."""


class CallBody:
    """The body of one call, read from after its opening tag."""

    def __init__(self, frame: CallFrame, opening: str = "", recipient: str = "") -> None:
        """*opening* is the opening text if it differs between calls; *recipient* the tool named in it."""
        self.end_reason: Literal["", "closed", "next", "too long"] = ""
        """How it ended: by its tag, by the next call's opening tag, or by its size."""
        self._frame = frame
        self._opening = opening or frame.opening
        self._recipient = recipient
        self._closing = ""
        """The tag that closed it."""
        self._marks = _MARKS["'" in frame.string_marks]
        self._quote = '"'
        """Delimiter of the open string."""
        self._parts: list[str] = []
        self._size = 0
        self._depth = 0
        self._in_string = False
        self._escaped = False
        self._child = ""
        """The closing tag of the child tag that is open."""
        self._child_is_json: bool | None = False
        """None if its first character decides."""
        self._has_content = False
        """It contains more than white space and repeated opening tags."""
        self._value_complete = False
        """It contains something complete: a value, or a child tag."""

    def read(self, text: str, position: int, final: bool) -> int:
        """Read *text* from *position* on; return the end of the body, or where to continue with more text."""
        limit = min(len(text), position + MAX_CHARACTERS + 1 - self._size)
        start = position
        with suppress(_MoreTextNeeded):
            while position < limit and not self.end_reason:
                position = self._advance(text, position, limit, final)
        position = min(position, limit)
        self._parts.append(text[start:position])
        self._size += position - start
        if not self.end_reason and self._size > MAX_CHARACTERS:
            self.end_reason = "too long"
        return position

    @property
    def tag_length(self) -> int:
        """Length of the tag that closed it."""
        return len(self._closing)

    def block(self) -> CallBlock:
        """Return the block as far as received."""
        body = "".join(self._parts)
        raw_text = f"{self._opening}{body}{self._closing}"
        closed = self.end_reason == "closed"
        if self._frame.opening_in_body:
            body = f"{self._opening}{body}"
        if self._frame.is_token and not closed:
            body = _without_cut_tag(body, self._frame.closings)
        return CallBlock(self._frame.name, body, raw_text, closed, self._recipient)

    def _advance(self, text: str, position: int, limit: int, final: bool) -> int:
        """Return where to continue. Raises `_MoreTextNeeded`."""
        if self._in_string:
            return self._advance_in_string(text, position, limit)
        if self._child_is_json is None:
            match = _SPACE.match(text, position, limit)
            position = match.end() if match else position
            if position < limit:
                self._child_is_json = text[position] in "{["
            return position
        if self._child and not self._child_is_json:
            return self._advance_in_text(text, position, limit, final)
        if self._frame.ends_with_value and self._value_complete and not self._depth:
            next_position = self._advance_after_value(text, position, final)
            if next_position is not None:
                return next_position
        mark = self._marks.search(text, position, limit)
        if mark is None or mark.start() > position:
            return mark.start() if mark else limit
        if mark[0] in "<[":
            next_position = self._read_tag(text, position, final)
            if next_position is not None:
                return next_position
        match mark[0]:
            case '"' | "'":
                self._in_string = self._depth > 0 and mark[0] in self._frame.string_marks
                self._quote = mark[0]
            case "{" | "[" | "(":
                self._depth += 1
                self._has_content = True
            case "}" | "]" | ")":
                self._depth = max(0, self._depth - 1)
                self._value_complete = self._value_complete or not self._depth
        return position + 1

    def _advance_after_value(self, text: str, position: int, final: bool) -> int | None:
        """Return where to continue after a complete value; None if a tag or value may be here.

        Raises `_MoreTextNeeded`.
        """
        match = _SPACE.match(text, position)
        next_position = match.end() if match else position
        if next_position == len(text):
            if not final:
                raise _MoreTextNeeded
            return None
        if text[next_position] in ",;`}])":
            return next_position + 1
        if text[next_position] not in "{[<":
            self.end_reason = "closed"
            return position
        return None if next_position == position else next_position

    def _advance_in_string(self, text: str, position: int, limit: int) -> int:
        if self._escaped:
            self._escaped = False
            return position + 1
        mark = _STRING_MARKS[self._quote].search(text, position, limit)
        if mark is None:
            return limit
        self._escaped = mark[0] == "\\"
        self._in_string = self._escaped
        return mark.end()

    def _read_tag(self, text: str, position: int, final: bool) -> int | None:
        """Read the tag at *position*; return where to continue, None if there is none. Raises `_MoreTextNeeded`."""
        frame = self._frame
        closing = next((tag for tag in frame.closings if text.startswith(tag, position)), "")
        if final and not closing and frame.is_token and any(tag.startswith(text[position:]) for tag in frame.closings):
            return len(text)
        if closing or any(text.startswith(tag, position) for tag in frame.stops):
            self.end_reason, self._closing = "closed", closing
            return position
        inner = next((tag for tag in frame.inner if text.startswith(tag, position)), "")
        if inner:
            return position + len(inner)
        mark = next((mark for mark in frame.string_marks if len(mark) > 1 and text.startswith(mark, position)), "")
        if mark:
            self._child, self._child_is_json = mark, False
            return position + len(mark)
        outside = not self._depth and not self._child
        if outside and frame.opening and text.startswith(frame.opening, position) and not frame.opening_in_body:
            if not self._has_content:
                return position + len(frame.opening)
            starts_call = self._value_complete and starts_body(text, position + len(frame.opening), frame)
            if starts_call:
                self.end_reason = "next"
                return position
            if starts_call is None and not final:
                raise _MoreTextNeeded
        if outside and (child := CHILD_TAG.match(text, position)):
            return self._open_child(child)
        if self._child and text.startswith(self._child, position):
            return self._close_child(position)
        if not final and self._may_become_tag(text[position : position + MAX_CHILD_TAG_LENGTH], position, len(text)):
            raise _MoreTextNeeded
        return None

    def _may_become_tag(self, candidate: str, position: int, end: int) -> bool:
        if position + len(candidate) < end:
            return False
        frame = self._frame
        tags = (*frame.closings, *frame.stops, *frame.inner, *(mark for mark in frame.string_marks if len(mark) > 1))
        tags = (*tags, self._child or frame.opening)
        outside = not self._depth and not self._child
        return any(tag.startswith(candidate) for tag in tags) or (
            outside and CHILD_TAG_BEGINNING.fullmatch(candidate) is not None
        )

    def _open_child(self, child: re.Match[str]) -> int:
        self._has_content = True
        if child[3]:
            self._value_complete = True
        elif not (bare_tag_name(child[1]) in CALL_TAG_NAMES and child[2]):
            self._child = f"</{child[1]}>"
            self._child_is_json = None if child[1] in ARGUMENT_TAGS else False
        return child.end()

    def _close_child(self, position: int) -> int:
        if not self._child.startswith("</"):
            end, self._child = position + len(self._child), ""
            return end
        end = position + len(self._child)
        self._child, self._child_is_json, self._depth = "", False, 0
        self._value_complete = True
        return end

    def _advance_in_text(self, text: str, position: int, limit: int, final: bool) -> int:
        """Read on within a child tag that contains text. Raises `_MoreTextNeeded`."""
        bracket = text.find("<", position, limit)
        if bracket != position:
            return bracket if bracket > 0 else limit
        closing = self._child
        candidate = text[position : position + len(closing)]
        if candidate == closing:
            return self._close_child(position)
        if not final and position + len(candidate) == len(text) and closing.startswith(candidate):
            raise _MoreTextNeeded
        return position + 1


def _without_cut_tag(body: str, tags: Iterable[str]) -> str:
    """Return *body* without an incomplete tag of *tags* at its end."""
    for tag in tags:
        for length in range(len(tag) - 1, 0, -1):
            if body.endswith(tag[:length]):
                return body[:-length]
    return body


# Which tags are significant:
#
# * A call's opening tag is significant at the start of a line or after white space, if a body can begin after it; not
#   in fenced code, inline code, reasoning, or a line quoted with `>`, because those quote other text.
# * A reasoning block's opening tag is significant if only white space, reasoning or a call is before it on its line;
#   elsewhere it is part of a text about the tag. Blocks nest by the same rule; one that is not closed extends to the
#   end. A second opening tag before any reasoning was written by the template or the model, and is ignored.
# * A reasoning block's closing tag without an opening one is removed at the start of a line, and once directly after a
#   word. All text before it was reasoning, but has been emitted already as text and cannot be withdrawn.
# * A repeated closing tag after a call, with at most white space between, is removed.
# * Inline code is recognized only once it is closed. A tag after backticks that may open it is held back until they are
#   closed, or their paragraph ends (blank line, heading, list item, fence) without a closing run.


class TextScanner:
    """Reads one answer, fed in chunks of any size."""

    def __init__(self, whole_answer: WholeAnswer | None = None) -> None:
        """*whole_answer* recognizes answers that are calls without tags; None if these are not allowed."""
        self._output = SegmentBuffer()
        self._whole_answer = whole_answer
        self._later_answer = whole_answer
        """The same for an answer after reasoning."""
        self._prose = ProseScanner(self._output)
        self._thinking: ThoughtScanner | None = None
        self._call: CallBody | None = None
        self._header: HarmonyHeader | None = None
        self._discarding = False
        """True once a call was too long: the rest of it is ignored."""
        self._in_prose = True
        """The next text is neither in a call nor in reasoning."""

    def feed(self, text: str) -> list[ScannedSegment]:
        """Add text; return the segments that are certain now."""
        if not text:
            return []
        if self._whole_answer is not None and self._whole_answer.is_buffering:
            self._whole_answer.add(text)
            return []
        if self._in_prose and self._whole_answer is None and self._prose.accept_plain(text):
            return [ProseText(text)]
        self._prose.add(text)
        self._run(final=False)
        self._in_prose = not (self._call or self._thinking or self._header or self._discarding)
        return self._output.drain()

    def finish(self) -> list[ScannedSegment]:
        """Return what was held back, at the end of the text."""
        self._finish_whole_answer()
        self._later_answer = None
        self._run(final=True)
        if self._call is not None:
            self._output.add(self._call.block())
            self._call = None
        return self._output.drain()

    def _finish_whole_answer(self) -> None:
        whole_answer, self._whole_answer = self._whole_answer, None
        if whole_answer is None or not whole_answer.is_buffering:
            return
        block = whole_answer.block()
        if block is None:
            self._prose.add(whole_answer.text())
        else:
            self._output.add(CallOpened(block.frame))
            self._output.add(block)

    def _run(self, final: bool) -> None:
        prose = self._prose
        while True:
            if self._discarding:
                prose.flush()
                return
            if self._call is not None:
                has_advanced = self._read_call(self._call, final)
            elif self._header is not None:
                has_advanced = self._read_header(self._header, final)
            elif self._thinking is not None:
                has_advanced = self._read_thought(self._thinking, final)
            elif self._whole_answer is not None and self._may_be_whole_call(self._whole_answer, final):
                return
            else:
                tag = prose.read(final)
                has_advanced = tag is not None
                if tag is not None:
                    self._enter(tag)
            if not has_advanced:
                return

    def _may_be_whole_call(self, whole_answer: WholeAnswer, final: bool) -> bool:
        """Return whether text is held back because the whole answer is, or may become, a call."""
        prose = self._prose
        if prose.context.has_text:
            self._whole_answer = None
            return False
        unread_text = prose.text[prose.position :]
        begins = whole_answer.begins(unread_text)
        if begins:
            whole_answer.add(unread_text)
            prose.position = len(prose.text)
            return True
        return begins is None and not final

    def _enter(self, tag: CallTag) -> None:
        if tag.kind == "call" and tag.frame is not None:
            self._call = CallBody(tag.frame)
            self._whole_answer = self._later_answer = None
            self._output.add(CallOpened(tag.frame.name))
        elif tag.kind == "think" and tag.thought is not None:
            self._thinking = ThoughtScanner(tag.thought, self._output)
        elif tag.kind == "think_end":
            self._whole_answer, self._prose.context.has_text = self._later_answer, False
        elif tag.kind == "harmony":
            self._header = HarmonyHeader(tag.text)

    def _read_call(self, call: CallBody, final: bool) -> bool:
        """Continue with *call*; return whether it ended."""
        prose = self._prose
        prose.position = call.read(prose.text, prose.position, final)
        if not call.end_reason:
            return False
        prose.position += call.tag_length
        self._output.add(call.block())
        self._call = None
        self._discarding = call.end_reason == "too long"
        prose.restart(after_call=call.end_reason == "closed")
        return True

    def _read_thought(self, thought: ThoughtScanner, final: bool) -> bool:
        """Continue with *thought*; return whether it ended."""
        prose = self._prose
        prose.position = thought.read(prose.text, prose.position, final)
        if not thought.ended:
            return False
        self._thinking = None
        prose.restart(after_thought=True)
        return True

    def _read_header(self, header: HarmonyHeader, final: bool) -> bool:
        """Continue with the *header* of a gpt-oss message; return whether it has ended."""
        prose = self._prose
        prose.position = header.read(prose.text, prose.position, final)
        if not header.ended:
            return False
        self._header = None
        match header.channel:
            case "thought":
                self._thinking = ThoughtScanner(HARMONY_THOUGHT, self._output)
            case "call":
                self._call = CallBody(HARMONY, header.text, header.recipient)
                self._output.add(CallOpened(HARMONY.name))
            case "text":
                prose.restart(after_thought=True)
        return True
