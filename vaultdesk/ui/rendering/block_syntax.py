"""Obsidian's block syntax as markdown-it rules (callouts, tasks, block ids, comments, math), with limits on depth and
length.

The limits protect against malicious text: excessive nesting becomes plain text, and a paragraph of a megabyte is split
before the inline rules, whose cost can grow faster than their input (vaultdesk/ui/rendering/README.md, "Long lines").
"""

import re
from bisect import bisect_right

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

DEPTH_LIMIT = 16
"""Levels of quotes and lists that are rendered as such; a level takes two or three levels of token nesting."""

PIECE_LIMIT = 4_000
"""Maximum number of characters of a paragraph passed to the inline rules and to one Qt layout. Both take more than
linear time.
"""

CALLOUT = re.compile(r"\[!([\w-]{1,40})\]([+-]?)[ \t]*")
TASK = re.compile(r"\[([^\[\]\n])\](?:[ \t]+|$)")
ANSWER_TASK = re.compile(r"\[([^\[\]\n0-9])\](?:[ \t]+|$)")
BLOCK_ID = re.compile(r"(?:^|[ \t])\^([A-Za-z0-9-]{1,100})$")
LONGEST_BLOCK_ID = 102
"""Maximum number of characters of a block id, with the space and the marker before it."""

LONGEST_FOOTNOTE_LABEL = 100
"""Maximum number of characters of a footnote label, with its markers and the spaces after it."""

FOOTNOTE_INDENT = 4
"""Indentation of the blocks of a footnote in columns."""

FOOTNOTE = re.compile(r"\[\^([^\]\s]{1,60})\]:[ \t]*")


def install(md: MarkdownIt, *, comments: bool) -> None:
    """Add the rules to *md*."""
    starts_anywhere: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    md.block.ruler.before("table", "depth_guard", depth_guard)
    md.block.ruler.before("fence", "math_block", math_block, starts_anywhere)
    md.block.ruler.before("reference", "footnote", footnote, starts_anywhere)
    if comments:
        md.block.ruler.before("fence", "comment_block", comment_block, starts_anywhere)
        md.block.ruler.before("fence", "html_comment_block", html_comment_block, starts_anywhere)
    md.disable("lheading")
    md.block.ruler.at("paragraph", paragraph)
    md.core.ruler.after("block", "obsidian", obsidian_blocks if comments else answer_blocks)
    md.core.ruler.after("obsidian", "pieces", cut_long_paragraphs)


