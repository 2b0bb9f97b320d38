"""Parses Markdown with Obsidian's extensions into markdown-it tokens; nesting and length are limited, raw HTML stays
text."""

import re
from bisect import bisect_right
from collections.abc import MutableMapping
from functools import cache, partial
from types import SimpleNamespace
from unicodedata import east_asian_width

from markdown_it import MarkdownIt, helpers
from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Scanned
from markdown_it.token import Token
from markdown_it.utils import EnvType

from vaultdesk.core.platform.launch_request import APP_LINK_SCHEME, is_app_link
from vaultdesk.vault.markdown.link_syntax import wikilink_bounds
from vaultdesk.vault.markdown.markdown_scanner import INLINE_TAG, MEDIA_TAG, tag_at, tag_attributes

# The limits protect against malicious text: excessive nesting becomes plain text, and a paragraph of a megabyte is
# split before the inline rules, whose cost can grow faster than their input (vaultdesk/ui/rendering/README.md, "Long
# lines").

MAX_DEPTH = 16
"""Levels of quotes and lists that are rendered as such; a level takes two or three levels of token nesting."""

MAX_PARAGRAPH_LENGTH = 4_000
"""Maximum number of characters of a paragraph passed to the inline rules and to one Qt layout. Both take more than
linear time.
"""

CALLOUT = re.compile(r"\[!([\w-]{1,40})\]([+-]?)[ \t]*")
TASK = re.compile(r"\[([^\[\]\n])\](?:[ \t]+|$)")
ANSWER_TASK = re.compile(r"\[([^\[\]\n0-9])\](?:[ \t]+|$)")
BLOCK_ID = re.compile(r"(?:^|[ \t])\^([A-Za-z0-9-]{1,100})$")
MAX_BLOCK_ID_LENGTH = 102
"""Maximum number of characters of a block id, with the space and the marker before it."""

MAX_FOOTNOTE_LABEL_LENGTH = 100
"""Maximum number of characters of a footnote label, with its markers and the spaces after it."""

FOOTNOTE_INDENT = 4
"""Indentation of the blocks of a footnote in columns."""

FOOTNOTE = re.compile(r"\[\^([^\]\s]{1,60})\]:[ \t]*")


def install_block_syntax(md: MarkdownIt, *, comments: bool) -> None:
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
    md.core.ruler.after("obsidian", "long_paragraphs", split_long_paragraphs)


def depth_guard(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Render everything beyond the depth limit as one plain paragraph, so that no text is lost."""
    if silent or state.level < MAX_DEPTH * 2:
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
    position = state.bMarks[line] + state.tShift[line]
    return state.src[position : position + 1] or "\n"


def _underline_level(state: StateBlock, line: int) -> int:
    """Return the level of the heading that *line* underlines; 0 if it does not."""
    text = state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip(" \t")
    return 1 if not text.strip("=") else 2 if not text.strip("-") else 0


def math_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Parse `$$` to `$$` over several lines, shown as source; unclosed it extends to the end, like a fence."""
    first = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]].strip()
    if state.is_code_block(start) or not first.startswith("$$"):
        return False
    closed = len(first) > 4 and first.endswith("$$")
    if not closed and "$$" in first[2:]:
        return False
    if silent:
        return True
    line = start + 1
    rest = 0  # length of the text after the closing `$$`
    while not closed and line < end:
        closing = state.src.find("$$", state.bMarks[line], state.eMarks[line])
        if closing >= 0:
            closed, rest = True, state.eMarks[line] - closing - 2
        line += 1
    source = state.getLines(start, line, state.blkIndent, False)
    token = state.push("fence", "code", 0)
    token.info = "math"
    token.markup = "$$"
    token.content = source[: len(source) - rest].strip().removeprefix("$$").removesuffix("$$").strip("\n") + "\n"
    token.map = [start, line]
    token.meta = {"closed": closed}
    state.line = line
    if rest and source[-rest:].strip():
        _add_rest(state, line - 1, end, rest)
    return True


