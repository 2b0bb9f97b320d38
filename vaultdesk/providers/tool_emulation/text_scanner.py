"""Incremental scanner that splits a model's text into prose, thoughts and tool calls."""

import re
from typing import Literal

from vaultdesk.providers.call_accumulator import MAX_CHARACTERS
from vaultdesk.providers.tool_emulation.call_tags import (
    CALL_TAGS,
    CallBlock,
    CallOpened,
    CallTag,
    PieceBuffer,
    ProseText,
    ScannedPiece,
    TagFrame,
    possible_tags,
    starts_body,
    tag_at,
)
from vaultdesk.providers.tool_emulation.prose_scanner import ProseScanner

_TAG_START = re.compile(r"<(?=[/tr]|\Z)")


class ThoughtScanner:
    """One think block, read from behind its opening tag on."""

    def __init__(self, name: str, output: PieceBuffer) -> None:
        self.ended = False
        self._name = name
        self._output = output
        self._depth = 1
        self._only_space_before = True
        """Only white space is before this place on its line."""
        self._empty = True
        """Nothing but white space was thought so far."""

    def read(self, text: str, position: int, final: bool) -> int:
        """Take *text* from *position* on; return where the block ends, or where more text must tell."""
        while position < len(text) and not self.ended:
            found = _TAG_START.search(text, position)
            start = found.start() if found else len(text)
            self._consume(text[position:start])
            position = start
            if found is None:
                break
            tag = tag_at(text, position)
            if tag is None:
                if not final and any(self._is_significant(begun) for begun in possible_tags(text, position)):
                    break
                self._consume("<")
                position += 1
            elif not self._is_significant(tag):
                self._consume(tag.text)
                position += len(tag.text)
            else:
                self._count_tag(tag)
                position += len(tag.text)
        return position

    def _is_significant(self, tag: CallTag) -> bool:
        return tag.name == self._name and (tag.kind == "think_end" or (tag.kind == "think" and self._only_space_before))

    def _count_tag(self, tag: CallTag) -> None:
        if tag.kind == "think_end":
            self._depth -= 1
            self.ended = not self._depth
        else:
            self._depth += not self._empty

    def _consume(self, text: str) -> None:
        if not text:
            return
        self._output.add_thinking(text)
        *_, last = text.rpartition("\n")
        blank = not last or last.isspace()
        self._only_space_before = blank and (self._only_space_before or "\n" in text)
        self._empty = self._empty and text.isspace()


# A closing tag counts only outside JSON strings, and outside a child tag with text in it: a note that is written by a
# call may hold any tag. A body that never closes goes on to the text's end, as it may be any model's honest mistake.

ARGUMENT_TAGS = ("args", "arguments", "parameters")
"""Child tags that may hold JSON, where a tag in a string is none."""

_MARK = re.compile(r'["{}\[\]<]')
_STRING_MARK = re.compile(r'["\\]')
_SPACE = re.compile(r"\s*+")
CHILD_TAG = re.compile(r"<([A-Za-z_][\w.-]{0,63})(=[^<>\n]{0,100})?(\s{0,8}/)?>")
"""An opening child tag: its name, what is given to it behind `=`, and the `/` of one without a text."""

_CHILD_BEGINNING = re.compile(r"<(?:[A-Za-z_][\w.-]{0,63}(?:=[^<>\n]{0,100})?(?:\s{0,8}/?)?)?")
_LONGEST_CHILD = 200
"""Characters an opening child tag has at most, by its pattern."""


