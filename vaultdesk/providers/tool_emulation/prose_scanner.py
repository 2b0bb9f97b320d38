"""Incremental scanner for the Markdown outside calls and reasoning, with its code, up to the next significant tag."""

import re
from bisect import bisect_left
from typing import Literal, NamedTuple

from msgspec import Struct

from vaultdesk.providers.tool_emulation.dialects import (
    ALL_TAGS,
    STRIKE,
    CallTag,
    LoneThoughtEnd,
    SegmentBuffer,
    is_token_beginning,
    possible_tags,
    starts_body,
    tag_at,
    tag_start,
)

MAX_LINE_HEAD = 200
"""Maximum number of characters of the beginning of a line; after more of them nothing is a fence."""

TAB_WIDTH = 4
"""Columns between tab stops (CommonMark)."""

MAX_INDENT = 3
"""Number of columns a fence, a heading or a list mark may be indented relative to its container (CommonMark)."""

_HEAD = re.compile(r"([ \t\r]*+)((?:(?:>|(?:[-*+]|[0-9]{1,9}[.)])[ \t])[ \t\r]*+)*+)")
_UNDECIDED = re.compile(r"(?:[-*+]|[0-9]{1,9}[.)]?|#{1,6}|~{1,2})?")
_HEADING = re.compile(r"#{1,6}(?=[ \t\r\n]|\Z)")
_ITEM = re.compile(r"[-*+]|1[.)]")


class LineHead(Struct, frozen=True):
    """The beginning of a line."""

    end: int
    """Offset of the line's first word."""
    leading_space: int
    """Columns of white space before the first mark."""
    width: int
    """Columns of the whole beginning."""
    content_column: int
    """Columns from the last quote mark, or the line's start, to the text of its list item."""
    space_after_mark: int
    """Columns of white space after the last mark; `leading_space` if there is no mark."""
    quoted: bool
    marked: bool
    """It includes a list mark."""
    first: str
    """The first character after it; a line end or empty in a blank line."""
    blank: bool
    heading: bool
    interrupts: bool
    """No paragraph of the line before continues in this one: it is blank, a heading or a new list item."""


def line_head(text: str, position: int, final: bool) -> LineHead | None:
    """Return the beginning of the line at *position*; None if more text is needed. *final*: no text follows."""
    match = _HEAD.match(text, position, position + MAX_LINE_HEAD)
    assert match is not None
    end = match.end()
    if not final and end - position < MAX_LINE_HEAD and _UNDECIDED.fullmatch(text, end):
        return None
    marks = match[2]
    leading_space = len(match[1].expandtabs(TAB_WIDTH))
    stripped_marks = marks.rstrip(" \t\r")
    space_after_mark = len(marks[len(stripped_marks) + 1 :].expandtabs(TAB_WIDTH)) if marks else leading_space
    first = text[end : end + 1]
    shallow = leading_space <= MAX_INDENT
    blank = first in ("", "\n")
    heading = shallow and _HEADING.match(text, end) is not None
    return LineHead(
        end=end,
        leading_space=leading_space,
        width=len(match[0].expandtabs(TAB_WIDTH)),
        content_column=len(match[0].rpartition(">")[2].expandtabs(TAB_WIDTH)) - space_after_mark,
        space_after_mark=space_after_mark,
        quoted=">" in marks,
        marked=stripped_marks.strip("> \t\r") != "",
        first=first,
        blank=blank,
        heading=heading,
        interrupts=blank or heading or (shallow and _ITEM.match(marks) is not None),
    )


# A fenced block ends as in CommonMark: with a line of at least as many of the same marks only, indented at most three
# columns more than its list item, or where the quote around it ends. One rule is stricter: leaving a list item does not
# end it. Models indent carelessly, and code taken for text could run calls, while text taken for code cannot.

_BLANKS = re.compile(r"[ \t\r]*+")
_QUOTE_HEAD = re.compile(r"[ \t\r>]*+")