def depth_guard(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Render everything beyond the depth limit as one plain paragraph, so that no text is lost."""
    if silent or state.level < DEPTH_LIMIT * 2:
        return False
    _push_literal(state, "paragraph", start, end, state.getLines(start, end, state.blkIndent, False).strip())
    return True


def paragraph(state: StateBlock, start: int, end: int, _silent: bool) -> bool:
    """Parse a paragraph, or an underlined heading, like the library's rule, but with one check for most lines."""
    rules = state.md.block.ruler.getRules("paragraph")
    parent, state.parentType = state.parentType, "paragraph"
    line, level = start + 1, 0
    while line < end and not state.isEmpty(line):
        # Lines that begin with a letter begin no block, except the head of a table.
        if not _first_character(state, line).isalpha() or _first_character(state, line + 1) in "|-:":
            indented = state.sCount[line] - state.blkIndent > 3
            level = 0 if indented or state.sCount[line] < state.blkIndent else _underline_level(state, line)
            if level:
                break
            if not indented and state.sCount[line] >= 0 and any(rule(state, line, end, True) for rule in rules):
                break
        line += 1
    state.parentType = parent
    content = state.getLines(start, line, state.blkIndent, False).strip()
    after = line + bool(level)
    kind, tag = ("heading", f"h{level}") if level else ("paragraph", "p")
    opened = state.push(f"{kind}_open", tag, 1)
    opened.map = [start, after]
    inline = state.push("inline", "", 0)
    inline.content, inline.map, inline.children = content, [start, line], []
    state.push(f"{kind}_close", tag, -1)
    state.line = after
    return True


def _first_character(state: StateBlock, line: int) -> str:
    place = state.bMarks[line] + state.tShift[line]
    return state.src[place : place + 1] or "\n"


def _underline_level(state: StateBlock, line: int) -> int:
    """Return the level of the heading that *line* underlines; 0 if it does not."""
    text = state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip(" \t")
    return 1 if not text.strip("=") else 2 if not text.strip("-") else 0


def math_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Parse `$$` to `$$` over several lines, shown as source; unclosed it extends to the end, like a fence."""
    first = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]].strip()
    if state.is_code_block(start) or not first.startswith("$$"):
        return False
    alone = len(first) > 4 and first.endswith("$$")
    if not alone and "$$" in first[2:]:
        return False
    if silent:
        return True
    line = start + 1
    while not alone and line < end:
        closes = state.src[state.bMarks[line] : state.eMarks[line]].rstrip().endswith("$$")
        line += 1
        if closes:
            alone = True
    token = state.push("fence", "code", 0)
    token.info = "math"
    token.markup = "$$"
    token.content = state.getLines(start, line, state.blkIndent, False).strip().removeprefix("$$").removesuffix("$$")
    token.content = token.content.strip("\n") + "\n"
    token.map = [start, line]
    token.meta = {"closed": alone}
    state.line = line
    return True


def comment_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Hide `%%` to `%%` over several lines, but not the text after the end on its line.

    Unclosed it stays visible, so that a single marker hides nothing.
    """
    first = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    if state.is_code_block(start) or not first.startswith("%%") or "%%" in first[2:]:
        return False
    close = state.src.find("%%", state.eMarks[start], state.eMarks[end - 1])
    if close < 0:
        return False
    if silent:
        return True
    line = bisect_right(state.bMarks, close, start, end) - 1
    rest = state.src[close + 2 : state.eMarks[line]]
    state.line = line + 1
    if rest.strip():
        # The rest of the line is parsed as if the line began with it.
        state.bMarks[line], state.tShift[line] = close + 2, len(rest) - len(rest.lstrip())
        state.sCount[line] = state.blkIndent
        state.line = line
    return True


def html_comment_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Hide `<!--` to `-->`, also over several lines; text after the end is shown. Unclosed it stays visible."""
    begin = state.bMarks[start] + state.tShift[start]
    if state.is_code_block(start) or not state.src.startswith("<!--", begin):
        return False
    # From the second character on, because `<!-->` is a complete comment.
    close = state.src.find("-->", begin + 2, state.eMarks[end - 1])
    if close < 0:
        return False
    line = start
    while state.eMarks[line] < close + 3:
        line += 1
        if state.sCount[line] < state.blkIndent and not state.isEmpty(line):
            return False
    rest = state.src[close + 3 : state.eMarks[line]].strip()
    if rest and line == start:
        return False  # the inline rule hides it within its paragraph
    if silent:
        return True
    state.line = line + 1
    if rest:
        _push_literal(state, "paragraph", line, line + 1, rest)
    return True


def footnote(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Parse `[^1]: text` and the blocks below it that are indented by four columns; shown at their position."""
    begin = state.bMarks[start] + state.tShift[start]
    found = FOOTNOTE.match(state.src[begin : min(state.eMarks[start], begin + LONGEST_FOOTNOTE_LABEL)])
    if state.is_code_block(start) or not found:
        return False
    if silent:
        return True
    opened = state.push("footnote_open", "", 1)
    opened.info = found[1]
    before = state.bMarks[start], state.tShift[start], state.sCount[start], state.blkIndent, state.parentType
    # The first line is treated as if it were indented like those below it.
    state.bMarks[start] = begin + found.end()
    state.tShift[start] = 0
    state.blkIndent += FOOTNOTE_INDENT
    state.sCount[start] = state.blkIndent
    state.parentType = "footnote"
    state.line = start
    state.md.block.tokenize(state, start, end)
    state.bMarks[start], state.tShift[start], state.sCount[start], state.blkIndent, state.parentType = before
    opened.map = [start, state.line]
    state.push("footnote_close", "", -1)
    return True


def _push_literal(state: StateBlock, kind: str, start: int, end: int, content: str) -> None:
    state.push(f"{kind}_open", "p", 1).map = [start, end]
    inline = state.push("inline", "", 0)
    inline.content, inline.map, inline.children = content, [start, end], []
    state.push(f"{kind}_close", "p", -1)
    state.line = end


def obsidian_blocks(state: StateCore) -> None:
    """Find callouts, tasks and block ids in the first or last words of paragraphs."""
    _blocks(state, TASK)


def answer_blocks(state: StateCore) -> None:
    """The same for a model's text, in which `- [1]` is the number of a source, not a task."""
    _blocks(state, ANSWER_TASK)


def _blocks(state: StateCore, task: re.Pattern[str]) -> None:
    tokens = state.tokens
    for index in range(len(tokens)):
        token = tokens[index]
        if token.type != "inline":
            continue
        before = tokens[index - 2] if index >= 2 else None
        if before is not None and tokens[index - 1].type == "paragraph_open":
            if before.type == "blockquote_open":
                _callout(before, token)
            elif before.type == "list_item_open" and (found := task.match(token.content)):
                before.meta = {"task": found[1]}
                token.content = token.content[found.end() :]
        if "^" in token.content:
            token.content, anchor = without_block_ids(token.content)
            if anchor:
                token.meta = {**token.meta, "anchor": anchor}


def without_block_ids(text: str) -> tuple[str, str]:
    """Return *text* without the ids at the ends of its lines, and the last of them. Those within `code` stay."""
    kept: list[str] = []
    anchor = ""
    ticks = 0
    for line in text.split("\n"):
        ticks += line.count("`")
        bare = line.rstrip(" \t")
        found = BLOCK_ID.search(bare, max(0, len(bare) - LONGEST_BLOCK_ID)) if ticks % 2 == 0 else None
        if found is None:
            kept.append(line)
            continue
        anchor = found[1]
        if before := bare[: found.start()].rstrip():
            kept.append(before)
    return "\n".join(kept), anchor


def _callout(quote: Token, inline: Token) -> None:
    first, newline, rest = inline.content.partition("\n")
    found = CALLOUT.match(first)
    if not found:
        return
    quote.meta = {"callout": found[1].lower()}
    title = first[found.end() :].strip() or found[1].replace("-", " ").capitalize()
    inline.content = rest if newline else ""
    inline.meta = {**inline.meta, "title": title}


def cut_long_paragraphs(state: StateCore) -> None:
    """Split one long inline token into several, at a space if there is one."""
    if not any(token.type == "inline" and len(token.content) > PIECE_LIMIT for token in state.tokens):
        return
    tokens: list[Token] = []
    for token in state.tokens:
        if token.type != "inline" or len(token.content) <= PIECE_LIMIT:
            tokens.append(token)
            continue
        for number, content in enumerate(cut_text(token.content)):
            part = token.copy(content=content, children=[], meta=token.meta if number == 0 else {"continued": True})
            tokens.append(part)
    state.tokens = tokens


def cut_text(text: str) -> list[str]:
    """Split *text* into parts of at most `PIECE_LIMIT`, at the last line end or space within the limit."""
    parts: list[str] = []
    start = 0
    while len(text) - start > PIECE_LIMIT:
        reach = start + PIECE_LIMIT
        cut = text.rfind("\n", start + PIECE_LIMIT // 2, reach)
        if cut < 0:
            cut = text.rfind(" ", start + PIECE_LIMIT // 2, reach)
        cut = reach if cut < 0 else cut + 1
        parts.append(text[start:cut].rstrip("\n"))
        start = cut
    return [*parts, text[start:]]