class CallBody:
    """The body of one call, read from behind its opening tag on."""

    def __init__(self, frame: TagFrame) -> None:
        self.end_reason: Literal["", "closed", "next", "too long"] = ""
        """How it ended: by its tag, by the next call's opening tag, or by its size."""
        self._frame = frame
        self._opening, self._closing = CALL_TAGS[frame]
        self._parts: list[str] = []
        self._size = 0
        self._depth = 0
        self._in_string = False
        self._escaped = False
        self._child = ""
        """The name of the child tag that is open."""
        self._child_is_json: bool | None = False
        """None where its first character must tell."""
        self._has_content = False
        """There is more than white space and repeated opening tags."""
        self._value_complete = False
        """Something in it is complete: a value, or a child tag."""

    def read(self, text: str, position: int, final: bool) -> int:
        """Take *text* from *position* on; return where the body ends, or where more text must tell."""
        cap = min(len(text), position + MAX_CHARACTERS + 1 - self._size)
        begin = position
        while position < cap and not self.end_reason:
            after = self._advance(text, position, cap, final)
            if after < 0:
                break
            position = after
        position = min(position, cap)
        self._parts.append(text[begin:position])
        self._size += position - begin
        if not self.end_reason and self._size > MAX_CHARACTERS:
            self.end_reason = "too long"
        return position

    @property
    def tag_length(self) -> int:
        """Characters of the tag that closed it."""
        return len(self._closing) if self.end_reason == "closed" else 0

    def block(self) -> CallBlock:
        """Return the whole block, as far as it came."""
        body = "".join(self._parts)
        closed = self.end_reason == "closed"
        return CallBlock(self._frame, body, f"{self._opening}{body}{self._closing if closed else ''}", closed)

    def _advance(self, text: str, position: int, cap: int, final: bool) -> int:
        """Return where to go on; -1 where more text must tell."""
        if self._in_string:
            return self._advance_in_string(text, position, cap)
        if self._child_is_json is None:
            found = _SPACE.match(text, position, cap)
            position = found.end() if found else position
            if position < cap:
                self._child_is_json = text[position] in "{["
            return position
        if self._child and not self._child_is_json:
            return self._advance_in_text(text, position, cap, final)
        mark = _MARK.search(text, position, cap)
        if mark is None or mark.start() > position:
            return mark.start() if mark else cap
        if mark[0] == self._closing[0] or mark[0] == "<":
            after = self._read_tag(text, position, final)
            if after:
                return after
        match mark[0]:
            case '"':
                self._in_string = self._depth > 0
            case "{" | "[":
                self._depth += 1
                self._has_content = True
            case "}" | "]":
                self._depth = max(0, self._depth - 1)
                self._value_complete = self._value_complete or not self._depth
        return position + 1

    def _advance_in_string(self, text: str, position: int, cap: int) -> int:
        if self._escaped:
            self._escaped = False
            return position + 1
        mark = _STRING_MARK.search(text, position, cap)
        if mark is None:
            return cap
        self._escaped = mark[0] == "\\"
        self._in_string = self._escaped
        return mark.end()

    def _read_tag(self, text: str, position: int, final: bool) -> int:
        """Take the tag at *position*; return where to go on, 0 where none is there, -1 where more text must tell."""
        if text.startswith(self._closing, position):
            self.end_reason = "closed"
            return position or -1
        outside = not self._depth and not self._child
        if outside and text.startswith(self._opening, position):
            if not self._has_content:
                return position + len(self._opening)
            begins = self._value_complete and starts_body(text, position + len(self._opening), self._frame)
            if begins:
                self.end_reason = "next"
                return position or -1
            if begins is None and not final:
                return -1
        if outside and (child := CHILD_TAG.match(text, position)):
            return self._open_child(child)
        if self._child and text.startswith(f"</{self._child}>", position):
            return self._close_child(position)
        if not final and self._may_become_tag(text[position : position + _LONGEST_CHILD], position, len(text)):
            return -1
        return 0

    def _may_become_tag(self, rest: str, position: int, end: int) -> bool:
        if position + len(rest) < end:
            return False
        tags = (self._closing, f"</{self._child}>" if self._child else self._opening)
        outside = not self._depth and not self._child
        return any(tag.startswith(rest) for tag in tags) or (outside and _CHILD_BEGINNING.fullmatch(rest) is not None)

    def _open_child(self, child: re.Match[str]) -> int:
        self._has_content = True
        if child[3]:
            self._value_complete = True
        elif not (child[1] == "function" and child[2]):
            self._child = child[1]
            self._child_is_json = None if child[1] in ARGUMENT_TAGS else False
        return child.end()

    def _close_child(self, position: int) -> int:
        after = position + len(self._child) + len("</>")
        self._child, self._child_is_json, self._depth = "", False, 0
        self._value_complete = True
        return after

    def _advance_in_text(self, text: str, position: int, cap: int, final: bool) -> int:
        """Go on within a child tag that holds text."""
        bracket = text.find("<", position, cap)
        if bracket != position:
            return bracket if bracket > 0 else cap
        closing = f"</{self._child}>"
        rest = text[position : position + len(closing)]
        if rest == closing:
            return self._close_child(position)
        undecided = not final and position + len(rest) == len(text) and closing.startswith(rest)
        return -1 if undecided else position + 1