class FencedCode:
    """One fenced code block, read from its first mark on. *indent*: columns of its list item."""

    def __init__(self, mark: str, indent: int, quoted: bool) -> None:
        self.ended = False
        self._mark = mark
        self._marks = re.compile(re.escape(mark) + "*+")
        self._max_indent = indent + MAX_INDENT
        self._quoted = quoted
        self._phase: Literal["opening", "line", "head", "closing", "tail"] = "opening"
        self._length = 0
        """Number of marks of the opening line."""
        self._count = 0
        """Number of marks of a line that may close it."""
        self._column = 0
        """Columns of white space at the beginning of a line, since its last quote mark."""
        self._in_quote = False
        """The beginning of the line has a quote mark."""

    def read(self, text: str, position: int) -> int:
        """Read *text* from *position* on; return where the code or the text ends."""
        while position < len(text) and not self.ended:
            position = self._step(text, position)
        return position

    def _step(self, text: str, position: int) -> int:
        match self._phase:
            case "opening":
                end = self._marks_end(text, position)
                self._length += end - position
                if end < len(text):
                    self._phase = "line"
                return end
            case "line":
                end = text.find("\n", position) + 1
                if end:
                    self._phase, self._column, self._in_quote = "head", 0, False
                return end or len(text)
            case "head":
                return self._read_head(text, position)
            case "closing":
                end = self._marks_end(text, position)
                self._count += end - position
                if end < len(text):
                    self._phase = "tail" if self._count >= self._length else "line"
                return end
            case "tail":
                return self._read_tail(text, position)

    def _read_head(self, text: str, position: int) -> int:
        match = (_QUOTE_HEAD if self._quoted else _BLANKS).match(text, position)
        end = match.end() if match else position
        _, mark, blanks = text[position:end].rpartition(">")
        if mark:
            self._in_quote, self._column = True, 0
        tab_offset = self._column % TAB_WIDTH
        self._column += len((" " * tab_offset + blanks).expandtabs(TAB_WIDTH)) - tab_offset
        if end == len(text):
            return end
        if self._quoted and not self._in_quote:
            self.ended = True
        elif text[end] == self._mark and self._column <= self._max_indent:
            self._phase, self._count = "closing", 0
        else:
            self._phase = "line"
        return end

    def _read_tail(self, text: str, position: int) -> int:
        match = _BLANKS.match(text, position)
        end = match.end() if match else position
        if end == len(text):
            return end
        if text[end] == "\n":
            self.ended = True
            return end + 1
        self._phase = "line"
        return end

    def _marks_end(self, text: str, position: int) -> int:
        match = self._marks.match(text, position)
        return match.end() if match else position


# A run of backticks opens code only if one of the same length follows in its paragraph (CommonMark). Until then it is
# undecided whether the text after it is code, so `PendingInlineCode` stores that text to read it again as prose.

BACKTICKS = re.compile(r"`++")


class ReplayedText(NamedTuple):
    """Text that is read again because a run of backticks did not open code."""

    text: str
    start: int
    """Offset of the run."""
    end: int
    """Offset up to which it is certain that nothing is code."""
    emitted: int
    """Offset up to which it was emitted before."""


class PendingInlineCode:
    """A run of backticks that may have opened code, and the text after it so far."""

    def __init__(self, start: int, *, quoted: bool = False) -> None:
        self.quoted = quoted
        """Whether the line in which it began is quoted."""
        self.length = 0
        """Number of backticks of the run that may have opened it; 0 while that run may still grow."""
        self._earlier: list[str] = []
        self._earlier_size = 0
        self._start = start
        """Its offset in the current text; 0 if it began in an earlier one."""
        self._hold = -1
        """Number of its characters emitted before the rest was first held back; -1 if none is."""

    @property
    def is_holding(self) -> bool:
        """Whether part of it is held back, because it would be a tag if this is not code."""
        return self._hold >= 0

    def hold(self, position: int) -> None:
        """Hold back the text from *position* on."""
        if self._hold < 0:
            self._hold = self._earlier_size + position - self._start

    def carry(self, text: str, position: int) -> None:
        """Store the current *text* up to *position*, where the next one begins."""
        self._earlier.append(text[self._start : position])
        self._earlier_size += position - self._start
        self._start = 0

    def held_text(self, text: str, position: int) -> str:
        """Return the text held back up to *position*."""
        return self._text_to(text, position)[self._hold :] if self.is_holding else ""

    def replay(self, text: str, position: int) -> ReplayedText:
        """Return the text to read again from the run on, now that it is not code up to *position*."""
        if self._earlier_size:
            full_text = self._text_to(text, position)
            return ReplayedText(full_text + text[position:], 0, len(full_text), self._hold)
        return ReplayedText(text, self._start, position, self._start + self._hold)

    def _text_to(self, text: str, position: int) -> str:
        return "".join(self._earlier) + text[self._start : position]