def _add_rest(state: StateBlock, line: int, end: int, length: int) -> None:
    """Parse the last *length* characters of *line* as the beginning of a paragraph."""
    state.bMarks[line] = state.eMarks[line] - length
    state.tShift[line] = length - len(state.src[state.bMarks[line] : state.eMarks[line]].lstrip())
    added = len(state.tokens)
    paragraph(state, line, end, False)
    # It does not begin at a line end, so a text that is still growing cannot be divided before it.
    state.tokens[added].map = None


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
    found = FOOTNOTE.match(state.src[begin : min(state.eMarks[start], begin + MAX_FOOTNOTE_LABEL_LENGTH)])
    if state.is_code_block(start) or not found:
        return False
    if silent:
        return True
    opened = state.push("footnote_open", "", 1)
    opened.info = found[1]
    saved = state.bMarks[start], state.tShift[start], state.sCount[start], state.blkIndent, state.parentType
    # The first line is treated as if it were indented like those below it.
    state.bMarks[start] = begin + found.end()
    state.tShift[start] = 0
    state.blkIndent += FOOTNOTE_INDENT
    state.sCount[start] = state.blkIndent
    state.parentType = "footnote"
    state.line = start
    state.md.block.tokenize(state, start, end)
    state.bMarks[start], state.tShift[start], state.sCount[start], state.blkIndent, state.parentType = saved
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
    lines: list[str] = []
    anchor = ""
    ticks = 0
    for line in text.split("\n"):
        ticks += line.count("`")
        bare = line.rstrip(" \t")
        found = BLOCK_ID.search(bare, max(0, len(bare) - MAX_BLOCK_ID_LENGTH)) if ticks % 2 == 0 else None
        if found is None:
            lines.append(line)
            continue
        anchor = found[1]
        if before := bare[: found.start()].rstrip():
            lines.append(before)
    return "\n".join(lines), anchor


def _callout(quote: Token, inline: Token) -> None:
    first, newline, rest = inline.content.partition("\n")
    found = CALLOUT.match(first)
    if not found:
        return
    quote.meta = {"callout": found[1].lower()}
    title = first[found.end() :].strip() or found[1].replace("-", " ").capitalize()
    inline.content = rest if newline else ""
    inline.meta = {**inline.meta, "title": title}


def split_long_paragraphs(state: StateCore) -> None:
    """Split one long inline token into several, at a space if there is one."""
    if not any(token.type == "inline" and len(token.content) > MAX_PARAGRAPH_LENGTH for token in state.tokens):
        return
    tokens: list[Token] = []
    for token in state.tokens:
        if token.type != "inline" or len(token.content) <= MAX_PARAGRAPH_LENGTH:
            tokens.append(token)
            continue
        for number, content in enumerate(split_text(token.content)):
            part = token.copy(content=content, children=[], meta=token.meta if number == 0 else {"continued": True})
            tokens.append(part)
    state.tokens = tokens