# What counts as what:
#
# * A call's opening tag counts at the start of a line or behind white space, where a body can begin behind it; not in
#   fenced code, inline code, a thought, or a line quoted with `>`, as those show what somebody else wrote.
# * A thought's opening tag counts where only white space is before it on its line, or a thought or a call. In the
# middle
#   of a line somebody writes about the tag. Thoughts nest by the same rule; one that never closes lasts to the end. A
# tag
#   that opens a thought again before a word was thought is the template's and the model's own in a row: it counts once.
# * A thought's closing tag without an opening one is taken away at the start of a line, and once right behind a word.
# All
#   before it was thought, but it has gone out already as text and nothing can call it back.
# * A call's closing tag behind a call, with white space between at most, is a stammer and taken away.
# * Inline code counts only once it is closed. A tag behind backticks that may open some is held back until they are
#   closed, or their paragraph is over (blank line, heading, list item, fence) and they were none.


class TextScanner:
    """Reads one answer, fed in any pieces."""

    def __init__(self) -> None:
        self._output = PieceBuffer()
        self._prose = ProseScanner(self._output)
        self._thinking: ThoughtScanner | None = None
        self._call: CallBody | None = None
        self._discarding = False
        """True once a call was too long: what follows is its rest, in which nothing may count."""
        self._in_prose = True
        """What comes next is neither within a call nor a thought."""

    def feed(self, text: str) -> list[ScannedPiece]:
        """Take the next of the text; return what it makes certain."""
        if not text:
            return []
        if self._in_prose and self._prose.accept_plain(text):
            return [ProseText(text)]
        self._prose.add(text)
        self._run(final=False)
        self._in_prose = self._call is None and self._thinking is None and not self._discarding
        return self._output.drain()

    def finish(self) -> list[ScannedPiece]:
        """Return what was held back; the text is over."""
        self._run(final=True)
        if self._call is not None:
            self._output.add(self._call.block())
            self._call = None
        return self._output.drain()

    def _run(self, final: bool) -> None:
        prose = self._prose
        while True:
            if self._discarding:
                prose.flush()
                return
            if self._call is not None:
                going_on = self._read_call(self._call, final)
            elif self._thinking is not None:
                going_on = self._read_thought(self._thinking, final)
            else:
                tag = prose.read(final)
                going_on = tag is not None
                if tag is not None:
                    self._enter(tag)
            if not going_on:
                return

    def _enter(self, tag: CallTag) -> None:
        if tag.kind == "call":
            self._call = CallBody(tag.frame)
            self._output.add(CallOpened(tag.frame))
        elif tag.kind == "think":
            self._thinking = ThoughtScanner(tag.name, self._output)

    def _read_call(self, call: CallBody, final: bool) -> bool:
        """Go on with *call*; tell whether it ended."""
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
        """Go on with *thought*; tell whether it ended."""
        prose = self._prose
        prose.position = thought.read(prose.text, prose.position, final)
        if not thought.ended:
            return False
        self._thinking = None
        prose.restart(after_thought=True)
        return True