class BacktickRuns:
    """The runs of backticks in a complete text."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._runs: dict[int, list[int]] = {}
        for run in BACKTICKS.finditer(text, start, end):
            self._runs.setdefault(run.end() - run.start(), []).append(run.start())

    def code_end(self, length: int, position: int) -> int:
        """Return the end of the code opened by a run of *length*, whose text begins at *position*; 0 for no code."""
        runs = self._runs.get(length, [])
        index = bisect_left(runs, position)
        return runs[index] + length if index < len(runs) else 0


LINE_OR_TICK = re.compile(r"[\n`]")
TAG_START = re.compile(tag_start(ALL_TAGS))
"""Matches possible beginnings of a tag; at the end of a text any bracket."""


class PendingFenceLine:
    """A line that may open a fence, read only when it is complete. *silent*: none of it may be emitted."""

    def __init__(self, line: str, emitted: int, output: SegmentBuffer, *, silent: bool) -> None:
        self.emitted = emitted
        """Number of its characters that were emitted."""
        self._parts: list[str] = []
        self._output = output
        self._silent = silent
        self._in_run = line.endswith("`")
        """Whether the run of backticks at its beginning may still grow."""
        self._store(line, emitted)

    def add(self, text: str) -> bool:
        """Add text; return whether it can be read now."""
        readable = bool(text.strip("`")) if self._in_run else LINE_OR_TICK.search(text) is not None
        # Text that can be read now is emitted when it is read.
        self._store(text, len(text) if readable else 0)
        return readable

    def text(self) -> str:
        """Return the whole text."""
        return "".join(self._parts)

    def _store(self, text: str, offset: int) -> None:
        """Store *text*, and emit it from *offset* on as far as it cannot be a tag."""
        self._parts.append(text)
        if self._silent or offset == len(text):
            return
        start = TAG_START.search(text, offset)
        self._silent = start is not None
        end = start.start() if start else len(text)
        self._output.add_text(text[offset:end])
        self.emitted += end - offset


class BlockContext(Struct):
    """The Markdown block at a position, as far as it decides what is code."""

    heading: bool = False
    in_paragraph: bool = False
    """The line is text that the next one may continue."""
    in_indented_code: bool = False
    """Backticks have no meaning in this line."""
    list_indent: int = 0
    """Columns by which the text of a list item before the next line is indented."""

    def may_be_fence(self, head: LineHead) -> bool:
        """Whether the line with *head* begins with a mark of fences, and not too far to the right."""
        max_indent = MAX_INDENT if head.marked or head.quoted else MAX_INDENT + self.list_indent
        return head.first in ("`", "~") and head.space_after_mark <= max_indent

    def begin_line(self, head: LineHead, *, fence: bool) -> None:
        """Continue with the line with *head*, which may open a *fence*."""
        container_indent = 0 if head.marked or head.quoted else self.list_indent
        continues_paragraph = self.in_paragraph and not (head.marked and head.interrupts)
        self.in_indented_code = not continues_paragraph and head.space_after_mark > container_indent + MAX_INDENT
        self.in_paragraph = not (fence or head.heading or self.in_indented_code or head.blank)
        if head.blank:
            return
        if head.marked:
            self.list_indent = head.width
        elif head.leading_space < self.list_indent:
            self.list_indent = head.leading_space if head.leading_space >= _MIN_LIST_INDENT else 0


class TagContext(Struct):
    """The text before a position, as far as it decides whether a tag there is significant."""

    quoted: bool = False
    """The line is quoted."""
    only_space_before: bool = True
    """Only white space is before the position on its line."""
    after_space: bool = True
    """White space, or nothing, is directly before the position."""
    after_call: bool = False
    """Only white space is between a call and the position."""
    has_text: bool = False
    """Text other than white space was read."""
    thought_seen: bool = False
    """A reasoning tag occurred before."""
    strike_seen: bool = False
    """The HTML tag `<s>` occurred before."""
    answer_open: bool = False
    """A tag around the answer is open."""

    def begin_line(self) -> None:
        """Continue at the start of a line."""
        self.only_space_before = self.after_space = True

    def add_text(self, text: str) -> None:
        """Continue after *text*, which is not empty."""
        self.after_space = text[-1].isspace()
        if not text.isspace():
            self.only_space_before = self.after_call = False
            self.has_text = True

    def add_mentioned(self, tag: CallTag) -> None:
        """Continue after *tag*, which is part of a text about it: then so is the other tag of its pair."""
        self.thought_seen = self.thought_seen or tag.kind == "think"
        self.strike_seen = self.strike_seen or tag.kind == "strike"

    def may_change(self, tag: CallTag) -> bool:
        """Whether *tag* is significant, or decides whether a later one is."""
        return self.is_significant(tag) or (tag.kind == "think" and not self.thought_seen) or tag.kind == "strike"

    def is_significant(self, tag: CallTag) -> bool:
        """Whether *tag* is significant at the position, unless that is code."""
        if self.quoted:
            return False
        match tag.kind:
            case "call":
                return tag.is_token or self.after_space
            case "call_end":
                return self.after_call
            case "think":
                return tag.is_token or self.only_space_before
            case "think_end":
                return tag.is_token or self.only_space_before or not (self.after_space or self.thought_seen)
            case "control":
                return tag.text != STRIKE[1] or not self.strike_seen
            case "harmony":
                return True
            case "answer":
                return self.thought_seen and self.only_space_before and not self.has_text
            case "answer_end":
                return self.answer_open
            case "strike":
                return False


# All text that was read has been emitted, with two exceptions: the beginning of what may be a tag, and a tag in what
# may be inline code. A line that may open a fence is read only when it is complete, although its text is emitted
# before.

_MARK = re.compile(rf"[`\\\n]|{TAG_START.pattern}")
_MARK_IN_CODE = re.compile(rf"[`\n]|{TAG_START.pattern}")
_MIN_FENCE = 3
_MIN_LIST_INDENT = 2
"""Minimum number of columns the text of a list item is indented by."""

ReadStep = CallTag | Literal["read", "incomplete"]
"""What was read: a tag, or text; `incomplete`: nothing, because more text is needed."""


class ProseScanner:
    """Scanner of prose: text with a read position, which other scanners move after reading parts of it."""

    def __init__(self, output: SegmentBuffer) -> None:
        self.text = ""
        self.position = 0
        self.context = TagContext()
        self._output = output
        self._emitted = 0
        """Offset up to which the text was emitted; it may be after `position`."""
        self._at_line_head = True
        self._block = BlockContext()
        self._fence: FencedCode | None = None
        self._pending_line: PendingFenceLine | None = None
        self._code: PendingInlineCode | None = None
        self._backtick_run = 0
        """Number of backticks of a run that may still grow."""
        self._escaped = False
        self._known_runs: BacktickRuns | None = None
        """The runs of backticks up to `_known_end`, in text that is read again."""
        self._known_end = 0

    def add(self, text: str) -> None:
        """Add *text* to the text to read."""
        if self._pending_line is not None:
            if self._pending_line.add(text):
                self._release_line(self._pending_line)
            return
        if self._code is not None:
            self._code.carry(self.text, self.position)
        self._emitted = max(0, self._emitted - self.position)
        self._known_runs, self._known_end = None, max(0, self._known_end - self.position)
        self.text = self.text[self.position :] + text
        self.position = 0

    def accept_plain(self, text: str) -> bool:
        """Read *text* at once if nothing is open and nothing can begin in it, as in most chunks of most answers."""
        if self._at_line_head or self._code is not None or self._fence is not None or self._pending_line is not None:
            return False
        if self._escaped or self.position < len(self.text) or _MARK.search(text):
            return False
        self.context.add_text(text)
        return True

    def restart(self, *, after_call: bool = False, after_thought: bool = False) -> None:
        """Continue after text read by another scanner, as at the start of a line."""
        self._begin_line()
        self._block = BlockContext(list_indent=self._block.list_indent)
        self.context.quoted = False
        self.context.after_call = after_call
        self.context.thought_seen = self.context.thought_seen or after_thought

    def flush(self) -> None:
        """Emit the rest of the text unchanged."""
        self._consume(len(self.text))

    def read(self, final: bool) -> CallTag | None:
        """Read on; return the tag of a call or reasoning that begins at `position`. *final*: no text follows."""
        if final and self._pending_line is not None:
            self._release_line(self._pending_line)
        while True:
            if self.position < len(self.text):
                step = self._step(final)
                if isinstance(step, CallTag):
                    return step
                if step == "incomplete":
                    return None
            elif final and self._code is not None:
                if self._backtick_run:
                    self._end_run()
                else:
                    self._end_paragraph()
            else:
                return None

    def _step(self, final: bool) -> ReadStep:
        if self._fence is not None:
            self._read_fence(self._fence)
        elif self._at_line_head:
            return self._read_line_head(final)
        elif self._backtick_run and self.text[self.position] != "`":
            self._end_run()
        elif self._escaped:
            self._escaped = False
            if self.text[self.position] != "\n":
                self._consume(self.position + 1)
        else:
            return self._read_inline(final)
        return "read"

    def _read_fence(self, fence: FencedCode) -> None:
        self._consume(fence.read(self.text, self.position))
        if fence.ended:
            self._fence = None
            self._block.in_paragraph = False
            self._begin_line()

    def _begin_line(self) -> None:
        self._at_line_head = True
        self.context.begin_line()

    def _read_line_head(self, final: bool) -> ReadStep:
        if self.text[self.position].isalpha():
            # Most lines; the same as below, without checks that cannot apply.
            self._at_line_head = self.context.quoted = False
            self._block = BlockContext(in_paragraph=True)
            return "read"
        is_replayed = self.position < self._known_end
        head = line_head(self.text, self.position, final or is_replayed)
        if head is None:
            if self._code is None or not self._code.is_holding:
                self._output.add_text(self.text[max(self.position, self._emitted) :])
                self._emitted = len(self.text)
            return "incomplete"
        fence = not is_replayed and self._opens_fence(head, final)
        if fence is None:
            self._hold_line()
            return "incomplete"
        if self._code is not None and (fence or head.interrupts):
            self._end_paragraph()
            return "read"
        self._at_line_head = False
        self.context.quoted, self._block.heading = head.quoted, head.heading
        if not is_replayed:
            self._block.begin_line(head, fence=fence)
        self._consume(head.end)
        if fence:
            self._fence = FencedCode(head.first, head.content_column or self._block.list_indent, head.quoted)
        return "read"

    def _opens_fence(self, head: LineHead, final: bool) -> bool | None:
        """Return whether the line with *head* opens a fence; None if its end is needed."""
        if not self._block.may_be_fence(head):
            return False
        if head.first == "~":
            return self.text.startswith("~~~", head.end)
        run = BACKTICKS.match(self.text, head.end)
        run_end = run.end() if run else head.end
        if run_end < len(self.text) or final:
            if run_end - head.end < _MIN_FENCE:
                return False
            # Backticks later in the line make it inline code.
            mark = LINE_OR_TICK.search(self.text, run_end)
            if mark is not None or final:
                return mark is None or mark[0] == "\n"
        return None

    def _hold_line(self) -> None:
        """Delay the line at `position` until its end."""
        silent = self._code is not None and self._code.is_holding
        emitted = max(0, self._emitted - self.position)
        self._pending_line = PendingFenceLine(self.text[self.position :], emitted, self._output, silent=silent)
        if self._code is not None:
            self._code.carry(self.text, self.position)
        self.text, self.position, self._emitted, self._known_end = "", 0, 0, 0

    def _release_line(self, line: PendingFenceLine) -> None:
        self.text, self.position, self._emitted = line.text(), 0, line.emitted
        self._pending_line = None

    def _read_inline(self, final: bool) -> ReadStep:
        mark = (_MARK if self._code is None else _MARK_IN_CODE).search(self.text, self.position)
        self._consume(mark.start() if mark else len(self.text))
        if mark is None:
            return "read"
        match mark[0]:
            case "`":
                self._read_run()
            case "\\":
                self._escaped = True
                self._consume(mark.end())
            case "\n":
                self._consume(mark.end())
                self._begin_line()
                if self._block.heading:
                    self._end_paragraph()
            case _:
                return self._read_tag(final)
        return "read"

    def _read_run(self) -> None:
        """Read the run of backticks at `position`, as far as available."""
        run = BACKTICKS.match(self.text, self.position)
        end = run.end() if run else self.position
        if self._block.in_indented_code:
            self._consume(end)
            return
        if self.position < self._known_end:
            self._known_runs = self._known_runs or BacktickRuns(self.text, self.position, self._known_end)
            self._consume(self._known_runs.code_end(end - self.position, end) or end)
            return
        if self._code is None:
            self._code = PendingInlineCode(self.position, quoted=self.context.quoted)
        self._backtick_run += end - self.position
        self._consume(end)

    def _end_run(self) -> None:
        length, self._backtick_run = self._backtick_run, 0
        code = self._code
        assert code is not None
        if not code.length:
            code.length = length
        elif code.length == length:
            self._output.add_text(code.held_text(self.text, self.position))
            self._emitted = max(self._emitted, self.position)
            self._code = None

    def _end_paragraph(self) -> None:
        """Treat the pending inline code as text, because its paragraph ends at `position`; read it again."""
        code, self._code = self._code, None
        if code is None or not code.is_holding:
            return
        replayed = code.replay(self.text, self.position)
        self.text = replayed.text
        self.position = replayed.start
        self._known_end = replayed.end
        self._emitted = replayed.emitted
        self._known_runs = None
        self._at_line_head = self._escaped = False
        self.context.quoted = code.quoted

    def _read_tag(self, final: bool) -> ReadStep:
        """Read a possible tag at `position`."""
        tag = tag_at(self.text, self.position)
        longer = possible_tags(self.text, self.position)
        if not final and (bool(tag and longer) or any(map(self.context.may_change, longer))):
            return "incomplete"
        if tag is None:
            is_cut_token = final and is_token_beginning(self.text, self.position)
            if is_cut_token and not self.context.quoted and self._code is None:
                self.position = len(self.text)
            else:
                self._consume(self.position + 1)
            return "read"
        end = self.position + len(tag.text)
        is_significant = self.context.is_significant(tag)
        begins = is_significant and self._begins_body(tag, end, final)
        if begins is None:
            return "incomplete"
        if not is_significant or not (begins or tag.is_token):
            self.context.add_mentioned(tag)
            self._consume(end)
            return "read"
        if self._code is not None:
            self._code.hold(self.position)
            self._consume(end)
            return "read"
        self.position = end
        return self._take_tag(tag, begins=begins)

    def _begins_body(self, tag: CallTag, end: int, final: bool) -> bool | None:
        """Return whether the body of a call follows at *end*; None if more text is needed. True for other tags."""
        begins = starts_body(self.text, end, tag.frame) if tag.kind == "call" and tag.frame is not None else True
        if begins is None and final:
            # A token near the end of the text, directly followed by part of a body, begins a call that was cut off.
            return tag.is_token and self.text[end : end + 1].strip() != ""
        return begins

    def _take_tag(self, tag: CallTag, *, begins: bool) -> ReadStep:
        """Remove *tag* from the text and act on it; *begins* is whether the body of a call follows."""
        match tag.kind:
            case "call" if not begins:
                pass  # A token without a call after it.
            case "call" | "think" | "harmony":
                return tag
            case "control" if not self.context.has_text:
                return tag
            case "answer":
                self.context.answer_open = True
                self.restart()
            case "answer_end":
                self.context.answer_open = False
            case "call_end":
                self.restart(after_call=True)
            case "think_end":
                if not self.context.thought_seen:
                    self._output.add(LoneThoughtEnd())
                self.restart(after_thought=True)
                return tag
        return "read"

    def _consume(self, end: int) -> None:
        """Read up to *end* as text, and emit it unless it is held back."""
        consumed = self.text[self.position : end]
        if not consumed:
            return
        if self._code is None or not self._code.is_holding:
            self._output.add_text(self.text[max(self.position, self._emitted) : end])
            self._emitted = max(self._emitted, end)
        self.context.add_text(consumed)
        self.position = end