def split_text(text: str) -> list[str]:
    """Split *text* into parts of at most `MAX_PARAGRAPH_LENGTH`, at the last line end or space within the limit."""
    parts: list[str] = []
    start = 0
    while len(text) - start > MAX_PARAGRAPH_LENGTH:
        limit = start + MAX_PARAGRAPH_LENGTH
        cut = text.rfind("\n", start + MAX_PARAGRAPH_LENGTH // 2, limit)
        if cut < 0:
            cut = text.rfind(" ", start + MAX_PARAGRAPH_LENGTH // 2, limit)
        cut = limit if cut < 0 else cut + 1
        parts.append(text[start:cut].rstrip("\n"))
        start = cut
    return [*parts, text[start:]]


# Each rule searches with `str.find`, never with a pattern that can backtrack; `split_long_paragraphs` limits its text.

URL_ENDS = " \t\n<>\"'`|\\^{}[]"
"""Characters that end a bare address in running text."""

URL_TRAILERS = ".,;:!?)*_~"
"""Trailing characters of an address that belong to the sentence."""


def install_inline_syntax(md: MarkdownIt, *, comments: bool) -> None:
    """Add the rules to *md*; without *comments*, comments and tags stay visible, so that a model cannot hide text."""
    rules = md.inline.ruler
    rules.after("text", "lone_brackets", lone_brackets)
    rules.before("link", "wikilink", wikilink)
    rules.before("link", "footnote_mark", footnote_mark)
    rules.before("emphasis", "highlight", highlight)
    rules.before("emphasis", "math", math)
    rules.before("emphasis", "tag", tag)
    rules.before("emphasis", "bare_url", bare_url)
    rules.after("autolink", "html_tag", html_tag if comments else html_break)
    if comments:
        rules.before("link", "inline_footnote", inline_footnote)
        rules.before("emphasis", "comment", comment)
        rules.before("emphasis", "html_comment", html_comment)


def lone_brackets(state: StateInline, silent: bool) -> bool:
    """Parse `[` without a following `]` as text, together with adjacent ones."""
    start = state.pos
    if state.src[start] != "[" or 0 <= _next_index(state, "]", start) < state.posMax:
        return False
    end = start + 1
    while end < state.posMax and state.src[end] == "[":
        end += 1
    if not silent:
        state.pending += state.src[start:end]
    state.pos = end
    return True


def wikilink(state: StateInline, silent: bool) -> bool:
    """Parse `[[target#part|words]]`, and the same with `!` in front as an embed."""
    start = state.pos
    embed = state.src.startswith("![[", start)
    if not embed and not state.src.startswith("[[", start):
        return False
    opening = start + embed
    close = _next_index(state, "]]", opening + 2)
    if close < 0 or close + 2 > state.posMax:
        return False
    inner, end = wikilink_bounds(state.src, opening, close)
    content = state.src[inner:end]
    # A later `[[` is the start, as in `[[a [[b]]`.
    if inner != opening + 2 or not content or "\n" in content:
        return False
    if not silent:
        target, _, label = content.replace("\\|", "|").partition("|")
        token = state.push("wikilink", "", 0)
        token.content = target.strip()
        token.meta = {"words": label.strip(), "embed": embed}
    state.pos = end + 2
    return True


def footnote_mark(state: StateInline, silent: bool) -> bool:
    """Parse `[^1]` as a small raised number."""
    start = state.pos
    if not state.src.startswith("[^", start):
        return False
    end = state.src.find("]", start, start + 60)
    label = state.src[start + 2 : end]
    if end < 0 or not label or any(character.isspace() or character == "[" for character in label):
        return False
    if not silent:
        state.push("footnote_mark", "", 0).content = label
    state.pos = end + 1
    return True


def inline_footnote(state: StateInline, silent: bool) -> bool:
    """Parse `^[words]` as a small raised number, with the words in a footnote after the text."""
    start = state.pos
    if not state.src.startswith("^[", start):
        return False
    end = state.md.helpers.parseLinkLabel(state, start + 1)
    if end < 0 or not state.src[start + 2 : end].strip():
        return False
    if not silent:
        token = state.push("inline_footnote", "", 0)
        token.children = []
        state.md.inline.parse(state.src[start + 2 : end], state.md, state.env, token.children)
    state.pos = end + 1
    return True


def highlight(state: StateInline, silent: bool) -> bool:
    """Parse `==words==` as highlighted text, which may contain other markup."""
    start = state.pos
    if silent or not state.src.startswith("==", start) or state.src.startswith("===", start):
        return False
    end = state.src.find("==", start + 2, state.posMax)
    if end < 0 and not _is_operator(state.src, start):
        _note_open(state, "==", start + 2)
    if end <= start + 2 or state.src[start + 2].isspace() or state.src[end - 1].isspace():
        return False
    limit = state.posMax
    state.push("mark_open", "", 1)
    state.pos, state.posMax = start + 2, end
    state.md.inline.tokenize(state)
    state.push("mark_close", "", -1)
    state.pos, state.posMax = end + 2, limit
    return True


def math(state: StateInline, silent: bool) -> bool:
    """Parse inline `$x$` and `$$x$$`, shown as source. A `$` before a space or a price is a dollar sign."""
    start = state.pos
    fence = "$$" if state.src.startswith("$$", start) else "$"
    if not state.src.startswith(fence, start):
        return False
    inner = start + len(fence)
    end = state.src.find(fence, inner, state.posMax)
    if end < 0 and not silent:
        _note_open(state, "$", inner)
    if end <= inner or state.src[inner].isspace() or state.src[end - 1].isspace():
        return False
    if fence == "$" and state.src[end + 1 : end + 2].isdigit():
        return False
    if not silent:
        state.push("math_inline", "", 0).content = state.src[start : end + len(fence)]
    state.pos = end + len(fence)
    return True


def tag(state: StateInline, silent: bool) -> bool:
    """Parse `#word`: at the start or after a space, with at least one non-digit (vaultdesk/vault/README.md, "Tags")."""
    start = state.pos
    if state.src[start] != "#" or (start and not state.src[start - 1].isspace()):
        return False
    name = tag_at(state.src, start, state.posMax)
    if not name:
        return False
    if not silent:
        state.push("tag", "", 0).content = "#" + name
    state.pos = start + 1 + len(name)
    return True


def comment(state: StateInline, silent: bool) -> bool:
    """Hide `%%words%%`."""
    start = state.pos
    if not state.src.startswith("%%", start):
        return False
    end = state.src.find("%%", start + 2, state.posMax)
    if end < 0:
        return False
    state.pos = end + 2
    return True


def html_comment(state: StateInline, silent: bool) -> bool:
    """Hide `<!-- words -->`. Unclosed it stays visible."""
    start = state.pos
    if not state.src.startswith("<!--", start):
        return False
    end = state.src.find("-->", start + 2, state.posMax)
    if end < 0:
        return False
    state.pos = end + 3
    return True


def html_tag(state: StateInline, silent: bool) -> bool:
    """Hide an inline tag such as `<kbd>` or `</span>`; formatting tags format their text."""
    found = INLINE_TAG.match(state.src, state.pos, state.posMax)
    if found is None:
        return _media_link(state, silent)
    name = found["name"].lower()
    if not silent and name == "br":
        state.push("hardbreak", "br", 0)
    elif not silent:
        state.push("html_close" if found["end"] else "html_open", "", 0).info = name
    state.pos = found.end()
    return True


def _media_link(state: StateInline, silent: bool) -> bool:
    """Parse `<img src="https://…">`, `<iframe …>`: external content becomes a link, like an external image."""
    found = MEDIA_TAG.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    values = tag_attributes(found["rest"] or "")
    source = values.get("src", "")
    if not found["end"] and not source.lower().startswith(("https://", "http://")):
        return False
    if not silent and not found["end"]:
        state.push("link_open", "a", 1).attrs = {"href": state.md.normalizeLink(source)}
        state.push("text", "", 0).content = values.get("alt") or values.get("title") or source
        state.push("link_close", "a", -1)
    state.pos = found.end()
    return True


def html_break(state: StateInline, silent: bool) -> bool:
    """Parse `<br>`, which models use in table cells."""
    found = INLINE_TAG.match(state.src, state.pos, state.posMax)
    return found is not None and found["name"].lower() == "br" and html_tag(state, silent)


def bare_url(state: StateInline, silent: bool) -> bool:
    """Parse `https://…` in running text as a link without angle brackets."""
    start = state.pos
    if state.src[start] != ":" or not state.src.startswith("://", start) or state.linkLevel:
        return False
    scheme = next((name for name in ("https", "http") if state.pending.endswith(name)), "")
    before = state.pending[: -len(scheme)][-1:] if scheme else "x"
    if not scheme or before.isalnum():
        return False
    end = start + 3
    while end < state.posMax and state.src[end] not in URL_ENDS:
        end += 1
    address = scheme + state.src[start:end].rstrip(URL_TRAILERS)
    if len(address) <= len(scheme) + 3:
        return False
    if not silent:
        state.pending = state.pending[: -len(scheme)]
        state.push("link_open", "a", 1).attrs = {"href": state.md.normalizeLink(address)}
        state.push("text", "", 0).content = address
        state.push("link_close", "a", -1)
    state.pos = start + len(address) - len(scheme)
    return True


class _InlineState(StateInline):
    """The text of one block, with results cached during the scan."""

    def __init__(self, src: str, md: MarkdownIt, env: EnvType, out_tokens: list[Token]) -> None:
        super().__init__(src, md, env, out_tokens)
        self.next_indexes: dict[str, tuple[int, int]] = {}
        """For each marker from which position it was searched, and where it was found."""
        self.labels: dict[tuple[int, int], tuple[int, bool]] = {}
        """For each `[` of the scanned range: its `]`, and whether there is a link between them."""
        self.in_words: set[int] = set()
        """The tokens of markers between two letters or digits, as in `2*3`."""
        self.opened: dict[str, tuple[int, int]] = {}
        """The first `==` and the first `$` that nothing closes: the position after it, and the number of tokens
        before it.
        """

    def scanDelims(self, start: int, can_split_word: bool) -> Scanned:
        """Return whether the run of `*`, `_` or `~` at *start* can open and close.

        As in CommonMark, but adapted to text written without spaces: between ideographs, kana, hangul and full-width
        characters a run opens or closes whatever punctuation is beside it.
        """
        marker, end = self.src[start], start
        while end < self.posMax and self.src[end] == marker:
            end += 1
        before = self.src[start - 1] if start else " "
        if "\ufe00" <= before <= "\ufe0f" and start > 1:
            before = self.src[start - 2]
        after = self.src[end] if end < self.posMax else " "
        blank_before, blank_after = isWhiteSpace(ord(before)), isWhiteSpace(ord(after))
        sign_before, sign_after = _is_sign(before), _is_sign(after)
        wide_before, wide_after = _is_wide(before), _is_wide(after)
        stops_before = sign_before and not wide_before
        stops_after = sign_after and not wide_after
        left = not blank_after and (not stops_after or blank_before or sign_before or wide_before)
        right = not blank_before and (not stops_before or blank_after or sign_after or wide_after)
        can_open = left and (can_split_word or not right or sign_before)
        can_close = right and (can_split_word or not left or sign_after)
        if left and right and before.isalnum() and after.isalnum() and not (wide_before or wide_after):
            first = len(self.tokens) + bool(self.pending)
            self.in_words.update(range(first, first + end - start))
        return Scanned(can_open, can_close, end - start)


def _note_open(state: StateInline, marker: str, inner: int) -> None:
    """Note that nothing closes *marker* before *inner*, unless a blank or the end of the text follows, or the text goes
    on after the scanned range.
    """
    assert isinstance(state, _InlineState)
    if inner < state.posMax == len(state.src) and not state.src[inner].isspace():
        state.opened.setdefault(marker, (inner, len(state.tokens)))


def _is_operator(text: str, position: int) -> bool:
    """Whether the `==` at *position* follows a letter or digit of a script with spaces, or another `=`: `1+1==2`."""
    before = text[position - 1 : position]
    return before == "=" or (before.isalnum() and not _is_wide(before))


def _is_sign(character: str) -> bool:
    return isMdAsciiPunct(ord(character)) or isPunctChar(character)


def _is_wide(character: str) -> bool:
    """Whether *character* belongs to Chinese, Japanese or Korean text."""
    return character > "\u1100" and character not in _EMOJI_RANGE and east_asian_width(character) in ("W", "F", "H")


class _CharacterRange:
    """A range of characters for `in`."""

    def __init__(self, first: str, last: str) -> None:
        self._first, self._last = first, last

    def __contains__(self, character: str) -> bool:
        return self._first <= character <= self._last


_EMOJI_RANGE = _CharacterRange("\U0001f000", "\U0001faff")
"""Emoji are wide too, but not letters."""


def _parse_inline(md: MarkdownIt, src: str, _md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
    """Parse the text of one block; replaces the library's `ParserInline.parse`."""
    state = _InlineState(src, md, env, tokens)
    md.inline.tokenize(state)
    for rule in md.inline.ruler2.getRules(""):
        rule(state)
    return state.tokens


# While an answer streams, its last block of text may end within emphasis, a highlight or code. They are shown as if
# they were closed there, so that no marker appears that vanishes with the closing one. A formula is shown as its
# source, as a complete one is until it is typeset.

OPEN_END = "open_end"
"""Key in the environment of a text that continues: its last block is closed as described above."""

_LAST_MARKERS = re.compile(r"(?<!\\)(?:[*_~`]+|(?<!=)={1,2}(?!=))+\Z")
"""The markers at the end of the text: whether they open or close is known with the next character."""

_LAST_TICKS = re.compile(r"(?<!\\)`+\Z")

_MARKER_LINE = re.compile(
    r"(?![ \t>]*([*-])[ \t]+\1[ \t]+\1)((?:[ \t>]|[*+-][ \t]|[0-9]{1,9}[.)][ \t])*)"
    r"(?:([*_~])\3{0,2}|\+|-+|=+|[0-9]{1,9}[.)]?)[ \t]*"
)
"""A line that has only a marker after those of the quotes and lists around it. What follows decides whether it is an
item, a line, emphasis, a number or the underline of a heading, so it is not shown yet. A line such as `- - -` is shown.
"""

_ROW_END = re.compile(r"(?<!\\)\|[ \t]*\Z|\n[ \t>]*\Z")
"""The end of the last cell in a row of a table. A backslash before `|` always escapes it."""

_TICK_RUN = re.compile(r"(?<!`)`+(?!`)")

_LATEX_COMMAND = re.compile(r"\\[A-Za-z]+(?:\{[^{}]*\}?)?")
_WORD_OR_CODE = re.compile(r"`|(?<![\w{])[^\W\d_]{3,}(?![\w}])")
_PRICE = re.compile(r"[0-9][^\\^_{=]*")


def without_marker_line(text: str) -> str:
    """Return *text*, which continues, without the marker in a last line that has only a marker."""
    start = text.rfind("\n") + 1
    found = _MARKER_LINE.fullmatch(text, start)
    return text[: found.end(2)] if found is not None else text


def close_open_end(state: StateCore) -> None:
    """Close what is open at the end of a text that continues: emphasis, a highlight, code, a formula."""
    if not state.env.get(OPEN_END) or re.search(r"\n[ \t]*\n\Z", state.src):
        return
    row_ended = _ROW_END.search(state.src) is not None
    for token in reversed(state.tokens):
        if token.type == "th_close" or (token.type == "td_close" and row_ended):
            return  # The text does not continue in a cell; a header is complete once it is parsed as one.
        if token.type == "inline" and token.content:
            token.content = _with_closed_end(state.md, token.content, state.env)
            return
        if token.nesting >= 0 and token.type not in ("inline", "td_open"):
            return  # It ends with code, a line or the like.


def _with_closed_end(md: MarkdownIt, text: str, env: EnvType) -> str:
    """Return *text* without an incomplete marker at its end, with markers that close what is open, and with an open
    formula as code.
    """
    if not any(marker in text for marker in "*_~`=$"):
        return text
    complete = _without_last_markers(text).rstrip()
    if (len(complete) - len(complete.rstrip("\\"))) % 2:
        complete = complete[:-1]  # What it escapes is not known yet.
    complete += _open_ticks(complete)
    state = _read_delimiters(md, complete, env)
    if "$" in state.opened:
        start = _fence_start(complete, state.opened["$"][0])
        if _is_formula(complete[state.opened["$"][0] :]):
            complete = f"{complete[:start]}`{complete[start:]}`"
            state = _read_delimiters(md, complete, env)
    mark_index = state.opened["=="][1] if "==" in state.opened else None
    if mark_index is not None and any(
        delimiter.token < mark_index <= state.delimiters[delimiter.end].token
        for delimiter in state.delimiters
        if delimiter.end >= 0
    ):
        mark_index = None  # Emphasis that began before the highlight ended in it: both cannot be closed.
    markers: list[str] = []
    for delimiter in state.delimiters:
        if mark_index is not None and delimiter.token >= mark_index:
            markers.append("==")
            mark_index = None
        if delimiter.open and delimiter.end < 0 and delimiter.token not in state.in_words:
            markers.append(chr(delimiter.marker) * (2 if chr(delimiter.marker) == "~" else 1))
    if mark_index is not None:
        markers.append("==")
    return complete + "".join(reversed(markers))


def _without_last_markers(text: str) -> str:
    before_ticks = _LAST_TICKS.sub("", text)
    is_end_of_code = before_ticks != text and _open_ticks(before_ticks)
    return before_ticks if is_end_of_code else _LAST_MARKERS.sub("", text)


def _read_delimiters(md: MarkdownIt, text: str, env: EnvType) -> _InlineState:
    """Return the state after *text*: its delimiters, each with its counterpart, and what else is open."""
    state = _InlineState(text, md, env, [])
    md.inline.tokenize(state)
    for rule in md.inline.ruler2.getRules(""):
        rule(state)
    return state


def _fence_start(text: str, inner: int) -> int:
    """Return the position of the `$` or `$$` before *inner*."""
    return inner - 2 if text.startswith("$$", inner - 2) else inner - 1


def _is_formula(latex: str) -> bool:
    """Whether *latex*, the text after an open `$`, is probably the beginning of a formula: not a price, and without
    words besides commands.
    """
    return not _PRICE.fullmatch(latex) and not _WORD_OR_CODE.search(_LATEX_COMMAND.sub(" ", latex))


def _open_ticks(text: str) -> str:
    """Return the backticks that begin code which *text* does not close; empty if there are none."""
    runs = [match for match in _TICK_RUN.finditer(text) if text[match.start() - 1 : match.start()] != "\\"]
    index = 0
    while index < len(runs):
        closing = next((n for n in range(index + 1, len(runs)) if len(runs[n][0]) == len(runs[index][0])), None)
        if closing is None:
            return runs[index][0]
        index = closing + 1
    return ""


def _next_index(state: StateInline, marker: str, position: int) -> int:
    """Return the next position of *marker*; -1 if there is none. No range of the text is searched twice."""
    assert isinstance(state, _InlineState)
    searched, index = state.next_indexes.get(marker, (position + 1, 0))
    if not (searched <= position and (index < 0 or index >= position)):
        index = state.src.find(marker, position)
        state.next_indexes[marker] = position, index
    return index


def parse_link_label(state: StateInline, start: int, disable_nested: bool = False) -> int:
    """Return the position of the `]` for the `[` at *start*; -1 if there is none or, with *disable_nested*, if there is
    a link between them.

    Replaces the library's function, which scans to the end of the text for each bracket.
    """
    assert isinstance(state, _InlineState)
    if (start, state.posMax) not in state.labels:
        _pair_brackets(state, start)
    end, nested = state.labels[start, state.posMax]
    return -1 if nested and disable_nested else end


def _pair_brackets(state: "_InlineState", start: int) -> None:
    """Find the ends of the bracket at *start* and of all that are opened after it."""
    before, limit, labels = state.pos, state.posMax, state.labels
    opened, last_link = [start], -1
    state.pos = start + 1
    while state.pos < limit and opened:
        position, character = state.pos, state.src[state.pos]
        if character == "]":
            first = opened.pop()
            labels[first, limit] = position, last_link > first
            if not opened:
                break
        state.md.inline.skipToken(state)
        if character == "[" and state.pos == position + 1:
            opened.append(position)
        elif character == "[":
            last_link = position
    for first in opened:
        labels.setdefault((first, limit), (-1, last_link > first))
    state.pos = before


_HELPERS = SimpleNamespace(
    parseLinkLabel=parse_link_label,
    parseLinkDestination=helpers.parseLinkDestination,
    parseLinkTitle=helpers.parseLinkTitle,
)


# Safe for any text: depth is limited, long paragraphs are split, and in a model's text only web, mail and note
# addresses become links. In notes all addresses do, but other than web addresses are only followed after confirmation.

WEB_SCHEMES = ("http://", "https://", "mailto:")
"""Schemes that are opened outside the program on a click; other schemes stay text."""

MAX_TOKEN_NESTING = 40
"""markdown-it's own limit; `MAX_DEPTH` is reached first and loses no text."""


def parse(text: str, *, comments: bool = True, environment: MutableMapping[str, object] | None = None) -> list[Token]:
    """Parse *text*: that of a note if *comments* are its writer's, else that of a model.

    `environment` carries link definitions from one call to the next while an answer streams.
    """
    return _parser(comments).parse(text, environment if environment is not None else {})


def parse_inline(text: str) -> list[Token]:
    """Parse one line that is not a separate block (a callout's title)."""
    return _parser(True).parseInline(text)[0].children or []


def is_web_address(address: str) -> bool:
    """Whether *address* may be passed to the browser or the mail program on a click."""
    return address.lower().startswith(WEB_SCHEMES)


def is_note_address(address: str) -> bool:
    """Whether *address* is a path in the vault: without a scheme, or with a single letter as scheme, a drive letter."""
    colon = address.find(":")
    slash = address.find("/")
    return bool(address) and (colon < 0 or 0 <= slash < colon)


def is_app_address(address: str) -> bool:
    """Whether *address* is a link to this program (deep_link.py)."""
    return is_app_link(address) and address[len(APP_LINK_SCHEME) :].startswith("//")


def _is_allowed_link(of_note: bool, address: str) -> bool:
    return of_note or is_web_address(address) or is_note_address(address)


@cache
def _parser(comments: bool) -> MarkdownIt:
    md = MarkdownIt("commonmark", {"html": False, "maxNesting": MAX_TOKEN_NESTING}).enable(["table", "strikethrough"])
    md.disable(["html_block", "html_inline"])
    install_block_syntax(md, comments=comments)
    install_inline_syntax(md, comments=comments)
    md.core.ruler.before("inline", "close_open_end", close_open_end)
    md.validateLink = partial(_is_allowed_link, comments)  # type: ignore[method-assign]  # the library's own hook
    md.inline.parse = partial(_parse_inline, md)  # type: ignore[method-assign]  # so that states are ours
    md.helpers = _HELPERS  # type: ignore[assignment]  # a module there
    return md
